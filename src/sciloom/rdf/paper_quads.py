"""What one paper says: its metadata, entities, relations and claims, in a graph of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pyoxigraph import Literal, NamedNode, Quad

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
from sciloom.rdf.terms import decimal, integer, label, own, string, term, true
from sciloom.vocab import folded, paper_edge, paper_graph, segment

_Fact = tuple[NamedNode, str, NamedNode | Literal]
Links = Mapping[str, Link]


def paper_quads(
    extraction: Extraction, iri: str, links: Links, ties: Iterable[Tie] = ()
) -> Iterator[Quad]:
    """Yield the quads of one paper.

    ``links`` are its own, by the entity's name, ``ties`` those to other papers.
    """
    graph = NamedNode(paper_graph(iri))
    for tie in ties:
        yield Quad(NamedNode(iri), term(tie.predicate), NamedNode(tie.object), graph)
    for subject, predicate, object_ in _PaperGraph(extraction, iri, links).facts():
        yield Quad(subject, term(predicate), object_, graph)


class _PaperGraph:
    """The facts of one paper, as (subject, predicate name, object)."""

    def __init__(self, extraction: Extraction, iri: str, links: Links) -> None:
        self.extraction = extraction
        self.iri = iri
        self.node = NamedNode(iri)
        self.links = links

    def facts(self) -> Iterator[_Fact]:
        yield from self._metadata(self.extraction.paper)
        yield from self._names(self.extraction.paper)
        taken: set[str] = set()
        for entity in self.extraction.entities:
            node = f"{self.iri}/entity/{segment(entity.name)}"
            # Names that differ in Unicode form alone share a segment.
            while node in taken:
                node += "~"
            taken.add(node)
            yield from self._entity(NamedNode(node), entity)
        for number, relation in enumerate(self.extraction.relations, start=1):
            yield from self._relation(NamedNode(f"{self.iri}/relation/{number}"), relation)
        for number, claim in enumerate(self.extraction.claims, start=1):
            yield from self._claim(NamedNode(f"{self.iri}/claim/{number}"), claim)

    def _metadata(self, paper: Paper) -> Iterator[_Fact]:
        yield self.node, "rdf:type", term("Paper")
        yield self.node, "rdfs:label", label(self.extraction.label)
        yield self.node, "dcterms:identifier", string(paper.id)
        yield self.node, "text", string(paper.text)
        yield self.node, "dcterms:language", string(paper.language)
        if paper.title:
            yield self.node, "dcterms:title", label(paper.title)
        if paper.year is not None:
            year = Literal(f"{paper.year:04d}", datatype=term("xsd:gYear"))
            yield self.node, "dcterms:date", year
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
            author = NamedNode(f"{self.iri}/author/{number}")
            yield self.node, "dcterms:creator", author
            yield author, "rdf:type", term("foaf:Person")
            yield author, "foaf:name", label(name)
            yield author, "position", integer(number)

    def _names(self, paper: Paper) -> Iterator[_Fact]:
        """Yield what the paper is looked up by."""
        ids = (self.iri, paper.id, paper.doi, paper.ids.get("arxiv"))
        names = (self.extraction.label, *ids)
        for name in {folded(name) for name in names if name}:
            yield self.node, "foldedLabel", string(name)

    def _entity(self, node: NamedNode, entity: Entity) -> Iterator[_Fact]:
        link = self.links[entity.name]
        concept = NamedNode(link.concept)
        yield self.node, paper_edge(entity.role, entity.type), concept
        yield self.node, "entity", node
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
            yield node, "mention", span
            yield from self._offsets(span, mention.start, mention.end)

    def _relation(self, node: NamedNode, relation: Relation) -> Iterator[_Fact]:
        yield self.node, "states", node
        yield node, "rdf:type", term("rdf:Statement")
        yield node, "rdf:subject", self._concept(relation.subject)
        yield node, "rdf:predicate", own(relation.predicate)
        yield node, "rdf:object", self._concept(relation.object)
        yield node, "score", decimal(relation.score)
        yield from self._evidence(node, *relation.evidence)

    def _claim(self, node: NamedNode, claim: Claim) -> Iterator[_Fact]:
        yield self.node, "claims", node
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
            yield from self._quantity(node, NamedNode(f"{node.value}/value/{number}"), value)

    def _slots(self, node: NamedNode, slot: str, names: Iterable[str]) -> Iterator[_Fact]:
        for name in names:
            yield node, slot, self._concept(name)

    def _quantity(self, claim: NamedNode, node: NamedNode, value: Quantity) -> Iterator[_Fact]:
        yield claim, "value", node
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

    def _evidence(self, node: NamedNode, start: int, end: int) -> Iterator[_Fact]:
        span = self._span(start, end)
        yield node, "evidence", span
        yield span, "rdf:type", term("oa:TextPositionSelector")
        yield from self._offsets(span, start, end)
        yield span, "oa:exact", self._slice(start, end)

    def _offsets(self, node: NamedNode, start: int, end: int) -> Iterator[_Fact]:
        yield node, "oa:start", integer(start)
        yield node, "oa:end", integer(end)

    def _span(self, start: int, end: int) -> NamedNode:
        """Return the span's IRI, a fragment of the paper's (RFC 5147)."""
        return NamedNode(f"{self.iri}#char={start},{end}")

    def _slice(self, start: int, end: int) -> Literal:
        return string(self.extraction.paper.text[start:end])

    def _concept(self, name: str) -> NamedNode:
        return NamedNode(self.links[name].concept)
