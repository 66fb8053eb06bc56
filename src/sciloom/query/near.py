"""Names that are nearly what was asked for."""

from __future__ import annotations

from pyoxigraph import Literal, NamedNode

from sciloom.query.run import Source, open_store
from sciloom.rdf.terms import string, term
from sciloom.vocab import folded

#: How alike two names must be (0 to 100), and how many are told.
_LEAST = 75
_MOST = 3


def near_names(source: Source, name: str, *, papers: bool = False) -> tuple[str, ...] | None:
    """Return labels of concepts, or of ``papers``, that are nearly ``name``, the nearest first.

    None if something is called just so. Reads all names: a second for some 200,000.
    """
    from rapidfuzz import fuzz, process

    find = open_store(source).quads_for_pattern
    sought = folded(name)
    kind, preferred = term("Paper"), term("rdfs:label" if papers else "skos:prefLabel")

    def is_meant(thing: object) -> bool:
        is_paper = next(find(thing, term("rdf:type"), kind), None) is not None  # type: ignore[arg-type]
        return is_paper == papers

    if any(is_meant(quad.subject) for quad in find(None, term("foldedLabel"), string(sought))):
        return None
    names: dict[str, NamedNode] = {}
    for quad in find(None, term("foldedLabel"), None):
        if isinstance(quad.object, Literal) and isinstance(quad.subject, NamedNode):
            names.setdefault(quad.object.value, quad.subject)
    # More than are told, for some are of the other kind or names of one thing.
    found = process.extract(
        sought, names.keys(), scorer=fuzz.ratio, score_cutoff=_LEAST, limit=20 * _MOST
    )
    things = dict.fromkeys(names[label] for label, _, _ in found if is_meant(names[label]))
    labels = (next(find(thing, preferred, None), None) for thing in things)
    return tuple(quad.object.value for quad in labels if quad and isinstance(quad.object, Literal))[
        :_MOST
    ]
