"""Scores -> probabilities that hold: fitted, and how far off they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sciloom.nlp.model.find import odds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def platt(scores: Sequence[float], hits: Sequence[bool]) -> tuple[float, float]:
    """Return scale and shift of the log-odds that make ``hits`` most likely."""
    columns = np.stack([odds(np.array(scores)), np.ones(len(scores))], axis=1)
    scale, shift = likeliest(columns, hits)
    return scale, shift


def likeliest(columns: NDArray[np.float64], hits: Sequence[bool]) -> tuple[float, ...]:
    """Return the weights of the columns that make ``hits`` most likely; the first is near 1.

    Newton's method; a step that makes them less likely is halved.
    """
    target = np.array(hits, dtype=np.float64)
    prior = np.eye(columns.shape[1])[0]
    weights = prior.copy()
    ridge = 1e-3

    def loss(at: NDArray[np.float64]) -> float:
        logits = columns @ at
        off = at - prior
        return float(np.sum(np.logaddexp(0, logits) - target * logits) + ridge * (off @ off) / 2)

    for _ in range(30):
        share = 1 / (1 + np.exp(-columns @ weights))
        slope = columns.T @ (share - target) + ridge * (weights - prior)
        bend = (columns * (share * (1 - share))[:, None]).T @ columns + ridge * np.eye(len(prior))
        step = np.linalg.solve(bend, slope)
        for _ in range(20):
            if loss(weights - step) <= loss(weights):
                weights = weights - step
                break
            step = step / 2
    return tuple(round(float(weight), 4) for weight in weights)


def calibration_error(scores: Sequence[float], hits: Sequence[bool], bins: int = 10) -> float:
    """Return the expected calibration error over bins of equal width."""
    place = np.minimum((np.array(scores) * bins).astype(int), bins - 1)
    gap = 0.0
    for number in range(bins):
        inside = place == number
        if inside.any():
            gap += abs(np.array(scores)[inside].mean() - np.array(hits)[inside].mean()) * float(
                inside.mean()
            )
    return gap
