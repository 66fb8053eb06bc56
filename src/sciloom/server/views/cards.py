"""The card of a thing: what its page shows and its API answer holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from sciloom.model import ENTITY_TYPES
from sciloom.server.views import neighbours
from sciloom.server.views.things import (
    Properties,
    Thing,
    claim_type,
    label_of,
    local,
    own_iri,
    paper_contents,
    properties,
    select,
)
from sciloom.store import GraphStore
from sciloom.vocab import PREFIXES

#: Neighbours and claims on a card; the rest is a page away.
FIRST = 20
#: Properties of other things that a card lists.
_MOST_PROPERTIES = 200
_SPAN = re.compile(r"#char=([0-9]+),([0-9]+)\Z")
_NAMESPACES = dict(PREFIXES)


def card(store: GraphStore, thing: Thing) -> dict[str, Any]:
    """Return the card: ``iri``, ``kind``, ``label`` and what its kind adds (docs/server.md)."""
    head = {"iri": thing.iri, "kind": thing.kind, "label": thing.label}
    return head | _BODIES.get(thing.kind, _resource)(store, thing)


def _paper(store: GraphStore, thing: Thing) -> dict[str, Any]:
    return paper(store, thing.iri) | _lean(neighbours=neighbours.groups(store, thing))


def paper(store: GraphStore, iri: str) -> dict[str, Any]:
    """Return what a paper's card holds beside its neighbours."""
    contents = paper_contents(store, iri)
    own = contents[iri]
    labels = _Labels(store)
    authors = sorted(
        (contents.get(iri, {}) for iri in own.get(_NAMESPACES["dcterms"] + "creator", ())),
        key=lambda author: _one(author, "position") or 0,
    )
    return _lean(
        id=_one(own, "dcterms:identifier"),
        title=_one(own, "dcterms:title"),
        text=_one(own, "text"),
        year=_one(own, "dcterms:date"),
        venue=_one(own, "venue"),
        doi=_one(own, "prism:doi"),
        url=_one(own, "schema:url"),
        authors=[_one(author, "foaf:name") for author in authors],
        keywords=own.get(_NAMESPACES["schema"] + "keywords", []),
        sources=sorted(own.get(_NAMESPACES["dcterms"] + "source", [])),
        entities=sorted(
            (_entity(contents[iri], labels) for iri in _all(own, "entity") if iri in contents),
            key=lambda entity: entity["mentions"][:1] or [[1 << 40, 0]],
        ),
        relations=[
            _lean(
                iri=iri,
                subject=labels.pair(_one(of, "rdf:subject")),
                predicate=local(str(_one(of, "rdf:predicate"))),
                object=labels.pair(_one(of, "rdf:object")),
                evidence=_span(_one(of, "evidence")),
                score=_one(of, "score"),
            )
            for iri in _all(own, "states")
            if (of := contents.get(iri))
        ],
        claims=[_claim(iri, contents, labels) for iri in _all(own, "claims") if iri in contents],
    )


def _concept(store: GraphStore, thing: Thing) -> dict[str, Any]:
    own = properties(store, thing.iri, most=_MOST_PROPERTIES)
    slots = "|".join(f":{slot}" for slot in ("subject", "comparator", "metric", "dataset", "task"))
    claims = select(
        store,
        f"""SELECT DISTINCT ?claim ?paper WHERE {{
            ?claim {slots} <{thing.iri}> . ?paper :claims ?claim
        }} ORDER BY ?claim LIMIT {FIRST}""",
    )
    merges = select(
        store,
        f"""SELECT DISTINCT ?name ?reason ?score WHERE {{
            ?entity :concept <{thing.iri}> ; :name ?name ; :mergeReason ?reason ; :mergeScore ?score
        }} ORDER BY ?name LIMIT {FIRST}""",
    )
    labels = _Labels(store)
    return _lean(
        alt=sorted(map(str, own.get(_NAMESPACES["skos"] + "altLabel", ()))),
        merged=[{k: _plain(v) for k, v in row.items()} for row in merges],
        neighbours=[
            group
            | {
                "items": neighbours.page(
                    store,
                    thing,
                    group["relation"],
                    forward=group["forward"],
                    limit=FIRST,
                    offset=0,
                )
            }
            for group in neighbours.groups(store, thing)
        ],
        claims=[
            _claim_alone(store, str(row["claim"]), str(row["paper"]), labels) for row in claims
        ],
    )


def _claim_card(store: GraphStore, thing: Thing) -> dict[str, Any]:
    paper = thing.iri.partition("/claim/")[0]
    return _claim_alone(store, thing.iri, paper, _Labels(store)) | {
        "kind": "Claim",
        "neighbours": neighbours.groups(store, thing),
    }


