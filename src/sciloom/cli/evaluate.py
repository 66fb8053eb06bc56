"""``sciloom evaluate``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from sciloom.cli.console import jobs_option, model_option, progress


@click.command(
    epilog="Example: sciloom evaluate examples/icml2024/gold.jsonl",
    short_help="Extract from gold texts and print the scorecard.",
)
@model_option
@jobs_option
@click.argument("gold", type=click.Path(path_type=Path))
@click.option(
    "--format",
    type=click.Choice(("table", "json")),
    default="table",
    show_default=True,
    help="Output.",
)
def command(
    *, gold: Path, model: str, precision: float | None, jobs: int | None, format: str
) -> int:
    """Extract from the texts of GOLD (in the form of facts.jsonl) and print the scorecard.

    Precision, recall and F1 of each measure, with a 95 % bootstrap interval of F1 over papers.
    """
    from sciloom import pipeline
    from sciloom.evaluation import scorecard
    from sciloom.facts import read_facts

    right = list(read_facts(gold))
    with progress() as watch:
        papers = [extraction.paper for extraction in right]
        read = list(
            pipeline.extract(
                papers, model=model, precision=precision, jobs=jobs or pipeline.cores(), watch=watch
            )
        )
    rows = scorecard(right, read)
    if format == "json":
        click.echo(json.dumps([row.record() for row in rows], indent=1))
        return 0
    click.echo(f"{len(right)} papers{'':15}P      R      F1     95 %           hits  pred  gold")
    for row in rows:
        t = row.tally
        click.echo(
            f"{row.measure:22} {t.precision:.3f}  {t.recall:.3f}  {t.f1:.3f}"
            f"  {row.low:.3f}–{row.high:.3f}  {t.hits:5} {t.predicted:5} {t.gold:5}"
        )
    return 0
