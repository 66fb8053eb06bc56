"""What the components leave on a ``Doc`` for those after them, and for `extraction`.

==========================  ====================================================================
``doc.sents``               sentences (a title is one of its own)
``doc._.language``          the paper's language, "en" unless `extraction` is told otherwise
``doc._.abbreviations``     tuple of (short, long) pairs of ``Span``
``doc.spans["mentions"]``   typed mentions (they may overlap), ``span.label_`` is the entity type
``doc._.entities``          tuple of `sciloom.model.Entity`
``doc._.relations``         tuple of `sciloom.model.Relation`
``doc._.claim_kinds``       a network's probability of each of `sciloom.model.CLAIM_TYPES`, a row a
                            sentence; () without a network
``doc._.quantities``        tuple of `sciloom.model.Quantity`
``doc._.claims``            tuple of `sciloom.model.Claim`
==========================  ====================================================================
"""

from __future__ import annotations

from spacy.tokens import Doc, Span

MENTIONS = "mentions"
_TEXTS = "sciloom texts"
DOC_ATTRIBUTES = ("abbreviations", "entities", "relations", "claim_kinds", "quantities", "claims")


def register() -> None:
    """Declare the attributes above; safe to call again."""
    for name in DOC_ATTRIBUTES:
        if not Doc.has_extension(name):
            Doc.set_extension(name, default=())
    if not Doc.has_extension("language"):
        Doc.set_extension("language", default="en")
    if not Span.has_extension("score"):
        Span.set_extension("score", default=1.0)


def texts_of(doc: Doc) -> list[str]:
    """Return the texts of the tokens, read from ``doc`` but once; nobody changes the list."""
    texts: list[str] | None = doc.user_data.get(_TEXTS)
    if texts is None:
        texts = doc.user_data[_TEXTS] = [token.text for token in doc]
    return texts
