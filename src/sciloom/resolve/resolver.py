"""Names of one thing become one concept, by the evidence of all papers.

Keys are what spellings of a name share (`normalise`). Keys that evidence bonds are one cluster
(`candidates`, `clusters`), a short form goes to what it stands for in its paper (`senses`), and
each cluster is a concept, of the type that most papers give it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, replace
from itertools import chain
from typing import NamedTuple

from sciloom.model import (
    ENTITY_TYPES,
    SAME_KEY,
    Concept,
    Entity,
    Extraction,
    Link,
    Resolution,
    Tie,
)
from sciloom.resolve.appellation import APPOSED, SURE, appellations
from sciloom.resolve.candidates import bonds
from sciloom.resolve.clusters import THRESHOLD, Bond, cluster
from sciloom.resolve.evidence import Evidence, spelled_out
from sciloom.resolve.forms import introduced_as, spelled_in
from sciloom.resolve.hierarchy import hierarchy
from sciloom.resolve.namesakes import DISCRIMINATED, namesakes
from sciloom.resolve.normalise import normalise
from sciloom.resolve.overrides import Overrides
from sciloom.resolve.replaced import Replaced
from sciloom.resolve.senses import Meaning, Senses, neighbours
from sciloom.resolve.vocabulary import Entry, match
from sciloom.spill import Shuffle, Spool
from sciloom.vocab import BASE, concept_iri, paper_iri, text_digest

HOMONYM = "a name that other papers gave to something else"
_DISCRIMINATOR = 8
_QUOTES = frozenset('"“”„«»')
_NO_OVERRIDES = Overrides()


def resolve(
    extractions: Iterable[Extraction],
    *,
    base: str = BASE,
    overrides: Overrides = _NO_OVERRIDES,
    vocabulary: Sequence[Entry] = (),
    versions: Iterable[Tie] = (),
    threshold: float = THRESHOLD,
) -> Resolution:
    """Give every entity its concept; the concepts do not depend on the order of the papers.

    Parameters
    ----------
    extractions
        One a paper.
    base
        What every resource IRI starts with.
    overrides
        What the user says is one thing, or is not.
    vocabulary
        Entries that concepts are matched with.
    versions
        Ties between papers, passed on.
    threshold
        How sure a merge is at least, in [0, 1].
    """
    papers = extractions if isinstance(extractions, Sequence) else tuple(extractions)
    evidence = Evidence.of(papers)
    readings = _Readings(papers, evidence, overrides, threshold)
    read = _Read(base)
    for extraction in papers:
        paper = paper_iri(extraction.paper, base)
        read.add(extraction, paper, readings.of_all(extraction, paper))
    concepts: Spool[Concept] = Spool(astuple, _unpacked_concept)
    meant = readings.meant()
    bearers = read.bearers.union(*meant.values(), *read.choices.values())
    sizes: dict[str, int] = {}
    for key, found in read.members:
        concepts.append(_concept(key, [_Member(*said) for said in found], readings, base))
        read.replaced.keep(key)
        if key in bearers:
            sizes[key] = len(found)
    broader = hierarchy(read.stated, concepts, base=base)
    ties = chain(
        broader,
        namesakes(sizes, meant, read.choices, broader, base=base),
        match(concepts, vocabulary),
        read.replaced.ties(base),
        versions,
    )
    return Resolution(extractions=papers, concepts=concepts, links=read.links, ties=tuple(ties))


class _Read:
    """What a reading of all papers gives, for links, concepts and ties.

    ``members`` are the entities of each concept, ``replaced`` tells names that are none,
    ``choices`` what a short form may mean that is a concept of its own, ``bearers`` concepts told
    apart from others of their name, and that name, ``stated`` what papers say to be narrower than
    what, and how sure.
    """

    def __init__(self, base: str) -> None:
        self._base = base
        self.links: Spool[tuple[Link, ...]] = Spool(_packed_links, _unpacked_links)
        self.members = Shuffle()
        self.replaced = Replaced()
        self.choices: dict[str, tuple[str, ...]] = {}
        self.bearers: set[str] = set()
        self.stated: list[tuple[str, str, float]] = []

    def add(self, extraction: Extraction, paper: str, meanings: Mapping[str, Meaning]) -> None:
        """Add a paper, whose entities mean this."""
        iris = {name: concept_iri(told.centre, self._base) for name, told in meanings.items()}
        for entity in extraction.entities:
            meaning = meanings[entity.name]
            self.members.put(meaning.centre, (entity.name, entity.type, entity.surface))
            self.replaced.name(normalise(entity.name), meaning.centre)
            if meaning.choices:
                known = self.choices.get(meaning.centre, ())
                self.choices[meaning.centre] = tuple(sorted({*known, *meaning.choices}))
            name, apart, _ = meaning.centre.partition(DISCRIMINATED)
            if apart:
                self.bearers |= {name, meaning.centre}
        self.links.append(
            tuple(
                Link(
                    paper=paper,
                    entity=name,
                    concept=iris[name],
                    reason=meaning.reason,
                    score=meaning.score,
                )
                for name, meaning in meanings.items()
            )
        )
        self.stated += (
            (iris[relation.subject], iris[relation.object], relation.score)
            for relation in extraction.relations
            if relation.predicate == "isA"
        )


class _Member(NamedTuple):
    """What a concept is called in one paper, and read as."""

    name: str
    type: str
    surface: tuple[str, ...]


class _Readings:
    """What each name stands for."""

    def __init__(
        self,
        extractions: Sequence[Extraction],
        evidence: Evidence,
        overrides: Overrides,
        threshold: float,
    ) -> None:
        self.evidence = evidence
        said = [Bond(*joined, 1.0) for joined in overrides.joined(evidence.uses)]
        self.ruled = {key for bond in said for key in (bond.one, bond.other)}
        self.apart = _apart(overrides)
        # Which of its long forms a short form stands for is told paper by paper, or ruled.
        longs = {s: longs for s, longs in evidence.expansions.items() if s not in self.ruled}
        self.place = cluster(
            evidence.uses,
            chain(said, bonds(evidence)),
            threshold=threshold,
            apart=_both_ways(longs, self.apart),
        )
        self.senses = Senses(extractions, evidence, self.place, threshold=threshold)
        self.short = self._shorts()
        self.refused: defaultdict[str, set[str]] = defaultdict(set)
        for key, others in self.apart.items():
            if key in self.place:
                centres = {self.place[other].centre for other in others if other in self.place}
                self.refused[self.place[key].centre] |= centres

    def _shorts(self) -> dict[str, str]:
        """Map the centre of each cluster that holds a short form to the most used one."""
        uses = self.evidence.uses
        ruled = {self.place[key].centre for key in self.ruled}
        spelled_out = (
            key for key in uses if key in self.senses and self.place[key].centre not in ruled
        )
        short: dict[str, str] = {}
        for key in sorted(spelled_out, key=lambda key: (-uses[key], key)):
            short.setdefault(self.place[key].centre, key)
        return short

    def meant(self) -> dict[str, set[str]]:
        """Map each short form to the centres of what papers spell it out with."""
        return {
            short: {self.place[long].centre for long in longs}
            for short, longs in self.evidence.expansions.items()
        }

    def of_all(self, extraction: Extraction, paper: str) -> dict[str, Meaning]:
        """Return what the entities of a paper stand for, by name."""
        text = extraction.paper.text
        beside = neighbours(extraction, self.place)
        others = appellations(extraction, self.evidence)
        introduced = {other for other, reason in others.values() if reason == APPOSED}
        meanings = {}
        for entity in extraction.entities:
            role = "proposed" if entity.name in introduced else entity.role
            meanings[entity.name] = self.of(replace(entity, role=role), text, beside, paper)
        for name, (other, reason) in others.items():
            key = normalise(name)
            if key not in self.ruled and normalise(other) not in self.apart.get(key, ()):
                own = meanings[other]
                meanings[name] = replace(own, reason=reason, score=round(own.score * SURE, 4))
        return meanings

    def of(self, entity: Entity, text: str, beside: frozenset[str], paper: str) -> Meaning:
        """Return what an entity stands for in its paper's text, among its other concepts."""
        key = normalise(entity.name)
        place = self.place[key]
        # A title may introduce what the abstract does not say to be new.
        introduced = entity.role == "proposed" or text.startswith(f"{entity.name}:")
        proposed = introduced and key not in self.ruled
        namesake = Meaning(
            f"{key}{DISCRIMINATED}{text_digest(paper)[:_DISCRIMINATOR]}", HOMONYM, 1.0
        )
        if proposed and key in self.evidence.homonyms:
            return namesake
        own = Meaning(place.centre, place.reason or SAME_KEY, place.score)
        short = self.short.get(place.centre)
        if short is None:
            return own
        phrases = (spelled_in(form, text) for form in entity.surface)
        bracketed = (introduced_as(form, text) for form in entity.surface)
        meaning = self.senses.meaning(
            short,
            entity.type,
            proposed=proposed,
            spelled=next((normalise(phrase) for phrase in phrases if phrase), None),
            introduced=next((normalise(phrase) for phrase in bracketed if phrase), None),
            beside=beside - {place.centre},
            refused=frozenset(self.refused.get(place.centre, ())),
        )
        if meaning is None:
            return namesake if proposed else own
        if meaning.choices:
            return Meaning(place.centre, own.reason, own.score, meaning.choices)
        return Meaning(meaning.centre, meaning.reason, round(place.score * meaning.score, 4))

    def is_apart(self, form: str, name: str, centre: str) -> bool:
        """Tell whether a form of an entity stands for another concept than this.

        Be it by its own name elsewhere, or as more than the short form that it holds ("RL tasks").
        """
        key, own = normalise(form), normalise(name)
        place = self.place.get(key)
        if place is not None and place.centre not in (self.place[own].centre, centre):
            return True
        words = key.split("-")
        longs = (self.evidence.expansions.get(word, ()) for word in words)
        return len(words) > 1 and key != own and any(own in long for long in longs)


