"""What the viewer draws: landmarks at first, then what stands around the nodes it asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

from pyoxigraph import NamedNode

from sciloom.model import ENTITY_TYPES
from sciloom.rdf.terms import own
from sciloom.server.views import neighbours
from sciloom.server.views.counts import counts, of_type, total_of
from sciloom.server.views.edges import CONCEPT_EDGES, PAPER_EDGES
from sciloom.server.views.paths import paths
from sciloom.server.views.records import Records
from sciloom.server.views.things import Thing, base_of, find, select
from sciloom.store import GraphStore

#: Nodes of one question, papers of one answer, neighbours by one relation.
MOST_NODES = 40
MOST_PAPERS = 400
MOST_NEIGHBOURS = 300
#: Papers that state one edge.
_STATING = 60
#: Landmarks: papers, and the concepts of each type that choose them.
_PAPERS = 80
_QUOTA = 60
_LOOKED_AT = 2 * _PAPERS
#: Papers that name a landmark in one way and are looked at.
_NAMING = 200
_STEPS = 6
_WAYS = 20


def landmarks(store: GraphStore) -> dict[str, Any]:
    """Return the papers that share most with others, the first picture and the graph's totals."""
    from sciloom.viewer.first_picture import picture_of  # numpy: for the one worker that is asked

    known = counts(store)
    shared = (
        iri
        for type_ in ENTITY_TYPES
        for iri in known.ordered((type_,), "papers", down=True, limit=_QUOTA)
    )
    records = Records(store)
    for paper in islice(chain(_joining(store, shared), of_type(store, "Paper")), _LOOKED_AT):
        if len(records) < _PAPERS:
            records.add(paper)
    found = records.result()
    total = {
        "papers": total_of(store, "Paper"),
        "concepts": known.total(),
        "claims": total_of(store, "Claim"),
    }
    picture = picture_of(found)
    loaded = len(found["papers"]), len(found["concepts"])
    whole = picture.whole and loaded == (total["papers"], total["concepts"])
    nodes = [[id_, x, y] for id_, (x, y) in picture.places.items()]
    return found | {
        "base": base_of(store),
        "totals": total,
        "picture": {"whole": whole, "nodes": nodes},
    }


def around(
    store: GraphStore, *, iris: Sequence[str], limit: int, edge: Sequence[str]
) -> dict[str, Any]:
    """Return the papers (whole) behind the first neighbours of things, by each relation.

    ``edge`` (subject, relation, object) adds papers that state it.
    """
    records = Records(store)
    for iri in iris:
        thing = find(store, iri)
        if thing and thing.kind == "Paper":
            records.add(iri)
        elif thing and thing.kind in ENTITY_TYPES:
            groups = [
                group
                for group in neighbours.groups(store, thing)
                if group["relation"] in PAPER_EDGES or group["relation"] in CONCEPT_EDGES
            ]
            records.add_concept(iri, groups)
            for group in groups:
                _fill(records, _behind(store, thing, group, min(limit, MOST_NEIGHBOURS)))
    if len(edge) == 3 and edge[1] in CONCEPT_EDGES:
        _fill(records, stating(store, *edge, most=_STATING))
    return records.result()


def ways(store: GraphStore, *, start: str, end: str) -> dict[str, Any]:
    """Return the shortest ways between two things, as IRIs, and papers that say each step."""
    found = paths(store, start, end, steps=_STEPS, limit=_WAYS)["paths"]
    records = Records(store)
    for path in found:
        for (one, other), edge in zip(
            zip(path["things"], path["things"][1:], strict=False), path["edges"], strict=True
        ):
            ends = [one["iri"], other["iri"]] if edge["forward"] else [other["iri"], one["iri"]]
            if edge["relation"] in PAPER_EDGES:
                _fill(records, [ends[0]])
            else:
                _fill(records, stating(store, ends[0], edge["relation"], ends[1], most=1))
    return {"ways": [[one["iri"] for one in path["things"]] for path in found]} | records.result()


def _fill(records: Records, papers: Iterable[str]) -> None:
    for paper in papers:
        if len(records) < MOST_PAPERS:
            records.add(paper)


def _behind(store: GraphStore, thing: Thing, group: dict[str, Any], limit: int) -> Iterator[str]:
    """Yield a paper for each of the first neighbours by a relation."""
    relation, forward = group["relation"], group["forward"]
    if relation in PAPER_EDGES:
        found = neighbours.page(store, thing, relation, forward=False, limit=limit, offset=0)
        yield from (item["iri"] for item in found)
        return
    ends = ("rdf:subject", "rdf:object") if forward else ("rdf:object", "rdf:subject")
    rows = select(
        store,
        f"""SELECT ?other (MIN(?by) AS ?paper) WHERE {{
            ?statement {ends[0]} <{thing.iri}> ; {ends[1]} ?other ; rdf:predicate :{relation} .
            ?by :states ?statement
        }} GROUP BY ?other ORDER BY DESC(COUNT(DISTINCT ?by)) ?other LIMIT {limit}""",
    )
    yield from (str(row["paper"]) for row in rows)


def stating(
    store: GraphStore, subject: str, relation: str, object_: str, *, most: int
) -> Iterator[str]:
    """Yield papers that state an edge between two concepts."""
    rows = select(
        store,
        f"""SELECT DISTINCT ?paper WHERE {{
            ?statement rdf:subject <{subject}> ; rdf:object <{object_}> .
            ?statement rdf:predicate :{relation} . ?paper :states ?statement
        }} ORDER BY ?paper LIMIT {most}""",
    )
    yield from (str(row["paper"]) for row in rows)


def _joining(store: GraphStore, concepts: Iterable[str]) -> list[str]:
    """Return the papers that name most of some concepts, of the first that name each."""
    find_quads = store.query_store.quads_for_pattern
    joins: Counter[str] = Counter()
    for iri in concepts:
        found = (find_quads(None, own(edge), NamedNode(iri)) for edge in PAPER_EDGES)
        joins.update({q.subject.value for quads in found for q in islice(quads, _NAMING)})  # type: ignore[union-attr]
    return sorted(joins, key=lambda paper: (-joins[paper], paper))[:_PAPERS]
