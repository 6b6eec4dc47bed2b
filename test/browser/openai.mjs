// ChatGPT as widgets of its own kind know it: no bridge answers, window.openai is there instead.
import { complaints } from './browser.mjs';
import { listen } from './static.mjs';

// rpc sends one request to a server, of the last revision that needs nothing around it, and returns the result.
export async function rpc(origin, method, params) {
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST', headers: { 'Content-Type': 'application/json', 'MCP-Protocol-Version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = await response.json();
  if (error) throw new Error(error.message);
  return result;
}

// openai opens the widget with the given properties of window.openai. set(globals) changes them as ChatGPT
// does, which tells what has changed only.
export async function openai(context, origin, globals) {
  const page = await context.newPage();
  const errors = complaints(page);
  const calls = [];
  await page.exposeBinding('callServer', async (_, name, args) => {
    calls.push({ name, arguments: args });
    return rpc(origin, 'tools/call', { name, arguments: args });
  });
  await page.goto(`${await listen()}/openai.html`);
  const { contents: [{ text }] } = await rpc(origin, 'resources/read', { uri: 'ui://gift-server/suggestions.html' });
  // As in ChatGPT, the script that makes window.openai stands before those of the widget.
  const script = `<script>(${emulate})(${JSON.stringify(globals).replaceAll('<', '\\u003c')})</script>`;
  await page.evaluate((html) => {
    const frame = Object.assign(document.createElement('iframe'), { srcdoc: html });
    frame.setAttribute('sandbox', 'allow-scripts');
    document.body.append(frame);
  }, text.replace('<head>', (head) => head + script));
  const widget = page.frameLocator('iframe');
  const frame = async () => (await widget.locator('body').elementHandle()).ownerFrame();
  return {
    page, widget, errors, calls,
    seen: async () => (await frame()).evaluate(() => window.seen),
    until: async (condition) => (await frame()).waitForFunction(`(${condition})(window.seen)`),
    set: async (changed) => (await frame()).evaluate((g) => {
      Object.assign(window.openai, g);
      window.dispatchEvent(new CustomEvent('openai:set_globals', { detail: { globals: g } }));
    }, changed),
  };
}

// emulate runs in the frame of the widget.
function emulate(globals) {
  const seen = { links: [], messages: [], modes: [], heights: [] };
  window.seen = seen;
  window.openai = {
    theme: 'light', locale: 'en-US', displayMode: 'inline', maxHeight: 900,
    toolInput: null, toolOutput: null, toolResponseMetadata: null, widgetState: null,
    ...globals,
    callTool: (name, args) => window.callServer(name, args),
    openExternal: ({ href }) => seen.links.push(href),
    sendFollowUpMessage: async (message) => { seen.messages.push(message); },
    requestDisplayMode: async ({ mode }) => {
      seen.modes.push(mode);
      return { mode };
    },
    setWidgetState: async () => {},
    notifyIntrinsicHeight: (height) => seen.heights.push(height),
  };
}
