"""Who is said to beat whom: rules of direction, denial and supposition over what a model read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from spacy.language import Language
from spacy.tokens import Doc, Span

from sciloom.model import Relation
from sciloom.nlp import extensions
from sciloom.nlp.relations.comparisons import Place, asserted, comparisons
from sciloom.nlp.relations.component import evidence, nodes_of
from sciloom.nlp.relations.pairs import Node

#: What a comparison is worth that a rule reads, given that both ends are what they seem.
_BY_RULE = 0.8
_COMPARING = frozenset({"outperforms", "comparedWith"})


@Language.factory(
    "sciloom_verdicts_v1",
    requires=["doc.sents", "doc._.entities", "doc._.relations"],
    assigns=["doc._.relations"],
)
class Verdicts:
    """Add the comparisons that a sentence states; drop those that it denies or supposes.

    What a rule reads of two entities replaces whatever the model said of them.
    """

    def __init__(self, nlp: Language, name: str) -> None:  # noqa: ARG002  # spaCy passes it
        extensions.register()
        self.name = name

    def __call__(self, doc: Doc) -> Doc:
        """Settle the comparisons of ``doc``; outside English none is read."""
        if doc._.language == "en" and len(doc._.entities) > 1:
            sentences = list(doc.sents)
            sure = {entity.name: entity.score for entity in doc._.entities}
            lowered = [text.lower() for text in extensions.texts_of(doc)]
            nodes = nodes_of(doc, sentences, doc._.entities)
            stated = list(_stated(sentences, lowered, nodes, sure))
            settled = {frozenset((r.subject, r.object)) for r in stated}
            read = (
                relation
                for relation in doc._.relations
                if frozenset((relation.subject, relation.object)) not in settled
                and (relation.predicate not in _COMPARING or _said(doc, relation))
            )
            doc._.relations = (*stated, *read)
        return doc


def _said(doc: Doc, relation: Relation) -> bool:
    """Tell whether the evidence neither denies nor supposes, nor reports what others found."""
    span = doc.char_span(*relation.evidence, alignment_mode="expand")
    lowered = [token.lower_ for token in span or ()]
    return asserted(lowered, 0, len(lowered))


def _stated(
    sentences: list[Span], lowered: list[str], nodes: list[Node], sure: dict[str, float]
) -> Iterator[Relation]:
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
        inside = lowered[sentences[n].start : sentences[n].end]
        for better, worse in comparisons(inside, places, own, topic):
            if (better, worse) not in seen and (worse, better) not in seen:
                seen.add((better, worse))
                yield Relation(
                    subject=better,
                    predicate="outperforms",
                    object=worse,
                    evidence=evidence(sentences[n]),
                    score=_BY_RULE * sure[better] * sure[worse],
                )
