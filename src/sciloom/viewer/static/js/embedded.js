/*
 * Where the data come from: here, all from the page itself.
 *
 * A source answers with promises; one rejected with `Gone` means that it cannot be reached, and may
 * be asked again. What it is asked is the state of the address. Nodes and claims are those of
 * `data.js`; after `reach`, a node knows its edges and claims, or the first of them and their number.
 *
 *   open()             the graph: what is known at the start
 *   suggest(text)      { matches, more }: the best first, { node, alias }, and for a paper that says
 *                      the words { node, claim, at, says, words } (at "claim/1" or ""); `more`
 *                      promises a longer list, or is null
 *   reach(ids, state)  the nodes of these ids, null for one that is unknown; what the picture needs is there
 *   counts(state)      of each facet, how much each value would leave
 *   rows(state)        { rows, total, from } of one page of a table; `all` gives every page
 *   choices(state)     { metrics, datasets, units } of the tables
 *   paths(from, to, state)
 */
const Source = (() => {
  let graph = null;
  let entries = null;
  let texts = null;
  class Gone extends Error {}

  async function open() {
    graph = Data.build(await Data.unpack(Dom.byId("data").content.textContent));
    setTimeout(suggest, 200, ""); // after the first picture, before the first key stroke
    return graph;
  }

  async function suggest(text) {
    entries ??= Search.prepare(graph.nodes);
    texts ??= Search.texts(graph.papers);
    return { matches: Search.join(Search.find(entries, text), Search.said(texts, text)), more: null };
  }

  const reach = async (ids) => ids.map((id) => graph.byId.get(id) || null);
  const counts = async (state) => Filter.counts(graph, state);

  async function rows(state, { all = false } = {}) {
    const found = Rows.select(graph, state);
    const last = Math.max(0, Math.ceil(found.length / Rows.PAGE) - 1);
    const from = Math.min(Number(state.page) || 0, last) * Rows.PAGE;
    return { rows: all ? found : found.slice(from, from + Rows.PAGE), total: found.length, from };
  }

  async function choices(state) {
    const metrics = Rows.measured(graph);
    const metric = state.metric || (metrics[0] ? metrics[0].node.id : "");
    return { metric, metrics, datasets: Rows.datasets(graph, metric), units: Rows.units(graph) };
  }

  /** Metrics join nearly everything: a path leads through them only where there is no other. */
  async function paths(from, to, state) {
    const filter = Filter.of(state);
    const passes = (edge, node) => filter.node(node) && filter.edge(edge);
    const ways = Paths.find(from, to, (edge, node) => node.type !== "Metric" && passes(edge, node));
    return ways.length ? ways : Paths.find(from, to, passes);
  }

  return { Gone, open, suggest, reach, counts, rows, choices, paths };
})();
