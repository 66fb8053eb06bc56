"""One abstract -> entities, relations, claim kinds: the heads run, their scores decoded."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Protocol

import numpy as np

from sciloom.model import CLAIM_TYPES, ENTITY_TYPES, RELATIONS, ROLES, may_join
from sciloom.nlp.model.encode import Encoded, encode
from sciloom.nlp.model.find import find_groups, odds, sigmoid
from sciloom.nlp.model.group import Group, merge
from sciloom.nlp.model.heads import HeadInputs, head_inputs, sentence_ranges
from sciloom.nlp.model.names import sub_kind, with_head
from sciloom.nlp.model.pairs import averaging

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    from sciloom.nlp.model.advice import Adviser, Name

_JOINS = np.array(
    [[[may_join(r, s, o) for r in RELATIONS] for o in ENTITY_TYPES] for s in ENTITY_TYPES]
)
#: How likely a kind of a thing must be that thing itself: "multi-head self-attention".
_SUB_KIND = 0.8
#: Words of the shortest abstract: in less text the network is not at home, and the adviser's tags
#: weigh the more, by as much as this in the end.
_ABSTRACT = 60
_SHORT = 2.0
#: Added to a share before its logarithm is taken.
_LEAST_SHARE = 1e-3
_SYMMETRIC = RELATIONS.index("comparedWith")


class Heads(Protocol):
    """The network's parts, for one abstract."""

    moves: NDArray[np.float32]

    def encode(self, encoded: Encoded) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the tag scores (words, tags) and the states (words, width)."""

    def entities(
        self, words: NDArray[np.float32], inputs: HeadInputs, kinds: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
        """Return entity states, role logits and named logits."""

    def pairs(
        self, words: NDArray[np.float32], states: NDArray[np.float32], inputs: HeadInputs
    ) -> NDArray[np.float32]:
        """Return (entities, entities, 2 + relations) logits: none, each relation, same."""

    def sentences(
        self, words: NDArray[np.float32], spans: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return (sentences, claim kinds) logits; rows of ``spans`` sum to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Where scores turn into facts, fitted on abstracts held out from training.

    ``outside`` is added to the score of "no mention" (below 0: more mentions), ``proposed`` to the
    logit of that role. A scale and a shift turn the log-odds of the network into those of a
    probability that holds (Platt, 1999); in that of a relation those of its ends count too, by
    ``relation_ends``. ``linear_…`` is what the adviser's shares weigh beside the
    network's, on the scale of logarithms.
    """

    outside: float = 0.0
    entity: float = 0.3
    same: float = 0.5
    relation: float = 0.3
    proposed: float = 0.0
    claim: float = 0.4
    entity_scale: float = 1.0
    entity_shift: float = 0.0
    relation_scale: float = 1.0
    relation_shift: float = 0.0
    relation_ends: float = 0.0
    linear_tags: float = 0.2
    linear_roles: float = 1.0
    linear_relations: float = 0.4


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEntity:
    """A referent: spans of characters, first in the text first; probabilities in [0, 1]."""

    name: str
    type: str
    role: str
    named: bool
    mentions: tuple[tuple[int, int], ...]
    score: float
    role_score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRelation:
    """A relation between entities by their place in `Reading.entities`."""

    subject: int
    predicate: str
    object: int
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What the model reads in one text; ``claims`` has one row of probabilities a sentence."""

    entities: tuple[FoundEntity, ...] = ()
    relations: tuple[FoundRelation, ...] = ()
    claims: tuple[tuple[float, ...], ...] = field(default=())


def softmax(x: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return probabilities along the last axis."""
    weights = np.exp(x.astype(np.float64) - x.max(-1, keepdims=True))
    return np.asarray(weights / weights.sum(-1, keepdims=True))


def read(
    text: str,
    heads: Heads,
    tokenizer: Tokenizer,
    thresholds: Thresholds,
    sentences: Sequence[tuple[int, int]] | None = None,
    *,
    adviser: Adviser | None = None,
) -> Reading:
    """Read one passage; ``sentences`` (spans of characters) default to the model's own."""
    encoded = encode(text, tokenizer)
    if not encoded.words:
        return Reading(claims=tuple((0.0,) * len(CLAIM_TYPES) for _ in sentences or ()))
    emissions, words = heads.encode(encoded)
    spans = encoded.sentences if sentences is None else sentences
    averages = averaging(sentence_ranges(encoded, spans), len(encoded.words))
    kinds = sigmoid(heads.sentences(words, averages))
    claims = tuple(tuple(float(p) for p in row) for row in kinds)
    if adviser:
        short = max(0.0, 1 - len(encoded.words) / _ABSTRACT)
        weight = thresholds.linear_tags + short * _SHORT
        emissions = weighed(emissions, adviser.tags(encoded.words), weight)
    groups = find_groups(encoded, emissions, heads.moves, thresholds, adviser)
    if not groups:
        return Reading(claims=claims)
    looked = look(groups, words, encoded, heads)
    joined = join(looked, encoded, thresholds, adviser.names if adviser else ())
    if len(joined) < len(groups):
        looked = look(joined, words, encoded, heads)
    if adviser:
        looked = advised_roles(looked, encoded, thresholds, adviser)
    entities = describe(looked, encoded, thresholds)
    if adviser:
        looked = advised_pairs(looked, entities, thresholds, adviser)
    return Reading(entities=entities, relations=relate(looked, thresholds), claims=claims)


