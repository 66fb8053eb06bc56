"""The process in which a query with a limit runs: ``python -m sciloom.query.worker``.

It reads one request (JSON) on stdin and writes one line of JSON on stdout, then the answer as
SPARQL results JSON or N-Triples.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Mapping
from typing import Any

from pyoxigraph import QueryBoolean, QueryResultsFormat, QuerySolutions, RdfFormat, Store

from sciloom.errors import QueryError, QueryMemoryError, QuerySyntaxError, SciloomError, StoreError
from sciloom.query.engine import Answer, evaluate


class _Capped(io.BytesIO):
    """Takes so many bytes and no more."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def write(self, data: Any, /) -> int:
        if self.tell() + len(data) > self.most:
            raise QueryMemoryError(
                f"the answer is larger than {self.most >> 20} MiB", next="add a LIMIT"
            )
        return super().write(data)


def main() -> None:
    """Answer the request on stdin."""
    request = json.load(sys.stdin.buffer)
    _limit(request["memory"], request["seconds"])
    try:
        kind, body = _answer(request)
    except SciloomError as error:
        kind, body = "error", b""
        fields = {name: getattr(error, name) for name in ("what", "where", "next")}
        if isinstance(error, QuerySyntaxError):
            fields |= {"line": error.line, "column": error.column}
        head: dict[str, Any] = {"kind": kind, "error": type(error).__name__, "fields": fields}
    else:
        head = {"kind": kind}
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + body)
    sys.stdout.buffer.flush()


def _answer(request: Mapping[str, Any]) -> tuple[str, bytes]:
    try:
        store = Store.read_only(request["store"])
    except OSError as error:
        raise StoreError(
            f"the store cannot be opened: {error}", where=request["store"], next="build it again"
        ) from None
    body = _Capped(request["answer"])
    try:
        answer = evaluate(
            store,
            request["sparql"],
            prefixes=request["prefixes"],
            allow_service=request["service"],
        )
        return _write(answer, body), body.getvalue()
    except MemoryError:
        raise QueryMemoryError("the query ran out of memory") from None
    except (OSError, RuntimeError) as error:
        raise QueryError(f"the query cannot be answered: {error}") from None


def _write(answer: Answer, body: io.BytesIO) -> str:
    if isinstance(answer, QueryBoolean):
        answer.serialize(body, QueryResultsFormat.JSON)
        return "boolean"
    if isinstance(answer, QuerySolutions):
        answer.serialize(body, QueryResultsFormat.JSON)
        return "solutions"
    answer.serialize(body, RdfFormat.N_TRIPLES)
    return "triples"


def _limit(memory: int, seconds: int) -> None:
    if sys.platform == "win32":
        return
    import resource  # Windows has none

    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Should the parent die before the deadline, the worker still ends.
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


if __name__ == "__main__":
    main()
