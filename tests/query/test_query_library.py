from __future__ import annotations

import io
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, QuerySolutions, Store

from factories import first_paper, resolved
from sciloom.errors import UnknownQueryError
from sciloom.query.library import NamedQuery, bind, named_queries
from sciloom.query.near import near_names
from sciloom.query.results import ResultTable
from sciloom.query.run import run_query
from sciloom.query.syntax import tokens
from sciloom.rdf import BuildInfo, serialise, to_quads
from sciloom.store import GraphStore
from sciloom.vocab import ONTOLOGY, PREFIXES

#: Arguments with which each query finds something in the hand-built graph.
ARGUMENTS: dict[str, dict[str, str | int]] = {
    "beats": {"method": "yn"},
    "by-metric": {"metric": "Accuracy"},
    "chain": {"from": "LOOM", "to": "knot untangling"},
    "claims": {"kind": "Limitation"},
    "evaluated-on": {"dataset": "knotbank"},
    "gains": {"above": 20},
    "numbers": {"above": 2},
    "paper": {"paper": "LOOM.TXT#1"},
    "related": {"paper": "yarn.txt#1"},
    "relations": {"concept": "yarn networks"},
    "results": {"concept": "loom"},
    "rivals": {"method": "Loom"},
    "speaks-of": {"concept": "yarn networks"},
    "where": {"words": "the first parser"},
    "works-with": {"concept": "KnotBank"},
}
NAMES = [query.name for query in named_queries()]


def ask(store: Path, name: str, **arguments: str | int) -> ResultTable:
    result = run_query(store, bind(name, ARGUMENTS.get(name, {}) | arguments))
    assert isinstance(result, ResultTable)
    return result


@pytest.fixture(scope="module")
def in_rdflib(store: Path) -> rdflib.Graph:
    """The union of all graphs: nothing stands in two."""
    file = io.BytesIO()
    serialise(GraphStore.open(store).quads(), "nt", file)
    return rdflib.Graph().parse(data=file.getvalue(), format="nt")


def plain(value: object) -> object:
    """A value as both engines give it; the order within a joined list is theirs."""
    value = value.toPython() if isinstance(value, rdflib.Literal) else value
    return sorted(value.split("; ")) if isinstance(value, str) and "; " in value else value


@pytest.mark.parametrize("name", NAMES)
def test_both_engines_agree(store: Path, in_rdflib: rdflib.Graph, name: str) -> None:
    here = ask(store, name)
    there = in_rdflib.query(bind(name, ARGUMENTS.get(name)), initNs=dict(PREFIXES))
    assert [str(variable) for variable in there.vars or ()] == list(here.columns)
    rows = [[plain(value) for value in row] for row in there]
    assert [[plain(value) for value in row] for row in here] == rows
    assert rows, "the hand-built graph has something to find for every query"


@pytest.mark.parametrize("query", named_queries(), ids=NAMES)
def test_headers_hold_together(query: NamedQuery) -> None:
    declared = {parameter.name for parameter in query.parameters}
    used = {t.text[1:] for t in tokens(query.sparql) if t.text.startswith("$")}
    assert declared == used
    assert query.name == query.name.lower()
    assert "ORDER BY" in query.sparql


def test_proposals_show_where_they_stand(store: Path) -> None:
    row = ask(store, "proposals").records()[0]
    assert (row["id"], row["proposal"], row["type"]) == ("loom.txt#1", "Loom", "Method")
    assert str(row["passage"]).startswith("Loom: weaving")


def test_negated_improvements_beat_nobody(store: Path) -> None:
    found = ask(store, "beats").records()
    assert [row["id"] for row in found] == ["loom.txt#1"]
    assert found[0]["winner"] == "Loom"
    assert found[0]["amounts"] == "up to 26.30 points"
    assert str(found[0]["sentence"]).startswith("On KnotBank, Loom improves")


