"""Run a query, in this process or, with a time limit, in one that can be ended."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TypeAlias

from pyoxigraph import (
    QueryBoolean,
    QueryResultsFormat,
    QuerySolutions,
    RdfFormat,
    Store,
    parse,
    parse_query_results,
)

from sciloom import errors
from sciloom.errors import (
    QueryError,
    QueryMemoryError,
    QueryRefusedError,
    QueryTimeoutError,
)
from sciloom.query.engine import evaluate
from sciloom.query.results import Result, ResultTable, table_of, triples_of
from sciloom.query.syntax import tokens
from sciloom.store import GraphStore
from sciloom.vocab import PREFIXES

#: What a query reads: the store's folder, an open store, or Oxigraph's own.
Source: TypeAlias = str | os.PathLike[str] | GraphStore | Store

#: Address space of a worker in bytes, of which an empty one takes 0.5 GiB. Only Linux holds to it.
MEMORY = 4 * 2**30
#: Largest answer that a worker hands over, in bytes of SPARQL JSON or N-Triples.
ANSWER = 256 * 2**20
#: The engine recurses: some 10,000 tokens kill the process, fewer in a thread with less stack.
_MAX_TOKENS = 2_000


def run_query(
    source: Source,
    sparql: str,
    *,
    timeout: float | None = None,
    allow_service: bool = False,
    memory: int = MEMORY,
) -> Result:
    """Answer a SPARQL query over the union of all graphs.

    Prefixes of `sciloom.vocab.PREFIXES` need no declaration. With a ``timeout`` (seconds of wall
    clock, the worker's start included) the query runs in a process of its own that is killed at the
    deadline and that may take ``memory`` bytes; this needs a store on disk. Without one it runs
    here, unbounded. FROM restricts what the query sees and fetches nothing.

    Raises
    ------
    QuerySyntaxError
        It does not parse, or uses an unknown prefix.
    QueryRefusedError
        It would change the graph, or use SERVICE without leave, or is too long to run here.
    QueryTimeoutError, QueryMemoryError
        It ran past a limit.
    QueryError
        The engine cannot answer it.
    StoreError
        The store cannot be opened.
    """
    if timeout is not None:
        return _run_apart(_path(source), sparql, timeout, allow_service, memory)
    if len(sparql) > _MAX_TOKENS and len(tokens(sparql)) > _MAX_TOKENS:
        raise QueryRefusedError(
            f"the query has more than {_MAX_TOKENS} words", next="run it with a time limit"
        )
    store = open_store(source)
    try:
        answer = evaluate(store, sparql, prefixes=dict(PREFIXES), allow_service=allow_service)
        if isinstance(answer, QueryBoolean):
            return bool(answer)
        return table_of(answer) if isinstance(answer, QuerySolutions) else triples_of(answer)
    except (RuntimeError, OSError) as error:
        raise QueryError(f"the query cannot be answered: {error}") from error


def select(source: Source, sparql: str, *, timeout: float | None = None) -> ResultTable:
    """Answer a SELECT query, as `run_query` does.

    Raises
    ------
    QueryError
        The query has another form, or whatever `run_query` says.
    """
    result = run_query(source, sparql, timeout=timeout)
    if not isinstance(result, ResultTable):
        raise QueryError("the query is no SELECT")
    return result


def open_store(source: Source) -> Store:
    """Return Oxigraph's store of a source.

    Raises
    ------
    StoreError
        It cannot be opened.
    """
    if isinstance(source, Store):
        return source
    opened = source if isinstance(source, GraphStore) else GraphStore.open(Path(source))
    return opened.query_store


def _path(source: Source) -> Path:
    if isinstance(source, Store):
        raise TypeError("a time limit needs a store on disk: give its folder")
    return source.path if isinstance(source, GraphStore) else Path(source)


def _run_apart(path: Path, sparql: str, timeout: float, allow_service: bool, memory: int) -> Result:
    if not (timeout > 0 and math.isfinite(timeout)):
        raise ValueError(f"a time limit is a positive number of seconds, not {timeout}")
    GraphStore.open(path)  # its errors tell more than a worker's
    request = {
        "store": str(path),
        "sparql": sparql,
        "prefixes": dict(PREFIXES),
        "service": allow_service,
        "memory": memory,
        "answer": ANSWER,
        # Several threads may spend it, and it is only there for a worker that lost its parent.
        "seconds": 2 * math.ceil(timeout) + 5,
    }
    # Not a fork, for there may be threads here; nor a spawn, for scripts may lack a main guard.
    worker = subprocess.Popen(
        [sys.executable, "-P", "-m", "sciloom.query.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    try:
        written, complaint = worker.communicate(json.dumps(request).encode(), timeout)
    except subprocess.TimeoutExpired:
        raise QueryTimeoutError(
            f"the query ran past its limit of {timeout:g} s and was ended",
            next="narrow it, add a LIMIT, or allow more time",
        ) from None
    finally:
        worker.kill()
        worker.communicate()
    if worker.returncode != 0:
        raise _death(worker.returncode, complaint.decode(errors="replace"), memory)
    return _read(written)


def _death(status: int, complaint: str, memory: int) -> QueryError:
    if "memory" in complaint.lower() or status in (-signal.SIGABRT, -signal.SIGKILL):
        return QueryMemoryError(
            f"the query needed more than {memory / 2**30:.2g} GiB of memory and was ended",
            next="narrow it or add a LIMIT",
        )
    if status == -signal.SIGSEGV:
        return QueryRefusedError("the query is too long or nested too deeply", next="split it")
    last = complaint.strip().rpartition("\n")[2]
    return QueryError(f"the query's process ended with status {status}: {last}")


def _read(written: bytes) -> Result:
    first, _, body = written.partition(b"\n")
    head = json.loads(first)
    if head["kind"] == "error":
        fields = head["fields"]
        raise getattr(errors, head["error"])(fields.pop("what"), **fields)
    if head["kind"] == "triples":
        return triples_of(quad.triple for quad in parse(body, RdfFormat.N_TRIPLES))
    results = parse_query_results(body, QueryResultsFormat.JSON)
    return table_of(results) if isinstance(results, QuerySolutions) else bool(results)
