/* Where the reader is: held by the address, so that it can be shared, undone and gone back from. */
const State = (() => {
  /**
   * focus: a node's id. at: "claim/1" or "relation/2" of that paper. edge: "from name to".
   * path: "from to". trail: what was added to the picture or taken from it (`Picture`).
   */
  const PLACE = ["focus", "at", "edge", "path"];
  const TABLE = ["rows", "about", "metric", "dataset", "unit", "least", "q", "sort", "page"];
  const FILTERS = ["types", "links", "year", "venue", "kind"];
  const NAMES = [...PLACE, "trail", "tab", ...TABLE, ...FILTERS];
  const LONGEST_TRAIL = 30;
  const listeners = [];
  let current = {};

  const cleared = (names) => Object.fromEntries(names.map((name) => [name, ""]));
  const sound = (text) => text.replace(/\p{Surrogate}/gu, "\ufffd");

  function parse(hash) {
    const params = new URLSearchParams(hash.replace(/^#/, ""));
    return Object.fromEntries(NAMES.map((name) => [name, params.get(name) || ""]));
  }

  function format(state) {
    const params = new URLSearchParams();
    for (const name of NAMES) if (state[name]) params.set(name, sound(String(state[name])));
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

  function move(state, replace) {
    const hash = format(state);
    if (hash !== format(current)) {
      const depth = ((history.state && history.state.depth) || 0) + (replace ? 0 : 1);
      history[replace ? "replaceState" : "pushState"]({ depth }, "", hash);
    }
    apply();
  }

  /** What the picture holds stays when the focus moves on; a step that drew more shows the node, too. */
  function extended(trail, step) {
    const steps = trail.split(" ").filter(Boolean);
    const last = steps.findLastIndex((one) => one.startsWith(step) && /^([<>=]\w+|\*)?$/.test(one.slice(step.length)));
    if (last > steps.lastIndexOf(`!${step}`)) return trail;
    return [...steps, step].slice(-LONGEST_TRAIL).join(" ");
  }

  /** Go to a place; what it leaves unsaid of the target is cleared, all else stays. */
  function go(target) {
    const next = { ...current, ...cleared(PLACE), ...(target.rows ? cleared(TABLE) : {}), ...target };
    if (current.focus && current.focus !== next.focus && target.trail === undefined) {
      next.trail = extended(current.trail, current.focus);
    }
    move(next, false);
  }

  /** Change what is named, and nothing else; `replace` leaves no step to go back to. */
  function turn(change, { replace = false } = {}) {
    move({ ...current, ...change }, replace);
  }

  const undoable = () => Boolean(history.state && history.state.depth);

  /** Undo the last step of this visit, whatever it was; with none left, go to the start. */
  function back() {
    if (undoable()) history.back();
    else go({ trail: "" });
  }

  const filtered = (state = current) => FILTERS.some((name) => state[name]);
  const unfilter = () => turn(cleared(FILTERS));

  function start() {
    window.addEventListener("hashchange", apply);
    // Links name their target alone: filters and trail stay as they are.
    document.addEventListener("click", (event) => {
      const link = event.target.closest && event.target.closest("a[href^='#']");
      if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      const target = parse(link.getAttribute("href"));
      go(Object.fromEntries(Object.entries(target).filter(([, value]) => value)));
    });
    apply();
  }

  return { FILTERS, listen, go, back, undoable, turn, start, filtered, unfilter, extended, href: format, get: () => current };
})();
