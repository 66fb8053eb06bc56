"""``sciloom stats``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from sciloom.cli.console import folder_option
from sciloom.model import CLAIM_TYPES, ENTITY_TYPES, RELATIONS


@click.command(
    epilog="Example: sciloom stats --format json", short_help="Count what is in the graph."
)
@click.option(
    "--format",
    type=click.Choice(("table", "json")),
    default="table",
    show_default=True,
    help="Output.",
)
@folder_option
def command(*, format: str, folder: Path) -> int:
    """Count papers, concepts and claims by type, relations by name, and quads."""
    from sciloom.query import select
    from sciloom.store import OutputFolder

    store = OutputFolder(folder).open()

    def count(pattern: str) -> int:
        table = select(store, f"SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE {{ {pattern} }}")
        return int(str(table.rows[0][0]))

    counts = {"Paper": count("?x a :Paper")}
    counts |= {type_: count(f"?x a :{type_}") for type_ in (*ENTITY_TYPES, "Claim", *CLAIM_TYPES)}
    counts |= {name: count(f"?x rdf:predicate :{name}") for name in RELATIONS}
    counts |= {"Quantity": count("?x a :Quantity"), "quads": len(store)}
    if format == "json":
        click.echo(json.dumps(counts, indent=1))
    else:
        for name, number in counts.items():
            click.echo(f"{name:14} {number:>10,}")
    return 0