def test_gains_by_number_and_unit(store: Path) -> None:
    assert ask(store, "gains").column("number") == (Decimal("26.3"),)
    assert ask(store, "gains", unit="point").column("qualifier") == ("up to",)
    assert len(ask(store, "gains", unit="%")) == 0
    assert len(ask(store, "gains", above=27)) == 0


def test_levels_are_no_gains() -> None:
    quantity = replace(first_paper().claims[0].values[0], kind="level")
    reached = replace(first_paper().claims[0], values=(quantity,))
    paper = replace(first_paper(), claims=(reached,))
    graph = Store()
    build = BuildInfo(version="1", pipeline="test", digest="0")
    graph.extend(to_quads(resolved(paper), build=build))
    for name, rows in (("gains", 0), ("numbers", 1)):
        found = run_query(graph, bind(name, {"above": 20}))
        assert isinstance(found, ResultTable)
        assert len(found) == rows


def test_what_names_no_metric_is_shown_without_one() -> None:
    """Not once for every concept there is."""
    bare = tuple(replace(one, metrics=(), values=()) for one in first_paper().claims)
    graph = Store()
    build = BuildInfo(version="1", pipeline="test", digest="0")
    graph.extend(to_quads(resolved(replace(first_paper(), claims=bare)), build=build))
    found = run_query(graph, bind("evaluated-on", {"dataset": "KnotBank"}))
    assert isinstance(found, ResultTable)
    assert found.rows
    assert set(found.column("metric")) == {None}
    assert len(set(found.column("sentence"))) == len(found)


def test_a_phrase_is_beaten_by_its_words_and_everything_by_none(store: Path) -> None:
    (row,) = ask(store, "beats", method="PRIOR   work").records()
    assert row["winner"] == "Loom"
    assert len(ask(store, "beats", method="rior")) == 0
    assert ask(store, "beats", method="").column("winner") == ("Loom",)


def test_a_limit_cuts(store: Path) -> None:
    assert len(ask(store, "proposals", limit=1)) == 1
    assert len(ask(store, "most-used", limit=1)) == 1


@pytest.mark.parametrize("name", ["LOOM.txt#1", "loom: Weaving", "{iri}"])
def test_a_paper_goes_by_any_of_its_names(store: Path, name: str) -> None:
    iri, title = run_query(
        store, 'SELECT ?p ?t { ?p dcterms:identifier "loom.txt#1" ; rdfs:label ?t }'
    ).rows[0]  # type: ignore[union-attr]
    given = {"{iri}": str(iri), "loom: Weaving": str(title).upper()}.get(name, name)
    assert len(ask(store, "paper", paper=given)) > 5


def test_near_names_are_told_where_nothing_is_called_so(store: Path) -> None:
    assert near_names(store, "yarn network") == ("Yarn Networks",)
    assert near_names(store, "YARN networks") is None
    assert near_names(store, "loom.txt#2", papers=True)
    assert near_names(store, "completely other") == ()


def test_joined_cells_do_not_multiply_rows(store: Path) -> None:
    over = ask(store, "gains").column("over")
    assert [sorted(str(cell).split("; ")) for cell in over] == [["Yarn Networks", "prior work"]]


def test_where_gives_offsets_of_the_text(store: Path) -> None:
    for row in ask(store, "where").records():
        text = run_query(store, f'SELECT ?t {{ ?p dcterms:identifier "{row["id"]}" ; :text ?t }}')
        assert isinstance(text, ResultTable)
        whole = str(text.rows[0][0])
        start, end = row["start"], row["end"]
        assert isinstance(start, int)
        assert isinstance(end, int)
        assert whole[start:end] == row["sentence"]


def test_papers_that_propose_nothing(store: Path) -> None:
    assert ask(store, "no-proposal").column("id") == ("third.txt#1",)


def test_chain_follows_relations_forward(store: Path) -> None:
    steps = [(r["source"], r["relation"], r["target"]) for r in ask(store, "chain").records()]
    assert ("Loom", "basedOn", "Yarn Networks") in steps
    assert ("Yarn Networks", "usedFor", "knot untangling") in steps
    assert len(ask(store, "chain", **{"from": "knot untangling", "to": "Loom"})) == 0


