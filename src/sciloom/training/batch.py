"""Examples -> padded batches for the encoder."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sciloom.training.data import Example


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Padded inputs of the encoder and the tags of the words."""

    examples: list[Example]
    ids: Tensor
    owner: Tensor
    first: Tensor
    features: Tensor
    mask: Tensor
    tags: Tensor
    word_mask: Tensor


def collate(
    examples: list[Example],
    *,
    mask_rate: float = 0.0,
    mask_piece: int = 0,
    rng: random.Random | None = None,
) -> Batch:
    """Pad examples to one length; ``mask_rate`` of the words become ``mask_piece``s."""
    pieces = max(len(e.encoded.ids) for e in examples)
    words = max(len(e.encoded.words) for e in examples)
    count = len(examples)
    ids = torch.zeros(count, pieces, dtype=torch.long)
    owner = torch.full((count, pieces), words, dtype=torch.long)
    mask = torch.zeros(count, pieces, dtype=torch.bool)
    first = torch.zeros(count, words, dtype=torch.long)
    features = torch.zeros(count, words, examples[0].encoded.features.shape[1], dtype=torch.long)
    tags = torch.zeros(count, words, dtype=torch.long)
    word_mask = torch.zeros(count, words, dtype=torch.bool)
    for i, item in enumerate(examples):
        enc = item.encoded
        n, w = len(enc.ids), len(enc.words)
        row = torch.from_numpy(enc.ids.copy())
        own = torch.from_numpy(enc.owner.copy())
        if rng is not None and mask_rate:
            hidden = torch.tensor([rng.random() < mask_rate for _ in range(w)] + [False])
            row[hidden[own]] = mask_piece
        own[own == w] = words
        ids[i, :n], owner[i, :n], mask[i, :n] = row, own, True
        first[i, :w] = torch.from_numpy(enc.first)
        features[i, :w] = torch.from_numpy(enc.features)
        tags[i, :w] = torch.from_numpy(item.tags)
        word_mask[i, :w] = True
    return Batch(examples, ids, owner, first, features, mask, tags, word_mask)


def batches(examples: Sequence[Example], size: int, rng: random.Random) -> Iterator[list[Example]]:
    """Yield shuffled groups of examples of like length."""
    order = sorted(examples, key=lambda e: len(e.encoded.ids) * rng.uniform(0.85, 1.15))
    groups = [order[i : i + size] for i in range(0, len(order), size)]
    rng.shuffle(groups)
    yield from groups
