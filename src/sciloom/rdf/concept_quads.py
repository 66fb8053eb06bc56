"""What papers share: the graph of concepts, their labels, ties, and the edges between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sciloom.model import Concept, Extraction, Link, Tie
from sciloom.rdf.counts import MethodPairs, worked_with
from sciloom.rdf.ntriples import decimal, foreign, integer, iri, label, own, string, term
from sciloom.rdf.order import lines, natural
from sciloom.spill import Shuffle
from sciloom.vocab import concepts_graph, folded, segment

#: Of a subject: the name of a predicate, and an object as `ntriples` writes it, or a number that is
#: added to the others.
_Said = tuple[str, str | int]
#: Parts a subject's place in the order from the subject; no IRI holds it.
_GAP = "\0"


class ConceptGraph:
    """Each concept and each edge between two concepts, however many papers state it.

    A relation whose two ends turned out to be one concept stands in its paper's graph alone.
    """

    def __init__(self, base: str) -> None:
        self._graph = concepts_graph(base)
        self._facts = Shuffle()
        self._pairs = MethodPairs()

    def count(self, extraction: Extraction, links: Mapping[str, Link]) -> None:
        """Count a paper in."""
        for concept in worked_with(extraction, links):
            self._say(concept, ("paperCount", 1))
        for relation in extraction.relations:
            start, end = links[relation.subject].concept, links[relation.object].concept
            if start != end:
                self._say(start, (relation.predicate, iri(end)))
        self._pairs.count(extraction, links)

    def quads(self, concepts: Sequence[Concept], ties: Iterable[Tie]) -> Iterator[str]:
        """Yield the graph as N-Quads, in order; what papers say is counted in before."""
        for concept in concepts:
            self._say(concept.iri, *_concept(concept))
        for tie in ties:
            self._axiom(
                (tie.subject, tie.predicate, tie.object),
                ("rdfs:comment", string(tie.reason)),
                ("score", decimal(tie.score)),
            )
        for one, other, number in self._pairs.among(concepts):
            self._axiom((one, "usedWith", other), ("paperCount", integer(number)))
        for key, found in self._facts:
            subject = key.partition(_GAP)[2]
            facts = ((subject, *said) for said in _summed(found))
            yield from lines(facts, self._graph)

    def _say(self, subject: str, *said: _Said) -> None:
        self._facts.put(_GAP.join((natural(subject)[0], subject)), said)

    def _axiom(self, edge: tuple[str, str, str], *said: _Said) -> None:
        """State an edge, and an axiom of which more is said."""
        subject, predicate, object_ = edge
        self._say(subject, (predicate, foreign(object_)))
        self._say(
            f"{subject}/{predicate.rpartition(':')[2]}/{segment(object_)}",
            ("rdf:type", term("owl:Axiom")),
            ("owl:annotatedSource", iri(subject)),
            ("owl:annotatedProperty", term(predicate)),
            ("owl:annotatedTarget", foreign(object_)),
            *said,
        )


def _concept(concept: Concept) -> Iterator[_Said]:
    yield "rdf:type", own(concept.type)
    # SKOS: no label is both preferred and alternative.
    preferred = label(concept.pref_label)
    yield "skos:prefLabel", preferred
    for form in {label(form) for form in concept.alt_labels} - {preferred}:
        yield "skos:altLabel", form
    for name in {folded(form) for form in (concept.pref_label, *concept.alt_labels)}:
        yield "foldedLabel", string(name)
    yield "paperCount", 0


def _summed(found: Iterable[Iterable[_Said]]) -> Iterator[tuple[str, str]]:
    """Yield what is said of a subject, its numbers added up."""
    numbers: dict[str, int] = {}
    for said in found:
        for predicate, object_ in said:
            if isinstance(object_, int):
                numbers[predicate] = numbers.get(predicate, 0) + object_
            else:
                yield predicate, object_
    for predicate, number in numbers.items():
        yield predicate, integer(number)
