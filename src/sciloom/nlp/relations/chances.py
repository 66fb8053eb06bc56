"""What the linear model holds of the pairs of entities of a paper."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from spacy.tokens import Doc

from sciloom.model import ENTITY_TYPES
from sciloom.nlp.mentions.linear import Crossed, Doubles, Linear, load_model
from sciloom.nlp.relations.pairs import Node, PairFeatures, Words, candidates, type_pair

_TYPES = tuple((a, b) for a in ENTITY_TYPES for b in ENTITY_TYPES)
_NUMBERS = MappingProxyType({types: number for number, types in enumerate(_TYPES)})


@dataclass(frozen=True, slots=True, eq=False)
class Chances:
    """Ordered pairs of entities, and a row each of the probabilities of ``labels``."""

    labels: tuple[str, ...]
    pairs: list[tuple[Node, Node]]
    rows: Doubles
    features: PairFeatures[int]


def pair_chances(doc: Doc, nodes: list[Node]) -> Chances:
    """Return how likely each relation is for each two entities whose types allow any."""
    model, words = _reader(load_model("relations"))
    reader = PairFeatures(doc, nodes, words)
    pairs = list(candidates(nodes))
    rows = []
    for a, b in pairs:
        alone, both, crossed = reader.features(a, b)
        rows.append([*alone, *both, crossed])
    types = [_NUMBERS[a.type, b.type] for a, b in pairs]
    return Chances(model.labels, pairs, model.probabilities(rows, types), reader)


@lru_cache(maxsize=1)
def _reader(model: Linear) -> tuple[Crossed, Words[int]]:
    crossed = Crossed(model, [type_pair(a, b) for a, b in _TYPES])
    return crossed, Words(crossed.row)
