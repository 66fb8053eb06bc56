"""Keys joined by bonds become clusters, with a guard against chains of weak bonds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

#: How sure a bond is at least. Chosen on the pairs in tests/resolve/data (docs/resolution.md has
#: the curve).
THRESHOLD = 0.8
#: Share of it that the scores from a key to the centre of its cluster keep at least, multiplied.
_CHAIN = 0.85
_NONE: Mapping[str, frozenset[str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Bond:
    """Two keys that may name one thing: why, and how sure in [0, 1]."""

    one: str
    other: str
    reason: str
    score: float


@dataclass(frozen=True, slots=True)
class Place:
    """Where a key stands: the centre of its cluster, the reason and the score of its way there."""

    centre: str
    reason: str
    score: float


class Places(Mapping[str, Place]):
    """Where each key stands. Most are centres of their own, and take no room."""

    def __init__(self, uses: Mapping[str, int]) -> None:
        self._uses = uses
        self._moved: dict[str, Place] = {}

    def __getitem__(self, key: str) -> Place:
        if (place := self._moved.get(key)) is not None:
            return place
        if key not in self._uses:
            raise KeyError(key)
        return Place(key, "", 1.0)

    def __contains__(self, key: object) -> bool:
        return key in self._uses

    def __iter__(self) -> Iterator[str]:
        return iter(self._uses)

    def __len__(self) -> int:
        return len(self._uses)

    def move(self, key: str, place: Place) -> None:
        """Let a key stand elsewhere."""
        self._moved[key] = place


def cluster(
    uses: Mapping[str, int],
    bonds: Iterable[Bond],
    *,
    threshold: float = THRESHOLD,
    apart: Mapping[str, frozenset[str]] = _NONE,
) -> Places:
    """Place each key; the most used key of a cluster is its centre.

    Bonds are taken from the surest on, whatever their order. One is refused where it would leave a
    key less sure of its centre than a chain may be, or bring a key together with one that is to
    stay ``apart`` from it (both ways round).
    """
    place = Places(uses)
    members: dict[str, list[str]] = {}
    sure = (bond for bond in bonds if bond.score >= threshold)
    for bond in sorted(sure, key=lambda b: (-b.score, b.one, b.other, b.reason)):
        near, far = bond.one, bond.other
        if place[near].centre == place[far].centre:
            continue
        if _rank(place[far].centre, uses) < _rank(place[near].centre, uses):
            near, far = far, near
        centre, left = place[near].centre, place[far].centre
        bridge = place[near].score * bond.score * place[far].score
        moved = members.get(left, [left])
        if min(place[key].score for key in moved) * bridge < threshold * _CHAIN:
            continue
        barred = (other for key in moved for other in apart.get(key, ()))
        if any(other in place and place[other].centre == centre for other in barred):
            continue
        members.pop(left, None)
        for key in moved:
            old = place[key]
            score = round(old.score * bridge, 4)
            place.move(key, Place(centre, old.reason or bond.reason, score))
        members.setdefault(centre, [centre]).extend(moved)
    return place


def _rank(key: str, uses: Mapping[str, int]) -> tuple[int, str]:
    return -uses[key], key
