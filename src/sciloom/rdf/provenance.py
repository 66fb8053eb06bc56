"""Who made the graph, with which version, from what: the graph of the build. It has no clock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sciloom.rdf.ntriples import iri, label, string, term
from sciloom.rdf.order import lines
from sciloom.vocab import ONTOLOGY, ONTOLOGY_VERSION, build_iri, segment


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildInfo:
    """What made a build: sciloom's version, its pipeline, and a digest of inputs and options.

    The digest ties the store to the files beside it: ``report.json`` states it too.
    """

    version: str
    pipeline: str
    digest: str


def build_quads(build: BuildInfo, base: str) -> Iterator[str]:
    """Yield the build, its agents and the dataset it made, in the build's own graph, as N-Quads."""
    activity = build_iri(base)
    software = f"{base}software/sciloom"
    pipeline = f"{base}pipeline/{segment(build.pipeline)}"
    dataset = f"{base}dataset"
    ontology = f"{ONTOLOGY.removesuffix('#')}/{ONTOLOGY_VERSION}"
    facts = (
        (activity, "rdf:type", term("prov:Activity")),
        (activity, "dcterms:identifier", string(build.digest)),
        (activity, "prov:wasAssociatedWith", iri(software)),
        (activity, "prov:wasAssociatedWith", iri(pipeline)),
        (software, "rdf:type", term("prov:SoftwareAgent")),
        (software, "rdfs:label", label("sciloom")),
        (software, "schema:softwareVersion", string(build.version)),
        (pipeline, "rdf:type", term("prov:SoftwareAgent")),
        (pipeline, "rdfs:label", label(build.pipeline)),
        (dataset, "rdf:type", term("prov:Entity")),
        (dataset, "rdfs:label", label("Knowledge graph made by sciloom")),
        (dataset, "dcterms:conformsTo", iri(ontology)),
        (dataset, "prov:wasGeneratedBy", iri(activity)),
    )
    yield from lines(facts, activity)
