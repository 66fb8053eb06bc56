/* The list: all that the filters leave, as tables; the full equivalent of the picture. */
const List = (() => {
  const { el, refill, bdi } = Dom;

  const link = (node) => el("a", { href: State.href({ focus: node.id }) }, bdi(node.label));
  const claimLink = (claim, cls, ...text) =>
    el("a", { class: cls, dir: "auto", href: State.href({ focus: claim.paper.id, at: `claim/${claim.number}` }) }, text);
  /** The sentence with the slots marked by role, and those that it does not name. */
  function sentence(claim) {
    const marks = Facts.claimMarks(claim).map((mark) => ({ ...mark, node: null }));
    const marked = new Set(marks.map((mark) => mark.role));
    const others = Object.entries(Facts.ROLES).filter(([role, name]) => !marked.has(name) && Data.named(claim, role).length);
    return [
      claimLink(claim, "sentence", Marks.render(claim.paper.source.text, claim.start, claim.end, marks)),
      others.length ? el("p", { class: "unmarked" }, others.map(([role, name], i) => [i ? " · " : "", `${name} `, bdi(Data.named(claim, role).join(", "))])) : null,
    ];
  }
  const names = (claim, role, value = null) => {
    const slots = claim.slots.filter((slot) => slot.role === role && (!value || Data.isOf(claim, value, slot)));
    return slots.map((slot, i) => [i ? ", " : "", slot.node ? el("a", { class: "plainly", href: State.href({ focus: slot.node.id }) }, bdi(slot.node.label)) : bdi(slot.phrase)]);
  };
  const slotCells = (of) => ({
    Subject: (row) => names(of(row), "subject"),
    "Compared with": (row) => names(of(row), "comparator"),
    Metric: (row) => names(of(row), "metric"),
    Dataset: (row) => names(of(row), "dataset"),
    Paper: (row) => link(of(row).paper),
  });

  /** How a cell is shown where its text alone is too little. */
  const CELLS = {
    papers: { Paper: link },
    concepts: { Name: link, Type: (row) => [Shapes.icon(row.type), " ", row.type] },
    claims: { Claim: sentence, ...slotCells((row) => row) },
    leaders: {
      ...slotCells((row) => row.claim),
      Method: ({ claim }) => names(claim, "subject"),
      Dataset: ({ claim, value }) => names(claim, "dataset", value),
      Value: ({ claim, value }) => claimLink(claim, "figure", bdi(Words.figure(value))),
      Sentence: ({ claim }) => sentence(claim),
    },
  };

  const slug = (column) => `of-${column.toLowerCase().replace(/ /g, "-")}`;

  const option = (value, text, chosen) => el("option", { value, selected: value === chosen }, text);
  const select = (name, options, change) =>
    el("label", { class: "field" }, name, el("select", { change: (event) => change(event.target.value) }, options));

  /** What narrows one table and not the others. */
  const CONTROLS = {
    claims: (state, { units }, least) => [
      el("label", { class: "field" }, "Value at least", least),
      select("Unit", [option("", "any", state.unit), units.slice(0, 60).map(({ unit, count }) => option(unit, `${Words.unit(unit)} (${count})`, state.unit))],
        (unit) => State.turn({ unit, page: "" })),
    ],
    leaders: (state, { metric, metrics, datasets }) => [
      select("Metric", metrics.slice(0, 300).map(({ node, count }) => option(node.id, `${Text.shorten(node.label, 40)} (${Words.count(count, "paper")})`, metric)),
        (id) => State.turn({ metric: id, dataset: "", page: "" })),
      select("Dataset", [option("", "any", state.dataset), datasets.slice(0, 300).map(({ node, count }) => option(node.id, `${Text.shorten(node.label, 40)} (${Words.count(count, "paper")})`, state.dataset))],
        (id) => State.turn({ metric, dataset: id, page: "" })),
    ],
  };

  /** Make the list; `show(state)` brings it to a state. */
  function make(box, reach) {
    const field = el("input", {
      type: "search", placeholder: "Narrow the rows…", "aria-label": "Narrow the rows", class: "narrow",
      input: () => State.turn({ q: field.value, page: "" }, { replace: true }),
    });
    const kinds = el("div", { class: "kinds", role: "group", "aria-label": "Rows" });
    const controls = el("div", { class: "controls" });
    // One element for all states: a new one would lose the place of the caret while it is typed in.
    const least = el("input", {
      type: "number", step: "any", class: "least",
      input: () => State.turn({ least: least.value, page: "" }, { replace: true }),
    });
    const body = el("div", { class: "list-body" });
    const save = Dom.menu("Export", [
      ["CSV", () => reach(() => Export.rowsAs("csv", State.get()))],
      ["JSON", () => reach(() => Export.rowsAs("json", State.get()))],
    ], el("p", { class: "hint" }, "All rows left, on every page"));
    box.append(el("div", { class: "list-head" }, kinds, field, save, controls), body);
    let asked = 0;

    async function show(state) {
      asked += 1;
      const mine = asked;
      const [found, choices, [about]] = await Promise.all([Source.rows(state), Source.choices(state), Source.reach(state.about ? [state.about] : [], state)]);
      if (mine !== asked) return;
      const name = Rows.tableOf(state);
      if (document.activeElement !== field) field.value = state.q;
      if (document.activeElement !== least) least.value = state.least;
      refill(kinds, Object.entries(Rows.TABLES).map(([key, table]) =>
        el("button", { type: "button", "aria-pressed": String(key === name), click: () => State.go({ focus: state.focus, at: state.at, rows: key }) }, table.name)));
      const stands = controls.contains(document.activeElement) ? [...controls.querySelectorAll("input, select")].indexOf(document.activeElement) : -1;
      refill(controls,
        about ? el("button", { type: "button", class: "about", "aria-label": `All claims, not only those about ${about.label}`, click: () => State.turn({ about: "", page: "" }) }, "about ", bdi(Text.shorten(about.label, 40)), " ×") : null,
        CONTROLS[name] ? CONTROLS[name](state, choices, least) : null);
      controls.hidden = !controls.firstChild;
      if (stands >= 0) controls.querySelectorAll("input, select")[stands].focus();
      fill(name, state, found);
    }

    function fill(name, state, { rows, total, from }) {
      const table = Rows.TABLES[name];
      const columns = Object.keys(table.columns);
      const { column, down } = Rows.order(state);
      const turn = (to) => {
        State.turn({ page: to ? String(to) : "" }, { replace: true });
        body.querySelector(".table-box").scrollTop = 0;
      };
      const page = from / Rows.PAGE;
      const heading = (one) => {
        const on = column === one;
        return el("th", { class: slug(one), scope: "col", "aria-sort": on ? (down ? "descending" : "ascending") : "none" },
          el("button", { type: "button", click: () => sort(one, table, rows, on, down) }, one, el("span", { "aria-hidden": "true" }, on ? (down ? " ↓" : " ↑") : "")));
      };
      const cells = (row) => columns.map((one) => {
        const show_ = CELLS[name][one];
        const value = show_ ? show_(row) : table.columns[one](row);
        return el("td", { class: slug(one) }, typeof value === "string" ? bdi(value) : typeof value === "number" ? Words.plain(value) : value);
      });
      const stands = body.contains(document.activeElement) ? [...body.querySelectorAll("button")].indexOf(document.activeElement) : -1;
      refill(body,
        el("div", { class: "table-box", tabindex: "0", role: "region", "aria-label": table.name },
          el("table", { class: name },
            el("thead", {}, el("tr", {}, columns.map(heading))),
            el("tbody", {}, rows.map((row) => el("tr", {}, cells(row)))))),
        rows.length ? null : el("div", { class: "empty" }, el("p", {}, "No row is left."),
          el("button", { type: "button", click: () => State.turn({ ...Object.fromEntries(State.FILTERS.map((one) => [one, ""])), q: "", about: "", unit: "", least: "", dataset: "" }) }, "Show all again")),
        el("div", { class: "pager", tabindex: "-1" },
          el("button", { type: "button", disabled: page === 0, click: () => turn(page - 1) }, "Previous"),
          el("span", { role: "status" }, rows.length ? `${Words.number(from + 1)}–${Words.number(from + rows.length)} of ${Words.number(total)}` : "0 rows"),
          el("button", { type: "button", disabled: from + rows.length >= total, click: () => turn(page + 1) }, "Next")));
      const again = body.querySelectorAll("button")[stands];
      if (again) (again.disabled ? body.querySelector(".pager") : again).focus();
    }

    function sort(column, table, rows, on, down) {
      // Numbers are looked for from the top.
      const key = (table.sort && table.sort[column]) || table.columns[column];
      const numeric = rows.length > 0 && typeof key(rows[0], State.get()) === "number";
      State.turn({ sort: column + ((on ? !down : numeric) ? "-" : ""), page: "" }, { replace: true });
    }

    return { show };
  }

  return { make };
})();
