"""Find the sentences that claim, and say what they claim."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spacy.language import Language
from spacy.tokens import Doc

from sciloom.model import CLAIM_TYPES, Claim, Entity, Quantity
from sciloom.nlp import extensions
from sciloom.nlp.claim_features import features_of
from sciloom.nlp.claim_model import probabilities
from sciloom.nlp.polarity import Polarity, polarity
from sciloom.nlp.results import is_measured, results
from sciloom.nlp.slots import fill

#: P(claim) from which a sentence is one; less is enough where it states a measured result.
THRESHOLD = 0.4
MEASURED_THRESHOLD = 0.12
#: P(type | claim) from which the runner-up is a second claim of the sentence.
SECOND = 0.6
_HEDGED = 0.7  # what a hedge leaves of a score
_MIN_WORDS = 3
_IMPROVEMENT = CLAIM_TYPES.index("Improvement")


@Language.factory(
    "sciloom_claims_v1",
    requires=["doc.sents", "doc._.entities", "doc._.quantities"],
    assigns=["doc._.claims"],
)
class Claims:
    """Set ``doc._.claims``, in the order of their sentences."""

    def __init__(self, nlp: Language, name: str) -> None:
        extensions.register()
        self.name = name

    def __call__(self, doc: Doc) -> Doc:
        """Read the claims of ``doc``."""
        spans = [(sent.start_char, sent.end_char) for sent in doc.sents]
        doc._.claims = read_claims(doc.text, spans, doc._.entities, doc._.quantities)
        return doc


def read_claims(
    text: str,
    spans: Sequence[tuple[int, int]],
    entities: Sequence[Entity],
    quantities: Sequence[Quantity],
) -> tuple[Claim, ...]:
    """Return the claims of a text, given its sentences, entities and quantities."""
    sentences = [_trimmed(text, *span) for span in spans]
    sentences = [span for span in sentences if span[1] > span[0]]
    claims: list[Claim] = []
    for span, features in zip(sentences, features_of(text, sentences, entities), strict=True):
        quote = text[slice(*span)]
        if len(quote.split()) < _MIN_WORDS or _is_title(text, span):
            continue
        tone = polarity(quote)
        if tone.foreign:
            continue
        scores = [float(score) for score in probabilities(features)]
        within = [q for q in quantities if span[0] <= q.start < span[1]]
        measured = any(map(is_measured, within))
        if scores[0] >= (MEASURED_THRESHOLD if measured else THRESHOLD):
            claims += _claims(text, span, tone, scores, entities, within)
    return tuple(claims)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    sentence = text[start:end]
    return start + len(sentence) - len(sentence.lstrip()), end - len(sentence) + len(
        sentence.rstrip()
    )


def _is_title(text: str, span: tuple[int, int]) -> bool:
    return (
        not text[: span[0]].strip()
        and text[span[1] - 1] not in ".!?"
        and bool(re.match(r"[ \t]*\n\s*\n", text[span[1] :]))
    )


def _claims(
    text: str,
    span: tuple[int, int],
    tone: Polarity,
    scores: Sequence[float],
    entities: Sequence[Entity],
    quantities: Sequence[Quantity],
) -> list[Claim]:
    """Return the one or two claims of a sentence; its values go with the stronger type of claim."""
    start, end = span
    ranked = sorted(range(len(CLAIM_TYPES)), key=lambda i: -scores[1 + i])
    types = [CLAIM_TYPES[ranked[0]]]
    if scores[1 + ranked[1]] >= SECOND:
        types.append(CLAIM_TYPES[ranked[1]])
    if tone.negated:
        types = list(dict.fromkeys("Limitation" if t == "Improvement" else t for t in types))
    if tone.reversed:
        types = ["Improvement"]
    valued = types.index("Improvement") if "Improvement" in types else 0
    claims = []
    for i, type_ in enumerate(types):
        slots = fill(text[start:end], start, type_, entities, swapped=tone.reversed)
        score = max(scores[0], 0.5) if tone.reversed else scores[0]
        claims.append(
            Claim(
                quote=text[start:end],
                start=start,
                end=end,
                type=type_,
                subject=slots.subject,
                comparators=slots.comparators,
                metrics=slots.metrics,
                datasets=slots.datasets,
                tasks=slots.tasks,
                values=results(text, span, type_, quantities) if i == valued else (),
                novel=tone.novel,
                negated=tone.negated,
                hedged=tone.hedged,
                score=round(score * (_HEDGED if tone.hedged else 1.0), 4),
            )
        )
    return claims
