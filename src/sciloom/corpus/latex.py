r"""LaTeX as it stands in abstracts: prose with commands, formulas, escapes, broken pieces of each.

Not a TeX engine: "%" starts no comment, a dollar before an amount is money, and what is not known
keeps its words. General converters lose text at "%", "$" and "}": pylatexenc lends its tables only.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from sciloom.corpus import tex_symbols as tex
from sciloom.corpus.scripts import subscript, subscript_in_prose, superscript
from sciloom.corpus.tex_formula import DEEPEST, FormulaReader, unglued
from sciloom.corpus.tex_source import TexSource

_TRIGGER = re.compile(r"[\\${}^~`]|''|--|_\{")
_IN_TEXT = re.compile(
    r"https?://(?:[^\s{}<>\"\\$]|\\[_%&#$~]|\{[^\s{}<>\"\\$]*\})+|\\(?:[A-Za-z]+\*?|[\s\S]|$)"
    r"|\$|[{}~^]|_(?=[{\\]|\d(?!\w))|``|''|-{2,}"
)
_ADDRESS = re.compile(r"https?://[^\s{}\\]+[\w/]")
_NAME = re.compile(r"[A-Za-z]+")
_BASE = re.compile(r"\\(i|j|ae|AE|oe|OE|o|O|alpha)(?![A-Za-z])\s?")
_PLAIN_RAISED = re.compile(r"[-+−]?\d+(?!\w|[./]\d)|[*+](?!\w)")
_PLAIN_LOWERED = re.compile(r"_\s*\{?\s*(\w{1,3})\s*\}?")
#: A group that protects or sets apart words, not a set, an object or code.
_WORDS = re.compile(r"https?://[^\s{}]+|\d{4}|[^,;:=|\"<>{}\[\]]*[^\W\d_][^,;:=|\"<>{}\[\]]*|.?")
_SCRIPTS = frozenset("^_⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱ₀₁₂₃₄₅₆₇₈₉")
_SET_RELATIONS = ("∈", "⊆", "⊂", "=", "∪", "∩", "∖")
#: The rest of a key that lost its braces ("\\citeCMS11").
_KEY = re.compile(r"[\w:]+")
_CONTRACTION = re.compile(r"(?:s|t|re|ve|ll|d|m)\b")
_SINGLE_QUOTED = re.compile(r"`(?<![\w`'’].)([^`'’\n]{1,80})['’](?!\w)")
_EMPTY_CITATION = re.compile(r"(?<=\s)[(\[](?:e\.g\.|see|cf\.|i\.e\.)?[\s,;.]*[)\]]")
_GLUED_ENVIRONMENT = re.compile(
    r"(?:begin|end)(?:itemize|enumerate|description|equation|align|abstract|center|quote)\*?"
)
_BLANK_ESCAPES = frozenset(",;:> \n\t")
_EMPTY_ESCAPES = frozenset(("", "!", "/", "-", "@"))
_ACCENT_ESCAPES = frozenset("'`^\"~=.")


def unlatex(text: str) -> str:
    """Return ``text`` with its LaTeX turned into what it prints, as far as one line shows it."""
    if not _TRIGGER.search(text):
        return text
    reader = _Reader(TexSource(text))
    whole = reader.source.group(0, len(text))
    start, end = whole if whole and whole[1] == len(text) - 1 else (0, len(text))
    out = reader.prose(start, end, 0)
    if reader.cites:
        out = _EMPTY_CITATION.sub("", out)
    return _SINGLE_QUOTED.sub(r"‘\1’", out)


def formula(source: str) -> str:
    """Return the TeX formula ``source``, without delimiters, on one line of Unicode."""
    return _Reader(TexSource(source)).formula(0, len(source), 0)


@dataclass(slots=True)
class _Span:
    """A span of prose that is being read: where it ends, and what it has printed so far."""

    end: int
    depth: int
    out: list[str] = field(default_factory=list)

    @property
    def last(self) -> str:
        return self.out[-1][-1] if self.out and self.out[-1] else ""


#: Reads a command, given its name and where it ends; returns where to read on.
_Handler = Callable[["_Reader", str, int, _Span], int]


class _Reader(FormulaReader):
    """Renders spans of one source as prose, and the formulas in them."""

    def __init__(self, source: TexSource) -> None:
        super().__init__(source)
        self.quotes = "``" in source.text
        self.cites = False

    def prose(self, at: int, end: int, depth: int) -> str:
        if depth > DEEPEST:
            return re.sub(r"[{}]", "", self.text[at:end])
        span = _Span(end, depth)
        while match := _IN_TEXT.search(self.text, at, end):
            span.out.append(self.text[at : match.start()])
            at = self._mark(match, span)
            while span.out and not span.out[-1]:
                span.out.pop()
        span.out.append(self.text[at:end])
        return "".join(span.out)

    def _mark(self, match: re.Match[str], span: _Span) -> int:
        """Append what the marked place prints; return where to read on."""
        mark, after = match[0], match.end()
        while span.out and not span.out[-1]:
            span.out.pop()
        if mark[0] == "\\":
            read = self._command if mark[1:2].isalpha() else self._escape
            return read(mark[1:], after, span)
        if mark == "$":
            return self._dollar(match.start(), span)
        if mark == "{":
            return self._group(match.start(), span)
        if mark in ("^", "_"):
            return self._bare_script(mark, after, span)
        span.out.append(self._sign(mark, match.start(), span))
        return after

    def _sign(self, mark: str, start: int, span: _Span) -> str:
        before, follows = span.last, self.text[start + len(mark) : start + len(mark) + 1]
        if mark == "~":
            tied = before.isalpha() or before in (".", ",", ")", "}", "$")
            return " " if tied and (follows.isalnum() or follows in ("(", "[", "\\", "$")) else mark
        if mark == "---":
            return mark if follows == ">" else "—"
        if mark == "--":
            # After a blank and before a letter it may be an option of a command line.
            option = not before.strip() and follows.isalpha()
            return mark if option or follows == ">" or before == "!" else "–"
        if mark in ("``", "''") and self.quotes:
            closes = mark == "''" or (before.strip() != "" and not follows.isalnum())
            return "”" if closes else "“"
        return re.sub(r"\\(.)", r"\1", mark) if mark.startswith("http") else mark

    def _dollar(self, start: int, span: _Span) -> int:
        found = self.source.formula(start, span.end)
        if found is None:
            # A stray one before a command belongs to a formula that was cut.
            span.out.append("" if self.text.startswith("\\", start + 1) else "$")
            return start + 1
        inside, close, resume = found
        self._append_formula(inside, close, span, display=resume - close == 2)
        return resume

    def _append_formula(self, start: int, end: int, span: _Span, *, display: bool = False) -> None:
        # A subscript to a word of prose (CO$_2$) is part of its name.
        lowered = _PLAIN_LOWERED.fullmatch(self.text[start:end].strip()) if span.last else None
        if lowered:
            span.out.append(subscript_in_prose(span.last, lowered[1]))
            return
        rendered = self.formula(start, end, span.depth + 1)
        span.out.append(f" {rendered} " if display else rendered)

    def _group(self, start: int, span: _Span) -> int:
        group = self.source.group(start, span.end)
        if group is None:
            span.out.append("{")
            return start + 1
        inside = self.prose(*group, span.depth + 1)
        declared = re.match(r"\\([A-Za-z]+)", self.text[group[0] : group[0] + 40])
        follows = self.text[group[1] + 1 : group[1] + 2]
        is_set = follows in _SCRIPTS or "".join(span.out[-1:]).rstrip().endswith(_SET_RELATIONS)
        words = bool(_WORDS.fullmatch(inside)) and not is_set
        if words or (declared and tex.kind(declared[1]) == "declaration"):
            span.out.append(inside)
        else:
            span.out.append(f"{{{inside}}}")
        return group[1] + 1

    def _bare_script(self, mark: str, after: int, span: _Span) -> int:
        """Render "10^{-3}", "m^2" and "x_{max}" that stand outside of dollars."""
        if span.last.isalnum() or span.last in (")", "]", "}", "|"):
            plain = _PLAIN_RAISED.match(self.text, after, span.end) if mark == "^" else None
            if plain:
                span.out.append(superscript(plain[0]))
                return plain.end()
            if mark == "_" and self.text[after].isdigit() and not span.last.isascii():
                span.out.append(subscript(self.text[after]))
                return after + 1
            command = self.text.startswith("\\", after) and self.text[after + 1 : after + 2]
            if self.source.group(after, span.end) or (command and command.isalpha()):
                argument, after = self.argument(after, span.end, span.depth)
                span.out.append(superscript(argument) if mark == "^" else subscript(argument))
                return after
        span.out.append(mark)
        return after

    def _escape(self, char: str, at: int, span: _Span) -> int:
        if char in ("(", "["):
            close = self.source.end_of("\\" + (")" if char == "(" else "]"), at, span.end)
            if close is not None and self.source.is_formula(at, close, certain=char == "["):
                self._append_formula(at, close, span, display=char == "[")
                return close + 2
        if char == "\\":
            return self._double_escape(at, span)
        if char in _ACCENT_ESCAPES:
            return self._prose_accent(char, at, span)
        if char in _BLANK_ESCAPES:
            span.out.append(" ")
        elif char not in _EMPTY_ESCAPES:
            span.out.append("‖" if char == "|" else char)
        return at

    def _double_escape(self, at: int, span: _Span) -> int:
        r"""Read what follows "\\": a sign or command that was escaped twice, else a line's end."""
        if at < span.end and self.text[at] in "{}%_&$":
            span.out.append(self.text[at])
            return at + 1
        command = _NAME.match(self.text, at, span.end)
        if command and (tex.symbol(command[0]) or tex.kind(command[0])):
            return self._command(command[0], command.end(), span)
        span.out.append(" ")
        return self.source.option(at, span.end)

    def _command(self, name: str, at: int, span: _Span) -> int:
        name = name.rstrip("*")
        if tex.is_prose_accent(name):
            return self._prose_accent(name, at, span)
        return self._READ.get(tex.kind(name), _Reader._symbol_or_word)(self, name, at, span)

    def _in_formula(self, name: str, at: int, span: _Span) -> int:
        piece, at = self.command(name, at, span.end, span.depth)
        span.out.append(piece.text)
        return at

    def _symbol_or_word(self, name: str, at: int, span: _Span) -> int:
        meaning = tex.symbol(name)
        if meaning is not None:
            return self._known(name, meaning, at, span)
        if name[0] in "nrt" and (len(name) == 1 or name[1].isupper()):
            # An escape that was written twice: "\n" as two characters.
            span.out.append("\n" + name[1:])
            return at
        if _GLUED_ENVIRONMENT.fullmatch(name):
            return at
        group = self.source.group(at, span.end)
        text = unglued(name)
        if group is None or text is not None:
            span.out.append(name if text is None else text)
            return at
        span.out.append(self.prose(*group, span.depth + 1) or name)
        return group[1] + 1

    def _known(self, name: str, meaning: str, at: int, span: _Span) -> int:
        if name in tex.OPERATORS:
            before = " " if span.last.isalnum() or span.last == ")" else ""
            meaning = before + meaning + " " * self.text[at : at + 1].isalnum()
        span.out.append(meaning)
        if self.source.group(at, span.end) == (at + 1, at + 1):
            return at + 2
        return self.source.skip_blanks(at, span.end) if name in tex.LETTERS else at

    def _prose_accent(self, name: str, at: int, span: _Span) -> int:
        if self._is_quote(name, at, span):
            span.out.append(name)
            return at
        start = self.source.skip_blanks(at, span.end) if name.isalpha() else at
        group = self.source.group(start, span.end)
        letter = _BASE.match(self.text, start, span.end)
        if group:
            base, after = self.prose(*group, span.depth + 1), group[1] + 1
        elif letter:
            base, after = tex.symbol(letter[1]) or "", letter.end()
        else:
            base, after = self.text[start : min(start + 1, span.end)], start + 1
        accented = tex.accented(name, base)
        glued = name.isalpha() and start == at and not group and not letter
        if not base or glued or (not group and accented == base):
            span.out.append(name)
            return at
        span.out.append(accented)
        return after

    def _is_quote(self, name: str, at: int, span: _Span) -> bool:
        r"""Tell an escaped apostrophe (it\'s) or pair of quotes (\"a word\") from an accent."""
        if name == "'":
            return span.last.isalpha() and bool(_CONTRACTION.match(self.text, at, span.end))
        if name != '"' or span.last.isalnum():
            return False
        close = self.text.find('\\"', at, min(span.end, at + 300))
        return close > at and not self.text[close + 2 : close + 3].isalpha()

    def _citation(self, _name: str, at: int, span: _Span) -> int:
        self.cites = True
        if span.out:
            span.out[-1] = span.out[-1].rstrip()
        after = self.skip_arguments(at, span.end)
        key = _KEY.match(self.text, at, span.end) if after == at else None
        return key.end() if key else after

    def _skip(self, name: str, at: int, span: _Span) -> int:
        after = self.skip_arguments(at, span.end)
        # Of a footnote, the address of code or data is worth keeping.
        address = _ADDRESS.search(self.text, at, after) if "footnote" in name else None
        if address:
            span.out.append(f" ({address[0]})")
        return after

    def _item(self, _name: str, at: int, span: _Span) -> int:
        span.out.append("\n- ")
        return self.source.skip_blanks(at, span.end)

    def _verbatim(self, _name: str, at: int, span: _Span) -> int:
        close = self.text.find(self.text[at : at + 1], at + 1, min(span.end, at + 200))
        if close <= at:
            return at
        span.out.append(self.text[at + 1 : close])
        return close + 1

    def _prose_declaration(self, _name: str, at: int, span: _Span) -> int:
        group = self.source.group(at, span.end)
        if group:
            span.out.append(self.prose(*group, span.depth + 1))
            return group[1] + 1
        if self.text.startswith("{", at):
            return at + 1
        apart = not span.last.strip() or span.last in ("(", "[", "“")
        return self.source.skip_blanks(at, span.end) if apart else at

    def _prose_style(self, name: str, at: int, span: _Span) -> int:
        at = self.source.option(at, span.end)
        if tex.takes_second(name):
            first = self.source.group(at, span.end)
            at = first[1] + 1 if first else at
        group = self.source.group(at, span.end)
        if group is None:
            # An argument that is never closed: the brace goes with its command.
            return at + 1 if self.text.startswith("{", at) else at
        if tex.is_math_style(name):
            inside = self.formula(*group, span.depth + 1)
            span.out.append(tex.in_number_sets(inside) if name == "mathbb" else inside)
            return group[1] + 1
        inside = self.prose(*group, span.depth + 1)
        if name == "textsuperscript":
            inside = superscript(inside)
        elif name == "textsubscript":
            inside = subscript_in_prose(span.last, inside)
        elif name == "enquote":
            inside = f"“{inside}”"
        span.out.append(inside)
        return group[1] + 1

    def _link(self, name: str, at: int, span: _Span) -> int:
        at = self.source.option(at, span.end)
        group = self.source.group(at, span.end)
        if group is None:
            return at
        address = re.sub(r"\\(?=[^A-Za-z])", "", self.text[group[0] : group[1]].strip())
        at = group[1] + 1
        label = self.source.group(at, span.end) if name == "href" else None
        if label is None:
            span.out.append(address)
            return at
        shown = self.prose(*label, span.depth + 1)
        known = not address.startswith("http") or address in shown
        span.out.append(shown if known else f"{shown} ({address})")
        return label[1] + 1

    def _environment(self, name: str, at: int, span: _Span) -> int:
        group = self.source.group(self.source.skip_blanks(at, span.end), span.end)
        if group is None:
            return at
        environment, at = self.text[group[0] : group[1]], group[1] + 1
        if name == "end":
            span.out.append("\n")
            return at
        at = self.source.option(at, span.end)
        if environment.rstrip("*") in tex.MATH_ENVIRONMENTS:
            close = self.source.end_of(environment, at, span.end)
            if close is not None:
                self._append_formula(at, close, span, display=True)
                return close
        tabular = environment.startswith(("tabular", "minipage", "thebibliography", "array"))
        return self.skip_arguments(at, span.end) if tabular else at

    _READ: ClassVar[dict[str, _Handler]] = {
        "citation": _citation,
        "dropped": _skip,
        "link": _link,
        "environment": _environment,
        "item": _item,
        "verbatim": _verbatim,
        "declaration": _prose_declaration,
        "style": _prose_style,
        "fraction": _in_formula,
        "root": _in_formula,
        "binomial": _in_formula,
        "negation": _in_formula,
    }
