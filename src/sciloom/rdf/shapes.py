"""The shapes (SHACL), run in parts: they hold within a paper and the concepts it names."""

from __future__ import annotations

import logging
import warnings
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

from pyoxigraph import Literal, NamedNode, Quad, Triple

from sciloom.errors import ShapeError
from sciloom.model import ENTITY_TYPES
from sciloom.rdf.terms import own, term
from sciloom.vocab import BASE, build_iri, concepts_graph, ontology_file, paper_graph

if TYPE_CHECKING:
    from rdflib import Graph
    from rdflib.term import Node

#: Papers a part: pySHACL reads the shapes again for each part, and a big part is slow.
_PART = 20
#: Concepts a part, of those that no checked paper names.
_CONCEPT_PART = 200
_SH = "http://www.w3.org/ns/shacl#"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Violation:
    """What a node breaks; ``path`` and ``value`` are "" where the shape speaks of the node itself.

    ``severity`` is Violation, Warning or Info.
    """

    focus: str
    path: str
    value: str
    message: str
    severity: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapeReport:
    """Whether the graph keeps its shapes: ``checked`` papers of ``papers`` were looked at."""

    violations: tuple[Violation, ...]
    papers: int
    checked: int

    @property
    def conforms(self) -> bool:
        """True if nothing is broken in what was checked."""
        return not self.violations


