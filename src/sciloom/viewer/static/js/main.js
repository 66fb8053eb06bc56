/* The page: unpack, wire the parts, and follow the address. */
const Main = (() => {
  const { el, refill, byId } = Dom;
  /** The widths at which `page.css` changes the layout. */
  const narrow = matchMedia("(max-width: 760px)");
  const wide = matchMedia("(min-width: 981px)");

  function say(text) {
    byId("live").textContent = text;
  }

  /** Tell why there is nothing to see. */
  function fail(title, advice) {
    byId("loading").hidden = true;
    byId("failure").replaceChildren(el("h2", {}, title), el("p", {}, advice));
    byId("failure").hidden = false;
    document.documentElement.dataset.state = "failed";
  }

  function findEdge(store, name) {
    const [from, predicate, to] = name.split(" ");
    const node = store.byId.get(from);
    return (node && node.edges.find((e) => e.from === node && e.name === predicate && e.to.id === to)) || null;
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

  function run(store) {
    const picture = Picture.make(store);
    const panel = byId("panel");
    let focus = null;
    let litEdge = null;

    const redraw = () => {
      view.colours = Canvas.palette();
      draw();
    };
    const filters = Filters.make(store, byId("filters"), () => {
      draw();
      if (State.get().tab === "list") list.show(State.get().rows);
    });
    const list = List.make(store, byId("list"), (node) => filters.node(node));
    const view = Canvas.make(byId("graph"), {
      open: (node) => State.go({ focus: node.id }),
      openEdge: (edge) => State.go({ edge: `${edge.from.id} ${edge.name} ${edge.to.id}` }),
      clear: () => (focus || litEdge) && State.go({}),
      expand: (node) => expand(node),
      moved: (node, place) => picture.places.set(node, place),
    });
    view.onPaint = () => {
      if (document.documentElement.dataset.firstPicture) return;
      document.documentElement.dataset.firstPicture = String(Math.round(performance.now()));
    };

    function draw() {
      const places = new Map([...picture.places].filter(([node]) => filters.node(node)));
      const seen = focus && places.has(focus) ? focus : null;
      Canvas.draw(view, places, store, filters.relation, seen, litEdge);
      byId("nothing").hidden = places.size > 0 || store.nodes.length === 0;
      status(places);
    }

    function status(places) {
      const what = focus || litEdge ? "around the focus" : picture.whole ? "everything" : "landmarks";
      byId("status").textContent =
        `${Words.number(places.size)} of ${Words.number(store.nodes.length)} nodes drawn · ${what}`;
      const near = focus ? focus.neighbours.filter(filters.node) : [];
      const total = near.length;
      const shown = near.filter((node) => places.has(node)).length;
      byId("tools").hidden = !focus && !litEdge;
      byId("near").textContent = focus ? `${Words.number(shown)} of ${Words.count(total, "neighbour")} drawn` : "";
      byId("expand").hidden = !focus || shown >= total || places.size >= Picture.MOST;
      byId("expand").textContent = `+${Math.min(Picture.MORE, total - shown)} of ${Words.number(total - shown)}`;
    }

    function expand(node) {
      if (!node) return;
      const added = Picture.show(picture, node, filters.node, Picture.MORE);
      draw();
      Canvas.frame(view, [node, ...node.neighbours]);
      say(`${Words.count(added.length, "neighbour")} added`);
    }

    function reset() {
      Picture.reset(picture);
      if (location.hash && location.hash !== "#") State.go({});
      draw();
      Canvas.frame(view, [...picture.places.keys()], { force: true });
    }

    function showPanel(state) {
      const known = !state.focus || focus;
      const content = litEdge
        ? Card.edgeCard(litEdge)
        : focus
          ? Card.render(focus, state.at)
          : Start.render(store);
      const missing = known ? null : el("p", { class: "missing", role: "alert" }, "The link names something that is not in this graph: ", el("code", {}, state.focus));
      refill(panel, missing, content);
      panel.scrollTop = 0;
      byId("back").disabled = !(focus || litEdge);
    }

    function follow(state, before) {
      focus = store.byId.get(state.focus) || null;
      litEdge = state.edge ? findEdge(store, state.edge) : null;
      const moved = state.focus !== before.focus || state.edge !== before.edge;
      const inList = state.tab === "list";
      byId("list").hidden = !inList;
      byId("stage").hidden = inList;
      byId("tab-graph").setAttribute("aria-pressed", String(!inList));
      byId("tab-list").setAttribute("aria-pressed", String(inList));
      if (inList) list.show(state.rows);
      if (moved || state.at !== before.at || before.tab === undefined) showPanel(state);
      if (focus) Picture.show(picture, focus, filters.node);
      if (litEdge) for (const end of [litEdge.from, litEdge.to]) if (!picture.places.has(end)) Picture.show(picture, end, filters.node);
      view.cursor = null;
      draw();
      const centre = litEdge ? [litEdge.from, litEdge.to] : focus ? [focus, ...focus.neighbours] : null;
      if (!inList) {
        const first = before.tab === undefined || before.tab !== state.tab;
        if (centre) Canvas.frame(view, centre, { force: first, animate: !first });
        else if (first) Canvas.frame(view, [...picture.places.keys()], { force: true, animate: false });
      }
      const opened = before.tab === undefined;
      if (opened ? focus || litEdge : moved || state.at !== before.at) arrive(state);
    }

    /** Bring what was asked for into sight, and tell it. */
    function arrive(state) {
      const lit = panel.querySelector(".abstract .lit, h2 .lit");
      if (state.at && lit) lit.scrollIntoView({ block: "center" });
      else if (narrow.matches && (focus || litEdge)) panel.scrollIntoView({ block: "start" });
      const title = panel.querySelector("h2");
      const stands = document.activeElement;
      if (!stands || stands === document.body || stands.id === "search") title.focus({ preventScroll: true });
      say(focus ? `${focus.label}, ${focus.type}, ${Words.count(focus.neighbours.length, "link")}` : title.textContent);
    }

    function walk(event) {
      if (event.key.startsWith("Arrow")) {
        const from = view.cursor || focus || [...view.drawn.values()][0];
        if (!from) return;
        const to = view.cursor || focus ? Canvas.neighbourTowards(view, from, event.key) : from;
        if (to) view.cursor = to;
        if (view.cursor) say(`${view.cursor.label}, ${view.cursor.type}, ${Words.count(view.cursor.neighbours.length, "link")}`);
        view.network.redraw();
      } else if (event.key === "Enter" && view.cursor) State.go({ focus: view.cursor.id });
      else if (event.key === "+") expand(view.cursor || focus);
      else return;
      event.preventDefault();
    }

    let entries = null;
    const find = (text) => Search.find((entries ??= Search.prepare(store.nodes)), text);
    setTimeout(find, 200, ""); // after the first picture, before the first key stroke
    Combobox.make(byId("search"), byId("options"), find, (node) => State.go({ focus: node.id }));
    byId("graph").addEventListener("keydown", walk);
    byId("expand").addEventListener("click", () => expand(focus));
    byId("reset").addEventListener("click", reset);
    byId("unfilter").addEventListener("click", () => filters.reset());
    byId("back").addEventListener("click", State.back);
    document.querySelector(".skip").addEventListener("click", (event) => {
      event.preventDefault();
      panel.focus();
    });
    byId("home").addEventListener("click", (event) => {
      event.preventDefault();
      State.turn({ tab: "" });
      reset();
    });
    byId("tab-graph").addEventListener("click", () => State.turn({ tab: "" }));
    byId("tab-list").addEventListener("click", () => State.turn({ tab: "list" }));
    document.addEventListener("keydown", (event) => {
      const typing = event.target.matches("input:not([type=checkbox])");
      if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        byId("search").focus();
        byId("search").select();
      } else if (event.key === "Escape" && !typing && (focus || litEdge)) State.go({});
    });
    theme(redraw);
    State.listen(follow);
    State.start();
    byId("loading").hidden = true;
    byId("empty").hidden = store.nodes.length > 0;
    document.documentElement.dataset.state = "ready";
    if (!focus && !litEdge && !narrow.matches) byId("search").focus({ preventScroll: true });
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
      store = Data.build(await Data.unpack(byId("data").content.textContent));
    } catch {
      fail("The data of this page cannot be read", "The file is damaged or cut short. Fetch it again, or write it again with sciloom build.");
      return;
    }
    run(store);
  }

  return { start };
})();

Main.start();
