/* What a card gives to the clipboard: plain text, Turtle, a citation, a link. */
const Copy = (() => {
  /** Put a text into the clipboard, and tell. */
  async function put(text, what) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Pages that are not served securely have no clipboard of their own.
      const field = Dom.el("textarea", { class: "unseen", "aria-hidden": "true", value: text });
      const stands = document.activeElement;
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
      if (stands) stands.focus();
    }
    Say.note(`${what} copied`);
  }

  /** Authors (year). Title. Venue. Address. */
  function citation(paper) {
    const { source } = paper;
    const authors = (source.authors || []).join(", ");
    const parts = [
      authors && source.year ? `${authors} (${source.year})` : authors || (source.year ? `(${source.year})` : ""),
      source.title || `“${paper.label}”`,
      source.venue,
      source.doi ? `https://doi.org/${source.doi}` : source.url || (source.source ? `[${source.source}]` : ""),
    ];
    return `${parts.filter(Boolean).map((part) => part.replace(/\.$/, "")).join(". ")}.`;
  }

  const offsets = (claim) => {
    const { text } = claim.paper.source;
    return `characters ${Text.codePoints(text, claim.start)}–${Text.codePoints(text, claim.end)}`;
  };

  function claimText(claim) {
    const score = claim.score === undefined ? "" : `, ${Words.likelihood(claim.score)} (${claim.score.toFixed(2)})`;
    return `“${Data.sentence(claim)}”\n${claim.type}${score}\n${citation(claim.paper)} Abstract, ${offsets(claim)}.`;
  }

  function nodeText(node) {
    const lines = [`${node.label} (${node.type})`];
    if (node.alt.length) lines.push(`Also read as ${node.alt.join(", ")}`);
    if (node.type === "Paper") lines.push("", citation(node), "", node.source.text);
    for (const { phrase, edges } of Data.relations(node)) {
      lines.push("", `${phrase}:`, ...edges.map((edge) => `- ${Data.otherEnd(edge, node).label}`));
    }
    if (node.claims.length) lines.push("", "Claims:", ...node.claims.map((claim) => `- “${Data.sentence(claim)}” (${claim.paper.label})`));
    return `${lines.join("\n")}\n`;
  }

  const address = () => put(location.href, "Link");

  function ofNode(store, node) {
    return Dom.menu("Copy", [
      ["Text", () => put(nodeText(node), "Text")],
      ["Turtle", () => put(Turtle.ofNode(store.base, node), "Turtle")],
      node.type === "Paper"
        ? ["Citation", () => put(citation(node), "Citation")]
        : ["Citations", () => put(`${papersOf(node).map(citation).join("\n")}\n`, "Citations")],
      ["Link to this view", address],
    ]);
  }

  const papersOf = (node) => [...new Set(node.edges.filter((edge) => edge.from.type === "Paper").map((edge) => edge.from))];

  function ofClaim(store, claim) {
    return Dom.menu("Copy", [
      ["Text", () => put(claimText(claim), "Text")],
      ["Turtle", () => put(Turtle.ofClaim(store.base, claim), "Turtle")],
      ["Citation", () => put(citation(claim.paper), "Citation")],
      ["Link to this view", address],
    ]);
  }

  return { ofNode, ofClaim, citation };
})();
