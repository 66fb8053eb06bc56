/* Cards: all that is known of a paper, a concept or an edge. */
const Card = (() => {
  const { el, bdi } = Dom;

  function heading(node, kicker, title, actions) {
    return el("header", { class: "card-head" },
      el("p", { class: "kicker" }, Shapes.icon(node.type), kicker),
      el("h2", { tabindex: "-1", dir: "auto" }, title),
      el("p", { class: "actions" }, actions));
  }

  /** What can be done with a node: its links, copies and place in the picture. */
  function actions(store, node) {
    const go = (name, target) => el("a", { class: "button", href: State.href(target) }, name);
    const trail = () => [...State.get().trail.split(" ").filter(Boolean), `!${node.id}`].join(" ");
    return [
      go("Path from here", { path: `${node.id} ` }),
      node.type === "Metric" && measures(node) ? go("Leaderboard", { tab: "list", rows: "leaders", metric: node.id, focus: node.id }) : null,
      node.type !== "Paper" && node.claimed ? go("Claims as a table", { tab: "list", rows: "claims", about: node.id, focus: node.id }) : null,
      Copy.ofNode(store, node),
      el("button", { type: "button", class: "hide", click: () => State.go({ trail: trail() }) }, "Hide"),
    ];
  }

  const measures = (node) => node.claims.some((claim) => claim.values.length && claim.slots.some((slot) => slot.role === "metric" && slot.node === node));

  function section(title, count, ...content) {
    return el("section", {},
      el("h3", {}, title, count === null ? null : el("span", { class: "count" }, Words.number(count))),
      ...content);
  }

  /** Edges that read alike, with a button that draws more of them. */
  function groupSection(node, relation, grow) {
    const { phrase, edges, total } = relation;
    edges.sort((a, b) => b.facts.length - a.facts.length);
    return el("div", { class: "group" },
      el("h4", {}, phrase, el("span", { class: "count" }, Words.number(total)), grow(relation)),
      Dom.list(edges, (edge) => Facts.row(edge, node)));
  }

  /** The edges between papers and what they name, most contribution-like first; then all others. */
  function groups(node, grow) {
    const all = Data.relations(node);
    const place = ({ name }) => Words.PAPER_EDGES.indexOf(name);
    const ofPapers = all.filter((one) => one.edges[0].from.type === "Paper").sort((a, b) => place(a) - place(b));
    const others = all.filter((one) => !ofPapers.includes(one));
    return [ofPapers, others].map((list) => list.map((one) => groupSection(node, one, grow)));
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

  function paperCard(store, paper, at, grow) {
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
    const [kind, number] = at.split("/");
    const chosen = kind === "claim" ? paper.claims[Number(number) - 1] : null;
    return [
      heading(paper, ["Paper", source.year, source.venue].filter(Boolean).join(" · "), title || bdi(paper.label), actions(store, paper)),
      source.authors ? el("p", { class: "authors", dir: "auto" }, source.authors.join(", ")) : null,
      links.length ? el("p", { class: "links" }, links.flatMap((link, i) => (i ? [" · ", link] : [link]))) : null,
      chosen ? claimCard(store, chosen) : null,
      section("Abstract", null,
        el("p", { class: "abstract", dir: "auto", lang: source.language || "en" }, body),
        paper.claims.length
          ? el("p", { class: "hint" }, "Shaded sentences are claims: choose one to see its parts.")
          : null),
      paper.claims.length
        ? section(chosen ? "All its claims" : "Claims", paper.claims.length,
          paper.claims.map((claim) => Facts.claimBlock(claim, { of: paper, chosen: claim === chosen })))
        : null,
      paper.edges.length
        ? section("What it names", paper.edges.length,
          groups(paper, grow)[0])
        : null,
      own.length
        ? section("Relations it states", own.length,
          Dom.list(own, (edge) => relationRow(edge, paper), { first: 8 }))
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

  function conceptCard(store, node, grow) {
    const papers = Words.count(node.papers, "paper");
    const [named, stated] = groups(node, grow);
    return [
      heading(node, `${node.type} · in ${papers}`, bdi(node.label), actions(store, node)),
      node.alt.length
        ? el("p", { class: "aliases" }, "Also read as ", node.alt.slice(0, 8).flatMap((name, i) => [i ? ", " : "", bdi(name)]),
          node.alt.length > 8 ? ` and ${node.alt.length - 8} more` : "")
        : null,
      claimSections(node),
      node.claimed > node.claims.length
        ? el("p", { class: "hint" }, `Here are ${Words.number(node.claims.length)} of ${Words.count(node.claimed, "claim")}; the table has all.`)
        : null,
      node.papers
        ? section("Papers", node.papers, named)
        : null,
      stated.length ? section("Relations", null, stated) : null,
    ];
  }

  /** Claims by the part that a concept plays in them. */
  function claimSections(node) {
    const parts = { subject: "What it is said to do", comparator: "What is compared with it", metric: "Claims measured by it", dataset: "Claims on it", task: "Claims for it" };
    const rest = new Set(Rows.strongest(node.claims));
    return Object.entries(parts).map(([role, title]) => {
      const claims = [...rest].filter((claim) => claim.slots.some((slot) => slot.role === role && slot.node === node));
      for (const claim of claims) rest.delete(claim);
      if (!claims.length) return null;
      return section(title, claims.length, Dom.list(claims, (claim) => Facts.claimBlock(claim), { first: 3, more: 10, tag: "div", name: "claims" }));
    });
  }

  /** A claim's parts, each a link to what fills it. */
  function claimCard(store, claim) {
    const fill = (role) => claim.slots.filter((slot) => slot.role === role).map((slot) =>
      (slot.node
        ? el("dd", {}, Shapes.icon(slot.node.type), " ", el("a", { href: State.href({ focus: slot.node.id }) }, bdi(slot.node.label)))
        : el("dd", {}, bdi(slot.phrase), el("span", { class: "aside" }, " as written"))));
    const row = (name, cells) => (cells.length ? el("div", {}, el("dt", {}, name), cells) : null);
    /** The slots that a value is of, where it has not all of its claim's. */
    const own = (value) => {
      const names = ["metric", "dataset", "task"].filter((role) => value[`${role}s`]).map((role) => Data.named(claim, role, value).join(", "));
      return names.some(Boolean) ? `: ${names.filter(Boolean).join("; ")}` : "";
    };
    const values = claim.values.map((value) =>
      el("dd", {}, el("strong", {}, bdi(Data.slice(claim.paper, value.start, value.end))), el("span", { class: "aside" }, ` ${Facts.reading(value)}${own(value)}`)));
    const rows = [row("Value", values), ...Object.entries(Facts.ROLES).map(([role, name]) => row(name, fill(role)))].filter(Boolean);
    return el("section", { class: "parts" },
      el("h3", {}, "Claim", el("span", { class: "count" }, claim.type), Facts.score(claim.score)),
      Facts.quote(claim.paper, claim.start, claim.end, Facts.claimMarks(claim)),
      rows.length ? el("dl", {}, rows) : el("p", { class: "hint" }, "Its parts are not marked."),
      el("p", { class: "actions" }, Copy.ofClaim(store, claim)));
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
        Dom.list(edge.facts, (fact) => Facts.evidenceBlock(fact, edge, null), { first: 10, tag: "div", name: "sentences" })),
    ];
  }

  /** The card of a node; `grow(relation)` makes the button that draws more by a relation. */
  function render(store, node, at, grow) {
    return node.type === "Paper" ? paperCard(store, node, at, grow) : conceptCard(store, node, grow);
  }

  return { render, edgeCard };
})();
