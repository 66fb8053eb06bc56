/* What is visible, as files. */
const Export = (() => {
  /** Spreadsheets run what begins like a formula. */
  const FORMULA = /^[=+\-@\t\r]/;

  function save(content, name, type) {
    const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
    const link = Dom.el("a", { href: url, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    Say.note(`${name} saved`);
  }

  function cell(value) {
    if (typeof value === "number") return String(value);
    const text = FORMULA.test(value) ? `'${value}` : value;
    return /[",\r\n']/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  }

  /** RFC 4180, with a mark by which spreadsheets know UTF-8. */
  function csv(names, rows) {
    return `\ufeff${[names, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
  }

  const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

  /** The rows of a table with an id each. */
  function records(table, rows) {
    const columns = Object.entries(table.columns);
    return rows.map((row) => Object.fromEntries([["id", table.id(row)], ...columns.map(([name, read]) => [name, read(row)])]));
  }

  async function rowsAs(format, state) {
    const name = Rows.tableOf(state);
    const table = Rows.TABLES[name];
    const { rows } = await Source.rows(state, { all: true });
    const found = records(table, rows);
    const names = ["id", ...Object.keys(table.columns)];
    if (format === "csv") save(csv(names, found.map((one) => names.map((key) => one[key]))), `${name}.csv`, "text/csv");
    else save(json(found), `${name}.json`, "application/json");
  }

  /** Each fact behind the edges drawn. */
  function facts(view) {
    return [...view.drawnEdges.values()].flatMap((edge) =>
      edge.facts.map((fact) => {
        const evidence = Facts.evidenceOf(fact, edge);
        return {
          from: edge.from.id, from_label: edge.from.label, relation: edge.name, to: edge.to.id, to_label: edge.to.label,
          paper: fact.paper.id, sentence: evidence ? Data.slice(fact.paper, evidence.start, evidence.end) : "",
          score: (fact.relation || fact.entity).score ?? "",
        };
      }));
  }

  function nodes(view) {
    const places = view.network.getPositions();
    return [...view.drawn.values()].map((node) => ({ id: node.id, label: node.label, type: node.type, ...places[node.index] }));
  }

  /** What XML 1.0 cannot hold is left out. */
  const xml = (text) =>
    String(text).replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
      .replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

  function graphml(view) {
    const key = (name, of, type) => `  <key id="${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>`;
    const data = (name, value) => `<data key="${name}">${xml(value)}</data>`;
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
      key("label", "node", "string"), key("type", "node", "string"), key("x", "node", "int"), key("y", "node", "int"),
      key("relation", "edge", "string"), key("facts", "edge", "int"),
      '  <graph edgedefault="directed">',
      ...nodes(view).map(({ id, label, type, x, y }) =>
        `    <node id="${xml(id)}">${data("label", label)}${data("type", type)}${data("x", x)}${data("y", y)}</node>`),
      ...[...view.drawnEdges.values()].map((edge) =>
        `    <edge source="${xml(edge.from.id)}" target="${xml(edge.to.id)}">${data("relation", edge.name)}${data("facts", edge.facts.length)}</edge>`),
      "  </graph>",
      "</graphml>",
      "",
    ].join("\n");
  }

  /** The choices for the picture. */
  function menu(view) {
    const links = () => facts(view);
    return Dom.menu("Export", [
      ["PNG picture", () => Canvas.photograph(view, (blob) => save(blob, "graph.png", "image/png"))],
      ["GraphML", () => save(graphml(view), "graph.graphml", "application/xml")],
      ["CSV of the links", () => {
        const found = links();
        const names = ["from", "from_label", "relation", "to", "to_label", "paper", "sentence", "score"];
        save(csv(names, found.map((one) => names.map((name) => one[name]))), "graph.csv", "text/csv");
      }],
      ["JSON", () => save(json({ nodes: nodes(view), facts: links() }), "graph.json", "application/json")],
    ], Dom.el("p", { class: "hint" }, "What is drawn, no more"));
  }

  return { rowsAs, menu };
})();
