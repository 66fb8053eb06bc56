"""A resolution as RDF: quads, their files, and the shapes they keep."""

from sciloom.rdf.provenance import BuildInfo
from sciloom.rdf.quads import to_quads
from sciloom.rdf.serialise import FORMATS, serialise, write_turtle

__all__ = ["FORMATS", "BuildInfo", "serialise", "to_quads", "write_turtle"]
