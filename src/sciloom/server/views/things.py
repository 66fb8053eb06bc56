"""Look things up in the store: what an IRI is, and what it is called."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, cast
from urllib.parse import quote, unquote

from pyoxigraph import NamedNode

from sciloom.model import CLAIM_TYPES, ENTITY_TYPES
from sciloom.query.results import ResultTable, Value, value_of
from sciloom.query.run import run_query
from sciloom.rdf.terms import own, term
from sciloom.store import GraphStore
from sciloom.vocab import ONTOLOGY, paper_graph

#: Properties of a subject, each with its values, by the full IRI of the property.
Properties = Mapping[str, list[Any]]


@dataclass(frozen=True, slots=True)
class Thing:
    """What an IRI of the graph stands for.

    ``kind`` is Paper, Claim, an entity type, Graph (a named graph) or Resource (all else).
    """

    iri: str
    kind: str
    label: str


@lru_cache(maxsize=4)
def base_of(store: GraphStore) -> str:
    """Return what every IRI of the graph begins with."""
    activity = next(
        store.query_store.quads_for_pattern(None, term("rdf:type"), term("prov:Activity"))
    )
    return str(getattr(activity.subject, "value", "")).removesuffix("build")


def find(store: GraphStore, iri: str) -> Thing | None:
    """Return what an IRI stands for; None if the graph says nothing of it."""
    node = _node(iri)
    if node is None:
        return None
    types = {local(q.object.value) for q in _about(store, node, term("rdf:type"))}
    for kind in ("Paper", "Claim", *ENTITY_TYPES):
        if kind in types:
            return Thing(iri, kind, label_of(store, iri))
    if store.query_store.contains_named_graph(node):
        return Thing(iri, "Graph", iri.removeprefix(base_of(store)))
    if next(store.query_store.quads_for_pattern(node, None, None), None) is not None:
        return Thing(iri, "Resource", label_of(store, iri))
    return None


def resolve(store: GraphStore, path: str) -> Thing | None:
    """Return what a path below the base (percent-encoded, as in a request) stands for.

    Browsers and proxies re-encode paths; the graph's own spelling is tried after the one given.
    """
    for spelling in dict.fromkeys((path, _canonical(path))):
        if (thing := find(store, base_of(store) + spelling)) is not None:
            return thing
    return None


def label_of(store: GraphStore, iri: str) -> str:
    """Return the label of a thing: of a claim its sentence; else the end of its IRI."""
    node = NamedNode(iri)
    for name in ("skos:prefLabel", "rdfs:label", "foaf:name", "name"):
        for quad in _about(store, node, term(name)):
            return str(quad.object.value)
    for quad in _about(store, node, term("evidence")):
        for exact in _about(store, quad.object, term("oa:exact")):
            return str(exact.object.value)
    return unquote(iri.removeprefix(base_of(store)).rpartition("/concept/")[2])


def properties(store: GraphStore, iri: str, *, most: int) -> Properties:
    """Return at most so many of the things the graph says of a subject."""
    return _grouped(islice(store.query_store.quads_for_pattern(NamedNode(iri), None, None), most))


def paper_contents(store: GraphStore, paper: str) -> Mapping[str, Properties]:
    """Return all that a paper's graph says, by subject."""
    graph = NamedNode(paper_graph(paper))
    by_subject: defaultdict[str, list[Any]] = defaultdict(list)
    for quad in store.query_store.quads_for_pattern(None, None, None, graph):
        by_subject[cast("NamedNode", quad.subject).value].append(quad)
    return {subject: _grouped(quads) for subject, quads in by_subject.items()}


def select(store: GraphStore, sparql: str) -> Iterator[dict[str, Value]]:
    """Yield the rows of a SELECT; the worker's deadline bounds it."""
    result = run_query(store, sparql)
    if not isinstance(result, ResultTable):
        raise TypeError("not a SELECT query")
    yield from result.records()


def local(iri: str) -> str:
    """Return the local name of an ontology term."""
    return iri.removeprefix(ONTOLOGY)


def claim_type(types: Iterable[str]) -> str:
    """Return the one of a claim's types that tells most."""
    found = {local(iri) for iri in types}
    return next((t for t in CLAIM_TYPES if t in found), "Claim")


def own_iri(name: str) -> str:
    """Return the ontology's IRI of a local name."""
    return own(name).value


def _about(store: GraphStore, node: Any, predicate: NamedNode) -> Iterator[Any]:
    return store.query_store.quads_for_pattern(node, predicate, None)


def _grouped(quads: Iterable[Any]) -> Properties:
    grouped: defaultdict[str, list[Any]] = defaultdict(list)
    for quad in quads:
        grouped[quad.predicate.value].append(value_of(quad.object))
    return grouped


def _canonical(path: str) -> str:
    """Spell a path as the graph does: each segment percent-encoded in full."""
    return "/".join(quote(unquote(part), safe="") for part in path.split("/"))


def _node(iri: str) -> NamedNode | None:
    try:
        return NamedNode(iri)
    except ValueError:
        return None
