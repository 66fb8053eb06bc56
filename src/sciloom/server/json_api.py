"""The JSON API of the viewer: see docs/server.md for what each answer holds."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import Response

from sciloom.errors import UnknownQueryError
from sciloom.query.library import bind, named_queries
from sciloom.query.syntax import tokens
from sciloom.server.builds import STANDING
from sciloom.server.frames import RefusedError, Reply, json_reply
from sciloom.server.gateway import Gateway, etag, not_modified, unchanged
from sciloom.server.views import explore, listing, neighbours, paths, tables
from sciloom.vocab import PREFIXES

#: Characters of a text that is searched for.
_MOST_TEXT = 200
_MOST_HITS = 100
_MOST_IRI = 2_000
_MOST_FILTER = 8_000


def _text(request: Request, name: str, *, needed: bool = False, most: int = _MOST_TEXT) -> str:
    value = request.query_params.get(name, "")
    if needed and not value:
        raise RefusedError(400, f"give {name}")
    if len(value) > most:
        raise RefusedError(400, f"{name} is longer than {most} characters")
    return value


def _iri(request: Request, name: str, *, needed: bool = True) -> str:
    return _sound(_text(request, name, needed=needed, most=_MOST_IRI), name)


def _sound(value: str, name: str) -> str:
    if len(value) > _MOST_IRI:
        raise RefusedError(400, f"{name} is longer than {_MOST_IRI} characters")
    if any(c in '<>"{}|^`\\' or c <= " " for c in value) or not (":" in value or not value):
        raise RefusedError(400, f"{name} is not an IRI")
    return value


def _number(request: Request, name: str, default: int | None, *, least: int, most: int) -> Any:
    value = request.query_params.get(name, "")
    if not value:
        return default
    if not (value.isascii() and value.removeprefix("-").isdecimal() and len(value) < 10):
        raise RefusedError(400, f"{name} is a whole number")
    return max(least, min(most, int(value)))


def _suggest(request: Request) -> dict[str, Any]:
    return {
        "text": _text(request, "q"),
        "limit": _number(request, "limit", 10, least=1, most=_MOST_HITS),
    }


def _search(request: Request) -> dict[str, Any]:
    return {
        "text": _text(request, "q"),
        "limit": _number(request, "limit", 20, least=1, most=_MOST_HITS),
    }


def _card(request: Request) -> dict[str, Any]:
    return {"iri": _iri(request, "iri")}


def _neighbours(request: Request) -> dict[str, Any]:
    direction = _text(request, "direction") or "out"
    if direction not in ("in", "out"):
        raise RefusedError(400, "direction is in or out")
    return {
        "iri": _iri(request, "iri"),
        "relation": _text(request, "relation"),
        "forward": direction == "out",
        "limit": _number(request, "limit", 20, least=1, most=neighbours.MOST),
        "offset": _number(request, "offset", 0, least=0, most=listing.DEEPEST),
    }


def _paths(request: Request) -> dict[str, Any]:
    return {
        "start": _iri(request, "from"),
        "end": _iri(request, "to"),
        "steps": _number(request, "steps", 4, least=1, most=paths.MOST_STEPS),
        "limit": _number(request, "limit", 5, least=1, most=paths.MOST_PATHS),
    }


def _list(request: Request) -> dict[str, Any]:
    return {
        "kind": _text(request, "kind", needed=True),
        "text": _text(request, "q"),
        "venue": _text(request, "venue"),
        "first_year": _number(request, "from_year", None, least=0, most=9999),
        "last_year": _number(request, "to_year", None, least=0, most=9999),
        "concept": _iri(request, "concept", needed=False),
        "relation": _text(request, "relation"),
        "type": _text(request, "type"),
        "limit": _number(request, "limit", 50, least=1, most=listing.MOST),
        "offset": _number(request, "offset", 0, least=0, most=listing.DEEPEST),
    }


def _landmarks(request: Request) -> dict[str, Any]:  # noqa: ARG001
    return {}


def _around(request: Request) -> dict[str, Any]:
    edge = request.query_params.getlist("edge")
    if edge and len(edge) != 3:
        raise RefusedError(400, "an edge is a subject, a relation and an object")
    return {
        "iris": _iris(request, "iri", most=explore.MOST_NODES),
        "limit": _number(request, "limit", 12, least=1, most=explore.MOST_NEIGHBOURS),
        "edge": [_sound(edge[0], "edge"), edge[1], _sound(edge[2], "edge")] if edge else [],
    }


def _iris(request: Request, name: str, *, most: int) -> list[str]:
    given = request.query_params.getlist(name)
    if not given or len(given) > most:
        raise RefusedError(400, f"give {name}, at most {most} of them")
    return [_sound(value, name) for value in given]


def _ways(request: Request) -> dict[str, Any]:
    return {"start": _iri(request, "from"), "end": _iri(request, "to")}


def _facets(request: Request) -> dict[str, Any]:
    """Read the viewer's filters: "a|b" lets these alone through, "!a|b" all but these."""
    filters = {}
    for name in ("types", "links", "year", "venue", "kind"):
        text = _text(request, name, most=_MOST_FILTER)
        if text:
            parts = text.removeprefix("!").split("|")
            values = [unquote(part) for part in parts]
            filters[name] = {"values": values, "but": text.startswith("!")}
    return {"filters": filters}


