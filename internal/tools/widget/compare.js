// comparison shows two gifts side by side, a row for each thing that can be told of both.
function comparison() {
  const gifts = giftsOf(state.data).filter((gift) => state.compared.includes(gift.id));
  const rows = [
    [words.price, gifts.map((gift) => [h("strong", { dir: "auto" }, priceOf(gift)), basisOf(gift) && h("span", { class: "fact" }, basisOf(gift))])],
    [words.why, gifts.map(reasonOf)],
    [words.caution, gifts.map((gift) => gift.caution)],
    ...factRows(gifts),
  ].filter(([, values]) => values.some(Boolean));
  return [
    h("header", null,
      button({ key: "back", name: "back", kind: "round flip", label: words.back, press: () => change({ comparing: false }, "compare") }),
      h("h1", { tabindex: "-1", "data-key": "title" }, words.comparison)),
    h("table", { class: "comparison" },
      h("thead", null, h("tr", null, h("td"), gifts.map((gift) =>
        h("th", { scope: "col" }, h("div", { class: "media" }, portrait(gift), pickButton(gift)), h("span", { dir: "auto" }, gift.name))))),
      h("tbody", null, rows.map(([name, values]) =>
        h("tr", null, h("th", { scope: "row" }, name), values.map((value) => h("td", { dir: "auto" }, value || "–"))))),
      h("tfoot", null, h("tr", null, h("td"), gifts.map((gift) => h("td", null, buyButton(gift)))))),
    h("footer", null, pickedBar()),
  ];
}

// factRows puts the facts of gifts beside each other, by name.
function factRows(gifts) {
  const facts = gifts.map((gift) => new Map(factsOf(gift)));
  const names = new Set(facts.flatMap((known) => [...known.keys()]));
  return [...names].map((name) => [name, facts.map((known) => known.get(name))]);
}
