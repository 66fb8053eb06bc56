"""RDF terms in the one spelling that every parser and the store agree on."""

from __future__ import annotations

import re
from functools import cache

from pyoxigraph import Literal, NamedNode

from sciloom.vocab import ONTOLOGY, PREFIXES

_NAMESPACES = dict(PREFIXES)
_SURROGATE = re.compile("[\ud800-\udfff]")


@cache
def term(name: str) -> NamedNode:
    """Return a vocabulary's term: ``proposes`` of the ontology, ``oa:start`` of another."""
    prefix, _, local = name.rpartition(":")
    return NamedNode(_NAMESPACES[prefix] + local)


def own(local: str) -> NamedNode:
    """Return the ontology's term of this local name, which data may choose."""
    return NamedNode(ONTOLOGY + local)


def string(text: str) -> Literal:
    """Return the text code point for code point; a lone surrogate, which RDF lacks, as U+FFFD."""
    return Literal(_SURROGATE.sub("\ufffd", text))
