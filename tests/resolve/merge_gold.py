"""Sets of pairs, and for each a corpus of the names that decide them.

On ``tuned`` and ``fresh`` the rules and the threshold were chosen, by the errors on ``third`` rules
were mended; nothing was chosen by ``fourth``. ``SET_pairs.csv`` holds the pairs with two readings
and what they settled on. ``SET_names.csv`` tells how many papers read a
name as a type, how many of them propose it, and with which short form; a paper of the corpus holds
one such entity. A bare short form of a pair stands in a paper of its own, in the role told, that
spells it out as told, beside the names told. ``SET_words.txt`` holds short forms that abstracts
use as words of the language.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from sciloom.model import Entity, Extraction, Mention, Paper
from sciloom.resolve import normalise, resolve
from sciloom.vocab import paper_iri

DATA = Path(__file__).parent / "data"
SETS = ("tuned", "fresh", "third", "fourth")
BARE = "bare short form"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two names, how they were drawn, whether two readings and both together call them the same.

    ``paper`` is one of the pair's own, or None.
    """

    one: str
    other: str
    drawn: str
    first: bool
    second: bool
    same: bool
    paper: Extraction | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the pairs come out: the same and found so, different but found the same, missed."""

    right: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        return self.right / (self.right + self.wrong)

    @property
    def recall(self) -> float:
        return self.right / (self.right + self.missed)


def corpus(name: str) -> list[Extraction]:
    """Return one paper for each use of a name, and one of words."""
    words = (DATA / f"{name}_words.txt").read_text(encoding="utf-8")
    papers = [Extraction(paper=Paper(id="words", text=words, abstract=words))]
    with (DATA / f"{name}_names.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            forms = tuple(filter(None, (row["name"], row["short"])))
            for k in range(int(row["papers"])):
                role = "proposed" if k < int(row["proposed"]) else "used"
                papers.append(_paper(len(papers), "", (row["type"], role, forms)))
    return papers


def pairs(name: str) -> list[Pair]:
    """Return the pairs, in the order of the file."""
    with (DATA / f"{name}_pairs.csv").open(encoding="utf-8", newline="") as file:
        return [_pair(row, k) for k, row in enumerate(csv.DictReader(file))]


def outcome(papers: list[Extraction], gold: list[Pair], threshold: float) -> Outcome:
    """Resolve the corpus and the pairs' own papers; compare with what was settled."""
    own = [pair.paper for pair in gold if pair.paper]
    resolution = resolve([*papers, *own], threshold=threshold)
    uses: dict[str, Counter[str]] = {}
    for link in chain.from_iterable(resolution.links):
        uses.setdefault(normalise(link.entity), Counter())[link.concept] += 1
    concepts = resolution.concept_of()
    counts: Counter[tuple[bool, bool]] = Counter()
    for pair in gold:
        if pair.paper:
            one = concepts[paper_iri(pair.paper.paper), pair.one]
        else:
            one = _most(uses, pair.one)
        counts[pair.same, one == _most(uses, pair.other)] += 1
    return Outcome(counts[True, True], counts[False, True], counts[True, False])


def pooled(outcomes: Sequence[Outcome]) -> Outcome:
    """Return how the pairs of several sets come out together."""
    return Outcome(
        sum(outcome.right for outcome in outcomes),
        sum(outcome.wrong for outcome in outcomes),
        sum(outcome.missed for outcome in outcomes),
    )


def kappa(gold: list[Pair]) -> float:
    """Return Cohen's kappa of the two readings."""
    agreed = sum(pair.first == pair.second for pair in gold) / len(gold)
    first, second = (sum(getattr(p, k) for p in gold) / len(gold) for k in ("first", "second"))
    chance = first * second + (1 - first) * (1 - second)
    return (agreed - chance) / (1 - chance)


def _most(uses: dict[str, Counter[str]], name: str) -> str:
    found = uses[normalise(name)]
    return min(found, key=lambda concept: (-found[concept], concept))


def _pair(row: dict[str, str], number: int) -> Pair:
    paper = None
    if row["drawn"] == BARE:
        beside = [("Method", "used", (name,)) for name in row["beside"].split("|") if name]
        own = row["one_type"], row["role"], (row["one"],)
        paper = _paper(f"pair {number}", row["spelled"], own, *beside)
    return Pair(
        row["one"],
        row["other"],
        row["drawn"],
        row["first"] == "same",
        row["second"] == "same",
        row["settled"] == "same",
        paper,
    )


def _paper(id_: object, spelled: str, *entities: tuple[str, str, tuple[str, ...]]) -> Extraction:
    text = f"{id_}. {spelled}. " + ". ".join(form for *_, forms in entities for form in forms)

    def mention(form: str, kind: str) -> Mention:
        start = text.rindex(form)
        return Mention(start=start, end=start + len(form), text=form, type=kind, score=1.0)

    return Extraction(
        paper=Paper(id=str(id_), text=text, abstract=text),
        entities=tuple(
            Entity(
                name=forms[0],
                surface=forms,
                type=kind,
                role=role,
                named=True,
                mentions=tuple(mention(form, kind) for form in forms),
                score=1.0,
            )
            for kind, role, forms in entities
        ),
    )
