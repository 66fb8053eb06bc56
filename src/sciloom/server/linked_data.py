"""Every IRI of the graph, resolved: a page for people, RDF for machines."""

from __future__ import annotations

import json
from types import MappingProxyType
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import Response

from sciloom.server import pages
from sciloom.server.frames import RefusedError, Reply
from sciloom.server.gateway import Gateway, etag, not_modified, unchanged
from sciloom.server.negotiation import GRAPH_TYPES, HTML_TYPES, choose

PLACE = "/id/"
_SUFFIXES = MappingProxyType(
    {".ttl": "turtle", ".nt": "nt", ".jsonld": "jsonld", ".rdf": "rdfxml", ".html": "html"}
)
#: A program that takes anything gets RDF; a browser says that it wants HTML.
_OFFERS = (*GRAPH_TYPES, *HTML_TYPES)
_MOST_PATH = 2_000


async def resource(request: Request, gateway: Gateway) -> Response:
    """Answer for a path below the base: by suffix, else by negotiation."""
    # Decoded, a slash in a name and one between names would be the same.
    path = request.scope["raw_path"].decode("ascii", "replace").removeprefix(PLACE)
    suffix = next((s for s in _SUFFIXES if path.endswith(s)), "")
    form = _SUFFIXES.get(suffix) or choose(request.headers.get("accept"), _OFFERS)
    headers = {"Cache-Control": "no-cache"} | ({} if suffix else {"Vary": "Accept"})
    if len(path) > _MOST_PATH:
        raise RefusedError(414, "no name here is that long")
    if form is None:
        raise RefusedError(406, "there are HTML and RDF")
    async with gateway.build() as build:
        headers["ETag"] = etag(build, "id", path, form)
        if unchanged(request, headers["ETag"]):
            return not_modified(headers)
        reply = await gateway.view(
            request,
            build,
            "linked",
            path=path.removesuffix(suffix),
            suffix=suffix,
            form=form,
            most=gateway.settings.answer,
        )
        if form != "html":
            headers["Link"] = f'<{PLACE}{path.removesuffix(suffix)}>; rel="canonical"'
            return gateway.respond(reply, headers if reply.status == 200 else {"Vary": "Accept"})
        if reply.status == 404:
            return await _nothing(request, gateway, path.removesuffix(suffix))
        if reply.status != 200:
            return gateway.respond(reply)
        page = pages.card(json.loads(reply.body), base=build.pages.base, path=path)
    return gateway.respond(Reply(media="text/html", body=page), headers)


async def _nothing(request: Request, gateway: Gateway, path: str) -> Response:
    """Say that there is nothing, with what its last words find."""
    words = unquote(path).rpartition("/")[2].replace("-", " ")[:200]
    return await found(request, gateway, words, status=404)


async def found(request: Request, gateway: Gateway, text: str, *, status: int) -> Response:
    """Return the page of what a search finds."""
    async with gateway.build() as build:
        reply = await gateway.view(request, build, "search", text=text, limit=50)
        if reply.status != 200:
            return gateway.respond(reply)
        hits = json.loads(reply.body)["items"]
        page = pages.search(text, hits, base=build.pages.base, missing=status == 404)
    return gateway.respond(Reply(status=status, media="text/html", body=page))
