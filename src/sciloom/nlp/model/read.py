"""One abstract -> entities, relations, claim kinds: the heads run, their scores decoded."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Protocol

import numpy as np

from sciloom.model import CLAIM_TYPES, ENTITY_TYPES, RELATIONS, ROLES, may_join
from sciloom.nlp.model.decode import CLOSING, balanced, best_path, marginals, tagged_spans
from sciloom.nlp.model.encode import Encoded, encode
from sciloom.nlp.model.group import Group, group_mentions, merge, spread
from sciloom.nlp.model.heads import HeadInputs, head_inputs, sentence_ranges
from sciloom.nlp.model.pairs import averaging

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from tokenizers import Tokenizer

_JOINS = np.array(
    [[[may_join(r, s, o) for r in RELATIONS] for o in ENTITY_TYPES] for s in ENTITY_TYPES]
)
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
    probability that holds (Platt, 1999).
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


def sigmoid(x: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the logistic function of ``x``, without overflow."""
    return np.asarray(0.5 * (1 + np.tanh(0.5 * x.astype(np.float64))))


def softmax(x: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return probabilities along the last axis."""
    weights = np.exp(x.astype(np.float64) - x.max(-1, keepdims=True))
    return np.asarray(weights / weights.sum(-1, keepdims=True))


def calibrated(score: float, scale: float, shift: float) -> float:
    """Return the probability with ``scale`` times the log-odds of ``score``, plus ``shift``."""
    inside = min(max(score, 1e-6), 1 - 1e-6)
    odds = scale * np.log(inside / (1 - inside)) + shift
    return float(sigmoid(np.array(odds)))


def read(
    text: str,
    heads: Heads,
    tokenizer: Tokenizer,
    thresholds: Thresholds,
    sentences: Sequence[tuple[int, int]] | None = None,
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
    groups = find_groups(encoded, emissions, heads.moves, thresholds)
    if not groups:
        return Reading(claims=claims)
    looked = look(groups, words, encoded, heads)
    joined = join(looked, thresholds)
    if len(joined) < len(groups):
        looked = look(joined, words, encoded, heads)
    return Reading(
        entities=describe(looked, encoded, thresholds),
        relations=relate(looked, thresholds),
        claims=claims,
    )


def find_groups(
    encoded: Encoded,
    emissions: NDArray[np.float32],
    moves: NDArray[np.float32],
    thresholds: Thresholds,
) -> list[Group]:
    """Return the mentions of the best path, those of one name together."""
    shares = marginals(emissions, moves)
    scores = emissions.copy()
    scores[:, 0] += thresholds.outside
    found: list[tuple[int, int, NDArray[np.float64], float]] = []
    tokens = [encoded.text[a:b] for a, b in encoded.words]
    for begin, stop, kind in tagged_spans(best_path(scores, moves)):
        first, end = balanced(tokens, begin, stop)
        if first < begin and found and found[-1][1] == first:
            # "long form (SHORT) head": the bracket holds the other form of what stands before it.
            first, end = begin, next(i for i in range(begin, stop) if tokens[i] in CLOSING)
        first = _after_breaks(encoded, first, end)
        if first >= end:
            continue
        inside = shares[first:end, 1 + 2 * kind] + shares[first:end, 2 + 2 * kind]
        types = shares[first:end, 1::2] + shares[first:end, 2::2]
        chars = (encoded.words[first][0], encoded.words[end - 1][1])
        if not any(c.isalnum() for c in encoded.text[slice(*chars)]):
            continue
        sure = float(np.sqrt(inside.min() * inside.mean()))
        score = calibrated(sure, thresholds.entity_scale, thresholds.entity_shift)
        found.append((first, end, types.mean(0), score))
    groups = group_mentions(encoded, found)
    return spread(encoded, [g for g in groups if g.score >= thresholds.entity])


def _after_breaks(encoded: Encoded, first: int, end: int) -> int:
    """Return where a span begins behind its last line break: none runs from a title into a text."""
    for i in range(end - 1, first, -1):
        if "\n" in encoded.text[encoded.words[i - 1][1] : encoded.words[i][0]]:
            return i
    return first


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


def join(looked: Looked, thresholds: Thresholds) -> list[Group]:
    """Merge groups of one type that the model holds for the same thing."""
    groups, logits = looked.groups, looked.pairs[..., -1]
    same = sigmoid((logits + logits.T) / 2)
    links = [
        (i, j)
        for i, j in combinations(range(len(groups)), 2)
        if same[i, j] >= thresholds.same and groups[i].type == groups[j].type
    ]
    return merge(groups, links)


def describe(looked: Looked, encoded: Encoded, thresholds: Thresholds) -> tuple[FoundEntity, ...]:
    """Return each group with its name (the fullest form), role and whether it is named."""
    roles = looked.roles.copy()
    roles[:, ROLES.index("proposed")] += thresholds.proposed
    shares = softmax(roles)
    out = []
    for group, share, proper in zip(looked.groups, shares, sigmoid(looked.named), strict=True):
        chars = [(encoded.words[a][0], encoded.words[b - 1][1]) for a, b in sorted(group.spans)]
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
    out = []
    for i, j in permutations(range(len(kinds)), 2):
        score = calibrated(float(top[i, j]), thresholds.relation_scale, thresholds.relation_shift)
        # Of the two directions of a pair the likelier one stands; a tie goes by the text's order.
        if score < thresholds.relation or (total[j, i], i) > (total[i, j], j):
            continue
        out.append(FoundRelation(subject=i, predicate=RELATIONS[best[i, j]], object=j, score=score))
    return tuple(out)
