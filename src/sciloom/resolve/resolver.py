"""Names of one thing become one concept.

Entities whose names share a key are one concept, and so are keys that differ in their gaps alone.
An acronym that the corpus spells out in exactly one way stands for that long form everywhere; with
two expansions, or none, it stays a concept of its own. A concept's type is the one that most
papers give it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from sciloom.model import ENTITY_TYPES, Concept, Entity, Extraction, Link, Resolution
from sciloom.resolve.normalise import letters, normalise
from sciloom.vocab import BASE, concept_iri, paper_iri

#: Why an entity stands for its concept -> how sure that is.
SAME_KEY = "same key"
SAME_LETTERS = "same letters"
ACRONYM = "acronym with one expansion"
_SCORES = {SAME_KEY: 1.0, SAME_LETTERS: 0.98, ACRONYM: 0.9}


def resolve(extractions: Iterable[Extraction], *, base: str = BASE) -> Resolution:
    """Give every entity its concept; the result does not depend on the order of the papers."""
    extractions = tuple(extractions)
    keys = {
        entity.name: normalise(entity.name)
        for extraction in extractions
        for entity in extraction.entities
    }
    spelling = _one_spelling(extractions, keys)
    expansion = _expansions(extractions, spelling)
    members: defaultdict[str, list[Entity]] = defaultdict(list)
    links = []
    for extraction in extractions:
        paper = paper_iri(extraction.paper, base)
        for entity in extraction.entities:
            own = keys[entity.name]
            spelled = spelling[own]
            key = expansion.get(spelled, spelled)
            reason = SAME_KEY if key == own else SAME_LETTERS if key == spelled else ACRONYM
            members[key].append(entity)
            links.append(
                Link(
                    paper=paper,
                    entity=entity.name,
                    concept=concept_iri(key, base),
                    reason=reason,
                    score=_SCORES[reason],
                )
            )
    concepts = tuple(_concept(key, members[key], base) for key in sorted(members))
    return Resolution(extractions=extractions, concepts=concepts, links=tuple(links))


def _one_spelling(extractions: Sequence[Extraction], keys: Mapping[str, str]) -> dict[str, str]:
    """Map each key to the most used key with the same letters."""
    uses = Counter(keys[entity.name] for e in extractions for entity in e.entities)
    best: dict[str, str] = {}
    for key in sorted(uses, key=lambda key: (-uses[key], key)):
        best.setdefault(letters(key), key)
    return {key: best[letters(key)] for key in uses}


def _expansions(
    extractions: Sequence[Extraction], spelling: Mapping[str, str]
) -> Mapping[str, str]:
    """Map the key of each acronym to the key of its long form, where the corpus knows just one."""
    seen: defaultdict[str, set[str]] = defaultdict(set)
    for extraction in extractions:
        for entity in extraction.entities:
            long = spelling[normalise(entity.name)]
            for form in entity.surface:
                if _is_acronym(form, entity.name):
                    short = normalise(form)
                    seen[spelling.get(short, short)].add(long)
    return {
        short: next(iter(longs))
        for short, longs in seen.items()
        if len(longs) == 1 and short not in longs and not longs & seen.keys()
    }


def _is_acronym(form: str, name: str) -> bool:
    """Tell a short form in capitals from the spelled-out name that it stands for."""
    capitals = [c.isupper() for c in form.removesuffix("s") if c.isalpha()]
    return (
        len(capitals) > 1 and " " not in form and " " in name and sum(capitals) > len(capitals) / 2
    )


def _concept(key: str, entities: Sequence[Entity], base: str) -> Concept:
    types = Counter(entity.type for entity in entities)
    names = Counter(entity.name for entity in entities)
    # The most used name; of equals a spelled-out one, and one that no sentence start capitalised.
    label = min(
        names, key=lambda n: (-names[n], " " not in n, n[:1].isupper() and n[1:].islower(), n)
    )
    forms = {form for entity in entities for form in (entity.name, *entity.surface)} - {label}
    return Concept(
        iri=concept_iri(key, base),
        key=key,
        type=max(ENTITY_TYPES, key=lambda t: (types[t], -ENTITY_TYPES.index(t))),
        pref_label=label,
        alt_labels=tuple(sorted(forms)),
    )
