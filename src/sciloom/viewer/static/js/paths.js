/* Paths between two nodes: the shortest, through nodes that say most. */
const Paths = (() => {
  const LONGEST = 6;
  const MOST = 3;
  /** Shortest paths looked at before the best are chosen. */
  const LOOKED_AT = 400;

  /** Steps from a node to all within reach, by links that `passes`. */
  function distances(from, passes, blocked) {
    const away = new Map([[from, 0]]);
    let edge = [from];
    for (let step = 1; step <= LONGEST && edge.length; step += 1) {
      const next = [];
      for (const node of edge) {
        for (const link of node.edges) {
          const other = Data.otherEnd(link, node);
          if (away.has(other) || blocked.has(other) || !passes(link, other)) continue;
          away.set(other, step);
          next.push(other);
        }
      }
      edge = next;
    }
    return away;
  }

  /** All shortest paths, as lists of nodes, up to `LOOKED_AT`. */
  function shortest(from, to, passes, blocked) {
    const away = distances(to, passes, blocked);
    if (!away.has(from)) return [];
    const found = [];
    const walk = (path) => {
      const last = path[path.length - 1];
      if (last === to) {
        found.push(path);
        return;
      }
      for (const next of new Set(last.edges.filter((link) => passes(link, Data.otherEnd(link, last))).map((link) => Data.otherEnd(link, last)))) {
        if (found.length >= LOOKED_AT) return;
        if (away.get(next) === away.get(last) - 1) walk([...path, next]);
      }
    };
    walk([from]);
    return found;
  }

  /** What all papers name says least: hubs weigh. */
  const weight = (path) => path.slice(1, -1).reduce((sum, node) => sum + Math.log(1 + node.degree), 0);

  const steps = (path, passes) =>
    path.slice(1).map((node, i) => ({
      from: path[i],
      to: node,
      edges: path[i].edges.filter((edge) => Data.otherEnd(edge, path[i]) === node && passes(edge, node)),
    }));

  /**
   * Return up to three paths that share no inner node, each a list of steps {from, to, edges}.
   *
   * `passes(edge, node)` tells whether a link may be used to come to a node.
   */
  function find(from, to, passes) {
    const blocked = new Set();
    const found = [];
    const free = (edge, node) => node === from || node === to || passes(edge, node);
    while (from !== to && found.length < MOST) {
      const paths = shortest(from, to, free, blocked);
      if (!paths.length) break;
      const [best] = paths.map((path) => [weight(path), path]).sort(([a], [b]) => a - b)[0].slice(1);
      found.push(steps(best, free));
      if (best.length === 2) break;
      for (const node of best.slice(1, -1)) blocked.add(node);
    }
    return found;
  }

  return { LONGEST, find };
})();
