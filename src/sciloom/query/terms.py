"""Terms of the ontology that a query misspells: the usual reason why no row answers it."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from itertools import pairwise

from pyoxigraph import NamedNode, RdfFormat, parse

from sciloom.query.syntax import tokens
from sciloom.vocab import ONTOLOGY, ontology_file


def unknown_terms(sparql: str) -> tuple[tuple[str, str | None], ...]:
    """Return each ":term" that the ontology does not define, with the nearest that it does.

    A query that gives the default prefix another meaning has none.
    """
    words = [token.text for token in tokens(sparql)]
    if any(a.upper() == "PREFIX" and b == ":" for a, b in pairwise(words)):
        return ()
    used = dict.fromkeys(w[1:] for w in words if w.startswith(":") and len(w) > 1)
    return tuple(
        (f":{term}", next((f":{near}" for near in get_close_matches(term, _defined(), 1)), None))
        for term in used
        if term not in _defined()
    )


@cache
def _defined() -> frozenset[str]:
    return frozenset(_read())


def _read() -> Iterator[str]:
    for quad in parse(ontology_file("sciloom.ttl").read_bytes(), RdfFormat.TURTLE):
        if isinstance(quad.subject, NamedNode) and quad.subject.value.startswith(ONTOLOGY):
            yield quad.subject.value.removeprefix(ONTOLOGY)
