// The locale of the person, and the words for it. Both follow the host.
let locale = "en";
let words = wordsIn("en");

const rightToLeft = ["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"];

// speak takes on a locale as the host tells it. The page says the language of its own words, and the
// direction of the person's.
function speak(tag) {
  try {
    locale = Intl.getCanonicalLocales(String(tag).replaceAll("_", "-"))[0] ?? "en";
  } catch {
    return; // What is no locale changes nothing.
  }
  const language = locale.split("-")[0];
  const spoken = wordsIn(language);
  words = spoken ?? wordsIn("en");
  document.documentElement.lang = spoken ? locale : "en";
  document.documentElement.dir = rightToLeft.includes(language) ? "rtl" : "ltr";
}

// fill puts values in the places that a text names: fill("Up to {price}", { price: "$5" }).
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

// money writes an amount, or a range of amounts, as people of the locale do, with the digits that ISO 4217 gives
// the currency; whole amounts have none.
function money(amount, currency, upTo = amount) {
  try {
    const format = new Intl.NumberFormat(locale, { style: "currency", currency, trailingZeroDisplay: "stripIfInteger", signDisplay: "negative" });
    return upTo > amount ? format.formatRange(amount, upTo) : format.format(amount);
  } catch {
    return `${amount} ${currency}`; // It has not the form of a currency.
  }
}

// priceOf writes what a gift costs, and marks what is known only about.
function priceOf(gift) {
  const { min, max } = gift.price_range ?? {};
  let text = max > min ? money(min, gift.currency, max) : money(gift.price, gift.currency);
  if (gift.approximate || (gift.price_basis === "typical" && !max)) text = fill(words.about, { price: text });
  return gift.original ? `${text} (${money(gift.original.price, gift.original.currency)})` : text;
}

// basisOf says what a price rests on, "" for one that a shop asks.
function basisOf(gift) {
  if (gift.price_basis !== "typical") return "";
  return gift.price_year ? fill(words.typicalIn, { year: gift.price_year }) : words.typical;
}

// dateOf writes a day. One without a time is the same day everywhere.
function dateOf(text) {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return "";
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: text.length > 10 ? undefined : "UTC" }).format(date);
}

const shopOf = (url) => url.hostname.replace(/^www\./, "");
