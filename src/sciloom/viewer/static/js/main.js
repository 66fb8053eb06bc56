/* The page: unpack, wire the parts, and follow the address. */
const Main = (() => {
  const { el, refill, byId } = Dom;
  /** The widths at which `page.css` changes the layout. */
  const narrow = matchMedia("(max-width: 760px)");
  const wide = matchMedia("(min-width: 981px)");

  /** Tell why there is nothing to see. */
  function fail(title, advice) {
    byId("loading").hidden = true;
    byId("failure").replaceChildren(el("h2", {}, title), el("p", {}, advice));
    byId("failure").hidden = false;
    document.documentElement.dataset.state = "failed";
  }

  /** Do what asks the source; where it cannot be reached, say so and keep what is there. */
  async function reach(act) {
    try {
      const result = await act();
      byId("gone").hidden = true;
      return result;
    } catch (error) {
      if (!(error instanceof Source.Gone)) throw error;
      byId("gone").hidden = false;
      byId("retry").onclick = () => reach(act);
      return undefined;
    }
  }

  function theme(redraw) {
    const root = document.documentElement;
    const system = matchMedia("(prefers-color-scheme: dark)");
    const button = byId("theme");
    const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
    const name = () => {
      button.textContent = isDark() ? "Light" : "Dark";
      button.setAttribute("aria-label", `Switch to ${isDark() ? "light" : "dark"} colours`);
    };
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      name();
      redraw();
    });
    system.addEventListener("change", () => {
      name();
      redraw();
    });
    name();
  }

  /** What a state is about: { focus, edge, ends, ways, shown, missing }. */
  async function resolve(state) {
    const [start, predicate, end] = state.edge ? state.edge.split(" ") : [];
    const ends = state.path ? state.path.split(" ") : [];
    const wanted = [state.focus, start, end, ...ends].filter(Boolean);
    const found = new Map();
    (await Source.reach(wanted, state)).forEach((node, i) => found.set(wanted[i], node));
    const focus = found.get(state.focus) || null;
    const from = found.get(start);
    const edge = (from && from.edges.find((one) => one.from === from && one.name === predicate && one.to.id === end)) || null;
    const [a, b] = ends.map((id) => found.get(id) || null);
    const ways = a && b ? await Source.paths(a, b, state) : null;
    const along = ways ? [...new Set([a, ...ways.flat().map((step) => step.to), b])] : [a, b].filter(Boolean);
    return {
      focus, edge, ways: state.path ? ways || [] : null, ends: state.path ? [a || null, b || null, ways] : null,
      shown: focus ? [focus] : edge ? [edge.from, edge.to] : along,
      missing: wanted.filter((id) => !found.get(id)).concat(state.edge && from && !edge ? [state.edge] : []),
    };
  }

  function run(store) {
    const panel = byId("panel");
    const stage = Stage.make(store);
    const list = List.make(byId("list"), reach);
    let facets = null;
    let asked = 0;
    let shown = null;
    let place = null;

    const find = (text) => reach(() => Source.suggest(text)).then((found) => found || { matches: [], more: null });
    /** What papers say leads on to the table of all claims that do. */
    const findAll = async (text) => {
      const { matches, more } = await find(text);
      const onward = (list) => (list.some(({ says }) => says) ? [...list, { all: text.trim() }] : list);
      return { matches: onward(matches), more: more && more.then(onward) };
    };
    const open = ({ node, at, all }) => State.go(all ? { tab: "list", rows: "claims", q: all } : { focus: node.id, at: at || "" });

    function showPanel(state) {
      const content = place.edge
        ? Card.edgeCard(place.edge)
        : place.focus
          ? Card.render(store, place.focus, state.at, stage.grower(place.focus))
          : place.ends ? Route.render(...place.ends, find) : Start.render(store);
      const missing = place.missing.length
        ? el("p", { class: "missing", role: "alert" }, "The link names something that is not in this graph: ", el("code", {}, place.missing.join(" ")))
        : null;
      refill(panel, missing, content);
    }

    /** Bring every part to a state. */
    async function follow(state) {
      asked += 1;
      const mine = asked;
      const next = await resolve(state);
      if (mine !== asked) return;
      const before = shown;
      shown = state;
      place = next;
      const inList = state.tab === "list";
      byId("list").hidden = !inList;
      byId("stage").hidden = inList;
      // What a table starts from needs no "Start here" beside it.
      document.querySelector("main").classList.toggle("alone", inList && !place.shown.length && !place.ends && !place.missing.length);
      byId("tab-graph").setAttribute("aria-pressed", String(!inList));
      byId("tab-list").setAttribute("aria-pressed", String(inList));
      stage.show(place, state, { first: !before || before.tab !== state.tab });
      const changed = (names) => !before || names.some((name) => before[name] !== state[name]);
      const moved = changed(["focus", "edge", "path", "at"]);
      if (moved || changed(["trail", ...State.FILTERS])) {
        const top = moved ? 0 : panel.scrollTop;
        const held = panel.contains(document.activeElement) ? document.activeElement.className : "";
        showPanel(state);
        panel.scrollTop = top;
        if (!moved && held === "grow") (panel.querySelector(".grow") || panel).focus({ preventScroll: true });
      }
      if (before ? moved : place.shown.length) arrive(state);
      if (inList) await list.show(state);
      await filters(state, before);
      if (!before) opened();
    }

    async function filters(state, before) {
      if (before && !State.FILTERS.some((name) => before[name] !== state[name])) return;
      const counts = await Source.counts(state);
      if (state !== shown) return;
      if (!facets) facets = Facets.make(byId("filters"), counts);
      facets.update(state, counts);
    }

    /** Bring what was asked for into sight, and tell it. */
    function arrive(state) {
      const lit = panel.querySelector(".abstract .lit, h2 .lit");
      const parts = panel.querySelector(".parts");
      if (parts) parts.scrollIntoView({ block: "start" });
      else if (state.at && lit) lit.scrollIntoView({ block: "center" });
      else if (narrow.matches && (place.shown.length || place.ends)) panel.scrollIntoView({ block: "start" });
      const title = panel.querySelector("h2");
      const stands = document.activeElement;
      const box = place.ends && panel.querySelector(place.ends[0] ? "#path-to" : "#path-from");
      if (box && !place.ends[2]) box.focus({ preventScroll: true });
      else if (!stands || stands === document.body || stands.id === "search") title.focus({ preventScroll: true });
      const { focus } = place;
      Say.quietly(focus ? `${focus.label}, ${focus.type}, ${Words.count(focus.degree, "link")}` : title.textContent);
    }

    function opened() {
      byId("loading").hidden = true;
      byId("empty").hidden = store.nodes.length > 0;
      document.documentElement.dataset.state = "ready";
      if (!place.shown.length && !place.ends && !narrow.matches) byId("search").focus({ preventScroll: true });
    }

    function keys(event) {
      const typing = event.target.matches("input:not([type=checkbox]), select, textarea");
      if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        byId("search").focus();
        byId("search").select();
      } else if (event.key === "Escape" && !typing && (place.shown.length || place.ends)) State.go({});
      else if (event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !typing) {
        event.preventDefault();
        State.back();
      }
    }

    Combobox.make(byId("search"), byId("options"), findAll, open);
    byId("unfilter").addEventListener("click", State.unfilter);
    byId("back").addEventListener("click", State.back);
    document.querySelector(".skip").addEventListener("click", (event) => {
      event.preventDefault();
      (document.querySelector("main.alone .table-box") || panel).focus();
    });
    byId("home").addEventListener("click", (event) => {
      event.preventDefault();
      State.turn({ tab: "" });
      stage.reset();
    });
    byId("tab-graph").addEventListener("click", () => State.turn({ tab: "" }));
    byId("tab-list").addEventListener("click", () => State.turn({ tab: "list" }));
    document.addEventListener("keydown", keys);
    theme(stage.repaint);
    State.listen((state) => reach(() => follow(state)));
    State.start();
  }

  async function start() {
    const fold = () => {
      byId("sidebar").open = wide.matches;
    };
    wide.addEventListener("change", fold);
    fold();
    if (typeof DecompressionStream === "undefined") {
      fail("This browser cannot unpack the page", "Open it in a browser of 2023 or later.");
      return;
    }
    let store;
    try {
      store = await Source.open();
    } catch (error) {
      if (error instanceof Source.Gone) fail("The server does not answer", "Load the page again once it runs.");
      else fail("The data of this page cannot be read", "The file is damaged or cut short. Fetch it again, or write it again with sciloom build.");
      return;
    }
    run(store);
  }

  return { start };
})();

Main.start();
