/* Where the reader is: held by the address, so that it can be shared and gone back from. */
const State = (() => {
  /** focus: a node's id. at: "claim/1" or "relation/2" of that paper. edge: "from name to". */
  const NAMES = ["focus", "at", "edge", "tab", "rows"];
  const listeners = [];
  /** Places left behind in this visit: "back" must not leave the page. */
  let steps = 0;
  let current = {};

  function parse(hash) {
    const params = new URLSearchParams(hash.replace(/^#/, ""));
    return Object.fromEntries(NAMES.map((name) => [name, params.get(name) || ""]));
  }

  function format(state) {
    const params = new URLSearchParams();
    for (const name of NAMES) if (state[name]) params.set(name, state[name]);
    return `#${params}`;
  }

  /** Tell what changes the place; it is told at once, too. */
  function listen(listener) {
    listeners.push(listener);
  }

  function apply() {
    const before = current;
    current = parse(location.hash);
    for (const listener of listeners) listener(current, before);
  }

  /** Go to a place; what it leaves unsaid of the target is cleared, tab and rows stay. */
  function go(target) {
    const hash = format({ tab: current.tab, rows: current.rows, ...target });
    if (hash === format(current)) apply();
    else {
      steps += 1;
      location.hash = hash;
    }
  }

  /** Go where the reader was before, or to the start. */
  function back() {
    if (steps > 0) {
      steps -= 1;
      history.back();
    } else go({});
  }

  /** Change the tab or the rows, and nothing else. */
  function turn(change) {
    go({ ...current, ...change });
  }

  function start() {
    window.addEventListener("hashchange", apply);
    // Links name their target alone: the tab stays as it is.
    document.addEventListener("click", (event) => {
      const link = event.target.closest && event.target.closest("a[href^='#']");
      if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      const target = parse(link.getAttribute("href"));
      go(Object.fromEntries(Object.entries(target).filter(([, value]) => value)));
    });
    apply();
  }

  return { listen, go, back, turn, start, href: format, get: () => current };
})();