def spread(papers: Sequence[str], most: int) -> tuple[str, ...]:
    """Return at most ``most`` papers, evenly spread: the same sample for the same papers."""
    if len(papers) <= most:
        return tuple(papers)
    return tuple(papers[i * len(papers) // most] for i in range(most))


def validate(
    quads: Iterable[Quad],
    *,
    papers: Collection[str] | None = None,
    base: str = BASE,
    watch: Callable[[int], None] = lambda _: None,
) -> ShapeReport:
    """Run the shapes.

    Parameters
    ----------
    quads
        The graph in the order of `to_quads`: the concepts before the papers.
    papers
        IRIs of the papers to check with the concepts they name (see `spread`); without it all
        papers, and all concepts too.
    base
        What every resource IRI starts with.
    watch
        Told how many papers are checked.

    Raises
    ------
    ShapeError
        The shapes themselves cannot be run.
    """
    wanted = None if papers is None else {paper_graph(paper) for paper in papers}
    concepts = _Concepts()
    found = checked = 0
    violations: set[Violation] = set()
    part: list[Quad] = []
    graphs = groupby(quads, key=lambda quad: getattr(quad.graph_name, "value", ""))
    for graph, group in graphs:
        if graph == concepts_graph(base):
            concepts.add(group)
        elif graph == build_iri(base):
            violations |= _run(group)
        else:
            found += 1
            if wanted is not None and graph not in wanted:
                continue
            part += group
            checked += 1
            if checked % _PART == 0:
                violations |= _run(concepts.with_named(part))
                part = []
                watch(checked)
    violations |= _run(concepts.with_named(part))
    watch(checked)
    if papers is None:
        for rest in concepts.unseen():
            violations |= _run(rest)
    return ShapeReport(violations=tuple(sorted(violations)), papers=found, checked=checked)


class _Concepts:
    """The graph of concepts, by concept, and which of them no part has held yet."""

    def __init__(self) -> None:
        self._quads: defaultdict[NamedNode, list[Quad]] = defaultdict(list)
        self._seen: set[NamedNode] = set()

    def add(self, quads: Iterable[Quad]) -> None:
        for quad in quads:
            self._quads[cast("NamedNode", quad.subject)].append(quad)

    def with_named(self, part: list[Quad]) -> Iterator[Quad]:
        """Yield the part, and all that stands about the concepts it names."""
        yield from part
        yield from self._about({q.object for q in part if isinstance(q.object, NamedNode)})

    def unseen(self) -> Iterator[Iterator[Quad]]:
        left = sorted(self._quads.keys() - self._seen, key=str)
        for start in range(0, len(left), _CONCEPT_PART):
            yield self._about(set(left[start : start + _CONCEPT_PART]))

    def _about(self, named: Set[NamedNode]) -> Iterator[Quad]:
        """Yield the quads of these concepts, and what the far ends of their edges are."""
        named = named & self._quads.keys()
        self._seen |= named
        beyond: set[NamedNode] = set()
        for concept in sorted(named, key=str):
            for quad in self._quads[concept]:
                yield quad
                if isinstance(quad.object, NamedNode):
                    beyond.add(quad.object)
        for concept in sorted((beyond - named) & self._quads.keys(), key=str):
            yield from (q for q in self._quads[concept] if q.predicate in _described_by())


@cache
def _described_by() -> frozenset[NamedNode]:
    names = ("rdf:type", "skos:prefLabel", "skos:altLabel", "foldedLabel", "paperCount")
    return frozenset(map(term, names))


def _run(quads: Iterable[Quad]) -> set[Violation]:
    """Return the violations of one part."""
    with _quiet():
        import pyshacl
        from rdflib import Graph

        class PreparedGraph(Graph):
            """Parses each query once: pySHACL asks it anew for every node."""

            def query(self, query_object: Any, *args: Any, **options: Any) -> Any:
                return super().query(_prepared(query_object), *args, **options)

        graph = PreparedGraph()
        for quad in quads:
            graph.add(tuple(_to_rdflib(part) for part in quad.triple))  # type: ignore[arg-type]
        for type_ in ENTITY_TYPES:
            # The shapes speak of concepts; the graph itself leaves that to the ontology.
            triple = Triple(own(type_), term("rdfs:subClassOf"), term("Concept"))
            graph.add(tuple(_to_rdflib(part) for part in triple))  # type: ignore[arg-type]
        _, results, text = pyshacl.validate(graph, shacl_graph=_shapes(), inplace=True)
        if not isinstance(results, Graph):
            raise ShapeError(f"the shapes cannot be run: {text}", where="shapes.ttl")
        return set(_violations(results))


@cache
def _shapes() -> Graph:
    from rdflib import Graph

    return Graph().parse(data=ontology_file("shapes.ttl").read_text("utf-8"), format="turtle")


@cache
def _prepared(query: str) -> Any:
    from rdflib.plugins.sparql import prepareQuery

    return prepareQuery(query)


def _to_rdflib(node: object) -> Node:
    from rdflib import BNode, URIRef
    from rdflib import Literal as RdflibLiteral

    if isinstance(node, Literal):
        datatype = None if node.datatype == term("xsd:string") else URIRef(node.datatype.value)
        # Values stay as they are written: what is ill-formed is for the shapes to find.
        return RdflibLiteral(node.value, datatype=datatype, normalize=False)
    return URIRef(node.value) if isinstance(node, NamedNode) else BNode(str(node))


def _violations(results: Graph) -> Iterator[Violation]:
    from rdflib import URIRef

    def said(result: Node, what: str) -> Node | None:
        return results.value(result, URIRef(_SH + what))

    for result in results.objects(None, URIRef(_SH + "result")):
        yield Violation(
            focus=str(said(result, "focusNode")),
            path=_path(said(result, "resultPath"), results),
            value=str(said(result, "value") or ""),
            message=str(said(result, "resultMessage")),
            severity=str(said(result, "resultSeverity")).removeprefix(_SH),
        )


def _path(path: Node | None, results: Graph) -> str:
    """Write a property path as SPARQL does: ``<p>``, ``^<p>``, ``<p>|<q>``."""
    from rdflib import URIRef
    from rdflib.collection import Collection as RdfList

    if isinstance(path, URIRef):
        return f"<{path}>"
    if inverse := results.value(path, URIRef(_SH + "inversePath")):
        return f"^{_path(inverse, results)}"
    if several := results.value(path, URIRef(_SH + "alternativePath")):
        return "|".join(_path(one, results) for one in RdfList(results, several))
    return ""


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what pySHACL and rdflib say of their insides and of ill-formed literals to ourselves."""
    logger = logging.getLogger("rdflib")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(level)
