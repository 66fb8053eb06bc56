"""From a paper to what it says."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace

from spacy.language import Language

from sciloom.model import Claim, Entity, Extraction, Paper, Relation, may_join


def extract_all(nlp: Language, papers: Iterable[Paper]) -> Iterator[Extraction]:
    """Yield what each paper says, in order, one at a time."""
    for paper in papers:
        yield extract(nlp, paper)


def extract(nlp: Language, paper: Paper) -> Extraction:
    """Return the entities, relations and claims of ``paper.text``.

    Whatever the components did: names are unique, every mention is a slice of the text and a form
    of its entity, relations join types that they may join, claims speak of entities that are there,
    scores lie in [0, 1].
    """
    doc = nlp.make_doc(paper.text)
    doc._.language = paper.language
    doc = nlp(doc)
    entities = _sound_entities(doc._.entities, paper.text)
    types = {entity.name: entity.type for entity in entities}
    return Extraction(
        paper=paper,
        entities=entities,
        relations=_sound_relations(doc._.relations, types, len(paper.text)),
        claims=tuple(
            _sound_claim(claim, types.keys())
            for claim in doc._.claims
            if paper.text[claim.start : claim.end] == claim.quote
        ),
    )


def sentence_spans(nlp: Language, text: str) -> tuple[tuple[int, int], ...]:
    """Return the half-open spans of the sentences of a text, in order."""
    doc = nlp.get_pipe("sentences")(nlp.make_doc(text))
    return tuple((sentence.start_char, sentence.end_char) for sentence in doc.sents)


def score(value: float) -> float:
    """Return ``value`` within [0, 1], to four digits."""
    return round(min(1.0, max(0.0, float(value))), 4)


def _sound_entities(entities: Iterable[Entity], text: str) -> tuple[Entity, ...]:
    sound: dict[str, Entity] = {}
    for entity in entities:
        mentions = tuple(
            sorted(
                {
                    replace(mention, score=score(mention.score))
                    for mention in entity.mentions
                    if mention.text == text[mention.start : mention.end] != ""
                }
            )
        )
        if not mentions or entity.name in sound:
            continue
        surface = tuple(
            dict.fromkeys((*(mention.text for mention in mentions), *entity.surface, entity.name))
        )
        sound[entity.name] = replace(
            entity, mentions=mentions, surface=surface, score=score(entity.score)
        )
    return tuple(sorted(sound.values(), key=lambda entity: (entity.mentions[0], entity.name)))


def _sound_relations(
    relations: Iterable[Relation], types: Mapping[str, str], length: int
) -> tuple[Relation, ...]:
    best: dict[tuple[str, str, str], Relation] = {}
    for relation in relations:
        subject, predicate, object_ = ends = (
            relation.subject,
            relation.predicate,
            relation.object,
        )
        start, end = relation.evidence
        if subject == object_ or not types.keys() >= {subject, object_}:
            continue
        if not may_join(predicate, types[subject], types[object_]):
            continue
        if 0 <= start < end <= length and (
            ends not in best or best[ends].score < score(relation.score)
        ):
            best[ends] = replace(relation, score=score(relation.score))
    return tuple(best.values())


def _sound_claim(claim: Claim, names: Container[str]) -> Claim:
    def known(slot: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for name in slot if name in names))

    return replace(
        claim,
        subject=claim.subject if claim.subject in names else None,
        metrics=known(claim.metrics),
        datasets=known(claim.datasets),
        tasks=known(claim.tasks),
        score=score(claim.score),
    )
