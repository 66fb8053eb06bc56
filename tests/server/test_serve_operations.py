"""Doors, stop, swap: what whoever runs the server relies on."""

from __future__ import annotations

import base64
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode

import pytest
from served import PATIENCE, Server, many_papers, serving, until, write_build

from factories import first_paper, resolved, two_papers

SLOW = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"


def run(*options: str) -> subprocess.CompletedProcess[str]:
    command = "from sciloom.cli.main import main; main()"
    return subprocess.run(
        [sys.executable, "-c", command, "serve", *options],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_another_address_needs_a_token_or_a_word(folder: Path, host: str) -> None:
    told = run("-d", str(folder), "--host", host)
    assert told.returncode == 2
    assert "--token" in told.stderr


def test_a_folder_without_a_graph_is_told_in_a_line(tmp_path: Path) -> None:
    told = run("-d", str(tmp_path))
    assert told.returncode == 1
    assert len(told.stderr.splitlines()) == 1
    assert "no graph is here yet" in told.stderr


def test_a_port_in_use_is_told_in_a_line(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        told = run("-d", str(folder), "--port", str(taken.getsockname()[1]))
    assert told.returncode == 1
    assert "cannot listen" in told.stderr.splitlines()[-1]


def test_a_token_is_asked_for_everywhere_but_by_the_supervisor(folder: Path) -> None:
    with serving(folder, env={"SCILOOM_TOKEN": "s3cret"}) as server:
        basic = base64.b64encode(b"anyone:s3cret").decode()
        for path in ("/", "/sparql?query=ASK{}", "/api/about", "/metrics", "/static/query.js"):
            refused = server.ask(path)
            assert refused.status == 401
            assert refused.headers.get_all("www-authenticate")[0] == "Bearer"
            for wrong in ("Bearer s3cre", "Bearer", "Basic s3cret", "Digest s3cret", "s3cret"):
                assert server.ask(path, headers={"Authorization": wrong}).status == 401
            for right in ("Bearer s3cret", "bearer s3cret", f"Basic {basic}"):
                assert server.ask(path, headers={"Authorization": right}).status == 200
        assert server.ask("/healthz").text == "ok\n"
        assert not [line for line in server.log if "s3cret" in line]


def test_a_site_that_is_named_may_read_answers(folder: Path) -> None:
    with serving(folder, "--cors", "https://group.example", "--token", "t") as server:
        asked = {"Origin": "https://group.example", "Authorization": "Bearer t"}
        answer = server.ask("/sparql?query=ASK{}", headers=asked)
        assert answer.headers["access-control-allow-origin"] == "https://group.example"
        before = {"Access-Control-Request-Method": "POST", "Origin": "https://group.example"}
        assert server.ask("/sparql", method="OPTIONS", headers=before).status == 200
        asked["Origin"] = "https://other.example"
        answer = server.ask("/sparql?query=ASK{}", headers=asked)
        assert "access-control-allow-origin" not in answer.headers


def test_a_name_that_is_given_is_answered(folder: Path) -> None:
    with serving(folder, "--name", "graph.example") as server:
        assert server.ask("/healthz", headers={"Host": "graph.example:443"}).status == 200
        assert server.ask("/healthz", headers={"Host": "other.example"}).status == 421


def test_every_request_leaves_one_line(server: Server) -> None:
    server.ask("/api/about?x=%22%0Aforged")
    until(lambda: any("/api/about?x=" in line for line in server.log))
    (line,) = [line for line in server.log if "/api/about?x=" in line]
    assert re.search(r'127\.0\.0\.1 "GET /api/about\?x=%22%0Aforged" 200 \d+ B \d+ ms$', line)


def test_metrics_are_prometheus_text(server: Server) -> None:
    before = server.metric("sciloom_requests_total", route="api", status="200")
    server.ask("/api/about")
    assert server.metric("sciloom_requests_total", route="api", status="200") == before + 1
    answer = server.ask("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert 'sciloom_build{digest="first"} 1.0' in answer.text


def test_a_query_that_runs_is_answered_before_the_server_stops(crowded: Path) -> None:
    with serving(crowded, "--timeout", "3") as server, ThreadPoolExecutor(1) as threads:
        slow = threads.submit(server.query, SLOW)
        until(lambda: server.metric("sciloom_jobs_running", pool="queries") == 1)
        server.process.send_signal(signal.SIGTERM)
        assert slow.result().status == 504  # its own deadline, not the server's end
        assert server.stop() == 0
        with pytest.raises(OSError, match="refused"):
            server.ask("/healthz")


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    write_build(tmp_path, two_papers())
    with serving(tmp_path) as server:
        workers = _children(server.process.pid)
        assert len(workers) >= 2
        assert list((tmp_path / ".served").iterdir())
        assert server.stop() == 0
    assert list((tmp_path / ".served").iterdir()) == []
    until(lambda: not any(_lives(pid) for pid in workers))


def test_workers_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    write_build(tmp_path, two_papers())
    with serving(tmp_path) as server:
        workers = _children(server.process.pid)
        server.process.kill()
        until(lambda: not any(_lives(pid) for pid in workers))
    assert list((tmp_path / ".served").iterdir())
    with serving(tmp_path) as server:  # sweeps up
        assert len(list((tmp_path / ".served").iterdir())) == 1


def test_a_new_build_is_taken_up_without_a_query_lost(tmp_path: Path) -> None:
    write_build(tmp_path, two_papers(), digest="first")
    count = f"/sparql?{urlencode({'query': 'SELECT (COUNT(*) AS ?n) { ?p a :Paper }'})}"
    statuses: list[int] = []
    counts: set[str] = set()
    done = threading.Event()

    with serving(tmp_path, "--timeout", "20") as server:

        def ask() -> None:
            while not done.is_set():
                answer = server.ask(count)
                statuses.append(answer.status)
                counts.add(answer.json["results"]["bindings"][0]["n"]["value"])

        tag = server.ask(count).headers["etag"]
        with ThreadPoolExecutor(4) as threads:
            asking = [threads.submit(ask) for _ in range(3)]
            for digest, papers in (("second", 3), ("third", 5)):
                time.sleep(0.3)
                write_build(tmp_path, many_papers(papers), digest=digest)
                until(lambda d=digest: server.ask("/api/about").json["build"] == d)
            done.set()
            for one in asking:
                one.result()
        assert set(statuses) == {200}
        assert counts <= {"2", "4", "6"}
        assert server.metric("sciloom_swaps_total") == 2
        again = server.ask(count, headers={"If-None-Match": tag})
        assert (again.status, again.json["results"]["bindings"][0]["n"]["value"]) == (200, "6")
        until(lambda: len(list((tmp_path / ".served").iterdir())) == 1)


def test_a_query_that_runs_ends_on_the_build_it_began_on(tmp_path: Path) -> None:
    write_build(tmp_path, many_papers(200), digest="first")
    with serving(tmp_path, "--timeout", "6") as server, ThreadPoolExecutor(1) as threads:
        slow = threads.submit(server.query, SLOW)
        until(lambda: server.metric("sciloom_jobs_running", pool="queries") == 1)
        write_build(tmp_path, resolved(first_paper()), digest="second")
        until(lambda: server.ask("/api/about").json["build"] == "second")
        assert len(list((tmp_path / ".served").iterdir())) == 2
        assert slow.result().status == 504
        until(lambda: len(list((tmp_path / ".served").iterdir())) == 1)


def test_a_broken_build_leaves_the_old_one_serving(tmp_path: Path) -> None:
    write_build(tmp_path, two_papers())
    with serving(tmp_path) as server:
        report = tmp_path / "report.json"
        report.write_text(report.read_text().replace('"first"', '"forged"'))
        until(lambda: any("cannot be served" in line for line in server.log))
        assert server.query("ASK { ?p a :Paper }").json["boolean"] is True
        assert server.ask("/api/about").json["build"] == "first"


def _children(pid: int) -> list[int]:
    until(lambda: len(_listed(pid)) >= 4)
    return _listed(pid)


def _listed(pid: int) -> list[int]:
    told = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, check=False
    )
    return [int(line) for line in told.stdout.split()]


def _lives(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