def _table(request: Request) -> dict[str, Any]:
    least = _text(request, "least", most=30)
    try:
        size = float(least) if least else None
    except ValueError:
        raise RefusedError(400, "least is a number") from None
    if size is not None and not math.isfinite(size):
        raise RefusedError(400, "least is a number")
    asked = {
        "rows": _text(request, "rows") or "papers",
        "q": _text(request, "q"),
        "about": _iri(request, "about", needed=False),
        "metric": _iri(request, "metric", needed=False),
        "dataset": _iri(request, "dataset", needed=False),
        "unit": _text(request, "unit"),
        "least": size,
        "sort": _text(request, "sort"),
    }
    return {
        "asked": asked,
        "limit": _number(request, "limit", 50, least=1, most=tables.MOST),
        "offset": _number(request, "offset", 0, least=0, most=listing.DEEPEST),
    } | _facets(request)


def _choices(request: Request) -> dict[str, Any]:
    return {"metric": _iri(request, "metric", needed=False)}


#: Name below /api/ -> the reader of its parameters; the job has the same name.
READERS: Mapping[str, Callable[[Request], dict[str, Any]]] = MappingProxyType(
    {
        "suggest": _suggest,
        "search": _search,
        "card": _card,
        "neighbours": _neighbours,
        "paths": _paths,
        "list": _list,
        "landmarks": _landmarks,
        "around": _around,
        "ways": _ways,
        "facets": _facets,
        "table": _table,
        "choices": _choices,
    }
)


async def view(request: Request, gateway: Gateway) -> Response:
    """Answer one of `READERS` from the store."""
    name = request.path_params["name"]
    if name not in READERS:
        raise RefusedError(404, "no such answer", offered=sorted(READERS))
    arguments = READERS[name](request)
    async with gateway.build() as build:
        tag = etag(build, name, arguments)
        headers = {"Cache-Control": "no-cache", "ETag": tag}
        if unchanged(request, tag):
            return not_modified(headers)
        if STANDING.get(name) == arguments:
            reply = await build.standing(name)
        else:
            reply = await gateway.view(request, build, name, **arguments)
    return gateway.respond(reply, headers if reply.status == 200 else None)


async def about(request: Request, gateway: Gateway) -> Response:  # noqa: ARG001
    """Say what is served: the build, its counts, its versions."""
    report = gateway.builds.current.report
    known = {
        name: report[name] for name in ("build", "quads", "counts", "versions") if name in report
    }
    return gateway.respond(json_reply(known), {"Cache-Control": "no-cache"})


async def queries(request: Request, gateway: Gateway) -> Response:  # noqa: ARG001
    """List the named queries and what they take."""
    listed = [
        {
            "name": query.name,
            "description": query.description,
            "parameters": [
                {"name": p.name, "type": p.type, "meaning": p.meaning}
                | ({} if p.default is None else {"default": p.default})
                for p in query.parameters
            ],
        }
        for query in named_queries()
    ]
    return gateway.respond(json_reply({"items": listed}))


async def query(request: Request, gateway: Gateway) -> Response:
    """Return a named query as SPARQL text, its parameters filled in."""
    try:
        text = bind(request.path_params["name"], dict(request.query_params))
    except UnknownQueryError as error:
        raise RefusedError(400, error.what, where=error.where, next=error.next) from None
    body = (declared(text) + text).encode()
    return gateway.respond(Reply(media="application/sparql-query", body=body))


def declared(text: str) -> str:
    """Return the declarations of the prefixes that a query uses, so that it runs anywhere."""
    used = {token.text.partition(":")[0] for token in tokens(text) if token.kind == "pname"}
    return "".join(f"PREFIX {p}: <{iri}>\n" for p, iri in PREFIXES if p in used)
