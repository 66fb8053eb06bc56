"""HTML, JATS and MathML: entities, comments and the tags of known names.

What merely looks like a tag ("n<10 and k>2", "<subject, relation>", "</s>") is text and stays.
"""

from __future__ import annotations

import re
from html import unescape

from sciloom.corpus import mathml
from sciloom.corpus.latex import formula
from sciloom.corpus.scripts import subscript_in_prose, superscript

_ENTITY = re.compile(
    r"&(?:amp;)*(?P<name>#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
)
_VALUE = r"(?:\"[^\"<]*\"|'[^'<]*'|[^\s\"'<>=]+)"
_TAG = re.compile(
    rf"<(?P<close>/?)(?:(?P<prefix>[A-Za-z]+):)?(?P<name>[A-Za-z][A-Za-z0-9-]*)"
    rf"(?P<attributes>(?:\s+[\w:.-]+\s*=\s*{_VALUE})*)\s*(?P<empty>/?)>"
)
_COMMENTS = (("<!--", "-->", False), ("<![CDATA[", "]]>", True), ("<?xml", "?>", False))
_ADDRESS = re.compile(r"href\s*=\s*[\"']?(https?://[^\s\"'<>]+)")
_PREFIXES = frozenset(("jats", "mml", "xhtml", "html", "m", "ali", "xlink"))
#: What a block's tag leaves: its text is set apart from its neighbours'.
_BLOCKS = {
    "br": "\n", "li": "\n- ", "list-item": "\n- ", "td": " ", "th": " ", "tr": "\n",
    **dict.fromkeys(
        """p hr div sec section abstract abstracttext list ul ol dl dt dd h1 h2 h3 h4 h5 h6
        blockquote table tbody thead disp-quote title""".split(), "\n\n"),
}  # fmt: skip
_INLINE = frozenset(
    """a b i u em strong sub sup inf tt code small big span font mark sc bold italic ital underline
    overline monospace roman sans-serif fixed-case tex-math inline-formula disp-formula alternatives
    xref url ext-link named-content styled-content math label pre var kbd samp cite q abbr strike
    del ins nobr wbr img""".split()
)
#: Ordinary words as well: tags only where they come in pairs, with a prefix or with attributes.
_PAIRED = _INLINE | {"title", "abstract", "section", "list", "table"}
_RENDERED = frozenset(("sup", "sub", "inf", "a", "ext-link", "tex-math", "alternatives"))
_REFERENCE = re.compile(r"\[[\d,\s–-]*\]")
_DEEPEST = 20


def unescape_entities(text: str) -> str:
    """Return ``text`` with its entities as characters, however often they were escaped.

    Only forms closed by ";" count: "C&W" and the "&copy=1" of a URL are no entities.
    """
    if "&" not in text:
        return text
    return _ENTITY.sub(lambda match: unescape(f"&{match['name']};"), text)


def strip_tags(text: str) -> str:
    """Return ``text`` without comments and known tags, their scripts and formulas readable."""
    if "<" not in text:
        return text
    for opener, closer, keep in _COMMENTS:
        text = _strip_comments(text, opener, closer, keep=keep)
    tags = [match for match in _TAG.finditer(text) if _known(match)]
    sides: dict[str, set[bool]] = {}
    for tag in tags:
        sides.setdefault(_name(tag), set()).add(bool(tag["close"]))
    page = _Page()
    at = 0
    for tag in tags:
        if not _certain(tag) and len(sides[_name(tag)]) < 2:
            continue
        page.write(text[at : tag.start()])
        page.tag(tag)
        at = tag.end()
    page.write(text[at:])
    return page.text()


def _strip_comments(text: str, opener: str, closer: str, *, keep: bool) -> str:
    parts: list[str] = []
    at = 0
    while (start := text.find(opener, at)) >= 0:
        end = text.find(closer, start + len(opener))
        if end < 0:
            break
        parts.append(text[at:start])
        parts.append(text[start + len(opener) : end] if keep else " ")
        at = end + len(closer)
    return "".join((*parts, text[at:]))


def _name(tag: re.Match[str]) -> str:
    return tag["name"].lower()


def _known(tag: re.Match[str]) -> bool:
    name = _name(tag)
    return (tag["prefix"] or "").lower() in _PREFIXES or (
        not tag["prefix"] and (name in _BLOCKS or name in _INLINE or name in mathml.NAMES)
    )


def _certain(tag: re.Match[str]) -> bool:
    """Tell whether the tag is one even where its counterpart is missing."""
    return bool(tag["prefix"] or tag["attributes"]) or _name(tag) not in _PAIRED | mathml.NAMES


class _Page:
    """Text written so far, with the open elements that are rendered when they close."""

    def __init__(self) -> None:
        self._out: list[str] = []
        self._open: list[tuple[str, int, str]] = []
        self._formula: list[tuple[str, str]] | None = None
        self._alternatives = 0
        self._shown = False

    def text(self) -> str:
        self._end_formula()
        return "".join(self._out)

    def write(self, text: str) -> None:
        if self._formula is not None:
            self._formula.append(("text", text))
        elif text:
            self._out.append(text)

    def tag(self, tag: re.Match[str]) -> None:
        name, closes = _name(tag), bool(tag["close"])
        if self._formula is not None:
            if name == "math":
                if closes:
                    self._end_formula()
            elif not tag["empty"]:
                self._formula.append(("close" if closes else "open", name))
        elif name == "math":
            self._formula = None if closes else []
        elif name in _RENDERED:
            if closes:
                self._close(name)
            elif not tag["empty"] and len(self._open) < _DEEPEST:
                self._begin(name, tag["attributes"])
        elif name in _BLOCKS:
            self._out.append("\n" if closes and name in ("li", "list-item") else _BLOCKS[name])

    def _begin(self, name: str, attributes: str) -> None:
        if name == "alternatives":
            self._alternatives, self._shown = self._alternatives + 1, False
        address = _ADDRESS.search(attributes)
        self._open.append((name, len(self._out), address[1] if address else ""))

    def _close(self, name: str) -> None:
        if all(name != opened for opened, _, _ in self._open):
            return
        while self._open[-1][0] != name:
            self._alternatives -= self._open.pop()[0] == "alternatives"
        _, start, address = self._open.pop()
        if name == "alternatives":
            self._alternatives -= 1
            return
        inside = "".join(self._out[start:])
        del self._out[start:]
        before = self._out[-1][-1:] if self._out else ""
        if name == "sup":
            inside = "" if _REFERENCE.fullmatch(inside) else superscript(inside)
        elif name in ("sub", "inf"):
            inside = subscript_in_prose(before, inside)
        elif name == "tex-math":
            self._show(_tex(inside))
            return
        elif address and address not in inside:
            inside = f"{inside} ({address})"
        self._out.append(inside)

    def _end_formula(self) -> None:
        if self._formula is not None:
            rendered, self._formula = mathml.render(self._formula), None
            self._show(rendered)

    def _show(self, rendered: str) -> None:
        """Write a formula; of several alternatives only the first."""
        if self._alternatives and self._shown:
            return
        self._shown = True
        self._out.append(rendered)


def _tex(source: str) -> str:
    """Render the TeX of a publisher, which may be a whole document."""
    begin, end = source.find("\\begin{document}"), source.find("\\end{document}")
    if 0 <= begin < end:
        source = source[begin + len("\\begin{document}") : end]
    return formula(source.strip().strip("$"))
