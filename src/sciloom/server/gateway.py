"""Between a request and a worker: bodies that arrive in time, clients that leave, whole answers."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from sciloom.server.builds import Build, Builds
from sciloom.server.frames import RefusedError, Reply, problem
from sciloom.server.metrics import Metrics
from sciloom.server.pool import busy
from sciloom.server.settings import Settings
from sciloom.version import __version__

#: Bytes written at a time, so that a slow reader stops the writer early.
_CHUNK = 64 * 2**10


class Gateway:
    """What the routes share: the builds, the limits, the answers that are being sent."""

    def __init__(self, builds: Builds, settings: Settings, metrics: Metrics) -> None:
        self.builds = builds
        self.settings = settings
        self.metrics = metrics
        #: Bytes of the answers that are being sent.
        self.sending = 0

    @asynccontextmanager
    async def build(self) -> AsyncIterator[Build]:
        """Lend the current build: it stays open until it is given back."""
        build = self.builds.current
        build.users += 1
        try:
            yield build
        finally:
            build.users -= 1

    async def query(self, request: Request, build: Build, **arguments: Any) -> Reply:
        """Run a SPARQL query for a request."""
        work = build.queries.run("sparql", most=self.settings.answer, **arguments)
        return await _while_connected(request, work)

    async def view(self, request: Request, build: Build, job: str, **arguments: Any) -> Reply:
        """Run a job of the pages and the JSON API for a request."""
        return await _while_connected(request, build.pages.run(job, **arguments))

    async def body(self, request: Request) -> bytes:
        """Read a body.

        Raises
        ------
        RefusedError
            It is too large, or does not come in time.
        """
        most = self.settings.request
        if int(request.headers.get("content-length") or 0) > most:
            raise too_large(most)
        body = bytearray()
        try:
            async with asyncio.timeout(self.settings.body_seconds):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > most:
                        raise too_large(most)
        except TimeoutError:
            raise RefusedError(408, "the request did not arrive in time") from None
        return bytes(body)

    def respond(self, reply: Reply, headers: Mapping[str, str] | None = None) -> Response:
        """Turn a reply into a response; 503 if too much is being sent to too many."""
        if reply.body and self.sending + len(reply.body) > self.settings.answers:
            reply = busy("too many large answers are being sent")
        return _Answer(self, reply, dict(headers or {}))


class _Answer(Response):
    """A response whose body is complete before its first byte goes out."""

    def __init__(self, gateway: Gateway, reply: Reply, headers: dict[str, str]) -> None:
        media = reply.media
        if media.startswith("text/") or media == "application/n-triples":
            media += "; charset=utf-8"
        super().__init__(reply.body, reply.status, headers | dict(reply.headers), media)
        self._gateway = gateway

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        body = memoryview(bytes(self.body))
        self._gateway.sending += len(body)
        try:
            start = {"status": self.status_code, "headers": self.raw_headers}
            await send({"type": "http.response.start"} | start)
            for at in range(0, len(body), _CHUNK):
                part = bytes(body[at : at + _CHUNK])
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._gateway.sending -= len(body)


def too_large(most: int) -> RefusedError:
    """Return the refusal of a request that is too large."""
    return RefusedError(413, f"the query is larger than {most >> 10} KiB")


def etag(build: Build, *parts: object) -> str:
    """Return the tag of an answer: by build and by all that decides its bytes."""
    key = json.dumps([__version__, build.digest, *parts])
    return f'W/"{hashlib.sha256(key.encode()).hexdigest()[:32]}"'


def unchanged(request: Request, tag: str) -> bool:
    """Tell whether the client holds the answer with this tag."""
    known = request.headers.get("if-none-match", "")
    weak = {part.strip().removeprefix("W/") for part in known.split(",")}
    return known.strip() == "*" or tag.removeprefix("W/") in weak


def not_modified(headers: Mapping[str, str]) -> Response:
    """Return a 304 with the headers that the full answer would have."""
    return Response(status_code=304, headers=dict(headers))


async def _while_connected(request: Request, work: Any) -> Reply:
    """Run work until it is done or the client has gone, which ends it."""
    job = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_disconnect(request))
    try:
        await asyncio.wait((job, gone), return_when=asyncio.FIRST_COMPLETED)
        if not job.done():
            return problem(499, "the client has gone")
        reply: Reply = job.result()
        return reply
    finally:
        gone.cancel()
        job.cancel()
        await asyncio.gather(job, gone, return_exceptions=True)


async def _disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
