"""Lists of papers, concepts or claims, narrowed by filters, a page at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sciloom.errors import QueryError
from sciloom.model import CLAIM_TYPES, ENTITY_TYPES
from sciloom.query.syntax import string_literal
from sciloom.server.views.edges import CONCEPT_EDGES, PAPER_EDGES, SLOTS
from sciloom.server.views.things import find, local, select
from sciloom.store import GraphStore

MOST = 200
#: How far into a list one can page.
DEEPEST = 100_000


def listing(
    store: GraphStore,
    *,
    kind: str,
    text: str = "",
    venue: str = "",
    first_year: int | None = None,
    last_year: int | None = None,
    concept: str = "",
    relation: str = "",
    type: str = "",
    limit: int,
    offset: int,
) -> dict[str, Any]:
    """Return ``total`` and the ``items`` of one page.

    Papers are newest first, concepts by the papers that name them, claims in the order of their
    IRIs. ``concept`` (an IRI) narrows to what is linked to it, by ``relation`` if that is given;
    ``type`` is a claim's.

    Raises
    ------
    QueryError
        No such kind, relation or type, or the concept is not in the graph.
    """
    if concept and find(store, concept) is None:
        raise QueryError("no such concept", where=concept)
    if kind == "Paper":
        pattern = "\n".join(
            _papers(
                text,
                venue=venue,
                first_year=first_year,
                last_year=last_year,
                concept=concept,
                relation=relation,
            )
        )
        head = "?iri (SAMPLE(?name) AS ?label) (SAMPLE(?when) AS ?year) (SAMPLE(?at) AS ?venue)"
        order = "DESC(?year) ?label ?iri"
    elif kind in ENTITY_TYPES:
        pattern = "\n".join(_concepts(kind, text, concept, relation))
        head = "?iri (SAMPLE(?name) AS ?label) (COUNT(DISTINCT ?paper) AS ?papers)"
        order = "DESC(?papers) ?label ?iri"
    elif kind == "Claim":
        pattern = "\n".join(_claims(text, type, concept, relation))
        head = "?iri (SAMPLE(?name) AS ?label) (SAMPLE(?by) AS ?paper)"
        order = "?iri"
    else:
        raise QueryError(
            f'no kind "{kind}"', next=f"there are Paper, Claim, {_named(ENTITY_TYPES)}"
        )
    total = next(select(store, f"SELECT (COUNT(DISTINCT ?iri) AS ?n) WHERE {{ {pattern} }}"))["n"]
    rows = select(
        store,
        f"SELECT {head} WHERE {{ {pattern} }} GROUP BY ?iri ORDER BY {order}"
        f" LIMIT {min(limit, MOST)} OFFSET {min(offset, DEEPEST)}",
    )
    items = [{k: v for k, v in row.items() if v is not None} | {"kind": kind} for row in rows]
    return {"total": total, "items": items}


def _papers(
    text: str,
    *,
    venue: str,
    first_year: int | None,
    last_year: int | None,
    concept: str,
    relation: str,
) -> Iterator[str]:
    yield "?iri a :Paper ; rdfs:label ?name ."
    if concept:
        yield f"?iri {_edge(relation, tuple(PAPER_EDGES))} <{concept}> ."
    dated = "?iri dcterms:date ?date BIND(xsd:integer(STR(?date)) AS ?when)"
    bounds = [f"?when >= {first_year}"] if first_year is not None else []
    bounds += [f"?when <= {last_year}"] if last_year is not None else []
    yield f"{dated} FILTER({' && '.join(bounds)})" if bounds else f"OPTIONAL {{ {dated} }}"
    if venue:
        yield f"?iri :venue ?at FILTER(LCASE(?at) = LCASE({string_literal(venue)}))"
    else:
        yield "OPTIONAL { ?iri :venue ?at }"
    if text:
        yield f"?iri :text ?text FILTER({_holds('?text', text)} || {_holds('?name', text)})"


def _concepts(kind: str, text: str, concept: str, relation: str) -> Iterator[str]:
    yield f"?iri a :{kind} ; skos:prefLabel ?name ."
    yield "?entity :concept ?iri . ?paper :entity ?entity ."
    if concept:
        edge = _edge(relation, tuple(CONCEPT_EDGES))
        yield f"?iri ({edge})|^({edge}) <{concept}> ."
    if text:
        yield (
            "FILTER EXISTS { ?iri skos:prefLabel|skos:altLabel ?form"
            f" FILTER({_holds('?form', text)}) }}"
        )


def _claims(text: str, type: str, concept: str, relation: str) -> Iterator[str]:
    if type and type not in CLAIM_TYPES:
        raise QueryError(f'no claim type "{type}"', next=f"there are {_named(CLAIM_TYPES)}")
    yield f"?iri a :{type or 'Claim'} ; :evidence/oa:exact ?name . ?by :claims ?iri ."
    if concept:
        yield f"?iri {_edge(relation, tuple(SLOTS))} <{concept}> ."
    if text:
        yield f"FILTER({_holds('?name', text)})"


def _edge(relation: str, known: tuple[str, ...]) -> str:
    if relation and relation not in known:
        raise QueryError(f'no relation "{relation}" here', next=f"there are {_named(known)}")
    return "|".join(f":{edge}" for edge in ([relation] if relation else known))


def _holds(variable: str, text: str) -> str:
    return f"CONTAINS(LCASE({variable}), LCASE({string_literal(text)}))"


def _named(names: tuple[str, ...]) -> str:
    return ", ".join(map(local, names))
