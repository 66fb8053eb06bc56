"""The network: one BERT encoder, heads for tags, entities, pairs of entities, sentences."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from sciloom.model import CLAIM_TYPES, ENTITY_TYPES, RELATIONS, ROLES
from sciloom.nlp.model.names import LIKENESSES
from sciloom.nlp.model.pairs import DISTANCES, SENTENCE_GAPS
from sciloom.nlp.model.words import FEATURE_SIZES
from sciloom.training.crf import Crf, tag_count

#: Classes of the distance between two pieces, and the distance from which all are one class.
BUCKETS, FARTHEST = 32, 128


class Layer(nn.Module):
    """A transformer layer of BERT (normalisation after each block)."""

    def __init__(self, width: int, inner: int, heads: int, eps: float, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm1 = nn.LayerNorm(width, eps=eps)
        self.up = nn.Linear(width, inner)
        self.down = nn.Linear(inner, width)
        self.norm2 = nn.LayerNorm(width, eps=eps)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, bias: Tensor | None) -> Tensor:
        """Return the next states of (batch, pieces, width); ``bias`` is added to the attention."""
        batch, pieces, width = x.shape
        q, k, v = (
            part.reshape(batch, pieces, self.heads, width // self.heads).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if torch.onnx.is_in_onnx_export():
            scores = q @ k.transpose(2, 3) * (width // self.heads) ** -0.5
            mixed = (scores if bias is None else scores + bias).softmax(-1) @ v
        else:
            mixed = functional.scaled_dot_product_attention(q, k, v, attn_mask=bias)
        mixed = mixed.transpose(1, 2).reshape(batch, pieces, width)
        x = self.norm1(x + self.dropout(self.out(mixed)))
        out: Tensor = self.norm2(x + self.dropout(self.down(functional.gelu(self.up(x)))))
        return out


def distance_buckets(pieces: int) -> Tensor:
    """Return the bucket, of `BUCKETS`, of each piece's distance to each (as T5 and MPNet do)."""
    place = torch.arange(pieces)
    ahead = place[None, :] - place[:, None]
    side = BUCKETS // 2
    exact = side // 2
    far = ahead.abs().clamp(min=1)
    scale = torch.log(far / exact) / math.log(FARTHEST / exact)
    wide = (exact + scale * (side - exact)).long().clamp(max=side - 1)
    return (ahead > 0).long() * side + torch.where(far < exact, ahead.abs(), wide)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The size of an encoder; ``relative`` ones (MPNet) add a bias for the distance of pieces."""

    vocabulary: int
    width: int
    inner: int
    heads: int
    layers: int
    positions: int = 512
    relative: bool = False
    eps: float = 1e-12


class Encoder(nn.Module):
    """BERT or MPNet, spelling features added to the input, read at each word's first piece."""

    def __init__(self, shape: Shape, dropout: float = 0.1) -> None:
        super().__init__()
        self.shape = shape
        width, heads, eps = shape.width, shape.heads, shape.eps
        self.relative = nn.Embedding(BUCKETS, heads) if shape.relative else None
        self.pieces = nn.Embedding(shape.vocabulary, width)
        self.positions = nn.Embedding(shape.positions, width)
        self.segment = nn.Parameter(torch.zeros(width))
        tables = [nn.Embedding(size, width) for size in FEATURE_SIZES]
        for table in tables:
            nn.init.zeros_(table.weight)
        self.spelling = nn.ModuleList(tables)
        self.norm = nn.LayerNorm(width, eps=eps)
        self.dropout = nn.Dropout(dropout)
        self.layers = nn.ModuleList(
            Layer(width, shape.inner, heads, eps, dropout) for _ in range(shape.layers)
        )

    def forward(
        self, ids: Tensor, owner: Tensor, first: Tensor, features: Tensor, mask: Tensor | None
    ) -> Tensor:
        """Return the state of each word, (batch, words, width).

        ``ids``, ``owner``, ``mask`` are (batch, pieces), ``first`` is (batch, words), ``features``
        (batch, words, columns). ``owner`` points special pieces at a word beyond the last;
        ``mask`` is None for one text.
        """
        marks = torch.stack([table(features[..., k]) for k, table in enumerate(self.spelling)])
        marks = functional.pad(marks.sum(0), (0, 0, 0, 1))
        width = marks.shape[-1]
        x = self.pieces(ids) + self.positions.weight[: ids.shape[1]] + self.segment
        x = x + marks.gather(1, owner.unsqueeze(2).expand(-1, -1, width))
        x = self.dropout(self.norm(x))
        bias = None if mask is None else (~mask)[:, None, None, :].float() * -1e9
        if self.relative is not None:
            near = self.relative(distance_buckets(ids.shape[1])).permute(2, 0, 1)
            bias = near if bias is None else near + bias
        for layer in self.layers:
            x = layer(x, bias)
        out: Tensor = x.gather(1, first.unsqueeze(2).expand(-1, -1, width))
        return out


