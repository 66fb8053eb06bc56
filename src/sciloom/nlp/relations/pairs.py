"""What the relation model sees of two entities: types, roles, words about the nearest mentions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from typing import Generic, TypeVar

from spacy.tokens import Doc

from sciloom.nlp.entities.referent import parts
from sciloom.nlp.extensions import texts_of
from sciloom.nlp.lexicon import load
from sciloom.nlp.mentions.clusters import classes, folded

T = TypeVar("T")
_BETWEEN, _FAR = 12, 40
#: Where a word stands: between two entities, before the first, after the second, at the ends.
BETWEEN, LEFT, FARTHER, RIGHT, OPENING, CLOSING = "", "l", "ll", "r", "b0", "b-1"
ENDS = (OPENING, CLOSING)
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
        self.of = lru_cache(maxsize=1 << 15)(self._of)
        self.kinds = cache(self._kinds)
        self.apart = cache(self._apart)
        self.first = cache(self._first)
        self.shared = tuple(known(f"shared={n}") for n in range(4))
        self.containing, self.contained = known("A⊃B"), known("A⊂B")
        self.head = known("head")
        self._cues = {
            word: cue
            for section in ("near", "sentence")
            for cue, group in load("cues")[section].items()
            for word in group
        }

    def _kinds(self, subject: str, object_: str, roles: str) -> tuple[T, ...]:
        types = type_pair(subject, object_)
        return tuple(map(self.known, (f"t={types}", f"r={roles}", f"tr={types}{roles}")))

    def _apart(self, gap: int, forward: bool, roles: str) -> tuple[tuple[T, ...], T]:
        """Return what two entities show that share no sentence, alone and with their roles."""
        both = (f"gap={gap}", f"order={forward}", f"gap={gap}|{roles}")
        return tuple(map(self.known, both)), self.known(f"{roles}|gap={gap}")

    def _first(self, way: str, size: int, others: int, roles: str) -> tuple[list[T], T]:
        """Return what the size of the gap shows and the entities in it, and with the roles."""
        length = f"{way}{size}"
        return [self.known(length), self.known(f"{way}m={others}")], self.known(f"{roles}|{length}")

    def _of(self, text: str, place: str) -> tuple[T, ...]:
        """Return what a word shows at a place: one of `BETWEEN` and the others, after the way.

        The way is ">" where the first entity is the subject, and "<" where it is not.
        """
        word, class_ = folded(text), classes(text)[1]
        way, name = place[0], place[1:]
        if name in ENDS:
            return (self.known(f"{way}{name}={word}"),)
        if name:
            return self.known(f"{way}{name}={word}"), self.known(f"{way}{name}c={class_}")
        cue = self._cues.get(word)
        between = (f"w={word}", f"c={class_}", *([f"cue={cue}"] if cue else []))
        return tuple(self.known(f"{way}{one}") for one in between)


class PairFeatures(Generic[T]):
    """Features of ordered pairs of nodes in one ``Doc``."""

    def __init__(self, doc: Doc, nodes: list[Node], words: Words[T]) -> None:
        self._words = words
        self._texts = texts_of(doc)
        self._mentioned = mentioned = [False] * len(self._texts)
        for node in nodes:
            for start, end, _ in node.places:
                mentioned[start:end] = [True] * (end - start)
        begun = (one and not before for before, one in pairwise([True, *mentioned]))
        self._begun = [0, *accumulate(begun)]
        self._alone = {node.name: _Alone(node, words.known) for node in nodes}

    def nearest(self, a: Node, b: Node) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """Return the mention of each that stand nearest, in one sentence if there are such."""
        if len(a.places) == len(b.places) == 1:
            return a.places[0], b.places[0]
        *_, x, y = min(
            [(abs(x[2] - y[2]), abs(x[0] - y[0]), x, y) for x in a.places for y in b.places]
        )
        return x, y

    def features(self, a: Node, b: Node) -> tuple[tuple[T, ...], list[T], T]:
        """Return what speaks for a relation from ``a`` to ``b``.

        What weighs alone, what both alone and with the types of the two, what with these only.
        """
        words = self._words
        x, y = self.nearest(a, b)
        ours, theirs = self._alone[a.name], self._alone[b.name]
        roles = a.role[:2] + b.role[:2]
        if x[2] == y[2]:
            both, crossed = self._near(x, y, roles)
        else:
            seen, crossed = words.apart(min(abs(x[2] - y[2]), 4), x < y, roles)
            both = [*seen]
        both.append(words.shared[min(len(ours.sentences & theirs.sentences), 3)])
        if theirs.key and theirs.key < ours.key:
            both.append(words.containing)
        if ours.key and ours.key < theirs.key:
            both.append(words.contained)
        if ours.head == theirs.head:
            both.append(words.head)
        both += ours.as_subject
        both += theirs.as_object
        return words.kinds(a.type, b.type, roles), both, crossed

    def _near(
        self, x: tuple[int, int, int], y: tuple[int, int, int], roles: str
    ) -> tuple[list[T], T]:
        """Return what two entities of one sentence show, alone and with their roles."""
        known, of, texts = self._words.known, self._words.of, self._texts
        way = ">" if x < y else "<"
        first, second = (x, y) if x < y else (y, x)
        start, end = first[1], max(first[1], second[0])
        others = self._begun[end] - self._begun[start]
        alone, crossed = self._words.first(
            way, min(end - start, _FAR).bit_length(), min(others, 4), roles
        )
        found = [*alone]
        if end - start <= 4:
            found.append(known(f"{way}b={' '.join(map(folded, texts[start:end]))}"))
        if end > start:
            found += of(texts[start], way + OPENING)
            found += of(texts[end - 1], way + CLOSING)
            opening, closing = texts[start : min(end, start + 2)], texts[max(start, end - 2) : end]
            found.append(known(f"{way}b01={' '.join(map(folded, opening))}"))
            found.append(known(f"{way}b-2={' '.join(map(folded, closing))}"))
        between = way + BETWEEN
        for inside in (
            range(start, min(end, start + _BETWEEN)),
            range(max(start, end - _BETWEEN), end),
        ):
            for i in inside:
                if not self._mentioned[i]:
                    found += of(texts[i], between)
        if first[0] > 0:
            found += of(texts[first[0] - 1], way + LEFT)
        if first[0] > 1:
            found += of(texts[first[0] - 2], way + FARTHER)
        if second[1] < len(texts):
            found += of(texts[second[1]], way + RIGHT)
        return found, crossed


class _Alone(Generic[T]):
    """What an entity shows whatever stands beside it."""

    def __init__(self, node: Node, known: Callable[[str], T]) -> None:
        own = parts(node.name)
        self.sentences = {place[2] for place in node.places}
        self.key = frozenset(own)
        self.head = own[-1] if own else ""
        self.as_subject, self.as_object = (
            [
                known(f"n{side}={min(len(node.places), 4)}"),
                known(f"s{side}={min(node.places[0][2], 4)}"),
                known(f"h{side}={self.head}"),
            ]
            for side in "AB"
        )


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
                if a is b or (a.type != b.type and b.type in _SINKS.get(a.type, ())):
                    continue
                if (a.name, b.name) not in seen:
                    seen.add((a.name, b.name))
                    yield a, b
