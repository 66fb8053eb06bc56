from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Triple
from rich.cells import cell_len

from sciloom.errors import QueryError
from sciloom.query.render import FORMATS, render, short
from sciloom.query.results import ResultTable, ResultTriples
from sciloom.query.run import run_query
from sciloom.visible import visible
from sciloom.vocab import BASE, ONTOLOGY

HOSTILE = 'Line 1\nLine 2,\r "quotes"; \t😀 [bold] \x1b[31m\u202e <a&b>'
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))


def one_column(*values: str) -> ResultTable:
    return ResultTable(("x", "y"), tuple((Literal(value), None) for value in values))


@given(st.lists(TEXT, max_size=4))
def test_json_and_csv_give_texts_back(values: list[str]) -> None:
    result = one_column(*values)
    bindings = json.loads(render(result, "json"))["results"]["bindings"]
    assert [row["x"]["value"] for row in bindings] == values
    read = list(csv.reader(io.StringIO(render(result, "csv"), newline="")))
    assert read == [["x", "y"], *([value, ""] for value in values)]


@given(TEXT)
def test_xml_is_well_formed_and_gives_back_what_xml_can_hold(value: str) -> None:
    root = ET.fromstring(render(one_column(value), "xml"))
    held = "".join(
        "\ufffd" if (c < " " and c not in "\t\n\r") or c in "\ufffe\uffff" else c for c in value
    )
    literal = root.find(".//{*}literal")
    assert literal is not None
    assert (literal.text or "") == held


def test_every_format_has_every_row(store: Path) -> None:
    result = run_query(store, "SELECT * { ?s ?p ?o }")
    assert isinstance(result, ResultTable)
    assert len(json.loads(render(result, "json"))["results"]["bindings"]) == len(result)
    assert len(list(csv.reader(io.StringIO(render(result, "csv"), newline="")))) == len(result) + 1
    assert render(result, "tsv").count("\n") == len(result) + 1
    assert len(ET.fromstring(render(result, "xml")).findall(".//{*}result")) == len(result)


def test_json_keeps_term_forms() -> None:
    terms = (
        Literal("a", language="en"),
        Literal("1.5", datatype=NamedNode("http://www.w3.org/2001/XMLSchema#decimal")),
        NamedNode("http://x/"),
        Triple(NamedNode("http://x/"), NamedNode("http://y/"), Literal("z")),
    )
    written = json.loads(render(ResultTable(("a", "b", "c", "d"), (terms,)), "json"))
    row = written["results"]["bindings"][0]
    assert row["a"] == {"type": "literal", "value": "a", "xml:lang": "en"}
    assert row["b"]["datatype"].endswith("#decimal")
    assert row["c"] == {"type": "uri", "value": "http://x/"}
    assert row["d"]["value"]["object"] == {"type": "literal", "value": "z"}


@given(TEXT, st.integers(20, 200))
def test_tables_hold_no_control_and_keep_to_the_width(value: str, width: int) -> None:
    shown = render(one_column(value, HOSTILE), width=width)
    assert not any(c in shown for c in "\x1b\r\t\x07\u202e\u2028\x9b")
    assert all(cell_len(line) <= width for line in shown.splitlines())


def test_table_is_for_people() -> None:
    terms = (NamedNode(f"{ONTOLOGY}Method"), NamedNode(f"{BASE}concept/x%20y"), Literal("[b]"))
    shown = render(ResultTable(("type", "concept", "text"), (terms,)), width=80)
    assert ":Method" in shown
    assert "<concept/x%20y>" in shown
    assert "[b]" in shown


def test_narrow_tables_become_records() -> None:
    long = "a sentence of some length, " * 4
    row = tuple(Literal(long) for _ in range(3))
    shown = render(ResultTable(("a", "b", "c"), (row, row)), width=60)
    assert [line.split(" ")[0] for line in shown.splitlines() if line[:1].strip()] == list("abcabc")


def test_color_is_only_given_if_asked() -> None:
    assert "\x1b[" not in render(one_column("a"))
    assert "\x1b[1m" in render(one_column("a"), color=True)


@pytest.mark.parametrize(("format", "word"), [("table", "yes"), ("json", "true"), ("xml", "true")])
def test_ask(format: str, word: str) -> None:
    assert word in render(True, format)


@pytest.mark.parametrize("format", FORMATS)
def test_triples_in_every_format(format: str) -> None:
    triple = Triple(NamedNode("http://x/s"), NamedNode(f"{ONTOLOGY}proposes"), Literal("o"))
    written = render(ResultTriples((triple,)), format)
    assert "http://x/s" in written
    if format in ("table", "turtle"):
        assert written.startswith("@prefix : ")
        assert ":proposes" in written


def test_wrong_formats() -> None:
    with pytest.raises(QueryError, match="CONSTRUCT"):
        render(one_column("a"), "turtle")
    with pytest.raises(ValueError, match="json"):
        render(True, "yaml")


def test_visible_leaves_writing_alone() -> None:
    family = "👩\u200d👧 می\u200cخواهم é"
    assert visible(family) == family
    assert short(None) == ""
    assert short(NamedNode("http://elsewhere/x")) == "<http://elsewhere/x>"
