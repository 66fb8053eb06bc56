"""``sciloom evaluate``."""

from __future__ import annotations

import json
from dataclasses import asdict
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
@click.option(
    "--errors",
    "examples",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Count the errors too, by kind, with N examples of each.",
)
def command(
    *,
    gold: Path,
    model: str,
    precision: float | None,
    jobs: int,
    format: str,
    examples: int,
) -> int:
    """Extract from the texts of GOLD (in the form of facts.jsonl) and print the scorecard.

    Precision, recall and F1 of each measure, with a 95 % bootstrap interval of F1 over papers.
    An example of an error is what gold says, and what was read.
    """
    from sciloom import pipeline
    from sciloom.evaluation import KINDS, errors, scorecard
    from sciloom.facts import read_facts

    right = list(read_facts(gold))
    with progress() as watch:
        papers = [extraction.paper for extraction in right]
        read = list(
            pipeline.extract(papers, model=model, precision=precision, jobs=jobs, watch=watch)
        )
    rows = scorecard(right, read)
    wrong = errors(right, read) if examples else ()
    if format == "json":
        records = [row.record() for row in rows]
        told = {"measures": records, "errors": [asdict(e) for e in wrong]} if examples else records
        click.echo(json.dumps(told, indent=1, ensure_ascii=False))
        return 0
    click.echo(f"{len(right)} papers{'':15}P      R      F1     95 %           hits  pred  gold")
    for row in rows:
        t = row.tally
        click.echo(
            f"{row.measure:22} {t.precision:.3f}  {t.recall:.3f}  {t.f1:.3f}"
            f"  {row.low:.3f}–{row.high:.3f}  {t.hits:5} {t.predicted:5} {t.gold:5}"
        )
    for kind in KINDS if examples else ():
        of_kind = [error for error in wrong if error.kind == kind]
        click.echo(f"\n{kind}: {len(of_kind)}")
        # Spread over the papers: no paper stands for all.
        for error in of_kind[:: max(1, len(of_kind) // examples)][:examples]:
            click.echo(f"  {error.paper}: {error.gold or '-'} | {error.read or '-'}")
    return 0
