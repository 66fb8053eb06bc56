"""``sciloom partition``."""

from __future__ import annotations

from pathlib import Path

import click

from sciloom.cli.build import GAPS, mapped
from sciloom.cli.console import model_option, output_folder_option, reading_options, say


@click.command(
    epilog="Example: sciloom partition abstracts.txt more/ -o parts",
    short_help="Share papers out into parts, for many machines.",
)
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@output_folder_option("parts", "Folder to write, where every machine can read and write it.")
@click.option(
    "--size",
    type=click.IntRange(1),
    help="Papers of a part; about a minute of one core unless given.",
)
@model_option
@reading_options
def command(
    *,
    inputs: tuple[str, ...],
    output: Path,
    size: int | None,
    model: str,
    precision: float | None,
    format: str | None,
    columns: tuple[str, ...],
    strict: bool,
    lenient: bool,
) -> int:
    """Read papers and share them out into parts that any number of machines extract.

    INPUT is what build takes. Then start sciloom extract DIR as often as you like, and build with
    sciloom build --parts DIR: the graph is the one that build makes of INPUT.
    """
    from sciloom import pipeline
    from sciloom.pipeline.parts import SIZE

    result = pipeline.partition(
        inputs,
        output,
        size=size or SIZE,
        model=model,
        precision=precision,
        strict=strict,
        format=format,
        columns=mapped(columns),
    )
    for skip in result.skipped:
        say(f"skipped {pipeline.place(skip)}: {skip.reason}")
    for note in result.notes:
        say(f"note: {note}")
    say(
        f"{result.papers} papers are in {result.parts} parts; extract them, by as many processes as"
        f" you like: sciloom extract {output}"
    )
    return GAPS if result.skipped and not lenient else 0
