"""The rules and linear models as advisers of the network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc, Span

from sciloom.model import RELATIONS
from sciloom.nlp.entities.roles import role_chances
from sciloom.nlp.mentions.cued import cued
from sciloom.nlp.mentions.names import known_type, shaped
from sciloom.nlp.mentions.tagger import shares
from sciloom.nlp.model.advice import Name
from sciloom.nlp.model.read import FoundEntity
from sciloom.nlp.relations.chances import pair_chances
from sciloom.nlp.relations.pairs import Node

#: What the type of a name weighs that many papers share, that a cue shows, or only the shape.
_SHARED, _BY_CUE, _BY_SHAPE = 10.0, 1.0, 0.1
Place = tuple[int, int]


def advise(doc: Doc) -> LinearAdviser:
    """Read ``doc`` (sentences and abbreviations set) and return the adviser for all of it."""
    tokens, rows = shares(doc)
    return LinearAdviser(
        doc=doc,
        start=0,
        end=len(doc.text),
        places=np.array([(doc[i].idx, doc[i].idx + len(doc[i])) for i in tokens]).reshape(-1, 2),
        shares=rows,
        found=tuple(_names(doc)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class LinearAdviser:
    """`sciloom.nlp.model.advice.Adviser` for the characters of a ``Doc`` from start to end.

    ``places`` and ``shares`` hold the characters of each token and the tagger's shares.
    """

    doc: Doc
    start: int
    end: int
    places: NDArray[np.int64]
    shares: NDArray[np.float64]
    found: tuple[Name, ...]

    def within(self, start: int, end: int) -> LinearAdviser:
        """Return the adviser for a passage."""
        return replace(self, start=start, end=end)

    @property
    def names(self) -> list[Name]:
        """The names of the passage."""
        return [
            replace(name, start=name.start - self.start, end=name.end - self.start)
            for name in self.found
            if self.start <= name.start and name.end <= self.end
        ]

    @property
    def abbreviations(self) -> list[tuple[Place, Place]]:
        """The short and long forms of the passage."""
        pairs = [(self._here(short), self._here(long)) for short, long in self.doc._.abbreviations]
        last = self.end - self.start
        return [pair for pair in pairs if all(a >= 0 and b <= last for a, b in pair)]

    def tags(self, words: Sequence[Place]) -> NDArray[np.float64]:
        """Return the tagger's shares; of a token's words only the first may begin a mention."""
        starts = np.array([start + self.start for start, _ in words])
        at = np.searchsorted(self.places[:, 0], starts, side="right") - 1
        rows = self.shares[at]
        inner = np.flatnonzero(at[1:] == at[:-1]) + 1
        rows[inner, 2::2] += rows[inner, 1::2]
        rows[inner, 1::2] = 0
        return rows

    def roles(
        self, entities: Sequence[Sequence[Place]], types: Sequence[str]
    ) -> NDArray[np.float64]:
        """Return the shares of roles."""
        groups = [
            [self._span(place, kind) for place in places]
            for places, kind in zip(entities, types, strict=True)
        ]
        return role_chances(self.doc, groups, list(types)).astype(np.float64)

    def relations(self, entities: Sequence[FoundEntity]) -> NDArray[np.float64]:
        """Return the shares of relations; those that no types allow hold none."""
        sentence = np.searchsorted(
            [s.start for s in self.doc.sents], np.arange(len(self.doc)), "right"
        )
        nodes = [
            Node(
                entity.name,
                entity.type,
                entity.role,
                tuple(
                    (span.start, span.end, int(sentence[span.start]) - 1)
                    for span in (self._span(place, entity.type) for place in entity.mentions)
                ),
            )
            for entity in entities
        ]
        number = {node.name: i for i, node in enumerate(nodes)}
        out = np.zeros((len(nodes), len(nodes), 1 + len(RELATIONS)))
        out[..., 0] = 1
        read = pair_chances(self.doc, nodes)
        for (a, b), row in zip(read.pairs, read.rows, strict=True):
            out[number[a.name], number[b.name]] = row
        return out

    def _here(self, span: Span) -> Place:
        return span.start_char - self.start, span.end_char - self.start

    def _span(self, place: Place, label: str) -> Span:
        start, end = place[0] + self.start, place[1] + self.start
        span = self.doc.char_span(start, end, label=label, alignment_mode="expand")
        assert span is not None  # noqa: S101  # expanded, a span within the text always is
        return span


def _names(doc: Doc) -> Iterator[Name]:
    """Yield the names of ``doc`` by shape, then those by cue that overlap none of them."""
    spans = list(shaped(doc))
    taken = {token.i for span in spans for token in span}
    names = [
        Name(
            span.start_char,
            span.end_char,
            known or "Method",
            _SHARED if known else _BY_SHAPE,
        )
        for span in spans
        for known in (known_type(span.text),)
    ]
    for start, end, kind in cued(doc):
        if taken.isdisjoint(range(start, end)):
            span = doc[start:end]
            names.append(Name(span.start_char, span.end_char, kind, _BY_CUE))
    yield from sorted(names, key=lambda name: name.start)
