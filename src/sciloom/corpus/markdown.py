"""Markdown in running text: emphasis, code spans, links, headings, bullets.

Stars and underscores count only where they pair up around words: "3*4", "A*", "x**2",
"block_size_max" and "__init__" are no emphasis.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_TRIGGER = re.compile(r"[*_`\[#•]|~~|<http|^[ \t]*(?:[+▪◦‣∙●–]|-{3}|={3})", re.MULTILINE)
_LINK = re.compile(
    r"(!?)\[([^\[\]\n]{0,300})\]\(<?((?:https?://|mailto:)[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)>?"
    r"(?:[ \t]+\"[^\"\n]*\")?\)"
)
_AUTOLINK = re.compile(r"<(https?://[^\s<>]+)>")
_HEADING = re.compile(
    r"^ {0,3}#{1,6} +(?=\S)|^ {0,3}(?:[-=*_] ?){3,}$|^ {0,3}```\w*$", re.MULTILINE
)
_INLINE_BULLET = re.compile(r"(?<=[.:;,])[ \t]+[*•][ \t]+(?=[A-Z])|(?<![ \t])[ \t]*•[ \t]+(?=\S)")
_BULLET = re.compile(r"^[ \t]*[*+•▪◦‣∙●–][ \t]+(?=\S)", re.MULTILINE)
_CODE = re.compile(r"(?<![`\w])(`{1,2})([^`\n]{1,300})\1(?![`\w])")
_STRONG = re.compile(r"\*{2,3}")
_STAR = re.compile(r"(?<!\*)\*(?!\*)")
_UNDERSCORE = re.compile(r"(?<![_\w])_{1,3}(?=[^\s_])|(?<=[^\s_])_{1,3}(?![_\w])")
_STRIKE = re.compile(r"~~")
_URL = re.compile(r"https?://\S+")
_LONGEST = 500
#: What emphasis inside a word may hold: letters that make an acronym.
_LETTERS = re.compile(r"[^\W\d_]{1,12}")
_OPENERS = "([{“‘\"'—–-/:;,>"
_CLOSERS = ")]}”’\"'—–-/:;,.!?<"
_DUNDERS = frozenset(
    """init main call name new del repr str len getitem setitem iter next enter exit eq hash all
    file doc dict class slots version import module add mul sub""".split()
)

_Mark = re.Match[str]


def strip_markdown(text: str) -> str:
    """Return ``text`` with its Markdown marks gone, a bullet a line and links as "text (URL)"."""
    if not _TRIGGER.search(text):
        return text
    text = _AUTOLINK.sub(r"\1", _LINK.sub(_link, text))
    text = _HEADING.sub("", text)
    text = _BULLET.sub("- ", _INLINE_BULLET.sub("\n- ", text))
    text = _CODE.sub(r"\2", text)
    text = _unwrap(text, _STRONG, _is_strong)
    text = _unwrap(text, _STAR, _is_emphasis)
    text = _unwrap(text, _UNDERSCORE, _is_underscored)
    return _unwrap(text, _STRIKE, _is_emphasis)


def _link(match: re.Match[str]) -> str:
    image, label, address = match.groups()
    if image or not label:
        return label
    return label if address in label or address.startswith("mailto:") else f"{label} ({address})"


def _unwrap(text: str, marker: re.Pattern[str], pairs: Callable[[str, _Mark, _Mark], bool]) -> str:
    """Drop the neighbouring marks that pair up, those of URLs aside."""
    marks = list(marker.finditer(text))
    if len(marks) < 2:
        return text
    addresses = [match.span() for match in _URL.finditer(text)]
    parts: list[str] = []
    at = address = index = 0
    outside: list[_Mark] = []
    for mark in marks:
        while address < len(addresses) and addresses[address][1] <= mark.start():
            address += 1
        if address == len(addresses) or mark.start() < addresses[address][0]:
            outside.append(mark)
    while index + 1 < len(outside):
        opening, closing = outside[index], outside[index + 1]
        index += 1
        if opening[0] == closing[0] and pairs(text, opening, closing):
            index += 1
            parts.extend((text[at : opening.start()], text[opening.end() : closing.start()]))
            at = closing.end()
    return "".join((*parts, text[at:]))


def _inside(text: str, opening: _Mark, closing: _Mark) -> str:
    """Return what two marks enclose, or "" where it cannot be emphasised."""
    if closing.start() - opening.end() > _LONGEST:
        return ""
    inside = text[opening.end() : closing.start()]
    return inside if inside == inside.strip() and "\n\n" not in inside else ""


def _stands_free(text: str, opening: _Mark, closing: _Mark) -> bool:
    before = text[opening.start() - 1 : opening.start()] if opening.start() else ""
    after = text[closing.end() : closing.end() + 1]
    return (not before.strip() or before in _OPENERS) and (not after.strip() or after in _CLOSERS)


def _is_strong(text: str, opening: _Mark, closing: _Mark) -> bool:
    inside = _inside(text, opening, closing)
    before = text[opening.start() - 1 : opening.start()] if opening.start() else ""
    in_word = before.isalnum() or text[closing.end() : closing.end() + 1].isalnum()
    return bool(_LETTERS.fullmatch(inside) if in_word else inside)


def _is_emphasis(text: str, opening: _Mark, closing: _Mark) -> bool:
    inside = _inside(text, opening, closing)
    if not inside or _stands_free(text, opening, closing):
        return bool(inside)
    before = text[opening.start() - 1 : opening.start()] if opening.start() else ""
    acronym = len(inside) <= 3 and inside.isalpha() and inside[0].isupper()
    return acronym and (not before.strip() or before in _OPENERS)


def _is_underscored(text: str, opening: _Mark, closing: _Mark) -> bool:
    inside = _inside(text, opening, closing)
    if opening[0] == "__" and inside in _DUNDERS:
        return False
    return bool(inside) and _stands_free(text, opening, closing)
