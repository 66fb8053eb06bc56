r"""The named queries: SPARQL files whose header tells what they answer and what they take.

A header line is ``# description: ...`` or ``# param NAME: TYPE [= DEFAULT]  MEANING`` (two spaces
before the meaning). In the query a parameter is written ``$name``; ``?name`` is a plain variable.
Types: ``label`` and ``paper`` (what a concept or a paper is called, written as its ``:foldedLabel``
is), ``text``, ``number``, ``count``, or the terms of the ontology that may be chosen:
``Method|Dataset``.

Oxigraph starts with what it takes for the smallest: VALUES, a subselect with a LIMIT, a pattern
with an object. From there it goes row by row, some 10 µs a step, but joins a subselect without a
LIMIT by a hash table: better for thousands of rows. So a query first finds what it shows, sorted
and cut to ``limit``, and then looks up what to show of it.

Two things make it read all there is: a VALUES of several rows beside a subselect with a LIMIT, for
it starts from the VALUES, and an OPTIONAL or MINUS that shares with what is before it only
variables that may be unbound, for then every row is joined with every other.

>>> [query.name for query in named_queries()][:2]
['beats', 'by-metric']
>>> 'VALUES ?name { "lora" }' in bind("beats", {"method": "LoRA"})
True
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from sciloom.errors import UnknownQueryError
from sciloom.query.syntax import string_literal, tokens
from sciloom.vocab import ONTOLOGY, folded

#: What a parameter may be given as.
Argument: TypeAlias = str | int | float | Decimal

_DESCRIPTION = re.compile(r"# description: (.+)")
_PARAMETER = re.compile(r'# param (\w+): ([\w|]+)(?: = (?:"(.*?)"|(\S+)))?  +(.+)')


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a named query takes; without a ``default`` it must be given."""

    name: str
    type: str
    meaning: str
    default: str | None = None


@dataclass(frozen=True, slots=True)
class NamedQuery:
    """A query of the library; ``sparql`` holds ``$name`` where a parameter goes."""

    name: str
    description: str
    parameters: tuple[Parameter, ...]
    sparql: str


@cache
def named_queries() -> tuple[NamedQuery, ...]:
    """Return the whole library, by name."""
    folder = files("sciloom.query").joinpath("library")
    found = (entry for entry in folder.iterdir() if entry.name.endswith(".rq"))
    return tuple(
        sorted(
            (_read(entry.name.removesuffix(".rq"), entry.read_text("utf-8")) for entry in found),
            key=lambda query: query.name,
        )
    )


def bind(name: str, arguments: Mapping[str, Argument] | None = None) -> str:
    """Return the named query with its parameters filled in, each as one term.

    Raises
    ------
    UnknownQueryError
        There is no such query or parameter, one is missing, or a value is not of its type.
    """
    query = next((one for one in named_queries() if one.name == name), None)
    if query is None:
        known = [one.name for one in named_queries()]
        near = get_close_matches(name, known, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise UnknownQueryError(
            f'no query is named "{name}"', next=f"{hint}there are {', '.join(known)}"
        )
    given = dict(arguments or {})
    where = f"query {name}"
    for unknown in sorted(given.keys() - {p.name for p in query.parameters}):
        raise UnknownQueryError(f'no parameter "{unknown}"', where=where, next=_takes(query))
    missing = [p.name for p in query.parameters if p.default is None and p.name not in given]
    if missing:
        raise UnknownQueryError(f"give {', '.join(missing)}", where=where, next=_takes(query))
    terms = {p.name: _term(p, given.get(p.name, p.default or ""), where) for p in query.parameters}
    bound, at = "", 0
    for token in tokens(query.sparql):
        if token.text.startswith("$"):
            bound += query.sparql[at : token.start] + terms[token.text[1:]]
            at = token.start + len(token.text)
    return bound + query.sparql[at:]


def _read(name: str, text: str) -> NamedQuery:
    header: list[str] = []
    body: list[str] = []
    for line in text.splitlines():
        (header if line.startswith("#") and not body else body).append(line)
    descriptions = [match[1] for line in header if (match := _DESCRIPTION.fullmatch(line))]
    parameters = tuple(
        Parameter(match[1], match[2], match[5], match[4] if match[3] is None else match[3])
        for line in header
        if (match := _PARAMETER.fullmatch(line))
    )
    if len(descriptions) != 1 or len(parameters) + 1 != len(header):
        raise ValueError(f"{name}.rq: a header line is neither a description nor a parameter")
    return NamedQuery(name, descriptions[0], parameters, "\n".join(body) + "\n")


def _takes(query: NamedQuery) -> str:
    if not query.parameters:
        return "it takes no parameter"
    listed = (
        f"{p.name} ({p.type}, {p.meaning}{'' if p.default is None else '; may be left out'})"
        for p in query.parameters
    )
    return "it takes " + ", ".join(listed)


def _term(parameter: Parameter, value: Argument, where: str) -> str:
    """Write a value as the one term that its type asks for."""
    if parameter.type == "number":
        try:
            number = Decimal(str(value))
        except InvalidOperation:
            number = Decimal("NaN")
        # The store's decimals hold 38 digits, 18 of them fractional.
        if not number.is_finite() or not -19 < number.adjusted() < 19:
            raise UnknownQueryError(f'{parameter.name} is a number, not "{value}"', where=where)
        return f'"{number:f}"^^xsd:decimal'
    text = str(value)
    if parameter.type == "count":
        if not (text.isascii() and text.isdecimal() and int(text[:10]) > 0 and len(text) < 10):
            raise UnknownQueryError(
                f'{parameter.name} is a whole number from 1, not "{text}"', where=where
            )
        return str(int(text))
    if "|" in parameter.type:
        choices = parameter.type.split("|")
        if text not in choices:
            raise UnknownQueryError(
                f'{parameter.name} is one of {", ".join(choices)}, not "{text}"', where=where
            )
        return f"<{ONTOLOGY}{text}>"
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UnknownQueryError(
            f"{parameter.name} holds half a surrogate pair", where=where
        ) from None
    is_name = parameter.type in ("label", "paper")
    return string_literal(folded(text) if is_name else unicodedata.normalize("NFC", text))
