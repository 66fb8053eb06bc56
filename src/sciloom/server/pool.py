"""Warm worker processes: one job each at a time, killed at a deadline, replaced when they die."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
from collections import deque
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any, Self, TypeVar

from sciloom.server.frames import Reply, problem, read_reply, write_request
from sciloom.server.metrics import Metrics
from sciloom.server.settings import Settings

T = TypeVar("T")

_log = logging.getLogger("sciloom.server")
#: Seconds a process may take to open the store, and between two tries to start one.
_START = 60.0
_AGAIN = 2.0
#: Seconds that a process may take to die of itself.
_LAST_WORDS = 5.0
#: Exit statuses of a process that got no more memory, or that the system ended for want of it.
_NO_MEMORY = (-signal.SIGABRT, -getattr(signal, "SIGKILL", 9))
#: Exit status of a process that burnt the processor time it was given.
_CPU_LIMIT = -getattr(signal, "SIGXCPU", 24)
#: Seconds after which a refused client may try again.
_RETRY = 5


class Worker:
    """A process with the store open.

    ``isolated`` tells that it has no network, ``base`` what the IRIs of the graph begin with.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.isolated = False
        self.base = ""

    @classmethod
    async def start(cls, store: Path, settings: Settings) -> Self:
        """Start a process and wait until it has opened the store."""
        options = {
            "store": str(store),
            "memory": settings.memory,
            "deadline": settings.deadline,
        }
        worker = cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-m",
                "sciloom.server.worker",
                json.dumps(options),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=os.environ
                | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "RUST_BACKTRACE": "0"},
                # A terminal's interrupt is for the gateway, which lets running jobs end.
                start_new_session=True,
            )
        )
        try:
            async with asyncio.timeout(_START):
                ready = await read_reply(worker._process.stdout)
        except BaseException:
            await worker.end()
            raise
        said = json.loads(ready.body)
        worker.isolated, worker.base = said["isolated"], said["base"]
        return worker

    async def ask(self, job: Mapping[str, Any]) -> Reply:
        """Run a job.

        Raises
        ------
        asyncio.IncompleteReadError, ConnectionError
            The process died of it.
        """
        assert self._process.stdin is not None  # noqa: S101 - it was made with a pipe
        self._process.stdin.write(write_request(job))
        await self._process.stdin.drain()
        return await read_reply(self._process.stdout)

    def kill(self) -> None:
        """Kill the process at once."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def end(self) -> int:
        """Kill the process and return its exit status."""
        self.kill()
        return await self._process.wait()

    async def status(self) -> int:
        """Return the exit status of a process that has closed its end."""
        try:
            # To signal a process that is dead would reap it behind the loop's back.
            async with asyncio.timeout(_LAST_WORDS):
                return await self._process.wait()
        except TimeoutError:
            return await self.end()


class Pool:
    """Workers on one store.

    Jobs that run long are told from the rest: each of the first ``size`` of them gets a worker
    beyond the ``size`` that are there for all, so that quick jobs need not wait for slow ones. Such
    a worker stays: to start one takes as long as many a query.
    """

    def __init__(
        self, store: Path, settings: Settings, *, size: int, name: str, metrics: Metrics
    ) -> None:
        self._store = store
        self._settings = settings
        self._size = size
        self._name = name
        self._metrics = metrics
        self._idle: list[Worker] = []
        self._waiting: deque[asyncio.Future[Worker]] = deque()
        self._starting: set[asyncio.Task[None]] = set()
        self._ending: set[asyncio.Task[int]] = set()
        self._there = 0  # workers that run or start
        self._slow: set[object] = set()
        self._running = 0
        self._closed = False
        self.isolated = False
        self.base = ""

    async def open(self) -> None:
        """Start the first worker, which shows that the store opens; the others follow.

        Raises
        ------
        asyncio.IncompleteReadError
            It does not open.
        """
        self._there += 1
        worker = await Worker.start(self._store, self._settings)
        self.isolated, self.base = worker.isolated, worker.base
        self._release(worker)
        self._fill()

    async def run(self, job: str, *, seconds: float | None = None, **arguments: Any) -> Reply:
        """Run a job of `sciloom.server.jobs` to its end, or to ours, after some seconds.

        What happens to it is in the reply: 503 when no worker comes free in time, 504 when the
        deadline passes, 413 when the process dies of it for want of memory.
        """
        seconds = self._settings.deadline if seconds is None else seconds
        try:
            worker = await self._acquire()
        except TimeoutError:
            self._metrics.refused.labels(self._name).inc()
            return busy("all workers are busy")
        self._running += 1
        self._measure()
        this = object()
        timer = asyncio.get_running_loop().call_later(
            self._settings.slow_after, self._note_slow, this
        )
        try:
            async with asyncio.timeout(seconds):
                reply = await worker.ask({"job": job} | arguments)
        except TimeoutError:
            self._bury(worker, "deadline")
            return problem(
                504,
                f"the query ran past its limit of {seconds:g} s and was ended",
                next="narrow it or add a LIMIT",
            )
        except (asyncio.IncompleteReadError, ConnectionError, ValueError):
            return self._died(await self._lost(worker))
        except BaseException:  # the client has gone, or the server stops
            self._bury(worker, "left")
            raise
        else:
            if reply.retire:
                self._bury(worker, "size")
            else:
                self._release(worker)
            return reply
        finally:
            timer.cancel()
            self._slow.discard(this)
            self._running -= 1
            self._measure()

    async def close(self) -> None:
        """End the workers; jobs that run end with them, so let them finish before."""
        self._closed = True
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*self._ending, *(worker.end() for worker in self._idle))
        self._idle.clear()

    async def _acquire(self) -> Worker:
        if self._idle:
            return self._idle.pop()
        if len(self._waiting) >= self._settings.queue:
            raise TimeoutError
        future: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        self._measure()
        try:
            async with asyncio.timeout(self._settings.patience):
                return await future
        except BaseException:
            if future.done() and not future.cancelled():
                self._release(future.result())  # it came free just as we gave up
            raise
        finally:
            with contextlib.suppress(ValueError):
                self._waiting.remove(future)

    def _release(self, worker: Worker) -> None:
        """Hand a worker to the next in line, or keep it."""
        if self._closed:
            self._bury(worker, "closed")
            return
        while self._waiting:
            future = self._waiting.popleft()
            if not future.done():
                future.set_result(worker)
                return
        self._idle.append(worker)

    def _fill(self) -> None:
        while self._there < self._size + len(self._slow) and not self._closed:
            self._there += 1
            _background(self._start(), self._starting)

    def _note_slow(self, job: object) -> None:
        if len(self._slow) < self._size:
            self._slow.add(job)
            self._fill()

    async def _start(self) -> None:
        try:
            worker = await Worker.start(self._store, self._settings)
        except (OSError, EOFError, TimeoutError) as error:
            _log.warning("a worker did not start: %r", error)
            await asyncio.sleep(_AGAIN)
            self._there -= 1
            self._fill()
        else:
            self._release(worker)

    def _bury(self, worker: Worker, reason: str) -> None:
        """End a worker in the background, and see that another takes its place if one is due."""
        self._there -= 1
        self._metrics.ended.labels(self._name, reason).inc()
        worker.kill()
        _background(worker.end(), self._ending)
        self._fill()

    async def _lost(self, worker: Worker) -> int:
        status = await worker.status()
        self._there -= 1
        self._metrics.ended.labels(self._name, "died").inc()
        self._fill()
        return status

    def _died(self, status: int) -> Reply:
        if status == -signal.SIGSEGV:
            return problem(400, "the query is too long or nested too deeply", next="split it")
        if status == _CPU_LIMIT:
            return problem(504, "the query burnt too much processor time", next="narrow it")
        if status in _NO_MEMORY:
            return problem(
                413,
                f"the query needed more than {self._settings.memory / 2**30:.2g} GiB of memory",
                next="narrow it or add a LIMIT",
            )
        _log.error("a worker of %s ended with status %s", self._name, status)
        return problem(500, "the worker failed")

    def _measure(self) -> None:
        self._metrics.running.labels(self._name).set(self._running)
        self._metrics.waiting.labels(self._name).set(len(self._waiting))

    @property
    def quiet(self) -> bool:
        """Whether no job runs or waits."""
        return not self._running and not self._waiting


def _background(work: Coroutine[Any, Any, T], tasks: set[asyncio.Task[T]]) -> None:
    """Run a coroutine as a task that is kept until it is done."""
    task = asyncio.get_running_loop().create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)


def busy(what: str) -> Reply:
    """Return a refusal for now."""
    reply = problem(503, what, next="try again in a few seconds")
    return Reply(
        status=503, media=reply.media, body=reply.body, headers=(("Retry-After", str(_RETRY)),)
    )
