"""``sciloom serve``."""

from __future__ import annotations

import ipaddress
from pathlib import Path

import click

from sciloom.cli.console import folder_option, say


@click.command(
    epilog="Example: sciloom serve --port 8000",
    short_help="Serve the graph: SPARQL, pages, a JSON API.",
)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--i-know", is_flag=True, help="Open the graph to others than this machine.")
@click.option(
    "--token",
    envvar="SCILOOM_TOKEN",
    show_envvar=True,
    help="What every request must show: a bearer token, or a browser's password.",
)
@click.option("--name", "names", multiple=True, help="A host name that the server goes by.")
@click.option(
    "--cors", "origins", multiple=True, help="A site whose scripts may read answers; * all."
)
@click.option(
    "--timeout", type=click.FloatRange(min=0.1), default=30.0, show_default=True, help="Seconds."
)
@click.option("--workers", type=click.IntRange(1, 64), help="Processes for queries.")
@click.option(
    "--memory",
    type=click.FloatRange(min=1),
    default=4.0,
    show_default=True,
    help="GiB of address space of a process.",
)
@folder_option
def command(
    *,
    port: int,
    host: str,
    i_know: bool,
    token: str | None,
    names: tuple[str, ...],
    origins: tuple[str, ...],
    timeout: float,
    workers: int | None,
    memory: float,
    folder: Path,
) -> int:
    """Serve the graph: SPARQL Protocol at /sparql, a query page at /query, cards at /id/.

    It listens on this machine alone. Another --host needs a token, or --i-know where a proxy or a
    firewall keeps others out. A build that replaces the graph is taken up without a restart.
    """
    if not (_is_loopback(host) or token or i_know):
        raise click.UsageError(
            f"--host {host} opens the graph to others: give --token or --i-know."
        )
    if token is not None and not (token.isascii() and token.isprintable() and token.strip()):
        raise click.UsageError("--token takes printable ASCII.")
    from sciloom.server.run import serve
    from sciloom.server.settings import Settings

    settings = Settings(
        hosts=(host, *names),
        origins=origins,
        token=token,
        deadline=timeout,
        memory=int(memory * 2**30),
        **({} if workers is None else {"workers": workers}),
    )
    serve(folder, settings, host=host, port=port, ready=lambda url: say(f"serving {url}"))
    return 0


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
