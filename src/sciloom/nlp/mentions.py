"""Typed mentions of methods, datasets, metrics and tasks."""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc, Span

from sciloom.nlp import extensions
from sciloom.nlp.names import known_type, shaped


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
        """Find the mentions of ``doc``."""
        spans: list[Span] = []
        for span in shaped(doc):
            kind = known_type(span.text) or "Method"
            spans.append(_labelled(span, kind, 0.6))
        for short, long in doc._.abbreviations:
            kind = next((s.label_ for s in spans if s.start == short.start), "Method")
            spans.append(_labelled(long, kind, 0.6))
        spans.sort(key=lambda span: (span.start, -span.end))
        doc.spans[extensions.MENTIONS] = spans
        return doc


def _labelled(span: Span, kind: str, score: float) -> Span:
    labelled = Span(span.doc, span.start, span.end, label=kind)
    labelled._.score = score
    return labelled
