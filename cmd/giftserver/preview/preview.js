// The page of `giftserver preview`: what a host shows of a tool call, with the controls of a workbench.
import * as args from './arguments.js';
import { Host } from './host.js';
import { Messages } from './messages.js';
import { Server } from './server.js';

const mimeType = 'text/html;profile=mcp-app';
const at = (id) => document.getElementById(id);

const messages = new Messages(at('messages'));
const server = new Server(messages);
const host = new Host({
  stage: at('stage'),
  server,
  messages,
  context: {
    theme: 'light',
    locale: at('locale').value,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    displayMode: 'inline',
    availableDisplayModes: ['inline'],
    containerDimensions: { width: Number(at('width').value) },
    platform: 'web',
  },
  on: { asked, call: localized },
});
let tools = new Map();

at('tool').addEventListener('change', showForm);
at('revision').addEventListener('change', () => guarded(start));
at('theme').addEventListener('change', ({ target }) => {
  at('stage').dataset.theme = target.value;
  host.change({ theme: target.value });
});
at('width').addEventListener('change', ({ target }) => host.change({ containerDimensions: { width: Number(target.value) } }));
at('locale').addEventListener('change', ({ target }) => host.change({ locale: target.value }));
at('clear').addEventListener('click', () => messages.clear());
at('arguments').addEventListener('submit', (event) => {
  event.preventDefault();
  guarded(callTool);
});
guarded(start);

// start asks the server for its tools, and calls the first as a sample.
async function start() {
  await server.connect(at('revision').value);
  const listed = await server.request('tools/list');
  tools = new Map(listed.tools.filter((tool) => tool._meta?.ui?.resourceUri).map((tool) => [tool.name, tool]));
  if (tools.size === 0) throw new Error('No tool of this server has a widget.');
  at('tool').replaceChildren(...[...tools.keys()].map((name) => new Option(name)));
  showForm();
  await callTool();
}

function showForm() {
  args.show(at('arguments'), tools.get(at('tool').value).inputSchema);
}

// callTool does what a host does: the widget is opened first and hears of the call as it goes.
async function callTool() {
  const tool = tools.get(at('tool').value);
  const given = args.read(at('arguments'), tool.inputSchema);
  const { contents: [widget] } = await server.request('resources/read', { uri: tool._meta.ui.resourceUri });
  if (widget.mimeType !== mimeType) throw new Error(`The widget is ${widget.mimeType}; hosts show ${mimeType} only.`);
  await host.open(widget.text, widget._meta?.ui);
  host.tell('ui/notifications/tool-input', { arguments: given });
  host.tell('ui/notifications/tool-result', await server.request('tools/call', localized({ name: tool.name, arguments: given })));
}

// localized tells the server the locale, as ChatGPT does.
function localized(params) {
  return { ...params, _meta: { ...params._meta, 'openai/locale': at('locale').value } };
}

// asked lists what the widget wants of its host. A link is opened by whoever reads the list.
function asked(kind, text) {
  const item = document.createElement('li');
  item.append(`${kind}: `);
  if (kind === 'open' && /^https?:/i.test(text)) {
    item.append(Object.assign(document.createElement('a'), { href: text, target: '_blank', rel: 'noopener noreferrer', textContent: text }));
  } else {
    item.append(String(text));
  }
  at('asked').prepend(item);
}

// guarded does one thing at a time, and says on the page what went wrong.
async function guarded(f) {
  at('status').textContent = '';
  for (const part of [at('controls'), at('arguments')]) part.inert = true;
  try {
    await f();
  } catch (error) {
    at('status').textContent = error.message;
  } finally {
    for (const part of [at('controls'), at('arguments')]) part.inert = false;
  }
}
