/* Filters: types by colour, shape and count; relations by name and count. */
const Filters = (() => {
  const { el } = Dom;

  /** Fill the side bar; `changed` is told after each switch. Returns what is let through. */
  function make(store, box, changed) {
    const hidden = { types: new Set(), relations: new Set() };
    const byType = tally(store.nodes, (node) => node.type);
    const byRelation = tally(store.edges, (edge) => edge.name);
    const boxes = [];

    const item = (kind, name, label, icon, count) => {
      const input = el("input", {
        type: "checkbox", checked: true,
        change: () => {
          if (input.checked) hidden[kind].delete(name);
          else hidden[kind].add(name);
          changed();
        },
      });
      boxes.push(input);
      return el("label", { class: "filter" }, input, icon, el("span", { class: "name" }, label), el("span", { class: "count" }, Words.number(count)));
    };

    const types = Data.TYPES.filter((type) => byType.has(type));
    const relations = [...byRelation].sort((a, b) => b[1] - a[1]);
    box.append(
      el("fieldset", {}, el("legend", {}, "Show"),
        types.map((type) => item("types", type, Words.plural(type), Shapes.icon(type), byType.get(type)))),
      el("fieldset", {}, el("legend", {}, "Links"),
        relations.map(([name, count]) => item("relations", name, Words.phrase(name, true), null, count))));

    return {
      node: (node) => !hidden.types.has(node.type),
      relation: (name) => !hidden.relations.has(name),
      active: () => hidden.types.size + hidden.relations.size > 0,
      reset: () => {
        hidden.types.clear();
        hidden.relations.clear();
        for (const input of boxes) input.checked = true;
        changed();
      },
    };
  }

  function tally(items, keyOf) {
    const counts = new Map();
    for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) || 0) + 1);
    return counts;
  }

  return { make };
})();
