"""The application: routes, doors and what happens at start and stop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from sciloom.query.library import named_queries
from sciloom.server import json_api, pages
from sciloom.server.builds import Builds
from sciloom.server.description import describe
from sciloom.server.frames import RefusedError, Reply, problem
from sciloom.server.gateway import Gateway
from sciloom.server.linked_data import PLACE, found, resource
from sciloom.server.metrics import Metrics
from sciloom.server.middleware import Doorkeeper, Register
from sciloom.server.negotiation import GRAPH_TYPES, HTML_TYPES, choose
from sciloom.server.protocol import METHODS, endpoint
from sciloom.server.settings import Settings

#: Characters of a search.
_MOST_TEXT = 200
#: The viewer's page carries its own scripts, and needs nothing else.
_VIEWER_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
)


def create_app(folder: Path, settings: Settings | None = None) -> Starlette:
    """Return the ASGI application that serves the graph of an output folder."""
    settings = settings or Settings()
    metrics = Metrics()
    builds = Builds(folder, settings, metrics)
    gateway = Gateway(builds, settings, metrics)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await builds.open()
        watch = asyncio.create_task(builds.watch())
        try:
            yield
        finally:
            watch.cancel()
            await asyncio.gather(watch, return_exceptions=True)
            await builds.close()

    def at(
        path: str,
        answer: Callable[[Request, Gateway], Awaitable[Response]],
        methods: tuple[str, ...] = ("GET",),
    ) -> Route:
        async def run(request: Request) -> Response:
            return await answer(request, gateway)

        return Route(path, run, methods=list(methods))

    return Starlette(
        lifespan=lifespan,
        routes=[
            at("/", _home),
            at("/sparql", _sparql, METHODS),
            at("/sparql/", _sparql, METHODS),
            at("/query", _query),
            at("/search", _search),
            at("/graph", _explorer),
            at("/graph.html", _viewer),
            at("/.well-known/void", describe),
            at("/void", describe),
            at("/api/about", json_api.about),
            at("/api/queries", json_api.queries),
            at("/api/queries/{name}", json_api.query),
            at("/api/{name}", json_api.view),
            at(PLACE + "{path:path}", resource),
            at("/healthz", _health),
            at("/metrics", _metrics),
            Mount("/static", StaticFiles(directory=str(files("sciloom.server") / "static"))),
        ],
        middleware=[
            Middleware(Register, metrics=metrics),
            # Before the door: a browser asks what it may ask without a token.
            *(
                [
                    Middleware(
                        CORSMiddleware,
                        allow_origins=settings.origins,
                        allow_methods=list(METHODS),
                        allow_headers=["Accept", "Authorization", "Content-Type"],
                        expose_headers=["ETag"],
                    )
                ]
                if settings.origins
                else []
            ),
            Middleware(Doorkeeper, hosts=settings.hosts, token=settings.token),
        ],
        exception_handlers={HTTPException: _refused, RefusedError: _refused},
    )


async def _home(request: Request, gateway: Gateway) -> Response:  # noqa: ARG001
    build = gateway.builds.current
    page = pages.home(build.report, viewer=build.page is not None)
    return gateway.respond(Reply(media="text/html", body=page), {"Cache-Control": "no-cache"})


async def _sparql(request: Request, gateway: Gateway) -> Response:
    is_bare = request.method in ("GET", "HEAD") and not request.scope["query_string"]
    accept = request.headers.get("accept")
    if is_bare and choose(accept, (*GRAPH_TYPES, *HTML_TYPES)) == "html":
        return RedirectResponse("/query", 303, {"Vary": "Accept"})
    return await endpoint(request, gateway)


async def _query(request: Request, gateway: Gateway) -> Response:  # noqa: ARG001
    page = pages.query(named_queries(), base=gateway.builds.current.pages.base)
    return gateway.respond(Reply(media="text/html", body=page), {"Cache-Control": "no-cache"})


async def _search(request: Request, gateway: Gateway) -> Response:
    text = request.query_params.get("q", "")[:_MOST_TEXT]
    return await found(request, gateway, text, status=200)


async def _viewer(request: Request, gateway: Gateway) -> Response:  # noqa: ARG001
    async with gateway.build() as build:
        if build.page is None:
            raise RefusedError(404, "this build has no page")
        headers = {"Content-Security-Policy": _VIEWER_POLICY, "Cache-Control": "no-cache"}
        return FileResponse(build.page, headers=headers)


async def _explorer(request: Request, gateway: Gateway) -> Response:  # noqa: ARG001
    from sciloom.viewer.page import served_page

    page, policy = await asyncio.to_thread(served_page)
    headers = {
        "Content-Security-Policy": f"{policy}; frame-ancestors 'none'",
        "Cache-Control": "no-cache",
    }
    return gateway.respond(Reply(media="text/html", body=page.encode()), headers)


async def _health(request: Request, gateway: Gateway) -> Response:  # noqa: ARG001
    return PlainTextResponse("ok\n", headers={"Cache-Control": "no-store"})


async def _metrics(request: Request, gateway: Gateway) -> Response:  # noqa: ARG001
    return Response(gateway.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def _refused(request: Request, error: Exception) -> Response:  # noqa: ARG001
    """Write every refusal, our own and those of the routes, in one form."""
    headers: dict[str, str] = {}
    if isinstance(error, HTTPException):
        reply, headers = problem(error.status_code, error.detail), dict(error.headers or {})
    elif isinstance(error, RefusedError):
        reply = error.reply
    else:
        raise error
    return Response(reply.body, reply.status, headers=headers, media_type=reply.media)
