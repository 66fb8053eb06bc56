"""One training run, from annotated abstracts to a packaged model."""

from __future__ import annotations

import json
import random
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import torch

from sciloom.errors import ExtractionError
from sciloom.nlp.model.read import Thresholds
from sciloom.training.data import example, mask_piece, read, split, variant
from sciloom.training.export import package
from sciloom.training.narrow import narrow
from sciloom.training.predict import TorchHeads
from sciloom.training.start import TOKENIZER, start
from sciloom.training.train import Settings, train
from sciloom.training.tune import (
    Measurer,
    Remembered,
    precision_curve,
    read_gold,
    report,
    tune,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

#: What a run writes beside its checkpoints.
MODEL, THRESHOLDS = "model", "thresholds.json"


def run(
    data: Path,
    base: Path,
    out: Path,
    *,
    settings: Settings,
    hold_out: frozenset[str] = frozenset(),
    layers: int | None = None,
    inner: int | None = None,
    say: Callable[[str], None] = print,
) -> Path:
    """Train, fit the thresholds, write ``out/model``; return it. A run that was cut off goes on.

    ``hold_out`` names venues (what stands before the number in an abstract's id) that are kept
    from training to fit thresholds and to measure; without them those of ``base`` are kept.
    ``layers`` takes the lowest of a published encoder; ``inner`` cuts its feed-forward blocks.

    Raises
    ------
    ExtractionError
        There is nothing to start from, to train on or to measure with.
    """
    random.seed(settings.seed)
    torch.manual_seed(settings.seed)
    network, tokenizer = start(base, layers)
    rest, held = split(read(data, tokenizer), hold_out)
    say(f"{len(rest)} abstracts to train on, {len(held)} held out")
    if not rest or (hold_out and not held):
        raise ExtractionError(
            "no abstract to train on" if not rest else "no abstract of the venues to hold out",
            where=str(data),
            next="the venue is what stands before the number in an id: icml2024-r1-007",
        )
    if inner is not None:
        network = narrow(network, rest, inner)
    out.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(out / TOKENIZER))
    train(
        network,
        rest,
        settings,
        out,
        mask_piece=mask_piece(tokenizer),
        vary=lambda item, rng: example(variant(item.record, rng), tokenizer),
        say=say,
    )
    if held:
        measurer = Measurer(read_gold(data, hold_out), Remembered(TorchHeads(network)), tokenizer)
        thresholds = tune(measurer, say)
        curve = precision_curve(measurer, thresholds)
        fitted: dict[str, Any] = {"thresholds": asdict(thresholds), "curve": curve}
        report(measurer, thresholds, say)
    else:
        fitted = _fitted_before(base)
    (out / THRESHOLDS).write_text(json.dumps(fitted, indent=1) + "\n", encoding="utf8")
    package(
        network,
        tokenizer,
        out / MODEL,
        thresholds=Thresholds(**fitted["thresholds"]),
        curve=fitted["curve"],
    )
    return out / MODEL


def _fitted_before(base: Path) -> dict[str, Any]:
    """Return the thresholds and curve of an earlier run or a packaged model, else the defaults."""
    for name in (THRESHOLDS, "config.json"):
        if (base / name).exists():
            found = json.loads((base / name).read_text(encoding="utf8"))
            if "thresholds" in found:
                return {"thresholds": found["thresholds"], "curve": found["curve"]}
    return {"thresholds": {}, "curve": []}
