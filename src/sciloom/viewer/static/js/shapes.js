/* How a type looks: colour and shape say the same, so that neither is needed alone. */
const Shapes = (() => {
  const STYLES = {
    Paper: { shape: "dot", colour: "#0072B2", path: "M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2Z" },
    Method: { shape: "square", colour: "#E69F00", path: "M3 3h10v10H3Z" },
    Dataset: { shape: "diamond", colour: "#009E73", path: "M8 1l6 7-6 7-6-7Z" },
    Metric: { shape: "triangle", colour: "#CC79A7", path: "M8 2l7 12H1Z" },
    Task: { shape: "hexagon", colour: "#D55E00", path: "M1 8l3.5-6h7L15 8l-3.5 6h-7Z" },
  };

  const of = (type) => STYLES[type] || STYLES.Paper;

  /** A small picture of the shape; the word beside it says the type. */
  function icon(type) {
    const { path } = of(type);
    return Dom.svg(
      "svg",
      { viewBox: "0 0 16 16", class: `icon type-${type}`, "aria-hidden": "true" },
      Dom.svg("path", { d: path }),
    );
  }

  return { of, icon };
})();
