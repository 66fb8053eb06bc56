"""The published scorecard: every measure with a 95 % interval."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from sciloom.evaluation.score import Scores, Tally, score_paper, total
from sciloom.model import Extraction

_RESAMPLES = 1000
_SEED = 20240721


@dataclass(frozen=True, slots=True)
class Row:
    """One measure: its tally over all papers, and the bounds of a 95 % interval of F1."""

    measure: str
    tally: Tally
    low: float
    high: float

    def record(self) -> dict[str, str | int | float]:
        """Return the row as plain data, shares rounded to four digits."""
        return {
            "measure": self.measure,
            "precision": round(self.tally.precision, 4),
            "recall": round(self.tally.recall, 4),
            "f1": round(self.tally.f1, 4),
            "low": round(self.low, 4),
            "high": round(self.high, 4),
            "hits": self.tally.hits,
            "predicted": self.tally.predicted,
            "gold": self.tally.gold,
        }


def scorecard(gold: Sequence[Extraction], predicted: Sequence[Extraction]) -> tuple[Row, ...]:
    """Score extractions against gold of the same papers, in the same order.

    The interval is a percentile bootstrap over papers (1,000 resamples, fixed seed).
    """
    papers = [score_paper(here, there) for here, there in zip(gold, predicted, strict=True)]
    chance = random.Random(_SEED)  # noqa: S311 - resampling, not secrecy
    resamples = [total(chance.choices(papers, k=len(papers))) for _ in range(_RESAMPLES)]
    return tuple(
        Row(measure, tally, *_interval(resamples, measure))
        for measure, tally in total(papers).items()
    )


def _interval(resamples: Sequence[Scores], measure: str) -> tuple[float, float]:
    values = sorted(sample[measure].f1 for sample in resamples)
    cut = len(values) // 40
    return values[cut], values[-1 - cut]
