"""Train the extraction model: examples in, checkpoints and a log out."""

from __future__ import annotations

import json
import random
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import torch
from torch import nn

from sciloom.training.batch import Batch, batches, collate
from sciloom.training.loss import WEIGHTS, losses
from sciloom.training.start import SHAPE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from sciloom.training.data import Example
    from sciloom.training.network import Network


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How to train; written beside the checkpoints."""

    epochs: int = 8
    batch: int = 10
    rate: float = 2e-4
    head_rate: float = 8e-4
    layer_decay: float = 0.9
    weight_decay: float = 0.01
    warmup: float = 0.1
    mask_rate: float = 0.06
    average: float = 0.98
    threads: int = 2
    seed: int = 1


def parameter_groups(network: Network, settings: Settings) -> list[dict[str, Any]]:
    """Return the optimiser's groups: lower layers learn slower, heads faster."""
    encoder = network.encoder
    depth = len(encoder.layers)
    modules: list[tuple[nn.Module, float]] = [
        (layer, settings.rate * settings.layer_decay ** (depth - 1 - i))
        for i, layer in enumerate(encoder.layers)
    ]
    bottom = settings.rate * settings.layer_decay**depth
    # The tables of pieces and positions stay: few of their rows are seen often enough to learn.
    encoder.pieces.requires_grad_(False)
    encoder.positions.requires_grad_(False)
    if encoder.relative is not None:
        encoder.relative.requires_grad_(False)
    modules.append((encoder.norm, bottom))
    groups: list[dict[str, Any]] = [
        {"params": list(m.parameters()), "lr": rate} for m, rate in modules
    ]
    known = {id(p) for group in groups for p in group["params"]}
    rest = [p for p in network.parameters() if p.requires_grad and id(p) not in known]
    groups.append({"params": rest, "lr": settings.head_rate})
    return groups


def rate_factor(step: int, steps: int, warmup: float) -> float:
    """Return the share of the full learning rate: a linear rise, then a linear fall to 0."""
    rise = max(1, int(warmup * steps))
    return (step + 1) / rise if step < rise else max(0.0, (steps - step) / max(1, steps - rise))


def backward(
    network: Network, batch: Batch, threads: int, weights: Mapping[str, float]
) -> dict[str, float]:
    """Add the gradients of a batch; return the parts of its loss.

    The heads are thousands of small operations, which a second thread slows down; the encoder is
    a few large ones. So each has its own backward pass and number of threads.
    """
    torch.set_num_threads(threads)
    words = network.encoder(batch.ids, batch.owner, batch.first, batch.features, batch.mask)
    torch.set_num_threads(1)
    cut = words.detach().requires_grad_()
    parts = losses(network, batch, cut, weights)
    loss = torch.stack([weights[name] * value for name, value in parts.items()]).sum()
    torch.autograd.backward(loss)
    torch.set_num_threads(threads)
    torch.autograd.backward(words, cut.grad)
    return {name: value.item() for name, value in parts.items()}


def train(
    network: Network,
    examples: Sequence[Example],
    settings: Settings,
    out: Path,
    *,
    mask_piece: int,
    vary: Callable[[Example, random.Random], Example] = lambda example, _: example,
    after_epoch: Callable[[int], None] = lambda _: None,
    weights: Mapping[str, float] = WEIGHTS,
    say: Callable[[str], None] = print,
) -> Network:
    """Train in place, go on from ``out/last.pt`` where there is one; return the averaged weights.

    Each epoch reads every example as ``vary`` gives it, and writes ``last.pt`` (to go on from),
    ``epoch-N.pt`` (the running average of the weights) and a line of ``log.jsonl``.
    """
    out.mkdir(parents=True, exist_ok=True)
    (out / "settings.json").write_text(json.dumps(asdict(settings), indent=1))
    (out / SHAPE).write_text(json.dumps(asdict(network.encoder.shape), indent=1))
    optimiser = torch.optim.AdamW(
        parameter_groups(network, settings), weight_decay=settings.weight_decay, fused=True
    )
    full_rates = [group["lr"] for group in optimiser.param_groups]
    steps = settings.epochs * -(-len(examples) // settings.batch)
    averaged = {name: tensor.clone() for name, tensor in network.state_dict().items()}
    step = epoch = 0
    last = out / "last.pt"
    if last.exists():
        saved = torch.load(last, weights_only=True)
        network.load_state_dict(saved["network"])
        optimiser.load_state_dict(saved["optimiser"])
        averaged, step, epoch = saved["averaged"], saved["step"], saved["epoch"]
    for number in range(epoch, settings.epochs):
        rng = random.Random(settings.seed * 1000 + number)  # noqa: S311 - no secret
        torch.manual_seed(settings.seed * 1000 + number)
        network.train()
        began, totals, seen = time.monotonic(), dict.fromkeys(weights, 0.0), 0
        varied = [vary(example, rng) for example in examples]
        for group in batches(varied, settings.batch, rng):
            factor = rate_factor(step, steps, settings.warmup)
            for state, rate in zip(optimiser.param_groups, full_rates, strict=True):
                state["lr"] = rate * factor
            optimiser.zero_grad(set_to_none=True)
            batch = collate(group, mask_rate=settings.mask_rate, mask_piece=mask_piece, rng=rng)
            parts = backward(network, batch, settings.threads, weights)
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            step += 1
            seen += 1
            share = min(settings.average, (1 + step) / (10 + step))
            with torch.no_grad():
                for name, tensor in network.named_parameters():
                    if tensor.requires_grad:
                        averaged[name].lerp_(tensor, 1 - share)
            for name, value in parts.items():
                totals[name] += value
            if seen % 10 == 0:
                means = {name: round(total / seen, 4) for name, total in totals.items()}
                spent = time.monotonic() - began
                say(f"epoch {number + 1}, step {step} of {steps}, {spent:.0f} s: {means}")
        report: dict[str, Any] = {
            "epoch": number + 1,
            "seconds": round(time.monotonic() - began),
            "losses": {name: round(total / seen, 4) for name, total in totals.items()},
        }
        torch.save(averaged, out / f"epoch-{number + 1}.pt")
        saved = {
            "network": network.state_dict(),
            "optimiser": optimiser.state_dict(),
            "averaged": averaged,
            "step": step,
            "epoch": number + 1,
        }
        torch.save(saved, last.with_suffix(".tmp"))
        last.with_suffix(".tmp").replace(last)
        with (out / "log.jsonl").open("a") as log:
            log.write(json.dumps(report) + "\n")
        after_epoch(number + 1)
    network.load_state_dict(averaged)
    return network
