"""Who is said to be better than whom: direction, denial and supposition of comparisons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from sciloom.nlp.lexicon import load, words

_REACH = 14
_JOINT = 3
_STOPS = frozenset(";:()")


@dataclass(frozen=True, slots=True)
class Trigger:
    """A phrase that compares: tokens [start, end) of its sentence; ``better`` for its subject."""

    start: int
    end: int
    better: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Where a method stands in a sentence: token positions [start, end), and which one."""

    start: int
    end: int
    name: str


@cache
def _phrases() -> dict[str, list[tuple[list[str], bool]]]:
    """Map the first word of the phrases to those, the longest first, and which are for better."""
    data = load("comparisons")
    found: dict[str, list[tuple[list[str], bool]]] = {}
    for key, better in (("better", True), ("worse", False)):
        for phrase in map(str.split, data[key]):
            found.setdefault(phrase[0], []).append((phrase, better))
    for phrases in found.values():
        phrases.sort(key=lambda phrase: -len(phrase[0]))
    return found


def triggers(lowered: Sequence[str]) -> list[Trigger]:
    """Return the comparing phrases of a sentence, in order, the longest at each place.

    >>> triggers("a is outperformed by b".split())
    [Trigger(start=2, end=4, better=False)]
    """
    phrases, degrees = _phrases(), words("comparisons", "down", "up")
    found: list[Trigger] = []
    end = 0
    for i, word in enumerate(lowered):
        if i < end or not (word in phrases or word in degrees):
            continue
        for phrase, better in phrases.get(word, ()):
            if list(lowered[i : i + len(phrase)]) == phrase:
                found.append(Trigger(i, i + len(phrase), better))
                break
        else:
            degree = _degree(lowered, i)
            if degree is None:
                continue
            found.append(degree)
        end = found[-1].end
    return found


def _degree(lowered: Sequence[str], i: int) -> Trigger | None:
    """Read "lower latency than": an adjective, a noun within reach that it measures, "than"."""
    down = lowered[i] in words("comparisons", "down")
    if not down and lowered[i] not in words("comparisons", "up"):
        return None
    end = next((k for k in range(i + 2, min(i + 6, len(lowered))) if lowered[k] == "than"), 0)
    if not end:
        return None
    cost = not words("comparisons", "costs").isdisjoint(lowered[i + 1 : end])
    return Trigger(i, end + 1, down == cost)


def comparisons(
    lowered: Sequence[str], places: Sequence[Place], own: str | None, topic: str | None
) -> Iterator[tuple[str, str]]:
    """Yield (better, worse) for each comparison that a sentence asserts as found by its paper.

    ``places`` are the methods in it, in order; ``own`` is the method the paper proposes, ``topic``
    what the sentence before is about.
    """
    spoken: list[tuple[Trigger, str, tuple[Place, ...]]] = []
    for trigger in triggers(lowered):
        objects = _objects(lowered, places, trigger)
        if not objects:
            continue
        subject, begun = _subject(lowered, places, trigger, spoken, own=own, topic=topic)
        if subject is None:
            continue
        spoken.append((trigger, subject, objects))
        if asserted(lowered, begun, trigger.start):
            for other in objects:
                if other.name != subject:
                    yield (subject, other.name) if trigger.better else (other.name, subject)


def asserted(lowered: Sequence[str], begun: int, end: int) -> bool:
    """Tell whether the words before a phrase neither deny nor suppose it nor give it to others."""
    if not words("comparisons", "denied").isdisjoint(lowered[begun:end]):
        return False
    before = lowered[:end]
    if not words("comparisons", "supposed").isdisjoint(before):
        return False
    joined = f" {' '.join(before)} "
    return not any(f" {phrase} " in joined for phrase in load("comparisons")["prior"])


def _objects(
    lowered: Sequence[str], places: Sequence[Place], trigger: Trigger
) -> tuple[Place, ...]:
    after = [place for place in places if place.start >= trigger.end]
    found: list[Place] = []
    at, reach = trigger.end, _REACH
    for place in after:
        between = lowered[at : place.start]
        if len(between) > reach or not _STOPS.isdisjoint(between):
            break
        if not words("comparisons", "adjunct").isdisjoint(between):
            break
        if found and not {",", "and", "or", "/", "&"} & set(between):
            break
        found.append(place)
        at, reach = place.end, _JOINT
    return tuple(found)


def _subject(
    lowered: Sequence[str],
    places: Sequence[Place],
    trigger: Trigger,
    spoken: Sequence[tuple[Trigger, str, tuple[Place, ...]]],
    *,
    own: str | None,
    topic: str | None,
) -> tuple[str | None, int]:
    """Return the method that the phrase is said of, and where its clause begins."""
    before = [place for place in places if place.end <= trigger.start]
    governed = words("comparisons", "governed")
    free = [p for p in before if p.start == 0 or lowered[p.start - 1] not in governed]
    nearest = (free or before)[-1] if before else None
    if nearest is not None and spoken:
        last, subject, objects = spoken[-1]
        between = lowered[nearest.end : trigger.start]
        if nearest in objects and words("comparisons", "relative").isdisjoint(between):
            return subject, last.end
    if nearest is not None:
        return nearest.name, nearest.end
    start = trigger.start
    for k in range(start - 1, -1, -1):
        if lowered[k] in words("comparisons", "pronouns"):
            return topic or own, k
        if lowered[k] in words("comparisons", "own"):
            return own or topic, k
    return None, start
