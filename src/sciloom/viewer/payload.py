"""The data of the page: what its script reads, in the words of ``facts.jsonl``."""

from __future__ import annotations

from typing import Any

from sciloom.model import Claim, Entity, Extraction, Quantity, Resolution
from sciloom.viewer.excerpt import MOST_NODES, excerpt
from sciloom.viewer.first_picture import first_picture
from sciloom.viewer.network import base_of, network_of
from sciloom.viewer.pyvis_network import to_pyvis
from sciloom.vocab import paper_edge, paper_iri

SCHEMA = 1


def to_payload(
    resolution: Resolution, *, base: str | None = None, most: int = MOST_NODES
) -> dict[str, Any]:
    """Return papers, concepts and the first picture as JSON values.

    Of a graph of more than ``most`` nodes the landmarks alone are returned: ``cut`` then counts
    the whole, and concepts tell in how many papers they are.

    Nodes carry their IRI less ``base`` (the one they were made with, unless told); slots and ends
    are positions in the paper's ``entities``, an entity's ``concept`` one in ``concepts``; offsets
    count code points. What is empty is left out.
    """
    base = base_of(resolution) if base is None else base
    cut = excerpt(resolution, most)
    resolution = cut.resolution if cut else resolution
    payload: dict[str, Any] = {
        "schema": SCHEMA,
        "base": base,
        **({"cut": {"papers": cut.papers, "nodes": cut.nodes}} if cut else {}),
        "concepts": [
            _lean(
                id=concept.iri.removeprefix(base),
                type=concept.type,
                label=concept.pref_label,
                alt=concept.alt_labels,
                papers=cut.papers_of[concept.iri] if cut else None,
            )
            for concept in resolution.concepts
        ],
    }
    place = {concept.iri: i for i, concept in enumerate(resolution.concepts)}
    payload["papers"] = [
        _paper(extraction, {name: place[link.concept] for name, link in links.items()}, base)
        for extraction, links in resolution.papers()
    ]
    network = network_of(payload)
    picture = first_picture(network)
    drawn = to_pyvis(network.subgraph(picture.places), places=picture.places)
    payload["picture"] = {
        "whole": picture.whole,
        "nodes": [[node["id"], node["x"], node["y"]] for node in drawn.nodes],
    }
    return payload


def _lean(**values: Any) -> dict[str, Any]:
    """Return the values that say something; 0 does."""
    return {k: v for k, v in values.items() if v not in (None, "", (), [], {}) and v is not False}


def _score(score: float) -> float:
    return round(score, 3)


def _paper(extraction: Extraction, concept_of: dict[str, int], base: str) -> dict[str, Any]:
    """Return a paper; ``concept_of`` gives the places of concepts by an entity's name."""
    paper = extraction.paper
    entity_at = {entity.name: i for i, entity in enumerate(extraction.entities)}
    return _lean(
        id=paper_iri(paper, base).removeprefix(base),
        label=extraction.label,
        title=paper.title,
        year=paper.year,
        venue=paper.venue,
        authors=paper.authors,
        doi=paper.doi,
        url=paper.url,
        keywords=paper.keywords,
        source=", ".join(f"{s.file}#{s.record}" for s in paper.sources),
        text=paper.text,
        entities=[_entity(one, concept_of[one.name]) for one in extraction.entities],
        relations=[
            _lean(
                subject=entity_at[one.subject],
                predicate=one.predicate,
                object=entity_at[one.object],
                evidence=one.evidence,
                score=_score(one.score),
            )
            for one in extraction.relations
        ],
        claims=[_claim(one, entity_at) for one in extraction.claims],
    )


def _entity(entity: Entity, concept: int) -> dict[str, Any]:
    return _lean(
        name=entity.name,
        concept=concept,
        type=entity.type,
        role=entity.role,
        edge=paper_edge(entity.role, entity.type),
        mentions=[(mention.start, mention.end) for mention in entity.mentions],
        score=_score(entity.score),
    )


def _claim(claim: Claim, entity_at: dict[str, int]) -> dict[str, Any]:
    """Return a claim; a comparator is an entity's position or the phrase as written."""
    return _lean(
        type=claim.type,
        start=claim.start,
        end=claim.end,
        subject=None if claim.subject is None else entity_at[claim.subject],
        comparators=[entity_at.get(name, name) for name in claim.comparators],
        metrics=[entity_at[name] for name in claim.metrics],
        datasets=[entity_at[name] for name in claim.datasets],
        tasks=[entity_at[name] for name in claim.tasks],
        values=[_quantity(value, claim, entity_at) for value in claim.values],
        novel=claim.novel,
        negated=claim.negated,
        hedged=claim.hedged,
        score=_score(claim.score),
    )


def _quantity(quantity: Quantity, claim: Claim, entity_at: dict[str, int]) -> dict[str, Any]:
    """Return a number; slots are stated where it has not all of its claim's."""
    own = {
        slot: [entity_at[name] for name in getattr(quantity, slot)]
        for slot in ("metrics", "datasets", "tasks")
        if getattr(quantity, slot) != getattr(claim, slot)
    }
    return own | _lean(
        start=quantity.start,
        end=quantity.end,
        value=float(quantity.value),
        unit=quantity.unit,
        qualifier=quantity.qualifier,
        printed=quantity.printed,
        direction=quantity.direction,
        kind=quantity.kind,
        change=None if quantity.change is None else float(quantity.change),
        worse=quantity.worse,
        rival=quantity.rival,
    )
