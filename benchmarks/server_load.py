"""Fifty clients at once: the gateway beside a bare ``oxigraph serve-read-only``, in one run.

    pip install oxigraph
    python benchmarks/server_load.py output --clients 50 --seconds 30

Each client asks in a loop, with the same seed on both servers: nine lookups of a paper or a concept
to one named query. The named queries take labels of the graph itself. Milliseconds of wall clock
are those of the client; both servers run on the machine that asks.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from served import serving

from sciloom.query.library import bind, named_queries
from sciloom.store import GraphStore, OutputFolder
from sciloom.vocab import PREFIXES

_PREFIXES = "".join(f"PREFIX {p}: <{iri}>\n" for p, iri in PREFIXES)
_LABELS = """SELECT ?kind ?label WHERE { ?c a ?kind ; skos:prefLabel ?label .
    VALUES ?kind { :Method :Dataset :Metric :Task } } LIMIT 20000"""


@dataclass
class Tally:
    """What one server did: milliseconds by kind of query, statuses, failures."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: Counter[str] = field(default_factory=Counter)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="output folder of a build")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds, of both servers")
    options = parser.parse_args()
    store = OutputFolder(options.folder).open()
    work = _work(store)
    shown = {"papers": len(store.papers()), "clients": options.clients, "seconds": options.seconds}
    print(json.dumps(shown))
    del store
    with tempfile.TemporaryDirectory() as made:
        log = Path(made) / "log"
        with serving(options.folder, "--timeout", str(options.timeout), log=log) as url:
            _report("gateway", asyncio.run(_load(f"{url}/sparql", work, options)))
        with _bare(options.folder, options.timeout) as url:
            if url is not None:
                _report("oxigraph", asyncio.run(_load(f"{url}/query", work, options)))


def _work(store: GraphStore) -> dict[str, list[str]]:
    """Return query texts by kind, each for things that the graph holds."""
    from sciloom.query.run import run_query

    labels: defaultdict[str, list[str]] = defaultdict(list)
    for kind, label in run_query(store, _LABELS).rows:
        labels[str(kind).rpartition("#")[2]].append(str(label))
    papers = store.papers()
    chooser = random.Random(0)
    work = {
        "paper": [
            f"SELECT * WHERE {{ GRAPH <{p}/graph> {{ ?s ?p ?o }} }}"
            for p in chooser.sample(papers, min(500, len(papers)))
        ],
        "concept": [
            f"SELECT * WHERE {{ ?c skos:prefLabel {json.dumps(label)} ; ?p ?o }}"
            for label in chooser.sample(labels["Method"], min(500, len(labels["Method"])))
        ],
    }
    for query in named_queries():
        texts = []
        for _ in range(20):
            given = {
                p.name: _argument(p.name, p.type, labels, chooser)
                for p in query.parameters
                if p.default is None
            }
            texts.append(bind(query.name, given))
        work[query.name] = texts
    return {kind: [_PREFIXES + text for text in texts] for kind, texts in work.items()}


def _argument(name: str, type_: str, labels: dict[str, list[str]], chooser: random.Random) -> str:
    if type_ in ("label", "text"):
        return chooser.choice(labels.get(name.capitalize()) or labels["Method"])
    return "1" if type_ == "number" else type_.partition("|")[0]


async def _load(endpoint: str, work: dict[str, list[str]], options: argparse.Namespace) -> Tally:
    tally = Tally()
    end = time.monotonic() + options.seconds
    async with asyncio.TaskGroup() as clients:
        for number in range(options.clients):
            chooser = random.Random(options.seed * 1_000 + number)
            clients.create_task(_client(endpoint, work, chooser, end, tally))
    return tally


async def _client(
    endpoint: str,
    work: dict[str, list[str]],
    chooser: random.Random,
    end: float,
    tally: Tally,
) -> None:
    named = [kind for kind in work if kind not in ("paper", "concept")]
    while time.monotonic() < end:
        lookup = chooser.random() < 0.9
        kind = chooser.choice(("paper", "concept") if lookup else named)
        started = time.monotonic()
        try:
            status = await _ask(endpoint, chooser.choice(work[kind]))
        except (OSError, ValueError, EOFError, TimeoutError) as error:
            status = type(error).__name__
        tally.statuses[status] += 1
        tally.times["lookup" if lookup else "named"].append(1000 * (time.monotonic() - started))


async def _ask(endpoint: str, query: str) -> str:
    """Send one query on a connection of its own; return the status of a whole JSON answer."""
    place = urlsplit(endpoint)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    try:
        body = urlencode({"query": query}).encode()
        head = (
            f"POST {place.path} HTTP/1.1\r\nHost: {place.netloc}\r\nConnection: close\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Accept: application/sparql-results+json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        async with asyncio.timeout(120):
            answer = await reader.read()
    finally:
        writer.close()
    said, _, content = answer.partition(b"\r\n\r\n")
    status = said.split(b" ", 2)[1].decode()
    if status == "200" and b"chunked" not in said.lower():
        json.loads(content)
    elif status == "200" and not content.endswith(b"0\r\n\r\n"):
        raise EOFError
    return status


@contextlib.contextmanager
def _bare(folder: Path, timeout: float) -> Iterator[str | None]:
    """Serve the store with Oxigraph's own server, if it is installed."""
    found = shutil.which("oxigraph", path=f"{Path(sys.executable).parent}{os.pathsep}{os.defpath}")
    if found is None:
        print("oxigraph is not installed: pip install oxigraph")
        yield None
        return
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [
            *(found, "serve-read-only", "--location", str(folder / "store"), "--bind"),
            *(f"127.0.0.1:{port}", "--union-default-graph", "--timeout-s", f"{timeout:.0f}"),
        ],
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(60)


def _report(name: str, tally: Tally) -> None:
    for kind, times in sorted(tally.times.items()):
        times.sort()
        shown = {
            f"p{p}": round(times[min(len(times) - 1, len(times) * p // 100)]) for p in (50, 95, 99)
        }
        print(f"{name:9} {kind:7} n={len(times):6} ms {shown}")
    bad = {status: n for status, n in tally.statuses.items() if status != "200"}
    print(f"{name:9} errors {sum(bad.values())} {bad or ''}")


if __name__ == "__main__":
    main()
