"""What papers share: the graph of concepts, their labels, ties, and the edges between them."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import NamedNode, Quad

from sciloom.model import Resolution, Tie
from sciloom.rdf.counts import method_pairs, paper_counts
from sciloom.rdf.terms import decimal, integer, label, own, string, term
from sciloom.vocab import concepts_graph, folded, paper_iri, segment


def concept_quads(resolution: Resolution, base: str) -> Iterator[Quad]:
    """Yield each concept and each edge between two concepts, however many papers state it.

    A relation whose two ends turned out to be one concept stands in its paper's graph alone.
    """
    graph = NamedNode(concepts_graph(base))
    papers = paper_counts(resolution, base)
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
    for (one, other), number in method_pairs(resolution, base).items():
        axiom, quads = _axiom(one, "usedWith", other, graph)
        yield from quads
        yield Quad(axiom, term("paperCount"), integer(number), graph)
    concepts = resolution.concept_of()
    for extraction in resolution.extractions:
        paper = paper_iri(extraction.paper, base)
        for relation in extraction.relations:
            start, end = concepts[paper, relation.subject], concepts[paper, relation.object]
            if start != end:
                yield Quad(NamedNode(start), own(relation.predicate), NamedNode(end), graph)


def _tie_quads(tie: Tie, graph: NamedNode) -> Iterator[Quad]:
    """Yield a tie and why it is there and how sure."""
    axiom, quads = _axiom(tie.subject, tie.predicate, tie.object, graph)
    yield from quads
    yield Quad(axiom, term("rdfs:comment"), string(tie.reason), graph)
    yield Quad(axiom, term("score"), decimal(tie.score), graph)


def _axiom(
    subject: str, predicate: str, object_: str, graph: NamedNode
) -> tuple[NamedNode, tuple[Quad, ...]]:
    """Return an axiom of which more is to be said, with the quads of it and of what it states."""
    axiom = NamedNode(f"{subject}/{predicate.rpartition(':')[2]}/{segment(object_)}")
    one, stated, other = NamedNode(subject), term(predicate), NamedNode(object_)
    return axiom, (
        Quad(one, stated, other, graph),
        Quad(axiom, term("rdf:type"), term("owl:Axiom"), graph),
        Quad(axiom, term("owl:annotatedSource"), one, graph),
        Quad(axiom, term("owl:annotatedProperty"), stated, graph),
        Quad(axiom, term("owl:annotatedTarget"), other, graph),
    )
