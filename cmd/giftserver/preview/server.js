// The MCP client of the page: requests to the endpoint that serves the page too.

const modern = '2026-07-28';
const clientInfo = { name: 'giftserver-preview', version: '1.0.0' };
const capabilities = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
};

export class Server {
  #messages;
  #revision = modern;
  #session;
  #lastID = 0;

  constructor(messages) {
    this.#messages = messages;
  }

  // connect settles the revision to speak. The modern one needs no handshake, but hosts ask what there is.
  async connect(revision) {
    this.#revision = revision;
    this.#session = undefined;
    if (revision === modern) {
      await this.request('server/discover');
      return;
    }
    await this.request('initialize', { protocolVersion: revision, capabilities, clientInfo });
    await this.#post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  // request returns the result, or throws an error with the server's words.
  async request(method, params = {}) {
    const answer = await this.#post({ jsonrpc: '2.0', id: ++this.#lastID, method, params: this.#sealed(params) });
    if (answer.error) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
    return answer.result;
  }

  // sealed adds what every request of the modern revision tells about its sender.
  #sealed(params) {
    if (this.#revision !== modern) return params;
    return {
      ...params,
      _meta: {
        ...params._meta,
        'io.modelcontextprotocol/protocolVersion': modern,
        'io.modelcontextprotocol/clientCapabilities': capabilities,
        'io.modelcontextprotocol/clientInfo': clientInfo,
      },
    };
  }

  async #post(message) {
    this.#messages.add('host', 'server', message);
    const response = await fetch('/mcp', { method: 'POST', headers: this.#headers(message), body: JSON.stringify(message) });
    this.#session = response.headers.get('Mcp-Session-Id') ?? this.#session;
    const text = await response.text();
    if (!text) return {};
    const answer = JSON.parse(text);
    this.#messages.add('server', 'host', answer);
    return answer;
  }

  #headers({ method, params }) {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    if (method !== 'initialize') headers['MCP-Protocol-Version'] = this.#revision;
    if (this.#session) headers['Mcp-Session-Id'] = this.#session;
    if (this.#revision !== modern) return headers;
    headers['Mcp-Method'] = method;
    const name = params?.name ?? params?.uri;
    if (name) headers['Mcp-Name'] = name;
    return headers;
  }
}
