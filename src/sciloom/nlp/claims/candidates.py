"""What may stand in a claim's slots: entities, and comparators in general terms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from sciloom.model import Entity
from sciloom.nlp.lexicon import load

_REACH = 60  # characters between a cue and the comparator it announces
_LISTED = re.compile(r"\s*(?:,|and|or|/|&|,\s*(?:and|or|as well as)|as well as)\s*(?:the\s+)?")
_RELATIVE = re.compile(r",? which\b")
_APART = re.compile(r"[.;:,]|\b(?:on|in|for|by|with|while|when|using)\b")
#: What may stand between a cue and the general phrase it announces.
_ANNOUNCES = re.compile(r"(?:[^.;:,()]|,(?= but| and| more)){0,60}?[^.;:,()]{0,24}")
_DETERMINER = re.compile(
    r"(?:the|all|both|several|many|various|an?|most|some|any|two|three|a (?:range|variety) of|its"
    r"|their|of)\s",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Named:
    """An entity where a sentence first names it; places count from the sentence's start."""

    entity: Entity
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Phrase:
    """A comparator in general terms, and whether a cue such as "than" announces it."""

    text: str
    start: int
    end: int
    inside: tuple[Named, ...]
    announced: bool


@cache
def rules() -> dict[str, re.Pattern[str]]:
    """Return the patterns of ``data/claims_slots.toml`` that find what fills a slot."""
    data = load("claims_slots")
    words = "|".join(map(re.escape, sorted(data["generic_words"], key=len, reverse=True)))
    head = "|".join(sorted(data["generic_heads"], key=len, reverse=True))
    # "baseline methods"; and the plural of an acronym (LLMs, GNNs)
    heads = rf"(?:{head})(?:\s(?:{head}))*|(?-i:[A-Z]{{2,}}s)"
    alone = "|".join(data["generic_alone"])
    stops = "|".join(data["generic_stops"])
    return {
        "versus": re.compile(rf"(?<![\w-])(?:{'|'.join(data['versus'])})(?![\w-])", re.IGNORECASE),
        "generic": re.compile(
            rf"(?<![\w-])(?:(?:{words})(?:,?[ -](?!(?:{stops})\b)[\w()-]+){{0,4}}?\s(?:{heads})"
            rf"|{alone})(?![\w-])",
            re.IGNORECASE,
        ),
        "art": re.compile(data["art"][0], re.IGNORECASE),
        "those": re.compile(rf"\s(?:{heads})$", re.IGNORECASE),
        "back": re.compile("|".join(data["back"]), re.IGNORECASE),
        "resource": re.compile("|".join(data["resource"]), re.IGNORECASE),
    }


def pointers(sentence: str) -> tuple[str, bool]:
    """Return the phrase that points back ("our method"), and whether it tells of a resource."""
    back = rules()["back"].search(sentence)
    return back[0] if back else "", bool(rules()["resource"].search(sentence))


def named_in(sentence: str, start: int, entities: Sequence[Entity]) -> list[Named]:
    """Return the entities that a sentence (at ``start`` of the text) names, in order."""
    end = start + len(sentence)
    found = []
    for entity in entities:
        first = min((m for m in entity.mentions if start <= m.start < end), default=None)
        if first is not None:
            found.append(Named(entity, first.start - start, min(first.end, end) - start))
    return sorted(found, key=lambda n: (n.start, -n.end))


def compared(sentence: str, named: Sequence[Named]) -> list[Named]:
    """Return the named methods that cues say the sentence sets its subject against."""
    cues = [m.end() for m in rules()["versus"].finditer(sentence)]
    found: list[Named] = []
    for place, one in enumerate(named):
        if one.entity.role == "proposed" or (
            one.entity.type != "Method" and one.entity.role != "compared"
        ):
            continue
        announced = any(
            0 <= one.start - cue <= _REACH and not _APART.search(sentence, cue, one.start)
            for cue in cues
        )
        listed = (
            bool(found)
            and place > 0
            and found[-1] is named[place - 1]
            and bool(_LISTED.fullmatch(sentence, found[-1].end, one.start))
        )
        if found and _RELATIVE.search(sentence, found[-1].end, one.start):
            break  # "surpasses RedMill, which in turn trails BlueMill"
        if announced or listed or one.entity.role == "compared":
            found.append(one)
    return found


def versus(sentence: str, named: Sequence[Named]) -> list[Named]:
    """Return the named methods that the sentence sets its subject against.

    Not those within a general phrase: "existing active learning methods" are set against, active
    learning is not.
    """
    found = compared(sentence, named)
    inside = [n for p in phrases(sentence, named) if p.announced for n in p.inside] if found else ()
    return [n for n in found if n not in inside]


def phrases(sentence: str, named: Sequence[Named]) -> list[Phrase]:
    """Return what may be a comparator in general terms, without its determiners."""
    patterns = rules()
    cues = [m.end() for m in patterns["versus"].finditer(sentence)]
    found: list[Phrase] = []
    for match in patterns["generic"].finditer(sentence):
        start, end = match.span()
        inside = tuple(n for n in named if n.start < end and start < n.end)
        if any(n.entity.role == "compared" or n.start <= start or n.end > end for n in inside):
            continue
        announced = any(cue <= start and _ANNOUNCES.fullmatch(sentence, cue, start) for cue in cues)
        while lead := _DETERMINER.match(sentence, start, end):
            start = lead.end()
        found.append(Phrase(sentence[start:end], start, end, inside, announced))
    return found
