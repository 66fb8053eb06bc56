/* Nodes of one label are told apart: by type, else by what one has and the others have not. */
const Names = (() => {
  const MOST = 34;

  const marksOf = ({ id, alt, source }) => [
    source && source.year, source && source.venue, source && source.authors && source.authors[0], ...(alt || []),
    id.split("/").pop().slice(-8),
  ].filter(Boolean).map(String);

  /** What tells a node from others of its label; "" where there are none. */
  function hint(node, others = node.namesakes || []) {
    const same = others.filter((other) => other !== node);
    if (!same.length) return "";
    const alike = same.filter((other) => other.type === node.type);
    if (!alike.length) return node.type.toLowerCase();
    const taken = new Set(alike.flatMap(marksOf));
    const mark = marksOf(node).find((one) => !taken.has(one)) || node.id;
    return alike.length < same.length ? `${node.type.toLowerCase()}, ${mark}` : mark;
  }

  const shown = (node) => Text.shorten(node.label, MOST);

  /** The hints of nodes that stand together and read alike, cut as they are. */
  function hints(nodes) {
    const groups = new Map();
    for (const node of nodes) {
      const key = shown(node).toLowerCase();
      groups.set(key, [...(groups.get(key) || []), node]);
    }
    const found = new Map();
    for (const group of groups.values()) {
      if (group.length > 1) for (const node of group) found.set(node, hint(node, group));
    }
    return found;
  }

  return { shown, hint, hints };
})();
