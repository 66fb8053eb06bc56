/* What the filters of the address let through. */
const Filter = (() => {
  const safe = (value) => String(value).replace(/\p{Surrogate}/gu, "\ufffd");
  const pack = (value) => encodeURIComponent(safe(value)).replace(/!/g, "%21");

  function unpack(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  /** Read a facet: "a|b" lets these alone through, "!a|b" all but these. */
  function parse(text) {
    const except = text.startsWith("!");
    return { except, values: new Set((except ? text.slice(1) : text).split("|").map(unpack)) };
  }

  /** Return whether a facet, as the address spells it, lets a value through. */
  function lets(text) {
    if (!text) return () => true;
    const { except, values } = parse(text);
    return (value) => values.has(safe(value)) !== except;
  }

  /** Spell a facet by the values that are off, among all. */
  function spell(off, all) {
    if (!off.size) return "";
    const on = all.filter((value) => !off.has(value));
    const except = on.length === 0 || off.size < on.length;
    return (except ? "!" : "") + (except ? [...off] : on).map(pack).join("|");
  }

  /** Return the tests that a state's filters make of nodes, facts, edges and claims. */
  function of(state) {
    const [type, link, year, venue, kind] = State.FILTERS.map((name) => lets(state[name]));
    const ofPapers = Boolean(state.year || state.venue || state.kind);
    const known = new Map();

    function decide({ source, claims }) {
      return (
        year(source.year || "") && venue(source.venue || "") &&
        (!state.kind || claims.some((claim) => kind(claim.type)))
      );
    }
    function paper(node) {
      if (!ofPapers) return true;
      if (!known.has(node)) known.set(node, decide(node));
      return known.get(node);
    }
    const named = (node) => node.edges.some(({ from }) => from.type === "Paper" && paper(from));
    const fact = ({ paper: node }) => paper(node);
    return {
      paper, fact,
      node: (node) => type(node.type) && (node.type === "Paper" ? paper(node) : !ofPapers || named(node)),
      edge: (edge) => link(edge.name) && (!ofPapers || edge.facts.some(fact)),
      claim: (claim) => kind(claim.type) && paper(claim.paper),
    };
  }

  /** Count, for every value of a facet, what the other facets leave; those left with none stay. */
  function counts(graph, state) {
    const without = (name) => of({ ...state, [name]: "" });
    const tally = (items, keyOf, passes) => {
      const found = new Map();
      for (const item of items) {
        const key = keyOf(item);
        found.set(key, (found.get(key) || 0) + (passes(item) ? 1 : 0));
      }
      return found;
    };
    return {
      types: tally(graph.nodes, (node) => node.type, without("types").node),
      links: tally(graph.edges, (edge) => edge.name, without("links").edge),
      year: tally(graph.papers, (node) => safe(node.source.year || ""), without("year").paper),
      venue: tally(graph.papers, (node) => safe(node.source.venue || ""), without("venue").paper),
      kind: tally(graph.claims, (claim) => claim.type, without("kind").claim),
    };
  }

  return { of, lets, spell, counts };
})();
