// header says what is shown, and holds what changes it.
function header() {
  const data = state.data;
  return h("header", null,
    state.before.length > 0 && button({ key: "back", name: "back", kind: "round flip", label: words.back, press: goBack, disabled: state.busy }),
    h("h1", { tabindex: "-1", "data-key": "title", dir: "auto" }, state.failure ? words.nothing : data.summary),
    h("div", { class: "tools" },
      goingOn() && !state.failure && button({ key: "others", name: "others", text: words.others, kind: "quiet", press: showOthers, disabled: state.busy }),
      goingOn() && !state.failure && button({
        key: "refine", name: "refine", text: words.refine, kind: "quiet", expanded: state.refining,
        press: () => change({ refining: !state.refining }),
      }),
      sizeButton()));
}

function sizeButton() {
  const wanted = mode() === "fullscreen" ? "inline" : "fullscreen";
  if (!canShow(wanted)) return null;
  const larger = wanted === "fullscreen";
  return button({
    key: "size", name: larger ? "larger" : "smaller", kind: "round", label: larger ? words.larger : words.smaller,
    press: () => show(wanted).catch(() => {}).then(() => { dress(); refresh(); }),
  });
}

// refinement asks again with another budget or other kinds.
function refinement() {
  if (!goingOn() || !(state.refining || state.failure)) return null;
  return h("form", { class: "refine", submit: (event) => event.preventDefault() }, budgetSlider(), kindChoice());
}

function budgetSlider() {
  const name = budgetName();
  const budget = state.args[name];
  if (!(budget > 0)) return null;
  // Where nothing fits, it may be by far too little.
  if (!(budget < state.top)) state.top = niceAbove(budget * (state.failure ? 20 : 2));
  const step = niceBelow(state.top / 40);
  const told = (amount) => fill(words.upTo, { price: money(amount, currency()) });
  const output = h("output", { for: "budget", dir: "auto" }, told(budget));
  const slide = (event) => {
    output.textContent = told(event.target.valueAsNumber);
    event.target.setAttribute("aria-valuetext", output.textContent);
  };
  return h("div", { class: "field" },
    h("label", { for: "budget" }, state.plan ? words.totalBudget : words.budget), output,
    h("input", {
      id: "budget", type: "range", "data-key": "budget", min: step, max: state.top, step, value: budget,
      "aria-valuetext": told(budget), input: slide, change: (event) => refine({ [name]: event.target.valueAsNumber }),
    }));
}

// niceAbove and niceBelow are the nearest 1, 2 or 5 with zeros above and below an amount.
const niceBelow = (amount) => {
  const unit = 10 ** Math.floor(Math.log10(amount));
  return [5, 2, 1].find((digit) => digit * unit <= amount) * unit;
};
const niceAbove = (amount) => {
  const unit = 10 ** Math.floor(Math.log10(amount));
  return [1, 2, 5, 10].find((digit) => digit * unit >= amount) * unit;
};

const kinds = ["physical", "experience", "digital"];

function kindChoice() {
  const chosen = state.args.kinds?.length ? state.args.kinds : kinds;
  // The last kind stays: without any, nothing could be found.
  const toggled = (kind) => (chosen.includes(kind) ? chosen.filter((other) => other !== kind) : [...chosen, kind]);
  return h("fieldset", { class: "field" },
    h("legend", null, words.kind),
    h("div", { class: "chips" }, kinds.map((kind) => button({
      key: kind, name: chosen.includes(kind) && "check", text: words[kind], kind: "chip", pressed: chosen.includes(kind),
      disabled: state.busy || (chosen.length === 1 && chosen[0] === kind),
      press: () => refine({ kinds: toggled(kind).length === kinds.length ? [] : toggled(kind) }),
    }))));
}

// footer holds what goes on from what was chosen: its card, or the comparison.
const footer = () => h("footer", null, pickedBar(), compareBar());

function pickedBar() {
  if (!state.picked) return null;
  return h("div", { class: "bar" }, icon("pick"), h("span", { class: "grow", dir: "auto" }, fill(words.picked, { name: state.picked.name })),
    canSay() && button({ key: "card", name: "write", text: words.card, kind: "primary", press: () => send(cardMessage(state.picked)) }));
}

function compareBar() {
  if (state.compared.length === 0) return null;
  const ready = state.compared.length === 2;
  return h("div", { class: "bar" }, icon("compare"),
    h("span", { class: "grow" }, ready ? namesOf(state.compared) : words.compareMore),
    ready && button({ key: "compare", text: words.compare, kind: "primary", press: () => change({ comparing: true }, "title") }));
}

function namesOf(ids) {
  const names = giftsOf(state.data).filter((gift) => ids.includes(gift.id)).map((gift) => gift.name);
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(names);
}

// cardMessage asks for the text of a gift card, with what is known of the occasion and the person.
function cardMessage(gift) {
  const { occasion, recipient } = { ...state.args, ...(state.plan && planned(gift)) };
  return [
    fill(words.cardMessage, { name: gift.name }),
    occasion && fill(words.cardOccasion, { occasion }),
    recipient && fill(words.cardPerson, { person: recipient }),
  ].filter(Boolean).join(" ");
}