def _claim_alone(store: GraphStore, iri: str, paper: str, labels: _Labels) -> dict[str, Any]:
    own = properties(store, iri, most=_MOST_PROPERTIES)
    needed = [*_all(own, "evidence"), *_all(own, "value")]
    contents = {iri: own} | {n: properties(store, n, most=_MOST_PROPERTIES) for n in needed}
    return _claim(iri, contents, labels) | {"paper": labels.pair(paper)}


def _claim(iri: str, contents: Mapping[str, Properties], labels: _Labels) -> dict[str, Any]:
    of = contents[iri]
    span = _one(of, "evidence")
    return _lean(
        iri=iri,
        type=claim_type(of[_NAMESPACES["rdf"] + "type"]),
        sentence=_one(contents.get(str(span), {}), "oa:exact"),
        evidence=_span(span),
        subject=labels.pair(_one(of, "subject")),
        comparators=[
            *map(labels.pair, _all(of, "comparator")),
            *({"label": text} for text in _all(of, "comparatorText")),
        ],
        metrics=list(map(labels.pair, _all(of, "metric"))),
        datasets=list(map(labels.pair, _all(of, "dataset"))),
        tasks=list(map(labels.pair, _all(of, "task"))),
        values=[_value(contents[v], labels) for v in _all(of, "value") if v in contents],
        novel=_one(of, "novel"),
        negated=_one(of, "negated"),
        hedged=_one(of, "hedged"),
        score=_one(of, "score"),
    )


def _entity(of: Properties, labels: _Labels) -> dict[str, Any]:
    return _lean(
        name=_one(of, "name"),
        concept=labels.pair(_one(of, "concept")),
        type=local(str(_one(of, "readAs"))),
        role=_one(of, "role"),
        mentions=sorted(filter(None, map(_span, _all(of, "mention")))),
        score=_one(of, "score"),
    )


def _value(of: Properties, labels: _Labels) -> dict[str, Any]:
    return _lean(
        value=_one(of, "qudt:numericValue"),
        unit=_one(of, "unit"),
        qualifier=_one(of, "qualifier"),
        printed=_one(of, "printed"),
        quote=_one(of, "oa:exact"),
        evidence=[_one(of, "oa:start"), _one(of, "oa:end")],
        direction=_one(of, "direction"),
        kind=_one(of, "kind"),
        change=_one(of, "change"),
        metrics=list(map(labels.pair, _all(of, "ofMetric"))),
        datasets=list(map(labels.pair, _all(of, "onDataset"))),
        tasks=list(map(labels.pair, _all(of, "forTask"))),
        worse=_one(of, "worse"),
        rival=_one(of, "rival"),
    )


def _resource(store: GraphStore, thing: Thing) -> dict[str, Any]:
    """Return what the graph says of anything else, as pairs of property and value."""
    said = properties(store, thing.iri, most=_MOST_PROPERTIES)
    return {
        "properties": [
            [property_, _plain(value)]
            for property_ in sorted(said)
            for value in sorted(said[property_], key=str)
        ]
    }


_BODIES: Mapping[str, Callable[[GraphStore, Thing], dict[str, Any]]] = MappingProxyType(
    {"Paper": _paper, "Claim": _claim_card} | dict.fromkeys(ENTITY_TYPES, _concept)
)


class _Labels:
    """Labels of things, each looked up once."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store
        self._known: dict[str, str] = {}

    def pair(self, iri: Any) -> dict[str, str] | None:
        """Return a thing as ``iri`` and ``label``."""
        if iri is None:
            return None
        if iri not in self._known:
            self._known[iri] = label_of(self._store, iri)
        return {"iri": iri, "label": self._known[iri]}


def _all(of: Properties, name: str) -> list[Any]:
    return sorted(of.get(own_iri(name), ()), key=_in_order)


def _one(of: Properties, name: str) -> Any:
    prefix, _, end = name.rpartition(":")
    return _plain(next(iter(of.get(_NAMESPACES[prefix] + end, ())), None))


def _in_order(iri: Any) -> str:
    """Sort claim/2 before claim/10."""
    return re.sub(r"[0-9]+", lambda digits: digits[0].zfill(9), str(iri))


def _span(iri: Any) -> list[int] | None:
    found = _SPAN.search(str(iri))
    return [int(found[1]), int(found[2])] if found else None


def _plain(value: Any) -> Any:
    """Return a value that JSON has."""
    return value if value is None or isinstance(value, (str, int, float)) else float(value)


def _lean(**values: Any) -> dict[str, Any]:
    """Return the values that say something; 0 does, False does not."""
    return {k: v for k, v in values.items() if v not in (None, "", [], {}) and v is not False}
