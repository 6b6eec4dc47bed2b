// The list of messages. Whatever they hold is shown as text, never as markup.

// newest keeps the list short enough for a page that stays open all day.
const newest = 500;

export class Messages {
  #list;
  #asked = new Map(); // What a request that is not answered yet was, and when, by its sender and id.

  constructor(list) {
    this.#list = list;
  }

  clear() {
    this.#list.replaceChildren();
  }

  // add shows a message on its way: add('widget', 'host', {jsonrpc: '2.0', …}).
  add(from, to, message) {
    const item = document.createElement('li');
    const details = item.appendChild(document.createElement('details'));
    const summary = details.appendChild(document.createElement('summary'));
    const time = summary.appendChild(document.createElement('time'));
    time.textContent = new Date().toISOString().slice(11, 23);
    summary.append(` ${from} → ${to} ${this.#title(from, to, message)}`);
    item.classList.toggle('error', Boolean(message.error || message.result?.isError));
    const text = details.appendChild(document.createElement('pre'));
    text.textContent = JSON.stringify(message, null, 2);
    this.#list.prepend(item);
    if (this.#list.children.length > newest) this.#list.lastElementChild.remove();
  }

  // title is the method, of an answer that of its request and how long it took, and the id.
  #title(from, to, { method, id }) {
    if (id === undefined) return method ?? 'error';
    const key = (sender, receiver) => JSON.stringify([sender, receiver, id]);
    if (method !== undefined) {
      this.#asked.set(key(from, to), { method, at: performance.now() });
      return `${method} #${id}`;
    }
    const request = this.#asked.get(key(to, from));
    if (!request) return `answer #${id}`;
    this.#asked.delete(key(to, from));
    return `answer to ${request.method} #${id}, ${Math.round(performance.now() - request.at)} ms`;
  }
}
