"""What holds for every request: who may ask, by which name, and the line in the log."""

from __future__ import annotations

import base64
import binascii
import hmac
import ipaddress
import logging
import time
from collections.abc import Mapping
from types import MappingProxyType

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sciloom.server.frames import Reply, problem
from sciloom.server.metrics import Metrics
from sciloom.visible import visible

access = logging.getLogger("sciloom.access")
#: Asked without a token, so that a supervisor needs none.
_OPEN = frozenset({"/healthz"})
#: Characters of an address in the log.
_MOST_LOGGED = 300
_ROUTES = (
    "sparql",
    "api",
    "id",
    "static",
    "query",
    "search",
    "healthz",
    "metrics",
    "graph",
    "graph.html",
)

_HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Content-Security-Policy": (
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
            " img-src 'self' data:; font-src 'self' data:; connect-src 'self';"
            " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        ),
    }
)


class Doorkeeper:
    """Lets in who asks for a host that we are, with the token if there is one."""

    def __init__(self, app: ASGIApp, *, hosts: tuple[str, ...], token: str | None) -> None:
        self._app = app
        self._hosts = frozenset({"localhost", *(name.lower().rstrip(".") for name in hosts)})
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, as ASGI has it."""
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            refusal = None
            if not self._knows(headers.getlist("host")):
                refusal = problem(421, "this server does not go by that name")
            elif not self._trusts(headers) and scope["path"] not in _OPEN:
                refusal = problem(401, "a token is needed")
            if refusal is not None:
                await _refuse(refusal, send)
                return
        await self._app(scope, receive, send)

    def _knows(self, given: list[str]) -> bool:
        """Tell whether a Host header may be ours.

        A bare address always is: only names can be made to point here by others (DNS rebinding).
        """
        if len(given) != 1:
            return False
        host, _, port = given[0].rpartition(":")
        name = (host if port.isdecimal() else given[0]).lower().rstrip(".")
        if name in self._hosts:
            return True
        try:
            ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
        except ValueError:
            return False
        return True

    def _trusts(self, headers: Headers) -> bool:
        if self._token is None:
            return True
        scheme, _, value = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "basic":
            try:
                value = base64.b64decode(value, validate=True).decode().partition(":")[2]
            except (binascii.Error, UnicodeDecodeError):
                return False
        elif scheme.lower() != "bearer":
            return False
        return hmac.compare_digest(value.strip().encode(), self._token.encode())


class Register:
    """Adds the headers of every answer, counts it and logs it."""

    def __init__(self, app: ASGIApp, *, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, as ASGI has it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.monotonic()
        status, size = 500, 0

        async def noted(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            else:
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            seconds = time.monotonic() - started
            route = _route(scope["path"])
            self._metrics.requests.labels(route, str(status)).inc()
            self._metrics.seconds.labels(route).observe(seconds)
            access.info(
                '%s "%s %s" %d %d B %.0f ms',
                (scope.get("client") or ("-",))[0],
                _printable(scope["method"]),
                _printable(_address(scope)),
                status,
                size,
                seconds * 1000,
            )


def _address(scope: Scope) -> str:
    path: bytes = scope["raw_path"]
    query: bytes = scope["query_string"]
    return (path + b"?" * bool(query) + query).decode("latin-1")


def _printable(text: str) -> str:
    """Return what cannot forge a line of the log."""
    cut = text[:_MOST_LOGGED] + ("…" if len(text) > _MOST_LOGGED else "")
    return visible(cut).replace('"', r"\x22")


def _route(path: str) -> str:
    first = path.split("/", 2)[1] if path.count("/") else ""
    return first if first in _ROUTES else "home" if path == "/" else "other"


async def _refuse(reply: Reply, send: Send) -> None:
    headers = [(b"content-type", reply.media.encode())]
    if reply.status == 401:
        headers += [
            (b"www-authenticate", b"Bearer"),
            (b"www-authenticate", b'Basic realm="sciloom", charset="UTF-8"'),
        ]
    headers.append((b"content-length", str(len(reply.body)).encode()))
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    await send({"type": "http.response.body", "body": reply.body})
