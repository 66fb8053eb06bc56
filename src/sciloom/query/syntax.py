"""The words of a SPARQL text: enough to bind parameters and to point at a mistake.

Whether a query is right, and what it may do, is the engine's own parser's to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

_BASE_CHARS = (
    "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d"
    "\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_NAME_CHARS = _BASE_CHARS + "_0-9\u00b7\u0300-\u036f\u203f\u2040"
_PREFIX = rf"[{_BASE_CHARS}](?:[{_NAME_CHARS}.-]*[{_NAME_CHARS}-])?"
_ESCAPED = r"%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?\#@%]"
_LOCAL = (
    rf"(?:[{_NAME_CHARS}:]|{_ESCAPED})(?:(?:[{_NAME_CHARS}.:-]|{_ESCAPED})*"
    rf"(?:[{_NAME_CHARS}:-]|{_ESCAPED}))?"
)
_CODE_POINT = r"\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}"
_CHARACTER = rf"\\[tbnrf\"'\\]|{_CODE_POINT}"

_TOKEN = rf"""
      (?P<space>   [ \t\r\n]+ | \#[^\r\n]* )
    | (?P<iri>     <(?:[^\x00-\x20<>"{{}}|^`\\]|{_CODE_POINT})*+> )
    | (?P<string>  '''(?:'{{0,2}}(?:[^'\\]|{_CHARACTER}))*+'''
                 | \"\"\"(?:"{{0,2}}(?:[^"\\]|{_CHARACTER}))*+\"\"\"
                 | '(?:[^'\\\r\n]|{_CHARACTER})*+'
                 | "(?:[^"\\\r\n]|{_CHARACTER})*+" )
    | (?P<var>     [?$][{_NAME_CHARS}]+ )
    | (?P<bnode>   _:[{_NAME_CHARS}](?:[{_NAME_CHARS}.-]*[{_NAME_CHARS}-])? )
    | (?P<pname>   (?:{_PREFIX})?:(?:{_LOCAL})? )
    | (?P<lang>    @[A-Za-z]+(?:-{{1,2}}[A-Za-z0-9]+)* )
    | (?P<number>  (?:[0-9]+\.[0-9]*|\.?[0-9]+)[eE][+-]?[0-9]+ | [0-9]*\.[0-9]+ | [0-9]+ )
    | (?P<word>    [{_BASE_CHARS}_][{_NAME_CHARS}]* )
    | (?P<mark>    \^\^ | && | \|\| | [!<>]= | <<\(? | \)>> | >> | \{{\| | \|\}}
                 | [][(){{}}.;,=<>!+*/|^?~-] )
    | (?P<bad>     . )
    """
_OPERANDS = frozenset({"var", "string", "number", "lang"})


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a SPARQL text: ``kind`` is a group of the grammar, ``start`` counts code points.

    Kinds: iri, string, var, bnode, pname, lang, number, word, mark, bad (fits nothing).
    """

    kind: str
    text: str
    start: int


def tokens(sparql: str) -> tuple[Token, ...]:
    """Split a SPARQL text into its tokens, without white space and comments."""
    found: list[Token] = []
    at = 0
    while match := _grammar().match(sparql, at):
        kind, text = match.lastgroup or "bad", match[0]
        if kind == "iri" and found and text[1] in "?$" and _is_operand(found[-1]):
            kind, text = "mark", "<"  # a comparison without spaces: ?a<?b
        if kind != "space":
            found.append(Token(kind, text, at))
        at += len(text)
    return tuple(found)


@cache
def _grammar() -> re.Pattern[str]:
    # Compiling takes as long as starting a worker that may not need it.
    return re.compile(_TOKEN, re.VERBOSE | re.DOTALL)


def _is_operand(token: Token) -> bool:
    return token.kind in _OPERANDS or token.text == ")"


def place(text: str, offset: int) -> tuple[int, int]:
    """Return the line and column, both from 1, of an offset; LF, CRLF and CR end a line."""
    lines = re.split(r"\r\n|\r|\n", text[:offset])
    return len(lines), len(lines[-1]) + 1


def string_literal(value: str) -> str:
    r"""Write any text as one SPARQL string.

    >>> string_literal('a "b"\n')
    '"a \\"b\\"\\n"'
    """
    written = {"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r", "\t": r"\t"}
    return '"' + "".join(written.get(c) or _visible(c) for c in value) + '"'


def _visible(character: str) -> str:
    return character if character.isprintable() else f"\\U{ord(character):08X}"
