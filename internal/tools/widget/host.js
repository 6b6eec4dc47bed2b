// What a host can do for the page, by whichever bridge offers it. Each ability is looked for by itself, since
// hosts have some of one bridge and some of the other.

const offers = (capability) => apps.ready && apps.capabilities[capability] !== undefined;

function connect(on) {
  connectOpenAI(on);
  return connectApps(on).catch(() => {}); // Without the bridge the page goes on with the other, or alone.
}

const canCall = () => offers("serverTools") || typeof openai().callTool === "function";
const canSay = () => offers("message") || typeof openai().sendFollowUpMessage === "function";

// callTool calls a tool of the server and returns its result. A host that never answers, and be it no, must not
// keep the page waiting for ever.
async function callTool(name, args) {
  if (offers("serverTools")) return request("tools/call", { name, arguments: args }, 60_000);
  return openai().callTool(name, args);
}

// openLink shows a page of the web.
async function openLink(url) {
  if (offers("openLinks")) {
    const answer = await request("ui/open-link", { url }).catch(() => ({ isError: true }));
    if (!answer?.isError) return;
  } else if (openai().openExternal) {
    openai().openExternal({ href: url });
    return;
  }
  window.open(url, "_blank", "noopener");
}

// say sends a message to the chat, in the name of the person, and reports whether the host took it.
async function say(text) {
  try {
    if (!offers("message")) await openai().sendFollowUpMessage({ prompt: text });
    else return !(await request("ui/message", { role: "user", content: [{ type: "text", text }] }))?.isError;
    return true;
  } catch {
    return false;
  }
}

// remember lets the model know what the person chose, and the host keep it for when the page is shown again.
function remember(text, known) {
  if (offers("updateModelContext")) {
    request("ui/update-model-context", { content: [{ type: "text", text }], structuredContent: known }).catch(() => {});
  }
  openai().setWidgetState?.({ modelContent: text, privateContent: known });
}

const remembered = () => openai().widgetState?.privateContent ?? {};

const mode = () => apps.context.displayMode ?? openai().displayMode ?? "inline";

// canShow reports whether the host has a display mode. ChatGPT offers its modes by the function alone.
function canShow(wanted) {
  const modes = apps.context.availableDisplayModes;
  return modes ? modes.includes(wanted) : Boolean(openai().requestDisplayMode);
}

async function show(wanted) {
  if (!apps.context.availableDisplayModes) return openai().requestDisplayMode({ mode: wanted });
  const answer = await request("ui/request-display-mode", { mode: wanted });
  apps.context.displayMode = answer?.mode ?? mode(); // The host may choose another one.
}

// dress takes on the looks of the host: its theme, its colours, the room that it leaves free.
function dress() {
  const root = document.documentElement;
  const theme = apps.context.theme ?? openai().theme;
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  root.dataset.mode = mode();
  for (const [name, value] of Object.entries(apps.context.styles?.variables ?? {})) {
    if (name.startsWith("--") && typeof value === "string") root.style.setProperty(name, value);
  }
  const insets = apps.context.safeAreaInsets ?? openai().safeArea?.insets ?? {};
  for (const side of ["top", "right", "bottom", "left"]) {
    root.style.setProperty("--inset-" + side, (Number(insets[side]) || 0) + "px");
  }
  speak(apps.context.locale ?? openai().locale ?? navigator.language);
}

// tellSize tells the host how much room the page takes, unless it knows.
let sizeTold = "";

function tellSize() {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  const width = Math.ceil(window.innerWidth);
  const size = [width, height, apps.ready].join();
  if (sizeTold === size) return;
  sizeTold = size;
  if (apps.ready) notify("ui/notifications/size-changed", { width, height });
  openai().notifyIntrinsicHeight?.(height);
}

// reportSize does so from now on: once for each frame in which the size changed, since a host that makes room in turn
// causes the next look.
const reportSize = () => new ResizeObserver(() => requestAnimationFrame(tellSize)).observe(document.documentElement);
