// view draws the state.
function view() {
  if (state.comparing && state.compared.length === 2) return comparison();
  if (state.failure) return [header(), refinement(), failure()];
  if (!state.data) return state.late ? [message("gift", words.gifts, words.waiting)] : [skeleton()];
  return [
    header(), refinement(), notice(),
    state.plan ? people() : gifts(state.data.gifts),
    footer(),
  ];
}

function notice() {
  return state.notice && h("p", { class: "notice" }, icon("note"), h("span", { dir: "auto" }, state.notice));
}

// failure says what to do before why, as the server says why to the model.
function failure() {
  return message("gift", "", goingOn() && state.failure !== words.failed && words.change, state.failure);
}

// message stands where there are no gifts: what is the matter, and what to do.
function message(name, title, ...texts) {
  return h("section", { class: "message" }, h("div", { class: "sign" }, icon(name)),
    title && h("h1", null, title), texts.map((text) => text && h("p", { dir: "auto" }, text)));
}

function gifts(list) {
  if (list.length === 0) return message("gift", words.nothing, words.change);
  return row("gifts", words.gifts, list.map((gift) => giftCard(gift)));
}

// row is a list of cards. Inline it scrolls sideways, with a button at each end for those who point.
function row(key, label, cards) {
  const list = h("ul", { class: "cards", role: "list", "aria-label": label, "data-scroll": key, "aria-busy": state.busy.toString() }, cards);
  const turn = (way) => list.scrollBy({ left: way * direction() * list.clientWidth * 0.8, behavior: calm() ? "auto" : "smooth" });
  const previous = button({ key: "previous " + key, name: "previous", kind: "round turn flip start", label: words.previous, press: () => turn(-1) });
  const next = button({ key: "next " + key, name: "next", kind: "round turn flip end", label: words.next, press: () => turn(1) });
  const look = () => {
    const end = list.scrollWidth - list.clientWidth;
    previous.hidden = Math.abs(list.scrollLeft) < 8;
    next.hidden = Math.abs(list.scrollLeft) > end - 8;
  };
  list.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(list);
  return h("div", { class: "row" }, list, previous, next);
}

const direction = () => (document.documentElement.dir === "rtl" ? -1 : 1);
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// people shows a plan: for each person what they get, the first choice before the alternatives.
function people() {
  const { people, total } = state.data;
  return [
    h("p", { class: "total" },
      h("strong", null, fill(words.cost, { cost: money(total.cost, total.currency), budget: money(total.budget, total.currency) })),
      h("progress", { max: total.budget, value: total.cost, "aria-label": words.totalBudget }),
      h("span", null, fill(words.left, { left: money(total.left_over, total.currency) }))),
    people.map((person, index) => h("section", { class: "person", "aria-label": person.name },
      h("h2", null, h("span", { class: "initial", "aria-hidden": "true" }, initial(person.name)), h("span", { dir: "auto" }, person.name),
        h("span", { class: "fact" }, fill(words.upTo, { price: money(person.budget, total.currency) }))),
      person.gifts.length > 0
        ? row("person " + index, person.name, person.gifts.map((gift, place) => giftCard(gift, place === 0 && words.first)))
        : h("p", { class: "notice" }, icon("note"), h("span", { dir: "auto" }, person.problem || words.change)))),
  ];
}

// initial is the first letter of a name, as people count letters, or the number of those who have none.
const initial = (name) => name.match(/\d+$/)?.[0] ?? [...new Intl.Segmenter(locale).segment(name.trim())][0]?.segment.toLocaleUpperCase(locale) ?? "";

function skeleton() {
  const bone = (kind) => h("div", { class: "bone " + kind });
  const card = () => h("li", { class: "card" }, h("div", { class: "media bone" }), h("div", { class: "body" }, ["name", "line", "line", "short"].map(bone)));
  return h("section", { class: "waiting" },
    h("header", null, h("h1", { dir: "auto" }, words.looking + "…")),
    h("ul", { class: "cards", "aria-hidden": "true" }, [card(), card(), card(), card()]));
}
