"""Relations between the entities of a paper, read by a linear model over the pair."""

from __future__ import annotations

from collections.abc import Iterator

from spacy.language import Language
from spacy.tokens import Doc, Span

from sciloom.model import Entity, Relation
from sciloom.nlp import extensions
from sciloom.nlp.relations.chances import pair_chances
from sciloom.nlp.relations.pairs import Node

NONE = "none"
#: Least score of a relation that is kept: where cross-validated F1 is flat, on the sure side.
_LEAST = 0.2
#: Relations that speak of two alike, in either order.
_SYMMETRIC = "comparedWith"
_PLACES = 12


@Language.factory(
    "sciloom_relations_v1",
    requires=["doc.sents", "doc._.entities"],
    assigns=["doc._.relations"],
)
class Relations:
    """Set ``doc._.relations``: at most one for each two entities in each direction."""

    def __init__(self, nlp: Language, name: str) -> None:  # noqa: ARG002  # spaCy passes it
        extensions.register()
        self.name = name

    def __call__(self, doc: Doc) -> Doc:
        """Relate the entities of ``doc``; outside English none."""
        if doc._.language == "en" and len(doc._.entities) > 1:
            sentences = list(doc.sents)
            nodes = nodes_of(doc, sentences, doc._.entities)
            doc._.relations = tuple(_read(doc, sentences, nodes))
        return doc


def nodes_of(doc: Doc, sentences: list[Span], entities: tuple[Entity, ...]) -> list[Node]:
    """Return the entities with their places counted in tokens and sentences."""
    number = [0] * len(doc)
    for n, sentence in enumerate(sentences):
        number[sentence.start : sentence.end] = [n] * len(sentence)
    return [
        Node(
            entity.name,
            entity.type,
            entity.role,
            tuple(
                (span.start, span.end, number[span.start])
                for mention in entity.mentions[:_PLACES]
                if (span := doc.char_span(mention.start, mention.end, alignment_mode="expand"))
            ),
        )
        for entity in entities
    ]


def evidence(sentence: Span) -> tuple[int, int]:
    """Return the character span of a sentence without the white space at its ends."""
    text = sentence.text
    lead = len(text) - len(text.lstrip())
    return sentence.start_char + lead, sentence.start_char + len(text.rstrip())


def _read(doc: Doc, sentences: list[Span], nodes: list[Node]) -> Iterator[Relation]:
    """Yield what the model reads, scored by the chance that the relation and its ends are right."""
    sure = {entity.name: entity.score for entity in doc._.entities}
    read = pair_chances(doc, nodes)
    first = 1 if read.labels[0] == NONE else 0
    best = read.rows[:, first:].argmax(1) + first
    both: set[tuple[str, str]] = set()
    for (a, b), row, kind in zip(read.pairs, read.rows, best.tolist(), strict=True):
        predicate = read.labels[kind]
        chance = float(row[kind]) * sure[a.name] * sure[b.name]
        if chance < _LEAST:
            continue
        x, y = read.features.nearest(a, b)
        where = sentences[max(x[2], y[2])]
        if predicate == _SYMMETRIC:
            if (b.name, a.name) in both:
                continue
            both.add((a.name, b.name))
        yield Relation(
            subject=a.name,
            predicate=predicate,
            object=b.name,
            evidence=evidence(where),
            score=chance,
        )
