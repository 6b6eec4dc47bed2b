// The bridge of ChatGPT: properties and functions of window.openai, which may be there from the start, come
// late, or not at all.
const openai = () => window.openai ?? {};

// connectOpenAI hands on what is there, and what comes. The event holds only what has changed.
function connectOpenAI(on) {
  const take = (globals) => {
    if (globals.toolInput) on.input(globals.toolInput);
    if (globals.toolOutput) on.result({ structuredContent: globals.toolOutput });
  };
  window.addEventListener("openai:set_globals", (event) => {
    on.context();
    take(event.detail?.globals ?? openai());
  });
  if (!window.openai) return;
  on.context();
  take(openai());
}
