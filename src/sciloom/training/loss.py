"""The joint loss of all heads on a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor
from torch.nn import functional

from sciloom.model import RELATIONS
from sciloom.nlp.model.heads import head_inputs, sentence_ranges
from sciloom.nlp.model.pairs import averaging

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sciloom.training.batch import Batch
    from sciloom.training.data import Example
    from sciloom.training.network import Network

#: How much each part counts; the tags are a mean over words, the others over their own items.
WEIGHTS = {"tags": 1.0, "role": 0.15, "named": 0.05, "pairs": 0.7, "same": 0.2, "claims": 0.25}
Part = tuple[str, Tensor]
SYMMETRIC = RELATIONS.index("comparedWith")


def losses(
    network: Network, batch: Batch, words: Tensor, weights: Mapping[str, float]
) -> dict[str, Tensor]:
    """Return each part of the loss that has a weight, a mean over the batch.

    ``words`` is what the encoder gave.
    """
    emissions = network.tags(network.dropout(words))
    parts = {
        "tags": network.crf(emissions, batch.tags, batch.word_mask).sum() / batch.word_mask.sum()
    }
    if weights.keys() == parts.keys():
        return parts
    rows: dict[str, list[Tensor]] = {}
    for item, states in zip(batch.examples, words, strict=True):
        for name, value in abstract_losses(network, item, states[: len(item.encoded.words)]):
            rows.setdefault(name, []).append(value)
    return parts | {name: torch.stack(values).mean() for name, values in rows.items()}


def abstract_losses(network: Network, item: Example, words: Tensor) -> Iterator[Part]:
    """Yield the parts of the loss that are read from one abstract."""
    ranges = sentence_ranges(item.encoded, item.encoded.sentences)
    spans = torch.from_numpy(averaging(ranges, len(words)))
    yield "claims", binary(network.sentences(words, spans), torch.from_numpy(item.claims))
    if not len(item.mentions):
        return
    types = torch.from_numpy(item.types)
    owner = item.mentions[:, 2].tolist()
    states, role, named, near = grouped(network, item, words, owner, types)
    yield "role", functional.cross_entropy(role, torch.from_numpy(item.roles))
    yield "named", binary(named, torch.from_numpy(item.named).float())
    pairs = network.pairs(words, states, *near)
    target = relation_targets(item)
    if len(target) > 1:
        apart = ~torch.eye(len(target), dtype=torch.bool)
        relations = pairs[..., : 1 + len(RELATIONS)]
        yield "pairs", functional.cross_entropy(relations[apart], target[apart])
    # Which names mean the same thing is asked before names are joined.
    names = item.mentions[:, 3].tolist()
    owner_of = torch.zeros(max(names) + 1, dtype=torch.long)
    owner_of[names] = torch.tensor(owner)
    if len(owner_of) > len(types):
        states, _, _, near = grouped(network, item, words, names, types[owner_of])
        pairs = network.pairs(words, states, *near)
    else:
        owner_of = torch.arange(len(types))
    if len(owner_of) > 1:
        equal = (owner_of[:, None] == owner_of[None, :]).float()
        apart = ~torch.eye(len(equal), dtype=torch.bool)
        yield "same", binary(pairs[..., -1][apart], equal[apart])


def binary(logits: Tensor, target: Tensor) -> Tensor:
    """Return the mean cross-entropy of yes-or-no questions."""
    return functional.binary_cross_entropy_with_logits(logits, target)


def grouped(
    network: Network, item: Example, words: Tensor, groups: list[int], types: Tensor
) -> tuple[Tensor, Tensor, Tensor, tuple[Tensor, ...]]:
    """Return states, role and named logits, and the pair features of mentions so grouped."""
    mentions = [(first, end) for first, end in item.mentions[:, :2].tolist()]
    inputs = head_inputs(item.encoded, mentions, groups)
    arrays = (inputs.edges, inputs.spans, inputs.member)
    states, role, named = network.entities(words, *map(torch.from_numpy, arrays), types)
    near = tuple(map(torch.from_numpy, (inputs.distance, inputs.gap, inputs.likeness)))
    return states, role, named, near


def relation_targets(item: Example) -> Tensor:
    """Return the class of each ordered pair: 0 for none, else 1 + the relation."""
    count = len(item.types)
    target = torch.zeros(count, count, dtype=torch.long)
    for subject, relation, obj in item.relations.tolist():
        target[subject, obj] = 1 + relation
        if relation == SYMMETRIC and not target[obj, subject]:
            target[obj, subject] = 1 + relation
    return target
