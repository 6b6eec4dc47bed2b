// The words of the widget stand in the page as a table: in the first row the languages, then a key and what it
// is in each of them.
const [languages, ...table] = byId("words").textContent.trim().split("\n").map((line) => line.split("\t"));

// wordsIn returns the words of a language by key, null for one that is not spoken here.
function wordsIn(language) {
  const column = languages.indexOf(language, 1);
  return column < 0 ? null : Object.fromEntries(table.map((row) => [row[0], row[column]]));
}
