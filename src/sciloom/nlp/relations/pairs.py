"""What the relation model sees of two entities: types, roles, words about the nearest mentions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from spacy.tokens import Doc

from sciloom.nlp.entities.referent import parts
from sciloom.nlp.lexicon import load
from sciloom.nlp.mentions.clusters import classes, folded

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


class PairFeatures:
    """Features of ordered pairs of nodes in one ``Doc``."""

    def __init__(self, doc: Doc, nodes: list[Node]) -> None:
        self._texts = [folded(token.text) for token in doc]
        self._classes = [classes(token.text)[1] for token in doc]
        self._mentioned = [False] * len(doc)
        for node in nodes:
            for start, end, _ in node.places:
                self._mentioned[start:end] = [True] * (end - start)
        self._sentences = {node.name: {place[2] for place in node.places} for node in nodes}
        own = {node.name: parts(node.name) for node in nodes}
        self._words = {name: frozenset(words) for name, words in own.items()}
        self._heads = {name: (words or [""])[-1] for name, words in own.items()}
        self._cues = {
            word: cue
            for section in ("near", "sentence")
            for cue, group in load("cues")[section].items()
            for word in group
        }

    def nearest(self, a: Node, b: Node) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """Return the mention of each that stand nearest, in one sentence if there are such."""
        if len(a.places) == len(b.places) == 1:
            return a.places[0], b.places[0]
        return min(
            ((x, y) for x in a.places for y in b.places),
            key=lambda xy: (abs(xy[0][2] - xy[1][2]), abs(xy[0][0] - xy[1][0]), xy),
        )

    def features(self, a: Node, b: Node) -> list[str]:
        """Return what speaks for a relation from ``a`` to ``b``."""
        x, y = self.nearest(a, b)
        types = f"{a.type[:2]}{b.type[:2]}"
        roles = f"{a.role[:2]}{b.role[:2]}"
        base = [f"t={types}", f"r={roles}", f"tr={types}{roles}"]
        if x[2] == y[2]:
            seen = list(self._near(x, y))
        else:
            gap = min(abs(x[2] - y[2]), 4)
            seen = [f"gap={gap}", f"order={x < y}", f"gap={gap}|{roles}"]
        shared = len(self._sentences[a.name] & self._sentences[b.name])
        seen += (f"shared={min(shared, 3)}", *self._names(a, b))
        seen += (
            f"nA={min(len(a.places), 4)}",
            f"nB={min(len(b.places), 4)}",
            f"sA={min(a.places[0][2], 4)}",
            f"sB={min(b.places[0][2], 4)}",
        )
        return [*base, *seen, *(f"{types}|{one}" for one in seen), f"{types}|{roles}|{seen[0]}"]

    def _near(self, x: tuple[int, int, int], y: tuple[int, int, int]) -> Iterator[str]:
        forward = x < y
        first, second = (x, y) if forward else (y, x)
        way = ">" if forward else "<"
        gap = range(first[1], second[0])
        yield f"{way}{min(len(gap), _FAR).bit_length()}"
        others = sum(self._mentioned[k] and not self._mentioned[k - 1] for k in gap)
        yield f"{way}m={min(others, 4)}"
        words = [self._texts[k] for k in gap]
        if len(words) <= 4:
            yield f"{way}b={' '.join(words)}"
        if words:
            yield f"{way}b0={words[0]}"
            yield f"{way}b-1={words[-1]}"
            yield f"{way}b01={' '.join(words[:2])}"
            yield f"{way}b-2={' '.join(words[-2:])}"
        for k in (*gap[:_BETWEEN], *gap[-_BETWEEN:]):
            if not self._mentioned[k]:
                yield f"{way}w={self._texts[k]}"
                yield f"{way}c={self._classes[k]}"
                if self._texts[k] in self._cues:
                    yield f"{way}cue={self._cues[self._texts[k]]}"
        for name, k in (("l", first[0] - 1), ("ll", first[0] - 2), ("r", second[1])):
            if 0 <= k < len(self._texts):
                yield f"{way}{name}={self._texts[k]}"
                yield f"{way}{name}c={self._classes[k]}"

    def _names(self, a: Node, b: Node) -> Iterator[str]:
        ours, theirs = self._words[a.name], self._words[b.name]
        if theirs and theirs < ours:
            yield "A⊃B"
        if ours and ours < theirs:
            yield "A⊂B"
        if self._heads[a.name] == self._heads[b.name]:
            yield "head"
        yield f"hA={self._heads[a.name]}"
        yield f"hB={self._heads[b.name]}"


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
