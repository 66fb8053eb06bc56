"""Whether a sentence denies, hedges, is first, or speaks of others' work."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from sciloom.nlp.lexicon import load

_ASIDE = re.compile(r", which [^,;.]*")


@dataclass(frozen=True, slots=True)
class Polarity:
    """How a sentence asserts what it asserts."""

    #: The gain is denied, or the comparison goes against the subject.
    negated: bool
    hedged: bool
    #: "The first …", "for the first time".
    novel: bool
    #: Others' results, what was tried, what the future may bring, a web address: no claim.
    foreign: bool
    #: "OldMill is outperformed by NewMill": subject and comparator stand the other way round.
    reversed: bool


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    rules = load("claims_polarity")
    return {name: re.compile("|".join(rules[name]), re.IGNORECASE) for name in rules}


def polarity(sentence: str) -> Polarity:
    """Return the polarity of a sentence, by cue phrases."""
    # What a relative clause says of something else counts for nothing here.
    text = _ASIDE.sub("", re.sub(r"\s+", " ", sentence))
    found = {name: bool(pattern.search(text)) for name, pattern in _patterns().items()}
    return Polarity(
        negated=found["negated"] and not found["not_negated"],
        hedged=found["hedged"],
        novel=found["novel"] and not found["not_novel"],
        foreign=found["address"]
        or ((found["others"] or found["outlook"]) and not found["ours"])
        or (found["setup"] and not found["outcome"]),
        reversed=found["reversed"],
    )
