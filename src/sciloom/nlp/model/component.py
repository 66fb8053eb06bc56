"""The network in the spaCy pipeline, advised by the linear models and rules of names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc, Span

from sciloom.model import Mention
from sciloom.nlp import extensions
from sciloom.nlp.entities.component import Entities
from sciloom.nlp.mentions.component import Mentions
from sciloom.nlp.model.facts import entities_of, relations_of
from sciloom.nlp.model.linear import advise
from sciloom.nlp.model.passages import read_at
from sciloom.nlp.model.read import Reading, read
from sciloom.nlp.model.runtime import WEIGHTS, load


@Language.factory(
    "sciloom_model_v1",
    requires=["doc.sents", "doc._.abbreviations"],
    assigns=["doc.spans", "doc._.entities", "doc._.relations"],
    default_config={"folder": None, "precision": None},
)
class ModelReader:
    """Set mentions, entities, relations and claim kinds; the model loads with the first text.

    The network has read English alone: in other languages only names are found, by their shape.

    ``folder`` holds another model than the packaged one; ``precision`` asks for surer entities,
    and so fewer.
    """

    def __init__(
        self,
        nlp: Language,
        name: str,
        folder: str | None,
        precision: float | None,
    ) -> None:
        extensions.register()
        self.name = name
        self.folder = WEIGHTS if folder is None else Path(folder)
        self.precision = precision
        self._by_shape = (Mentions(nlp, "mentions"), Entities(nlp, "entities"))

    def __call__(self, doc: Doc) -> Doc:
        """Read ``doc``."""
        if doc._.language != "en":
            for component in self._by_shape:
                doc = component(doc)
            return doc
        sentences = [(sent.start_char, sent.end_char) for sent in doc.sents]
        model = load(self.folder)
        if self.precision is not None:
            model = model.at_precision(self.precision)
        adviser = advise(doc)

        def passage(start: int, end: int, inside: Sequence[tuple[int, int]]) -> Reading:
            return read(
                doc.text[start:end],
                model.heads,
                model.tokenizer,
                model.thresholds,
                inside,
                adviser=adviser.within(start, end),
            )

        reading = read_at(sentences, passage)
        entities = entities_of(doc.text, reading)
        doc.spans[extensions.MENTIONS] = [
            span for entity in entities for m in entity.mentions if (span := _span(doc, m))
        ]
        doc._.entities = entities
        doc._.relations = relations_of(reading, sentences)
        doc._.claim_kinds = reading.claims
        return doc


def _span(doc: Doc, mention: Mention) -> Span | None:
    span = doc.char_span(mention.start, mention.end, label=mention.type, alignment_mode="expand")
    if span is not None:
        span._.score = mention.score
    return span
