"""What one paper says: its metadata, entities, relations and claims, in a graph of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from sciloom.model import (
    SAME_KEY,
    Claim,
    Entity,
    Extraction,
    Link,
    Paper,
    Quantity,
    Relation,
    Tie,
)
from sciloom.rdf.ntriples import (
    decimal,
    foreign,
    integer,
    iri,
    label,
    own,
    string,
    term,
    true,
    year,
)
from sciloom.rdf.order import Fact, lines
from sciloom.vocab import folded, paper_edge, paper_graph, segment

Links = Mapping[str, Link]


def paper_quads(
    extraction: Extraction, paper: str, links: Links, ties: Iterable[Tie] = ()
) -> Iterator[str]:
    """Yield the quads of one paper (its IRI) as N-Quads, in order.

    ``links`` are its own, by the entity's name, ``ties`` those to other papers.
    """
    tied = ((paper, tie.predicate, foreign(tie.object)) for tie in ties)
    facts = chain(tied, _PaperGraph(extraction, paper, links).facts())
    yield from lines(facts, paper_graph(paper), about=paper)


class _PaperGraph:
    """The facts of one paper."""

    def __init__(self, extraction: Extraction, paper: str, links: Links) -> None:
        self.extraction = extraction
        self.node = paper
        self.links = links

    def facts(self) -> Iterator[Fact]:
        yield from self._metadata(self.extraction.paper)
        yield from self._names(self.extraction.paper)
        taken: set[str] = set()
        for entity in self.extraction.entities:
            node = f"{self.node}/entity/{segment(entity.name)}"
            # Names that differ in Unicode form alone share a segment.
            while node in taken:
                node += "~"
            taken.add(node)
            yield from self._entity(node, entity)
        for number, relation in enumerate(self.extraction.relations, start=1):
            yield from self._relation(f"{self.node}/relation/{number}", relation)
        for number, claim in enumerate(self.extraction.claims, start=1):
            yield from self._claim(f"{self.node}/claim/{number}", claim)

    def _metadata(self, paper: Paper) -> Iterator[Fact]:
        yield self.node, "rdf:type", term("Paper")
        yield self.node, "rdfs:label", label(self.extraction.label)
        yield self.node, "dcterms:identifier", string(paper.id)
        yield self.node, "text", string(paper.text)
        yield self.node, "dcterms:language", string(paper.language)
        if paper.title:
            yield self.node, "dcterms:title", label(paper.title)
        if paper.year is not None:
            yield self.node, "dcterms:date", year(paper.year)
        if paper.venue:
            yield self.node, "venue", label(paper.venue)
        if paper.doi:
            yield self.node, "prism:doi", string(paper.doi)
        for scheme, value in paper.ids.items():
            if not value:
                continue
            if scheme == "arxiv":
                yield self.node, "fabio:hasArXivId", string(value)
            else:
                yield self.node, "schema:identifier", string(f"{scheme}:{value}")
        if paper.url:
            yield self.node, "schema:url", string(paper.url)
        for keyword in paper.keywords:
            yield self.node, "schema:keywords", label(keyword)
        for source in paper.sources:
            yield self.node, "dcterms:source", string(f"{source.file}#{source.record}")
        for number, name in enumerate(paper.authors, start=1):
            author = f"{self.node}/author/{number}"
            yield self.node, "dcterms:creator", iri(author)
            yield author, "rdf:type", term("foaf:Person")
            yield author, "foaf:name", label(name)
            yield author, "position", integer(number)

    def _names(self, paper: Paper) -> Iterator[Fact]:
        """Yield what the paper is looked up by."""
        ids = (self.node, paper.id, paper.doi, paper.ids.get("arxiv"))
        names = (self.extraction.label, *ids)
        for name in {folded(name) for name in names if name}:
            yield self.node, "foldedLabel", string(name)

    def _entity(self, node: str, entity: Entity) -> Iterator[Fact]:
        link = self.links[entity.name]
        concept = iri(link.concept)
        yield self.node, paper_edge(entity.role, entity.type), concept
        yield self.node, "entity", iri(node)
        yield node, "rdf:type", term("Entity")
        yield node, "name", label(entity.name)
        yield node, "concept", concept
        yield node, "role", string(entity.role)
        yield node, "readAs", own(entity.type)
        yield node, "score", decimal(entity.score)
        if entity.named:
            yield node, "named", true()
        if link.reason != SAME_KEY:
            yield node, "mergeReason", string(link.reason)
            yield node, "mergeScore", decimal(link.score)
        for mention in entity.mentions:
            span = self._span(mention.start, mention.end)
            yield node, "mention", iri(span)
            yield from self._offsets(span, mention.start, mention.end)

    def _relation(self, node: str, relation: Relation) -> Iterator[Fact]:
        yield self.node, "states", iri(node)
        yield node, "rdf:type", term("rdf:Statement")
        yield node, "rdf:subject", self._concept(relation.subject)
        yield node, "rdf:predicate", own(relation.predicate)
        yield node, "rdf:object", self._concept(relation.object)
        yield node, "score", decimal(relation.score)
        yield from self._evidence(node, *relation.evidence)

    def _claim(self, node: str, claim: Claim) -> Iterator[Fact]:
        yield self.node, "claims", iri(node)
        yield node, "rdf:type", term("Claim")
        yield node, "rdf:type", own(claim.type)
        yield node, "score", decimal(claim.score)
        yield from self._evidence(node, claim.start, claim.end)
        if claim.subject is not None:
            yield node, "subject", self._concept(claim.subject)
        for name in claim.comparators:
            if name in self.links:
                yield node, "comparator", self._concept(name)
            else:
                yield node, "comparatorText", label(name)
        yield from self._slots(node, "metric", claim.metrics)
        yield from self._slots(node, "dataset", claim.datasets)
        yield from self._slots(node, "task", claim.tasks)
        for flag in ("novel", "negated", "hedged"):
            if getattr(claim, flag):
                yield node, flag, true()
        for number, value in enumerate(claim.values, start=1):
            yield from self._quantity(node, f"{node}/value/{number}", value)

    def _slots(self, node: str, slot: str, names: Iterable[str]) -> Iterator[Fact]:
        for name in names:
            yield node, slot, self._concept(name)

    def _quantity(self, claim: str, node: str, value: Quantity) -> Iterator[Fact]:
        yield claim, "value", iri(node)
        yield node, "rdf:type", term("Quantity")
        yield node, "qudt:numericValue", decimal(value.value)
        yield node, "printed", string(value.printed)
        yield node, "unit", label(value.unit)
        for predicate in ("qualifier", "direction", "kind"):
            if word := getattr(value, predicate):
                yield node, predicate, string(word)
        if value.change is not None:
            yield node, "change", decimal(value.change)
        for flag in ("worse", "rival"):
            if getattr(value, flag):
                yield node, flag, true()
        yield from self._slots(node, "ofMetric", value.metrics)
        yield from self._slots(node, "onDataset", value.datasets)
        yield from self._slots(node, "forTask", value.tasks)
        yield from self._offsets(node, value.start, value.end)
        yield node, "oa:exact", self._slice(value.start, value.end)

    def _evidence(self, node: str, start: int, end: int) -> Iterator[Fact]:
        span = self._span(start, end)
        yield node, "evidence", iri(span)
        yield span, "rdf:type", term("oa:TextPositionSelector")
        yield from self._offsets(span, start, end)
        yield span, "oa:exact", self._slice(start, end)

    def _offsets(self, node: str, start: int, end: int) -> Iterator[Fact]:
        yield node, "oa:start", integer(start)
        yield node, "oa:end", integer(end)

    def _span(self, start: int, end: int) -> str:
        """Return the span's IRI, a fragment of the paper's (RFC 5147)."""
        return f"{self.node}#char={start},{end}"

    def _slice(self, start: int, end: int) -> str:
        return string(self.extraction.paper.text[start:end])

    def _concept(self, name: str) -> str:
        return iri(self.links[name].concept)