class Entities(nn.Module):
    """Pools the mentions of each entity; reads its role and whether it is named."""

    def __init__(self, width: int, size: int, dropout: float) -> None:
        super().__init__()
        self.mention = nn.Linear(3 * width, size)
        self.pool = nn.Linear(2 * size, size)
        self.kind = nn.Embedding(len(ENTITY_TYPES), size)
        self.role = nn.Linear(size, len(ROLES))
        self.named = nn.Linear(size, 1)
        self.dropout = nn.Dropout(dropout)

    def forward(
        self, words: Tensor, edges: Tensor, spans: Tensor, member: Tensor, kinds: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return (entities, size) states, role and named logits.

        ``edges`` (mentions, 2) are first and last word, ``spans`` (mentions, words) rows that sum
        to 1, ``member`` (entities, mentions) is 0 or 1.
        """
        ends = words[edges.reshape(-1)].reshape(edges.shape[0], -1)
        read = torch.cat([ends, spans @ words], dim=1)
        mentions = functional.gelu(self.mention(self.dropout(read)))
        mean = (member / member.sum(1, keepdim=True)) @ mentions
        best = (mentions.unsqueeze(0) + (member.unsqueeze(2) - 1) * 1e4).max(dim=1).values
        states = functional.gelu(self.pool(torch.cat([mean, best], dim=1))) + self.kind(kinds)
        states = self.dropout(states)
        return states, self.role(states), self.named(states).squeeze(1)


class Pairs(nn.Module):
    """Reads every ordered pair of entities: no relation, each relation; and "the same thing".

    Each pair looks at the words of the text that matter for it (as localised context pooling in
    ATLOP, Zhou et al. 2021, with attention of its own).
    """

    def __init__(self, width: int, size: int, dropout: float) -> None:
        super().__init__()
        self.size = size
        self.ask_subject = nn.Linear(size, size)
        self.ask_object = nn.Linear(size, size)
        self.keys = nn.Linear(width, size)
        self.values = nn.Linear(width, size)
        self.subject = nn.Linear(size, size)
        self.object = nn.Linear(size, size)
        self.context = nn.Linear(size, size)
        self.left = nn.Linear(size, size)
        self.right = nn.Linear(size, size)
        self.product = nn.Linear(size, size)
        self.distance = nn.Embedding(DISTANCES, size)
        self.gap = nn.Embedding(SENTENCE_GAPS, size)
        self.likeness = nn.Embedding(LIKENESSES, size)
        nn.init.zeros_(self.likeness.weight)
        self.out = nn.Linear(size, 2 + len(RELATIONS))
        self.dropout = nn.Dropout(dropout)

    def forward(
        self, words: Tensor, states: Tensor, distance: Tensor, gap: Tensor, likeness: Tensor
    ) -> Tensor:
        """Return (entities, entities, 2 + relations) logits: none, each relation, same."""
        ask = self.ask_subject(states).unsqueeze(1) + self.ask_object(states).unsqueeze(0)
        weights = (ask @ self.keys(words).T * self.size**-0.5).softmax(-1)
        context = weights @ self.values(words)
        product = self.left(states).unsqueeze(1) * self.right(states).unsqueeze(0)
        mixed = (
            self.subject(states).unsqueeze(1)
            + self.object(states).unsqueeze(0)
            + self.context(self.dropout(context))
            + self.product(self.dropout(product))
            + self.distance(distance)
            + self.gap(gap)
            + self.likeness(likeness)
        )
        logits: Tensor = self.out(self.dropout(functional.gelu(mixed)))
        return logits


class Sentences(nn.Module):
    """Reads which kinds of claim a sentence makes."""

    def __init__(self, width: int, size: int, dropout: float) -> None:
        super().__init__()
        self.pool = nn.Linear(2 * width, size)
        self.out = nn.Linear(size, len(CLAIM_TYPES))
        self.dropout = nn.Dropout(dropout)

    def forward(self, words: Tensor, spans: Tensor) -> Tensor:
        """Return (sentences, kinds) logits; ``spans`` (sentences, words) rows sum to 1."""
        inside = (spans > 0).float().unsqueeze(2)
        best = (words.unsqueeze(0) + (inside - 1) * 1e4).max(dim=1).values
        pooled = torch.cat([spans @ words, best], dim=1)
        logits: Tensor = self.out(self.dropout(functional.gelu(self.pool(self.dropout(pooled)))))
        return logits


class Network(nn.Module):
    """The whole model."""

    def __init__(
        self,
        encoder: Encoder,
        size: int = 256,
        dropout: float = 0.2,
        kinds: int = len(ENTITY_TYPES),
    ) -> None:
        super().__init__()
        self.encoder = encoder
        self.dropout = nn.Dropout(dropout)
        self.tags = nn.Linear(encoder.shape.width, tag_count(kinds))
        self.crf = Crf(kinds)
        self.entities = Entities(encoder.shape.width, size, dropout)
        self.pairs = Pairs(encoder.shape.width, size, dropout)
        self.sentences = Sentences(encoder.shape.width, size, dropout)
