"""A resolution as RDF: quads, their files, and the shapes they keep."""

from sciloom.rdf.parts import write_parts
from sciloom.rdf.provenance import BuildInfo
from sciloom.rdf.quads import quads_of, to_nquads, to_quads
from sciloom.rdf.serialise import FORMATS, serialise, write_ordered, write_turtle
from sciloom.rdf.shapes import ShapeReport, Violation, spread, validate

__all__ = [
    "FORMATS",
    "BuildInfo",
    "ShapeReport",
    "Violation",
    "quads_of",
    "serialise",
    "spread",
    "to_nquads",
    "to_quads",
    "validate",
    "write_ordered",
    "write_parts",
    "write_turtle",
]
