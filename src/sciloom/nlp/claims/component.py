"""Find the sentences that claim, and say what they claim."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from spacy.tokens import Doc

from sciloom.model import CLAIM_TYPES, Claim, Entity, Quantity
from sciloom.nlp import extensions
from sciloom.nlp.claims.classifier import ALONE, BESIDE
from sciloom.nlp.claims.pairing import tied
from sciloom.nlp.claims.polarity import Polarity, polarity
from sciloom.nlp.claims.results import is_measured, results, toward
from sciloom.nlp.claims.slots import fill
from sciloom.nlp.claims.standing import losing_part, standing
from sciloom.nlp.claims.summing import probabilities

#: P(claim) from which a sentence is one. A measured result claims by itself, unless it is context:
#: it stands before the paper first speaks of itself or of a method by name.
THRESHOLD = 0.4
MEASURED_THRESHOLD = 0.01
MEASURED_SCORE = 0.6
#: P(claim of a type) from which the runner-up is a second claim of the sentence.
SECOND = 0.5
#: Weight of a network's probabilities in the mean with those of the linear classifier.
NETWORK = 0.6
_HEDGED = 0.7  # what a hedge leaves of a score
_MIN_WORDS = 3
_GAINS = frozenset({"Improvement", "Capability"})
_BLANK_LINE = re.compile(r"[ \t]*\n\s*\n")
_SELF = re.compile(r"\b(?:we|our|ours|us|this (?:paper|work|study|article))\b", re.IGNORECASE)


@Language.factory(
    "sciloom_claims_v1",
    requires=["doc.sents", "doc._.entities", "doc._.quantities"],
    assigns=["doc._.claims"],
)
class Claims:
    """Set ``doc._.claims``, in the order of their sentences."""

    def __init__(self, nlp: Language, name: str) -> None:  # noqa: ARG002  # spaCy passes it
        extensions.register()
        self.name = name

    def __call__(self, doc: Doc) -> Doc:
        """Read the claims of ``doc``."""
        spans = [(sent.start_char, sent.end_char) for sent in doc.sents]
        doc._.claims = read_claims(
            doc.text, spans, doc._.entities, doc._.quantities, doc._.claim_kinds
        )
        return doc


def read_claims(
    text: str,
    spans: Sequence[tuple[int, int]],
    entities: Sequence[Entity],
    quantities: Sequence[Quantity],
    kinds: Sequence[Sequence[float]] = (),
) -> tuple[Claim, ...]:
    """Return the claims of a text, given its sentences, entities and quantities.

    ``kinds`` are a network's probabilities of `CLAIM_TYPES` in each sentence.
    """
    trimmed = [_trimmed(text, *span) for span in spans]
    told = [row for row, (start, end) in zip(kinds, trimmed, strict=bool(kinds)) if end > start]
    sentences = [span for span in trimmed if span[1] > span[0]]
    claims: list[Claim] = []
    context = _context(text, sentences, entities)
    linear = probabilities(text, sentences, entities, BESIDE if told else ALONE)
    for i, span in enumerate(sentences):
        sure, of_type = chances(linear[i], told[i] if told else ())
        within = [q for q in quantities if span[0] <= q.start < span[1]]
        measured = i >= context and any(map(is_measured, within))
        if sure < (MEASURED_THRESHOLD if measured else THRESHOLD):
            continue
        quote = text[slice(*span)]
        tone = polarity(quote)
        if tone.foreign or len(quote.split()) < _MIN_WORDS or (i == 0 and _is_title(text, span)):
            continue
        sure = max(sure, MEASURED_SCORE) if measured else sure
        claims += _claims(
            text, span, tone, sure, _types(of_type, tone), entities=entities, quantities=within
        )
    return tuple(claims)


def chances(
    linear: NDArray[np.float64], network: Sequence[float]
) -> tuple[float, NDArray[np.float64]]:
    """Return P(the sentence claims), and the probability of each of `CLAIM_TYPES` in it."""
    claim, types = float(linear[0]), linear[0] * linear[1:]
    if len(network):
        read = np.asarray(network, dtype=np.float64)
        claim = (1 - NETWORK) * claim + NETWORK * float(1 - np.prod(1 - read))
        types = (1 - NETWORK) * types + NETWORK * read
    return claim, types


def _types(of_type: NDArray[np.float64], tone: Polarity) -> list[str]:
    """Return the types of the one or two claims of a sentence, the likelier first."""
    if tone.reversed:
        return ["Improvement"]
    first, second = (int(i) for i in np.argsort(-of_type, kind="stable")[:2])
    types = [CLAIM_TYPES[first]] + [CLAIM_TYPES[second]] * bool(of_type[second] >= SECOND)
    if tone.negated:
        types = list(dict.fromkeys("Limitation" if t == "Improvement" else t for t in types))
    return types


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    sentence = text[start:end]
    kept = len(sentence.rstrip())
    return start + len(sentence) - len(sentence.lstrip()), start + kept


def _context(text: str, sentences: Sequence[tuple[int, int]], entities: Sequence[Entity]) -> int:
    """Return how many sentences only lead up to the paper: none if it never speaks of itself."""
    methods = [m.start for e in entities if e.type == "Method" and e.named for m in e.mentions]
    for i, (start, end) in enumerate(sentences):
        if _SELF.search(text, start, end) or any(start <= at < end for at in methods):
            return i
    return 0


def _is_title(text: str, span: tuple[int, int]) -> bool:
    """Tell whether the first sentence is a title: over an abstract, or alone and of no results."""
    if text[span[1] - 1] in ".!?":
        return False
    alone = not text[span[1] :].strip() and not re.search(r"\d\s*%", text)
    return bool(_BLANK_LINE.match(text, span[1])) or (alone and not _SELF.search(text, *span))


def _claims(
    text: str,
    span: tuple[int, int],
    tone: Polarity,
    sure: float,
    types: Sequence[str],
    *,
    entities: Sequence[Entity],
    quantities: Sequence[Quantity],
) -> list[Claim]:
    """Return the claims of a sentence; its values go with the Improvement, else with the first.

    Losses that stand apart are a Limitation of their own.
    """
    start, end = span
    sentence = text[start:end]
    valued = types.index("Improvement") if "Improvement" in types else 0
    claims: list[Claim] = []
    for i, type_ in enumerate(types):
        slots = fill(sentence, start, type_, entities, swapped=tone.reversed)
        values = results(text, span, type_, quantities) if i == valued else ()
        if type_ == "Resource":  # numbers size the resource itself
            own = (slots.subject,) if slots.subject in slots.datasets else slots.datasets
            values = tuple(replace(v, datasets=own, tasks=slots.tasks) for v in values)
        else:
            values = toward(tied(sentence, start, values, slots, entities))
            values = standing(sentence, start, values, slots.comparators, entities)
        claim = Claim(
            quote=sentence,
            start=start,
            end=end,
            type=type_,
            subject=slots.subject,
            comparators=slots.comparators,
            metrics=slots.metrics,
            datasets=slots.datasets,
            tasks=slots.tasks,
            values=values,
            novel=tone.novel,
            negated=tone.negated,
            hedged=tone.hedged,
            score=round(sure * (_HEDGED if tone.hedged else 1.0), 4),
        )
        lost = losing_part(sentence, start, values) if type_ in _GAINS else ()
        if lost:
            kept = tuple(v for v in values if v not in lost)
            claims += [_narrowed(claim, kept), _narrowed(replace(claim, type="Limitation"), lost)]
        else:
            claims.append(claim)
    return claims


def _narrowed(claim: Claim, values: tuple[Quantity, ...]) -> Claim:
    """Return a claim of some of its values, with what these are of in its slots."""

    def kept(slot: str) -> tuple[str, ...]:
        names: tuple[str, ...] = getattr(claim, slot)
        return tuple(n for n in names if any(n in getattr(v, slot) for v in values))

    return replace(
        claim,
        values=values,
        metrics=kept("metrics"),
        datasets=kept("datasets"),
        tasks=kept("tasks"),
    )
