"""RDF terms as N-Triples writes them: text costs a tenth of what terms cost to make and to sort.

The spelling is that of `str` of Oxigraph's terms, so that both sort alike.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from functools import cache, lru_cache
from types import MappingProxyType

from pyoxigraph import Literal, NamedNode

from sciloom.rdf import terms

#: What stands escaped in a string, the lone surrogates, which RDF lacks, aside.
_ESCAPED = re.compile('[\x00-\x1f"\\\\\x7f\ud800-\udfff\ufffe\uffff]')
_SHORT = MappingProxyType(
    {
        "\b": r"\b",
        "\t": r"\t",
        "\n": r"\n",
        "\f": r"\f",
        "\r": r"\r",
        '"': r"\"",
        "\\": r"\\",
    }
)


def iri(value: str) -> str:
    """Return the term of an IRI that we made, for it is not looked at."""
    return f"<{value}>"


def foreign(value: str) -> str:
    """Return the term of another's IRI.

    Raises
    ------
    ValueError
        It is none.
    """
    return str(NamedNode(value))


@cache
def term(name: str) -> str:
    """Return a vocabulary's term: see `sciloom.rdf.terms.term`."""
    return str(terms.term(name))


@cache
def own(local: str) -> str:
    """Return the ontology's term of this local name, which data may choose."""
    return str(terms.own(local))


def string(text: str) -> str:
    """Return the text code point for code point; a lone surrogate, which RDF lacks, as U+FFFD."""
    if text.isprintable():
        if '"' in text or "\\" in text:
            text = text.replace("\\", r"\\").replace('"', r"\"")
    else:
        text = _ESCAPED.sub(_escape, text)
    return f'"{text}"'


def _escape(found: re.Match[str]) -> str:
    one = found[0]
    if "\ud800" <= one <= "\udfff":
        return "\ufffd"
    return _SHORT.get(one) or f"\\u{ord(one):04X}"


def label(text: str) -> str:
    """Return the text in NFC, so that what looks the same is the same."""
    return string(unicodedata.normalize("NFC", text))


@lru_cache(maxsize=4096)
def decimal(value: Decimal | float) -> str:
    """Return an ``xsd:decimal`` without needless zeros: as the store would rewrite it.

    What is no number, which decimals lack, becomes an ``xsd:double``: the shapes find it.
    """
    exact = Decimal(str(value))
    if not exact.is_finite():
        return str(Literal(float(exact)))
    digits = format(exact, "f")
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return _typed("0" if digits == "-0" else digits, "xsd:decimal")


def integer(value: int) -> str:
    """Return an ``xsd:integer``."""
    return _typed(str(value), "xsd:integer")


def year(value: int) -> str:
    """Return an ``xsd:gYear``."""
    return _typed(f"{value:04d}", "xsd:gYear")


def true() -> str:
    """Return what stands for a flag that is set; one that is not set is left out."""
    return _typed("true", "xsd:boolean")


def _typed(value: str, datatype: str) -> str:
    return f'"{value}"^^{term(datatype)}'
