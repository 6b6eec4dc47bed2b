// refresh draws the state.
function refresh() {
  replaceIn(byId("root"), ...view().flat(2).filter(Boolean));
}

function change(changes, focus) {
  Object.assign(state, changes);
  refresh();
  if (focus) focusOn(focus);
}

// tell lets those who don't see the page know what has changed in it.
function tell(text) {
  byId("status").textContent = text;
}

// settle shows what came of something the person did, and lets the model know.
function settle(focus) {
  change({}, focus);
  tell(state.failure || state.notice || fill(words.shown, { count: giftsOf(state.data).length }));
  inform();
}

// send sends a message to the chat.
async function send(text) {
  if (!(await say(text))) change({ notice: words.failed });
}

// pick keeps the gift that the person chose, null for none.
function pick(gift) {
  change({ picked: gift });
  tell(gift ? fill(words.picked, { name: gift.name }) : "");
  inform();
}

function compare(id) {
  const others = state.compared.filter((other) => other !== id);
  change({ compared: state.compared.includes(id) ? others : [...others, id].slice(-2) });
}

// inform writes for the model what the person sees and wants.
function inform() {
  const quoted = (gift) => `"${gift.name}" (id ${gift.id})`;
  const shown = giftsOf(state.data);
  remember([
    state.picked ? `The person chose ${quoted(state.picked)}.` : "The person has chosen no gift.",
    state.refused.length > 0 && `They do not want the ids ${state.refused.join(", ")}.`,
    shown.length > 0 && `The cards show ${shown.map(quoted).join(", ")}.`,
  ].filter(Boolean).join(" "), {
    picked: state.picked ? { id: state.picked.id, name: state.picked.name } : {},
    refused: state.refused,
  });
}

// recall takes up what the person did before the page was shown again.
function recall() {
  const { picked, refused } = remembered();
  state.refused = Array.isArray(refused) ? [...refused] : [];
  state.picked = giftsOf(state.data).find((gift) => gift.id === picked?.id) ?? null;
}

// Some hosts deliver arguments and results again, as they were or empty. Neither may undo what the person did
// since.
const delivered = { args: "", data: "" };

function isNew(name, value) {
  const text = JSON.stringify(value);
  if (delivered[name] === text) return false;
  delivered[name] = text;
  return true;
}

function take(result) {
  const data = dataOf(result);
  const failure = failureOf(result);
  if (!data && !failure) wait();
  else if (isNew("data", data ?? failure)) draw(data, failure);
}

function draw(data, failure) {
  if (data) {
    accept(data);
    recall();
  }
  change({ failure });
  tell(failure || fill(words.shown, { count: giftsOf(data).length }));
}

// takeInput keeps the arguments of the call. Until there is an answer, they tell which tool it was.
function takeInput(args) {
  if (!args || !isNew("args", args)) return;
  state.args = args;
  if (!state.data) state.plan = Array.isArray(args.recipients);
  change({ late: false });
  bePatient();
}

// wait goes on when a host hands over no gifts: the page asks for them itself, or says how to get some.
function wait() {
  if (state.data || state.failure || state.asked) return;
  if (goingOn()) askFirst();
  else change({ late: true });
}

// bePatient gives the host some seconds more to hand over the result, or the arguments before it.
let patience;

function bePatient() {
  clearTimeout(patience);
  patience = setTimeout(wait, 4000);
}

bePatient();
connect({
  begun: bePatient,
  input: takeInput,
  result: take,
  cancelled: () => { if (!state.data) change({ failure: words.cancelled }); },
  context: () => { dress(); refresh(); },
}).then(tellSize);
dress();
refresh();
reportSize();
