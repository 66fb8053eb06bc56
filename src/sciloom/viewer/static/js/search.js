/* Matching: exact names first, then beginnings, then words, then anything inside. */
const Search = (() => {
  const MOST = 12;

  /** Prepare the names of all nodes, aliases among them. */
  function prepare(nodes) {
    const entries = [];
    for (const node of nodes) {
      entries.push({ node, folded: Text.fold(node.label), alias: null });
      for (const alias of node.alt) entries.push({ node, folded: Text.fold(alias), alias });
    }
    return entries;
  }

  function rank(folded, query) {
    const at = folded.indexOf(query);
    if (at < 0) return null;
    if (at === 0) return folded.length === query.length ? 0 : 1;
    return /[\p{L}\p{N}]/u.test(folded[at - 1]) ? 3 : 2;
  }

  /** Return the best matches, each with the alias by which it was found (null for its label). */
  function find(entries, text, most = MOST) {
    const query = Text.fold(text.trim());
    if (!query) return [];
    const best = new Map();
    for (const { node, folded, alias } of entries) {
      const score = rank(folded, query);
      if (score === null) continue;
      const known = best.get(node);
      if (!known || score < known.score) best.set(node, { node, alias, score });
    }
    const weight = ({ node }) => node.degree;
    return [...best.values()]
      .sort((a, b) => a.score - b.score || weight(b) - weight(a) || a.node.index - b.node.index)
      .slice(0, most);
  }

  return { prepare, find };
})();
