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

    def has(name: str) -> bool:
        return bool(_patterns()[name].search(text))

    return Polarity(
        negated=has("negated") and not has("not_negated"),
        hedged=has("hedged"),
        novel=has("novel") and not has("not_novel"),
        foreign=has("address")
        or ((has("others") or has("outlook")) and not has("ours"))
        or (has("setup") and not has("outcome")),
        reversed=has("reversed"),
    )
