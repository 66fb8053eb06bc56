/* Which nodes are drawn, and where: a function of the address. Those that are there stay put. */
const Picture = (() => {
  const MOST = 300;
  const FIRST = 14;
  const MORE = 20;
  /** When the filters leave fewer landmarks than this, others are looked for. */
  const FEW = 12;
  const HUBS = 6;
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
    return { store, start, known: new Map(start), moved: new Map(), places: start, hidden: new Set(), whole: store.picture.whole, key: null, stages: [] };
  }

  function reset(picture) {
    Object.assign(picture, { known: new Map(picture.start), moved: new Map(), key: null });
  }

  /**
   * Read a step of the trail: "ID" shows a node, "ID>uses" more of its neighbours by a relation
   * (`Data.relations`), "ID*" of all its neighbours, "!ID" hides it.
   */
  function step(store, text) {
    const hide = text.startsWith("!");
    const [, id, relation] = text.slice(hide ? 1 : 0).match(/^(.*?)([<>=]\w+|\*)?$/);
    const node = store.byId.get(id);
    return node ? { text, node, hide, relation: relation || "" } : null;
  }

  /** Bring the picture to the steps given; `key` names the filters, `allowed` tells what they let through. */
  function follow(picture, steps, allowed, key) {
    if (picture.key !== key) {
      const places = new Map([...picture.start].filter(([node]) => !key || allowed(node)));
      picture.stages = [{ text: "", places, hidden: new Set() }];
      picture.key = key;
      if (key && places.size < FEW) topUp(picture, places, allowed);
    }
    let same = 0;
    while (same < steps.length && picture.stages[same + 1] && picture.stages[same + 1].text === steps[same].text) same += 1;
    picture.stages.length = same + 1;
    for (const one of steps.slice(same)) {
      const last = picture.stages[picture.stages.length - 1];
      const stage = { text: one.text, places: new Map(last.places), hidden: new Set(last.hidden) };
      take(picture, stage, one, allowed);
      picture.stages.push(stage);
    }
    const last = picture.stages[picture.stages.length - 1];
    picture.hidden = last.hidden;
    picture.places = new Map([...last.places].map(([node, place]) => [node, picture.moved.get(node) || place]));
  }

  function take(picture, stage, { node, hide, relation, nodes }, allowed) {
    if (hide) {
      stage.places.delete(node);
      stage.hidden.add(node);
      return;
    }
    const passes = (other) => allowed(other) && !stage.hidden.has(other);
    for (const one of nodes || [node]) {
      stage.hidden.delete(one);
      show(picture, stage.places, one, passes, { relation, alone: Boolean(nodes) });
    }
  }

  /** The best linked of what the filters leave, with some of what they touch. */
  function topUp(picture, places, allowed) {
    const best = picture.store.nodes.filter((node) => !places.has(node) && allowed(node));
    best.sort((a, b) => b.degree - a.degree || a.index - b.index);
    for (const node of best.slice(0, HUBS)) show(picture, places, node, allowed, {});
    for (const node of best) if (places.size < FEW) show(picture, places, node, allowed, { alone: true });
  }

  /** Take neighbours in turn from each relation, the best linked first; of one alone if it is named. */
  function candidates(places, node, allowed, relation) {
    const queues = Data.relations(node)
      .filter(({ key }) => !relation || relation === "*" || relation === key)
      .map(({ edges }) => {
        const others = new Set(edges.map((edge) => Data.otherEnd(edge, node)));
        return [...others]
          .filter((other) => other !== node && !places.has(other) && allowed(other))
          .sort((a, b) => b.degree - a.degree || a.index - b.index);
      });
    const ordered = new Set();
    for (let i = 0; queues.some((queue) => i < queue.length); i += 1) {
      for (const queue of queues) if (i < queue.length) ordered.add(queue[i]);
    }
    return [...ordered];
  }

  /** Show a node: alone, with at least its first neighbours, or with more by a relation. */
  function show(picture, places, node, allowed, { relation = "", alone = false }) {
    const seen = relation || alone ? 0 : node.neighbours.filter((n) => places.has(n) && allowed(n)).length;
    const wanted = alone ? 0 : relation ? MORE : Math.max(0, FIRST - seen);
    const added = wanted ? candidates(places, node, allowed, relation).slice(0, wanted) : [];
    if (!places.has(node)) added.unshift(node);
    makeRoom(picture, places, node, added);
    settle(picture, places, node, added);
  }

  /** Let go of what was added first and touches neither the node nor the landmarks. */
  function makeRoom(picture, places, node, added) {
    const near = new Set([node, ...node.neighbours]);
    const gone = [...places.keys()].filter((n) => !near.has(n));
    gone.sort((a, b) => picture.start.has(a) - picture.start.has(b));
    while (places.size + added.length > MOST && gone.length) places.delete(gone.shift());
    // The node itself is always drawn.
    if (added[0] === node && places.size >= MOST) places.delete(places.keys().next().value);
    added.splice(Math.max(0, MOST - places.size));
  }

  /** Find places for new nodes around one that has, or gets, its own; each keeps what it once had. */
  function settle(picture, places, node, added) {
    const { known } = picture;
    for (const other of added) if (known.has(other)) places.set(other, known.get(other));
    if (!places.has(node)) {
      const near = homeOf(places, node);
      places.set(node, { ...near });
      for (let i = 0; i < STEPS; i += 1) relax(places, [node], near, 1 - i / STEPS);
    }
    const home = places.get(node);
    const fresh = added.filter((other) => other !== node && !known.has(other));
    // The golden angle spreads any number of points evenly.
    fresh.forEach((other, i) => {
      const angle = i * 2.399963;
      const reach = LINK * (0.7 + 0.08 * Math.sqrt(i));
      places.set(other, {
        x: home.x + Math.cos(angle) * reach * STRETCH,
        y: home.y + Math.sin(angle) * reach,
      });
    });
    for (let i = 0; i < STEPS; i += 1) relax(places, fresh, home, 1 - i / STEPS);
    for (const other of added) {
      const place = places.get(other);
      known.set(other, { x: Math.round(place.x), y: Math.round(place.y) });
      places.set(other, known.get(other));
    }
  }

  /** A new centre goes beside its neighbours if they are drawn, else below the picture. */
  function homeOf(places, node) {
    const known = node.neighbours.map((n) => places.get(n)).filter(Boolean);
    const mean = (axis, list) => list.reduce((sum, p) => sum + p[axis], 0) / list.length;
    if (known.length) return { x: mean("x", known) + 60, y: mean("y", known) + 45 };
    const all = [...places.values()];
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

  return { MOST, MORE, make, reset, step, follow };
})();
