r"""Formulas of LaTeX on one line of Unicode: "O(\sqrt{T}\log n)" reads "O(√T log n)"."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar

from sciloom.corpus import tex_symbols as tex
from sciloom.corpus.scripts import fraction, root, subscript, superscript
from sciloom.corpus.tex_source import TexSource
from sciloom.corpus.tex_spacing import Piece, spaced

_IN_MATH = re.compile(r"\\(?:[A-Za-z]+\*?|[\s\S]|$)|[{}^_~&$]|\s+|[^\\{}^_~&$\s]+")
_NAME = re.compile(r"\\([A-Za-z]+)\*?")
_BLANKS = frozenset(("~", "&", *("\\" + char for char in ",;:> \n\t\\")))
#: What stands glued to its argument where a text lost its braces ("\emphlinear", "\sqrtT").
_GLUED_STYLE = re.compile(
    r"(?:emph|text(?:bf|it|tt|sc|rm|sf|sl)?|math(?:cal|bb|bf|rm|sf|it|tt|scr|frak)|underline"
    r"|(?:bf|bm|cal)(?=.$))([A-Za-z]+)"
)
_GLUED_COMMAND = re.compile(
    r"(sqrt)([A-Za-z]+)|(widetilde|tilde|widehat|hat|bar|log|ln)([A-Z][A-Za-z]?|[a-z]{1,2})"
)
DEEPEST = 40

#: Renders a command, given its name, where it ends, the span's end and depth.
_Handler = Callable[["FormulaReader", str, int, int, int], tuple[Piece, int]]


class FormulaReader:
    """Renders spans of one source as formulas; ``depth`` counts nested groups."""

    def __init__(self, source: TexSource) -> None:
        self.source = source
        self.text = source.text

    def prose(self, at: int, end: int, depth: int) -> str:
        """Render a span as prose."""
        raise NotImplementedError

    def formula(self, at: int, end: int, depth: int) -> str:
        """Render a span as a formula."""
        if depth > DEEPEST:
            return re.sub(r"[{}]", "", self.text[at:end])
        pieces: list[Piece] = []
        while match := _IN_MATH.match(self.text, at, end):
            mark, at = match[0], match.end()
            if mark in ("^", "_"):
                argument, at = self.argument(at, end, depth)
                _attach(pieces, superscript(argument) if mark == "^" else subscript(argument))
            elif mark == "{":
                group = self.source.group(match.start(), end)
                if group:
                    pieces.append(Piece("term", self.formula(*group, depth + 1)))
                    at = group[1] + 1
            elif mark[0] == "\\" and mark[1:2].isalpha():
                piece, at = self.command(mark[1:].rstrip("*"), at, end, depth)
                pieces.append(piece)
                if at < end and self.text[at].isspace() and self.text[at - 1].isalpha():
                    at += 1
                    pieces.append(Piece("end"))
            elif mark == "\\\\" and at < end and self.text[at] in "{}":
                # Escaped twice, as below.
                pieces.append(Piece("term", self.text[at]))
                at += 1
            elif mark == "\\\\" and self._is_command(at, end):
                at -= 1
            elif mark[0].isspace() or mark in _BLANKS:
                pieces.append(Piece("blank"))
            elif mark[0] == "\\":
                pieces.append(Piece("term", "‖" if mark == "\\|" else mark[1:].strip("!/-@")))
            elif mark not in ("}", "$"):
                pieces.append(Piece("term", mark))
        return spaced(pieces)

    def argument(self, at: int, end: int, depth: int) -> tuple[str, int]:
        """Render the group, command or character that a command or script takes."""
        at = self.source.skip_blanks(at, end)
        group = self.source.group(at, end)
        if group:
            return self.formula(*group, depth + 1), group[1] + 1
        command = _NAME.match(self.text, at, end)
        if command:
            piece, at = self.command(command[1], command.end(), end, depth + 1)
            return piece.text, at
        char = self.text[at : min(at + 1, end)]
        if char == "\\":
            after = min(at + 2, end)
            return self.text[at + 1 : after], after
        return ("", at) if char in ("}", "$") else (char, at + len(char))

    def command(self, name: str, at: int, end: int, depth: int) -> tuple[Piece, int]:
        """Render a command of mathematics; return it and where to read on."""
        if depth > DEEPEST:
            return Piece("term", name), at
        render = self._RENDER.get(tex.kind(name), FormulaReader._symbol)
        return render(self, name, at, end, depth)

    def _is_command(self, at: int, end: int) -> bool:
        name = _NAME.match(self.text, at - 1, end)
        return name is not None and bool(tex.symbol(name[1]) or tex.kind(name[1]))

    def skip_arguments(self, at: int, end: int) -> int:
        """Return where the options and groups that follow a command end."""
        for _ in range(6):
            start = at
            at = self.source.option(at, end)
            group = self.source.group(at, end)
            at = group[1] + 1 if group else at
            if at == start:
                break
        return at

    def _fraction(self, name: str, at: int, end: int, depth: int) -> tuple[Piece, int]:
        above, at = self.argument(at, end, depth)
        below, at = self.argument(at, end, depth)
        if tex.kind(name) == "binomial":
            return Piece("term", f"({above} choose {below})"), at
        return Piece("term", fraction(above, below)), at

    def _root(self, _name: str, at: int, end: int, depth: int) -> tuple[Piece, int]:
        option = self.source.option(at, end)
        degree = self.formula(at + 1, option - 1, depth + 1) if option > at else ""
        radicand, at = self.argument(option, end, depth)
        return Piece("term", root(radicand, degree)), at

    def _negation(self, _name: str, at: int, end: int, depth: int) -> tuple[Piece, int]:
        relation, at = self.argument(at, end, depth)
        return Piece("term", tex.negated(relation)), at

    def _accent(self, name: str, at: int, end: int, depth: int) -> tuple[Piece, int]:
        base, at = self.argument(at, end, depth)
        return Piece("term", tex.accented(name, base)), at

    def _declaration(self, name: str, at: int, _end: int, _depth: int) -> tuple[Piece, int]:
        # "\left." is a delimiter that prints nothing.
        invisible = name in ("left", "right") and self.text.startswith(".", at)
        return Piece("term"), at + invisible

    def _dropped(self, _name: str, at: int, end: int, _depth: int) -> tuple[Piece, int]:
        return Piece("blank"), self.skip_arguments(at, end)

    def _style(self, name: str, at: int, end: int, depth: int) -> tuple[Piece, int]:
        if tex.takes_second(name):
            _, at = self.argument(at, end, depth)
        group = self.source.group(self.source.skip_blanks(at, end), end)
        if group and (name.startswith(("text", "emph")) or name.endswith("box")):
            text, at = self.prose(*group, depth + 1), group[1] + 1
        else:
            text, at = self.argument(at, end, depth)
        if name == "mathbb":
            text = tex.in_number_sets(text)
        return Piece("operator" if name == "operatorname" else "term", text), at

    def _symbol(self, name: str, at: int, end: int, depth: int) -> tuple[Piece, int]:
        meaning = tex.symbol(name)
        if meaning is not None:
            return Piece("operator" if name in tex.OPERATORS else "term", meaning), at
        text = unglued(name)
        if text is not None:
            return Piece("term", text), at
        group = self.source.group(at, end)
        if group:
            return Piece("term", self.formula(*group, depth + 1) or name), group[1] + 1
        return Piece("operator" if len(name) > 1 else "term", name), at

    _RENDER: ClassVar[dict[str, _Handler]] = {
        "fraction": _fraction,
        "binomial": _fraction,
        "root": _root,
        "negation": _negation,
        "math accent": _accent,
        "declaration": _declaration,
        "dropped": _dropped,
        "citation": _dropped,
        "environment": _dropped,
        "style": _style,
    }


def unglued(name: str) -> str | None:
    """Return what a command glued to its argument prints, or None where it is none."""
    style = _GLUED_STYLE.fullmatch(name)
    if style:
        return tex.in_number_sets(style[1]) if name.startswith("mathbb") else str(style[1])
    glued = _GLUED_COMMAND.fullmatch(name)
    if glued is None:
        return None
    command: str = glued[1] or glued[3]
    argument: str = glued[2] or glued[4]
    if command == "sqrt":
        return root(argument[:1]) + argument[1:]
    if command in ("log", "ln"):
        return f"{command} {argument}"
    return tex.accented(command, argument[:1]) + argument[1:]


def _attach(pieces: list[Piece], script: str) -> None:
    while pieces and pieces[-1].kind in ("blank", "end"):
        pieces.pop()
    if pieces:
        pieces[-1] = Piece(pieces[-1].kind, pieces[-1].text + script)
    else:
        pieces.append(Piece("term", script))
