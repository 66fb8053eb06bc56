"""A resolution as a directed multigraph of papers and concepts: what the viewer draws."""

from __future__ import annotations

from typing import Any

import networkx as nx

from sciloom.model import Resolution
from sciloom.vocab import BASE, concept_iri, paper_edge, paper_iri


def base_of(resolution: Resolution) -> str:
    """Return the base that the resolution's IRIs were made with."""
    for concept in resolution.concepts:
        return concept.iri.removesuffix(concept_iri(concept.key, base=""))
    return BASE


def to_network(resolution: Resolution) -> nx.MultiDiGraph[str]:
    """Return papers and concepts by IRI, each with ``label`` and ``type``.

    An edge's key is its predicate: a paper's edge to a concept by role, or a relation between
    two concepts, once whatever the number of papers that state it.
    """
    base = base_of(resolution)
    network: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    concept_of = resolution.concept_of()
    for extraction in resolution.extractions:
        iri = paper_iri(extraction.paper, base)
        network.add_node(iri, label=extraction.label, type="Paper")
    for concept in resolution.concepts:
        network.add_node(concept.iri, label=concept.pref_label, type=concept.type)
    for extraction in resolution.extractions:
        iri = paper_iri(extraction.paper, base)
        for entity in extraction.entities:
            edge = paper_edge(entity.role, entity.type)
            network.add_edge(iri, concept_of[iri, entity.name], key=edge)
        for relation in extraction.relations:
            subject = concept_of[iri, relation.subject]
            network.add_edge(subject, concept_of[iri, relation.object], key=relation.predicate)
    return network


def network_of(payload: dict[str, Any]) -> nx.MultiDiGraph[str]:
    """Return the graph of a payload's ``papers`` and ``concepts``, as `to_network` does, by id."""
    network: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    concepts = [concept["id"] for concept in payload["concepts"]]
    for paper in payload["papers"]:
        network.add_node(paper["id"], label=paper.get("label", ""), type="Paper")
    for concept in payload["concepts"]:
        network.add_node(concept["id"], label=concept.get("label", ""), type=concept["type"])
    for paper in payload["papers"]:
        entities = paper.get("entities", ())
        named = [concepts[entity["concept"]] for entity in entities]
        for entity, concept in zip(entities, named, strict=True):
            network.add_edge(paper["id"], concept, key=entity["edge"])
        for relation in paper.get("relations", ()):
            ends = named[relation["subject"]], named[relation["object"]]
            network.add_edge(*ends, key=relation["predicate"])
    return network
