/* Cards: all that is known of a paper, a concept or an edge. */
const Card = (() => {
  const { el, bdi } = Dom;

  function heading(node, kicker, title) {
    return el("header", { class: "card-head" },
      el("p", { class: "kicker" }, Shapes.icon(node.type), kicker),
      el("h2", { tabindex: "-1", dir: "auto" }, title));
  }

  function section(title, count, ...content) {
    return el("section", {},
      el("h3", {}, title, count === null ? null : el("span", { class: "count" }, Words.number(count))),
      ...content);
  }

  /** Edges of a node that read alike: name, direction, and the rows. */
  function groups(node, wanted) {
    const found = new Map();
    for (const edge of node.edges) {
      const outward = edge.from === node;
      if (!wanted(edge, outward)) continue;
      const phrase = Words.phrase(edge.name, outward);
      if (!found.has(phrase)) found.set(phrase, []);
      found.get(phrase).push(edge);
    }
    for (const edges of found.values()) edges.sort((a, b) => b.facts.length - a.facts.length);
    return [...found];
  }

  function groupSections(node, wanted) {
    return groups(node, wanted).map(([phrase, edges]) =>
      el("div", { class: "group" },
        el("h4", {}, phrase, el("span", { class: "count" }, Words.number(edges.length))),
        Facts.list(edges, (edge) => Facts.row(edge, node))));
  }

  /** The fact named by `at` ("claim/1", "relation/2"): its span and marks, or null. */
  function factAt(paper, at) {
    const [kind, number] = at.split("/");
    if (kind === "claim") {
      const claim = paper.claims[Number(number) - 1];
      return claim ? { start: claim.start, end: claim.end, marks: Facts.claimMarks(claim), claim } : null;
    }
    if (kind !== "relation") return null;
    for (const edge of paper.source.relations.length ? relationEdges(paper) : []) {
      const fact = edge.facts.find((one) => one.paper === paper && one.number === Number(number));
      if (fact) return Facts.evidenceOf(fact, edge);
    }
    return null;
  }

  /** Edges between concepts that this paper states. */
  function relationEdges(paper) {
    const found = new Set();
    for (const edge of paper.edges) {
      for (const other of edge.to.edges) {
        if (other.facts.some((fact) => fact.relation && fact.paper === paper)) found.add(other);
      }
    }
    return [...found];
  }

  /** The abstract: mentions faint, claiming sentences to choose, the chosen fact lit. */
  function abstractOf(paper, start, at) {
    const { source } = paper;
    const chosen = at ? factAt(paper, at) : null;
    const marks = chosen ? [...chosen.marks] : [];
    for (const edge of paper.edges) {
      for (const { entity } of edge.facts) {
        for (const [from, to] of entity.mentions) {
          marks.push({ start: from, end: to, type: edge.to.type, node: edge.to, role: "" });
        }
      }
    }
    const ranges = paper.claims.map((claim) => ({
      start: claim.start, end: claim.end, name: `${claim.type}: show its parts`,
      lit: Boolean(chosen && chosen.claim === claim),
      open: () => State.go({ focus: paper.id, at: `claim/${claim.number}` }),
    }));
    if (chosen && !chosen.claim) {
      ranges.push({ start: chosen.start, end: chosen.end, name: "", lit: true, open: () => {} });
    }
    return {
      title: start ? Marks.render(source.text, 0, source.title.length, marks, ranges) : null,
      body: Marks.render(source.text, start, source.text.length, marks, ranges),
    };
  }

  function paperCard(paper, at) {
    const { source } = paper;
    // The text is the title, a blank line and the abstract where there is a title.
    const titled = source.title && source.text.startsWith(source.title);
    const gap = titled ? source.text.slice(source.title.length).search(/\S|$/) : 0;
    const { title, body } = abstractOf(paper, titled ? source.title.length + gap : 0, at);
    const links = [
      source.doi && Dom.outward(`https://doi.org/${source.doi}`, `doi:${source.doi}`),
      source.url && Dom.outward(source.url, "Open paper"),
    ].filter(Boolean);
    const own = relationEdges(paper);
    return [
      heading(paper, ["Paper", source.year, source.venue].filter(Boolean).join(" · "), title || bdi(paper.label)),
      source.authors ? el("p", { class: "authors", dir: "auto" }, source.authors.join(", ")) : null,
      links.length ? el("p", { class: "links" }, links.flatMap((link, i) => (i ? [" · ", link] : [link]))) : null,
      section("Abstract", null,
        el("p", { class: "abstract", dir: "auto", lang: source.language || "en" }, body),
        paper.claims.length
          ? el("p", { class: "hint" }, "Shaded sentences are claims: choose one to see its parts.")
          : null),
      paper.claims.length
        ? section("Claims", paper.claims.length,
          paper.claims.map((claim) => Facts.claimBlock(claim, { of: paper, chosen: at === `claim/${claim.number}` })))
        : null,
      paper.edges.length
        ? section("What it names", paper.edges.length,
          Words.PAPER_EDGES.flatMap((name) => groupSections(paper, (edge) => edge.name === name)))
        : null,
      own.length
        ? section("Relations it states", own.length,
          Facts.list(own, (edge) => relationRow(edge, paper), { first: 8 }))
        : null,
      el("p", { class: "source" }, "Read from ", el("code", {}, source.source || paper.id)),
    ];
  }

  /** A stated relation as a sentence of its own, opening on the edge. */
  function relationRow(edge, paper) {
    const fact = edge.facts.find((one) => one.paper === paper);
    return el("li", { class: "row relation" },
      el("a", { href: State.href({ focus: edge.from.id }) }, bdi(edge.from.label)),
      el("a", { class: "predicate", href: State.href({ focus: paper.id, at: `relation/${fact.number}` }), title: "Show in the abstract" },
        Words.phrase(edge.name, true)),
      el("a", { href: State.href({ focus: edge.to.id }) }, bdi(edge.to.label)));
  }

  function conceptCard(node) {
    const papers = Words.count(node.papers, "paper");
    return [
      heading(node, `${node.type} · in ${papers}`, bdi(node.label)),
      node.alt.length
        ? el("p", { class: "aliases" }, "Also read as ", node.alt.slice(0, 8).flatMap((name, i) => [i ? ", " : "", bdi(name)]),
          node.alt.length > 8 ? ` and ${node.alt.length - 8} more` : "")
        : null,
      node.claims.length
        ? section("Claims about it", node.claims.length,
          Facts.list(strongest(node.claims), (claim) => Facts.claimBlock(claim), { first: 3, more: 10, tag: "div", name: "claims" }))
        : null,
      node.papers
        ? section("Papers", node.papers,
          Words.PAPER_EDGES.flatMap((name) => groupSections(node, (edge, outward) => !outward && edge.name === name)))
        : null,
      node.edges.some((edge) => edge.from.type !== "Paper")
        ? section("Relations", null, groupSections(node, (edge) => edge.from.type !== "Paper"))
        : null,
    ];
  }

  /** Claims with numbers first, then the surest. */
  function strongest(claims) {
    const rank = (claim) => (claim.values.length ? 2 : 0) + (claim.type === "Improvement" ? 1 : 0) + (claim.score || 0);
    return [...claims].sort((a, b) => rank(b) - rank(a));
  }

  function edgeCard(edge) {
    return [
      el("header", { class: "card-head" },
        el("p", { class: "kicker" }, edge.from.type === "Paper" ? "Role in a paper" : "Relation"),
        el("h2", { tabindex: "-1" },
          el("a", { href: State.href({ focus: edge.from.id }) }, bdi(edge.from.label)),
          el("span", { class: "predicate" }, ` ${Words.phrase(edge.name, true)} `),
          el("a", { href: State.href({ focus: edge.to.id }) }, bdi(edge.to.label)))),
      section("Where it says so", edge.facts.length,
        Facts.list(edge.facts, (fact) => Facts.evidenceBlock(fact, edge, null), { first: 10, tag: "div", name: "sentences" })),
    ];
  }

  function render(node, at) {
    return node.type === "Paper" ? paperCard(node, at) : conceptCard(node);
  }

  return { render, edgeCard, strongest };
})();
