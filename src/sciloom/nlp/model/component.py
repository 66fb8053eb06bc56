"""The model in the spaCy pipeline: sets what the rule components for these attributes set."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path
from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.tokens import Doc, Span

from sciloom.model import Entity, Mention, Relation
from sciloom.nlp import extensions
from sciloom.nlp.model.runtime import WEIGHTS, load

if TYPE_CHECKING:
    from sciloom.nlp.model.read import FoundEntity, FoundRelation

#: ``doc._.claim_kinds``: for each sentence, the probability of each of `sciloom.model.CLAIM_TYPES`.
CLAIM_KINDS = "claim_kinds"


@Language.factory(
    "sciloom_model_v1",
    requires=["doc.sents"],
    assigns=["doc.spans", "doc._.entities", "doc._.relations"],
    default_config={"folder": None},
)
class ModelReader:
    """Set mentions, entities, relations and claim kinds; the model loads with the first text."""

    def __init__(self, nlp: Language, name: str, folder: str | None) -> None:  # noqa: ARG002
        extensions.register()
        if not Doc.has_extension(CLAIM_KINDS):
            Doc.set_extension(CLAIM_KINDS, default=())
        self.name = name
        self.folder = WEIGHTS if folder is None else Path(folder)

    def __call__(self, doc: Doc) -> Doc:
        """Read ``doc``."""
        sentences = [(sent.start_char, sent.end_char) for sent in doc.sents]
        reading = load(self.folder).read(doc.text, sentences)
        entities = [_entity(doc.text, found) for found in reading.entities]
        doc.spans[extensions.MENTIONS] = [
            span for entity in entities for m in entity.mentions if (span := _span(doc, m))
        ]
        doc._.entities = tuple(entities)
        doc._.relations = tuple(
            Relation(
                subject=entities[found.subject].name,
                predicate=found.predicate,
                object=entities[found.object].name,
                evidence=evidence(found, reading.entities, sentences),
                score=found.score,
            )
            for found in reading.relations
        )
        doc._.set(CLAIM_KINDS, reading.claims)
        return doc


def evidence(
    relation: FoundRelation,
    entities: tuple[FoundEntity, ...],
    sentences: list[tuple[int, int]],
) -> tuple[int, int]:
    """Return the sentences from one end to the other, where the ends stand closest."""
    pairs = [
        (abs(a[0] - b[0]), min(a, b), max(a, b))
        for a in entities[relation.subject].mentions
        for b in entities[relation.object].mentions
    ]
    starts = [start for start, _ in sentences]
    spans = [
        (bisect_right(starts, first[0]) - 1, bisect_right(starts, last[0]) - 1, gap)
        for gap, first, last in pairs
    ]
    first, last, _ = min(spans, key=lambda span: (span[1] - span[0], span[2], span))
    return sentences[first][0], sentences[last][1]


def _entity(text: str, found: FoundEntity) -> Entity:
    mentions = tuple(
        Mention(start=a, end=b, text=text[a:b], type=found.type, score=found.score)
        for a, b in found.mentions
    )
    forms = dict.fromkeys((found.name, *(mention.text for mention in mentions)))
    return Entity(
        name=found.name,
        surface=tuple(forms),
        type=found.type,
        role=found.role,
        named=found.named,
        mentions=mentions,
        score=found.score,
    )


def _span(doc: Doc, mention: Mention) -> Span | None:
    span = doc.char_span(mention.start, mention.end, label=mention.type, alignment_mode="expand")
    if span is not None:
        span._.score = mention.score
    return span
