/* Elements. Data reach the page through text nodes and attributes named here, never as markup. */
const Dom = (() => {
  const SVG = "http://www.w3.org/2000/svg";

  /** Set attributes; functions become listeners, null and false leave the attribute out. */
  function dress(node, props) {
    for (const [name, value] of Object.entries(props || {})) {
      if (value === null || value === undefined || value === false) continue;
      if (typeof value === "function") node.addEventListener(name, value);
      else if (name === "value") node.value = value;
      else node.setAttribute(name, value === true ? "" : String(value));
    }
    return node;
  }

  /** The children that are there. */
  function solid(children) {
    return children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== "");
  }

  /** Put other children in place of those of an element. */
  const refill = (node, ...children) => node.replaceChildren(...solid(children));

  /** Make an element; children are nodes, strings (as text), or lists of them. */
  function el(tag, props, ...children) {
    const node = dress(document.createElement(tag), props);
    node.append(...solid(children));
    return node;
  }

  function svg(tag, props, ...children) {
    const node = dress(document.createElementNS(SVG, tag), props);
    node.append(...children);
    return node;
  }

  /** Text of the corpus: may run right to left, and must not turn what stands around it. */
  function bdi(text, props) {
    return el("bdi", { dir: "auto", ...props }, text);
  }

  /** A link out, if it leads to the web; else its text. */
  function outward(url, text) {
    let safe = null;
    try {
      const parsed = new URL(url);
      if (parsed.protocol === "https:" || parsed.protocol === "http:") safe = parsed.href;
    } catch {
      safe = null;
    }
    if (!safe) return el("span", {}, text);
    return el("a", { href: safe, rel: "noopener noreferrer", target: "_blank", class: "outward" }, text);
  }

  const byId = (id) => document.getElementById(id);

  return { el, refill, svg, bdi, outward, byId };
})();
