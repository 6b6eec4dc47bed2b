// What the page shows. Everything is drawn from it.
const state = {
  // The answer is for several people.
  plan: false,
  // Of the call that led to the answer.
  args: null,
  // The answer.
  data: null,
  // Why there is none.
  failure: "",
  // What to tell beside the answer.
  notice: "",
  busy: false,
  // The page has asked for the first answer itself.
  asked: false,
  // Nothing has come for a while.
  late: false,
  // Earlier answers, for the way back.
  before: [],
  // Ids of gifts that the person does not want.
  refused: [],
  // Ids of gifts that were shown.
  seen: new Set(),
  // The gift that the person chose.
  picked: null,
  // Ids of up to two gifts.
  compared: [],
  comparing: false,
  refining: false,
  // Ids of gifts whose details are open.
  open: new Set(),
  // End of the budget slider, in major units; 0 until a budget is known.
  top: 0,
};

// accept takes an answer as the one that is shown.
function accept(data) {
  state.data = data;
  state.plan = Array.isArray(data.people);
  state.args ??= argumentsOf(data);
  Object.assign(state, { failure: "", notice: "", busy: false, late: false, comparing: false });
  for (const gift of giftsOf(data)) state.seen.add(gift.id);
  const shown = new Set(giftsOf(data).map((gift) => gift.id));
  state.compared = state.compared.filter((id) => shown.has(id));
}

// goingOn reports whether the person can ask on: the host lets the page call tools, and it is known what for.
const goingOn = () => canCall() && state.args !== null;

const budgetName = () => (state.plan ? "total_budget" : "budget");
const currency = () => state.data?.total?.currency ?? state.data?.understood?.budget.currency ?? state.args?.currency ?? "USD";
