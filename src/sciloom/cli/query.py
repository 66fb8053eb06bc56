"""``sciloom query``."""

from __future__ import annotations

import math
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sciloom.cli.console import folder_option, say
from sciloom.visible import visible

if TYPE_CHECKING:
    from sciloom.store import GraphStore

FORMATS = ("table", "json", "csv", "tsv", "xml", "turtle", "nt")
#: Columns of a table that goes to no terminal.
_WIDTH = 120


@click.command(
    epilog="Example: sciloom query --name evaluated-on -p dataset=ImageNet",
    short_help="Ask the graph in SPARQL, or by a named query.",
)
@click.argument("sparql", required=False)
@click.option("--file", type=click.Path(path_type=Path), help="Read the SPARQL from a file.")
@click.option("--name", help="Use a query of the library.")
@click.option("-p", "parameters", multiple=True, metavar="KEY=VALUE", help="Its parameter.")
@click.option("--list", "listed", is_flag=True, help="List the library and stop.")
@click.option(
    "--format", type=click.Choice(FORMATS), default="table", show_default=True, help="Output."
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.1, max=86_400),
    default=60.0,
    show_default=True,
    help="Seconds.",
)
@click.option("--allow-service", is_flag=True, help="Let SERVICE ask other endpoints.")
@folder_option
def command(
    *,
    sparql: str | None,
    file: Path | None,
    name: str | None,
    parameters: tuple[str, ...],
    format: str,
    timeout: float,
    folder: Path,
    listed: bool,
    allow_service: bool,
) -> int:
    """Ask the graph in SPARQL, or by a named query.

    The usual prefixes need no declaration, the default one is the ontology's. CONSTRUCT and
    DESCRIBE answer in Turtle.
    """
    from sciloom.errors import UnknownQueryError
    from sciloom.query import ResultTable, ResultTriples, bind, render, run_query, unknown_terms
    from sciloom.store import OutputFolder

    if math.isnan(timeout):
        raise click.UsageError("--timeout is a number of seconds.")
    if listed:
        _list()
        return 0
    given = [x for x in (sparql, file, name) if x is not None]
    if len(given) != 1:
        raise click.UsageError("Give one of SPARQL, --file or --name; --list shows the names.")
    if parameters and name is None:
        raise click.UsageError("-p goes with --name.")
    given_as = _pairs(parameters)
    if name is not None:
        try:
            text = bind(name, given_as)
        except UnknownQueryError as error:
            raise click.UsageError(str(error)) from None
    else:
        text = _read(file) if file is not None else sparql or ""
    store = OutputFolder(folder).open()
    result = run_query(store, text, timeout=timeout, allow_service=allow_service)
    answer = render(
        result,
        "turtle" if format == "table" and isinstance(result, ResultTriples) else format,
        width=shutil.get_terminal_size((_WIDTH, 0)).columns,
        color=sys.stdout.isatty(),
    )
    # Bytes, for CSV's line ends are CRLF on every system.
    sys.stdout.buffer.write(answer.encode("utf-8", "backslashreplace"))
    if isinstance(result, ResultTable) and not len(result):
        say("no row answers this query")
        for term, near in unknown_terms(text):
            hint = f"; did you mean {near}?" if near else ""
            say(f"{term} is no term of the ontology{hint}")
    if name is not None and isinstance(result, ResultTable):
        _advise(store, name, given_as, len(result))
    return 0


def _advise(store: GraphStore, name: str, given: dict[str, str], rows: int) -> None:
    """Say what may have been meant where no row answers, and that there may be more rows."""
    from sciloom.query import named_queries, near_names

    (query,) = (one for one in named_queries() if one.name == name)
    for p in query.parameters:
        value = given.get(p.name, p.default or "")
        if p.type == "count" and rows >= int(value):
            say(f"there may be more: -p {p.name}={10 * int(value)}")
        elif not rows and value and p.type in ("label", "paper"):
            near = near_names(store, value, papers=p.type == "paper")
            if near is not None:
                hint = f"; did you mean {' or '.join(near)}?" if near else ""
                say(f'nothing is called "{visible(value)}"{visible(hint)}')


def _pairs(parameters: tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for parameter in parameters:
        key, equals, value = parameter.partition("=")
        if not equals:
            raise click.UsageError(f"-p takes KEY=VALUE, not {parameter!r}.")
        if key in pairs:
            raise click.UsageError(f"-p {key} is given twice.")
        pairs[key] = value
    return pairs


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise click.UsageError(f"{file} is not UTF-8 text.") from None


def _list() -> None:
    from sciloom.query import named_queries

    for query in named_queries():
        click.echo(f"{query.name:16} {query.description}")
        for p in query.parameters:
            default = "" if p.default is None else f' (default "{p.default}")'
            click.echo(f"{'':16}   -p {p.name}=…  {p.meaning}{default}")
