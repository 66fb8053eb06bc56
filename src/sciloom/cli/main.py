"""The ``sciloom`` command: finds the subcommand, turns errors into one line and an exit status."""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module

import click

from sciloom.errors import SciloomError
from sciloom.version import __version__

#: Command -> what it does in a line. Each lives in ``sciloom.cli.<command>`` as ``command``,
#: imported when called, so that ``--help`` starts at once.
COMMANDS = {
    "build": "Read papers and build their knowledge graph.",
    "partition": "Share papers out into parts, for many machines.",
    "extract": "Extract parts, beside any other workers.",
    "remove": "Take papers out of the graph, for good.",
    "query": "Ask the graph in SPARQL, or by a named query.",
    "search": "Find papers, concepts and claims by their words.",
    "show": "Show the card of a paper, concept or claim.",
    "draw": "Write the graph as one HTML page.",
    "export": "Write the graph in another format.",
    "validate": "Check the graph against its shapes.",
    "stats": "Count what is in the graph.",
    "serve": "Serve the graph: SPARQL, pages, a JSON API.",
    "train": "Teach the extraction model your field.",
    "evaluate": "Extract from gold texts and print the scorecard.",
}
FAILED = 1
INTERRUPTED = 130


class Commands(click.Group):
    """A group that imports a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"sciloom.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Commands,
    epilog="Example: sciloom build abstracts.txt && sciloom query --name proposals",
)
@click.version_option(__version__, prog_name="sciloom")
def cli() -> None:
    """Build, query and draw a knowledge graph of what scientific papers say."""


def main() -> None:
    """Run the command line; exit 0 done, 1 it could not, 2 wrong usage, 3 built with gaps."""
    for stream in (sys.stdout, sys.stderr):
        # A name in another script must not fail on a terminal that cannot show it.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        # Not cli.main(): click would turn a closed pipe into exit status 1.
        with cli.make_context("sciloom", sys.argv[1:]) as context:
            status = cli.invoke(context)
        if sys.stdout is not None:
            sys.stdout.flush()
        sys.exit(status)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except SciloomError as error:
        sys.exit(_one_line(str(error)))
    except BrokenPipeError:
        # The reader of a pipe has left (``| head``): nothing is wrong, nothing left to flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except MemoryError:
        sys.exit(_one_line("memory ran out (give it more; a build goes on where it stopped)"))
    except OSError as error:
        sys.exit(_one_line(f"{error.filename or 'system'}: {error.strerror}"))
    except (KeyboardInterrupt, click.Abort):
        sys.exit(INTERRUPTED)


def _one_line(message: str) -> int:
    click.echo("sciloom: " + " ".join(message.split()), err=True)
    return FAILED
