"""Annotated abstracts as the claim models learn from them."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from sciloom.model import ROLES, Entity, Mention
from sciloom.nlp import make_pipeline, sentence_spans
from sciloom.training.data import venue

FOLDS = 5
#: Corrupted entities teach a model not to lean on roles that the pipeline gets wrong.
DROPPED, MISREAD = 0.3, 0.25


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


def splitter() -> Callable[[str], list[tuple[int, int]]]:
    """Return what cuts a text into sentences as the pipeline does."""
    nlp = make_pipeline("rules")
    return lambda text: list(sentence_spans(nlp, text))


def folds_of(papers: Iterable[dict[str, Any]]) -> dict[str, int]:
    """Return the fold of each venue: spread, evenly by number of papers."""
    venues = Counter(venue(paper["id"]) for paper in papers)
    sizes = [0] * FOLDS
    folds = {}
    for name, count in sorted(venues.items(), key=lambda pair: (-pair[1], pair[0])):
        folds[name] = min(range(FOLDS), key=sizes.__getitem__)
        sizes[folds[name]] += count
    return folds
