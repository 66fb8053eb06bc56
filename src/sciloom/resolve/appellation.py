"""Within one paper: a name beside the longer phrase that introduces it."""

from __future__ import annotations

import re

from sciloom.model import Entity, Extraction
from sciloom.resolve.evidence import Evidence
from sciloom.resolve.forms import HEADS, is_coined
from sciloom.resolve.normalise import normalise

APPOSED = "name that the paper gives to it"
SHORTENED = "short for the longer name that the paper proposes"
#: How sure either is.
SURE = 0.9

_KINDS = frozenset(HEADS) | frozenset(
    "language library loss paradigm strategy tool toolkit".split()
)
#: What ties a name to another thing than the phrase is about ("extension of model X").
_TIES = re.compile(
    r"\b(?:after|against|and|as|by|for|from|in|into|like|of|on|or|over|than|to|under|using|vs|with)\b"
)
#: A relation between a name and its short form is likelier misread than not below this score.
_LIKELY = 0.5
_WORDS = re.compile(r"[\s-]+")
_SMALL = frozenset("a an and for in of on the to via with".split())


def appellations(extraction: Extraction, evidence: Evidence) -> dict[str, tuple[str, str]]:
    """Map the name of an entity to that of the one it is another name of, with the reason.

    "reasoning framework Kestrel" and "Kestrel model" are Kestrel; of "Wasserstein Wormhole" that
    the paper proposes, "Wormhole" is short. A name is a word that never stands in small letters; a
    short one is known to no other paper and proposed too: a Transformer stands beside the Swin
    Transformer.
    """
    found: dict[str, tuple[str, str]] = {}
    others: set[str] = set()
    names = [e for e in extraction.entities if _is_name(e, extraction.paper.text)]
    proposed = [e for e in extraction.entities if e.role == "proposed" and " " in e.name]
    for name in names:
        for full in proposed:
            if full is name or {name.name, full.name} & found.keys():
                continue
            apposed = _introduces(full.name, name.name)
            if not apposed and not _is_short_for(name, full, extraction, evidence):
                continue
            if apposed or _is_kind_of_name(full.name):
                one, other, reason = full.name, name.name, APPOSED
            else:
                one, other, reason = name.name, full.name, SHORTENED
            if one not in others:
                found[one] = other, reason
                others.add(other)
    return found


def _is_name(entity: Entity, text: str) -> bool:
    """Tell a proper name of one word from a common one that starts a sentence or a title."""
    name = entity.name
    if " " in name or not name[:1].isalpha() or len(name) < 2:
        return False
    if is_coined(name):
        return True
    return name[0].isupper() and not re.search(rf"\b{re.escape(name.casefold())}s?\b", text)


def _introduces(phrase: str, name: str) -> bool:
    """Tell whether a phrase ends in a kind of thing and the name ("model Kestrel")."""
    before, _, last = phrase.rpartition(" ")
    kind = _WORDS.split(before)[-1].casefold()
    return last.lstrip("-") == name and kind in _KINDS and not _TIES.search(before)


def _is_kind_of_name(phrase: str) -> bool:
    """Tell whether a phrase is one word and a kind of thing ("Kestrel model")."""
    words = phrase.split()
    return len(words) == 2 and words[1].casefold() in _KINDS


def _is_short_for(name: Entity, full: Entity, extraction: Extraction, evidence: Evidence) -> bool:
    """Tell whether the name is the first or last word of a proper name first met in full.

    A kind of thing behind it is no part of it ("Dappled Kestrel model").
    """
    words = full.name.split()
    named = words[:-1] if words[-1].casefold() in _KINDS else words
    proper = [word for word in named if word not in _SMALL]
    return (
        name.name in (named[0], named[-1])
        and all(word[0].isupper() for word in proper)
        and name.role == "proposed"
        and evidence.uses[normalise(name.name)] == 1
        and full.mentions[0].start <= name.mentions[0].start
        and not any(
            {relation.subject, relation.object} == {name.name, full.name}
            and relation.predicate not in ("isA", "partOf")
            and relation.score >= _LIKELY
            for relation in extraction.relations
        )
    )