def test_metric_words_match_whole_words(store: Path) -> None:
    assert len(ask(store, "by-metric", metric="ACCURACY!")) == 1
    assert len(ask(store, "by-metric", metric="curacy")) == 0


def test_counts_are_of_papers(store: Path) -> None:
    most = ask(store, "most-used", type="Method").records()
    assert [(row["name"], row["papers"]) for row in most[:2]] == [
        ("Yarn Networks", 3),
        ("Loom", 2),
    ]
    pairs = ask(store, "used-together").records()
    assert (pairs[0]["method"], pairs[0]["other"], pairs[0]["papers"]) == (
        "Loom",
        "Yarn Networks",
        2,
    )


TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@given(
    TEXT | st.sampled_from(['" } #', '\\" . ?s ?p ?o', "$method", "'''", "\n} INSERT {", "\\u0022"])
)
def test_an_argument_is_one_term(value: str) -> None:
    """Whatever it holds, the query keeps its tokens but for one string of that value."""
    template = next(query for query in named_queries() if query.name == "rivals")
    bound = bind("rivals", {"method": value})
    before = [t.text if not t.text.startswith("$") else None for t in tokens(template.sparql)]
    after = [t.text for t in tokens(bound)]
    assert len(before) == len(after)
    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    found = Store().query(f"SELECT ({changed[0]} AS ?x) {{}}")
    assert isinstance(found, QuerySolutions)
    [row] = found
    assert isinstance(row["x"], Literal)
    assert len(changed) == 1


@pytest.mark.parametrize("value", ["' OR 1=1", '"; DROP', "\\\\", "{}", "\x00", "e\u0301", "$"])
def test_hostile_arguments_find_nothing(store: Path, value: str) -> None:
    for query in named_queries():
        for parameter in query.parameters:
            if parameter.type in ("label", "text"):
                assert len(ask(store, query.name, **{parameter.name: value})) == 0


@pytest.mark.parametrize("name", ["e\u0301", "E\u0301", "É"])
def test_case_and_composition_of_a_label_do_not_matter(name: str) -> None:
    assert bind("rivals", {"method": name}) == bind("rivals", {"method": "é"})


def test_a_text_keeps_its_case() -> None:
    assert bind("where", {"words": "E\u0301"}) == bind("where", {"words": "É"})
    assert bind("where", {"words": "É"}) != bind("where", {"words": "é"})


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("nothing", {}, "beats, by-metric"),
        ("rivals", {}, r"give method .*it takes method \(label, the method's name"),
        ("beats", {"method": "x", "metod": "y"}, 'no parameter "metod"'),
        ("firsts", {"x": "y"}, "takes limit"),
        ("firsts", {"limit": "0"}, "a whole number from 1"),
        ("gains", {"above": "many"}, 'a number, not "many"'),
        ("gains", {"above": "NaN"}, "a number"),
        ("gains", {"above": "1e400"}, "a number"),
        ("most-used", {"type": "Paper"}, "one of Method, Dataset, Metric, Task"),
        ("beats", {"method": "\ud800"}, "surrogate"),
    ],
)
def test_what_does_not_fit_is_told(name: str, arguments: dict[str, str], says: str) -> None:
    with pytest.raises(UnknownQueryError, match=says):
        bind(name, arguments)


@pytest.mark.parametrize("number", [0, -3, 0.5, "1e3", Decimal("0.001"), "20"])
def test_numbers_are_decimals(number: str | float | Decimal) -> None:
    assert f'"{Decimal(str(number)):f}"^^xsd:decimal' in bind("gains", {"above": number})


def test_a_choice_is_a_term_of_the_ontology() -> None:
    assert f"a <{ONTOLOGY}Dataset>" in bind("most-used", {"type": "Dataset"})
    assert f"a <{ONTOLOGY}Method>" in bind("most-used")
