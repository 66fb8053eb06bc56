"""SPARQL -> a networkx network that keeps types, labels and evidence."""

from __future__ import annotations

import re
from os import PathLike
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeAlias

from sciloom.query.results import ResultTable, Value
from sciloom.query.run import Source, run_query

if TYPE_CHECKING:
    import networkx as nx

#: A node is its IRI; its attributes are scalars.
Network: TypeAlias = "nx.MultiDiGraph[str]"

_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_PAPERS = """
SELECT ?paper ?label ?id ?year ?venue WHERE {
  ?paper a :Paper ; rdfs:label ?label ; dcterms:identifier ?id .
  OPTIONAL { ?paper dcterms:date ?year }
  OPTIONAL { ?paper :venue ?venue }
}"""
_CONCEPTS = """
SELECT ?concept ?type ?label WHERE {
  VALUES ?type { :Method :Dataset :Metric :Task }
  ?concept a ?type ; skos:prefLabel ?label .
}"""
_EDGES = """
SELECT ?paper ?relation ?concept WHERE {
  VALUES ?relation {
    :proposes :uses :comparesWith :evaluatesOn :reports :addresses :mentions
  }
  ?paper ?relation ?concept .
}"""
_STATED = """
SELECT ?subject ?relation ?object ?paper ?score ?quote ?start ?end WHERE {
  ?paper :states ?statement .
  ?statement rdf:subject ?subject ; rdf:predicate ?relation ; rdf:object ?object ;
             :score ?score ; :evidence ?evidence .
  ?evidence oa:exact ?quote ; oa:start ?start ; oa:end ?end .
}"""
_CLAIMS = """
SELECT ?paper ?claim ?type ?score ?quote ?start ?end WHERE {
  ?paper :claims ?claim .
  ?claim a ?type ; :score ?score ; :evidence ?evidence .
  FILTER(?type != :Claim)
  ?evidence oa:exact ?quote ; oa:start ?start ; oa:end ?end .
}"""
_SLOTS = """
SELECT ?claim ?relation ?concept WHERE {
  VALUES ?relation { :subject :comparator :metric :dataset :task }
  ?paper :claims ?claim .
  ?claim ?relation ?concept .
}"""


def to_network(source: Source, *, claims: bool = False) -> Network:
    """Return papers, concepts and, if asked, claims as nodes, keyed by IRI.

    Nodes have ``type`` ("Paper", "Method", "Improvement", ...) and ``label``; papers also ``id``
    and, where known, ``year`` and ``venue``. Edges have ``type``, the relation's name. A stated
    relation is one edge for each paper that states it, with ``paper`` (its IRI), ``quote``,
    ``start``, ``end`` and ``score`` of its best evidence. Nodes and edges come in a stable order.
    """
    import networkx as nx

    network: Network = nx.MultiDiGraph()
    for paper, label, id_, year, venue in _rows(source, _PAPERS):
        known = {"year": year and int(str(year)), "venue": venue}
        known = {name: value for name, value in known.items() if value is not None}
        network.add_node(paper, type="Paper", label=label, id=id_, **known)
    for concept, type_, label in _rows(source, _CONCEPTS):
        network.add_node(concept, type=_name(type_), label=label)
    for paper, relation, concept in _rows(source, _EDGES):
        network.add_edge(paper, concept, _name(relation), type=_name(relation))
    for subject, relation, object_, paper, score, quote, start, end in _rows(source, _STATED):
        evidence = _evidence(score, quote, start, end)
        key, seen = (
            f"{_name(relation)} {paper}",
            network.get_edge_data(subject, object_, default={}),
        )
        # Of several sentences in one paper the best stands, the first of equals.
        if key not in seen or seen[key]["score"] < evidence["score"]:
            network.add_edge(subject, object_, key, type=_name(relation), paper=paper, **evidence)
    if claims:
        _add_claims(network, source)
    return network


def to_graphml(network: Network, file: str | PathLike[str] | IO[bytes]) -> None:
    """Write a network as GraphML, for Gephi, yEd or Cytoscape; what XML cannot hold is replaced."""
    import networkx as nx

    plain: Network = nx.MultiDiGraph()
    for node, data in network.nodes(data=True):
        plain.add_node(node, **_writable(data))
    # An edge's key becomes its id, which must be unique in the whole file.
    for number, (start, end, data) in enumerate(network.edges(data=True)):
        plain.add_edge(start, end, f"e{number}", **_writable(data))
    nx.write_graphml(plain, Path(file) if isinstance(file, str | PathLike) else file)


def _add_claims(network: Network, source: Source) -> None:
    for paper, claim, type_, score, quote, start, end in _rows(source, _CLAIMS):
        evidence = _evidence(score, quote, start, end)
        network.add_node(claim, type=_name(type_), label=quote, paper=paper, **evidence)
        network.add_edge(paper, claim, "claims", type="claims")
    for claim, relation, concept in _rows(source, _SLOTS):
        network.add_edge(claim, concept, _name(relation), type=_name(relation))


def _rows(source: Source, sparql: str) -> list[tuple[Value, ...]]:
    table = run_query(source, sparql)
    assert isinstance(table, ResultTable)  # noqa: S101  # for the type checker: all are SELECTs
    # Sorted here: ORDER BY would compare terms of mixed kinds, and None has no order.
    return sorted(table.rows, key=lambda row: [(value is not None, str(value)) for value in row])


def _evidence(score: Value, quote: Value, start: Value, end: Value) -> dict[str, Value]:
    return {"quote": quote, "start": start, "end": end, "score": float(str(score))}


def _name(iri: Value) -> str:
    return str(iri).rpartition("#")[2]


def _writable(data: dict[str, Value]) -> dict[str, Value]:
    return {
        name: _NOT_IN_XML.sub("\ufffd", value) if isinstance(value, str) else value
        for name, value in data.items()
    }
