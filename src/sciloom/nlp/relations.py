"""Relations between the entities of a paper.

Comparisons are read by rule; all other relations, and comparisons that no rule sees, by a linear
model over the pair.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from spacy.language import Language
from spacy.tokens import Doc, Span

from sciloom.model import Entity, Relation
from sciloom.nlp import extensions
from sciloom.nlp.comparisons import Place, asserted, comparisons
from sciloom.nlp.linear import load_model
from sciloom.nlp.pairs import Node, PairFeatures, candidates

NONE = "none"
#: Least score of a relation that is kept: where cross-validated F1 is flat, on the sure side.
_LEAST = 0.2
#: What a comparison is worth that a rule reads.
_BY_RULE = 0.8
#: Relations that speak of two alike, in either order.
_SYMMETRIC = "comparedWith"
_COMPARING = frozenset({"outperforms", "comparedWith"})
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
            stated = list(_stated(sentences, nodes))
            settled = {frozenset((r.subject, r.object)) for r in stated}
            read = (
                relation
                for relation in _read(doc, sentences, nodes)
                if frozenset((relation.subject, relation.object)) not in settled
            )
            doc._.relations = (*stated, *read)
        return doc


def nodes_of(doc: Doc, sentences: list[Span], entities: tuple[Entity, ...]) -> list[Node]:
    """Return the entities with their places counted in tokens and sentences."""
    starts = {token.idx: token.i for token in doc}
    ends = {token.idx + len(token): token.i + 1 for token in doc}
    number = [0] * len(doc)
    for n, sentence in enumerate(sentences):
        number[sentence.start : sentence.end] = [n] * len(sentence)
    return [
        Node(
            entity.name,
            entity.type,
            entity.role,
            tuple(
                (starts[m.start], ends[m.end], number[starts[m.start]])
                for m in entity.mentions[:_PLACES]
            ),
        )
        for entity in entities
    ]


def evidence(sentence: Span) -> tuple[int, int]:
    """Return the character span of a sentence without the white space at its ends."""
    text = sentence.text
    lead = len(text) - len(text.lstrip())
    return sentence.start_char + lead, sentence.start_char + len(text.rstrip())


def _stated(sentences: list[Span], nodes: list[Node]) -> Iterator[Relation]:
    methods: defaultdict[int, list[Place]] = defaultdict(list)
    for node in nodes:
        if node.type == "Method":
            for start, end, n in node.places:
                first = sentences[n].start
                methods[n].append(Place(start - first, end - first, node.name))
    own = next((n.name for n in nodes if n.type == "Method" and n.role == "proposed"), None)
    seen: set[tuple[str, str]] = set()
    for n in sorted(methods):
        places = sorted(methods[n], key=lambda place: (place.start, place.end, place.name))
        topic = min(methods[n - 1], key=lambda p: p.start).name if methods.get(n - 1) else None
        lowered = [token.lower_ for token in sentences[n]]
        for better, worse in comparisons(lowered, places, own, topic):
            if (better, worse) not in seen and (worse, better) not in seen:
                seen.add((better, worse))
                yield Relation(
                    subject=better,
                    predicate="outperforms",
                    object=worse,
                    evidence=evidence(sentences[n]),
                    score=_BY_RULE,
                )


def _read(doc: Doc, sentences: list[Span], nodes: list[Node]) -> Iterator[Relation]:
    """Yield what the model reads, scored by the chance that the relation and its ends are right."""
    model = load_model("relations")
    sure = {entity.name: entity.score for entity in doc._.entities}
    reader = PairFeatures(doc, nodes)
    pairs = list(candidates(nodes))
    chances = model.probabilities([reader.features(a, b) for a, b in pairs])
    first = 1 if model.labels[0] == NONE else 0
    both: set[tuple[str, str]] = set()
    for (a, b), row in zip(pairs, chances, strict=True):
        best = int(row[first:].argmax()) + first
        predicate = model.labels[best]
        chance = float(row[best]) * sure[a.name] * sure[b.name]
        if chance < _LEAST:
            continue
        x, y = reader.nearest(a, b)
        where = sentences[max(x[2], y[2])]
        lowered = [token.lower_ for token in where]
        if predicate in _COMPARING and not asserted(lowered, 0, len(lowered)):
            continue
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
