"""MathML on one line of Unicode, without the annotations that repeat it in another form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from sciloom.corpus.scripts import fraction, root, subscript, superscript

NAMES = frozenset(
    """math mrow mi mn mo mtext mspace ms mfrac msqrt mroot mstyle merror mpadded mphantom mfenced
    menclose msub msup msubsup munder mover munderover mmultiscripts mtable mtr mtd semantics
    annotation annotation-xml none mprescripts""".split()
)
_BLANKS = re.compile(r"\s+")
_RELATION = re.compile(r"[=<>≤≥≈∼≠≪≫∈⊂⊆→↔⇒±×+−≡∝]")
_DROPPED = frozenset(("annotation", "annotation-xml", "mphantom", "maction"))
#: Signs that show nothing: function application, invisible times, separator, plus.
_INVISIBLE = str.maketrans("", "", "\u2061\u2062\u2063\u2064")


def _base(parts: list[str]) -> str:
    return parts[0] if parts else ""


def _scripts(*order: Callable[[str], str]) -> Callable[[list[str]], str]:
    def render(parts: list[str]) -> str:
        return _base(parts) + "".join(
            script(part) for script, part in zip(order, parts[1:], strict=False)
        )

    return render


def _pair(stack: Callable[[str, str], str]) -> Callable[[list[str]], str]:
    return lambda parts: stack(parts[0], parts[1]) if len(parts) > 1 else _base(parts)


_RENDER: dict[str, Callable[[list[str]], str]] = {
    "msup": _scripts(superscript),
    "msub": _scripts(subscript),
    "msubsup": _scripts(subscript, superscript),
    "munder": _scripts(subscript),
    "munderover": _scripts(subscript, superscript),
    "mover": _base,
    "mmultiscripts": _scripts(subscript, superscript),
    "mfrac": _pair(fraction),
    "mroot": _pair(root),
    "msqrt": lambda parts: root("".join(parts)),
    "mfenced": lambda parts: f"({', '.join(parts)})",
    "mtr": lambda parts: " ".join(parts) + "; ",
}


def render(tokens: Iterable[tuple[str, str]]) -> str:
    """Return the formula of a flat run of ("open" | "close" | "text", name or text) tokens.

    Closing tags that close nothing are passed over; what stays open ends with the run.
    """
    stack: list[tuple[str, list[str]]] = [("math", [])]
    for kind, value in tokens:
        if kind == "text":
            text = _BLANKS.sub(" ", value.translate(_INVISIBLE)).strip()
            if text:
                spaced = stack[-1][0] == "mo" and _RELATION.fullmatch(text)
                stack[-1][1].append(f" {text} " if spaced else text)
        elif kind == "open":
            stack.append((value, []))
        elif len(stack) > 1 and stack[-1][0] == value:
            _close(stack)
    while len(stack) > 1:
        _close(stack)
    return _BLANKS.sub(" ", "".join(stack[0][1])).strip()


def _close(stack: list[tuple[str, list[str]]]) -> None:
    name, parts = stack.pop()
    if name not in _DROPPED:
        stack[-1][1].append(_RENDER.get(name, "".join)(parts))
