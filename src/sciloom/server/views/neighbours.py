"""Who stands next to a thing, relation by relation, a page at a time."""

from __future__ import annotations

from typing import Any

from sciloom.model import ENTITY_TYPES
from sciloom.server.views.edges import CONCEPT_EDGES, PAPER_EDGES, SLOTS, words
from sciloom.server.views.things import Thing, local, select
from sciloom.store import GraphStore

MOST = 200


def groups(store: GraphStore, thing: Thing) -> list[dict[str, Any]]:
    """Return each relation a thing has, from either end, with the number of its neighbours."""
    found: dict[tuple[str, bool], int] = {}
    if thing.kind == "Paper":
        found = _counts(store, f"<{thing.iri}> ?edge ?other", tuple(PAPER_EDGES), forward=True)
        order = [(edge, True) for edge in PAPER_EDGES]
    elif thing.kind == "Claim":
        found = _counts(store, f"<{thing.iri}> ?edge ?other", tuple(SLOTS), forward=True)
        order = [(edge, True) for edge in SLOTS]
    elif thing.kind in ENTITY_TYPES:
        found = _counts(
            store,
            f"?other ?edge <{thing.iri}>",
            (*PAPER_EDGES, *CONCEPT_EDGES, *SLOTS),
            forward=False,
        ) | _counts(store, f"<{thing.iri}> ?edge ?other", tuple(CONCEPT_EDGES), forward=True)
        order = [
            *((edge, False) for edge in PAPER_EDGES),
            *((edge, forward) for edge in CONCEPT_EDGES for forward in (True, False)),
            *((edge, False) for edge in SLOTS),
        ]
    else:
        order = []
    return [
        {
            "relation": edge,
            "forward": forward,
            "words": words(edge, forward=forward),
            "total": found[edge, forward],
        }
        for edge, forward in order
        if (edge, forward) in found
    ]


def page(
    store: GraphStore, thing: Thing, relation: str, *, forward: bool, limit: int, offset: int
) -> list[dict[str, Any]]:
    """Return neighbours by one relation: concepts by the papers that say so, papers newest first.

    A neighbour has ``iri``, ``kind``, ``label``, and ``papers`` (of a concept) or ``year``.
    """
    one = f"<{thing.iri}>"
    edge = f"{one} :{relation} ?iri" if forward else f"?iri :{relation} {one}"
    rows = f"LIMIT {min(limit, MOST)} OFFSET {offset}"
    if relation in CONCEPT_EDGES:
        ends = ("rdf:subject", "rdf:object") if forward else ("rdf:object", "rdf:subject")
        sparql = f"""SELECT ?iri ?kind ?label (COUNT(DISTINCT ?paper) AS ?papers) WHERE {{
            {edge} . ?iri skos:prefLabel ?label ; a ?kind .
            ?statement {ends[0]} {one} ; {ends[1]} ?iri ; rdf:predicate :{relation} .
            ?paper :states ?statement
        }} GROUP BY ?iri ?kind ?label ORDER BY DESC(?papers) ?label ?iri {rows}"""
    elif forward:
        sparql = f"""SELECT ?iri ?kind ?label WHERE {{
            {edge} . ?iri skos:prefLabel ?label ; a ?kind
        }} ORDER BY ?label ?iri {rows}"""
    elif relation in PAPER_EDGES:
        sparql = f"""SELECT ?iri (:Paper AS ?kind) ?label ?year WHERE {{
            {edge} . ?iri rdfs:label ?label
            OPTIONAL {{ ?iri dcterms:date ?date BIND(xsd:integer(STR(?date)) AS ?year) }}
        }} ORDER BY DESC(?year) ?label ?iri {rows}"""
    else:
        sparql = f"""SELECT ?iri (:Claim AS ?kind) ?label WHERE {{
            {edge} . ?iri :evidence/oa:exact ?label
        }} ORDER BY ?iri {rows}"""
    return [_item(row) for row in select(store, sparql)]


def _counts(
    store: GraphStore, pattern: str, edges: tuple[str, ...], *, forward: bool
) -> dict[tuple[str, bool], int]:
    values = " ".join(f":{edge}" for edge in edges)
    sparql = f"""SELECT ?edge (COUNT(DISTINCT ?other) AS ?n) WHERE {{
        VALUES ?edge {{ {values} }} {pattern}
    }} GROUP BY ?edge"""
    return {
        (local(str(row["edge"])), forward): int(row["n"])  # type: ignore[arg-type]
        for row in select(store, sparql)
    }


def _item(row: dict[str, Any]) -> dict[str, Any]:
    item = {name: value for name, value in row.items() if value is not None}
    item["kind"] = local(str(item["kind"]))
    return item
