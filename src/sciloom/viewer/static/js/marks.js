/* A text with its marks: mentions, slots with their role, and the sentences that claim. */
const Marks = (() => {
  /** Keep what does not overlap: strong marks before faint ones, long before short. */
  function choose(marks) {
    const ordered = [...marks].sort(
      (a, b) => (b.role ? 1 : 0) - (a.role ? 1 : 0) || b.end - b.start - (a.end - a.start) || a.start - b.start,
    );
    const kept = [];
    for (const mark of ordered) {
      if (!kept.some((other) => mark.start < other.end && other.start < mark.end)) kept.push(mark);
    }
    return kept.sort((a, b) => a.start - b.start);
  }

  function markElement(mark, text) {
    const type = `type-${mark.type}`;
    const name = mark.node
      ? Dom.el("a", {
        class: `mention ${type}`, href: State.href({ focus: mark.node.id }),
        title: `${mark.node.type}: ${mark.node.label}`,
      }, text)
      : text;
    if (!mark.role) return name;
    return Dom.el("mark", { class: type }, name, Dom.el("span", { class: "role" }, ` ${mark.role}`));
  }

  /** Append a stretch of text with the marks that fall into it. */
  function fill(parent, text, start, end, marks) {
    let at = start;
    for (const mark of marks) {
      const from = Math.max(mark.start, start);
      const to = Math.min(mark.end, end);
      if (from >= to) continue;
      parent.append(text.slice(at, from), markElement(mark, text.slice(from, to)));
      at = to;
    }
    parent.append(text.slice(at, end));
  }

  /**
   * Return text[start:end] as a fragment.
   *
   * Marks carry start, end, type, node (or null) and role ("" for a faint one). Ranges carry
   * start, end, name and open(): sentences that can be chosen, `lit` when they are.
   */
  function render(text, start, end, marks, ranges = []) {
    const fragment = document.createDocumentFragment();
    const chosen = choose(marks.filter((mark) => mark.start < end && mark.end > start));
    const cuts = new Set([start, end]);
    for (const range of ranges) {
      if (range.start > start && range.start < end) cuts.add(range.start);
      if (range.end > start && range.end < end) cuts.add(range.end);
    }
    const ordered = [...cuts].sort((a, b) => a - b);
    for (let i = 0; i + 1 < ordered.length; i += 1) {
      const [from, to] = [ordered[i], ordered[i + 1]];
      const over = ranges.filter((range) => range.start <= from && range.end >= to);
      if (!over.length) {
        fill(fragment, text, from, to, chosen);
        continue;
      }
      const range = over.find((one) => one.lit) || over[0];
      const piece = Dom.el("span", {
        class: `range${range.lit ? " lit" : ""}`,
        title: range.name,
        click: (event) => event.target.closest("a") || range.open(),
      });
      fill(piece, text, from, to, chosen);
      fragment.append(piece);
    }
    return fragment;
  }

  return { render };
})();
