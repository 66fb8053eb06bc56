"""Readers' questions, answered from the annotated abstracts by named queries or short SPARQL."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from sciloom.facts import read_facts
from sciloom.query.library import bind
from sciloom.query.results import ResultTable, Value
from sciloom.query.run import run_query
from sciloom.rdf import BuildInfo, to_quads
from sciloom.resolve import resolve
from sciloom.store import write_store

GOLD = Path(__file__).parents[2] / "examples" / "icml2024" / "gold.jsonl"
LINES = (Path(__file__).parent / "data" / "questions.jsonl").read_text("utf-8").splitlines()
QUESTIONS = {question["id"]: question for question in map(json.loads, LINES)}

Row = dict[str, Any]
Ask = Callable[..., tuple[Row, ...]]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Ask:
    """Run a named query, or a SPARQL text, on the graph of the annotated abstracts."""
    path = tmp_path_factory.mktemp("gold") / "store"
    build = BuildInfo(version="1.0", pipeline="gold", digest="0" * 64)
    write_store(path, to_quads(resolve(tuple(read_facts(GOLD))), build=build))

    def run(query: str, **arguments: str | int) -> tuple[Row, ...]:
        sparql = query if "{" in query else bind(query, arguments)
        result = run_query(path, sparql)
        assert isinstance(result, ResultTable)
        return result.records()

    return run


def same(found: list[Row], question: str) -> bool:
    """Whether exactly the expected answers were found, in any order, and lists in any order."""
    return _as_set(found) == _as_set(QUESTIONS[question]["answer"])


def _as_set(answers: list[Row]) -> set[str]:
    written = [
        json.dumps(answer, sort_keys=True, default=_plain) for answer in map(_sorted, answers)
    ]
    assert len(set(written)) == len(written), "no answer twice"
    return set(written)


def _sorted(answer: Row) -> Row:
    return {
        name: sorted(value, key=str) if isinstance(value, list) else value
        for name, value in answer.items()
    }


def _plain(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def parts(cell: Value) -> list[str]:
    return str(cell).split("; ")


def test_q01_rivals(ask: Ask) -> None:
    found = ask("rivals", method="ForgetFilter")
    assert same([{"paper": row["id"], "name": row["rival"]} for row in found], "q01")


def test_q02_papers_that_work_with_a_concept(ask: Ask) -> None:
    found = ask("works-with", concept="large language models")
    assert same([{"paper": row["id"]} for row in found], "q02")


def test_q03_what_papers_on_a_concept_propose(ask: Ask) -> None:
    speaking = {row["id"] for row in ask("speaks-of", concept="in-context learning")}
    proposals = ask("proposals")
    found = [
        {"paper": id_, "proposes": [row["proposal"] for row in proposals if row["id"] == id_]}
        for id_ in speaking
    ]
    assert same(found, "q03")


def test_q04_gains_in_a_metric(ask: Ask) -> None:
    claims = [r for r in ask("by-metric", metric="AUPRC") if r["claims"] == "Improvement"]
    found = [
        {
            "paper": row["id"],
            "subject": row["about"],
            "comparators": parts(row["over"]),
            "values": [
                {"qualifier": row["qualifier"], "value": row["number"], "unit": row["unit"]}
            ],
        }
        for row in claims
    ]
    assert same(found, "q04")


def test_q05_firsts(ask: Ask) -> None:
    found = ask("firsts")
    rows = [{"paper": r["id"], "subject": r["about"], "quote": r["sentence"]} for r in found]
    assert same(rows, "q05")


def test_q06_large_gains(ask: Ask) -> None:
    found = [*ask("gains", above=20, unit="%"), *ask("gains", above=20, unit="point")]
    rows = [
        {
            "paper": row["id"],
            "subject": row["winner"],
            "metrics": parts(row["metrics"]),
            "qualifier": row["qualifier"],
            "value": row["number"],
            "unit": row["unit"],
        }
        for row in found
    ]
    assert same(rows, "q06")


def test_q07_factors(ask: Ask) -> None:
    rows = [
        {
            "paper": row["id"],
            "measures": row["metric"] or row["task"],
            "qualifier": row["qualifier"] or "",
            "value": row["number"],
            "unit": row["unit"],
        }
        for row in ask("results", concept="MGit", unit="x")
    ]
    assert same([{**row, "measures": [row["measures"]]} for row in rows], "q07")


def test_q08_most_datasets(ask: Ask) -> None:
    rows = [{"paper": r["id"], "datasets": r["datasets"]} for r in ask("most-datasets")[:2]]
    assert same(rows, "q08")


def test_q09_papers_that_propose_nothing(ask: Ask) -> None:
    assert same([{"paper": row["id"]} for row in ask("no-proposal")], "q09")


def test_q10_chain(ask: Ask) -> None:
    found = ask("chain", **{"from": "structured Hopfield networks", "to": "Fenchel-Young losses"})
    rows = [
        {
            "from": row["source"],
            "relation": row["relation"],
            "to": row["target"],
            "paper": row["id"],
        }
        for row in found
    ]
    assert same(rows, "q10")


def test_q11_where_a_number_is_claimed(ask: Ask) -> None:
    found = ask(
        """
        SELECT ?paper ?quote ?start ?end {
          ?p :claims ?claim ; dcterms:identifier ?paper .
          ?claim :metric/skos:prefLabel "toxicity score" ; :value ?value ; :evidence ?sentence .
          ?value qudt:numericValue ?number ; :unit "%" .
          FILTER(?number = 75)
          ?sentence oa:exact ?quote ; oa:start ?start ; oa:end ?end .
        }"""
    )
    assert same(list(found), "q11")


def test_q12_no_result_in_a_metric(ask: Ask) -> None:
    assert same([*ask("by-metric", metric="BLEU"), *ask("by-metric", metric="F1")], "q12")


def test_every_question_has_its_test() -> None:
    asked = {name[5:8] for name in globals() if name.startswith("test_q")}
    assert asked == QUESTIONS.keys()
