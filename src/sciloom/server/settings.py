"""What a server may use; the defaults suit a laptop."""

from __future__ import annotations

import os
from dataclasses import dataclass

from sciloom.query.run import MEMORY


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Limits and doors of a server. Times are seconds of wall clock, sizes bytes.

    Parameters
    ----------
    workers
        Processes for queries, and as many again for those that run past ``slow_after``.
    pages
        Processes of pages and the JSON API, which queries cannot take.
    queue
        Requests that may wait for a process, each for ``patience`` at most.
    deadline, memory
        What one query may take: time, and address space, of which an empty process has 0.5 GiB.
    answer, answers
        Largest answer, and all answers that are being sent.
    request
        Largest query.
    hosts
        Names that the server goes by, beside ``localhost`` and bare addresses.
    origins
        Sites whose scripts may read answers (CORS); none by default, ``*`` for all.
    token
        What a request must show, as a bearer token or a password; None asks for nothing.
    """

    workers: int = max(2, min(4, os.cpu_count() or 2))
    pages: int = 2
    queue: int = 128
    patience: float = 10.0
    slow_after: float = 0.25
    deadline: float = 30.0
    memory: int = MEMORY
    answer: int = 64 * 2**20
    answers: int = 512 * 2**20
    request: int = 256 * 2**10
    body_seconds: float = 10.0
    connections: int = 800
    watch_seconds: float = 1.0
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    token: str | None = None
