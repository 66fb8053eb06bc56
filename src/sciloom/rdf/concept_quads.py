"""What papers share: the graph of concepts, their labels, ties, and the edges between them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any

from pyoxigraph import Literal, NamedNode, Quad

from sciloom.model import Concept, Resolution, Tie
from sciloom.rdf.counts import MethodPairs, worked_with
from sciloom.rdf.order import in_order, natural
from sciloom.rdf.terms import decimal, integer, label, own, string, term
from sciloom.spill import Shuffle
from sciloom.vocab import concepts_graph, folded, segment

#: A subject, and of it: predicate, kind of object, object.
_Fact = tuple[str, str, str, Any]
_OBJECTS: MappingProxyType[str, Callable[[Any], NamedNode | Literal]] = MappingProxyType(
    {
        "decimal": decimal,
        "integer": integer,
        "iri": NamedNode,
        "own": own,
        "string": string,
        "term": term,
    }
)
#: A kind whose numbers are summed.
_COUNT = "count"
#: Parts a subject's place in the order from the subject; no IRI holds it.
_GAP = "\0"


def concept_quads(resolution: Resolution, base: str, papers: Collection[str]) -> Iterator[Quad]:
    """Yield each concept and each edge between two concepts, however many papers state it.

    In order, subject by subject, each quad once; ``papers`` are the IRIs of all papers. A relation
    whose two ends turned out to be one concept stands in its paper's graph alone.
    """
    graph = NamedNode(concepts_graph(base))
    facts = Shuffle()
    for subject, *said in _facts(resolution, papers):
        facts.put(_GAP.join((natural(subject)[0], subject)), said)
    for key, found in facts:
        yield from in_order(_quads(NamedNode(key.partition(_GAP)[2]), found, graph))


def _quads(subject: NamedNode, found: Sequence[Sequence[Any]], graph: NamedNode) -> Iterator[Quad]:
    counts = [(predicate, number) for predicate, kind, number in found if kind == _COUNT]
    for predicate in {predicate for predicate, _ in counts}:
        number = sum(n for counted, n in counts if counted == predicate)
        yield Quad(subject, term(predicate), integer(number), graph)
    for predicate, kind, value in found:
        if kind != _COUNT:
            yield Quad(subject, term(predicate), _OBJECTS[kind](value), graph)


def _facts(resolution: Resolution, papers: Collection[str]) -> Iterator[_Fact]:
    yield from chain.from_iterable(map(_concept, resolution.concepts))
    for tie in resolution.ties:
        if tie.subject not in papers:
            yield from _tie(tie)
    pairs = MethodPairs()
    for extraction, links in resolution.papers():
        for concept in worked_with(extraction, links):
            yield concept, "paperCount", _COUNT, 1
        for relation in extraction.relations:
            start, end = links[relation.subject].concept, links[relation.object].concept
            if start != end:
                yield start, relation.predicate, "iri", end
        pairs.count(extraction, links)
    for one, other, number in pairs.among(resolution.concepts):
        axiom, facts = _axiom(one, "usedWith", other)
        yield from facts
        yield axiom, "paperCount", "integer", number


def _concept(concept: Concept) -> Iterator[_Fact]:
    yield concept.iri, "rdf:type", "own", concept.type
    # SKOS: no label is both preferred and alternative.
    preferred = label(concept.pref_label).value
    yield concept.iri, "skos:prefLabel", "string", preferred
    for form in {label(form).value for form in concept.alt_labels} - {preferred}:
        yield concept.iri, "skos:altLabel", "string", form
    for name in {folded(form) for form in (concept.pref_label, *concept.alt_labels)}:
        yield concept.iri, "foldedLabel", "string", name
    yield concept.iri, "paperCount", _COUNT, 0


def _tie(tie: Tie) -> Iterator[_Fact]:
    """Yield a tie and why it is there and how sure."""
    axiom, facts = _axiom(tie.subject, tie.predicate, tie.object)
    yield from facts
    yield axiom, "rdfs:comment", "string", tie.reason
    yield axiom, "score", "decimal", tie.score


def _axiom(subject: str, predicate: str, object_: str) -> tuple[str, tuple[_Fact, ...]]:
    """Return an axiom of which more is to be said, with the facts of it and what it states."""
    axiom = f"{subject}/{predicate.rpartition(':')[2]}/{segment(object_)}"
    return axiom, (
        (subject, predicate, "iri", object_),
        (axiom, "rdf:type", "term", "owl:Axiom"),
        (axiom, "owl:annotatedSource", "iri", subject),
        (axiom, "owl:annotatedProperty", "term", predicate),
        (axiom, "owl:annotatedTarget", "iri", object_),
    )
