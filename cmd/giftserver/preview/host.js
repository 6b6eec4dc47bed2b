// The host's side of MCP Apps (2026-01-26): a frame with the widget, and answers to what it asks.

const protocolVersion = '2026-01-26';

// How long a widget may take to begin, and to say goodbye when it is taken away, in milliseconds.
const greeting = 5000;
const farewell = 500;

export class Host {
  #stage;
  #server;
  #messages;
  #context;
  #on;
  #frame;
  #lastID = 0;
  #waiting = new Map();
  #initialized = () => {};

  // context is what widgets are told of their surroundings; on.asked is called with a kind and a text
  // when the widget wants something of the host, on.call adds to what it asks of the server.
  constructor({ stage, server, messages, context, on }) {
    this.#stage = stage;
    this.#server = server;
    this.#messages = messages;
    this.#context = context;
    this.#on = on;
    addEventListener('message', (event) => this.#receive(event));
  }

  // open puts a widget on the stage and resolves when it is ready to be told something.
  async open(html, { csp = {}, prefersBorder = false } = {}) {
    await this.close();
    const frame = document.createElement('iframe');
    frame.title = 'Widget';
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.classList.toggle('bordered', prefersBorder);
    frame.srcdoc = withPolicy(html, csp);
    const ready = new Promise((resolve, reject) => {
      this.#initialized = resolve;
      setTimeout(() => reject(new Error('The widget has not sent ui/notifications/initialized.')), greeting);
    });
    this.#frame = frame;
    this.resize();
    this.#stage.replaceChildren(frame);
    await ready;
  }

  async close() {
    if (!this.#frame) return;
    await this.#ask('ui/resource-teardown', { reason: 'another call' });
    this.#frame.remove();
    this.#frame = undefined;
  }

  tell(method, params) {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  // change tells the widget what is different about its surroundings.
  change(part) {
    Object.assign(this.#context, part);
    this.resize();
    if (this.#frame) this.tell('ui/notifications/host-context-changed', part);
  }

  resize() {
    if (this.#frame) this.#frame.style.width = `${this.#context.containerDimensions.width}px`;
  }

  // ask sends a request and waits for its answer, but not for ever.
  #ask(method, params) {
    const id = `host-${++this.#lastID}`;
    const answered = new Promise((resolve) => this.#waiting.set(id, resolve));
    this.#send({ jsonrpc: '2.0', id, method, params });
    const late = new Promise((resolve) => setTimeout(resolve, farewell));
    return Promise.race([answered, late]).finally(() => this.#waiting.delete(id));
  }

  // The frame's origin is opaque, so its messages can be addressed to no other than whoever is in it.
  #send(message) {
    this.#messages.add('host', 'widget', message);
    this.#frame.contentWindow.postMessage(message, '*');
  }

  async #receive({ source, data }) {
    if (!this.#frame || source !== this.#frame.contentWindow || data?.jsonrpc !== '2.0') return;
    this.#messages.add('widget', 'host', data);
    if (data.method === undefined) {
      this.#waiting.get(data.id)?.(data.result);
    } else if (data.id === undefined) {
      this.#notified(data);
    } else {
      const answer = await this.#answer(data);
      if (source === this.#frame?.contentWindow) this.#send({ jsonrpc: '2.0', id: data.id, ...answer });
    }
  }

  #notified({ method, params }) {
    if (method === 'ui/notifications/initialized') this.#initialized();
    if (method === 'ui/notifications/size-changed' && params?.height > 0) {
      this.#frame.style.height = `${Math.ceil(params.height)}px`;
    }
  }

  async #answer({ method, params = {} }) {
    const handler = Object.hasOwn(this.#handlers, method) && this.#handlers[method];
    if (!handler) return { error: { code: -32601, message: `Method not found: ${method}` } };
    try {
      return { result: await handler(params) };
    } catch (error) {
      return { error: { code: error.code ?? -32603, message: error.message } };
    }
  }

  #handlers = {
    'ui/initialize': () => ({
      protocolVersion,
      hostInfo: { name: 'giftserver-preview', version: '1.0.0' },
      hostCapabilities: {
        openLinks: {},
        serverTools: {},
        serverResources: {},
        message: { text: {} },
        updateModelContext: { text: {} },
        logging: {},
      },
      hostContext: this.#context,
    }),
    ping: () => ({}),
    'tools/call': (params) => this.#server.request('tools/call', this.#on.call(params)),
    'resources/read': (params) => this.#server.request('resources/read', params),
    'ui/open-link': ({ url }) => this.#asked('open', url),
    'ui/message': ({ content }) => this.#asked('say', content.map((block) => block.text).join('\n')),
    'ui/update-model-context': ({ content = [] }) => this.#asked('remember', content.map((block) => block.text).join('\n')),
    'ui/request-display-mode': () => ({ mode: this.#context.displayMode }),
  };

  #asked(kind, text) {
    this.#on.asked(kind, text);
    return {};
  }
}

// withPolicy puts the policy of the resource before everything else in the document.
function withPolicy(html, csp) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const meta = page.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = policy(csp);
  page.head.prepend(meta);
  return `<!doctype html>\n${page.documentElement.outerHTML}`;
}

// policy is what MCP Apps has hosts allow a widget whose resource declares these domains.
function policy({ connectDomains = [], resourceDomains = [], frameDomains = [] }) {
  const from = (...sources) => sources.flat().join(' ') || "'none'";
  return [
    "default-src 'none'",
    `script-src ${from("'unsafe-inline'", resourceDomains)}`,
    `style-src ${from("'unsafe-inline'", resourceDomains)}`,
    `img-src ${from('data:', resourceDomains)}`,
    `font-src ${from('data:', resourceDomains)}`,
    `media-src ${from('data:', resourceDomains)}`,
    `connect-src ${from(connectDomains)}`,
    `frame-src ${from(frameDomains)}`,
  ].join('; ');
}
