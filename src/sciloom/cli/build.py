"""``sciloom build``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sciloom.cli.console import (
    jobs_option,
    model_option,
    output_folder_option,
    progress,
    reading_options,
    say,
)
from sciloom.vocab import BASE

if TYPE_CHECKING:
    from sciloom.pipeline import BuildResult

#: Built, but a file or a record could not be read.
GAPS = 3


@click.command(
    epilog="Example: sciloom build abstracts.txt more/ -o output",
    short_help="Read papers and build their knowledge graph.",
)
@click.argument("inputs", nargs=-1, metavar="INPUT...")
@output_folder_option("output", "Folder to write; the graph in it is replaced, or added to.")
@click.option(
    "--add",
    is_flag=True,
    help="Keep what is there: add new files, read those that changed again in their place, extract"
    " only what is new. Options of the graph hold unless given anew.",
)
@click.option(
    "--facts",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Take entities, relations and claims from a file in the form of facts.jsonl.",
)
@click.option(
    "--parts",
    type=click.Path(path_type=Path),
    help="Build from a folder that sciloom partition wrote and sciloom extract went through.",
)
@model_option
@jobs_option
@click.option(
    "--base", default=BASE, show_default=True, help="What every resource IRI starts with."
)
@click.option(
    "--merges",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Names that are one thing: CSV with the header name,same_as. DIR/merges.csv is read too.",
)
@click.option(
    "--splits",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Names that are not: CSV with the header name,not_same_as. DIR/splits.csv is read too.",
)
@click.option(
    "--vocabulary",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Match the concepts with this vocabulary: SKOS, or CSV with the header iri,label.",
)
@reading_options
def command(
    *,
    inputs: tuple[str, ...],
    output: Path,
    add: bool,
    facts: tuple[Path, ...],
    parts: Path | None,
    base: str,
    model: str,
    precision: float | None,
    jobs: int,
    merges: tuple[Path, ...],
    splits: tuple[Path, ...],
    vocabulary: tuple[Path, ...],
    format: str | None,
    columns: tuple[str, ...],
    strict: bool,
    lenient: bool,
) -> int:
    """Read papers and build their knowledge graph.

    INPUT is a file, a folder, a quoted glob, or - for standard input: plain text (one abstract a
    paragraph), BibTeX, RIS, CSV, TSV, JSON, JSONL, or the XML of arXiv, PubMed and the ACL
    Anthology; .gz of any. DIR then holds facts.jsonl, graph.ttl, graph.html, store/ and
    report.json. Exit status 3 tells that a file or a record could not be read.
    """
    from sciloom import pipeline

    if not all(inputs) or not (inputs or facts or parts or add):
        raise click.UsageError("Give an INPUT, --facts FILE or --parts DIR.")
    source = click.get_current_context().get_parameter_source
    default = click.core.ParameterSource.DEFAULT
    with progress() as watch:
        result = pipeline.build(
            inputs,
            output,
            add=add,
            facts=facts,
            parts=parts,
            base=None if source("base") is default else base,
            model=None if source("model") is default else model,
            precision=precision,
            jobs=jobs,
            strict=strict,
            merges=merges,
            splits=splits,
            vocabulary=vocabulary,
            format=format,
            columns=mapped(columns),
            watch=watch,
        )
    for skip in result.skipped:
        say(f"skipped {pipeline.place(skip)}: {skip.reason}")
    tell(result)
    out = f", left out {result.kept_out}" if result.kept_out else ""
    say(f"read {result.read}, skipped {len(result.skipped)}, merged {result.merged}{out}")
    return GAPS if result.skipped and not lenient else 0


def tell(result: BuildResult) -> None:
    """Say what is odd, and what the graph holds."""
    for note in result.notes:
        say(f"note: {note}")
    counts = result.counts
    if result.extracted < counts.papers:
        say(f"extracted {result.extracted} of {counts.papers} papers; the others were known")
    say(
        f"{counts.concepts} concepts, {counts.relations} relations and {counts.claims} claims"
        f" of {counts.papers} papers are in {result.folder}; open {result.folder / 'graph.html'}"
    )


def mapped(columns: tuple[str, ...]) -> dict[str, str]:
    """Return what ``--map`` says, by field."""
    for pair in columns:
        if "=" not in pair:
            raise click.UsageError(f"--map takes FIELD=COLUMN, not {pair!r}.")
    return {
        field.strip(): column.strip() for field, _, column in (c.partition("=") for c in columns)
    }
