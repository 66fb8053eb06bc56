/* The list: all that the filters leave, as tables; the full equivalent of the picture. */
const List = (() => {
  const { el, refill, bdi } = Dom;
  const PAGE = 50;

  const link = (node, at = "") => el("a", { href: State.href({ focus: node.id, at }) }, bdi(node.label));
  const names = (claim, role) => claim.slots.filter((slot) => slot.role === role).map((slot) => (slot.node ? slot.node.label : slot.phrase)).join(", ");
  const figures = (claim) => claim.values.map((value) => Data.slice(claim.paper, value.start, value.end)).join("; ");

  /** Columns: heading, what to sort by, what to show. `start` sorts at first: column, descending. */
  const TABLES = {
    papers: {
      name: "Papers", start: [-1, false], rows: (store) => store.papers, node: (row) => row, text: (row) => row.label,
      columns: [
        ["Paper", (row) => row.label, (row) => link(row)],
        ["Year", (row) => row.source.year || 0, (row) => row.source.year || ""],
        ["Venue", (row) => row.source.venue || "", (row) => bdi(row.source.venue || "")],
        ["Links", (row) => row.neighbours.length, (row) => row.neighbours.length],
        ["Claims", (row) => row.claims.length, (row) => row.claims.length],
      ],
    },
    concepts: {
      name: "Concepts", start: [2, true], rows: (store) => store.concepts, node: (row) => row,
      text: (row) => [row.label, ...row.alt].join(" "),
      columns: [
        ["Name", (row) => row.label, (row) => link(row)],
        ["Type", (row) => row.type, (row) => [Shapes.icon(row.type), " ", row.type]],
        ["Papers", (row) => row.papers, (row) => row.papers],
        ["Links", (row) => row.neighbours.length, (row) => row.neighbours.length],
        ["Claims", (row) => row.claims.length, (row) => row.claims.length],
      ],
    },
    claims: {
      name: "Claims", start: [-1, false], rows: (store) => Card.strongest(store.claims), node: (row) => row.paper,
      text: (row) => Data.slice(row.paper, row.start, row.end),
      columns: [
        ["Claim", (row) => Data.slice(row.paper, row.start, row.end),
          (row) => el("a", { class: "sentence", href: State.href({ focus: row.paper.id, at: `claim/${row.number}` }) }, bdi(Data.slice(row.paper, row.start, row.end)))],
        ["Value", (row) => (row.values.length ? row.values[0].value || 0 : -Infinity), (row) => bdi(figures(row))],
        ["Kind", (row) => row.type, (row) => row.type],
        ["Subject", (row) => names(row, "subject"), (row) => bdi(names(row, "subject"))],
        ["Compared with", (row) => names(row, "comparator"), (row) => bdi(names(row, "comparator"))],
        ["Metric", (row) => names(row, "metric"), (row) => bdi(names(row, "metric"))],
        ["Dataset", (row) => names(row, "dataset"), (row) => bdi(names(row, "dataset"))],
        ["Paper", (row) => row.paper.label, (row) => link(row.paper)],
      ],
    },
  };
  const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

  function compare(a, b) {
    return typeof a === "number" ? a - b : collator.compare(a, b);
  }

  /** Make the list; `passes` tells which nodes the filters leave. */
  function make(store, box, passes) {
    const state = { rows: "", column: -1, down: false, page: 0, text: "" };

    /** Show the rows asked for: papers, concepts or claims. */
    function show(rows) {
      const wanted = TABLES[rows] ? rows : "papers";
      if (wanted !== state.rows) {
        const [column, down] = TABLES[wanted].start;
        Object.assign(state, { rows: wanted, column, down, page: 0 });
      }
      render();
    }

    function chosen(table) {
      const query = Text.fold(state.text.trim());
      const sortBy = state.column < 0 ? () => 0 : table.columns[state.column][1];
      return table.rows(store)
        .filter((row) => passes(table.node(row)) && (!query || Text.fold(table.text(row)).includes(query)))
        .map((row, i) => ({ row, key: sortBy(row), i }))
        .sort((a, b) => (state.down ? -1 : 1) * compare(a.key, b.key) || a.i - b.i)
        .map(({ row }) => row);
    }

    function heading([name], i) {
      const on = state.column === i;
      return el("th", { scope: "col", "aria-sort": on ? (state.down ? "descending" : "ascending") : "none" },
        el("button", { type: "button", click: () => sort(i) }, name, el("span", { "aria-hidden": "true" }, on ? (state.down ? " ↓" : " ↑") : "")));
    }

    function sort(i) {
      // Numbers are looked for from the top.
      const first = TABLES[state.rows].rows(store)[0];
      const number = first !== undefined && typeof TABLES[state.rows].columns[i][1](first) === "number";
      state.down = state.column === i ? !state.down : number;
      state.column = i;
      state.page = 0;
      render();
      box.querySelectorAll("th button")[i].focus();
    }

    function turn(step) {
      state.page += step;
      render();
      box.querySelector(".table-box").scrollTop = 0;
      box.querySelector(".pager").focus();
    }

    const field = el("input", {
      type: "search", placeholder: "Narrow the rows…", "aria-label": "Narrow the rows", class: "narrow",
      input: () => {
        state.text = field.value;
        state.page = 0;
        render();
      },
    });
    const kinds = el("div", { class: "kinds", role: "group", "aria-label": "Rows" });
    const body = el("div", { class: "list-body" });
    box.append(el("div", { class: "list-head" }, kinds, field), body);

    function render() {
      const table = TABLES[state.rows];
      const rows = chosen(table);
      const pages = Math.max(1, Math.ceil(rows.length / PAGE));
      state.page = Math.min(Math.max(state.page, 0), pages - 1);
      const from = state.page * PAGE;
      refill(kinds, Object.entries(TABLES).map(([key, { name }]) =>
        el("button", { type: "button", "aria-pressed": String(key === state.rows), click: () => State.turn({ rows: key }) }, name)));
      refill(body,
        el("div", { class: "table-box", tabindex: "0", role: "region", "aria-label": table.name },
          el("table", { class: state.rows },
            el("thead", {}, el("tr", {}, table.columns.map(heading))),
            el("tbody", {}, rows.slice(from, from + PAGE).map((row) =>
              el("tr", {}, table.columns.map(([, , show_]) => el("td", {}, show_(row)))))))),
        rows.length ? null : el("p", { class: "empty" }, "No row is left. Narrow less, or show more types."),
        el("div", { class: "pager", tabindex: "-1" },
          el("button", { type: "button", disabled: state.page === 0, click: () => turn(-1) }, "Previous"),
          el("span", { role: "status" }, rows.length ? `${Words.number(from + 1)}–${Words.number(Math.min(from + PAGE, rows.length))} of ${Words.number(rows.length)}` : "0 rows"),
          el("button", { type: "button", disabled: state.page >= pages - 1, click: () => turn(1) }, "Next")));
    }

    return { show };
  }

  return { make };
})();
