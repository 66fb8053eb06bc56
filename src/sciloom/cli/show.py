"""``sciloom show``."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sciloom.cli.console import folder_option
from sciloom.visible import visible

if TYPE_CHECKING:
    from sciloom.api.records import ValueRecord


@click.command(
    epilog='Example: sciloom show "large language models"',
    short_help="Show the card of a paper, concept or claim.",
)
@click.argument("name", metavar="ID")
@folder_option
def command(*, name: str, folder: Path) -> int:
    """Show the card of a paper, concept or claim.

    ID is a paper's id, an IRI or its part after the base ("concept/lora"), a claim as
    "PAPER/claim/N", or any name that the graph knows, case ignored.
    """
    from sciloom.api.cards import card
    from sciloom.store import OutputFolder

    found = card(OutputFolder(folder).open(), visible(name))
    click.echo(f"{visible(found.title)} ({found.kind})\n<{found.iri}>")
    for section in found.sections:
        click.echo(f"\n{section.heading}")
        for line in section.lines:
            click.echo(f"  {visible(line)}")
    if found.claims:
        click.echo("\nclaims")
    for claim in found.claims:
        click.echo(f"  {claim.type}: {visible(' '.join(claim.sentence.split()))}")
        click.echo(f"    characters {claim.start} to {claim.end}, score {claim.score:g}")
        for word, held in (
            ("subject", [claim.subject] if claim.subject else []),
            ("compared with", claim.comparators),
            ("metric", claim.metrics),
            ("dataset", claim.datasets),
            ("task", claim.tasks),
            ("marked", [w for w in ("novel", "negated", "hedged") if getattr(claim, w)]),
        ):
            if held:
                click.echo(f"    {word}: {visible('; '.join(held))}")
        for value, after in zip_longest(claim.values, claim.values[1:]):
            if after is None or (after.quote, "from") != (value.quote, value.qualifier):
                click.echo(f"    value: {visible(_value(value))}")
    return 0


def _value(value: ValueRecord) -> str:
    """Return a number as printed, with what it is of and how it is meant."""
    told = [
        *("; ".join(held) for held in (value.metrics, value.datasets, value.tasks) if held),
        *([f"change {value.change:+}"] if value.change is not None else []),
        *(["loss"] if value.worse else []),
        *(["reached by a comparator"] if value.rival else []),
    ]
    return f"{value} ({', '.join(told)})" if told else str(value)
