/* Paths: two boxes, and for each way between them the sentence of every step. */
const Route = (() => {
  const { el, bdi } = Dom;

  /** A box that is filled by search; `set` is told the node chosen. */
  function end(name, node, find, set) {
    const id = `path-${name.toLowerCase()}`;
    const input = el("input", { type: "text", ...Combobox.ROLES, id, "aria-controls": `${id}-options`, placeholder: "Search…", value: node ? node.label : "" });
    const options = el("ul", { id: `${id}-options`, class: "options", role: "listbox", "aria-label": `Suggestions: ${name}`, hidden: true });
    Combobox.make(input, options, find, ({ node: chosen }) => set(chosen));
    return el("div", { class: "end" }, el("label", { for: id }, name), el("div", { class: "box" }, input, options));
  }

  const stop = (node) => el("span", { class: "stop" }, Shapes.icon(node.type), el("a", { href: State.href({ focus: node.id }) }, bdi(node.label)));

  /** The first sentence behind a step, and how many there are. */
  function stepItem({ from, to, edges }) {
    const [edge] = [...edges].sort((a, b) => b.facts.length - a.facts.length);
    const others = edges.length - 1;
    return el("li", {},
      el("p", { class: "step" },
        stop(from),
        el("a", { class: "predicate", href: Facts.edgeHref(edge) }, Words.phrase(edge.name, edge.from === from)),
        stop(to),
        others > 0 ? el("span", { class: "aside" }, `and ${others} more`) : null),
      Facts.evidenceBlock(edge.facts[0], edge, null));
  }

  const way = (steps, i, all) =>
    el("section", {},
      el("h3", {}, all.length > 1 ? `Way ${i + 1}` : "The way", el("span", { class: "count" }, Words.count(steps.length, "step"))),
      el("ol", { class: "steps" }, steps.map(stepItem)));

  const address = (a, b) => ({ path: `${a ? a.id : ""} ${b ? b.id : ""}` });

  /** Where the ends are not linked: papers that say both, and names like theirs to try. */
  async function fillOthers(box, from, to, find) {
    const word = (node) => Search.wordsOf(node.label).find((one) => one.length > 3) || node.label;
    const all = async (text) => {
      const { matches, more } = await find(text);
      return more ? await more : matches;
    };
    const both = (await all(`${from.label} ${to.label}`)).filter(({ says }) => says);
    const said = both.length ? [el("h4", {}, "Papers that say both"), el("ul", { class: "rows" }, both.slice(0, 6).map(({ node, at, says }) =>
      el("li", { class: "fact" }, el("blockquote", { dir: "auto" }, says), Facts.paperLink(node, at))))] : null;
    const list = async (node, place) => {
      const named = async (text) => (await all(text)).filter(({ says }) => !says).map((match) => match.node).filter((one) => one !== from && one !== to);
      const near = await named(node.label);
      const found = near.length ? near : await named(word(node));
      if (!found.length) return null;
      return [el("h4", {}, el("span", {}, "Instead of ", bdi(node.label))), el("ul", { class: "rows" }, found.slice(0, 6).map((one) =>
        el("li", { class: "row" }, Shapes.icon(one.type), el("a", { href: State.href(place(one)) }, bdi(one.label)))))];
    };
    Dom.refill(box, said, await list(from, (one) => address(one, to)), await list(to, (one) => address(from, one)));
  }

  /** The panel of a path search: ends may be null, paths null while an end is. */
  function render(from, to, paths, find) {
    const go = (a, b) => State.go(address(a, b));
    const names = async (text) => {
      const { matches, more } = await find(text);
      const named = (list) => list.filter(({ says }) => !says);
      return { matches: named(matches), more: more && more.then(named) };
    };
    const others = el("div", { class: "group" });
    if (paths && !paths.length && from !== to) fillOthers(others, from, to, find);
    return [
      el("header", { class: "card-head" },
        el("p", { class: "kicker" }, "Path"),
        el("h2", { tabindex: "-1" }, "What links these two?")),
      el("div", { class: "ends" },
        end("From", from, names, (node) => go(node, to)),
        end("To", to, names, (node) => go(from, node))),
      !paths ? el("p", { class: "hint" }, "Choose both ends. Each step of a path opens on its sentence.") : null,
      paths && from === to ? el("p", { class: "hint" }, "Both ends are the same.") : null,
      paths && from !== to && !paths.length
        ? [el("p", { class: "hint", role: "status" }, `No path within ${Paths.LONGEST} steps${State.filtered() ? ", with these filters" : ""}.`), others]
        : null,
      paths ? paths.map(way) : null,
    ];
  }

  return { render };
})();
