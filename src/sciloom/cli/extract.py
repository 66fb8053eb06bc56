"""``sciloom extract``."""

from __future__ import annotations

import signal
from pathlib import Path

import click

from sciloom.cli.console import progress, say


@click.command(
    epilog="Example: sciloom extract parts", short_help="Extract parts, beside any other workers."
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--dask",
    "scheduler",
    metavar="ADDRESS",
    help="Have a Dask cluster do it: the address of its scheduler, such as tcp://10.0.0.1:8786.",
)
def command(*, folder: Path, scheduler: str | None) -> int:
    """Extract the parts in DIR that sciloom partition wrote, until none is left.

    Start it as often as you like, in several shells or as the tasks of a SLURM array: each takes a
    part at a time. One that dies has its part read again by another, after three minutes or, on the
    same host, at once. A part that ends three workers is given up: exit status 1.
    """
    from sciloom import pipeline

    # What a batch system sends first: hand the part back before it sends SIGKILL.
    signal.signal(signal.SIGTERM, signal.default_int_handler)

    def note(text: str) -> None:
        say(f"note: {text}")

    with progress() as watch:
        if scheduler:
            done = pipeline.extract_on_dask(folder, scheduler, watch=watch, on_note=note)
        else:
            done = pipeline.extract_parts(folder, watch=watch, on_note=note)
    say(
        f"extracted {done.parts} of {done.of} parts, {done.papers} papers; all are done:"
        f" sciloom build --parts {folder}"
    )
    return 0
