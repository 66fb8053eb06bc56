"""What the claim classifier sees of a sentence.

Seven kinds of features: its own words, classes of cue words, classes of words used alike, the
paper's cue words, its entities, the sentences beside it, and its place. Each kind weighs the same
whatever the sentence's length.

What they weigh is summed by `sciloom.nlp.claims.summing`, which names but those of `named`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, pairwise, repeat

from sciloom.model import Entity
from sciloom.nlp.claims.classifier import Feature
from sciloom.nlp.lexicon import load
from sciloom.nlp.mentions.clusters import classes
from sciloom.nlp.text.mathview import look_through

_TOKEN = re.compile(
    r"⟦\w+⟧|https?://\S+|[A-Za-zÀ-ɏ]+(?:[-'’][A-Za-z]+)*|[0-9][0-9.,]*|\\[A-Za-z]+|[^\sA-Za-z0-9]"
)
STEM = 6
USUAL = 30  # features of one kind in a sentence of usual length
OWN, CUES, CLASSES, PAPER, ENTITIES, NEAR, PLACE = range(7)
#: What each kind weighs.
WEIGHTS = (1.0, 1.5, 0.7, 0.5, 1.0, 0.4, 1.0)
#: What stands before the first and after the last word.
OPENS, CLOSES = "<s>", "</s>"
PREVIOUS, NEXT = "prev", "next"


@dataclass(frozen=True, slots=True)
class Sentence:
    """The words of a sentence, the same with a mark for each entity, classes of cue words."""

    words: list[str]
    #: A mark tells type and role.
    marked: list[str]
    cues: Counter[str]


@dataclass(frozen=True, slots=True)
class Scene:
    """A sentence of a paper: the ``place``-th of ``count``."""

    sentence: Sentence
    beside: tuple[tuple[str, Sentence], ...]
    place: int
    count: int
    #: Whether the paper has spoken of itself so far.
    ours: bool
    #: The features of the paper, the same for each of its sentences.
    paper: tuple[str, ...]


@cache
def _cue_classes() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for name, members in load("claims_cues").items():
        for word in members:
            found.setdefault(word, []).append(name)
    return {word: tuple(names) for word, names in found.items()}


def features_of(
    text: str, spans: Sequence[tuple[int, int]], entities: Iterable[Entity]
) -> list[list[Feature]]:
    """Return the weighted features of each sentence (``spans`` of ``text``), in order."""
    return [
        list(chain.from_iterable(map(_weighted, _worded(scene), named(scene), WEIGHTS)))
        for scene in scenes(text, spans, entities)
    ]


def scenes(
    text: str, spans: Sequence[tuple[int, int]], entities: Iterable[Entity]
) -> Iterator[Scene]:
    """Yield the sentences (``spans`` of ``text``) with what is seen around them."""
    marks = sorted((m.start, m.end, _mark(e)) for e in entities for m in e.mentions)
    sentences = [_sentence(text, start, end, marks) for start, end in spans]
    count = len(sentences)
    cues: Counter[str] = Counter()
    for sentence in sentences:
        cues.update(sentence.cues)
    paper = tuple(f"paper {c} {min(4, 10 * n // count)}" for c, n in sorted(cues.items()))
    ours = False
    for i, sentence in enumerate(sentences):
        ours = ours or not {"we", "our"}.isdisjoint(sentence.words)
        sides = ((PREVIOUS, i - 1), (NEXT, i + 1))
        beside = tuple((side, sentences[j]) for side, j in sides if 0 <= j < count)
        yield Scene(sentence, beside, i, count, ours, paper)


def named(scene: Scene) -> tuple[Iterable[str], ...]:
    """Return the features of each kind but those that words show one by one or with the next."""
    return (
        _own(scene.sentence.words),
        _cues(scene.sentence, scene.beside),
        (),
        scene.paper,
        _marked(scene.sentence.marked),
        _near(scene.beside),
        _place(scene),
    )


def _worded(scene: Scene) -> tuple[Iterable[str], ...]:
    """Return the features of each kind that words show one by one or with the next."""
    words = scene.sentence.words
    near = (f"{side} w {word}" for side, other in scene.beside for word in other.words)
    return _joined(words), (), _alike(words), (), (), near, ()


def _weighted(worded: Iterable[str], named: Iterable[str], weight: float) -> Iterable[Feature]:
    once = dict.fromkeys(chain(worded, named))
    share = weight * (USUAL / max(len(once), USUAL)) ** 0.5
    return zip(once, repeat(share), strict=False)


def _mark(entity: Entity) -> str:
    if entity.role == "proposed":
        return "⟦proposed⟧"
    if entity.type == "Method":
        return "⟦compared⟧" if entity.role == "compared" else "⟦Method⟧"
    return f"⟦{entity.type}⟧"


def _sentence(text: str, start: int, end: int, marks: list[tuple[int, int, str]]) -> Sentence:
    words = _tokens(look_through(text[start:end]).text)
    pieces, at = [], start
    for first, last, mark in marks[bisect_left(marks, (start,)) : bisect_left(marks, (end,))]:
        if first >= at and last <= end:
            pieces += [text[at:first], f" {mark} "]
            at = last
    marked = words
    if pieces:
        pieces.append(text[at:end])
        marked = _tokens(look_through("".join(pieces)).text)
    cues = Counter(name for word in words for name in _cue_classes().get(word, ()))
    return Sentence(words, marked, cues)


def _tokens(text: str) -> list[str]:
    return list(map(_folded, _TOKEN.findall(text)))


@lru_cache(maxsize=1 << 15)
def _folded(token: str) -> str:
    """Return a word in small letters; a number is "#", a link and a name one mark each."""
    if token[0] == "⟦":
        return token
    if token[0].isdigit():
        return "#"
    if token.startswith("http"):
        return "<url>"
    return "<name>" if any(map(str.isupper, token[1:])) else token.lower()


def _joined(words: list[str]) -> Iterator[str]:
    for word in words:
        yield f"w {word}"
        if len(word) > STEM:
            yield f"s {word[:STEM]}"
    padded = [OPENS, *words, CLOSES]
    for first, second in pairwise(padded):
        yield f"b {first} {second}"
    for first, second, third in zip(padded, padded[1:], padded[2:], strict=False):
        yield f"t {first} {second} {third}"


def _own(words: list[str]) -> Iterator[str]:
    for n in range(1, 5):
        yield "f " + " ".join(words[:n])
    yield f"length {min(len(words) // 8, 6)}"
    if "%" in words and "#" in words:
        yield "percent"


def _cues(sentence: Sentence, beside: Sequence[tuple[str, Sentence]]) -> Iterator[str]:
    for name, count in sentence.cues.items():
        yield f"c {name}"
        yield f"c {name} {min(count, 4)}"
    present = sorted(sentence.cues)
    for i, first in enumerate(present):
        for second in present[i + 1 :]:
            yield f"cc {first} {second}"
    for word in sentence.words[:6]:
        for name in _cue_classes().get(word, ()):
            yield f"fc {name}"
    for side, other in beside:
        for name in other.cues:
            yield f"{side} c {name}"


def _alike(words: list[str]) -> Iterator[str]:
    """Return the classes of words used alike, alone and in pairs."""
    paths = [classes(word) for word in words]
    for _, middle, fine in paths:
        yield f"k {fine}"
        yield f"k {middle}"
    for (_, first, _), (_, second, _) in pairwise(paths):
        yield f"kk {first} {second}"


def _marked(words: list[str]) -> Iterator[str]:
    for first, second in pairwise([OPENS, *words, CLOSES]):
        if "⟦" in first + second:
            yield f"m {first} {second}"
    marks = [word for word in words if word[0] == "⟦"]
    for mark in marks:
        yield f"m {mark}"
    yield f"m1 {marks[0] if marks else ''}"
    for n in (2, 3, 4):
        yield "mf " + " ".join(words[:n])
    for i, word in enumerate(words):
        for name in _cue_classes().get(word, ()):
            before = [other for other in words[:i] if other[0] == "⟦"][-1:]
            after = [other for other in words[i + 1 :] if other[0] == "⟦"][:1]
            for other in before:
                yield f"m {name} < {other}"
            for other in after:
                yield f"m {name} > {other}"


def _near(beside: Sequence[tuple[str, Sentence]]) -> Iterator[str]:
    sides = {side for side, _ in beside}
    for side in (PREVIOUS, NEXT):
        if side not in sides:
            yield f"{side} none"
    for side, other in beside:
        for n in (1, 2, 3):
            yield f"{side} f " + " ".join(other.words[:n])


def _place(scene: Scene) -> Iterator[str]:
    place, count = scene.place, scene.count
    yield f"place {5 * place // count}"
    yield f"start {min(place, 3)}"
    yield f"end {min(count - 1 - place, 3)}"
    words = scene.sentence.words
    here = not {"we", "our", "paper", "propose", "introduce"}.isdisjoint(words)
    yield f"ours {scene.ours} {here}"
