/* The stage: the picture with its tools, and the keys that walk it. */
const Stage = (() => {
  const { byId } = Dom;

  /** Make the stage of a graph; `show(place)` draws what a place asks for. */
  function make(store) {
    const picture = Picture.make(store);
    let place = null;
    const expand = (node, relation = "*") => {
      const step = node.id + relation;
      const { trail } = State.get();
      // Each step adds some more: the same one may stand there many times.
      State.turn({ trail: `${trail} ${step}`.trim() });
      const grown = `${Words.number(view.drawn.size)} nodes drawn`;
      Canvas.frame(view, [node, ...node.neighbours]);
      Say.quietly(grown);
    };
    const view = Canvas.make(byId("graph"), {
      open: (node) => State.go({ focus: node.id }),
      openEdge: (edge) => State.go({ edge: `${edge.from.id} ${edge.name} ${edge.to.id}` }),
      clear: () => place.shown.length && State.go({}),
      expand: (node) => expand(node),
      moved: (node, at) => {
        picture.moved.set(node, at);
        picture.places.set(node, at);
      },
    });
    view.onPaint = () => {
      if (document.documentElement.dataset.firstPicture) return;
      document.documentElement.dataset.firstPicture = String(Math.round(performance.now()));
    };
    byId("menus").append(Export.menu(view));
    byId("tools").hidden = store.nodes.length === 0;

    /** Nodes that a place is about come last: they are always drawn. */
    function steps(state) {
      const trail = state.trail.split(" ").filter(Boolean).map((text) => Picture.step(store, text)).filter(Boolean);
      const { shown, ways } = place;
      if (!shown.length) return trail;
      const asked = ways || place.edge ? { text: `= ${shown.map((node) => node.id).join(" ")}`, nodes: shown } : { text: shown[0].id, node: shown[0] };
      // What is in the trail already needs no step of its own, unless it was hidden since.
      const before = trail.map((one) => one.text).lastIndexOf(asked.text);
      const hidden = trail.map((one) => one.text).lastIndexOf(`!${asked.text}`);
      return before >= 0 && before > hidden ? trail : [...trail, asked];
    }

    /** What stands out: the focus and what it touches, an edge, or the steps of the paths. */
    function lights(filter) {
      const { focus, edge, ways } = place;
      if (edge) return { focus: null, nodes: new Set([edge.from, edge.to]), edges: new Set([edge]) };
      if (ways) return { focus: null, nodes: new Set(place.shown), edges: new Set(ways.flat().flatMap((step) => step.edges)) };
      if (!focus) return { focus: null, nodes: new Set(), edges: new Set() };
      const edges = focus.edges.filter(filter.edge);
      return { focus, nodes: new Set([focus, ...edges.map((one) => Data.otherEnd(one, focus))]), edges: new Set(edges) };
    }

    function draw(state) {
      const filter = Filter.of(state);
      const key = State.FILTERS.filter((name) => name !== "links").map((name) => state[name]).join(" ").trim();
      Picture.follow(picture, steps(state), filter.node, key);
      const always = new Set(place.shown);
      const places = new Map([...picture.places].filter(([node]) => always.has(node) || filter.node(node)));
      Canvas.draw(view, places, filter.edge, lights(filter));
      byId("nothing").hidden = places.size > 0 || store.nodes.length === 0;
      status(places, filter, state);
    }

    function status(places, filter, state) {
      const { focus } = place;
      const total = store.cut ? store.cut.nodes : store.totals.papers + store.totals.concepts;
      const around = place.ways ? "the paths" : place.shown.length ? "around the focus" : picture.whole ? "everything" : "landmarks";
      const notes = [
        `${Words.number(places.size)} of ${Words.number(total)} nodes drawn`,
        State.filtered(state) ? "filtered" : around,
        picture.hidden.size ? `${Words.number(picture.hidden.size)} hidden` : "",
        store.cut ? "the page holds a part" : "",
        places.size >= Picture.MOST ? "the list shows the rest" : "",
      ];
      byId("status").textContent = notes.filter(Boolean).join(" · ");
      const near = focus ? focus.neighbours.filter(filter.node) : [];
      const shown = near.filter((node) => places.has(node)).length;
      const all = focus ? whole(near.length, focus.neighbours.length, focus.degree) : 0;
      const changed = Boolean(place.shown.length || state.trail || State.filtered(state));
      byId("back").hidden = !State.undoable();
      byId("reset").hidden = !changed;
      byId("near").textContent = focus ? `${Words.number(shown)} of ${Words.count(all, "neighbour")} drawn` : "";
      byId("expand").hidden = !focus || shown >= all || places.size >= Picture.MOST;
      byId("expand").textContent = `+${Math.min(Picture.MORE, all - shown)} of ${Words.number(all - shown)}`;
    }

    /** How many there are of what passes, where `here` of `total` are here; the filters know of those alone. */
    const whole = (passing, here, total) => (State.filtered() ? passing : passing + total - here);

    /** Return what makes buttons that draw more of a node's neighbours by one relation (null: all are). */
    function grower(node) {
      const filter = Filter.of(State.get());
      return ({ key, phrase, edges, total }) => {
        const others = new Set(edges.map((edge) => Data.otherEnd(edge, node)));
        const near = [...others].filter((other) => other !== node && !picture.places.has(other) && filter.node(other)).length;
        const left = whole(near, edges.length, total);
        if (!left || picture.places.size >= Picture.MOST) return null;
        const more = Math.min(Picture.MORE, left);
        return Dom.el("button", {
          type: "button", class: "grow", title: "Draw more of these", "aria-label": `Draw ${more} more of ${Words.number(left)}: ${phrase}`,
          click: () => expand(node, key),
        }, `+${more} of ${Words.number(left)}`);
      };
    }

    function reset() {
      Picture.reset(picture);
      State.turn({ focus: "", at: "", edge: "", path: "", trail: "", ...Object.fromEntries(State.FILTERS.map((name) => [name, ""])) });
      Canvas.frame(view, [...picture.places.keys()], { force: true });
    }

    function walk(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { focus } = place;
      if (event.key.startsWith("Arrow")) {
        const from = view.cursor || focus || [...view.drawn.values()][0];
        if (!from) return;
        const to = view.cursor || focus ? Canvas.neighbourTowards(view, from, event.key) : from;
        if (to) view.cursor = to;
        if (view.cursor) Say.quietly(`${view.cursor.label}, ${view.cursor.type}, ${Words.count(view.cursor.degree, "link")}`);
        view.network.redraw();
      } else if (event.key === "Enter" && view.cursor) State.go({ focus: view.cursor.id });
      else if (event.key === "+" && (view.cursor || focus)) expand(view.cursor || focus);
      else if (event.key === "Delete" && (view.cursor || focus)) {
        const { id } = view.cursor || focus;
        State.go({ trail: `${State.get().trail} !${id}`.trim(), ...(focus && focus.id !== id ? { focus: focus.id } : {}) });
      } else return;
      event.preventDefault();
    }
    byId("graph").addEventListener("keydown", walk);
    byId("expand").addEventListener("click", () => expand(place.focus));
    byId("reset").addEventListener("click", reset);

    /** Draw a place: { focus, edge, ways, shown }. `first`: the stage was not in sight before. */
    function show(next, state, { first }) {
      const moved = !place || place.shown.join() !== next.shown.join() || place.shown[0] !== next.shown[0];
      place = next;
      view.cursor = null;
      draw(state);
      if (state.tab === "list") return;
      const { focus, shown } = place;
      const centre = focus ? [focus, ...focus.neighbours] : shown;
      if (centre.length && (moved || first)) Canvas.frame(view, centre, { force: first, animate: !first });
      else if (first) Canvas.frame(view, [...picture.places.keys()], { force: true, animate: false });
    }

    return {
      show, reset, grower,
      repaint: () => {
        view.colours = Canvas.palette();
        if (place) draw(State.get());
      },
    };
  }

  return { make };
})();
