"""What a worker can be asked to do; each job takes the open store and returns a whole reply."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

from sciloom.server.frames import Reply, json_reply, problem
from sciloom.server.sparql_job import sparql
from sciloom.server.views import cards, explore, listing, neighbours, tables
from sciloom.server.views.counts import counts
from sciloom.server.views.documents import document
from sciloom.server.views.paths import paths
from sciloom.server.views.records import links
from sciloom.server.views.things import base_of, find, label_of, resolve
from sciloom.store import GraphStore, Hit, search, suggest


def _linked(store: GraphStore, *, path: str, form: str, suffix: str, most: int) -> Reply:
    """Describe what a path below the base names; "html" gives the card for a page.

    ``suffix`` has been cut from the path: a thing that is itself called so comes first.
    """
    thing = resolve(store, path + suffix) if suffix else None
    thing = thing or resolve(store, path)
    if thing is None:
        return problem(404, "the graph says nothing of this", where=base_of(store) + path)
    if form == "html":
        return json_reply(cards.card(store, thing))
    return document(store, thing, form, most)


def _card(store: GraphStore, *, iri: str) -> Reply:
    thing = find(store, iri)
    return _missing(iri) if thing is None else json_reply(cards.card(store, thing))


def _neighbours(
    store: GraphStore, *, iri: str, relation: str, forward: bool, limit: int, offset: int
) -> Reply:
    thing = find(store, iri)
    if thing is None:
        return _missing(iri)
    found = neighbours.groups(store, thing)
    if not relation:
        return json_reply({"iri": iri, "neighbours": found})
    total = next(
        (g["total"] for g in found if (g["relation"], g["forward"]) == (relation, forward)), 0
    )
    items = (
        neighbours.page(store, thing, relation, forward=forward, limit=limit, offset=offset)
        if total
        else []
    )
    return json_reply(_page(items, total, offset) | {"iri": iri, "relation": relation})


def _list(store: GraphStore, **filters: Any) -> Reply:
    found = listing.listing(store, **filters)
    return json_reply(_page(found["items"], found["total"], filters["offset"]))


def _paths(store: GraphStore, *, start: str, end: str, steps: int, limit: int) -> Reply:
    for iri in (start, end):
        if find(store, iri) is None:
            return _missing(iri)
    return json_reply(paths(store, start, end, steps=steps, limit=limit))


def _suggest(store: GraphStore, *, text: str, limit: int) -> Reply:
    return _hits(store, suggest(store.path, text, limit=limit))


def _search(store: GraphStore, *, text: str, limit: int) -> Reply:
    return _hits(store, search(store.path, text, limit=limit))


def _hits(store: GraphStore, hits: tuple[Hit, ...]) -> Reply:
    return json_reply({"items": [asdict(hit) | _known(store, hit) for hit in hits]})


def _known(store: GraphStore, hit: Hit) -> dict[str, Any]:
    """Return what a hit's own record lacks: its neighbours' number, or its paper's label."""
    if hit.kind != "Claim":
        return {"links": links(store, hit.iri)}
    return {"links": 0, "paper": label_of(store, hit.iri.partition("/claim/")[0])}


def _prepare(store: GraphStore) -> Reply:
    """Count what the viewer needs of the whole graph."""
    return json_reply({"concepts": counts(store).total()})


def _landmarks(store: GraphStore) -> Reply:
    return json_reply(explore.landmarks(store))


def _around(store: GraphStore, **asked: Any) -> Reply:
    return json_reply(explore.around(store, **asked))


def _ways(store: GraphStore, *, start: str, end: str) -> Reply:
    return json_reply(explore.ways(store, start=start, end=end))


def _facets(store: GraphStore, *, filters: dict[str, Any]) -> Reply:
    return json_reply(tables.facets(store, tables.Filters.read(filters)))


def _table(
    store: GraphStore, *, asked: dict[str, Any], filters: dict[str, Any], limit: int, offset: int
) -> Reply:
    found = tables.table(
        store,
        tables.Asked(**asked),
        tables.Filters.read(filters),
        limit=limit,
        offset=offset,
    )
    return json_reply(found)


def _choices(store: GraphStore, *, metric: str) -> Reply:
    return json_reply(tables.choices(store, metric))


def _page(items: list[Any], total: int, offset: int) -> dict[str, Any]:
    """Return a page of a list; ``next`` is the offset of the page after it, if there is one."""
    after = offset + len(items)
    page = {"total": total, "items": items}
    return page | ({"next": after} if items and after < total else {})


def _missing(iri: str) -> Reply:
    return problem(404, "the graph says nothing of this", where=iri)


JOBS: Mapping[str, Callable[..., Reply]] = MappingProxyType(
    {
        "sparql": sparql,
        "linked": _linked,
        "card": _card,
        "neighbours": _neighbours,
        "paths": _paths,
        "list": _list,
        "suggest": _suggest,
        "search": _search,
        "prepare": _prepare,
        "landmarks": _landmarks,
        "around": _around,
        "ways": _ways,
        "facets": _facets,
        "table": _table,
        "choices": _choices,
    }
)
