/* Facts and where the text says them: each ends at its sentence. */
const Facts = (() => {
  const { el, bdi } = Dom;
  const ROLES = { subject: "subject", comparator: "compared with", metric: "metric", dataset: "dataset", task: "task" };
  const KINDS = { delta: "change", level: "value" };

  /** How a value is meant: a change or the value reached, by whom, and which way is better. */
  function reading({ kind, direction, change, worse, rival }) {
    const words = [
      worse ? "loss" : { delta: "change", level: "value reached" }[kind],
      rival && "by a comparator",
      change && `a change of ${change > 0 ? "+" : "−"}${Math.abs(change)}`,
      direction && `${direction} is better`,
    ];
    return words.filter(Boolean).join(", ");
  }

  /** Where an entity is named within a span. */
  function mentioned(entity, node, start, end, role) {
    return entity.mentions
      .filter(([from, to]) => from >= start && to <= end)
      .map(([from, to]) => ({ start: from, end: to, type: node.type, node, role }));
  }

  /** The marks of a claim: its slots, wherever the sentence names them, and its values. */
  function claimMarks(claim) {
    const { text } = claim.paper.source;
    const marks = claim.values.map((value) => ({
      start: value.start, end: value.end, type: "Value", node: null, role: KINDS[value.kind] || "value",
    }));
    for (const slot of claim.slots) {
      if (slot.node) {
        marks.push(...mentioned(slot.entity, slot.node, claim.start, claim.end, ROLES[slot.role]));
        continue;
      }
      const at = text.indexOf(slot.phrase, claim.start);
      const end = at + slot.phrase.length;
      if (at >= 0 && end <= claim.end) {
        marks.push({ start: at, end, type: "Phrase", node: null, role: ROLES[slot.role] });
      }
    }
    return marks;
  }

  /** Span and marks of what stands behind an edge. */
  function evidenceOf(fact, edge) {
    const { source } = fact.paper;
    if (fact.relation) {
      const [start, end] = fact.relation.evidence;
      const marks = [[fact.relation.subject, edge.from], [fact.relation.object, edge.to]].flatMap(
        ([entity, node]) => mentioned(source.entities[entity], node, start, end, node.type.toLowerCase()),
      );
      return { start, end, marks };
    }
    const { mentions } = fact.entity;
    if (!mentions.length) return null;
    const [start, end] = Text.sentenceAround(source.text, ...mentions[0]);
    return { start, end, marks: mentioned(fact.entity, edge.to, start, end, fact.entity.role) };
  }

  /** Score in words and number. */
  function score(value) {
    if (value === undefined) return null;
    return el("span", { class: "score" }, `${Words.likelihood(value)} · ${value.toFixed(2)}`);
  }

  function quote(paper, start, end, marks) {
    return el("blockquote", { dir: "auto" }, Marks.render(paper.source.text, start, end, marks));
  }

  const paperLink = (paper, at) =>
    el("a", { href: State.href({ focus: paper.id, at }), class: "paper-link" }, bdi(paper.label));

  /** A claim: what kind, how sure, and its sentence with the slots marked. */
  function claimBlock(claim, { of = null, chosen = false } = {}) {
    const at = `claim/${claim.number}`;
    const flags = ["novel", "negated", "hedged"].filter((flag) => claim[flag]);
    const words = { novel: "claims to be first", negated: "negated", hedged: "hedged" };
    const inPaper = of === claim.paper;
    return el(
      "article",
      { class: `fact claim${chosen ? " chosen" : ""}`, id: inPaper ? `claim-${claim.number}` : null },
      el("header", {},
        el("span", { class: "kind" }, claim.type),
        flags.map((flag) => el("span", { class: "flag" }, words[flag])),
        score(claim.score)),
      quote(claim.paper, claim.start, claim.end, claimMarks(claim)),
      el("footer", {},
        inPaper
          ? el("a", { href: State.href({ focus: claim.paper.id, at }) }, "Show in the abstract")
          : paperLink(claim.paper, at)),
    );
  }

  /** The sentence behind an edge, with the paper that says it. */
  function evidenceBlock(fact, edge, of) {
    const evidence = evidenceOf(fact, edge);
    const at = fact.relation ? `relation/${fact.number}` : "";
    return el("article", { class: "fact" },
      evidence ? quote(fact.paper, evidence.start, evidence.end, evidence.marks) : null,
      el("footer", {},
        of === fact.paper && at
          ? el("a", { href: State.href({ focus: fact.paper.id, at }) }, "Show in the abstract")
          : of === fact.paper ? null : paperLink(fact.paper, at),
        score(fact.relation ? fact.relation.score : fact.entity.score)));
  }

  const aside = (text) => (text ? el("span", { class: "aside" }, text) : null);

  /** A row: the other end of an edge, and a button that opens the sentences behind it. */
  function row(edge, of) {
    const other = edge.from === of ? edge.to : edge.from;
    const proof = el("div", { class: "proof", hidden: true });
    const toggle = el("button", {
      type: "button", class: "quote-button", "aria-expanded": "false",
      "aria-label": `Sentence about ${other.label}`,
      click: () => {
        const opened = proof.hidden;
        if (opened && !proof.firstChild) {
          proof.append(...edge.facts.slice(0, 5).map((fact) => evidenceBlock(fact, edge, of)));
          if (edge.facts.length > 5) proof.append(el("a", { href: edgeHref(edge) }, `All ${edge.facts.length} sentences`));
        }
        proof.hidden = !opened;
        toggle.setAttribute("aria-expanded", String(opened));
      },
    }, "sentence");
    return el("li", { class: "row" },
      Shapes.icon(other.type),
      el("a", { href: State.href({ focus: other.id }) }, bdi(other.label)),
      edge.from.type === "Paper" ? null : aside(Names.hint(other)),
      other.type === "Paper" && other.source.year ? el("span", { class: "aside" }, String(other.source.year)) : null,
      edge.facts.length > 1 ? el("span", { class: "aside", title: "places that say so" }, `×${edge.facts.length}`) : null,
      toggle, proof);
  }

  const edgeHref = (edge) => State.href({ edge: `${edge.from.id} ${edge.name} ${edge.to.id}` });

  return { ROLES, reading, claimMarks, evidenceOf, claimBlock, evidenceBlock, row, score, quote, paperLink, edgeHref };
})();
