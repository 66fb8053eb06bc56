"""What the commands share: where words go, progress on a terminal, the output folder's option."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sciloom.model import MODELS

if TYPE_CHECKING:
    from sciloom.pipeline import Watch


def folder_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``-d/--dir``, the folder that a build wrote."""
    return click.option(
        "-d",
        "--dir",
        "folder",
        type=click.Path(path_type=Path),
        default=Path("output"),
        show_default=True,
        help="Folder that a build wrote.",
    )(command)


def output_folder_option(default: str, help: str) -> Callable[[Callable[..., Any]], Any]:
    """Return the decorator that adds ``-o/--output``, a folder to write."""
    return click.option(
        "-o",
        "--output",
        type=click.Path(path_type=Path, file_okay=False),
        default=Path(default),
        show_default=True,
        help=help,
    )


def model_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--model`` and ``--precision``, what to extract with and how surely."""
    command = click.option(
        "--precision",
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        help="Share of the entities that should be right: 0.9 finds fewer, surer ones.",
    )(command)
    return click.option(
        "--model",
        default=MODELS[0],
        show_default=True,
        metavar=f"[{'|'.join(MODELS)}|FOLDER]",
        help="What to extract with; fast (or rules) finds less, seven times as fast; FOLDER is"
        " a model that sciloom train wrote.",
    )(command)


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--format``, ``--map``, ``--strict`` and ``--lenient``: how inputs are read."""
    options = (
        click.option(
            "--format",
            metavar="NAME",
            help="Format of the inputs, where content and name do not tell: text, json, bibtex,"
            " ris, nbib, csv, atom, pubmed or acl.",
        ),
        click.option(
            "--map",
            "columns",
            multiple=True,
            metavar="FIELD=COLUMN",
            help="What a field is called in the inputs: title=Headline. Fields: id, title,"
            " abstract, authors, year, venue, doi, url, keywords.",
        ),
        click.option(
            "--strict", is_flag=True, help="Fail at the first record that cannot be read."
        ),
        click.option("--lenient", is_flag=True, help="Exit 0 even if a record could not be read."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def jobs_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--jobs``, how many processes read papers: as many as there are cores unless given."""

    def settled(_context: click.Context, _parameter: click.Parameter, given: int | None) -> int:
        from sciloom.pipeline import cores

        return given or cores()

    return click.option(
        "--jobs",
        type=click.IntRange(1),
        callback=settled,
        help="Processes that read papers; as many as there are cores unless given.",
    )(command)


def say(message: str) -> None:
    """Print words on stderr; stdout is for data."""
    click.echo(message, err=True)


@contextmanager
def progress() -> Iterator[Watch]:
    """Yield a callback that draws a progress bar a stage, if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, Any] = {}

        def watch(stage: str, done: int, total: int | None) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=total)
            bars.update(tasks[stage], completed=done, total=total)

        yield watch
