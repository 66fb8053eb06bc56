"""What a short form means in a paper that does not spell it out."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sciloom.model import ENTITY_TYPES, Extraction
from sciloom.resolve.clusters import THRESHOLD, Place
from sciloom.resolve.evidence import Evidence
from sciloom.resolve.normalise import normalise
from sciloom.spill import shuffled

OWN = "short form whose long form the paper uses"
_OWN_SCORE = 0.96
#: Weight of a meaning that no paper spells out, beside a vote for each that does: it grows with the
#: corpus, and with fewer letters.
_UNKNOWN = 0.1
_BY_LETTERS = (3.0, 1.0, 0.5)
#: How much more a word of the language weighs: more things are called so.
_WORD = 2.0
#: Weight of the neighbours of all senses in the estimate for each.
_PRIOR = 2.0
#: Smoothing of the counts of types.
_ALPHA = 0.5
#: Papers that make a sense so well known that one may seem to propose it.
_KNOWN = 3
#: A sense this many times rarer than another is none only because its long form stands near ("SGD",
#: beside "stochastic gradients").
_RARE = 10
_STEM = 4
#: Neighbours that count: the most telling ones. More would make the estimate too sure.
_NEIGHBOURS = 3
_MOST_TELLING = math.log(4)
#: What is left of a sense's weight where it is read as another type: types are often misread.
_OTHER_TYPE = 0.3


@dataclass(slots=True)
class Sense:
    """One expansion of a short form: papers that spell it out, its types and neighbours there."""

    votes: int = 0
    types: Counter[str] = field(default_factory=Counter)
    beside: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Meaning:
    """The centre that a form stands for, why and how sure; with ``choices``, what it may mean."""

    centre: str
    reason: str
    score: float
    choices: tuple[str, ...] = ()


class Senses:
    """The expansions that a corpus gives its short forms.

    A paper's own long form decides. Else a naive Bayes estimate from the votes of the papers that
    spell the form out, the type in which it is read and what stands beside it; below ``threshold``
    the form stays ambiguous.
    """

    def __init__(
        self,
        extractions: Iterable[Extraction],
        evidence: Evidence,
        place: Mapping[str, Place],
        *,
        threshold: float = THRESHOLD,
    ) -> None:
        self._threshold = threshold
        self._place = place
        self._plain = evidence.plain
        self._senses: dict[str, dict[str, Sense]] = {}
        papers = 0

        def read() -> Iterator[tuple[str, Any]]:
            nonlocal papers
            for extraction in extractions:
                papers += 1
                yield from self._spelled_out(extraction, evidence)

        for short, votes in shuffled(read()):
            self._senses[short] = _senses(votes)
        self._unknown = _UNKNOWN * math.log10(1 + papers)

    def _spelled_out(
        self, extraction: Extraction, evidence: Evidence
    ) -> Iterator[tuple[str, tuple[str, str, list[str]]]]:
        """Yield each short form that a paper spells out: the centre, its type, what is beside."""
        found = [
            (short, self._place[key].centre, entity.type)
            for entity in extraction.entities
            for key in (normalise(entity.name),)
            for short in {
                self._key(short)
                for short in map(normalise, entity.surface)
                if key in evidence.expansions.get(short, ())
            }
        ]
        beside = neighbours(extraction, self._place) if found else frozenset[str]()
        for short, centre, kind in found:
            yield short, (centre, kind, list(beside - {centre}))

    def __contains__(self, short: str) -> bool:
        """Tell whether some paper spells the short form, or a spelling of it, out."""
        return self._key(short) in self._senses

    def _key(self, short: str) -> str:
        """Return what spellings of a short form ("ReID", "re-ID") share."""
        return self._place[short].centre if short in self._place else short

    def defined(self, short: str) -> Sequence[str]:
        """Return the centres of its long forms, the most voted first."""
        senses = self._senses.get(self._key(short), {})
        return sorted(senses, key=lambda centre: (-senses[centre].votes, centre))

    def meaning(
        self,
        short: str,
        kind: str,
        *,
        proposed: bool = False,
        introduced: str | None = None,
        spelled: str | None = None,
        beside: frozenset[str] = frozenset(),
        refused: frozenset[str] = frozenset(),
    ) -> Meaning | None:
        """Return what the form means where it is read as ``kind`` among these neighbours.

        ``spelled`` is the key that the paper's text spells it out with, ``introduced`` that of what
        stands in front of it in brackets: it means nothing that shares less than half the words.
        Nor does it mean the centres in ``refused``; nor, where the paper has ``proposed`` it, what
        hardly a paper spells out so. None if it may mean nothing else than itself.
        """
        senses = self._senses.get(self._key(short), {})
        ordered = [centre for centre in self.defined(short) if centre not in refused]
        if introduced:
            ordered = [centre for centre in ordered if _overlap(centre, introduced)]
        if not ordered:
            return None
        if spelled is not None:
            centre = self._place[spelled].centre if spelled in self._place else spelled
            own = [c for c in ordered if c == centre or c.startswith(f"{spelled}-")]
            return Meaning(own[0], OWN, _OWN_SCORE) if own else None
        rare = max(senses[centre].votes for centre in ordered) / _RARE
        own = [centre for centre in ordered if centre in beside and senses[centre].votes >= rare]
        if len(own) == 1:
            return Meaning(own[0], OWN, _OWN_SCORE)
        if proposed:
            ordered = [centre for centre in ordered if senses[centre].votes >= _KNOWN]
            if not ordered:
                return None
        weights = [_weight(senses[centre], kind) for centre in ordered]
        if len(ordered) > 1:
            told = [self._neighbourly(senses, centre, beside) for centre in ordered]
            weights = [w * t for w, t in zip(weights, told, strict=True)]
        length = min(max(len(short), 2), 4)
        unknown = self._unknown * _BY_LETTERS[length - 2]
        if short in self._plain:
            unknown *= _WORD
        share = [w / (sum(weights) + unknown) for w in weights]
        best = max(range(len(ordered)), key=lambda k: (share[k], -k))
        if share[best] < self._threshold:
            return Meaning(short, "", 1.0, tuple(ordered))
        votes = sum(sense.votes for sense in senses.values())
        reason = f"short form, spelled out so by {senses[ordered[best]].votes} of {votes} papers"
        return Meaning(ordered[best], reason, round(share[best], 4))

    @staticmethod
    def _neighbourly(senses: Mapping[str, Sense], centre: str, beside: frozenset[str]) -> float:
        """Return how much likelier the neighbours are beside this sense than beside the others."""
        here = senses[centre]
        there = [sense for other, sense in senses.items() if other != centre]
        votes = sum(sense.votes for sense in there)
        logs = []
        for key in beside:
            elsewhere = sum(sense.beside[key] for sense in there)
            common = here.beside[key] + elsewhere
            if common > 1:
                prior = _PRIOR * common / (here.votes + votes)
                ratio = math.log((here.beside[key] + prior) / (here.votes + _PRIOR))
                ratio -= math.log((elsewhere + prior) / (votes + _PRIOR))
                logs.append(max(-_MOST_TELLING, min(_MOST_TELLING, ratio)))
        logs.sort(key=lambda value: (-abs(value), value))
        return math.exp(sum(logs[:_NEIGHBOURS]))


def _senses(votes: Iterable[tuple[str, str, list[str]]]) -> dict[str, Sense]:
    """Return the senses of a short form; of one alone nobody asks what stands beside it."""
    senses: defaultdict[str, Sense] = defaultdict(Sense)
    for centre, kind, beside in votes:
        sense = senses[centre]
        sense.votes += 1
        sense.types[kind] += 1
        sense.beside.update(beside)
    known: Counter[str] = Counter()
    for sense in senses.values():
        known.update(sense.beside)
    for sense in senses.values():
        told = sense.beside.items() if len(senses) > 1 else ()
        # What one paper alone speaks of tells nothing.
        sense.beside = Counter({key: n for key, n in told if known[key] > 1})
    return dict(senses)


def _overlap(one: str, other: str) -> bool:
    """Tell whether two keys share half the words of the shorter, endings aside."""
    stems = [{word[:_STEM] for word in key.split("-")} for key in (one, other)]
    return 2 * len(stems[0] & stems[1]) >= min(map(len, stems))


def _weight(sense: Sense, kind: str) -> float:
    """Return the votes of a sense, less where it is seldom read as this type."""
    seen = (sense.types[kind] + _ALPHA) / (sense.votes + _ALPHA * len(ENTITY_TYPES))
    most = (max(sense.types.values()) + _ALPHA) / (sense.votes + _ALPHA * len(ENTITY_TYPES))
    return sense.votes * max(_OTHER_TYPE, seen / most)


def neighbours(extraction: Extraction, place: Mapping[str, Place]) -> frozenset[str]:
    """Return the centres of what a paper speaks of."""
    return frozenset(place[normalise(e.name)].centre for e in extraction.entities)
