"""Train the packaged claim classifier from annotated abstracts.

``python -m sciloom.training.claims_linear annotated.jsonl`` writes ``nlp/data/claims_linear.npz``;
with ``--folds`` it prints the F1 of five-fold cross-validation by venue instead. Numpy only; the
same input gives the same file.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import spacy
from numpy.typing import NDArray

from sciloom.model import CLAIM_TYPES, ROLES, Entity, Mention
from sciloom.nlp import extensions
from sciloom.nlp.claims import classifier
from sciloom.nlp.claims.component import THRESHOLD
from sciloom.nlp.claims.features import Feature, features_of

MIN_COUNT = 8  # sentences, of the copies below, that a feature must stand in
KEPT = 24_000  # features in the packaged model, those that weigh most
PENALTY = 10.0
ITERATIONS = 60
FOLDS = 5
#: Corrupted entities teach the classifier not to lean on roles that the pipeline gets wrong.
DROPPED, MISREAD = 0.3, 0.25

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence: its features, the types of the claims in it, and the fold of its venue."""

    features: list[Feature]
    types: tuple[str, ...]
    fold: int


@dataclass(frozen=True, slots=True)
class Matrix:
    """Sparse rows: ``columns`` and ``values`` of row i lie at ``starts[i]:starts[i + 1]``."""

    starts: NDArray[np.int64]
    columns: NDArray[np.int64]
    values: Array
    width: int

    def times(self, weights: Array) -> Array:
        """Return the product with a dense matrix (no row is empty)."""
        terms = weights[self.columns] * self.values[:, None]
        return np.add.reduceat(terms, self.starts[:-1], axis=0)

    def transposed(self) -> Matrix:
        """Return the same numbers by column."""
        rows = np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))
        order = np.argsort(self.columns, kind="stable")
        counts = np.bincount(self.columns, minlength=self.width)
        starts = np.concatenate([[0], np.cumsum(counts)])
        return Matrix(starts, rows[order], self.values[order], len(self.starts) - 1)


def surfaces_in(text: str, annotated: Iterable[dict[str, Any]]) -> tuple[Entity, ...]:
    """Return the annotated entities with the places of their surfaces, longest first."""
    entries = list(annotated)
    places: list[list[tuple[int, int]]] = [[] for _ in entries]
    taken = bytearray(len(text))
    forms = [
        (form, i) for i, entry in enumerate(entries) for form in entry["surface"] if form.strip()
    ]
    for form, i in sorted(forms, key=lambda pair: -len(pair[0])):
        for match in re.finditer(
            rf"(?<!\w){re.escape(form)}(?!\w)|(?<=\W){re.escape(form)}(?=s\b)", text
        ):
            start, end = match.span()
            if not any(taken[start:end]):
                taken[start:end] = b"\1" * (end - start)
                places[i].append((start, end))
    return tuple(
        Entity(
            name=entry["name"],
            surface=tuple(entry["surface"]),
            type=entry["type"],
            role=entry["role"],
            named=entry["named"],
            mentions=tuple(
                Mention(start=a, end=b, text=text[a:b], type=entry["type"], score=1.0)
                for a, b in sorted(spans)
            ),
            score=1.0,
        )
        for entry, spans in zip(entries, places, strict=True)
    )


def corrupted(entities: Iterable[Entity], chance: random.Random) -> list[Entity]:
    """Return the entities as a fallible reader would find them: some missed, some roles wrong."""
    return [
        replace(entity, role=chance.choice(ROLES)) if chance.random() < MISREAD else entity
        for entity in entities
        if chance.random() >= DROPPED
    ]


def examples(
    papers: Sequence[dict[str, Any]], *, corrupt: bool = False, alone: bool = False
) -> list[Example]:
    """Return the sentences of annotated abstracts, with gold or corrupted entities.

    ``alone`` takes each sentence as a text of its own, for inputs that are shorter than abstracts.
    """
    extensions.register()
    import_module("sciloom.nlp.text.tokenizer")
    import_module("sciloom.nlp.text.sentences")
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "sciloom.tokenizer.v1"}}})
    nlp.add_pipe("sciloom_sentences_v1")
    folds = _folds(papers)
    chance = random.Random(0)  # noqa: S311
    found = []
    for paper in papers:
        text = paper["text"]
        spans = [(s.start_char, s.end_char) for s in nlp(text).sents]
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


