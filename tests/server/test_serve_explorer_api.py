"""What the served viewer asks for: the records of its own page, bounded, from a real server."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from served import Server, serving

from factories import two_papers
from sciloom.viewer import to_payload
from sciloom.viewer.page import digest
from sciloom.vocab import BASE

HUB = f"{BASE}concept/knotbank"


def ask(server: Server, name: str, **asked: Any) -> Any:
    answer = server.ask(f"/api/{name}?{urlencode(asked, doseq=True)}")
    assert answer.status == 200, answer.text
    return answer.json


def told(payload: dict[str, Any]) -> dict[str, Any]:
    """Return what each paper says, whatever the order in which it was read."""
    concept = [one["id"] for one in payload["concepts"]]

    def said(paper: dict[str, Any]) -> Any:
        named = [concept[one["concept"]] for one in paper["entities"]]
        of = {"metrics", "datasets", "tasks", "comparators"}
        return (
            paper["text"],
            {
                (e["name"], e["edge"], concept[e["concept"]], str([list(m) for m in e["mentions"]]))
                for e in paper["entities"]
            },
            [
                (named[r["subject"]], r["predicate"], named[r["object"]], list(r["evidence"]))
                for r in paper.get("relations", ())
            ],
            [
                (
                    claim["type"],
                    claim["start"],
                    claim["end"],
                    named[claim["subject"]] if "subject" in claim else None,
                    {
                        (slot, named[one] if isinstance(one, int) else one)
                        for slot in of & claim.keys()
                        for one in claim[slot]
                    },
                    [(v["start"], v["end"], v["value"]) for v in claim.get("values", ())],
                )
                for claim in paper.get("claims", ())
            ],
        )

    return {paper["id"]: said(paper) for paper in payload["papers"]}


def test_papers_say_what_the_page_of_the_build_says(server: Server) -> None:
    assert told(ask(server, "landmarks")) == told(to_payload(two_papers()))


def test_concepts_know_their_place_in_the_whole(server: Server) -> None:
    found = ask(server, "around", iri=HUB)
    hub = next(one for one in found["concepts"] if one["id"] == "concept/knotbank")
    assert (hub["papers"], hub["type"]) == (2, "Dataset")
    assert hub["links"] >= hub["papers"]
    assert sum(one["total"] for one in hub["relations"]) == hub["links"]


def test_concepts_are_ordered_alike_with_and_without_filters(server: Server) -> None:
    for sort in ("", "Papers-", "Papers", "Links-", "Claims"):
        whole = ask(server, "table", rows="concepts", sort=sort, limit=200)
        assert (
            whole["total"] == len(whole["rows"]) == ask(server, "landmarks")["totals"]["concepts"]
        )
        filtered = ask(server, "table", rows="concepts", sort=sort, limit=200, year="!1000")
        assert filtered["rows"] == whole["rows"]


def test_claims_with_numbers_come_first(server: Server) -> None:
    found = ask(server, "table", rows="claims", limit=200)
    claims = {
        f"{BASE}{paper['id']}/claim/{number}": claim
        for paper in found["papers"]
        for number, claim in enumerate(paper["claims"], start=1)
    }
    shown = [claims[iri] for iri in found["rows"]]
    steps = [(bool(one["values"]), one["type"] == "Improvement", one["score"]) for one in shown]
    assert len(steps) == found["total"] > 3
    assert steps == sorted(steps, reverse=True)
    pages = [ask(server, "table", rows="claims", limit=1, offset=at)["rows"] for at in range(3)]
    assert [iri for page in pages for iri in page] == found["rows"][:3]


def test_answers_are_bounded(crowded: Any) -> None:
    with serving(crowded) as running:
        assert len(ask(running, "landmarks")["papers"]) == 80
        assert ask(running, "landmarks")["totals"]["papers"] == 201
        assert len(ask(running, "around", iri=HUB, limit=5)["papers"]) < 60
        assert len(ask(running, "around", iri=HUB, limit=10**6)["papers"]) <= 400
        found = ask(running, "table", rows="claims", limit=10**6)
        assert len(found["rows"]) == 200 < found["total"]
        last = ask(running, "table", rows="papers", limit=50, offset=99_999)
        assert (last["from"], len(last["rows"])) == (200, 1)


@pytest.mark.parametrize(
    "place",
    [
        "around",
        "around?" + urlencode([("iri", HUB)] * 41),
        "around?iri=" + "a:" * 2_000,
        "around?iri=a:b&edge=a:b&edge=usedFor",
        "table?rows=papers&sort=nothing",
        "table?rows=nothing",
        "table?rows=claims&least=nan",
        "table?rows=claims&about=a:b%3E%20%3Fx",
        "facets?year=" + "1" * 9_000,
    ],
)
def test_what_is_wrong_is_refused(server: Server, place: str) -> None:
    assert server.ask(f"/api/{place}").status == 400


def test_what_is_unknown_is_left_out(server: Server) -> None:
    nothing = {"papers": [], "concepts": []}
    assert ask(server, "around", iri=f"{BASE}concept/nowhere") == nothing
    edge = [HUB, "} DELETE", HUB]
    assert ask(server, "around", iri=f"{BASE}concept/nowhere", edge=edge) == nothing


@pytest.mark.parametrize("text", ['"', "\\", "}", "' ; a ?x", "\n", "é", "%"])
def test_words_of_a_filter_are_words(server: Server, text: str) -> None:
    for rows in ("papers", "concepts", "claims", "leaders"):
        assert ask(server, "table", rows=rows, q=text, unit=text)["from"] == 0
    found = ask(server, "facets", venue=text.replace("%", "%25"))
    assert found["types"]["Paper"] == 0


def test_facets_count_what_the_other_filters_leave(server: Server) -> None:
    free = ask(server, "facets")
    assert free["types"]["Paper"] == 2
    assert sum(free["kind"].values()) == ask(server, "landmarks")["totals"]["claims"]
    assert sum(free["year"].values()) == 2
    for year, count in free["year"].items():
        without = ask(server, "facets", year=f"!{year}")
        assert without["types"]["Paper"] == 2 - count
        assert without["year"] == free["year"]
    for kind, count in free["kind"].items():
        assert ask(server, "table", rows="claims", kind=kind)["total"] == count


def test_the_page_runs_its_own_scripts_and_asks_its_own_server(server: Server) -> None:
    answer = server.ask("/graph")
    policy = answer.headers["Content-Security-Policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    scripts = re.findall(r"<script>(.*?)</script>", answer.text, re.DOTALL)
    assert rules["script-src"].split() == [f"'{digest(part)}'" for part in scripts]
    assert rules["default-src"] == "'none'"
    assert rules["connect-src"] == "'self'"
    assert rules["frame-ancestors"] == "'none'"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
