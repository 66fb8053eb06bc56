"""What the relation model sees of two entities: types, roles, words about the nearest mentions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, chain, pairwise
from typing import Generic, NamedTuple, TypeVar

from spacy.tokens import Doc

from sciloom.nlp.entities.referent import parts
from sciloom.nlp.lexicon import load
from sciloom.nlp.mentions.clusters import classes, folded

T = TypeVar("T")
_BETWEEN, _FAR = 12, 40
#: Entities past which only those that share a sentence are paired.
_MANY = 60
#: Types that no relation leads to from a type.
_SINKS = {"Dataset": ("Metric",), "Metric": ("Dataset", "Method"), "Task": ("Dataset", "Method")}


@dataclass(frozen=True, slots=True)
class Node:
    """An entity as the model sees it: its mentions as (start, end, sentence number), in order."""

    name: str
    type: str
    role: str
    places: tuple[tuple[int, int, int], ...]


class Words(Generic[T]):
    """What words beside and between two entities show, as the reader of features knows it.

    ``known`` turns the name of a feature into what stands for it.
    """

    def __init__(self, known: Callable[[str], T]) -> None:
        self.known = known
        self.of = lru_cache(maxsize=1 << 14)(self._of)
        self.kinds = cache(self._kinds)
        self.apart = cache(self._apart)
        self.shared = tuple(known(f"shared={n}") for n in range(4))
        self.containing, self.contained = known("A⊃B"), known("A⊂B")
        self.head = known("head")
        self._cues = {
            word: cue
            for section in ("near", "sentence")
            for cue, group in load("cues")[section].items()
            for word in group
        }

    def _kinds(self, types: str, roles: str) -> tuple[T, ...]:
        return tuple(map(self.known, (f"t={types}", f"r={roles}", f"tr={types}{roles}")))

    def _apart(self, gap: int, forward: bool, roles: str) -> tuple[tuple[T, ...], T]:
        """Return what two entities show that share no sentence, alone and with their roles."""
        both = (f"gap={gap}", f"order={forward}", f"gap={gap}|{roles}")
        return tuple(map(self.known, both)), self.known(f"{roles}|gap={gap}")

    def _of(self, text: str) -> tuple[Shown[T], Shown[T]]:
        """Return what a word shows where the first entity is the subject, and where it is not."""
        word, class_ = folded(text), classes(text)[1]
        cue = self._cues.get(word)

        def shown(way: str) -> Shown[T]:
            between = [f"w={word}", f"c={class_}", *([f"cue={cue}"] if cue else [])]
            beside = [[f"{name}={word}", f"{name}c={class_}"] for name in ("l", "ll", "r")]
            ends = ([f"b0={word}"], [f"b-1={word}"])
            parts = (between, *beside, *ends)
            return Shown(*(tuple(self.known(f"{way}{one}") for one in part) for part in parts))

        return shown(">"), shown("<")


class Shown(NamedTuple, Generic[T]):
    """What a word shows between two entities, before the first, after the second, at the ends."""

    between: tuple[T, ...]
    left: tuple[T, ...]
    farther: tuple[T, ...]
    right: tuple[T, ...]
    opening: tuple[T, ...]
    closing: tuple[T, ...]


class PairFeatures(Generic[T]):
    """Features of ordered pairs of nodes in one ``Doc``."""

    def __init__(self, doc: Doc, nodes: list[Node], words: Words[T]) -> None:
        texts = [token.text for token in doc]
        self._words = words
        self._texts = [folded(text) for text in texts]
        self._shown = list(zip(*map(words.of, texts), strict=True))
        mentioned = [False] * len(texts)
        for node in nodes:
            for start, end, _ in node.places:
                mentioned[start:end] = [True] * (end - start)
        self._between = [
            [() if inside else one.between for inside, one in zip(mentioned, shown, strict=True)]
            for shown in self._shown
        ]
        begun = (one and not before for before, one in pairwise([True, *mentioned]))
        self._begun = [0, *accumulate(begun)]
        self._sentences = {node.name: {place[2] for place in node.places} for node in nodes}
        own = {node.name: parts(node.name) for node in nodes}
        self._keys = {name: frozenset(key) for name, key in own.items()}
        self._heads = {name: (key or [""])[-1] for name, key in own.items()}
        self._sides = {
            node.name: tuple(
                [
                    words.known(f"n{side}={min(len(node.places), 4)}"),
                    words.known(f"s{side}={min(node.places[0][2], 4)}"),
                    words.known(f"h{side}={self._heads[node.name]}"),
                ]
                for side in "AB"
            )
            for node in nodes
        }

    def nearest(self, a: Node, b: Node) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """Return the mention of each that stand nearest, in one sentence if there are such."""
        if len(a.places) == len(b.places) == 1:
            return a.places[0], b.places[0]
        return min(
            ((x, y) for x in a.places for y in b.places),
            key=lambda xy: (abs(xy[0][2] - xy[1][2]), abs(xy[0][0] - xy[1][0]), xy),
        )

    def features(self, a: Node, b: Node) -> tuple[tuple[T, ...], list[T], T]:
        """Return what speaks for a relation from ``a`` to ``b``.

        What weighs alone, what both alone and with the types of the two, what with these only.
        """
        words = self._words
        x, y = self.nearest(a, b)
        roles = f"{a.role[:2]}{b.role[:2]}"
        if x[2] == y[2]:
            first, both = self._near(x, y)
            crossed = words.known(f"{roles}|{first}")
        else:
            seen, crossed = words.apart(min(abs(x[2] - y[2]), 4), x < y, roles)
            both = [*seen]
        shared = len(self._sentences[a.name] & self._sentences[b.name])
        both.append(words.shared[min(shared, 3)])
        both += self._names(a, b)
        both += self._sides[a.name][0]
        both += self._sides[b.name][1]
        return words.kinds(type_pair(a.type, b.type), roles), both, crossed

    def _near(self, x: tuple[int, int, int], y: tuple[int, int, int]) -> tuple[str, list[T]]:
        """Return the first feature's name, and what all of them are known by."""
        known = self._words.known
        forward = x < y
        first, second = (x, y) if forward else (y, x)
        way, shown = (">", self._shown[0]) if forward else ("<", self._shown[1])
        between = self._between[not forward]
        start, end = first[1], max(first[1], second[0])
        length = f"{way}{min(end - start, _FAR).bit_length()}"
        others = self._begun[end] - self._begun[start]
        found = [known(length), known(f"{way}m={min(others, 4)}")]
        texts = self._texts[start:end]
        if len(texts) <= 4:
            found.append(known(f"{way}b={' '.join(texts)}"))
        if texts:
            found += shown[start].opening
            found += shown[end - 1].closing
            found.append(known(f"{way}b01={' '.join(texts[:2])}"))
            found.append(known(f"{way}b-2={' '.join(texts[-2:])}"))
        found += chain.from_iterable(between[start : min(end, start + _BETWEEN)])
        found += chain.from_iterable(between[max(start, end - _BETWEEN) : end])
        if first[0] > 0:
            found += shown[first[0] - 1].left
        if first[0] > 1:
            found += shown[first[0] - 2].farther
        if second[1] < len(shown):
            found += shown[second[1]].right
        return length, found

    def _names(self, a: Node, b: Node) -> Iterator[T]:
        ours, theirs = self._keys[a.name], self._keys[b.name]
        if theirs and theirs < ours:
            yield self._words.containing
        if ours and ours < theirs:
            yield self._words.contained
        if self._heads[a.name] == self._heads[b.name]:
            yield self._words.head


def type_pair(a: str, b: str) -> str:
    """Return what two types are called together in the names of features."""
    return f"{a[:2]}{b[:2]}"


def candidates(nodes: list[Node]) -> Iterator[tuple[Node, Node]]:
    """Yield the ordered pairs whose types some relation allows; in a long text only near ones."""
    long = len(nodes) > _MANY
    by_sentence: defaultdict[int, list[Node]] = defaultdict(list)
    for node in nodes:
        for sentence in sorted({place[2] for place in node.places}):
            if len(by_sentence[sentence]) < _MANY:
                by_sentence[sentence].append(node)
    groups = by_sentence.values() if long else [nodes]
    seen: set[tuple[str, str]] = set()
    for group in groups:
        for a in group:
            for b in group:
                allowed = a.type == b.type or b.type not in _SINKS.get(a.type, ())
                if a is not b and allowed and (a.name, b.name) not in seen:
                    seen.add((a.name, b.name))
                    yield a, b
