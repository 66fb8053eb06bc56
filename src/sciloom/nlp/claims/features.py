"""What the claim classifier sees of a sentence.

Seven kinds of features: its own words, classes of cue words, classes of words used alike, the
paper's cue words, its entities, the sentences beside it, and its place. Each kind weighs the same
whatever the sentence's length.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, pairwise, repeat

from sciloom.model import Entity
from sciloom.nlp.claims.classifier import Feature
from sciloom.nlp.lexicon import load
from sciloom.nlp.mentions.clusters import classes
from sciloom.nlp.text.mathview import look_through

_TOKEN = re.compile(
    r"⟦\w+⟧|https?://\S+|[A-Za-zÀ-ɏ]+(?:[-'’][A-Za-z]+)*|[0-9][0-9.,]*|\\[A-Za-z]+|[^\sA-Za-z0-9]"
)
_STEM = 6
_USUAL = 30  # features of one kind in a sentence of usual length
_OWN, _CUES, _CLASSES, _PAPER, _ENTITIES, _NEAR, _PLACE = 1.0, 1.5, 0.7, 0.5, 1.0, 0.4, 1.0


@dataclass(frozen=True, slots=True)
class _Sentence:
    words: list[str]
    #: The words with each entity as one mark for its type and role.
    marked: list[str]
    cues: Counter[str]


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
    marks = sorted((m.start, m.end, _mark(e)) for e in entities for m in e.mentions)
    sentences = [_sentence(text, start, end, marks) for start, end in spans]
    paper: Counter[str] = Counter()
    for sentence in sentences:
        paper.update(sentence.cues)
    about = [f"paper {c} {min(4, 10 * n // len(sentences))}" for c, n in sorted(paper.items())]
    found, ours = [], False
    for i, sentence in enumerate(sentences):
        ours = ours or not {"we", "our"}.isdisjoint(sentence.words)
        beside = [
            (side, sentences[j])
            for side, j in (("prev", i - 1), ("next", i + 1))
            if 0 <= j < len(sentences)
        ]
        kinds = (
            (_OWN, _own(sentence.words)),
            (_CUES, _cues(sentence, beside)),
            (_CLASSES, _alike(sentence.words)),
            (_PAPER, about),
            (_ENTITIES, _marked(sentence.marked)),
            (_NEAR, _near(beside)),
            (_PLACE, _place(i, len(sentences), ours, sentence.words)),
        )  # fmt: skip
        found.append(list(chain.from_iterable(_weighted(kind, weight) for weight, kind in kinds)))
    return found


def _weighted(kind: Iterable[str], weight: float) -> Iterable[Feature]:
    once = dict.fromkeys(kind)
    share = weight * (_USUAL / max(len(once), _USUAL)) ** 0.5
    return zip(once, repeat(share), strict=False)


def _mark(entity: Entity) -> str:
    if entity.role == "proposed":
        return "⟦proposed⟧"
    if entity.type == "Method":
        return "⟦compared⟧" if entity.role == "compared" else "⟦Method⟧"
    return f"⟦{entity.type}⟧"


def _sentence(text: str, start: int, end: int, marks: list[tuple[int, int, str]]) -> _Sentence:
    words = _tokens(look_through(text[start:end]).text)
    pieces, at = [], start
    for first, last, mark in marks[bisect_left(marks, (start,)) : bisect_left(marks, (end,))]:
        if first >= at and last <= end:
            pieces += [text[at:first], f" {mark} "]
            at = last
    pieces.append(text[at:end])
    cues = Counter(name for word in words for name in _cue_classes().get(word, ()))
    return _Sentence(words, _tokens(look_through("".join(pieces)).text), cues)


def _tokens(text: str) -> list[str]:
    """Return words in small letters; a number is "#", a link and a name one mark each."""
    found = []
    for token in _TOKEN.findall(text):
        if token[0] == "⟦":
            found.append(token)
        elif token[0].isdigit():
            found.append("#")
        elif token.startswith("http"):
            found.append("<url>")
        elif any(map(str.isupper, token[1:])):
            found.append("<name>")
        else:
            found.append(token.lower())
    return found


def _own(words: list[str]) -> Iterator[str]:
    for word in words:
        yield f"w {word}"
        if len(word) > _STEM:
            yield f"s {word[:_STEM]}"
    padded = ["<s>", *words, "</s>"]
    for first, second in pairwise(padded):
        yield f"b {first} {second}"
    for first, second, third in zip(padded, padded[1:], padded[2:], strict=False):
        yield f"t {first} {second} {third}"
    for n in range(1, 5):
        yield "f " + " ".join(words[:n])
    yield f"length {min(len(words) // 8, 6)}"
    if "%" in words and "#" in words:
        yield "percent"


def _cues(sentence: _Sentence, beside: Sequence[tuple[str, _Sentence]]) -> Iterator[str]:
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
    for first, second in pairwise(["<s>", *words, "</s>"]):
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


def _near(beside: Sequence[tuple[str, _Sentence]]) -> Iterator[str]:
    sides = {side for side, _ in beside}
    for side in ("prev", "next"):
        if side not in sides:
            yield f"{side} none"
    for side, other in beside:
        for n in (1, 2, 3):
            yield f"{side} f " + " ".join(other.words[:n])
        for word in other.words:
            yield f"{side} w {word}"


def _place(i: int, count: int, ours: bool, words: list[str]) -> Iterator[str]:
    yield f"place {5 * i // count}"
    yield f"start {min(i, 3)}"
    yield f"end {min(count - 1 - i, 3)}"
    here = not {"we", "our", "paper", "propose", "introduce"}.isdisjoint(words)
    yield f"ours {ours} {here}"
