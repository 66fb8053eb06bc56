"""Run the server: bind, serve, stop when told and when all that runs has ended."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from sciloom.errors import SciloomError
from sciloom.server.app import create_app
from sciloom.server.connections import Connection, room_for
from sciloom.server.settings import Settings
from sciloom.store import OutputFolder

#: Bytes of a request's head: the longest query that fits into an address is about half of it.
_HEAD = 64 * 2**10
_BACKLOG = 2048


def serve(
    folder: Path,
    settings: Settings,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    ready: Callable[[str], None] = lambda _: None,
) -> None:
    """Serve the graph of an output folder until SIGINT or SIGTERM.

    ``ready`` is told the address once it answers; port 0 takes a free one.

    Raises
    ------
    StoreError
        There is no graph in the folder.
    SciloomError
        The address cannot be taken, or no worker could open the store.
    """
    OutputFolder(folder).open()  # its errors tell more than a worker's
    _log_to_stderr()
    listener = _bind(host, port)
    address = listener.getsockname()
    shown = f"[{address[0]}]" if ":" in address[0] else address[0]
    connection = type("Connection", (Connection,), {"limit": room_for(settings.connections)})
    config = uvicorn.Config(
        create_app(folder, settings),
        http=connection,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=int(settings.deadline) + 5,
        h11_max_incomplete_event_size=_HEAD,
        backlog=_BACKLOG,
    )
    server = _Server(config, lambda: ready(f"http://{shown}:{address[1]}/"))
    try:
        server.run(sockets=[listener])
    finally:
        listener.close()
    if not server.started:
        raise SciloomError("the server did not start", where=str(folder), next="see above")


class _Server(uvicorn.Server):
    """Tells when it has started; a signal to stop is no failure."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop gracefully when told, and then leave as a command that is done."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _bind(host: str, port: int) -> socket.socket:
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, proto)
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
        listener.set_inheritable(False)
    except OSError as error:
        raise SciloomError(
            f"cannot listen: {error.strerror}", where=f"{host}:{port}", next="choose another --port"
        ) from None
    return listener


def _log_to_stderr() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%dT%H:%M:%S%z"))
    for name, level in (
        ("sciloom.access", logging.INFO),
        ("sciloom.server", logging.INFO),
        ("uvicorn.error", logging.WARNING),
    ):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(level)
        logger.propagate = False
