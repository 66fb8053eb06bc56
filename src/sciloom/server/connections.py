"""Connections that give nobody else less: those that say nothing, or read nothing, are ended."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

#: Seconds for a request's head to arrive, and for a reader to take 64 KiB.
HEAD_SECONDS = 10.0
STALL_SECONDS = 30.0
#: File handles kept for all that is not a connection.
_SPARE_HANDLES = 150


class Connection(H11Protocol):
    """HTTP/1.1 with a deadline for each head and each piece of an answer.

    When there are ``limit`` of them, the next one takes the place of the one that has been silent
    longest; where none is silent it is closed.
    """

    limit = 800

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection in, if there is room or someone who says nothing."""
        if len(self.connections) >= self.limit:
            silent = (c for c in self.connections if isinstance(c, Connection) and c.is_silent)
            oldest = min(silent, key=lambda c: c.since, default=None)
            (transport if oldest is None else oldest.transport).abort()
        super().connection_made(transport)
        self.since = self.loop.time()
        self._expect(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._expect(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take bytes in; a head that has begun must come to its end."""
        super().data_received(data)
        if not self.is_silent:
            self._expect(None)
        elif self._deadline is None and self.timeout_keep_alive_task is None:
            self._expect(HEAD_SECONDS)

    def pause_writing(self) -> None:
        """Give a reader that lags time to take what lies ready."""
        super().pause_writing()
        self._expect(STALL_SECONDS)

    def resume_writing(self) -> None:
        """Note that the reader has caught up."""
        super().resume_writing()
        self._expect(None)

    def timeout_keep_alive_handler(self) -> None:
        """End an idle connection, whether or not it has read the last answer."""
        self.transport.abort()

    @property
    def is_silent(self) -> bool:
        """Whether no request is being read or answered."""
        waiting = self.conn.their_state is h11.IDLE
        return waiting and (self.cycle is None or self.cycle.response_complete)

    def _expect(self, seconds: float | None) -> None:
        """Abort after so many seconds, unless told otherwise before."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = (
            None if seconds is None else self.loop.call_later(seconds, self.transport.abort)
        )


def room_for(connections: int) -> int:
    """Ask the system for handles for so many connections; return how many there can be."""
    if sys.platform == "win32":
        return connections
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + _SPARE_HANDLES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return max(1, soft - _SPARE_HANDLES)
    return connections
