// The tools take so many ids of gifts that are not to be shown again; the latest ones count.
const mostExcluded = 200;

const excluded = (...ids) => [...new Set(ids)].slice(-mostExcluded);
const unwanted = () => excluded(...state.seen, ...state.refused);

// ask calls a tool and returns the answer. Without one it says why by fail and returns null. It returns undefined
// when the host has delivered another answer meanwhile: that one stands.
async function ask(tool, args, fail) {
  const { data } = state;
  change({ busy: true, notice: "" });
  tell(words.looking);
  const result = await callTool(tool, present({ language: locale, ...args })).catch(() => null);
  if (state.data !== data) return undefined;
  state.busy = false;
  const answer = dataOf(result);
  if (!answer) fail(failureOf(result) || words.failed);
  return answer;
}

// askAgain puts the answer to changed arguments in the place of the one that is shown. Those of them that are
// for this once are undone by keep.
async function askAgain(changes, keep, focus) {
  if (state.busy) return;
  const { data, args, failure } = state;
  const asked = { ...args, ...changes };
  const answer = await ask(state.plan ? "plan_gifts" : "suggest_gifts", asked, (text) => { state.failure = text; });
  if (answer === undefined) return;
  if (data && !failure) state.before.push({ data, args });
  state.args = { ...asked, ...keep };
  if (answer) accept(answer);
  settle(focus);
}

// refine changes what was asked for.
function refine(changes) {
  const args = { ...changes, exclude_ids: excluded(...state.refused) };
  if (state.args.min_budget >= changes.budget) args.min_budget = undefined; // Nothing lies between them.
  return askAgain(args);
}

const showOthers = () => askAgain({ exclude_ids: unwanted() }, {}, "title");

// moreLike shows other gifts of the category of a gift. In a plan they are for the same person.
async function moreLike(gift) {
  const changes = { category: gift.category, exclude_ids: unwanted() };
  if (!state.plan) return askAgain(changes, { category: state.args.category }, "title");
  const person = personOf(gift);
  return substitute(person.gifts, { ...planned(gift), ...changes, limit: person.gifts.length }, "close ");
}

// refuse puts another gift in the place of one that the person does not want.
function refuse(gift) {
  state.refused.push(gift.id);
  if (state.picked?.id === gift.id) state.picked = null;
  const args = state.plan ? planned(gift) : state.args;
  return substitute([gift], { ...args, limit: 1, exclude_ids: unwanted() }, "close ");
}

// substitute puts new gifts in the place of some. Those that were refused go even when there are none.
async function substitute(old, args, focus) {
  if (state.busy) return;
  let text = "";
  const answer = await ask("suggest_gifts", args, () => { text = words.noMore; });
  if (answer === undefined) return;
  const list = state.plan ? personOf(old[0]).gifts : state.data.gifts;
  const gone = answer ? [...old] : old.filter((gift) => state.refused.includes(gift.id));
  if (gone.length > 0) list.splice(list.indexOf(gone[0]), gone.length, ...(answer?.gifts ?? []));
  if (state.plan) addUp(state.data);
  accept(state.data);
  state.notice = text;
  settle(answer?.gifts.length > 0 ? focus + answer.gifts[0].id : "title");
}

// addUp counts anew what the first choices of a plan cost.
function addUp({ people, total }) {
  total.cost = people.reduce((sum, { gifts: [first] }) => sum + (first?.price ?? 0), 0);
  total.left_over = total.budget - total.cost;
}

const personOf = (gift) => state.data.people.find((person) => person.gifts.includes(gift));

// planned are the arguments of suggest_gifts for the person of a plan who gets a gift.
function planned(gift) {
  const person = personOf(gift);
  const { recipients, total_budget, ...shared } = state.args ?? {};
  const { name, share, ...own } = recipients?.[state.data.people.indexOf(person)] ?? {};
  return { ...shared, ...own, occasion: own.occasion || shared.occasion, budget: person?.budget };
}

// askFirst asks for what the host has not handed over.
async function askFirst() {
  state.asked = true;
  const answer = await ask(state.plan ? "plan_gifts" : "suggest_gifts", state.args, (text) => { state.failure = text; });
  if (answer === undefined) return;
  if (answer) accept(answer);
  settle();
}

function goBack() {
  Object.assign(state, state.before.pop());
  accept(state.data);
  settle("title");
}
