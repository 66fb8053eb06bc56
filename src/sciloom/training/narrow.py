"""Cut the feed-forward blocks of a trained network to fewer units, for speed."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from sciloom.training.batch import collate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sciloom.training.data import Example
    from sciloom.training.network import Network

#: Texts that the units are weighed on, texts read at once, and rounds in which units are dropped.
TEXTS, AT_ONCE, ROUNDS = 400, 10, 6
#: Added to the diagonal of the second moments, as a share of its mean.
RIDGE = 1e-2


def narrow(network: Network, examples: Sequence[Example], inner: int) -> Network:
    """Return the network with ``inner`` units in each feed-forward block.

    The units that go are those whose loss changes a block's output the least once the others'
    weights are fitted anew to that output, by least squares on the first `TEXTS` examples
    (optimal brain surgeon: Hassibi and Stork, 1993).
    """
    moments = _moments(network, examples[:TEXTS])
    narrowed = copy.deepcopy(network)
    encoder = narrowed.encoder
    encoder.shape = replace(encoder.shape, inner=inner)
    for layer, moment in zip(encoder.layers, moments, strict=True):
        kept, weight = _fewer(layer.down.weight.detach().double(), moment, inner)
        layer.up = _linear(layer.up.weight[kept], layer.up.bias[kept])
        layer.down = _linear(weight.float(), layer.down.bias)
    return narrowed


def _linear(weight: Tensor, bias: Tensor) -> nn.Linear:
    layer = nn.Linear(weight.shape[1], weight.shape[0])
    layer.load_state_dict({"weight": weight, "bias": bias})
    return layer


@torch.no_grad()
def _moments(network: Network, examples: Sequence[Example]) -> list[Tensor]:
    """Return for each layer the (inner, inner) second moments of what its block computes."""
    encoder, inner = network.encoder, network.encoder.shape.inner
    moments = [torch.zeros(inner, inner) for _ in encoder.layers]
    mask = torch.zeros(0, dtype=torch.bool)

    def watch(moment: Tensor) -> Any:
        def add(_: nn.Module, inputs: tuple[Tensor]) -> None:
            units = inputs[0][mask]
            moment.addmm_(units.T, units)

        return add

    hooks = [
        layer.down.register_forward_pre_hook(watch(moment))
        for layer, moment in zip(encoder.layers, moments, strict=True)
    ]
    network.eval()
    for at in range(0, len(examples), AT_ONCE):
        batch = collate(list(examples[at : at + AT_ONCE]))
        mask = batch.mask
        encoder(batch.ids, batch.owner, batch.first, batch.features, mask)
    for hook in hooks:
        hook.remove()
    return [moment.double() for moment in moments]


def _fewer(down: Tensor, moment: Tensor, inner: int) -> tuple[Tensor, Tensor]:
    """Return which units stay, in order, and their (width, inner) output weights."""
    moment = moment + torch.eye(len(moment)) * moment.diagonal().mean() * RIDGE
    target = down @ moment
    kept = torch.arange(len(moment))
    left = down
    for size in torch.linspace(len(moment), inner, ROUNDS + 1).long()[1:]:
        inverse = torch.linalg.inv(moment[kept][:, kept])
        cost = left.square().sum(0) / inverse.diagonal()
        kept = kept[cost.topk(int(size)).indices.sort().values]
        left = torch.linalg.solve(moment[kept][:, kept], target[:, kept].T).T
    return kept, left
