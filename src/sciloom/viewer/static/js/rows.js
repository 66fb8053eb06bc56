/* The tables: which rows the address asks for, what stands in their columns. */
const Rows = (() => {
  const PAGE = 50;
  const named = (claim, role) => Data.named(claim, role).join(", ");
  /** Values as written; the two ends of a range stand in one place. */
  const figures = (claim) => [...new Set(claim.values.map((value) => Data.slice(claim.paper, value.start, value.end)))].join("; ");
  const year = (paper) => paper.source.year || "";
  /** Text of a row that "narrow" looks through, folded once. */
  const folded = new WeakMap();

  /** Columns: name, what is exported and sorted by. `start` sorts at first. */
  const TABLES = {
    papers: {
      name: "Papers", start: "",
      rows: (graph) => graph.papers,
      passes: (row, filter) => filter.node(row),
      text: (row) => [row.label, ...(row.source.authors || []), row.source.venue || ""].join(" "),
      columns: { Paper: (row) => row.label, Year: year, Venue: (row) => row.source.venue || "", Links: (row) => row.degree, Claims: (row) => row.claims.length },
      id: (row) => row.id,
    },
    concepts: {
      name: "Concepts", start: "Papers-",
      rows: (graph) => graph.concepts,
      passes: (row, filter) => filter.node(row),
      text: (row) => [row.label, ...row.alt].join(" "),
      columns: { Name: (row) => row.label, Type: (row) => row.type, Papers: (row) => row.papers, Links: (row) => row.degree, Claims: (row) => row.claimed },
      id: (row) => row.id,
    },
    claims: {
      name: "Claims", start: "",
      rows: (graph, state) => strongest(graph.claims.filter((claim) => asked(claim, state))),
      passes: (row, filter) => filter.claim(row),
      text: (row) => [Data.sentence(row), row.paper.label, ...row.slots.map((slot) => (slot.node ? slot.node.label : slot.phrase))].join(" "),
      columns: {
        Claim: (row) => Data.sentence(row), Value: figures, Kind: (row) => row.type,
        Subject: (row) => named(row, "subject"), "Compared with": (row) => named(row, "comparator"),
        Metric: (row) => named(row, "metric"), Dataset: (row) => named(row, "dataset"), Paper: (row) => row.paper.label,
      },
      sort: { Value: (row, state) => Math.max(-Infinity, ...matching(row, state).map((value) => value.value || 0)) },
      id: (row) => `${row.paper.id}/claim/${row.number}`,
    },
    leaders: {
      name: "Leaderboard", start: "",
      rows: leaders,
      passes: (row, filter) => filter.claim(row.claim),
      text: (row) => TABLES.claims.text(row.claim),
      columns: {
        Method: ({ claim }) => named(claim, "subject"), Value: ({ value }) => Words.figure(value),
        Kind: ({ value }) => ({ delta: "change", level: "level" })[value.kind] || "",
        Dataset: ({ claim, value }) => Data.named(claim, "dataset", value).join(", "), "Compared with": ({ claim }) => named(claim, "comparator"),
        Paper: ({ claim }) => claim.paper.label, Sentence: ({ claim }) => Data.sentence(claim),
      },
      sort: { Value: ({ value }) => value.value || 0 },
      id: ({ claim }) => TABLES.claims.id(claim),
    },
  };

  /** Values of a claim that have the unit and the size asked for. */
  function matching(claim, { unit, least }) {
    return claim.values.filter((value) => (!unit || value.unit === unit) && (!least || (value.value || 0) >= Number(least)));
  }

  function asked(claim, state) {
    return (
      (!state.about || claim.slots.some((slot) => slot.node && slot.node.id === state.about)) &&
      ((!state.unit && !state.least) || matching(claim, state).length > 0)
    );
  }

  /** Claims with numbers first, then improvements, then the surest. */
  function strongest(claims) {
    const rank = (claim) => (claim.values.length ? 2 : 0) + (claim.type === "Improvement" ? 1 : 0) + (claim.score || 0);
    return [...claims].sort((a, b) => rank(b) - rank(a));
  }

  /** Whether what has an id fills a role for a value. */
  const fills = (claim, value, role, id) =>
    claim.slots.some((slot) => slot.role === role && slot.node && slot.node.id === id && Data.isOf(claim, value, slot));
  /** What the subject of a claim gained or reached. */
  const won = (claim) => claim.values.filter((value) => !value.worse && !value.rival);

  /** The values claimed for a metric (on a dataset): like with like, the best first. */
  function leaders(graph, state) {
    const metric = state.metric || (measured(graph, state)[0] || { node: { id: "" } }).node.id;
    const rows = graph.claims
      .flatMap((claim) => won(claim).map((value) => ({ claim, value })))
      .filter(({ claim, value }) => fills(claim, value, "metric", metric) && (!state.dataset || fills(claim, value, "dataset", state.dataset)));
    const group = ({ value }) => `${value.kind || ""} ${value.unit || ""}`;
    const size = new Map();
    for (const row of rows) size.set(group(row), (size.get(group(row)) || 0) + 1);
    const better = (row) => (row.value.value || 0) * (row.value.direction === "lower" && row.value.kind !== "delta" ? -1 : 1);
    return rows.sort((a, b) => size.get(group(b)) - size.get(group(a)) || collator.compare(group(a), group(b)) || better(b) - better(a));
  }

  /** What fills a role for values: the number of papers and values, most papers first. */
  function tally(claims, role, counted = () => true) {
    const found = new Map();
    for (const claim of claims) {
      for (const slot of claim.slots) {
        const values = slot.role === role && slot.node ? won(claim).filter((value) => Data.isOf(claim, value, slot) && counted(claim, value)) : [];
        if (!values.length) continue;
        if (!found.has(slot.node)) found.set(slot.node, { node: slot.node, papers: new Set(), values: 0 });
        const one = found.get(slot.node);
        one.papers.add(claim.paper);
        one.values += values.length;
      }
    }
    return [...found.values()].map(({ node, papers, values }) => ({ node, count: papers.size, values }))
      .sort((a, b) => b.count - a.count || b.values - a.values || a.node.index - b.node.index);
  }

  /** Metrics, and datasets of a metric, with the number of papers that claim values; units of values. */
  const measured = (graph) => tally(graph.claims, "metric");
  const datasets = (graph, metric) => tally(graph.claims, "dataset", (claim, value) => fills(claim, value, "metric", metric));
  function units(graph) {
    const found = new Map();
    for (const claim of graph.claims) for (const { unit } of claim.values) if (unit) found.set(unit, (found.get(unit) || 0) + 1);
    return [...found].map(([unit, count]) => ({ unit, count })).sort((a, b) => b.count - a.count);
  }

  const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  function compare(a, b) {
    if (typeof a === "number" && typeof b === "number") return a - b;
    return collator.compare(String(a), String(b));
  }

  const tableOf = (state) => (TABLES[state.rows] ? state.rows : "papers");

  /** How the rows are sorted: column and whether downwards; "" for the table's own order. */
  function order(state) {
    const text = state.sort || TABLES[tableOf(state)].start;
    return { column: text.replace(/-$/, ""), down: text.endsWith("-") };
  }

  /** Return all rows that a state asks for, sorted. */
  function select(graph, state) {
    const table = TABLES[tableOf(state)];
    const filter = Filter.of(state);
    const words = Search.wordsOf(state.q);
    const holds = (row) => {
      const key = row.value ? row.claim : row;
      if (!folded.has(key)) folded.set(key, Text.fold(table.text(row)));
      return Search.holds(folded.get(key), words);
    };
    const rows = table.rows(graph, state).filter((row) => table.passes(row, filter) && (!words.length || holds(row)));
    const { column, down } = order(state);
    const key = (table.sort && table.sort[column]) || table.columns[column];
    if (!key) return rows;
    return rows
      .map((row, i) => ({ row, key: key(row, state), i }))
      .sort((a, b) => (down ? -1 : 1) * compare(a.key, b.key) || a.i - b.i)
      .map(({ row }) => row);
  }

  return { PAGE, TABLES, tableOf, order, select, strongest, matching, measured, datasets, units };
})();
