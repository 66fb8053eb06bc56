"""Names of one thing become one concept.

Entities whose names share a key are one concept. An acronym that the corpus spells out in exactly
one way stands for that long form everywhere; with two expansions, or none, it stays a concept of
its own. A concept's type is the one that most papers give it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from sciloom.model import ENTITY_TYPES, Concept, Entity, Extraction, Link, Resolution
from sciloom.resolve.normalise import normalise
from sciloom.vocab import BASE, concept_iri, paper_iri

SAME_KEY = "same key"
ACRONYM = "acronym with one expansion"
#: One expansion in the corpus is strong evidence, not proof.
_ACRONYM_SCORE = 0.9


def resolve(extractions: Iterable[Extraction], *, base: str = BASE) -> Resolution:
    """Give every entity its concept; the result does not depend on the order of the papers."""
    extractions = tuple(extractions)
    expansions = _expansions(extractions)
    members: defaultdict[str, list[Entity]] = defaultdict(list)
    links = []
    for extraction in extractions:
        paper = paper_iri(extraction.paper, base)
        for entity in extraction.entities:
            own = normalise(entity.name)
            key = expansions.get(own, own)
            members[key].append(entity)
            links.append(
                Link(
                    paper=paper,
                    entity=entity.name,
                    concept=concept_iri(key, base),
                    reason=SAME_KEY if key == own else ACRONYM,
                    score=1.0 if key == own else _ACRONYM_SCORE,
                )
            )
    concepts = tuple(_concept(key, members[key], base) for key in sorted(members))
    return Resolution(extractions=extractions, concepts=concepts, links=tuple(links))


def _expansions(extractions: Iterable[Extraction]) -> Mapping[str, str]:
    """Map the key of each acronym to the key of its long form, where the corpus knows just one."""
    seen: defaultdict[str, set[str]] = defaultdict(set)
    for extraction in extractions:
        for entity in extraction.entities:
            long = normalise(entity.name)
            for form in entity.surface:
                if _is_acronym(form, entity.name):
                    seen[normalise(form)].add(long)
    return {
        short: next(iter(longs))
        for short, longs in seen.items()
        if len(longs) == 1 and short not in longs and not longs & seen.keys()
    }


def _is_acronym(form: str, name: str) -> bool:
    """Tell a short form in capitals from the spelled-out name that it stands for."""
    letters = [c for c in form.removesuffix("s") if c.isalpha()]
    return (
        len(letters) > 1
        and " " not in form
        and " " in name
        and sum(c.isupper() for c in letters) > len(letters) / 2
    )


def _concept(key: str, entities: list[Entity], base: str) -> Concept:
    types = Counter(entity.type for entity in entities)
    type_ = max(ENTITY_TYPES, key=lambda t: (types[t], -ENTITY_TYPES.index(t)))
    names = Counter(entity.name for entity in entities)
    label = min(names, key=lambda n: (-names[n], n[:1].isupper() and n[1:].islower(), n))
    forms = {form for entity in entities for form in (entity.name, *entity.surface)} - {label}
    return Concept(
        iri=concept_iri(key, base),
        key=key,
        type=type_,
        pref_label=label,
        alt_labels=tuple(sorted(forms)),
    )
