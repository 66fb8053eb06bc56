"""The entries of a BibTeX file: a scanner that loses no entry for the faults of another.

An entry that is still open where the next one starts is broken; so is one in which something else
than a field stands. Values keep their LaTeX.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sciloom.corpus.document import Document
from sciloom.corpus.records import UNDECODABLE

_AT = re.compile(r"@\s*([A-Za-z]+)\s*([{(])")
#: The first line of an entry, where text may no longer be the value of a field before it.
_NEXT = re.compile(r"\s*@\s*[A-Za-z]+\s*[{(]\s*[^\s,=\"{}()]+\s*(?:,|$|=)")
_COMMENT = re.compile(r"\s*@\s*comment\b(?!\s*[{(])", re.IGNORECASE)
_KEY = re.compile(r"\s*+([^,=\"#{}\n]*+)(?:,|\Z|\n)")
_GAP = re.compile(r"(?:[\s,]+|%[^\n]*)*")
_NAME = re.compile(r"([^\s=,\"#{}()]+)\s*=\s*")
_BARE = re.compile(r"[^\s,#{}\"]+")
_JOIN = re.compile(r"\s*#\s*")
_CLOSER = re.compile(r"\\.|[{})]")
_BRACE = re.compile(r"\\.|[{}\"]", re.DOTALL)
_NO_PAPERS = frozenset(("comment", "preamble", "string"))
#: No entry has more lines.
_LONGEST = 20_000


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry, kind and field names in lower case; ``fault`` says what is broken, if it is."""

    line: int
    kind: str
    key: str | None
    fields: dict[str, str] = field(default_factory=dict)
    fault: str = ""


def entries(document: Document) -> Iterator[Entry]:
    """Yield the entries that stand for papers, in order."""
    macros: dict[str, str] = {}
    for line, kind, body, fault in _bodies(document):
        if kind == "string":
            fields, _, _ = _fields(body, 0, macros)
            macros.update(fields)
        elif kind not in _NO_PAPERS or (kind == "comment" and fault):
            yield _entry(line, kind, body, fault, macros)


def _entry(line: int, kind: str, body: str, fault: str, macros: dict[str, str]) -> Entry:
    match = _KEY.match(body)
    key, at = (match[1].strip() or None, match.end()) if match else (None, 0)
    fields, end, stray = _fields(body, at, macros)
    if not fault and stray:
        here = line + body.count("\n", 0, end)
        fault = f"is broken at {stray!r}, line {here}; mend it there"
    return Entry(line, kind, key, {} if fault else fields, fault)


def _bodies(document: Document) -> Iterator[tuple[int, str, str, str]]:
    """Yield first line, kind, inside and fault of each entry."""
    lines: list[str] = []
    start, kind, closer, depth, fault = 0, "", "}", 0, ""
    for number, text in enumerate(document.lines(), start=1):
        line = text if text is not None else ""
        if text is None and kind:
            fault = fault or f"has a line {number} that {UNDECODABLE}"
        # A comment may hold whole entries.
        if kind not in ("", "comment") and (_NEXT.match(line) or len(lines) > _LONGEST):
            yield start, kind, "\n".join(lines), fault or _unended(start)
            kind = ""
        at = 0
        while at <= len(line):
            if not kind:
                match = _AT.search(line, at)
                if not match or _COMMENT.match(line):
                    break
                start, kind, depth, fault, lines = number, match[1].lower(), 0, "", []
                closer, at = "})"[match[2] == "("], match.end()
            end, depth = _end(line, at, closer, depth)
            if end is None:
                lines.append(line[at:])
                break
            yield start, kind, "\n".join((*lines, line[at:end])), fault
            kind, at = "", end + 1
    if kind:
        yield start, kind, "\n".join(lines), fault or _unended(start)


def _unended(start: int) -> str:
    return f"starts in line {start} and never ends: a brace is missing; mend it"


def _end(line: str, at: int, closer: str, depth: int) -> tuple[int | None, int]:
    """Return where the entry ends in ``line``, if it does, and how deep its braces are."""
    for match in _CLOSER.finditer(line, at):
        sign = match[0]
        if sign == "{":
            depth += 1
        elif depth == 0 and sign == closer:
            return match.start(), depth
        elif sign == "}":
            depth -= 1
    return None, max(depth, 0)


def _fields(body: str, at: int, macros: dict[str, str]) -> tuple[dict[str, str], int, str]:
    """Return the fields from ``at`` on, where they end, and the stray text there, if any."""
    fields: dict[str, str] = {}
    while True:
        gap = _GAP.match(body, at)
        at = gap.end() if gap else at
        name = _NAME.match(body, at)
        if not name:
            return fields, at, _here(body, at)
        value, end = _value(body, name.end(), macros)
        if end is None:
            return fields, at, _here(body, at)
        at = end
        key = name[1].lower()
        if key == "keywords" and key in fields:
            fields[key] += "; " + value
        elif value.strip():
            fields.setdefault(key, value)


def _here(body: str, at: int) -> str:
    return body[at : at + 30].partition("\n")[0].strip()


def _value(body: str, at: int, macros: dict[str, str]) -> tuple[str, int | None]:
    """Return a field's value and where it ends; None where it does not."""
    parts: list[str] = []
    while True:
        sign = body[at : at + 1]
        if sign in ("{", '"'):
            end = _closing(body, at + 1, "}" if sign == "{" else '"')
            if end is None:
                return "", None
            parts.append(body[at + 1 : end])
            at = end + 1
        else:
            bare = _BARE.match(body, at)
            if not bare:
                return "", at if sign in (",", "") else None
            parts.append(macros.get(bare[0].lower(), bare[0]))
            at = bare.end()
        join = _JOIN.match(body, at)
        if not join:
            return "".join(parts), at
        at = join.end()


def _closing(body: str, at: int, closer: str) -> int | None:
    depth = 0
    for match in _BRACE.finditer(body, at):
        sign = match[0]
        if depth == 0 and sign == closer:
            return match.start()
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return None
    return None
