"""RDF terms in the one spelling that every parser and the store agree on."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
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


def label(text: str) -> Literal:
    """Return the text in NFC, so that what looks the same is the same."""
    return string(unicodedata.normalize("NFC", text))


def decimal(value: Decimal | float) -> Literal:
    """Return an ``xsd:decimal`` without needless zeros: as the store would rewrite it.

    What is no number, which decimals lack, becomes an ``xsd:double``: the shapes find it.
    """
    exact = Decimal(str(value))
    if not exact.is_finite():
        return Literal(float(exact))
    digits = format(exact, "f")
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return Literal("0" if digits == "-0" else digits, datatype=term("xsd:decimal"))


def integer(value: int) -> Literal:
    """Return an ``xsd:integer``."""
    return Literal(str(value), datatype=term("xsd:integer"))


def true() -> Literal:
    """Return what stands for a flag that is set; one that is not set is left out."""
    return Literal("true", datatype=term("xsd:boolean"))
