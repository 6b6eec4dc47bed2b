// The bridge of MCP Apps: JSON-RPC with the window that shows this one. Hosts of every kind are behind it, in
// sandboxes without an origin, so a message is known by its window alone and none of ours says a secret.
const apps = { ready: false, capabilities: {}, context: {} };

const answers = new Map(); // what to do with the reply to a request, by its id
let requests = 0;

const post = (message) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
const notify = (method, params) => post({ method, params });

// request asks the host. It fails by an error of the host or, with a limit in milliseconds, by silence.
function request(method, params, limit) {
  const id = ++requests;
  return new Promise((resolve, reject) => {
    answers.set(id, { resolve, reject });
    if (limit) setTimeout(() => reject(new Error(method + " was not answered")), limit);
    post({ id, method, params });
  }).finally(() => answers.delete(id));
}

// hear takes a message of the host: a reply, a request or a notification.
function hear(event, handlers) {
  const message = event.data;
  if (event.source !== window.parent || message?.jsonrpc !== "2.0") return;
  if (message.method === undefined) {
    const answer = answers.get(message.id);
    if (message.error) answer?.reject(new Error(message.error.message));
    else answer?.resolve(message.result);
  } else if (message.id !== undefined) {
    post({ id: message.id, ...replyTo(message.method) });
  } else {
    handlers[message.method]?.(message.params ?? {});
  }
}

// replyTo answers what a host may ask. There is nothing to save before the end: what a person chose is known to
// the host already.
function replyTo(method) {
  if (method === "ping" || method === "ui/resource-teardown") return { result: {} };
  return { error: { code: -32601, message: "Method not found: " + method } };
}

// merge takes on what has changed of the context.
function merge(context, changed) {
  apps.context = { ...apps.context, ...context };
  changed();
}

// connectApps shakes hands, before which Claude shows nothing. An answer is never too late for that: the page goes
// on meanwhile.
async function connectApps(on) {
  window.addEventListener("message", (event) => hear(event, {
    "ui/notifications/tool-input": ({ arguments: args }) => on.input(args),
    "ui/notifications/tool-input-partial": on.begun,
    "ui/notifications/tool-result": on.result,
    "ui/notifications/tool-cancelled": on.cancelled,
    "ui/notifications/host-context-changed": (context) => merge(context, on.context),
  }));
  if (window.parent === window) return; // Nobody shows this page.
  const welcome = await request("ui/initialize", {
    protocolVersion: "2026-01-26",
    appInfo: { name: "giftserver", version: "1" },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
  });
  apps.ready = true;
  apps.capabilities = welcome?.hostCapabilities ?? {};
  notify("ui/notifications/initialized", {});
  merge(welcome?.hostContext ?? {}, on.context);
}
