"""Train the packaged claim classifier from annotated abstracts.

``python -m sciloom.training.claims_linear annotated.jsonl`` writes ``nlp/data/claims_linear.npz``;
with ``--folds`` it prints the F1 of five-fold cross-validation by venue instead. Numpy only; the
same input gives the same file.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sciloom.model import CLAIM_TYPES, Entity
from sciloom.nlp.claims import classifier
from sciloom.nlp.claims.classifier import Feature
from sciloom.nlp.claims.component import THRESHOLD
from sciloom.nlp.claims.features import features_of
from sciloom.training.claims_data import (
    FOLDS,
    corrupted,
    folds_of,
    read_papers,
    splitter,
    surfaces_in,
)
from sciloom.training.linear import Array, matrix, minimise, pack, vocabulary

MIN_COUNT = 8  # sentences, of the copies below, that a feature must stand in
KEPT = 24_000  # features in the packaged model, those that weigh most
PENALTY = 10.0


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence: its features, the types of the claims in it, and the fold of its venue."""

    features: list[Feature]
    types: tuple[str, ...]
    fold: int


def examples(
    papers: Sequence[dict[str, Any]], *, corrupt: bool = False, alone: bool = False
) -> list[Example]:
    """Return the sentences of annotated abstracts, with gold or corrupted entities.

    ``alone`` takes each sentence as a text of its own, for inputs that are shorter than abstracts.
    """
    sentences = splitter()
    folds = folds_of(papers)
    chance = random.Random(0)  # noqa: S311
    found = []
    for paper in papers:
        text = paper["text"]
        spans = sentences(text)
        entities: Sequence[Entity] = surfaces_in(text, paper["entities"])
        if corrupt:
            entities = corrupted(entities, chance)
        types = _types(text, spans, paper["claims"])
        if alone:
            rows = [features_of(text, [span], entities)[0] for span in spans]
        else:
            rows = features_of(text, spans, entities)
        fold = folds[paper["id"].split("-")[0]]
        found += [Example(row, kinds, fold) for row, kinds in zip(rows, types, strict=True)]
    return found


def _types(
    text: str, spans: Sequence[tuple[int, int]], claims: Iterable[dict[str, Any]]
) -> list[tuple[str, ...]]:
    types: list[list[str]] = [[] for _ in spans]
    for claim in claims:
        start = text.find(claim["quote"])
        end = start + len(claim["quote"])
        shared = [min(b, end) - max(a, start) for a, b in spans]
        types[max(range(len(spans)), key=shared.__getitem__)].append(claim["type"])
    return [tuple(kinds) for kinds in types]


def fit(rows: Sequence[Example], names: Sequence[str]) -> Array:
    """Return the weights of claim and types (given a claim), the biases in the last row."""
    x = matrix([row.features for row in rows], names)
    # Every column holds something: each name stands in some row.
    back = x.transposed()
    claims = np.array([bool(row.types) for row in rows])
    y = np.array([[bool(row.types), *(t in row.types for t in CLAIM_TYPES)] for row in rows])
    sign = np.where(y, 1.0, -1.0).astype(np.float32)
    counted = np.ones_like(sign)
    counted[~claims, 1:] = 0.0
    penalty = np.full((x.width, 1), PENALTY, dtype=np.float32)
    penalty[-1] = 0.0

    def loss(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        weights = flat.reshape(x.width, -1).astype(np.float32)
        margin = x.times(weights) * sign
        slope = -sign * counted / (1.0 + np.exp(np.clip(margin, -30, 30)))
        value = float((np.logaddexp(0.0, -margin) * counted).sum())
        value += float(0.5 * (penalty * weights**2).sum())
        return value, (back.times(slope) + penalty * weights).ravel().astype(np.float64)

    return minimise(loss, np.zeros(x.width * sign.shape[1])).reshape(x.width, -1).astype(np.float32)


def copies(papers: Sequence[dict[str, Any]]) -> dict[str, list[Example]]:
    """Return the three forms in which the classifier sees every sentence."""
    return {
        "gold": examples(papers),
        "corrupted": examples(papers, corrupt=True),
        "alone": examples(papers, corrupt=True, alone=True),
    }


def cross_validate(forms: dict[str, list[Example]]) -> dict[str, tuple[float, float]]:
    """Return claim and typed-claim F1 for each form of the sentences, on venues held out."""
    counts: Counter[tuple[str, str]] = Counter()
    for fold in range(FOLDS):
        seen = [row for rows in forms.values() for row in rows if row.fold != fold]
        names = vocabulary([row.features for row in seen], MIN_COUNT)
        weights = fit(seen, names)
        for form, rows in forms.items():
            held = [row for row in rows if row.fold == fold]
            scores = 1.0 / (
                1.0 + np.exp(-matrix([row.features for row in held], names).times(weights))
            )
            for row, score in zip(held, scores, strict=True):
                counts[form, "all"] += len(row.types)
                if score[0] >= THRESHOLD:
                    counts[form, "all"] += 1
                    counts[form, "claim"] += bool(row.types)
                    counts[form, "typed"] += CLAIM_TYPES[int(score[1:].argmax())] in row.types
    return {
        form: (
            2 * counts[form, "claim"] / counts[form, "all"],
            2 * counts[form, "typed"] / counts[form, "all"],
        )
        for form in forms
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and write the model, or cross-validate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("annotated", type=Path, help="one annotated abstract a line")
    parser.add_argument("--folds", action="store_true", help="cross-validate, write nothing")
    default = Path(classifier.__file__).parents[1] / "data" / classifier.FILE
    parser.add_argument("-o", "--output", type=Path, default=default)
    options = parser.parse_args(arguments)
    papers = read_papers(options.annotated)
    forms = copies(papers)
    if options.folds:
        for form, (claim, typed) in cross_validate(forms).items():
            sys.stdout.write(f"{form}\tclaim {claim:.3f}\ttyped {typed:.3f}\n")
        return 0
    rows = [row for form in forms.values() for row in form]
    names = vocabulary([row.features for row in rows], MIN_COUNT)
    pack(fit(rows, names), names, options.output, KEPT)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
