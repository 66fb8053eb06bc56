"""What a corpus says of its names: how often, of what type, beside what, short for what."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sciloom.model import Extraction
from sciloom.resolve.forms import coined_words, is_coined, is_proper, is_short, stands_for
from sciloom.resolve.normalise import normalise


@dataclass(frozen=True, slots=True)
class Evidence:
    """Counts of entities by key; one entity a paper and referent.

    ``expansions`` maps a short key to the keys that papers spell it out with, ``keys`` a name to
    its key. ``coined`` holds the keys that most papers write as a name, ``coined_words`` the words;
    ``proper`` holds those that most papers capitalise. ``words`` tells how many entities hold a
    word, ``extended`` how many names go on from a key. ``homonyms`` are names that several papers
    gave to what they propose.
    """

    keys: Mapping[str, str]
    uses: Mapping[str, int]
    types: Mapping[str, Counter[str]]
    expansions: Mapping[str, Counter[str]]
    coined: frozenset[str]
    coined_words: frozenset[str]
    proper: frozenset[str]
    words: Mapping[str, int]
    extended: Mapping[str, int]
    homonyms: frozenset[str]

    @staticmethod
    def of(extractions: Iterable[Extraction]) -> Evidence:
        """Read it off the extractions, in any order."""
        keys: dict[str, str] = {}
        uses: Counter[str] = Counter()
        types: defaultdict[str, Counter[str]] = defaultdict(Counter)
        expansions: defaultdict[str, Counter[str]] = defaultdict(Counter)
        coined: Counter[str] = Counter()
        coined_in: Counter[str] = Counter()
        proper: Counter[str] = Counter()
        proposed: Counter[str] = Counter()
        for extraction in extractions:
            for entity in extraction.entities:
                key = keys.setdefault(entity.name, normalise(entity.name))
                uses[key] += 1
                types[key][entity.type] += 1
                coined[key] += is_coined(entity.name)
                proper[key] += is_proper(entity.name)
                coined_in.update(coined_words(entity.name))
                proposed[key] += entity.role == "proposed"
                shorts = {normalise(f) for f in entity.surface if spelled_out(f, entity.name)}
                for short in shorts - {key}:
                    expansions[short][key] += 1
        names = frozenset(key for key, n in coined.items() if 2 * n > uses[key])
        homonyms = frozenset(
            key
            for key, n in proposed.items()
            if n > 1 and 2 * n >= uses[key] and key in names
            if "-" not in key and key not in expansions
        )
        words: Counter[str] = Counter()
        extended: Counter[str] = Counter()
        for key, n in uses.items():
            parts = key.split("-")
            for k, word in enumerate(parts):
                words[word] += n
                if k and (start := "-".join(parts[:k])) in uses:
                    extended[start] += n
        odd = frozenset(word for word, n in coined_in.items() if 3 * n > words[word])
        return Evidence(
            keys=keys,
            uses=uses,
            types=types,
            expansions=expansions,
            coined=names,
            coined_words=odd,
            proper=frozenset(key for key, n in proper.items() if 2 * n > uses[key]),
            words=words,
            extended=extended,
            homonyms=homonyms,
        )

    def type_of(self, key: str) -> str:
        """Return the type that most papers give the key."""
        return min(self.types[key].items(), key=lambda item: (-item[1], item[0]))[0]


def spelled_out(form: str, name: str) -> bool:
    """Tell whether ``form`` is a short form of the entity's name, and no part of it."""
    if not is_short(form) or not stands_for(form, name):
        return False
    return f"-{normalise(form)}-" not in f"-{normalise(name)}-"
