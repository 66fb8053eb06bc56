/* Which nodes are drawn, and where. Those that are there stay where they are. */
const Picture = (() => {
  const MOST = 300;
  const FIRST = 14;
  const MORE = 20;
  /** Pixels between linked nodes, and how much more across than down. */
  const LINK = 120;
  const STRETCH = 1.35;
  const STEPS = 90;

  /** Make the picture the page opens with. */
  function make(store) {
    const start = new Map();
    for (const [id, x, y] of store.picture.nodes) {
      const node = store.byId.get(id);
      if (node) start.set(node, { x, y });
    }
    return { start, places: new Map(start), whole: store.picture.whole };
  }

  function reset(picture) {
    picture.places = new Map(picture.start);
  }

  /** Take neighbours in turn from each relation, the best linked first. */
  function candidates(picture, node, allowed) {
    const groups = new Map();
    for (const edge of node.edges) {
      const other = edge.from === node ? edge.to : edge.from;
      if (other === node || picture.places.has(other) || !allowed(other)) continue;
      const key = `${edge.name} ${edge.from === node}`;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(other);
    }
    const queues = [...groups.values()];
    for (const queue of queues) {
      queue.sort((a, b) => b.neighbours.length - a.neighbours.length || a.index - b.index);
    }
    const ordered = new Set();
    while (queues.some((queue) => queue.length)) {
      for (const queue of queues) if (queue.length) ordered.add(queue.shift());
    }
    return [...ordered];
  }

  /** Show a node with at least its first neighbours, or `more` beyond those shown. */
  function show(picture, node, allowed, more = 0) {
    const seen = node.neighbours.filter((n) => picture.places.has(n) && allowed(n)).length;
    const wanted = more ? more : Math.max(0, FIRST - seen);
    const added = candidates(picture, node, allowed).slice(0, wanted);
    if (!picture.places.has(node)) added.unshift(node);
    makeRoom(picture, node, added);
    settle(picture, node, added);
    return added;
  }

  /** Let go of what was added first and touches neither the node nor the landmarks. */
  function makeRoom(picture, node, added) {
    const near = new Set([node, ...node.neighbours]);
    const gone = [...picture.places.keys()].filter((n) => !near.has(n));
    gone.sort((a, b) => picture.start.has(a) - picture.start.has(b));
    while (picture.places.size + added.length > MOST && gone.length) {
      picture.places.delete(gone.shift());
    }
    // The node itself is always drawn.
    if (added[0] === node && picture.places.size >= MOST) {
      picture.places.delete(picture.places.keys().next().value);
    }
    added.splice(Math.max(0, MOST - picture.places.size));
  }

  /** Find places for new nodes around one that has, or gets, its own. */
  function settle(picture, node, added) {
    const { places } = picture;
    if (!added.length) return;
    if (!places.has(node)) {
      const near = homeOf(picture, node);
      places.set(node, { ...near });
      for (let step = 0; step < STEPS; step += 1) relax(places, [node], near, 1 - step / STEPS);
    }
    const home = places.get(node);
    const fresh = added.filter((other) => other !== node);
    // The golden angle spreads any number of points evenly.
    fresh.forEach((other, i) => {
      const angle = i * 2.399963;
      const reach = LINK * (0.7 + 0.08 * Math.sqrt(i));
      places.set(other, {
        x: home.x + Math.cos(angle) * reach * STRETCH,
        y: home.y + Math.sin(angle) * reach,
      });
    });
    for (let step = 0; step < STEPS; step += 1) relax(places, fresh, home, 1 - step / STEPS);
    for (const other of added) {
      const place = places.get(other);
      places.set(other, { x: Math.round(place.x), y: Math.round(place.y) });
    }
  }

  /** A new centre goes beside its neighbours if they are drawn, else below the picture. */
  function homeOf(picture, node) {
    const known = node.neighbours.map((n) => picture.places.get(n)).filter(Boolean);
    const mean = (axis, list) => list.reduce((sum, p) => sum + p[axis], 0) / list.length;
    if (known.length) return { x: mean("x", known) + 60, y: mean("y", known) + 45 };
    const all = [...picture.places.values()];
    if (!all.length) return { x: 0, y: 0 };
    return { x: mean("x", all), y: Math.max(...all.map((p) => p.y)) + 2.2 * LINK };
  }

  function relax(places, moving, home, heat) {
    for (const node of moving) {
      const place = places.get(node);
      let fx = 0;
      let fy = 0;
      for (const [other, there] of places) {
        if (other === node) continue;
        const dx = (place.x - there.x) / STRETCH || 0.1;
        const dy = place.y - there.y || 0.1;
        const square = dx * dx + dy * dy;
        if (square > 9 * LINK * LINK) continue;
        const push = (LINK * LINK * 0.45) / (square + 40);
        fx += dx * push;
        fy += dy * push;
      }
      const dx = (home.x - place.x) / STRETCH;
      const dy = home.y - place.y;
      const pull = Math.hypot(dx, dy) / (LINK * 1.1);
      fx += dx * pull;
      fy += dy * pull;
      const length = Math.hypot(fx, fy) || 1;
      const step = (Math.min(length, 30) * heat) / length;
      place.x += fx * step * STRETCH;
      place.y += fy * step;
    }
  }

  return { MOST, MORE, make, reset, show };
})();