def _folds(papers: Iterable[dict[str, Any]]) -> dict[str, int]:
    """Spread the venues over the folds, evenly by number of papers."""
    venues = Counter(paper["id"].split("-")[0] for paper in papers)
    sizes = [0] * FOLDS
    folds = {}
    for venue, count in sorted(venues.items(), key=lambda pair: (-pair[1], pair[0])):
        folds[venue] = min(range(FOLDS), key=sizes.__getitem__)
        sizes[folds[venue]] += count
    return folds


def vocabulary(rows: Iterable[Example]) -> list[str]:
    """Return the features that stand in enough sentences."""
    counts = Counter(name for row in rows for name, _ in row.features)
    return sorted(name for name, count in counts.items() if count >= MIN_COUNT)


def matrix(rows: Sequence[Example], names: Sequence[str]) -> Matrix:
    """Return the rows over the named features; the last column is the bias, 1 in each row."""
    index = {name: i for i, name in enumerate(names)}
    starts, columns, values = [0], [], []
    for row in rows:
        known = [(index[name], value) for name, value in row.features if name in index]
        columns += [column for column, _ in known] + [len(names)]
        values += [value for _, value in known] + [1.0]
        starts.append(len(columns))
    return Matrix(
        np.array(starts), np.array(columns), np.array(values, dtype=np.float32), len(names) + 1
    )


def fit(rows: Sequence[Example], names: Sequence[str]) -> Array:
    """Return the weights of claim and types (given a claim), the biases in the last row."""
    x = matrix(rows, names)
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


def minimise(
    loss: Callable[[NDArray[np.float64]], tuple[float, NDArray[np.float64]]],
    start: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return where a smooth convex loss is least, by L-BFGS (Liu and Nocedal, 1989)."""
    point, (value, slope) = start, loss(start)
    memory: deque[tuple[NDArray[np.float64], NDArray[np.float64], float]] = deque(maxlen=8)
    for _ in range(ITERATIONS):
        direction = -slope
        applied = []
        for step, change, rho in reversed(memory):
            share = rho * float(step @ direction)
            direction = direction - share * change
            applied.append(share)
        if memory:
            step, change, _ = memory[-1]
            direction = direction * (float(step @ change) / float(change @ change))
        else:
            direction = direction / max(1.0, float(np.abs(slope).sum()) ** 0.5)
        for (step, change, rho), share in zip(memory, reversed(applied), strict=True):
            direction = direction + (share - rho * float(change @ direction)) * step
        length, along = 1.0, float(slope @ direction)
        while True:
            following = point + length * direction
            found, steeper = loss(following)
            if found <= value + 1e-4 * length * along or length < 1e-6:
                break
            length /= 2
        step, change = following - point, steeper - slope
        if (curve := float(step @ change)) > 1e-10:
            memory.append((step, change, 1.0 / curve))
        if value - found < 1e-6 * abs(value):
            return following
        point, value, slope = following, found, steeper
    return point


def pack(weights: Array, names: Sequence[str], path: Path) -> None:
    """Write the model: the heaviest features, as 8-bit weights under their hashes."""
    body, biases = weights[:-1], weights[-1]
    heaviest = np.argsort(-np.abs(body).max(axis=1), kind="stable")[:KEPT]
    hashes = np.array([classifier.feature_hash(names[i]) for i in heaviest], dtype=np.uint32)
    hashes, first = np.unique(hashes, return_index=True)
    kept = body[heaviest][first]
    scales = np.abs(kept).max(axis=0) / 127.0
    np.savez_compressed(
        path,
        hashes=hashes,
        weights=np.round(kept / scales).astype(np.int8),
        scales=scales.astype(np.float64),
        biases=biases.astype(np.float64),
    )


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
        names = vocabulary(seen)
        weights = fit(seen, names)
        for form, rows in forms.items():
            held = [row for row in rows if row.fold == fold]
            scores = 1.0 / (1.0 + np.exp(-matrix(held, names).times(weights)))
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
    default = Path(classifier.__file__).with_name("data") / classifier.FILE
    parser.add_argument("-o", "--output", type=Path, default=default)
    options = parser.parse_args(arguments)
    lines = options.annotated.read_text("utf-8").splitlines()
    papers = [json.loads(line) for line in lines if line.strip()]
    forms = copies(papers)
    if options.folds:
        for form, (claim, typed) in cross_validate(forms).items():
            sys.stdout.write(f"{form}\tclaim {claim:.3f}\ttyped {typed:.3f}\n")
        return 0
    rows = [row for form in forms.values() for row in form]
    names = vocabulary(rows)
    pack(fit(rows, names), names, options.output)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
