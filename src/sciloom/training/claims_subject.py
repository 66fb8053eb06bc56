"""Train the packaged choice of a claim's subject from annotated abstracts.

``python -m sciloom.training.claims_subject annotated.jsonl`` writes the file; with ``--folds`` it
prints the F1 of five-fold cross-validation by venue instead, given the gold claims and entities.
``--more further.jsonl`` adds abstracts to learn from.
Numpy only; the same input gives the same file.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sciloom.nlp.claims import classifier, subjects
from sciloom.nlp.claims.candidates import named_in, versus
from sciloom.nlp.claims.classifier import Feature
from sciloom.nlp.fitting.annotated import read
from sciloom.training.claims_data import (
    FOLDS,
    corrupted,
    folds_of,
    splitter,
    surfaces_in,
)
from sciloom.training.data import venue
from sciloom.training.linear import Array, matrix, minimise, pack, vocabulary

MIN_COUNT = 5
KEPT = 8_000
PENALTY = 12.0


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidates of a claim: their features and names, and which is the subject."""

    options: list[list[Feature]]
    names: list[str | None]
    gold: str | None
    fold: int

    @property
    def right(self) -> int:
        """The candidate to choose; none of the entities where the subject was not found."""
        return self.names.index(self.gold) if self.gold in self.names else len(self.names) - 1


def choices(papers: Sequence[dict[str, Any]], *, corrupt: bool = False) -> Iterator[Choice]:
    """Yield the choices that the claims of annotated abstracts pose."""
    sentences = splitter()
    folds = folds_of(papers)
    chance = random.Random(0)  # noqa: S311
    for paper in papers:
        text = paper["text"]
        spans = sentences(text)
        entities = list(surfaces_in(text, paper["entities"]))
        if corrupt:
            entities = corrupted(entities, chance)
        for claim in paper["claims"]:
            at = text.find(claim["quote"])
            end = at + len(claim["quote"])
            start, stop = max(spans, key=lambda span: min(span[1], end) - max(span[0], at))
            sentence = text[start:stop]
            named = named_in(sentence, start, entities)
            scene = subjects.Scene(
                sentence, start, claim["type"], entities, named, versus(sentence, named)
            )
            options = subjects.candidates(scene)
            yield Choice(
                [features for _, features in options],
                [entity.name if entity else None for entity, _ in options],
                claim["subject"],
                folds[venue(paper["id"])],
            )


def fit(rows: Sequence[Choice], names: Sequence[str]) -> Array:
    """Return one weight a feature, then the bias (0): the likeliest under a Gaussian prior."""
    x = matrix([option for row in rows for option in row.options], names)
    back = x.transposed()
    counts = np.array([len(row.options) for row in rows])
    starts = np.cumsum(counts) - counts
    right = starts + np.array([row.right for row in rows])

    def loss(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        total = x.times(flat[:, None].astype(np.float32))[:, 0].astype(np.float64)
        total -= np.repeat(np.maximum.reduceat(total, starts), counts)
        sums = np.add.reduceat(np.exp(total), starts)
        slope = np.exp(total) / np.repeat(sums, counts)
        slope[right] -= 1.0
        value = float((np.log(sums) - total[right]).sum() + 0.5 * PENALTY * (flat**2).sum())
        rise = back.times(slope[:, None].astype(np.float32))[:, 0]
        return value, rise.astype(np.float64) + PENALTY * flat

    weights = minimise(loss, np.zeros(x.width))
    weights[-1] = 0.0  # the bias is the same for every candidate
    return weights[:, None].astype(np.float32)


def cross_validate(clean: Sequence[Choice], corrupt: Sequence[Choice]) -> float:
    """Return the F1 of the subjects chosen, on venues held out."""
    counts: Counter[str] = Counter()
    for fold in range(FOLDS):
        seen = [row for row in (*clean, *corrupt) if row.fold != fold]
        names = _vocabulary(seen)
        weights = fit(seen, names)
        for row in clean:
            if row.fold == fold:
                chosen = row.names[int(matrix(row.options, names).times(weights).argmax())]
                counts["hits"] += chosen is not None and chosen == row.gold
                counts["all"] += (chosen is not None) + (row.gold is not None)
    return 2 * counts["hits"] / counts["all"]


def _vocabulary(rows: Sequence[Choice]) -> list[str]:
    return vocabulary((option for row in rows for option in row.options), MIN_COUNT)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and write the model, or cross-validate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("annotated", type=Path, help="one annotated abstract a line")
    parser.add_argument("--more", type=Path, help="further annotated abstracts, to learn from")
    parser.add_argument("--folds", action="store_true", help="cross-validate, write nothing")
    default = Path(classifier.__file__).parents[1] / "data" / subjects.FILE
    parser.add_argument("-o", "--output", type=Path, default=default)
    options = parser.parse_args(arguments)
    papers = read(options.annotated)
    if options.more:
        papers += read(options.more)
    clean, corrupt = list(choices(papers)), list(choices(papers, corrupt=True))
    if options.folds:
        sys.stdout.write(f"subject {cross_validate(clean, corrupt):.3f}\n")
        return 0
    names = _vocabulary([*clean, *corrupt])
    pack(fit([*clean, *corrupt], names), names, options.output, KEPT)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
