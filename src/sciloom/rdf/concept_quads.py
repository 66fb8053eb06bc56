"""What papers share: the graph of concepts, their labels, ties, and the edges between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from pyoxigraph import NamedNode, Quad

from sciloom.model import Resolution, Tie
from sciloom.rdf.terms import decimal, integer, label, own, string, term
from sciloom.vocab import concepts_graph, folded, paper_edge, paper_iri, segment


def concept_quads(resolution: Resolution, base: str) -> Iterator[Quad]:
    """Yield each concept and each edge between two concepts, however many papers state it.

    A relation whose two ends turned out to be one concept stands in its paper's graph alone.
    """
    graph = NamedNode(concepts_graph(base))
    concepts = resolution.concept_of()
    papers = _papers(resolution, concepts, base)
    for concept in resolution.concepts:
        subject = NamedNode(concept.iri)
        yield Quad(subject, term("rdf:type"), own(concept.type), graph)
        # SKOS: no label is both preferred and alternative.
        preferred = label(concept.pref_label)
        yield Quad(subject, term("skos:prefLabel"), preferred, graph)
        for form in {label(form) for form in concept.alt_labels} - {preferred}:
            yield Quad(subject, term("skos:altLabel"), form, graph)
        for name in {folded(form) for form in (concept.pref_label, *concept.alt_labels)}:
            yield Quad(subject, term("foldedLabel"), string(name), graph)
        yield Quad(subject, term("paperCount"), integer(papers[concept.iri]), graph)
    of_papers = {paper_iri(e.paper, base) for e in resolution.extractions}
    for tie in resolution.ties:
        if tie.subject not in of_papers:
            yield from _tie_quads(tie, graph)
    for extraction in resolution.extractions:
        paper = paper_iri(extraction.paper, base)
        for relation in extraction.relations:
            start, end = concepts[paper, relation.subject], concepts[paper, relation.object]
            if start != end:
                yield Quad(NamedNode(start), own(relation.predicate), NamedNode(end), graph)


def _papers(
    resolution: Resolution, concepts: Mapping[tuple[str, str], str], base: str
) -> Counter[str]:
    """Count, by concept, the papers that work with it: that do more than mention it."""
    counts: Counter[str] = Counter()
    for extraction in resolution.extractions:
        paper = paper_iri(extraction.paper, base)
        counts.update(
            {
                concepts[paper, entity.name]
                for entity in extraction.entities
                if paper_edge(entity.role, entity.type) != "mentions"
            }
        )
    return counts


def _tie_quads(tie: Tie, graph: NamedNode) -> Iterator[Quad]:
    """Yield a tie and, as an annotated axiom, why it is there and how sure."""
    subject, object_ = NamedNode(tie.subject), NamedNode(tie.object)
    predicate = term(tie.predicate)
    yield Quad(subject, predicate, object_, graph)
    axiom = NamedNode(f"{tie.subject}/{tie.predicate.partition(':')[2]}/{segment(tie.object)}")
    yield Quad(axiom, term("rdf:type"), term("owl:Axiom"), graph)
    yield Quad(axiom, term("owl:annotatedSource"), subject, graph)
    yield Quad(axiom, term("owl:annotatedProperty"), predicate, graph)
    yield Quad(axiom, term("owl:annotatedTarget"), object_, graph)
    yield Quad(axiom, term("rdfs:comment"), string(tie.reason), graph)
    yield Quad(axiom, term("score"), decimal(tie.score), graph)
