/* "Start here": what a first look should meet. */
const Start = (() => {
  const { el, bdi } = Dom;

  /** Units by which results are compared. */
  const UNITS = ["%", "point", "x"];

  /** The fullest claims with numbers, one a paper: improvements first, then the most slots. */
  function headlines(store, most = 5) {
    const ranked = store.claims
      .filter((claim) => claim.values.length && !claim.negated && !claim.hedged)
      .map((claim) => {
        const roles = new Set(claim.slots.map((slot) => slot.role));
        const telling = claim.values.some((value) => UNITS.includes(value.unit));
        const rank = (claim.type === "Improvement" ? 2 : 0) + (telling ? 2 : 0) + roles.size + (claim.score || 0);
        return { claim, rank };
      })
      .sort((a, b) => b.rank - a.rank || a.claim.paper.index - b.claim.paper.index);
    const met = new Set();
    const chosen = [];
    for (const { claim } of ranked) {
      if (met.has(claim.paper) || chosen.length === most) continue;
      met.add(claim.paper);
      chosen.push(claim);
    }
    return chosen;
  }

  function headline(claim) {
    const value = claim.values.find((one) => UNITS.includes(one.unit)) || claim.values[0];
    const named = (role) => Data.named(claim, role);
    const subject = named("subject")[0] || claim.paper.label;
    const about = [
      ["over ", named("comparator")], ["in ", named("metric")], ["on ", named("dataset")], ["for ", named("task")],
    ].filter(([, names]) => names.length);
    return el("li", {},
      el("a", { class: "headline", href: State.href({ focus: claim.paper.id, at: `claim/${claim.number}` }) },
        el("span", { class: "figure" }, bdi(Data.slice(claim.paper, value.start, value.end))),
        el("span", { class: "says" },
          el("strong", {}, bdi(Text.shorten(subject, 60))),
          about.map(([word, names]) => [` ${word}`, bdi(Text.shorten(names.join(", "), 60))]))));
  }

  function tally(number, name, rows) {
    return el("a", { class: "tally", href: State.href({ tab: "list", rows }) },
      el("span", { class: "big" }, Words.number(number)), el("span", {}, name));
  }

  /** The concepts of a type that most papers name, as bars. */
  function top(store, type, most = 5) {
    const nodes = store.concepts.filter((node) => node.type === type)
      .sort((a, b) => b.papers - a.papers || b.degree - a.degree || a.index - b.index).slice(0, most);
    if (!nodes.length) return null;
    const shared = nodes[0].papers > 1;
    return el("section", {},
      el("h3", {}, Shapes.icon(type), shared ? `${Words.plural(type)} in most papers` : Words.plural(type)),
      el("ol", { class: "bars" }, nodes.map((node) => el("li", {},
        el("a", { href: State.href({ focus: node.id }) }, bdi(node.label)),
        shared ? [bar(node, nodes[0].papers), el("span", { class: "aside" }, Words.number(node.papers))] : null))));
  }

  function bar(node, most) {
    const strip = el("span", { class: `bar type-${node.type}`, "aria-hidden": "true" });
    strip.style.inlineSize = `${Math.max(4, (64 * node.papers) / most)}px`;
    return strip;
  }

  /** A page of landmarks says what it leaves out, and where the rest is. */
  function cutNotice(store) {
    return el("p", { class: "cut" },
      `This page holds the ${Words.number(store.papers.length)} of ${Words.count(store.cut.papers, "paper")} that share most with others. To see all ${Words.number(store.cut.nodes)} nodes, run `,
      el("code", {}, "sciloom serve"), " in the folder of the graph.");
  }

  function render(store) {
    const claims = headlines(store);
    return [
      el("header", { class: "card-head" },
        el("p", { class: "kicker" }, "Start here"),
        el("h2", { tabindex: "-1" }, "What these papers say")),
      el("div", { class: "tallies" },
        tally(store.totals.papers, store.totals.papers === 1 ? "paper" : "papers", "papers"),
        tally(store.totals.concepts, store.totals.concepts === 1 ? "concept" : "concepts", "concepts"),
        tally(store.totals.claims, store.totals.claims === 1 ? "claim" : "claims", "claims")),
      store.cut ? cutNotice(store) : null,
      el("p", { class: "actions" },
        store.nodes.length ? el("a", { class: "button", href: State.href({ path: " " }) }, "Find a path") : null,
        store.claims.some((claim) => claim.values.length) ? el("a", { class: "button", href: State.href({ tab: "list", rows: "leaders" }) }, "Leaderboard") : null),
      claims.length
        ? el("section", {}, el("h3", {}, "Claims with numbers"), el("ul", { class: "headlines" }, claims.map(headline)), el("a", { class: "more", href: State.href({ tab: "list", rows: "claims" }) }, `All ${Words.count(store.totals.claims, "claim")} as a table`))
        : null,
      top(store, "Method"), top(store, "Dataset"), top(store, "Task", 3),
      store.papers.length
        ? el("section", {},
          el("h3", {}, Shapes.icon("Paper"), "Papers"),
          el("ul", { class: "rows" }, store.papers.slice(0, 6).map((paper) =>
            el("li", { class: "row" }, Facts.paperLink(paper, ""), paper.source.year ? el("span", { class: "aside" }, String(paper.source.year)) : null))),
          store.totals.papers > 6 ? el("a", { class: "more", href: State.href({ tab: "list", rows: "papers" }) }, `All ${Words.number(store.totals.papers)} papers`) : null)
        : null,
    ];
  }

  return { render };
})();
