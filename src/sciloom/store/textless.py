"""A graph without its abstracts and quotes, in which publishers hold rights.

Offsets and facts stay; a digest of each text lets whoever has it check that it is the one that the
offsets refer to.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import cast

from pyoxigraph import Literal, Quad

from sciloom.rdf.order import in_order
from sciloom.rdf.terms import string, term
from sciloom.vocab import folded

#: What stands instead of a text: the SHA-256 of its UTF-8, in hexadecimal.
DIGEST = "schema:sha256"


def without_text(quads: Iterable[Quad]) -> Iterator[Quad]:
    """Yield the quads, graph by graph as they come, without texts and quotes.

    A paper that was called by the first words of its text is called by its id.
    """
    for _, graph in groupby(quads, key=lambda quad: quad.graph_name):
        yield from in_order(_textless(list(graph)))


def is_excerpt(label: str, text: str) -> bool:
    """Tell a paper's label that is the start of its text from a name."""
    return label.endswith("…") or label == " ".join(text.split())


def _textless(graph: list[Quad]) -> Iterator[Quad]:
    texts = {quad.subject: _value(quad) for quad in graph if quad.predicate == term("text")}
    ids = {q.subject: _value(q) for q in graph if q.predicate == term("dcterms:identifier")}
    titled = {quad.subject for quad in graph if quad.predicate == term("dcterms:title")}
    excerpts = {
        quad.subject: _value(quad)
        for quad in graph
        if quad.predicate == term("rdfs:label")
        and quad.subject in texts.keys() - titled
        and is_excerpt(_value(quad), texts[quad.subject])
    }
    for quad in graph:
        subject, predicate, _, name = quad
        if predicate == term("text"):
            digest = hashlib.sha256(texts[subject].encode()).hexdigest()
            yield Quad(subject, term(DIGEST), string(digest), name)
        elif predicate == term("rdfs:label") and subject in excerpts:
            yield Quad(subject, predicate, string(ids[subject]), name)
        elif predicate == term("foldedLabel") and subject in excerpts:
            if _value(quad) != folded(excerpts[subject]):
                yield quad
        elif predicate != term("oa:exact"):
            yield quad


def _value(quad: Quad) -> str:
    return cast("Literal", quad.object).value
