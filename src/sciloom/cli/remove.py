"""``sciloom remove``."""

from __future__ import annotations

from pathlib import Path

import click

from sciloom.cli.build import tell
from sciloom.cli.console import folder_option, progress


@click.command(
    epilog="Example: sciloom remove smith2020 -d output",
    short_help="Take papers out of the graph, for good.",
)
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@click.option(
    "--undo", is_flag=True, help="Let in again what was removed; build --add its file brings it."
)
@folder_option
def command(*, ids: tuple[str, ...], undo: bool, folder: Path) -> int:
    """Take papers out of the graph, and keep them out of what is added later.

    ID is a paper's id, its IRI, or the part of it after the base. A paper is known again by its
    DOI, its other ids and its text, of which a digest is kept; report.json lists what was removed.
    """
    from sciloom import pipeline

    with progress() as watch:
        tell(pipeline.remove(ids, folder, undo=undo, watch=watch))
    return 0
