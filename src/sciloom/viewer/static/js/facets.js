/* The side bar: types, links, years, venues and kinds of claim, each with what it would leave. */
const Facets = (() => {
  const { el, refill } = Dom;
  const FIRST = 8;

  const byCount = ([, a], [, b]) => b - a;
  const FACETS = {
    types: { legend: "Show", label: Words.plural, icon: (value) => Shapes.icon(value), order: (a, b) => Data.TYPES.indexOf(a[0]) - Data.TYPES.indexOf(b[0]) },
    links: { legend: "Links", label: (value) => Words.phrase(value, true), order: byCount },
    kind: { legend: "Claims", label: (value) => value, order: byCount },
    year: { legend: "Years", label: (value) => value || "no year", order: ([a], [b]) => b - a },
    venue: { legend: "Venues", label: (value) => value || "no venue", order: byCount },
  };

  /** Fill the side bar once; `update` brings boxes and counts to a state. */
  function make(box, counts) {
    const items = new Map();
    const reset = el("button", { type: "button", class: "reset", click: State.unfilter }, "Reset filters");
    const parts = Object.entries(FACETS).map(([name, facet]) => fieldset(name, facet, [...counts[name]]));
    refill(box, reset, parts);
    reset.hidden = true;

    function fieldset(name, { legend, label, icon, order }, values) {
      // A choice among one is none.
      if (values.length < 2) return null;
      const all = values.sort(order).map(([value]) => value);
      const off = new Set();
      const spell = () => State.turn({ [name]: Filter.spell(off, all) });
      const rows = all.map((value) => {
        const input = el("input", {
          type: "checkbox",
          change: () => {
            if (input.checked) off.delete(value);
            else off.add(value);
            spell();
          },
        });
        const only = el("button", {
          type: "button", class: "only", "aria-label": `Only ${label(value)}`,
          click: () => {
            off.clear();
            for (const other of all) if (other !== value) off.add(other);
            spell();
          },
        }, "only");
        const count = el("span", { class: "count" });
        items.set(`${name} ${value}`, { name, value, input, count, off });
        return el("div", { class: "filter" },
          el("label", {}, input, icon && icon(value), el("span", { class: "name" }, Dom.bdi(label(value)))),
          only, count);
      });
      return el("fieldset", {}, el("legend", {}, legend), Dom.list(rows, (row) => row, { first: FIRST, tag: "div" }));
    }

    function update(state, found) {
      const lets = Object.fromEntries(State.FILTERS.map((name) => [name, Filter.lets(state[name])]));
      for (const { name, value, input, count, off } of items.values()) {
        input.checked = lets[name](value);
        if (input.checked) off.delete(value);
        else off.add(value);
        const number = found[name].get(value) || 0;
        count.textContent = Words.number(number);
        input.closest(".filter").classList.toggle("none", !number);
      }
      reset.hidden = !State.filtered(state);
    }

    return { update };
  }

  return { make };
})();
