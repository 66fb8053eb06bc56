"""Train the packaged claim classifiers.

``python -m sciloom.training.claims_linear annotated.jsonl`` writes ``nlp/data/claims_linear.npz``,
which is weighed with the network; with ``--folds`` it prints the F1 of five-fold cross-validation
by venue instead. With ``--unlabelled abstracts.jsonl.gz`` it writes ``nlp/data/claims_alone.npz``,
which reads where no network does: it learns from that mean on abstracts that nobody annotated, too
(Hinton, Vinyals and Dean, 2015). ``--more hasty.jsonl`` adds abstracts annotated in haste. The
same input gives the same file.
"""

from __future__ import annotations

import argparse
import gzip
import json
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
from sciloom.nlp.claims.component import THRESHOLD, chances
from sciloom.nlp.claims.features import features_of
from sciloom.nlp.fitting.annotated import read
from sciloom.nlp.model.facts import entities_of
from sciloom.nlp.model.runtime import WEIGHTS, load
from sciloom.training.claims_data import (
    FOLDS,
    corrupted,
    folds_of,
    splitter,
    surfaces_in,
)
from sciloom.training.data import venue
from sciloom.training.linear import Array, matrix, minimise, pack, vocabulary

MIN_COUNT = 8  # sentences, of the copies below, that a feature must stand in
KEPT = 24_000  # features in the packaged model, those that weigh most
PENALTY = 10.0
TAUGHT = 1_500  # abstracts to be taught by the network
HASTY = 0.6  # weight of an abstract annotated in haste
WEIGHT = 1.5  # of a sentence taught, beside three copies of one annotated
USUAL = range(400, 2500)  # characters of an abstract to be taught by


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence: its features, the types of the claims in it, and the fold of its venue.

    ``taught`` is for a sentence that nobody annotated: P(claim), and that of a claim of each type.
    ``weight`` is what the sentence counts as.
    """

    features: list[Feature]
    types: tuple[str, ...]
    fold: int
    taught: tuple[float, ...] = ()
    weight: float = 1.0


def examples(
    papers: Sequence[dict[str, Any]],
    *,
    corrupt: bool = False,
    alone: bool = False,
    weight: float = 1.0,
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
        fold = folds[venue(paper["id"])]
        found += [
            Example(row, kinds, fold, weight=weight) for row, kinds in zip(rows, types, strict=True)
        ]
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


def taught(texts: Iterable[str], network: Path) -> list[Example]:
    """Return the sentences of texts with what the linear classifier and the network say of them."""
    sentences, model = splitter(), load(network)
    found = []
    for text in texts:
        spans = sentences(text)
        reading = model.read(text, spans)
        rows = features_of(text, spans, entities_of(text, reading))
        for row, linear, kinds in zip(
            rows, classifier.probabilities(rows), reading.claims, strict=True
        ):
            claim, types = chances(linear, kinds)
            found.append(Example(row, (), -1, (claim, *(float(t) for t in types))))
    return found


def unlabelled(path: Path, annotated: Iterable[dict[str, Any]]) -> list[str]:
    """Return some abstracts of usual length of a JSONL file, none of them annotated."""
    known = {" ".join(paper["text"].split()) for paper in annotated}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        texts = [json.loads(line).get("abstract") or "" for line in lines]
    texts = [t for t in texts if len(t) in USUAL and " ".join(t.split()) not in known]
    random.Random(0).shuffle(texts)  # noqa: S311
    return texts[:TAUGHT]


def fit(rows: Sequence[Example], names: Sequence[str]) -> Array:
    """Return the weights of claim and types (given a claim), the biases in the last row."""
    x = matrix([row.features for row in rows], names)
    # Every column holds something: each name stands in some row.
    back = x.transposed()
    y, counted = _targets(rows)
    penalty = np.full((x.width, 1), PENALTY, dtype=np.float32)
    penalty[-1] = 0.0

    def loss(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        weights = flat.reshape(x.width, -1).astype(np.float32)
        total = x.times(weights)
        chance = 1.0 / (1.0 + np.exp(-np.clip(total, -30, 30)))
        slope = (counted * (chance - y)).astype(np.float32)
        value = float(((np.logaddexp(0.0, total) - y * total) * counted).sum())
        value += float(0.5 * (penalty * weights**2).sum())
        return value, (back.times(slope) + penalty * weights).ravel().astype(np.float64)

    return minimise(loss, np.zeros(x.width * y.shape[1])).reshape(x.width, -1).astype(np.float32)


def _targets(rows: Sequence[Example]) -> tuple[Array, Array]:
    """Return the chances of a claim and of each type given one, and what each weighs."""
    y = np.zeros((len(rows), 1 + len(CLAIM_TYPES)), dtype=np.float32)
    counted = np.ones_like(y)
    for i, row in enumerate(rows):
        if row.taught:
            y[i, 0] = row.taught[0]
            y[i, 1:] = np.minimum(1.0, np.array(row.taught[1:]) / max(row.taught[0], 1e-6))
            counted[i] = WEIGHT
            counted[i, 1:] *= y[i, 0]
        else:
            y[i] = [bool(row.types), *(t in row.types for t in CLAIM_TYPES)]
            counted[i] = row.weight
            counted[i, 1:] *= y[i, 0]
    return y, counted


def copies(papers: Sequence[dict[str, Any]], weight: float = 1.0) -> dict[str, list[Example]]:
    """Return the three forms in which the classifier sees every sentence."""
    return {
        "gold": examples(papers, weight=weight),
        "corrupted": examples(papers, corrupt=True, weight=weight),
        "alone": examples(papers, corrupt=True, alone=True, weight=weight),
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
    parser.add_argument("--more", type=Path, help="abstracts annotated in haste: they count less")
    parser.add_argument("--folds", action="store_true", help="cross-validate, write nothing")
    parser.add_argument("--unlabelled", type=Path, help="JSONL, gzipped, with an abstract a line")
    parser.add_argument("--network", type=Path, default=WEIGHTS, help="the teacher's folder")
    parser.add_argument("-o", "--output", type=Path)
    options = parser.parse_args(arguments)
    data = Path(classifier.__file__).parents[1] / "data"
    papers = read(options.annotated)
    forms = copies(papers)
    if options.folds:
        for form, (claim, typed) in cross_validate(forms).items():
            sys.stdout.write(f"{form}\tclaim {claim:.3f}\ttyped {typed:.3f}\n")
        return 0
    rows = [row for form in forms.values() for row in form]
    if options.more:
        hasty = read(options.more)
        papers = [*papers, *hasty]
        rows += [row for form in copies(hasty, HASTY).values() for row in form]
    file = classifier.BESIDE
    if options.unlabelled:
        file = classifier.ALONE
        rows += taught(unlabelled(options.unlabelled, papers), options.network)
    names = vocabulary([row.features for row in rows], MIN_COUNT)
    pack(fit(rows, names), names, options.output or data / file, KEPT)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
