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
      source, edges: [], claims: [], papers: 0, degree: 0, neighbours: [],
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
    const { papers, concepts } = payload;
    const nodes = [];
    const edges = new Map();
    const claims = [];
    for (const paper of papers) {
      for (const list of ["entities", "relations", "claims"]) paper[list] = paper[list] || [];
      recount(paper);
      nodes.push(makeNode(nodes.length, "Paper", paper));
    }
    for (const concept of concepts) nodes.push(makeNode(nodes.length, concept.type, concept));

    const link = (from, name, to, fact) => {
      const key = `${from.index} ${name} ${to.index}`;
      let edge = edges.get(key);
      if (!edge) {
        edge = { index: edges.size, from, name, to, facts: [] };
        edges.set(key, edge);
        from.edges.push(edge);
        if (to !== from) to.edges.push(edge);
      }
      edge.facts.push(fact);
    };

    papers.forEach((paper, index) => {
      const node = nodes[index];
      const nodeOf = (entity) => nodes[papers.length + paper.entities[entity].concept];
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
    });

    for (const node of nodes) {
      const others = node.edges.map((edge) => (edge.from === node ? edge.to : edge.from));
      node.neighbours = [...new Set(others)].filter((other) => other !== node);
      node.degree = node.neighbours.length;
      // A page of landmarks knows of more papers than it holds.
      if (node.source.papers) node.papers = node.source.papers;
    }
    const byId = new Map();
    for (const node of nodes) if (!byId.has(node.id)) byId.set(node.id, node);
    return {
      nodes, claims, byId,
      base: payload.base,
      picture: payload.picture,
      cut: payload.cut || null,
      edges: [...edges.values()],
      papers: nodes.slice(0, papers.length),
      concepts: nodes.slice(papers.length),
    };
  }

  /** The text of a paper between two offsets. */
  const slice = (paper, start, end) => paper.source.text.slice(start, end);
  const sentence = (claim) => slice(claim.paper, claim.start, claim.end);
  const otherEnd = (edge, node) => (edge.from === node ? edge.to : edge.from);

  /** Names of what stands in a claim's slot. */
  const named = (claim, role) =>
    claim.slots.filter((slot) => slot.role === role).map((slot) => (slot.node ? slot.node.label : slot.phrase));

  /**
   * Group a node's edges by how they read from it: key (">uses", "<uses", "=comparedWith"),
   * phrase and edges.
   */
  function relations(node) {
    const found = new Map();
    for (const edge of node.edges) {
      const outward = edge.from === node;
      const phrase = Words.phrase(edge.name, outward);
      const mark = phrase === Words.phrase(edge.name, !outward) ? "=" : outward ? ">" : "<";
      const key = mark + edge.name;
      if (!found.has(key)) found.set(key, { key, phrase, name: edge.name, outward, edges: [] });
      found.get(key).edges.push(edge);
    }
    return [...found.values()];
  }

  return { TYPES, unpack, build, slice, sentence, otherEnd, named, relations };
})();
