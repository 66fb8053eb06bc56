"""``sciloom validate``."""

from __future__ import annotations

from pathlib import Path

import click

from sciloom.cli.console import folder_option, progress, say
from sciloom.visible import visible


@click.command(
    epilog="Example: sciloom validate -d output", short_help="Check the graph against its shapes."
)
@click.option("--all", "every", is_flag=True, help="Check every paper of a big graph.")
@folder_option
def command(*, folder: Path, every: bool) -> int:
    """Check the graph against its shapes (SHACL), and the files against their digests.

    A violation is a line on stdout; with any the exit status is 1. Of a graph of more than 500
    papers an even sample of 500 is checked, unless --all.
    """
    from sciloom.rdf import spread, validate
    from sciloom.store import OutputFolder

    output = OutputFolder(folder)
    output.check(full=True)
    store = output.open()
    papers = store.papers()
    with progress() as watch:
        report = validate(
            store.quads(),
            papers=None if every else spread(papers, _SAMPLE),
            watch=lambda done: watch("checking papers", done, len(papers)),
        )
    for violation in report.violations:
        click.echo(
            visible(
                f"{violation.severity}: {violation.focus} {violation.path}: {violation.message}"
            )
        )
    verdict = "conforms" if report.conforms else f"{len(report.violations)} violations"
    say(f"{verdict}; checked {report.checked} of {report.papers} papers")
    return 0 if report.conforms else 1


_SAMPLE = 500
