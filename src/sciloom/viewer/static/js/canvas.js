/* The canvas: vis-network draws nodes and edges where the picture says, without physics. */
const Canvas = (() => {
  const OPTIONS = {
    physics: false,
    layout: { improvedLayout: false },
    interaction: { hover: true, multiselect: false, selectConnectedEdges: false, hoverConnectedEdges: false },
    nodes: { borderWidth: 1.5, borderWidthSelected: 1.5, labelHighlightBold: false, chosen: false },
    edges: {
      width: 1.2, selectionWidth: 0, hoverWidth: 0, chosen: false,
      arrows: { to: { enabled: true, scaleFactor: 0.4 } },
    },
  };
  /** Pixels from a node's middle within which a click is meant for it. */
  const REACH = 18;
  /** More lines than this hide each other, and vis-network takes 0.1 ms for each. */
  const MOST_EDGES = 500;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  /** Read the theme's colours, which vis-network wants as strings. */
  function palette() {
    const probe = document.body.appendChild(document.createElement("i"));
    const read = (name) => {
      probe.style.color = `var(${name})`; // resolves light-dark()
      return getComputedStyle(probe).color;
    };
    const colours = {
      ink: read("--ink"), halo: read("--canvas"), edge: read("--edge"), accent: read("--accent"),
      outline: read("--outline"),
    };
    probe.remove();
    return colours;
  }

  /** Make a canvas in a box; `on` holds open(node), openEdge(edge), clear() and expand(node). */
  function make(box, on) {
    const nodes = new vis.DataSet();
    const edges = new vis.DataSet();
    const network = new vis.Network(box, { nodes, edges }, OPTIONS);
    const view = {
      network, nodes, edges, colours: palette(), hovered: null, cursor: null, focus: null,
      lit: new Set(), hints: new Map(), boxes: [], drawn: new Map(), drawnEdges: new Map(),
      nodeRows: new Map(), edgeRows: new Map(), changing: false,
    };
    network.canvas.frame.tabIndex = -1; // the box around it takes the keys
    network.on("hoverNode", ({ node }) => { view.hovered = view.drawn.get(node); box.style.cursor = "pointer"; network.redraw(); });
    network.on("blurNode", () => { view.hovered = null; box.style.cursor = ""; network.redraw(); });
    network.on("hoverEdge", () => { box.style.cursor = "pointer"; });
    network.on("blurEdge", () => { box.style.cursor = ""; });
    network.on("click", (event) => {
      const node = view.drawn.get(event.nodes[0]) || pointed(view, event.pointer.DOM);
      const edge = view.drawnEdges.get(event.edges[0]);
      if (node) on.open(node);
      else if (edge) on.openEdge(edge);
      else on.clear();
    });
    network.on("doubleClick", ({ nodes: [node] }) => node !== undefined && on.expand(view.drawn.get(node)));
    network.on("dragEnd", ({ nodes: [node] }) => {
      if (node !== undefined) view.nodeRows.delete(node);
      if (node !== undefined) on.moved(view.drawn.get(node), network.getPositions([node])[node]);
    });
    network.on("afterDrawing", (context) => paint(view, context));
    return view;
  }

  /** People click names as well as shapes, and fingers are broad. */
  function pointed(view, { x, y }) {
    const hit = view.boxes.find((b) => x >= b.x && x <= b.x + b.w && y >= b.y && y <= b.y + b.h);
    if (hit) return hit.node;
    const positions = view.network.getPositions();
    const away = (node) => {
      const place = view.network.canvasToDOM(positions[node.index]);
      return Math.hypot(place.x - x, place.y - y);
    };
    const [nearest] = [...view.drawn.values()].sort((a, b) => away(a) - away(b));
    return nearest && away(nearest) < REACH ? nearest : null;
  }

  const radius = (node) => 7 + 2.1 * Math.log2(1 + Math.min(node.degree, 160) / 4);

  /**
   * Draw a picture: places by node, and the edges among them that `passes`.
   *
   * `lit` holds the focus (or null), and the nodes and edges that stand out (none: all do).
   */
  function draw(view, places, passes, lit) {
    view.focus = lit.focus;
    view.lit = lit.nodes;
    view.drawn = new Map([...places.keys()].map((node) => [node.index, node]));
    view.hints = Names.hints(places.keys());
    const edges = chosen(places, passes, lit);
    view.drawnEdges = new Map(edges.map((edge) => [edge.index, edge]));
    view.litEdges = edges.filter((edge) => lit.edges.has(edge));
    view.changing = true; // vis-network draws at each change, when half of it is there
    replace(view.nodes, [...places].map(([node, place]) => styled(view, node, place)), view.nodeRows);
    replace(view.edges, bent(edges).map(([edge, bend]) => styledEdge(view, edge, bend, lit.edges.has(edge))), view.edgeRows);
    view.changing = false;
    view.network.redraw();
  }

  /** What stands out, and of the rest the links that most papers state, few for each two nodes. */
  function chosen(places, passes, lit) {
    const among = [];
    for (const node of places.keys()) {
      for (const edge of node.edges) {
        if (edge.from === node && places.has(edge.to) && passes(edge)) among.push(edge);
      }
    }
    if (among.length <= MOST_EDGES) return among;
    among.sort((a, b) => lit.edges.has(b) - lit.edges.has(a) || b.facts.length - a.facts.length || a.index - b.index);
    const joined = new Map();
    const kept = [];
    for (const edge of among) {
      if (kept.length === MOST_EDGES) break;
      const [low, high] = edge.from.index < edge.to.index ? [edge.from.index, edge.to.index] : [edge.to.index, edge.from.index];
      const pair = `${low} ${high}`;
      const already = joined.get(pair) || 0;
      if (already >= (lit.edges.has(edge) ? 2 : 1)) continue;
      joined.set(pair, already + 1);
      kept.push(edge);
    }
    return kept;
  }

  /** Bring a data set to the rows given, in one event each way; those that stay as they were cost nothing. */
  function replace(set, rows, known) {
    const wanted = new Set(rows.map((row) => row.id));
    const gone = set.getIds().filter((id) => !wanted.has(id));
    for (const id of gone) known.delete(id);
    const changed = rows.filter((row) => {
      const text = JSON.stringify(row);
      if (known.get(row.id) === text) return false;
      known.set(row.id, text);
      return true;
    });
    if (gone.length) set.remove(gone);
    if (changed.length) set.update(changed);
  }

  function styled(view, node, { x, y }) {
    const { shape, colour } = Shapes.of(node.type);
    const dim = (view.focus || view.lit.size) && !view.lit.has(node);
    const border = node === view.focus ? view.colours.ink : view.colours.outline;
    return {
      id: node.index, x, y, shape, size: radius(node), opacity: dim ? 0.16 : 1,
      borderWidth: node === view.focus ? 3.5 : 1.2,
      color: { background: colour, border, hover: { background: colour, border: view.colours.ink } },
    };
  }

  /** Give each edge its bend: those that join the same two nodes are curved apart. */
  function bent(edges) {
    const groups = new Map();
    for (const edge of edges) {
      const key = [edge.from.index, edge.to.index].sort((a, b) => a - b).join(" ");
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(edge);
    }
    const result = [];
    for (const group of groups.values()) {
      group.forEach((edge, i) => {
        const side = edge.from.index <= edge.to.index ? 1 : -1;
        result.push([edge, side * (i - (group.length - 1) / 2) * 0.28]);
      });
    }
    return result;
  }

  function styledEdge(view, edge, bend, lit) {
    const any = view.focus || view.lit.size;
    const type = bend > 0 ? "curvedCW" : "curvedCCW";
    return {
      id: edge.index, from: edge.from.index, to: edge.to.index,
      smooth: bend ? { enabled: true, type, roundness: Math.abs(bend) } : false,
      color: { color: lit ? view.colours.accent : view.colours.edge, opacity: lit || !any ? 1 : 0.14, inherit: false },
      width: lit ? 1.8 : 1,
    };
  }

  /** Draw the labels, and a ring around the node the arrow keys stand on. */
  function paint(view, context) {
    if (view.changing) return;
    const { network, colours } = view;
    const scale = network.getScale();
    const toScreen = (point) => network.canvasToDOM(point);
    const positions = network.getPositions();
    const any = view.lit.size > 0;
    const items = [...view.drawn.values()].map((node) => {
      const { x, y } = toScreen(positions[node.index]);
      const own = node === view.focus || node === view.hovered || node === view.cursor;
      return {
        node, x, y, r: radius(node) * scale, hint: view.hints.get(node),
        alpha: any && !view.lit.has(node) && !own ? 0.16 : 1,
        strong: node === view.focus, must: own,
        rank: own ? -1e9 : -node.degree + (any && !view.lit.has(node) ? 1e6 : 0),
      };
    });
    const tags = (view.litEdges || []).map((edge, i) => {
      const { x, y } = toScreen(middle(view, edge, positions));
      const ink = colours.accent;
      return { x, y, text: Words.phrase(edge.name, true), rank: i, ink };
    });
    context.save();
    context.setTransform(devicePixelRatio || 1, 0, 0, devicePixelRatio || 1, 0, 0);
    if (view.cursor && view.drawn.has(view.cursor.index)) {
      const { x, y } = toScreen(positions[view.cursor.index]);
      context.strokeStyle = colours.accent;
      context.lineWidth = 2.5;
      context.beginPath();
      context.arc(x, y, radius(view.cursor) * scale + 6, 0, 2 * Math.PI);
      context.stroke();
    }
    const { clientWidth: width, clientHeight: height } = network.canvas.frame;
    view.boxes = Labels.draw(context, items, tags, { width, height, ...colours });
    context.restore();
    if (view.onPaint) view.onPaint();
  }

  /** The middle of an edge: vis-network knows it for a curve; it is plain for a line. */
  function middle(view, edge, positions) {
    const drawn = view.network.body.edges[edge.index];
    if (drawn && drawn.edgeType && drawn.edgeType.getPoint) return drawn.edgeType.getPoint(0.5);
    const a = positions[edge.from.index];
    const b = positions[edge.to.index];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }

  /** Move the view so that these nodes and their names fit; leave it if they do. */
  function frame(view, nodes, { force = false, animate = true } = {}) {
    const box = view.network.canvas.frame;
    const width = box.clientWidth;
    const height = box.clientHeight;
    const known = nodes.map((node) => node.index).filter((index) => view.drawn.has(index));
    if (!known.length || !width || !height) return;
    const places = Object.values(view.network.getPositions(known));
    const xs = places.map((p) => p.x);
    const ys = places.map((p) => p.y);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const side = Math.min(130, width * 0.17);
    const scale = Math.min(
      (width - 2 * side) / Math.max(right - left, 1), (height - 110) / Math.max(bottom - top, 1), 1.1,
    );
    const now = view.network.getScale();
    const inside = places.every((p) => {
      const { x, y } = view.network.canvasToDOM(p);
      return x > 24 && x < width - 24 && y > 20 && y < height - 20;
    });
    if (!force && inside && now >= scale * 0.7) return;
    view.network.moveTo({
      position: { x: (left + right) / 2, y: (top + bottom) / 2 },
      scale,
      animation: animate && !calm.matches ? { duration: 320, easingFunction: "easeInOutQuad" } : false,
    });
  }

  /** The nearest node in a direction, for the arrow keys. */
  function neighbourTowards(view, from, key) {
    const [ux, uy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const positions = view.network.getPositions();
    const here = positions[from.index];
    let best = null;
    let least = Infinity;
    for (const node of view.drawn.values()) {
      const dx = positions[node.index].x - here.x;
      const dy = positions[node.index].y - here.y;
      const along = dx * ux + dy * uy;
      const aside = Math.abs(dx * uy) + Math.abs(dy * ux);
      if (node !== from && along > 0 && along + 2 * aside < least) {
        least = along + 2 * aside;
        best = node;
      }
    }
    return best;
  }

  /** Draw at twice the size of the screen, on the page's ground; calls back with a blob. */
  function photograph(view, use) {
    const { network } = view;
    const own = Object.getOwnPropertyDescriptor(window, "devicePixelRatio");
    const redraw = () => {
      network.setSize(network.canvas.frame.style.width, network.canvas.frame.style.height);
      network.redraw();
    };
    // vis-network takes its resolution from the window.
    Object.defineProperty(window, "devicePixelRatio", { value: Math.max(2, devicePixelRatio || 1), configurable: true });
    const picture = document.createElement("canvas");
    try {
      redraw();
      const { canvas } = network.canvas.frame;
      Object.assign(picture, { width: canvas.width, height: canvas.height });
      const context = picture.getContext("2d");
      context.fillStyle = view.colours.halo;
      context.fillRect(0, 0, picture.width, picture.height);
      context.drawImage(canvas, 0, 0);
    } finally {
      if (own) Object.defineProperty(window, "devicePixelRatio", own);
      else delete window.devicePixelRatio;
      redraw();
    }
    picture.toBlob(use, "image/png");
  }

  return { make, draw, frame, palette, neighbourTowards, photograph };
})();
