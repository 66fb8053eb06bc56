"""Mentions of one abstract -> entities: spellings of one name, abbreviations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from sciloom.nlp.model.names import abbreviates, key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sciloom.nlp.model.encode import Encoded


#: A mention: first word, word after the last, probabilities of the types, score.
Found = tuple[int, int, "NDArray[np.float64]", float]


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Mentions (word ranges) of one name; ``kinds`` is the probability of each type."""

    spans: tuple[tuple[int, int], ...]
    kinds: NDArray[np.float64]
    score: float

    @property
    def type(self) -> int:
        """The likeliest type's number."""
        return int(self.kinds.argmax())


def group_mentions(
    encoded: Encoded,
    found: Sequence[Found],
    same: Sequence[tuple[int, int]] = (),
) -> list[Group]:
    """Return groups by name, abbreviations joined with their long form, in text order.

    ``same`` holds pairs of places in ``found`` whose forms stand for each other.
    """
    by_key: dict[str, list[int]] = {}
    for i, (first, end, *_) in enumerate(found):
        text = encoded.text[encoded.words[first][0] : encoded.words[end - 1][1]]
        by_key.setdefault(key(text) or text, []).append(i)
    groups = []
    owner = {}
    for number, members in enumerate(by_key.values()):
        kinds = np.sum([found[i][2] for i in members], axis=0) / len(members)
        spans = tuple((found[i][0], found[i][1]) for i in members)
        groups.append(Group(spans, kinds, max(found[i][3] for i in members)))
        owner.update(dict.fromkeys(members, number))
    links = [(owner[i], owner[j]) for i, j in same]
    for i, (left, right) in enumerate(pairwise(found)):
        long_end, short_start = encoded.words[left[1] - 1][1], encoded.words[right[0]][0]
        short_end = encoded.words[right[1] - 1][1]
        between = encoded.text[long_end:short_start].strip()
        if between != "(" or not encoded.text[short_end:].lstrip().startswith((")", ",", ";")):
            continue
        long = encoded.text[encoded.words[left[0]][0] : long_end]
        short = encoded.text[short_start:short_end]
        if abbreviates(short, long) or abbreviates(long, short):
            links.append((owner[i], owner[i + 1]))
    return merge(groups, links)


def merge(groups: Sequence[Group], links: Sequence[tuple[int, int]]) -> list[Group]:
    """Return the groups with linked ones made one, in the order of their first mention."""
    parent = list(range(len(groups)))

    def root(i: int) -> int:
        while parent[i] != i:
            i = parent[i]
        return i

    for i, j in links:
        low, high = sorted((root(i), root(j)))
        parent[high] = low
    members: dict[int, list[Group]] = {}
    for i, group in enumerate(groups):
        members.setdefault(root(i), []).append(group)
    merged = []
    for parts in members.values():
        spans = tuple(sorted({span for part in parts for span in part.spans}))
        sizes = [len(part.spans) for part in parts]
        kinds = np.sum([n * part.kinds for n, part in zip(sizes, parts, strict=True)], axis=0)
        merged.append(Group(spans, kinds / sum(sizes), max(part.score for part in parts)))
    return sorted(merged, key=lambda group: group.spans)


def spread(encoded: Encoded, groups: Sequence[Group]) -> list[Group]:
    """Add the places where a group's forms stand but were not read; longer forms go first."""
    taken = np.zeros(len(encoded.words), dtype=bool)
    for group in groups:
        for first, end in group.spans:
            taken[first:end] = True
    folded = [encoded.text[a:b].casefold() for a, b in encoded.words]
    forms = sorted(
        {
            (tuple(folded[first:end]), number)
            for number, group in enumerate(groups)
            for first, end in group.spans
        },
        key=lambda form: (-len(form[0]), form),
    )
    begins: dict[str, list[int]] = {}
    for i, word in enumerate(folded):
        begins.setdefault(word, []).append(i)
    extra: dict[int, list[tuple[int, int]]] = {}
    for form, number in forms:
        size = len(form)
        for first in begins[form[0]]:
            here = slice(first, first + size)
            if tuple(folded[here]) == form and not taken[here].any():
                taken[here] = True
                extra.setdefault(number, []).append((first, first + size))
    return [
        replace(group, spans=tuple(sorted({*group.spans, *extra.get(number, ())})))
        for number, group in enumerate(groups)
    ]
