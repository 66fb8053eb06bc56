"""What a corpus says of its names: how often, of what type, beside what, short for what."""

from __future__ import annotations

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, KeysView, Mapping
from dataclasses import dataclass
from typing import Any

from sciloom.model import ENTITY_TYPES, Extraction
from sciloom.resolve.forms import is_coined, is_proper, is_short, stands_for, words_by_case
from sciloom.resolve.normalise import normalise
from sciloom.spill import shuffled

_SMALL = re.compile(r"(?<![\w-])[a-z]{2,}(?![\w-])")
_TYPES = sorted(ENTITY_TYPES)


class Column(Mapping[str, int]):
    """A number for each key: four bytes a key, beside the rows that columns share."""

    def __init__(self, rows: dict[str, int]) -> None:
        self._rows = rows
        self._values = array("I")

    def append(self, value: int) -> None:
        """Put the number of the next row."""
        self._values.append(value)

    def __getitem__(self, key: str) -> int:
        return self._values[self._rows[key]]

    def __contains__(self, key: object) -> bool:
        return key in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def keys(self) -> KeysView[str]:
        """Return the keys, as a dictionary does."""
        return self._rows.keys()


@dataclass(frozen=True, slots=True)
class Evidence:
    """Counts of entities by key; one entity a paper and referent.

    ``types`` numbers the type that most papers give a key, ``as_task`` counts those that read it as
    a task. ``expansions`` maps a short key to the keys that papers spell it out with. ``coined``
    holds the keys that most papers write as a name, ``proper`` those that most papers capitalise.
    Of words, ``coined_words`` are written as names, ``acronyms`` mostly in capitals alone,
    ``common`` mostly in small letters; ``plain`` short keys stand in some text as a word of the
    language. ``tasks`` is the share of the names that end with a word that are read as tasks.
    ``words`` tells how many entities hold a word, ``extended`` how many names go on from a key.
    ``homonyms`` are names that several papers gave to what they propose.
    """

    uses: Column
    types: Column
    as_task: Column
    expansions: Mapping[str, Counter[str]]
    coined: frozenset[str]
    proper: frozenset[str]
    coined_words: frozenset[str]
    acronyms: frozenset[str]
    common: frozenset[str]
    plain: frozenset[str]
    tasks: Mapping[str, float]
    words: Mapping[str, int]
    extended: Mapping[str, int]
    homonyms: frozenset[str]

    @staticmethod
    def of(extractions: Iterable[Extraction]) -> Evidence:
        """Read it off the extractions, in any order."""
        small: set[str] = set()
        expansions: defaultdict[str, Counter[str]] = defaultdict(Counter)
        rows: dict[str, int] = {}
        uses, types, as_task = (Column(rows) for _ in range(3))
        coined: set[str] = set()
        proper: set[str] = set()
        homonyms: set[str] = set()
        cases: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for key, read in shuffled(_read(extractions, small, expansions)):
            number = len(read)
            names = Counter(name for name, _, _ in read)
            kinds = Counter(kind for _, kind, _ in read)
            proposed = sum(new for _, _, new in read)
            rows[key] = len(rows)
            uses.append(number)
            types.append(min(kinds, key=lambda kind: (-kinds[kind], kind)))
            as_task.append(kinds[_TYPES.index("Task")])
            if 2 * sum(n for name, n in names.items() if is_coined(name)) > number:
                coined.add(key)
            if 2 * sum(n for name, n in names.items() if is_proper(name)) > number:
                proper.add(key)
            if proposed > 1 and 2 * proposed >= number and key in coined and "-" not in key:
                homonyms.add(key)
            for name, n in names.items():
                for case, words_of in words_by_case(name).items():
                    for word in words_of:
                        cases[case][word] += n
        words: Counter[str] = Counter()
        extended: Counter[str] = Counter()
        heads: Counter[str] = Counter()
        tasks: Counter[str] = Counter()
        for key, n in uses.items():
            parts = key.split("-")
            heads[parts[-1]] += n
            tasks[parts[-1]] += as_task[key]
            for k, word in enumerate(parts):
                words[word] += n
                if k and (start := "-".join(parts[:k])) in uses:
                    extended[start] += n
        return Evidence(
            uses=uses,
            types=types,
            as_task=as_task,
            expansions=expansions,
            coined=frozenset(coined),
            proper=frozenset(proper),
            coined_words=frozenset(w for w, n in cases["odd"].items() if 3 * n > words[w]),
            acronyms=frozenset(w for w, n in cases["capitals"].items() if 2 * n > words[w]),
            common=frozenset(w for w, n in cases["small"].items() if 2 * n > words[w]),
            plain=frozenset(small & expansions.keys()),
            tasks={word: n / heads[word] for word, n in tasks.items()},
            words=words,
            extended=extended,
            homonyms=frozenset(homonyms - expansions.keys()),
        )

    def type_of(self, key: str) -> str:
        """Return the type that most papers give the key."""
        return _TYPES[self.types[key]]


def _read(
    extractions: Iterable[Extraction],
    small: set[str],
    expansions: defaultdict[str, Counter[str]],
) -> Iterator[tuple[str, Any]]:
    """Yield, by key, each entity's name, type and whether its paper proposes it.

    By the way count expansions, and gather the words that texts hold in ``small`` letters.
    """
    for extraction in extractions:
        small.update(_SMALL.findall(extraction.paper.text))
        for entity in extraction.entities:
            key = normalise(entity.name)
            shorts = {normalise(f) for f in entity.surface if spelled_out(f, entity.name)}
            for short in shorts - {key}:
                expansions[short][key] += 1
            yield key, (entity.name, _TYPES.index(entity.type), entity.role == "proposed")


def spelled_out(form: str, name: str) -> bool:
    """Tell whether ``form`` is a short form of the entity's name, and no part of it."""
    if not is_short(form) or not stands_for(form, name):
        return False
    return f"-{normalise(form)}-" not in f"-{normalise(name)}-"
