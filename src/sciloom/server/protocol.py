"""SPARQL 1.1 Protocol: queries by GET, by form and by direct POST. There are no updates.

Source: https://www.w3.org/TR/sparql11-protocol/
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response

from sciloom.query.syntax import tokens
from sciloom.server.description import describe
from sciloom.server.frames import RefusedError
from sciloom.server.gateway import Gateway, etag, not_modified, too_large, unchanged
from sciloom.server.negotiation import GRAPH_TYPES, RESULT_TYPES, choose

METHODS = ("GET", "HEAD", "POST", "OPTIONS")
#: Graphs that a request may name.
_MOST_GRAPHS = 100
#: Fields of a form.
_MOST_FIELDS = 1_000
#: Functions whose answer differs from run to run.
_RESTLESS = frozenset({"NOW", "RAND", "UUID", "STRUUID", "BNODE", "SAMPLE"})


@dataclass(frozen=True, slots=True)
class _Asked:
    text: str
    default_graphs: list[str]
    named_graphs: list[str]


async def endpoint(request: Request, gateway: Gateway) -> Response:
    """Answer a request of the protocol; without a query, describe the service."""
    if request.method == "OPTIONS":
        return Response(status_code=204, headers={"Allow": ", ".join(METHODS)})
    asked = await _read(request, gateway)
    if asked is None:
        return await describe(request, gateway)
    accept = request.headers.get("accept")
    results, graph = choose(accept, RESULT_TYPES), choose(accept, GRAPH_TYPES)
    async with gateway.build() as build:
        headers = {"Vary": "Accept", "Cache-Control": "no-cache"}
        if request.method != "POST" and _is_settled(asked.text):
            tag = etag(build, asked.text, asked.default_graphs, asked.named_graphs, results, graph)
            headers["ETag"] = tag
            if unchanged(request, tag):
                return not_modified(headers)
        reply = await gateway.query(
            request,
            build,
            text=asked.text,
            results=results,
            graph=graph,
            default_graphs=asked.default_graphs,
            named_graphs=asked.named_graphs,
        )
    return gateway.respond(reply, headers if reply.status == 200 else {"Vary": "Accept"})


async def _read(request: Request, gateway: Gateway) -> _Asked | None:
    """Return what is asked, None for nothing at all.

    Raises
    ------
    RefusedError
        It is not what the protocol has.
    """
    in_address = _pairs(request.scope["query_string"], "address")
    if request.method != "POST":
        return _asked(in_address, gateway) if in_address else None
    media, _, parameters = request.headers.get("content-type", "").partition(";")
    charset = parameters.partition("charset=")[2].strip(' "').lower()
    if charset not in ("", "utf-8", "utf8", "us-ascii"):
        raise RefusedError(415, "a query is UTF-8 text")
    body = await gateway.body(request)
    match media.strip().lower():
        case "application/x-www-form-urlencoded":
            return _asked([*_pairs(body, "form"), *in_address], gateway)
        case "application/sparql-query":
            return _asked([("query", _decoded(body, "query")), *in_address], gateway)
        case "application/sparql-update":
            raise _no_updates()
    raise RefusedError(
        415, "send a query as a form, or as application/sparql-query", where=media[:80].strip()
    )


def _asked(pairs: list[tuple[str, str]], gateway: Gateway) -> _Asked:
    queries = [value for name, value in pairs if name == "query"]
    if any(name == "update" for name, _ in pairs):
        raise _no_updates()
    if len(queries) != 1:
        raise RefusedError(400, f"give one query, not {len(queries) or 'none'}")
    if len(queries[0].encode()) > gateway.settings.request:
        raise too_large(gateway.settings.request)
    default = [value for name, value in pairs if name == "default-graph-uri"]
    named = [value for name, value in pairs if name == "named-graph-uri"]
    if len(default) + len(named) > _MOST_GRAPHS:
        raise RefusedError(400, f"name at most {_MOST_GRAPHS} graphs")
    return _Asked(queries[0], default, named)


def _pairs(encoded: bytes, what: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(
            _decoded(encoded, what),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=_MOST_FIELDS,
        )
    except ValueError:
        raise RefusedError(400, f"the {what} is not percent-encoded UTF-8") from None


def _decoded(body: bytes, what: str) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise RefusedError(400, f"the {what} is not UTF-8 text") from None


def _no_updates() -> RefusedError:
    return RefusedError(
        403, "updates are refused: the graph is only read", next="change the inputs and build again"
    )


def _is_settled(text: str) -> bool:
    """Tell whether the query means the same at every run on a build."""
    upper = text.upper()
    if not any(word in upper for word in _RESTLESS):
        return True
    return not any(token.text.upper() in _RESTLESS for token in tokens(text))
