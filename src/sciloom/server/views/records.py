"""Papers and concepts as the viewer's script reads them: the records of ``viewer/payload.py``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyoxigraph import NamedNode

from sciloom.rdf.terms import own
from sciloom.server.views import cards
from sciloom.server.views.counts import counts
from sciloom.server.views.edges import PAPER_EDGES
from sciloom.server.views.things import base_of, find, label_of, properties
from sciloom.store import GraphStore
from sciloom.vocab import PREFIXES, paper_edge

_ALT = dict(PREFIXES)["skos"] + "altLabel"
#: Statements about a concept that are looked at.
_MOST = 2_000


class Records:
    """Papers whole, and the concepts they name with counts of the whole graph."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store
        self._base = base_of(store)
        self._papers: dict[str, dict[str, Any]] = {}
        self._place: dict[str, int] = {}
        self._relations: dict[str, Sequence[dict[str, Any]]] = {}

    def __len__(self) -> int:
        return len(self._papers)

    def add(self, paper: str) -> None:
        """Add a paper with all it says."""
        if paper not in self._papers:
            self._papers[paper] = {}
            self._papers[paper] = self._record(paper)

    def add_concept(self, concept: str, relations: Sequence[dict[str, Any]]) -> None:
        """Add a concept with the number of its neighbours by each relation."""
        self._concept(concept)
        self._relations[concept] = relations

    def result(self) -> dict[str, Any]:
        """Return ``papers`` and ``concepts``."""
        return {
            "papers": list(self._papers.values()),
            "concepts": [self._described(iri) for iri in self._place],
        }

    def _concept(self, iri: str) -> int:
        return self._place.setdefault(iri, len(self._place))

    def _described(self, iri: str) -> dict[str, Any]:
        thing = find(self._store, iri)
        papers, links, claimed = counts(self._store).of(iri)
        alt = properties(self._store, iri, most=_MOST).get(_ALT, ())
        return {
            "id": iri.removeprefix(self._base),
            "type": thing.kind if thing else "Resource",
            "label": thing.label if thing else iri,
            "alt": sorted(map(str, alt)),
            "papers": papers,
            "links": links,
            "claimed": claimed,
        } | ({"relations": self._relations[iri]} if iri in self._relations else {})

    def _record(self, iri: str) -> dict[str, Any]:
        card = cards.paper(self._store, iri)
        entity_at: dict[str, int] = {}
        for place, entity in enumerate(card.get("entities", ())):
            entity_at.setdefault(entity["concept"]["iri"], place)
        kept = ("title", "text", "year", "venue", "doi", "url", "authors", "keywords")
        return {name: card[name] for name in kept if name in card} | {
            "id": iri.removeprefix(self._base),
            "label": label_of(self._store, iri),
            "source": ", ".join(card.get("sources", ())),
            "entities": [
                entity
                | {
                    "concept": self._concept(entity["concept"]["iri"]),
                    "edge": paper_edge(entity["role"], entity["type"]),
                }
                for entity in card.get("entities", ())
            ],
            "relations": [
                one
                | {
                    "subject": entity_at[one["subject"]["iri"]],
                    "object": entity_at[one["object"]["iri"]],
                }
                for one in card.get("relations", ())
            ],
            "claims": [_claim(one, entity_at) for one in card.get("claims", ())],
        }


def _claim(claim: dict[str, Any], entity_at: dict[str, int]) -> dict[str, Any]:
    kept = ("type", "novel", "negated", "hedged", "score")
    slots: dict[str, Any] = {
        name: [entity_at[one["iri"]] if "iri" in one else one["label"] for one in claim[name]]
        for name in ("comparators", "metrics", "datasets", "tasks")
        if name in claim
    }
    if "subject" in claim:
        slots["subject"] = entity_at[claim["subject"]["iri"]]
    start, end = claim["evidence"]
    values = [
        value
        | {"start": value["evidence"][0], "end": value["evidence"][1]}
        | {
            slot: [entity_at[one["iri"]] for one in value.get(slot, ())]
            for slot in ("metrics", "datasets", "tasks")
            if value.get(slot) != claim.get(slot)
        }
        for value in claim.get("values", ())
    ]
    found = {name: claim[name] for name in kept if name in claim}
    return found | slots | {"start": start, "end": end, "values": values}


def links(store: GraphStore, iri: str) -> int:
    """Return the number of neighbours of a paper or a concept."""
    known = counts(store).find(iri)
    if known is not None:
        return known.links
    quads = store.query_store.quads_for_pattern(NamedNode(iri), None, None)
    edges = {own(edge) for edge in PAPER_EDGES}
    return len({quad.object for quad in quads if quad.predicate in edges})
