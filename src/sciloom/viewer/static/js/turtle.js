/* Cards as Turtle: triples that the graph itself holds (`rdf/paper_quads.py`). */
const Turtle = (() => {
  const PREFIXES = {
    "": "https://w3id.org/sciloom/ontology#",
    dcterms: "http://purl.org/dc/terms/",
    foaf: "http://xmlns.com/foaf/0.1/",
    oa: "http://www.w3.org/ns/oa#",
    prism: "http://prismstandard.org/namespaces/basic/2.0/",
    qudt: "http://qudt.org/schema/qudt/",
    rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    rdfs: "http://www.w3.org/2000/01/rdf-schema#",
    schema: "https://schema.org/",
    skos: "http://www.w3.org/2004/02/skos/core#",
    xsd: "http://www.w3.org/2001/XMLSchema#",
  };

  const iri = (text) => `<${text.replace(/[\u0000-\u0020<>"{}|\\^`]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`)}>`;
  // JSON escapes as Turtle does, but for lone surrogates, which RDF lacks.
  const string = (text) => JSON.stringify(text.replace(/\p{Surrogate}/gu, "\ufffd"));
  const label = (text) => string(text.normalize("NFC"));
  const decimal = (value) => {
    const digits = /e/i.test(String(value)) ? value.toLocaleString("en", { useGrouping: false, maximumFractionDigits: 20 }) : String(value);
    return `"${digits}"^^xsd:decimal`;
  };

  /** Write blocks [subject, [[predicate, object]…]]; what is null is left out. */
  function write(blocks) {
    const body = blocks.map(([subject, pairs]) => {
      const lines = pairs.filter((pair) => pair && pair[1] !== null).map(([name, object]) => `    ${name} ${object}`);
      return `${subject}\n${lines.join(" ;\n")} .`;
    });
    const head = Object.entries(PREFIXES)
      .filter(([prefix]) => body.some((text) => new RegExp(`(^|[\\s^])${prefix}:`, "m").test(text)))
      .map(([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .`);
    return `${head.join("\n")}\n\n${body.join("\n\n")}\n`;
  }

  const iriOf = (base, node) => iri(base + node.id);

  function span(base, paper, start, end) {
    const { text } = paper.source;
    const [from, to] = [Text.codePoints(text, start), Text.codePoints(text, end)];
    return { name: iri(`${base}${paper.id}#char=${from},${to}`), from, to, quote: string(text.slice(start, end)) };
  }

  const offsets = ({ from, to, quote }) => [["oa:start", from], ["oa:end", to], ["oa:exact", quote]];

  function claimBlocks(base, claim) {
    const { paper } = claim;
    const subject = iri(`${base}${paper.id}/claim/${claim.number}`);
    const proof = span(base, paper, claim.start, claim.end);
    const slots = claim.slots.map(({ role, node, phrase }) =>
      (node ? [`:${role}`, iriOf(base, node)] : [`:${role}Text`, label(phrase)]));
    const values = claim.values.map((value, i) => [value, iri(`${base}${paper.id}/claim/${claim.number}/value/${i + 1}`)]);
    return [
      [iriOf(base, paper), [[":claims", subject]]],
      [subject, [
        ["a", `:Claim, :${claim.type}`], ...slots,
        ...["novel", "negated", "hedged"].map((flag) => (claim[flag] ? [`:${flag}`, "true"] : null)),
        claim.score === undefined ? null : [":score", decimal(claim.score)],
        ...values.map(([, name]) => [":value", name]),
        [":evidence", proof.name],
      ]],
      ...values.map(([value, name]) => [name, [
        ["a", ":Quantity"], ["qudt:numericValue", decimal(value.value || 0)], [":printed", string(value.printed || "")],
        [":unit", label(value.unit || "")],
        ...["qualifier", "direction", "kind"].map((word) => (value[word] ? [`:${word}`, string(value[word])] : null)),
        ...offsets(span(base, paper, value.start, value.end)),
      ]]),
      [proof.name, [["a", "oa:TextPositionSelector"], ...offsets(proof)]],
    ];
  }

  function paperBlocks(base, paper) {
    const { source } = paper;
    const edges = new Set(paper.edges.map((edge) => `:${edge.name} ${iriOf(base, edge.to)}`));
    return [
      [iriOf(base, paper), [
        ["a", ":Paper"], ["rdfs:label", label(paper.label)],
        source.title ? ["dcterms:title", label(source.title)] : null,
        source.year ? ["dcterms:date", `"${String(source.year).padStart(4, "0")}"^^xsd:gYear`] : null,
        source.venue ? [":venue", label(source.venue)] : null,
        source.doi ? ["prism:doi", string(source.doi)] : null,
        source.url ? ["schema:url", string(source.url)] : null,
        ...(source.authors || []).map((_, i) => ["dcterms:creator", iri(`${base}${paper.id}/author/${i + 1}`)]),
        [":text", string(source.text)],
        ...[...edges].map((edge) => edge.split(" ")),
      ]],
      ...(source.authors || []).map((name, i) => [iri(`${base}${paper.id}/author/${i + 1}`), [
        ["a", "foaf:Person"], ["foaf:name", label(name)], [":position", i + 1],
      ]]),
      ...paper.claims.flatMap((claim) => claimBlocks(base, claim)),
    ];
  }

  function conceptBlocks(base, node) {
    const own = node.edges.filter((edge) => edge.from.type !== "Paper" && edge.from !== edge.to);
    const names = new Set(node.alt.map((name) => name.normalize("NFC")));
    names.delete(node.label.normalize("NFC"));
    const subject = iriOf(base, node);
    return [
      [subject, [
        ["a", `:${node.type}`], ["skos:prefLabel", label(node.label)],
        ...[...names].map((name) => ["skos:altLabel", label(name)]),
        ...own.filter((edge) => edge.from === node).map((edge) => [`:${edge.name}`, iriOf(base, edge.to)]),
      ]],
      ...own.filter((edge) => edge.from !== node).map((edge) => [iriOf(base, edge.from), [[`:${edge.name}`, subject]]]),
      ...node.edges.filter((edge) => edge.from.type === "Paper").map((edge) => [iriOf(base, edge.from), [[`:${edge.name}`, subject]]]),
    ];
  }

  const ofNode = (base, node) => write(node.type === "Paper" ? paperBlocks(base, node) : conceptBlocks(base, node));
  const ofClaim = (base, claim) => write(claimBlocks(base, claim));

  return { ofNode, ofClaim };
})();
