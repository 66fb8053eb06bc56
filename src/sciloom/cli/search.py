"""``sciloom search``."""

from __future__ import annotations

from pathlib import Path

import click

from sciloom.cli.console import folder_option, say
from sciloom.visible import visible


@click.command(
    epilog='Example: sciloom search "optimal transport"',
    short_help="Find papers, concepts and claims by their words.",
)
@click.argument("text")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="Hits.")
@folder_option
def command(*, text: str, limit: int, folder: Path) -> int:
    """Find papers, concepts and claims that hold every word of TEXT, best first.

    Case, accents and endings do not matter. A line a hit: kind, label, words around it, IRI.
    """
    from sciloom.store import OutputFolder, search

    if not text.strip():
        raise click.UsageError("Give words to search for.")
    output = OutputFolder(folder)
    output.open()
    hits = search(output.store, text, limit=limit)
    for hit in hits:
        line = f"{hit.kind:8} {hit.label}  —  {hit.snippet}  <{hit.iri}>"
        click.echo(visible(" ".join(line.split())))
    if not hits:
        say(f'nothing holds "{text}"')
    return 0
