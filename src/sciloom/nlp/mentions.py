"""Typed mentions of methods, datasets, metrics and tasks."""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc, Span

from sciloom.nlp import extensions
from sciloom.nlp.names import known_type, shaped
from sciloom.nlp.tagger import tag

#: What a name is worth that only its shape shows.
_BY_SHAPE = 0.4


@Language.factory(
    "sciloom_mentions_v1",
    requires=["doc.sents", "doc._.abbreviations"],
    assigns=["doc.spans"],
)
class Mentions:
    """Set ``doc.spans["mentions"]``: spans labelled with an entity type, in order of the text."""

    def __init__(self, nlp: Language, name: str) -> None:
        extensions.register()
        self.name = name

    def __call__(self, doc: Doc) -> Doc:
        """Find the mentions of ``doc``; outside English only names by their shape."""
        spans: list[Span] = []
        if doc._.language == "en":
            spans = [
                _labelled(doc[start:end], kind, chance) for start, end, kind, chance in tag(doc)
            ]
        taken = {token.i for span in spans for token in span}
        for span in shaped(doc):
            if taken.isdisjoint(range(span.start, span.end)):
                spans.append(_labelled(span, known_type(span.text) or "Method", _BY_SHAPE))
        spans.sort(key=lambda span: (span.start, -span.end))
        doc.spans[extensions.MENTIONS] = spans
        return doc


def _labelled(span: Span, kind: str, score: float) -> Span:
    labelled = Span(span.doc, span.start, span.end, label=kind)
    labelled._.score = score
    return labelled
