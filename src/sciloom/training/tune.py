"""Fit thresholds and calibration on abstracts held out from training, end to end."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from sciloom.evaluation.score import Scores, Tally, score_paper, total
from sciloom.facts import from_record
from sciloom.model import CLAIM_TYPES, Claim, Extraction
from sciloom.nlp.model.encode import Encoded
from sciloom.nlp.model.facts import entities_of, relations_of
from sciloom.nlp.model.find import BY_RULE, odds
from sciloom.nlp.model.heads import HeadInputs
from sciloom.nlp.model.read import Heads, Thresholds, read
from sciloom.nlp.model.runtime import threshold_at
from sciloom.nlp.model.words import sentences
from sciloom.training.calibration import calibration_error, likeliest, platt
from sciloom.training.data import records, venue

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    from sciloom.nlp.model.advice import Adviser

#: Values tried for each threshold in turn.
GRIDS: tuple[tuple[str, tuple[float, ...]], ...] = (
    ("linear_tags", (0.0, 0.1, 0.2, 0.3, 0.4)),
    ("outside", (-2.0, -1.5, -1.0, -0.5, 0.0, 0.5)),
    ("entity", (0.0, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)),
    ("same", (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)),
    ("linear_roles", (0.0, 0.3, 0.6, 1.0)),
    ("proposed", (-1.0, -0.5, 0.0, 0.5, 1.0)),
    ("linear_relations", (0.0, 0.3, 0.6)),
    ("relation", (0.1, 0.12, 0.14, 0.16, 0.18, 0.2, 0.22, 0.25, 0.3)),
    ("claim", (0.2, 0.25, 0.3, 0.35, 0.4, 0.5)),
)
#: How many steps the precision curve takes from 0 to 1.
_CURVE = 50
#: The precision at which the curve is tried on venues that it was not fitted on.
_ASKED = 0.9
#: Below the first no relation is looked at; the second is their threshold until it is chosen.
_LEAST, _LIKELY = 0.02, 0.18
#: What each threshold is chosen for: the sum of these measures' F1.
AIMS = {
    "linear_tags": ("entities, exact", "entities, lenient"),
    "outside": ("entities, exact", "entities, lenient"),
    "entity": ("entities, exact", "entities, lenient"),
    "same": ("entities, exact", "entities, lenient"),
    "linear_roles": ("proposed, lenient",),
    "proposed": ("proposed, lenient",),
    "linear_relations": ("relations",),
    "relation": ("relations",),
    "claim": ("claims", "claims, typed"),
}


class Remembered:
    """Heads that encode each text once."""

    def __init__(self, heads: Heads) -> None:
        self.heads = heads
        self.moves = heads.moves
        self._known: dict[str, tuple[NDArray[np.float32], NDArray[np.float32]]] = {}

    def encode(self, encoded: Encoded) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the tag scores and the states of the words."""
        if encoded.text not in self._known:
            self._known[encoded.text] = self.heads.encode(encoded)
        return self._known[encoded.text]

    def entities(
        self, words: NDArray[np.float32], inputs: HeadInputs, kinds: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
        """Return entity states, role logits and named logits."""
        return self.heads.entities(words, inputs, kinds)

    def pairs(
        self, words: NDArray[np.float32], states: NDArray[np.float32], inputs: HeadInputs
    ) -> NDArray[np.float32]:
        """Return the logits of ordered pairs."""
        return self.heads.pairs(words, states, inputs)

    def sentences(
        self, words: NDArray[np.float32], spans: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return the logits of claim kinds."""
        return self.heads.sentences(words, spans)


@dataclass(frozen=True, slots=True, eq=False)
class Measurer:
    """Reads abstracts and scores what was read against their gold.

    ``advisers`` has those of the abstracts, where they are advised.
    """

    gold: Sequence[Extraction]
    heads: Heads
    tokenizer: Tokenizer
    advisers: Sequence[Adviser] = ()

    def of(self, places: Sequence[int]) -> Measurer:
        """Return the measurer of some of the abstracts."""
        gold = [self.gold[i] for i in places]
        return replace(
            self, gold=gold, advisers=[self.advisers[i] for i in places if self.advisers]
        )

    def predict(self, thresholds: Thresholds) -> list[Extraction]:
        """Return what is read in each abstract."""
        advisers: Sequence[Adviser | None] = self.advisers or [None] * len(self.gold)
        return [
            self._extract(here, thresholds, adviser)
            for here, adviser in zip(self.gold, advisers, strict=True)
        ]

    def scores(self, thresholds: Thresholds) -> Scores:
        """Return the tallies over all abstracts."""
        predicted = self.predict(thresholds)
        return total(map(score_paper, self.gold, predicted))

    def _extract(
        self, here: Extraction, thresholds: Thresholds, adviser: Adviser | None
    ) -> Extraction:
        text = here.paper.text
        spans = sentences(text)
        reading = read(text, self.heads, self.tokenizer, thresholds, spans, adviser=adviser)
        claims = [
            Claim(quote=text[a:b], start=a, end=b, type=kind, subject=None, score=share)
            for (a, b), row in zip(spans, reading.claims, strict=True)
            for kind, share in zip(CLAIM_TYPES, row, strict=True)
            if share >= thresholds.claim
        ]
        return Extraction(
            paper=here.paper,
            entities=entities_of(text, reading),
            relations=relations_of(reading, spans),
            claims=tuple(claims),
        )


def read_gold(path: Path, venues: Collection[str]) -> list[Extraction]:
    """Return the annotated abstracts of these venues, cleaned."""
    kept = [record for record in records(path) if venue(record["id"]) in venues]
    for record in kept:
        # Values are no matter of the model; a few quotes read otherwise on their own than in place.
        claims = [claim | {"values": []} for claim in record["claims"]]
        record["claims"] = [claim for claim in claims if claim["quote"] in record["text"]]
    return [from_record(json.dumps(r), file=path.name, record=r["id"]) for r in kept]


def tune(measurer: Measurer, say: Callable[[str], None] = print) -> Thresholds:
    """Return thresholds and calibration, each chosen with the others held."""
    chosen = Thresholds(entity=0.0)
    for name, values in GRIDS:
        if name.startswith("linear_") and not measurer.advisers:
            continue
        if name == "entity":
            scale, shift = platt(*entity_hits(measurer, chosen))
            chosen = replace(chosen, entity_scale=scale, entity_shift=shift)
        if name == "relation":
            chosen = _calibrated(measurer, chosen)
        tried = []
        for value in values:
            here = replace(chosen, **{name: value})
            if name == "linear_relations":
                here = replace(_calibrated(measurer, here), relation=_LIKELY)
            scores = measurer.scores(here)
            tried.append((sum(scores[aim].f1 for aim in AIMS[name]) / len(AIMS[name]), value))
        best = max(tried)
        say(f"{name}: {best[1]} ({', '.join(f'{v}: {f:.4f}' for f, v in tried)})")
        chosen = replace(chosen, **{name: best[1]})
    return chosen


def _calibrated(measurer: Measurer, thresholds: Thresholds) -> Thresholds:
    """Return the thresholds with the calibration of relations fitted."""
    raw = replace(
        thresholds, relation=_LEAST, relation_scale=1.0, relation_ends=0.0, relation_shift=0.0
    )
    read_ = measurer.predict(raw)
    ends = [
        float(sum(odds(np.array([score[r.subject], score[r.object]]))))
        for paper in read_
        for score in [{entity.name: entity.score for entity in paper.entities}]
        for r in paper.relations
    ]
    scores, hits = relation_hits(measurer, raw)
    columns = np.stack([odds(np.array(scores)), np.array(ends), np.ones(len(ends))], axis=1)
    scale, end, shift = likeliest(columns, hits)
    return replace(thresholds, relation_scale=scale, relation_ends=end, relation_shift=shift)


def report(measurer: Measurer, thresholds: Thresholds, say: Callable[[str], None] = print) -> None:
    """Say the scores of all measures that gold has, and the errors of calibration."""
    for measure, tally in measurer.scores(thresholds).items():
        if tally.gold:
            say(f"{measure:20} {tally.precision:.3f} {tally.recall:.3f} {tally.f1:.4f}")
    for name, hits in (("entities", entity_hits), ("relations", relation_hits)):
        error = calibration_error(*hits(measurer, thresholds))
        say(f"expected calibration error of {name}: {error:.4f}")
    if len({venue(here.paper.id) for here in measurer.gold}) > 1:
        error, precision = left_out(measurer, thresholds, _ASKED)
        say(
            f"each venue by what the others fit: {error:.4f}; precision {precision:.3f} of {_ASKED}"
        )


def precision_curve(measurer: Measurer, thresholds: Thresholds) -> list[tuple[float, float, float]]:
    """Return (entity threshold, precision, recall) over the range of thresholds."""
    read_ = measurer.predict(replace(thresholds, entity=0.0))
    rows = []
    for step in range(1, _CURVE):
        threshold = step / _CURVE
        kept = [
            replace(
                paper,
                entities=tuple(e for e in paper.entities if e.score >= threshold),
                relations=(),
                claims=(),
            )
            for paper in read_
        ]
        tally = total(map(score_paper, measurer.gold, kept))["entities, exact"]
        rows.append((threshold, round(tally.precision, 4), round(tally.recall, 4)))
    return rows


def left_out(measurer: Measurer, thresholds: Thresholds, precision: float) -> tuple[float, float]:
    """Return the calibration error of entities, and the precision reached where one is asked for.

    Scale, shift and threshold for each venue are fitted on the others.
    """
    scores: list[float] = []
    hits: list[bool] = []
    kept = Tally()
    raw = replace(thresholds, entity=0.0, entity_scale=1.0, entity_shift=0.0, relation=1.0)
    venues = [venue(here.paper.id) for here in measurer.gold]
    for name in sorted(set(venues)):
        rest, here = (
            measurer.of([i for i, other in enumerate(venues) if (other == name) is inside])
            for inside in (False, True)
        )
        scale, shift = platt(*entity_hits(rest, raw))
        fitted = replace(raw, entity_scale=scale, entity_shift=shift)
        some_scores, some_hits = entity_hits(here, fitted)
        scores += some_scores
        hits += some_hits
        sure = threshold_at(precision_curve(rest, fitted), precision)
        kept += here.scores(replace(fitted, entity=sure))["entities, exact"]
    return calibration_error(scores, hits), kept.precision


def entity_hits(measurer: Measurer, thresholds: Thresholds) -> tuple[list[float], list[bool]]:
    """Return the score of each entity read, and whether gold has it (a surface and the type).

    Those that stand by rule alone have no score of their own: they are left out.
    """
    scores, hits = [], []
    for gold, read_ in zip(measurer.gold, measurer.predict(thresholds), strict=True):
        for entity in read_.entities:
            if entity.score == BY_RULE:
                continue
            one = replace(read_, entities=(entity,), relations=(), claims=())
            scores.append(entity.score)
            hits.append(score_paper(gold, one)["entities, exact"].hits > 0)
    return scores, hits


def relation_hits(measurer: Measurer, thresholds: Thresholds) -> tuple[list[float], list[bool]]:
    """Return the score of each relation read, and whether gold has it."""
    scores, hits = [], []
    for gold, read_ in zip(measurer.gold, measurer.predict(thresholds), strict=True):
        for relation in read_.relations:
            one = replace(read_, relations=(relation,), claims=())
            scores.append(relation.score)
            hits.append(score_paper(gold, one)["relations"].hits > 0)
    return scores, hits
