"""What is wrong with a query, in the writer's own lines and columns."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from itertools import pairwise

from sciloom.errors import QueryError, QueryRefusedError, QuerySyntaxError
from sciloom.query.syntax import Token, place, tokens
from sciloom.visible import visible

#: Tells the engine's complaint about a text, or None if it parses.
Parse = Callable[[str], str | None]

_UPDATES = frozenset(
    {"INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY", "WITH"}
)
_KEYWORDS = frozenset(
    """
    A ABS AS ASC ASK AVG BASE BIND BNODE BOUND BY CEIL COALESCE CONCAT CONSTRUCT CONTAINS COUNT
    DATATYPE DAY DESC DESCRIBE DISTINCT ENCODE_FOR_URI EXISTS FALSE FILTER FLOOR FROM GRAPH GROUP
    GROUP_CONCAT HAVING HOURS IF IN IRI ISBLANK ISIRI ISLITERAL ISNUMERIC ISURI LANG LANGMATCHES
    LCASE LIMIT MAX MD5 MIN MINUS MINUTES MONTH NAMED NOT NOW OFFSET OPTIONAL ORDER PREFIX RAND
    REDUCED REGEX REPLACE ROUND SAMETERM SAMPLE SECONDS SELECT SEPARATOR SERVICE SHA1 SHA256 SHA384
    SHA512 SILENT STR STRAFTER STRBEFORE STRDT STRENDS STRLANG STRLEN STRSTARTS STRUUID SUBSTR SUM
    TIMEZONE TRUE TZ UCASE UNDEF UNION URI UUID VALUES WHERE YEAR
    """.split()
)
_RESPELL = str.maketrans("vV", "wW")
_CLOSING = {"{": "}", "(": ")", "[": "]"}
#: Wider than any keyword: the engine reads that far ahead before it gives up at a token.
_PAD = " " * 40


def respelt(sparql: str) -> str:
    """Respell SERVICE wherever its letters stand, length and case kept.

    A name, string, IRI or comment that holds them still parses; the keyword does not. So the
    engine itself tells whether a text uses it, without a word sent to anyone.
    """
    return re.sub("(?i:service)", lambda found: found[0].translate(_RESPELL), sparql)


def names_dataset(sparql: str) -> bool:
    """Whether the query itself says (FROM, FROM NAMED) which graphs it reads."""
    return "FROM" in sparql.upper() and any(
        token.kind == "word" and token.text.upper() == "FROM" for token in tokens(sparql)
    )


def explain(
    sparql: str, complaint: str, *, prefixes: Mapping[str, str], parse: Parse, service: bool
) -> QueryError:
    """Turn the engine's complaint about a text into an error to raise.

    ``service`` tells whether SERVICE is allowed; where it is not, ``parse`` reads the text respelt.
    """
    found = tokens(sparql)
    update = next((t for t in _after_prologue(found) if t.kind == "word"), None)
    if update is not None and update.text.upper() in _UPDATES:
        return QueryRefusedError(
            f"{update.text.upper()} would change the graph, and a query only reads",
            next="change the inputs and build again",
        )
    broken = next((t for t in found if t.kind == "bad"), None)
    culprit = broken or _locate(found, complaint, parse)
    if not service and culprit is not None and _is_service(found, culprit):
        line, column = place(sparql, culprit.start)
        return QueryRefusedError(
            "SERVICE would send part of the query to another endpoint",
            where=f"query, line {line}, column {column}",
            next="allow it if you mean it",
        )
    unknown = _unknown_prefix(found, prefixes)
    if unknown is not None and (culprit is None or unknown.start <= culprit.start):
        known = _declared(found) | set(prefixes)
        return _unknown(sparql, unknown, sorted(known))
    return _syntax_error(sparql, found, culprit, _reason(complaint))


def _syntax_error(
    sparql: str, found: tuple[Token, ...], culprit: Token | None, reason: str | None
) -> QuerySyntaxError:
    if reason:
        at = next((t.start for t in found if t.text.upper() == "SELECT"), 0)
        return _error(sparql, at, reason[0].lower() + reason[1:])
    if culprit is None:
        return _unfinished(sparql, found)
    if culprit.kind == "bad" and culprit.text in "\"'":
        return _error(sparql, culprit.start, "this string is not closed, or has a wrong escape")
    return _unexpected(sparql, culprit)


def _is_service(found: tuple[Token, ...], culprit: Token) -> bool:
    # The engine needs no gap behind a keyword: SERVICEfoaf:x { is SERVICE foaf:x {.
    after = next((t.text for t in found if t.start > culprit.start), "")
    keyword = culprit.kind == "word" or (culprit.kind == "pname" and after == "{")
    return keyword and "service" in culprit.text.lower()


def _locate(found: tuple[Token, ...], complaint: str, parse: Parse) -> Token | None:
    """Find the token at which the engine stopped; None is the end.

    The engine reports where its longest look ahead ended, up to a keyword past the culprit. Parsed
    again with wide gaps, that place falls in the gap behind the culprit.
    """
    padded, starts = "", []
    for token in found:
        starts.append(len(padded))
        padded += token.text + _PAD
    again = parse(padded) or complaint
    where = re.match(r"error at ([0-9]+):([0-9]+)", again)
    if not where:
        return None
    lines = padded.split("\n")[: int(where[1]) - 1]
    offset = sum(len(line) + 1 for line in lines) + int(where[2]) - 1
    if offset >= len(padded) or not found:
        return None
    return found[bisect_right(starts, offset) - 1]


def _reason(complaint: str) -> str | None:
    """Return what the engine says in a sentence of its own, if it does, in its list of tokens."""
    said = re.search(r"(?:expected |one of |, )([A-Z][A-Za-z]+(?: [A-Za-z*]+)+)", complaint)
    return said[1] if said and "SELECT" in said[1] else None


def _after_prologue(found: tuple[Token, ...]) -> tuple[Token, ...]:
    at = 0
    while at < len(found) and found[at].text.upper() in ("PREFIX", "BASE"):
        at += 3 if found[at].text.upper() == "PREFIX" else 2
    return found[at:]


def _declared(found: tuple[Token, ...]) -> set[str]:
    return {name.text[:-1] for word, name in pairwise(found) if _declares(word, name)}


def _declares(word: Token, name: Token) -> bool:
    return word.kind == "word" and word.text.upper() == "PREFIX" and name.text.endswith(":")


def _unknown_prefix(found: tuple[Token, ...], prefixes: Mapping[str, str]) -> Token | None:
    known = _declared(found) | set(prefixes)
    names = (token for token in found if token.kind == "pname")
    return next((name for name in names if name.text.partition(":")[0] not in known), None)


def _unknown(sparql: str, name: Token, known: list[str]) -> QuerySyntaxError:
    prefix = name.text.partition(":")[0]
    listed = ", ".join(f"{one}:" for one in known)
    return _error(
        sparql,
        name.start,
        f'unknown prefix "{prefix}:"',
        next=f"known are {listed}; or declare it: PREFIX {prefix}: <...>",
    )


def _unfinished(sparql: str, found: tuple[Token, ...]) -> QuerySyntaxError:
    if not found:
        return _error(sparql, len(sparql), "the query is empty", next="write SELECT * { ?s ?p ?o }")
    opened: list[Token] = []
    for token in found:
        if token.text in _CLOSING:
            opened.append(token)
        elif opened and token.text == _CLOSING[opened[-1].text]:
            opened.pop()
    advice = ""
    if opened:
        line, column = place(sparql, opened[-1].start)
        advice = f'"{opened[-1].text}" of line {line}, column {column} is not closed'
    return _error(sparql, len(sparql), "the query ends too early", next=advice)


def _unexpected(sparql: str, culprit: Token) -> QuerySyntaxError:
    shown = culprit.text if len(culprit.text) <= 60 else culprit.text[:59] + "…"
    advice = ""
    if culprit.kind == "iri" and ":" not in culprit.text:
        advice = "an IRI is written whole, or after BASE <...>"
    if culprit.kind == "word" and culprit.text.upper() not in _KEYWORDS:
        near = get_close_matches(culprit.text.upper(), sorted(_KEYWORDS), n=1)
        advice = f"did you mean {near[0]}?" if near else "names are written ?name, :name or <IRI>"
    return _error(sparql, culprit.start, f'unexpected "{visible(shown)}"', next=advice)


def _error(sparql: str, offset: int, what: str, *, next: str = "") -> QuerySyntaxError:
    line, column = place(sparql, offset)
    where = f"query, line {line}, column {column}"
    return QuerySyntaxError(what, line=line, column=column, where=where, next=next)
