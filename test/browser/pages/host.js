// A host for the widget on the official bridge. The tests drive it by window.host.
import { AppBridge, PostMessageTransport, getToolUiResourceUri } from '@modelcontextprotocol/ext-apps/app-bridge';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const mimeType = 'text/html;profile=mcp-app';
const { sandbox } = Object.fromEntries(new URLSearchParams(location.search));

// What a host may hand on of a result: some drop what is no text, some what is for widgets alone.
const deliveries = {
  whole: (result) => result,
  structured: ({ structuredContent }) => ({ content: [], structuredContent }),
  content: ({ content }) => ({ content }),
  bare: ({ content, structuredContent, isError }) => ({ content, structuredContent, isError }),
};

let client;
let tools;
let bridge;
let frame;

const host = {
  // connect connects to a server at an endpoint, in the era that a client chooses by itself (legacy) or by
  // asking the server (auto).
  async connect(endpoint, era) {
    client = new Client({ name: 'host', version: '1.0.0' }, {
      capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [mimeType] } } },
      ...(era === 'auto' && { versionNegotiation: { mode: 'auto' } }),
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(endpoint)));
    ({ tools } = await client.listTools());
    return client.getNegotiatedProtocolVersion();
  },

  // open shows the widget of a tool and tells it of a call, with no args of none yet.
  async open({ tool = 'suggest_gifts', args, deliver = 'whole', result, csp, context = {}, capabilities = {} }) {
    frame?.remove();
    host.seen = { asked: [], links: [], messages: [], contexts: [], modes: [], sizes: [], logs: [] };
    const widget = await read(tool);
    frame = document.body.appendChild(document.createElement('iframe'));
    const ready = new Promise((resolve) => {
      addEventListener('message', function proxy({ source, data }) {
        if (source !== frame.contentWindow || data.method !== 'ui/notifications/sandbox-proxy-ready') return;
        removeEventListener('message', proxy);
        resolve();
      });
    });
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
    frame.src = `${sandbox}/sandbox.html?csp=${encodeURIComponent(JSON.stringify(csp ?? widget._meta.ui.csp))}`;
    await ready;
    const initialized = bridgeTo(frame.contentWindow, context, capabilities);
    await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
    await bridge.sendSandboxResourceReady({ html: widget.text });
    await initialized;
    if (args) await bridge.sendToolInput({ arguments: args });
    if (deliver !== 'nothing') {
      const answer = result ?? await client.callTool({ name: tool, arguments: args });
      await bridge.sendToolResult(deliveries[deliver](answer));
    }
    return { app: bridge.getAppVersion(), meta: widget._meta };
  },

  begin: (args) => bridge.sendToolInputPartial({ arguments: args }),
  input: (args) => bridge.sendToolInput({ arguments: args }),
  deliver: (result) => bridge.sendToolResult(result),
  change: (context) => bridge.sendHostContextChange(context),
  ping: () => bridge.request({ method: 'ping' }),
  teardown: () => bridge.teardownResource({}),
  cancel: (params) => bridge.sendToolCancelled(params),
  call: (name, args) => client.callTool({ name, arguments: args }),
};
window.host = host;

async function read(tool) {
  const uri = getToolUiResourceUri(tools.find(({ name }) => name === tool));
  const { contents: [widget] } = await client.readResource({ uri });
  if (widget.mimeType !== mimeType) throw new Error(`the widget is ${widget.mimeType}`);
  return widget;
}

// bridgeTo makes a bridge that keeps what the widget asks for, and resolves when it has said hello.
function bridgeTo(target, context, capabilities) {
  const { seen } = host;
  bridge = new AppBridge(client, { name: 'host', version: '1.0.0' }, {
    openLinks: {}, serverTools: {}, serverResources: {}, message: { text: {} }, updateModelContext: { text: {} }, logging: {},
    ...capabilities,
  }, {
    hostContext: { theme: 'light', locale: 'en-US', displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'], ...context },
  });
  const keep = (list, pick) => async (params) => {
    list.push(pick(params));
    return {};
  };
  bridge.onopenlink = keep(seen.links, ({ url }) => url);
  bridge.onmessage = keep(seen.messages, (params) => params);
  bridge.onupdatemodelcontext = keep(seen.contexts, (params) => params);
  bridge.onloggingmessage = ({ data }) => seen.logs.push(data);
  bridge.onrequestdisplaymode = async ({ mode }) => {
    seen.modes.push(mode);
    return { mode };
  };
  bridge.onsizechange = ({ width, height }) => {
    seen.sizes.push({ width, height });
    if (height) frame.style.height = `${height}px`;
  };
  addEventListener('message', ({ source, data }) => source === target && seen.asked.push(data.method ?? 'answer'));
  return new Promise((resolve) => { bridge.oninitialized = resolve; });
}
