"""A linear-chain conditional random field over BIO tags, for batches of padded rows."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from sciloom.model import ENTITY_TYPES

_NEVER = -1e4


def tag_count(kinds: int = len(ENTITY_TYPES)) -> int:
    """Return how many tags there are: outside, and begin and inside of each kind."""
    return 1 + 2 * kinds


def allowed(kinds: int) -> Tensor:
    """Return which tag (column) may follow which (row); the last row is the start."""
    table = torch.ones(tag_count(kinds) + 1, tag_count(kinds), dtype=torch.bool)
    for kind in range(kinds):
        inside = 2 + 2 * kind
        table[:, inside] = False
        table[inside - 1, inside] = table[inside, inside] = True
    return table


class Crf(nn.Module):
    """Learned transitions; an inside tag follows only its own kind."""

    never: Tensor

    def __init__(self, kinds: int = len(ENTITY_TYPES)) -> None:
        super().__init__()
        never = (~allowed(kinds)).float() * _NEVER
        self.moves = nn.Parameter(torch.zeros_like(never))
        self.register_buffer("never", never, persistent=False)

    def transitions(self) -> Tensor:
        """Return the scores of every move, the impossible ones far below all others."""
        return self.moves + self.never

    def forward(self, emissions: Tensor, tags: Tensor, mask: Tensor) -> Tensor:
        """Return the negative log-likelihood of each row.

        ``emissions`` is (batch, words, tags), ``tags`` and ``mask`` are (batch, words).
        """
        table = self.transitions()
        between, start = table[:-1], table[-1]
        alpha = start + emissions[:, 0]
        steps = emissions.unbind(1)
        masks = mask.unbind(1)
        for step, keep in zip(steps[1:], masks[1:], strict=True):
            onward = torch.logsumexp(alpha.unsqueeze(2) + between, dim=1) + step
            alpha = torch.where(keep.unsqueeze(1), onward, alpha)
        total = torch.logsumexp(alpha, dim=1)
        emitted = emissions.gather(2, tags.unsqueeze(2)).squeeze(2)
        moved = between[tags[:, :-1], tags[:, 1:]]
        gold = start[tags[:, 0]] + emitted[:, 0] + ((emitted[:, 1:] + moved) * mask[:, 1:]).sum(1)
        return total - gold