def _apart(overrides: Overrides) -> dict[str, set[str]]:
    apart: defaultdict[str, set[str]] = defaultdict(set)
    for ruling in overrides.splits:
        one, other = ruling.keys
        apart[one].add(other)
        apart[other].add(one)
    return dict(apart)


def _both_ways(*relations: Mapping[str, Iterable[str]]) -> dict[str, frozenset[str]]:
    pairs: defaultdict[str, set[str]] = defaultdict(set)
    for relation in relations:
        for key, others in relation.items():
            for other in others:
                pairs[key].add(other)
                pairs[other].add(key)
    return {key: frozenset(others) for key, others in pairs.items()}


def _concept(key: str, entities: Sequence[_Member], readings: _Readings, base: str) -> Concept:
    types = Counter(entity.type for entity in entities)
    names = Counter(entity.name for entity in entities)
    spelled = {e.name for e in entities if any(spelled_out(form, e.name) for form in e.surface)}
    keys = {normalise(name) for name in spelled}
    full = [name for name in names if normalise(name) in keys] or list(names)
    # The most used full form without quotation marks; of equals one of several words, and one that
    # no sentence start capitalised.
    label = min(
        full,
        key=lambda n: (
            any(c in _QUOTES for c in n),
            -names[n],
            " " not in n,
            n[:1].isupper() and n[1:].islower(),
            n,
        ),
    )
    # What some paper names by itself is a label of that ("RL algorithm" of no field).
    forms = set(names).union(
        form
        for entity in entities
        for form in entity.surface
        if spelled_out(form, entity.name) or not readings.is_apart(form, entity.name, key)
    ) - {label}
    return Concept(
        iri=concept_iri(key, base),
        key=key,
        type=max(ENTITY_TYPES, key=lambda t: (types[t], -ENTITY_TYPES.index(t))),
        pref_label=label,
        alt_labels=tuple(sorted(forms)),
    )


def _packed_links(links: Sequence[Link]) -> list[tuple[str, str, str, str, float]]:
    return [(a.paper, a.entity, a.concept, a.reason, a.score) for a in links]


def _unpacked_links(said: Iterable[tuple[str, str, str, str, float]]) -> tuple[Link, ...]:
    return tuple(
        Link(paper=paper, entity=entity, concept=concept, reason=reason, score=score)
        for paper, entity, concept, reason, score in said
    )


def _unpacked_concept(said: tuple[str, str, str, str, tuple[str, ...]]) -> Concept:
    iri, key, type_, label, others = said
    return Concept(iri=iri, key=key, type=type_, pref_label=label, alt_labels=others)
