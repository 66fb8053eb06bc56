"""``sciloom export``."""

from __future__ import annotations

from pathlib import Path

import click

from sciloom.cli.console import folder_option, say

#: Formats that hold the named graphs, or their union, and those that hold what one draws from them.
FORMATS = ("turtle", "nt", "nquads", "trig", "jsonld", "graphml", "csv", "comparisons", "parts")


@click.command(
    epilog="Example: sciloom export --format nquads -o graph.nq",
    short_help="Write the graph in another format.",
)
@click.option("--format", type=click.Choice(FORMATS), required=True, help="Format to write.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    help="File, or folder of parts.",
)
@click.option(
    "--without-text",
    is_flag=True,
    help="For publication: leave out abstracts and quotes, in which publishers hold rights.",
)
@folder_option
def command(*, format: str, output: Path, without_text: bool, folder: Path) -> int:
    """Write the graph in another format.

    nquads and trig keep one named graph a paper; graphml is for Gephi, yEd or Cytoscape; csv has a
    line a claim, comparisons a line a number of a claim, those that compare together; parts is a
    folder of sorted part-*.nq.gz with a manifest, for QLever, Virtuoso, GraphDB or Neptune.
    Without text, offsets and facts stay, and a SHA-256 of each text that they refer to.
    """
    from sciloom import api

    api.open(folder).export(format, output, text=not without_text)
    say(f"wrote {output}")
    return 0
