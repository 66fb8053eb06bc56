/* The search box: suggestions by keyboard or pointer (WAI-ARIA combobox with a list). */
const Combobox = (() => {
  const { el, bdi } = Dom;

  const ROLES = {
    role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", autocomplete: "off",
    autocapitalize: "off", spellcheck: "false",
  };

  /** A text with the words that were looked for in bold. */
  function marked(text, words) {
    const parts = [];
    let at = 0;
    for (const [start, end] of Text.places(text, words)) {
      if (start < at) continue;
      parts.push(text.slice(at, start), el("b", {}, text.slice(start, end)));
      at = end;
    }
    return [...parts, text.slice(at)];
  }

  function nameOf({ node, alias, claim, says, words }, hint) {
    const kind = claim ? "claim" : hint;
    return [
      Shapes.icon(node.type),
      el("span", { class: "name" }, bdi(node.label), alias ? el("span", { class: "alias" }, " also ", bdi(alias)) : null,
        says ? el("span", { class: "says", dir: "auto" }, marked(says, words)) : null),
      el("span", { class: "aside" }, [node.type, kind, says ? null : Words.count(node.degree, "link")].filter(Boolean).join(" · ")),
    ];
  }

  /**
   * Wire the box; `find(text)` promises { matches, more } (`embedded.js`), `open(match)` goes to
   * one. A match { all: text } leads on to all that say it.
   */
  function make(input, box, find, open) {
    let asked = 0;
    let answered = Promise.resolve();
    let matches = [];
    let active = -1;

    function close() {
      box.hidden = true;
      matches = [];
      active = -1;
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-activedescendant");
    }

    function option(match, i, all) {
      const alike = all.filter(({ node }) => node && match.node && node.type === match.node.type && node.label === match.node.label);
      return el("li", {
        role: "option", id: `${box.id}-${i}`, "aria-selected": "false",
        mousedown: (event) => event.preventDefault(), click: () => choose(i), mousemove: () => point(i),
      },
      match.all ? el("span", { class: "name more" }, "All claims that say ", el("b", {}, bdi(match.all))) : nameOf(match, Names.hint(match.node, alike.map(({ node }) => node))));
    }

    function point(i) {
      const items = box.querySelectorAll("[role=option]");
      if (items[active]) items[active].setAttribute("aria-selected", "false");
      active = i;
      if (!items[active]) return;
      items[active].setAttribute("aria-selected", "true");
      items[active].scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", `${box.id}-${active}`);
    }

    async function update() {
      asked += 1;
      const mine = asked;
      const text = input.value;
      if (!text.trim()) {
        close();
        return;
      }
      const { matches: found, more } = await find(text);
      const current = () => mine === asked && document.activeElement === input;
      if (more && !found.length) show(await more, current);
      else show(found, current);
      if (more && found.length) more.then((all) => show(all, current));
    }

    function show(found, current) {
      if (!current()) return;
      const chosen = matches[active];
      matches = found;
      box.replaceChildren(...(matches.length
        ? matches.map(option)
        : [el("li", { class: "none", role: "presentation" }, "No name, title or abstract holds this. Try fewer letters.")]));
      box.hidden = false;
      input.setAttribute("aria-expanded", "true");
      const again = chosen ? matches.findIndex(({ node, at }) => node === chosen.node && at === chosen.at) : -1;
      point(matches.length ? Math.max(0, again) : -1);
    }

    function choose(i) {
      const match = matches[i];
      if (!match) return;
      asked += 1;
      input.value = "";
      close();
      open(match);
    }

    const ask = () => {
      answered = update();
    };
    input.addEventListener("input", ask);
    input.addEventListener("focus", ask);
    input.addEventListener("blur", close);
    // A second click on a box that holds a name means another one.
    input.addEventListener("click", () => input.select());
    input.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        if (box.hidden) ask();
        const step = event.key === "ArrowDown" ? 1 : -1;
        if (matches.length) point((active + step + matches.length) % matches.length);
      } else if (event.key === "Enter") {
        event.preventDefault();
        answered.then(() => choose(active)); // who types fast does not wait for suggestions
      } else if (event.key === "Escape") {
        if (box.hidden) input.value = "";
        close();
        event.stopPropagation();
      }
    });
  }

  return { ROLES, make };
})();
