const byId = (id) => document.getElementById(id);

// h makes an element. Children become nodes or text and attributes are set by name, so that nothing a
// catalog says is ever read as markup. A function is a listener; what is nothing, false or "" is left out.
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {}).filter(([, value]) => isThere(value))) {
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter(isThere));
  return element;
}

const isThere = (value) => value !== undefined && value !== null && value !== false && value !== "";

// icon draws one of the icons that stand in the page. They say nothing that the text beside them does not.
function icon(name) {
  const svg = byId("icon").content.firstElementChild.cloneNode(true);
  svg.firstElementChild.setAttribute("href", "#icon-" + name);
  return svg;
}

// button makes a button with an icon and a text, or a label alone where there is no room. Its key is how it
// gets the focus back when the page is drawn anew.
function button({ key, name, text, label = text, kind, pressed, expanded, disabled, press }) {
  return h("button", {
    type: "button", class: kind, title: text ? null : label, "data-key": key, "aria-label": label,
    "aria-pressed": pressed?.toString(), "aria-expanded": expanded?.toString(),
    // A button that is truly disabled loses the focus, and whoever uses the keyboard their place.
    "aria-disabled": disabled && "true", click: disabled ? null : press,
  }, name && icon(name), text && h("span", null, text));
}

// A link or picture of a catalog may be of any kind; these are the ones that only show a page or a picture.
const link = (url) => ofScheme(url, ["https:", "http:"]);
const picture = (url) => ofScheme(url, ["https:"]);

function ofScheme(url, schemes) {
  const parsed = typeof url === "string" && URL.canParse(url) ? new URL(url) : null;
  return parsed && schemes.includes(parsed.protocol) ? parsed : null;
}

const withKey = (key) => document.querySelector(`[data-key="${CSS.escape(key)}"]`);

// focusOn moves the focus to what has a key, or to the title where that is gone, so that it is never lost.
function focusOn(key) {
  (withKey(key) ?? withKey("title"))?.focus({ preventScroll: true });
}

// replaceIn puts children in the place of those of an element and leaves the focus and what was scrolled where
// they were.
function replaceIn(element, ...children) {
  const key = document.activeElement?.dataset.key;
  const scrolled = new Map();
  for (const list of element.querySelectorAll("[data-scroll]")) scrolled.set(list.dataset.scroll, list.scrollLeft);
  element.replaceChildren(...children);
  for (const list of element.querySelectorAll("[data-scroll]")) list.scrollLeft = scrolled.get(list.dataset.scroll) ?? 0;
  if (key) focusOn(key);
}
