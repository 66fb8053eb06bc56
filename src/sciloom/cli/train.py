"""``sciloom train``."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from sciloom.cli.console import say
from sciloom.errors import ExtractionError

PACKAGED = "packaged"


@click.command(
    epilog="Example: sciloom train --data mine.jsonl --out mine",
    short_help="Teach the extraction model your field.",
)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    required=True,
    help="Annotated abstracts, in the form of facts.jsonl.",
)
@click.option(
    "--base",
    default=PACKAGED,
    show_default=True,
    help="What to start from: the packaged model, the folder of another, of an earlier run, or "
    "of a published BERT or MPNet.",
)
@click.option("--layers", type=int, help="Take only so many layers of a published encoder.")
@click.option("--inner", type=int, help="Cut the feed-forward blocks of the base to so many units.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="Folder of the run; where it holds one that was cut off, that goes on.",
)
@click.option(
    "--hold-out",
    default="",
    help="Venues, with commas, to fit the thresholds on; without them the base's are kept.",
)
@click.option("--epochs", type=click.IntRange(1), default=3, show_default=True)
@click.option("--batch", type=click.IntRange(1), default=10, show_default=True)
@click.option("--rate", default=6e-5, show_default=True, help="Learning rate of the encoder.")
@click.option("--head-rate", default=2e-4, show_default=True, help="Learning rate of the heads.")
@click.option("--threads", type=click.IntRange(1), default=2, show_default=True)
@click.option("--seed", default=1, show_default=True)
def command(
    *,
    data: Path,
    base: str,
    layers: int | None,
    inner: int | None,
    out: Path,
    hold_out: str,
    **settings: Any,
) -> int:
    """Train the extraction model on annotated abstracts and package it in OUT/model.

    Needs the extra `training`. An epoch of 1,000 abstracts takes some minutes on two cores.
    """
    if find_spec("torch") is None or find_spec("onnx") is None:
        raise ExtractionError(
            "training needs packages that are not installed",
            next='install them: pip install "sciloom[training]"',
        )
    from sciloom.facts import read_facts
    from sciloom.nlp.model.runtime import WEIGHTS
    from sciloom.training.run import run
    from sciloom.training.train import Settings

    for _ in read_facts(data):
        # A record that is not right ends the command here, with its line, not in mid-training.
        pass
    folder = run(
        data,
        WEIGHTS if base == PACKAGED else Path(base),
        out,
        settings=Settings(**settings),
        hold_out=frozenset(filter(None, hold_out.split(","))),
        layers=layers,
        inner=inner,
        say=say,
    )
    say(f"{folder} is ready: sciloom build --model {folder}")
    return 0
