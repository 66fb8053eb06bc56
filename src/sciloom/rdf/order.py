"""One order of quads, whatever the hash seed: what makes two builds the same bytes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from typing import cast

from pyoxigraph import NamedNode, Quad

from sciloom.rdf import ntriples
from sciloom.rdf.terms import term

#: A subject (its IRI), the name of a predicate, and an object as `ntriples` writes it.
Fact = tuple[str, str, str]
_DIGITS = re.compile(r"(\d+)")


def natural(text: str) -> tuple[str, str]:
    """Return what sorts claim/2 before claim/10."""
    parts = _DIGITS.split(text)
    parts[1::2] = [number.zfill(9) for number in parts[1::2]]
    return "".join(parts), text


def _object(quad: Quad) -> tuple[str, str]:
    return natural(str(quad.object))


def in_order(quads: Iterable[Quad]) -> Iterator[Quad]:
    """Sort each run of quads of one graph and drop its duplicates; graphs stay in their order.

    By subject, its type before all else, predicate, object. Holds one graph in memory at a time.
    There are no blank nodes to sort.
    """
    type_ = term("rdf:type")
    for _, graph in groupby(quads, key=lambda quad: quad.graph_name):
        found: defaultdict[str, dict[NamedNode, list[Quad]]] = defaultdict(dict)
        for quad in graph:
            found[cast("NamedNode", quad.subject).value].setdefault(quad.predicate, []).append(quad)
        for subject in sorted(found, key=natural):
            facts = found[subject]
            for predicate in sorted(facts, key=lambda p: (p != type_, p.value)):
                # Most stand alone, and a text is long to compare.
                same = facts[predicate]
                yield from sorted(set(same), key=_object) if len(same) > 1 else same


def lines(facts: Iterable[Fact], graph: str, *, about: str = "") -> Iterator[str]:
    """Yield the facts of one graph (its IRI) as N-Quads, in the order of `in_order`, each once.

    ``about`` is what subjects start with, where it holds digits that need not be compared; what
    comes behind it in a subject is no digit.
    """
    found: defaultdict[str, dict[str, list[str]]] = defaultdict(dict)
    for subject, predicate, object_ in facts:
        found[subject].setdefault(predicate, []).append(object_)
    skipped = len(about)
    end = f" {ntriples.iri(graph)} .\n"
    for subject in sorted(found, key=lambda subject: natural(subject[skipped:])):
        said = found[subject]
        start = f"{ntriples.iri(subject)} "
        for predicate in _arranged(tuple(said)):
            same = said[predicate]
            between = f"{start}{ntriples.term(predicate)} "
            for object_ in sorted(set(same), key=natural) if len(same) > 1 else same:
                yield f"{between}{object_}{end}"


@cache
def _arranged(predicates: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of predicates in order; few sets of them there are."""
    return tuple(sorted(predicates, key=lambda name: (name != "rdf:type", term(name).value)))
