"""How gateway and worker speak: JSON requests, and replies of a JSON head and a body."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, Any

_LENGTH = struct.Struct(">I")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a job comes to: an HTTP status, a media type, the whole body.

    ``headers`` are further HTTP headers; ``retire`` tells that the process has grown too big.
    """

    status: int = 200
    media: str = "application/json"
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    retire: bool = False


def json_reply(value: object, *, status: int = 200) -> Reply:
    """Return a reply that holds a JSON value."""
    return Reply(status=status, body=json.dumps(value, ensure_ascii=False).encode())


def problem(status: int, title: str, **more: object) -> Reply:
    """Return an error as RFC 9457 writes it; what is empty is left out."""
    said = {"title": title, "status": status} | {k: v for k, v in more.items() if v}
    body = json.dumps(said, ensure_ascii=False).encode()
    return Reply(status=status, media="application/problem+json", body=body)


class RefusedError(Exception):
    """A request that gets no answer but ``reply``."""

    def __init__(self, status: int, title: str, **more: object) -> None:
        super().__init__(title)
        self.reply = problem(status, title, **more)


def write_request(job: Mapping[str, Any]) -> bytes:
    """Return the frame of a job."""
    body = json.dumps(job).encode()
    return _LENGTH.pack(len(body)) + body


def read_request(pipe: IO[bytes]) -> dict[str, Any] | None:
    """Read the next job; None when the gateway has gone."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    job: dict[str, Any] = json.loads(pipe.read(*_LENGTH.unpack(head)))
    return job


def write_reply(reply: Reply) -> bytes:
    """Return the frame of a reply's head; its body follows."""
    head = json.dumps(
        {
            "status": reply.status,
            "media": reply.media,
            "headers": reply.headers,
            "retire": reply.retire,
            "length": len(reply.body),
        }
    ).encode()
    return _LENGTH.pack(len(head)) + head


async def read_reply(reader: Any) -> Reply:
    """Read a reply from an `asyncio.StreamReader`.

    Raises
    ------
    asyncio.IncompleteReadError
        The worker has died.
    """
    head = json.loads(
        await reader.readexactly(*_LENGTH.unpack(await reader.readexactly(_LENGTH.size)))
    )
    body = await reader.readexactly(head.pop("length"))
    headers = tuple((name, value) for name, value in head.pop("headers"))
    return Reply(body=body, headers=headers, **head)
