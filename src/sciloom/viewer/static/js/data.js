/* The graph in memory: nodes, edges with the facts behind them, claims with their slots. */
const Data = (() => {
  const TYPES = ["Paper", "Method", "Dataset", "Metric", "Task"];

  /** Read base64 of gzipped JSON; rejects if it is damaged. */
  async function unpack(base64) {
    const binary = atob(base64.trim());
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  }

  /** Turn every offset of a paper into UTF-16 units, once. */
  function recount(paper) {
    const units = Text.unitsOf(paper.text);
    const span = ([start, end]) => [units(start), units(end)];
    for (const entity of paper.entities) entity.mentions = (entity.mentions || []).map(span);
    for (const relation of paper.relations) relation.evidence = span(relation.evidence);
    for (const claim of paper.claims) {
      [claim.start, claim.end] = span([claim.start, claim.end]);
      for (const value of claim.values || []) {
        [value.start, value.end] = span([value.start, value.end]);
      }
    }
  }

  function makeNode(index, type, source) {
    return {
      index, type, id: source.id, label: source.label || source.id, alt: source.alt || [],
      source, edges: [], claims: [], namesakes: [], papers: 0, degree: 0, claimed: 0, neighbours: [], totals: new Map(),
    };
  }

  /** A claim's slots: role, the concept's node, and the entity or the phrase as written. */
  function slotsOf(claim, paper, nodeOf) {
    const slots = [];
    const add = (role, value) => {
      if (typeof value === "string") slots.push({ role, phrase: value });
      else slots.push({ role, entity: paper.entities[value], node: nodeOf(value) });
    };
    if (claim.subject !== undefined) add("subject", claim.subject);
    for (const value of claim.comparators || []) add("comparator", value);
    for (const value of claim.metrics || []) add("metric", value);
    for (const value of claim.datasets || []) add("dataset", value);
    for (const value of claim.tasks || []) add("task", value);
    return slots;
  }

  /** Build the graph from the payload of `payload.py`. */
  function build(payload) {
    const { base, picture, cut } = payload;
    const graph = { base, picture, cut: cut || null, nodes: [], edges: [], claims: [], papers: [], concepts: [], byId: new Map(), byLabel: new Map(), joined: new Map() };
    grow(graph, payload);
    graph.totals = payload.totals || { papers: graph.papers.length, concepts: graph.concepts.length, claims: graph.claims.length };
    return graph;
  }

  /** Add the papers and concepts of a payload that are not in the graph. */
  function grow(graph, { papers, concepts }) {
    const { nodes, edges, claims, byId, byLabel, joined } = graph;
    const add = (type, source, list) => {
      const node = makeNode(nodes.length, type, source);
      nodes.push(node);
      list.push(node);
      byId.set(node.id, node);
      const label = node.label.toLowerCase();
      if (!byLabel.has(label)) byLabel.set(label, []);
      node.namesakes = byLabel.get(label);
      node.namesakes.push(node);
      return node;
    };
    const fresh = papers.filter((paper) => !byId.has(paper.id)).map((paper) => {
      for (const list of ["entities", "relations", "claims"]) paper[list] = paper[list] || [];
      recount(paper);
      return add("Paper", paper, graph.papers);
    });
    const named = concepts.map((concept) => byId.get(concept.id) || add(concept.type, concept, graph.concepts));
    concepts.forEach(({ relations: groups }, i) => count(named[i], groups || []));

    const link = (from, name, to, fact) => {
      const key = `${from.index} ${name} ${to.index}`;
      let edge = joined.get(key);
      if (!edge) {
        edge = { index: edges.length, from, name, to, facts: [] };
        joined.set(key, edge);
        edges.push(edge);
        from.edges.push(edge);
        if (to !== from) to.edges.push(edge);
      }
      edge.facts.push(fact);
    };

    for (const node of fresh) {
      const paper = node.source;
      const nodeOf = (entity) => named[paper.entities[entity].concept];
      const met = new Set();
      paper.entities.forEach((entity, i) => {
        const concept = nodeOf(i);
        link(node, entity.edge, concept, { paper: node, entity });
        if (!met.has(concept)) concept.papers += 1;
        met.add(concept);
      });
      paper.relations.forEach((relation, i) => {
        const fact = { paper: node, relation, number: i + 1 };
        link(nodeOf(relation.subject), relation.predicate, nodeOf(relation.object), fact);
      });
      paper.claims.forEach((source, i) => {
        const claim = { ...source, paper: node, number: i + 1 };
        claim.values = source.values || [];
        claim.slots = slotsOf(source, paper, nodeOf);
        claims.push(claim);
        node.claims.push(claim);
        for (const about of new Set(claim.slots.map((slot) => slot.node))) {
          if (about) about.claims.push(claim);
        }
      });
    }

    for (const node of [...fresh, ...named]) {
      const others = node.edges.map((edge) => (edge.from === node ? edge.to : edge.from));
      node.neighbours = [...new Set(others)].filter((other) => other !== node);
      // The whole may hold more than is here.
      node.papers = node.source.papers || node.papers;
      node.degree = node.source.links ?? node.neighbours.length;
      node.claimed = node.source.claimed ?? node.claims.length;
    }
  }

  const keyOf = (name, outward) =>
    (Words.phrase(name, outward) === Words.phrase(name, !outward) ? "=" : outward ? ">" : "<") + name;

  /** Keep how many edges of each kind a node has in the whole. */
  function count(node, groups) {
    if (groups.length) node.totals.clear();
    for (const { relation, forward, total } of groups) {
      const key = keyOf(relation, forward);
      node.totals.set(key, (node.totals.get(key) || 0) + total);
    }
  }

  /** The text of a paper between two offsets. */
  const slice = (paper, start, end) => paper.source.text.slice(start, end);
  const sentence = (claim) => slice(claim.paper, claim.start, claim.end);
  const otherEnd = (edge, node) => (edge.from === node ? edge.to : edge.from);

  /** Whether a value is of what fills a slot of its claim: of all, unless it says which. */
  function isOf(claim, value, slot) {
    const own = value[`${slot.role}s`];
    return !own || own.some((at) => claim.paper.source.entities[at] === slot.entity);
  }

  /** Names of what stands in a claim's slot, or of what a value of the claim is of. */
  const named = (claim, role, value = null) =>
    claim.slots.filter((slot) => slot.role === role && (!value || isOf(claim, value, slot))).map((slot) => (slot.node ? slot.node.label : slot.phrase));

  /**
   * Group a node's edges by how they read from it: key (">uses", "<uses", "=comparedWith"),
   * phrase, edges, and how many there are in the whole.
   */
  function relations(node) {
    const found = new Map();
    for (const edge of node.edges) {
      const outward = edge.from === node;
      const phrase = Words.phrase(edge.name, outward);
      const key = keyOf(edge.name, outward);
      if (!found.has(key)) found.set(key, { key, phrase, name: edge.name, outward, edges: [] });
      found.get(key).edges.push(edge);
    }
    for (const one of found.values()) one.total = Math.max(one.edges.length, node.totals.get(one.key) || 0);
    return [...found.values()];
  }

  return { TYPES, unpack, build, grow, slice, sentence, otherEnd, isOf, named, relations };
})();
