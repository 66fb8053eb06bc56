/*
 * Where the data come from: a server's JSON API (`docs/server.md`), asked for what a place needs.
 *
 * The contract is that of `embedded.js`. The graph here grows by the papers that answers bring: a
 * node's own counts are those of the whole, its edges and claims those of the papers here.
 */
const Source = (() => {
  /** Neighbours by each relation at first; each step that draws more asks for as many more. */
  const FIRST = 12;
  const MOST = 300;
  const SUGGESTIONS = 12;
  /** Letters worth looking for in what papers say. */
  const LEAST = 2;
  const EXPORTED = 200;
  /** Things of one question, as the server has it. */
  const TOGETHER = 40;
  let graph = null;
  /** Ids asked for, and how many neighbours by each relation. */
  const reached = new Map();
  const asked = new Set();
  /** How many neighbours by one relation a node has at the start, at most. */
  const begun = new Map();

  class Gone extends Error {}

  /** Ask; what the server refuses as unknown is null. */
  async function ask(name, pairs = []) {
    const params = new URLSearchParams(pairs.filter(([, value]) => value !== ""));
    try {
      const response = await fetch(`/api/${name}?${params}`);
      if (response.ok) return await response.json();
      if (response.status < 500) return null;
    } catch {
      // told below
    }
    throw new Gone(name);
  }

  const full = (id) => (id ? graph.base + id : "");
  const bare = (iri) => (iri.startsWith(graph.base) ? iri.slice(graph.base.length) : iri);
  const filters = (state) => State.FILTERS.map((name) => [name, state[name]]);

  async function open() {
    graph = Data.build(await ask("landmarks"));
    for (const node of graph.concepts) {
      begun.set(node.id, Math.max(0, ...Data.relations(node).map(({ edges }) => edges.length)));
    }
    return graph;
  }

  const nodeOf = (id, type, label, degree = 0) => graph.byId.get(id) || { id, type, label, degree };

  /** Names that hold words which begin so; then names with such aliases, and what papers say. */
  async function suggest(text) {
    const q = text.trim().slice(0, 200);
    if (!q) return { matches: [], more: null };
    const pairs = [["q", q], ["limit", SUGGESTIONS]];
    const texted = q.length < LEAST ? null : ask("search", pairs).catch(() => null);
    const names = new Map();
    for (const { iri, kind, label, links } of ((await ask("suggest", pairs)) || { items: [] }).items) names.set(bare(iri), nodeOf(bare(iri), kind, label, links));
    const matches = () => [...names.values()].map((node) => ({ node, alias: null }));
    return { matches: matches(), more: texted && texted.then((found) => {
      const papers = said(found ? found.items : [], names, q);
      return Search.join(matches(), papers);
    }) };
  }

  /** Papers that say the words, once each; concepts so called are names. */
  function said(items, names, q) {
    const words = Search.wordsOf(q);
    const papers = new Map();
    for (const { iri, kind, label, links, snippet, paper } of items) {
      const [id, number] = bare(iri).split("/claim/");
      if (kind !== "Claim" && kind !== "Paper") names.set(id, nodeOf(id, kind, label, links));
      else if (!papers.has(id)) papers.set(id, { node: nodeOf(id, "Paper", paper || label), alias: null, claim: number, at: number ? `claim/${number}` : "", says: snippet, words });
    }
    return [...papers.values()];
  }

  /** How many neighbours by each relation the trail draws of a node. */
  function wanted(id, trail) {
    const steps = trail.filter((step) => step.startsWith(id) && /^([<>=]\w+|\*)$/.test(step.slice(id.length)));
    if (!steps.length) return FIRST;
    // Those that are here from the start may be drawn already.
    return Math.min(MOST, FIRST + (begun.get(id) || 0) + Picture.MORE * steps.length);
  }

  async function reach(ids, state) {
    const trail = state.trail.split(" ").filter(Boolean);
    const all = new Set([...ids, ...trail.map((step) => step.replace(/^!/, "").replace(/([<>=]\w+|\*)$/, ""))]);
    const limits = new Map();
    for (const id of all) {
      const limit = wanted(id, trail);
      if ((reached.get(id) || 0) >= limit) continue;
      limits.set(limit, [...(limits.get(limit) || []), id]);
    }
    const edge = state.edge && !asked.has(state.edge) ? state.edge.split(" ") : [];
    for (const [limit, some] of limits) {
      for (let i = 0; i < some.length; i += TOGETHER) await around(some.slice(i, i + TOGETHER), limit, []);
    }
    if (edge.length === 3) {
      const [from, name, to] = edge;
      await around([from], FIRST, [full(from), name, full(to)]);
      asked.add(state.edge);
    }
    await passing(state);
    return ids.map((id) => graph.byId.get(id) || null);
  }

  async function around(ids, limit, edge) {
    const iris = ids.map((id) => ["iri", full(id)]);
    const found = await ask("around", [...iris, ["limit", limit], ...edge.map((one) => ["edge", one])]);
    if (found) Data.grow(graph, found);
    for (const id of ids) reached.set(id, Math.max(limit, reached.get(id) || 0));
  }

  /** What the filters leave is not always here. */
  async function passing(state) {
    const key = JSON.stringify(filters(state).filter(([name]) => name !== "links" && name !== "types"));
    if (asked.has(key) || !["year", "venue", "kind"].some((name) => state[name])) return;
    const found = await ask("table", [["rows", "papers"], ["sort", "Links-"], ...filters({ ...state, types: "" })]);
    if (found) Data.grow(graph, found);
    asked.add(key);
  }

  async function counts(state) {
    const found = await ask("facets", filters(state));
    return Object.fromEntries(State.FILTERS.map((name) => [name, new Map(Object.entries((found || {})[name] || {}))]));
  }

  /** The row that an IRI names: a node, a claim, or a value with its claim. */
  function rowOf(iri) {
    const [id, number, value] = bare(iri).split(/\/claim\/|\/value\//);
    const node = graph.byId.get(id);
    if (!number) return node;
    const claim = node.claims[Number(number) - 1];
    return value ? { claim, value: claim.values[Number(value) - 1] } : claim;
  }

  async function page(state, offset, limit) {
    const { column, down } = Rows.order(state);
    const found = await ask("table", [
      ["rows", Rows.tableOf(state)], ["q", state.q.trim()], ["unit", state.unit], ["least", state.least],
      ...["about", "metric", "dataset"].map((name) => [name, full(state[name])]),
      ["sort", column + (down ? "-" : "")], ["offset", offset], ["limit", limit], ...filters(state),
    ]);
    if (!found) return { rows: [], total: 0, from: 0 };
    Data.grow(graph, found);
    return { rows: found.rows.map(rowOf), total: found.total, from: found.from };
  }

  async function rows(state, { all = false } = {}) {
    if (!all) return page(state, (Number(state.page) || 0) * Rows.PAGE, Rows.PAGE);
    const found = [];
    let total = 1;
    while (found.length < total) {
      const next = await page(state, found.length, EXPORTED);
      if (!next.rows.length) break;
      found.push(...next.rows);
      ({ total } = next);
    }
    return { rows: found, total, from: 0 };
  }

  async function choices(state) {
    if (!["claims", "leaders"].includes(Rows.tableOf(state))) return { metric: "", metrics: [], datasets: [], units: [] };
    const found = await ask("choices", [["metric", full(state.metric)]]);
    if (!found) return { metric: "", metrics: [], datasets: [], units: [] };
    const named = (list) => list.map(({ iri, label, count }) => ({ node: { id: bare(iri), label }, count }));
    return { metric: bare(found.metric), metrics: named(found.metrics), datasets: named(found.datasets), units: found.units };
  }

  /** Of the shortest ways in the whole those that pass, by `Paths` among the nodes that are here. */
  async function paths(from, to, state) {
    const found = await ask("ways", [["from", full(from.id)], ["to", full(to.id)]]);
    if (!found) return [];
    Data.grow(graph, found);
    const on = new Set(found.ways.flat().map((iri) => graph.byId.get(bare(iri))));
    const filter = Filter.of(state);
    const passes = (edge, node) => on.has(node) && filter.node(node) && filter.edge(edge);
    const ways = Paths.find(from, to, (edge, node) => node.type !== "Metric" && passes(edge, node));
    return ways.length ? ways : Paths.find(from, to, passes);
  }

  return { Gone, open, suggest, reach, counts, rows, choices, paths };
})();
