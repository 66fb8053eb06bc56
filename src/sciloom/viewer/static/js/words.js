/* How the graph's terms, numbers and scores are put into words. */
const Words = (() => {
  /** Each predicate, read from its subject and from its object. */
  const PHRASES = {
    proposes: ["proposes", "proposed by"],
    uses: ["uses", "used by"],
    comparesWith: ["compares with", "compared with by"],
    evaluatesOn: ["evaluates on", "evaluated on by"],
    reports: ["reports", "reported by"],
    addresses: ["addresses", "addressed by"],
    mentions: ["mentions", "mentioned by"],
    usedFor: ["used for", "served by"],
    partOf: ["part of", "has as part"],
    isA: ["is a", "has as kind"],
    basedOn: ["based on", "basis of"],
    comparedWith: ["compared with", "compared with"],
    outperforms: ["outperforms", "outperformed by"],
    evaluatedOn: ["evaluated on", "used to evaluate"],
    trainedOn: ["trained on", "used to train"],
    measuredBy: ["measured by", "measures"],
    benchmarkFor: ["benchmark for", "has as benchmark"],
  };
  /** The edges that start at a paper, most contribution-like first. */
  const PAPER_EDGES = [
    "proposes", "uses", "comparesWith", "evaluatesOn", "reports", "addresses", "mentions",
  ];
  const PLURALS = {
    Paper: "Papers", Method: "Methods", Dataset: "Datasets", Metric: "Metrics", Task: "Tasks",
  };
  const LIKELIHOODS = [[0.9, "very likely"], [0.7, "likely"], [0.5, "plausible"], [0, "doubtful"]];
  const whole = new Intl.NumberFormat("en");

  const phrase = (name, outward) => (PHRASES[name] || [name, `${name} of`])[outward ? 0 : 1];
  const number = (n) => whole.format(n);
  const count = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;
  /** A number as it is, years among them. */
  const plain = (n) => (Number.isInteger(n) ? String(n) : n.toFixed(2));
  const UNITS = { x: "×", point: "points" };
  const unit = (name) => UNITS[name] || name;
  /** A value as a number with its unit: "up to 7×", "26.30 points". */
  function figure({ qualifier, printed, value, unit: name }) {
    const number_ = `${printed ?? value ?? ""}${name ? `${/^\p{L}{2}/u.test(unit(name)) ? " " : ""}${unit(name)}` : ""}`;
    return qualifier ? `${qualifier} ${number_}` : number_;
  }
  const likelihood = (score) => LIKELIHOODS.find(([least]) => score >= least)[1];
  const plural = (type) => PLURALS[type] || type;

  return { PAPER_EDGES, phrase, number, count, plain, unit, figure, likelihood, plural };
})();