def weighed(
    logits: NDArray[np.float32], shares: NDArray[np.float64], weight: float
) -> NDArray[np.float32]:
    """Return the logits plus ``weight`` times the logarithm of another reader's shares."""
    return (logits + weight * np.log(shares + _LEAST_SHARE)).astype(np.float32)


def advised_roles(
    looked: Looked, encoded: Encoded, thresholds: Thresholds, adviser: Adviser
) -> Looked:
    """Return what the heads say with the adviser's roles weighed in."""
    places = [chars_of(group, encoded) for group in looked.groups]
    shares = adviser.roles(places, [ENTITY_TYPES[group.type] for group in looked.groups])
    logits = np.log(softmax(looked.roles)).astype(np.float32)
    return replace(looked, roles=weighed(logits, shares, thresholds.linear_roles))


def advised_pairs(
    looked: Looked, entities: Sequence[FoundEntity], thresholds: Thresholds, adviser: Adviser
) -> Looked:
    """Return what the heads say with the adviser's relations weighed in."""
    pairs = looked.pairs.copy()
    shares = adviser.relations(entities)
    pairs[..., :-1] = weighed(pairs[..., :-1], shares, thresholds.linear_relations)
    return replace(looked, pairs=pairs)


def chars_of(group: Group, encoded: Encoded) -> list[tuple[int, int]]:
    """Return the spans of characters of a group's mentions, in order."""
    return [(encoded.words[a][0], encoded.words[b - 1][1]) for a, b in sorted(group.spans)]


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """Groups with what the heads say of them: logits of roles, of being named, of pairs."""

    groups: list[Group]
    roles: NDArray[np.float32]
    named: NDArray[np.float32]
    pairs: NDArray[np.float32]


def look(groups: list[Group], words: NDArray[np.float32], encoded: Encoded, heads: Heads) -> Looked:
    """Run the entity and pair heads."""
    mentions = sorted((span, i) for i, group in enumerate(groups) for span in group.spans)
    inputs = head_inputs(encoded, [span for span, _ in mentions], [i for _, i in mentions])
    kinds = np.array([group.type for group in groups], dtype=np.int64)
    states, roles, named = heads.entities(words, inputs, kinds)
    return Looked(groups, roles, named, heads.pairs(words, states, inputs))


def join(
    looked: Looked, encoded: Encoded, thresholds: Thresholds, names: Sequence[Name] = ()
) -> list[Group]:
    """Merge groups of one type that the model holds for one thing, or that differ by a head.

    No two groups that stand in the text by ``names`` alone: two names are two things.
    """
    groups, logits = looked.groups, looked.pairs[..., -1]
    same = sigmoid((logits + logits.T) / 2)
    places = [chars_of(group, encoded) for group in groups]
    spans = {(name.start, name.end) for name in names}
    proper = [spans.issuperset(chars) for chars in places]
    forms = [{encoded.text[a:b] for a, b in chars} for chars in places]
    links = [
        (i, j)
        for i, j in combinations(range(len(groups)), 2)
        if groups[i].type == groups[j].type
        and not (proper[i] and proper[j])
        and (
            same[i, j] >= (_SUB_KIND if sub_kind(forms[i], forms[j]) else thresholds.same)
            or with_head(forms[i], forms[j])
        )
    ]
    return merge(groups, links)


def describe(looked: Looked, encoded: Encoded, thresholds: Thresholds) -> tuple[FoundEntity, ...]:
    """Return each group with its name (the fullest form), role and whether it is named."""
    roles = looked.roles.copy()
    roles[:, ROLES.index("proposed")] += thresholds.proposed
    shares = softmax(roles)
    out = []
    for group, share, proper in zip(looked.groups, shares, sigmoid(looked.named), strict=True):
        chars = chars_of(group, encoded)
        forms = [encoded.text[a:b] for a, b in chars]
        role = int(share.argmax())
        out.append(
            FoundEntity(
                name=max(forms, key=len),
                type=ENTITY_TYPES[group.type],
                role=ROLES[role],
                named=bool(proper >= 0.5),
                mentions=tuple(chars),
                score=group.score,
                role_score=float(share[role]),
            )
        )
    return tuple(out)


def relate(looked: Looked, thresholds: Thresholds) -> tuple[FoundRelation, ...]:
    """Return the likeliest relation of each pair that is likely enough; one way only."""
    kinds = np.array([group.type for group in looked.groups], dtype=np.int64)
    shares = softmax(looked.pairs[..., : 1 + len(RELATIONS)])[..., 1:]
    shares[..., _SYMMETRIC] = (shares[..., _SYMMETRIC] + shares[..., _SYMMETRIC].T) / 2
    shares = shares * _JOINS[kinds[:, None], kinds[None, :]]
    best, top, total = shares.argmax(-1), shares.max(-1), shares.sum(-1)
    ends = odds(np.array([group.score for group in looked.groups]))
    scores = sigmoid(
        thresholds.relation_scale * odds(top)
        + thresholds.relation_ends * (ends[:, None] + ends[None, :])
        + thresholds.relation_shift
    )
    out = []
    for i, j in np.argwhere(scores >= thresholds.relation).tolist():
        # Of the two directions of a pair the likelier one stands; a tie goes by the text's order.
        if i == j or (total[j, i], i) > (total[i, j], j):
            continue
        score = float(scores[i, j])
        out.append(FoundRelation(subject=i, predicate=RELATIONS[best[i, j]], object=j, score=score))
    return tuple(out)
