/* What the page tells: to screen readers alone, or to all for a moment. */
const Say = (() => {
  const SECONDS = 3;
  let timer = 0;

  function quietly(text) {
    Dom.byId("live").textContent = text;
  }

  function note(text) {
    const box = Dom.byId("note");
    box.textContent = text;
    box.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(() => { box.hidden = true; }, SECONDS * 1000);
    quietly(text);
  }

  return { quietly, note };
})();
