"""What a corpus says of its names: how often, of what type, beside what, short for what."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Set
from dataclasses import dataclass

from sciloom.model import Extraction
from sciloom.resolve.forms import is_coined, is_proper, is_short, stands_for, words_by_case
from sciloom.resolve.normalise import normalise

_SMALL = re.compile(r"(?<![\w-])[a-z]{2,}(?![\w-])")


@dataclass(frozen=True, slots=True)
class Evidence:
    """Counts of entities by key; one entity a paper and referent.

    ``keys`` maps a name to its key, ``expansions`` a short key to the keys that papers spell it out
    with. ``coined`` holds the keys that most papers write as a name, ``proper`` those that most
    papers capitalise. Of words, ``coined_words`` are written as names, ``acronyms`` mostly in
    capitals alone, ``common`` mostly in small letters; ``plain`` short keys stand in some text as a
    word of the language. ``tasks`` is the share of the names that end with a word that are read as
    tasks. ``words`` tells how many entities hold a word, ``extended`` how many names go on from a
    key. ``homonyms`` are names that several papers gave to what they propose.
    """

    keys: Mapping[str, str]
    uses: Mapping[str, int]
    types: Mapping[str, Counter[str]]
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
    def of(extractions: Collection[Extraction]) -> Evidence:
        """Read it off the extractions, in any order."""
        keys: dict[str, str] = {}
        names: Counter[str] = Counter()
        uses: Counter[str] = Counter()
        types: defaultdict[str, Counter[str]] = defaultdict(Counter)
        expansions: defaultdict[str, Counter[str]] = defaultdict(Counter)
        proposed: Counter[str] = Counter()
        for extraction in extractions:
            for entity in extraction.entities:
                if entity.name not in keys:
                    keys[entity.name] = normalise(entity.name)
                key = keys[entity.name]
                names[entity.name] += 1
                uses[key] += 1
                types[key][entity.type] += 1
                proposed[key] += entity.role == "proposed"
                shorts = {normalise(f) for f in entity.surface if spelled_out(f, entity.name)}
                for short in shorts - {key}:
                    expansions[short][key] += 1
        coined: Counter[str] = Counter()
        proper: Counter[str] = Counter()
        cases: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for name, n in names.items():
            coined[keys[name]] += n * is_coined(name)
            proper[keys[name]] += n * is_proper(name)
            for case, words_of in words_by_case(name).items():
                for word in words_of:
                    cases[case][word] += n
        written = frozenset(key for key, n in coined.items() if 2 * n > uses[key])
        homonyms = frozenset(
            key
            for key, n in proposed.items()
            if n > 1 and 2 * n >= uses[key] and key in written
            if "-" not in key and key not in expansions
        )
        words: Counter[str] = Counter()
        extended: Counter[str] = Counter()
        heads: Counter[str] = Counter()
        tasks: Counter[str] = Counter()
        for key, n in uses.items():
            parts = key.split("-")
            heads[parts[-1]] += n
            tasks[parts[-1]] += types[key]["Task"]
            for k, word in enumerate(parts):
                words[word] += n
                if k and (start := "-".join(parts[:k])) in uses:
                    extended[start] += n
        return Evidence(
            keys=keys,
            uses=uses,
            types=types,
            expansions=expansions,
            coined=written,
            proper=frozenset(key for key, n in proper.items() if 2 * n > uses[key]),
            coined_words=frozenset(w for w, n in cases["odd"].items() if 3 * n > words[w]),
            acronyms=frozenset(w for w, n in cases["capitals"].items() if 2 * n > words[w]),
            common=frozenset(w for w, n in cases["small"].items() if 2 * n > words[w]),
            plain=_plain(expansions.keys(), extractions),
            tasks={word: n / heads[word] for word, n in tasks.items()},
            words=words,
            extended=extended,
            homonyms=homonyms,
        )

    def type_of(self, key: str) -> str:
        """Return the type that most papers give the key."""
        return min(self.types[key].items(), key=lambda item: (-item[1], item[0]))[0]


def _plain(shorts: Set[str], extractions: Iterable[Extraction]) -> frozenset[str]:
    found: set[str] = set()
    for extraction in extractions:
        found.update(shorts & set(_SMALL.findall(extraction.paper.text)))
    return frozenset(found)


def spelled_out(form: str, name: str) -> bool:
    """Tell whether ``form`` is a short form of the entity's name, and no part of it."""
    if not is_short(form) or not stands_for(form, name):
        return False
    return f"-{normalise(form)}-" not in f"-{normalise(name)}-"
