"""A real server in a process of its own, and what tests ask of it."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlencode

from factories import first_paper, resolved, second_paper
from sciloom.facts import write_facts
from sciloom.model import Extraction, Resolution
from sciloom.rdf import BuildInfo, to_quads
from sciloom.store import FACTS, PAGE, STORE, OutputFolder, write_index, write_store
from sciloom.viewer import render_page

#: What every test that times out gives a machine that is busy with other things.
PATIENCE = 60.0
#: Seconds a query may run on the server that is abused.
DEADLINE = 2.0
_COMMAND = "from sciloom.cli.main import main; main()"


def write_build(folder: Path, resolution: Resolution, digest: str = "first") -> None:
    """Write an output folder as a build does."""
    with OutputFolder(folder).building() as stage:
        with stage.path(FACTS).open("w", encoding="utf-8", newline="\n") as file:
            write_facts(resolution, file)
        info = BuildInfo(version="0", pipeline="given", digest=digest)
        write_store(stage.path(STORE), to_quads(resolution, build=info))
        write_index(stage.path(STORE), resolution)
        stage.path(PAGE).write_text(render_page(resolution), encoding="utf-8")
        papers = len(resolution.extractions)
        claims = sum(len(one.claims) for one in resolution.extractions)
        stage.commit({"counts": {"papers": papers, "claims": claims}})


def many_papers(number: int) -> Resolution:
    """Return so many papers that differ in their last words alone."""
    return resolved(first_paper(), *(_numbered(n) for n in range(number)))


def _numbered(number: int) -> Extraction:
    one = second_paper()
    text = f"{one.paper.text} Run {number}."
    return replace(one, paper=replace(one.paper, id=f"yarn.txt#{number}", text=text, abstract=text))


@dataclass
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Server:
    process: subprocess.Popen[str]
    host: str
    port: int
    log: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    def ask(
        self,
        path: str,
        *,
        method: str = "GET",
        body: bytes | str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, dict(headers or {}))
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            connection.close()

    def query(self, sparql: str, *, accept: str = "application/sparql-results+json") -> Answer:
        """Send a query as a form."""
        return self.ask(
            "/sparql",
            method="POST",
            body=urlencode({"query": sparql}),
            headers={"Content-Type": "application/x-www-form-urlencoded", "Accept": accept},
        )

    def raw(self, sent: bytes, *, most: int = 1 << 20) -> bytes:
        """Send bytes as they are and return what comes back until the server closes.

        What is well-formed asks for that itself: a half-closed connection is a client that left.
        """
        with socket.create_connection((self.host, self.port), timeout=PATIENCE) as connection:
            connection.sendall(sent)
            received = b""
            while len(received) < most and (part := connection.recv(1 << 16)):
                received += part
        return received

    def metric(self, name: str, **labels: str) -> float:
        """Return a metric's value, 0 before it is first counted."""
        total = 0.0
        for line in self.ask("/metrics").text.splitlines():
            found = re.fullmatch(rf"{name}(?:\{{(.*)\}})? (\S+)", line)
            if found and all(f'{k}="{v}"' in (found[1] or "") for k, v in labels.items()):
                total += float(found[2])
        return total

    def stop(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


@contextmanager
def serving(folder: Path, *options: str, env: Mapping[str, str] | None = None) -> Iterator[Server]:
    """Run ``sciloom serve`` on a free port of the loopback."""
    process = subprocess.Popen(
        [sys.executable, "-c", _COMMAND, "serve", "-d", str(folder), "--port", "0", *options],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | dict(env or {}),
    )
    assert process.stderr is not None
    log: list[str] = []
    try:
        for line in process.stderr:
            log.append(line.rstrip())
            if found := re.match(r"serving http://(?:\[(.+)\]|(.+)):([0-9]+)/", line):
                break
        else:
            raise AssertionError("the server did not start: " + "\n".join(log))
        server = Server(process, found[1] or found[2], int(found[3]), log)
        reader = threading.Thread(
            target=lambda: log.extend(line.rstrip() for line in process.stderr), daemon=True
        )
        reader.start()
        yield server
    finally:
        if process.poll() is None:
            process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
        reader.join(PATIENCE)
        process.stderr.close()


def until(condition, *, seconds: float = PATIENCE) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.05)
