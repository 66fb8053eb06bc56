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

  /** A list that shows its first items, and the rest on demand. */
  function list(items, make, { first = 6, more = 30, tag = "ul", name = "" } = {}) {
    const holder = el(tag, { class: "rows" });
    const rest = [...items];
    const add = (n) => {
      const fresh = rest.splice(0, n).map(make);
      holder.append(...fresh);
      const next = rest.length > more ? `${more} of ${Words.number(rest.length)}` : rest.length;
      button.textContent = `Show ${next} more ${name}`.trim();
      button.hidden = !rest.length;
      return fresh;
    };
    const grow = () => {
      const [next] = add(more);
      const target = next && next.querySelector("a, input, button");
      if (target) target.focus(); // the button may be gone
    };
    const button = el("button", { type: "button", class: "more", click: grow });
    add(first);
    return [holder, button];
  }

  /** A button that opens a few choices: [name, action] each; `note` stands below them. */
  function menu(name, items, note = null) {
    const box = el("details", { class: "menu" },
      el("summary", {}, name),
      el("div", { class: "choices" },
        items.map(([label, act]) => el("button", {
          type: "button",
          click: () => {
            box.open = false;
            box.querySelector("summary").focus();
            act();
          },
        }, label)), note));
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !box.open) return;
      box.open = false;
      box.querySelector("summary").focus();
      event.stopPropagation();
    });
    box.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !box.contains(event.relatedTarget)) box.open = false;
    });
    return box;
  }

  const byId = (id) => document.getElementById(id);

  return { el, refill, svg, bdi, outward, list, menu, byId };
})();
