"""``sciloom draw``."""

from __future__ import annotations

from pathlib import Path

import click

from sciloom.cli.console import folder_option, say


@click.command(
    epilog="Example: sciloom draw -o graph.html", short_help="Write the graph as one HTML page."
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="Page to write."
)
@folder_option
def command(*, output: Path, folder: Path) -> int:
    """Write the graph as one self-contained HTML page."""
    from sciloom import api

    api.open(folder).to_html(output)
    say(f"wrote {output}")
    return 0
