// hueOf is the colour of a text, in degrees: the same each time, and different for the next.
function hueOf(text) {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + character.codePointAt(0)) % 3600;
  return sum % 360;
}

// illustration is drawn for a gift: the sign of its category on a ground whose colour is that of the category,
// a little different for each gift.
function illustration(gift) {
  const name = byId("icon-" + gift.category) ? gift.category : "gift";
  const element = h("div", { class: "art", "aria-hidden": "true" }, icon(name), icon(name));
  element.style.setProperty("--hue", hueOf(gift.category) + (hueOf(gift.id) % 48) - 24);
  return element;
}

// Pictures are kept, so that they do not flicker when the page is drawn anew.
const portraits = new Map();

function portrait(gift) {
  const key = gift.id + " " + gift.image?.url;
  if (!portraits.has(key)) portraits.set(key, newPortrait(gift));
  return portraits.get(key);
}

// newPortrait is the picture of a gift before its illustration, which stays where the picture doesn't come.
function newPortrait(gift) {
  const url = picture(gift.image?.url);
  if (!url) return [illustration(gift)];
  const image = h("img", {
    src: url.href, alt: gift.image.alt || gift.name, loading: "lazy", decoding: "async", referrerpolicy: "no-referrer",
    error: () => image.remove(),
    load: () => image.classList.add(image.naturalWidth > 1.3 * image.naturalHeight ? "wide" : "whole"),
  });
  return [illustration(gift), image];
}

function giftCard(gift, tag) {
  return h("li", { class: "card" + (state.picked?.id === gift.id ? " picked" : "") },
    h("div", { class: "media" }, portrait(gift), tag && h("span", { class: "badge" }, tag), refuseButton(gift), pickButton(gift)),
    h("div", { class: "body" },
      h(state.plan ? "h3" : "h2", { dir: "auto" }, gift.name),
      priceLine(gift),
      h("p", { class: "why", dir: "auto" }, reasonOf(gift)),
      gift.caution && h("p", { class: "caution" }, icon("note"), h("span", { class: "unseen" }, words.caution + ": "), h("span", { dir: "auto" }, gift.caution)),
      details(gift),
      h("div", { class: "actions" }, buyButton(gift), moreButton(gift), compareButton(gift))));
}

// reasonOf is what speaks for a gift. Long plans have neither this nor a description for alternatives.
const reasonOf = (gift) => gift.why || gift.description;

function priceLine(gift) {
  const url = link(gift.url);
  const facts = [basisOf(gift), url && shopOf(url), gift.availability === "in_stock" ? "" : words[gift.availability]].filter(Boolean);
  return h("p", { class: "price" }, h("strong", { dir: "auto" }, priceOf(gift)), ...facts.map((fact) => h("span", { class: "fact" }, fact)));
}

// giftButton is a button with a sign alone, whose label says which gift it is about.
const giftButton = (gift, name, kind, label, press, pressed) =>
  button({ key: `${name} ${gift.id}`, name, kind: "round " + kind, label: `${label}: ${gift.name}`, pressed, press, disabled: state.busy });

function pickButton(gift) {
  const picked = state.picked?.id === gift.id;
  return giftButton(gift, "pick", "on-media pick", words.pick, () => pick(picked ? null : gift), picked);
}

const refuseButton = (gift) => goingOn() && giftButton(gift, "close", "on-media", words.not, () => refuse(gift));
const moreButton = (gift) => goingOn() && giftButton(gift, "more", "", words.more, () => moreLike(gift));
const compareButton = (gift) => giftsOf(state.data).length > 1 &&
  giftButton(gift, "compare", "", words.compare, () => compare(gift.id), state.compared.includes(gift.id));

// buyButton opens the shop. An idea has none, so the chat is asked for one.
function buyButton(gift) {
  const url = link(gift.url);
  if (url) {
    return h("a", {
      class: "primary", href: url.href, title: shopOf(url), target: "_blank", rel: "noopener noreferrer", "data-key": "buy " + gift.id,
      click: (event) => { event.preventDefault(); openLink(url.href); },
    }, h("span", null, words.open), h("span", { class: "unseen" }, ": " + gift.name));
  }
  if (!canSay()) return null;
  const message = fill(words.findMessage, { name: gift.name, price: money(gift.price, gift.currency) });
  return h("button", { type: "button", class: "primary", "data-key": "buy " + gift.id, click: () => send(message) },
    h("span", null, words.find), h("span", { class: "unseen" }, ": " + gift.name));
}

// details holds what only some want to know before they look at the next gift.
function details(gift) {
  const facts = factsOf(gift);
  const description = gift.why ? gift.description : "";
  if (!description && facts.length === 0) return null;
  return h("details", { open: state.open.has(gift.id), toggle: (event) => keepOpen(gift.id, event.target.open) },
    h("summary", { "data-key": "details " + gift.id }, words.details, h("span", { class: "unseen" }, ": " + gift.name)),
    description && h("p", { dir: "auto" }, description),
    facts.length > 0 && h("dl", null, facts.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", { dir: "auto" }, value)))));
}

function keepOpen(id, open) {
  if (open) state.open.add(id);
  else state.open.delete(id);
}

// factsOf lists what is known of a gift beside its reason, by name.
function factsOf(gift) {
  return [
    [words.brand, gift.brand],
    [words.kind, words[gift.kind]],
    [words.options, gift.options?.slice(0, 6).join(" · ")],
    [words.stock, words[gift.availability]],
    [words.asOf, gift.as_of && dateOf(gift.as_of)],
  ].filter(([, value]) => value);
}
