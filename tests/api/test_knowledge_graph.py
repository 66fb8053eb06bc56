import csv
from decimal import Decimal
from pathlib import Path

import pytest
from networkx import MultiDiGraph

import sciloom
from sciloom.errors import QueryError, StoreError

GOLD = Path(__file__).parents[2] / "examples" / "icml2024" / "gold.jsonl"


@pytest.fixture(scope="module")
def kg(tmp_path_factory: pytest.TempPathFactory) -> sciloom.KnowledgeGraph:
    return sciloom.build(output=tmp_path_factory.mktemp("kg") / "output", facts=(GOLD,))


def test_papers_are_called_after_what_they_propose(kg: sciloom.KnowledgeGraph) -> None:
    assert len(kg.papers) == 19
    first = kg.papers[0]
    assert (first.id, first.label, first.title) == ("000-01", "Wasserstein Wormhole", None)


def test_concepts_come_by_type_and_name(kg: sciloom.KnowledgeGraph) -> None:
    (llm,) = [m for m in kg.methods("llms") if m.label == "large language models"]
    assert (llm.papers, "LLMs" in llm.aliases) == (4, True)
    assert kg.datasets("no such thing") == ()
    assert {c.type for c in (*kg.tasks(), *kg.metrics())} == {"Task", "Metric"}
    with pytest.raises(ValueError, match="none of Method"):
        kg.concepts("Person")


def test_claims_are_found_by_their_slots(kg: sciloom.KnowledgeGraph) -> None:
    (claim,) = kg.claims(metric="auprc", type="Improvement")
    assert claim.subject == "prospector heads"
    assert claim.comparators == ("explanation-based attribution methods",)
    (value,) = claim.values
    assert (value.value, value.unit, value.qualifier) == (Decimal("26.3"), "point", "up to")
    text = next(p.text for p in kg.papers if p.iri == claim.paper)
    assert text[claim.start : claim.end] == claim.sentence
    assert len(kg.claims(novel=True)) + len(kg.claims(novel=False)) == len(kg.claims()) == 64
    with pytest.raises(ValueError, match="none of Improvement"):
        kg.claims(type="Rumour")


def test_hostile_slot_text_is_only_text(kg: sciloom.KnowledgeGraph) -> None:
    assert kg.claims(metric='") } } #') == ()
    assert kg.methods('\\" \n } UNION { ?s ?p ?o') == ()


def test_the_rdflib_view_is_the_union(kg: sciloom.KnowledgeGraph) -> None:
    assert len(kg.rdf) == kg.query("SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }").rows[0][0]


def test_the_network_has_evidence_on_its_edges(kg: sciloom.KnowledgeGraph) -> None:
    network = kg.network()
    assert isinstance(network, MultiDiGraph)
    stated = [d for _, _, d in network.edges(data=True) if d.get("quote")]
    texts = {p.iri: p.text for p in kg.papers}
    assert stated
    assert all(texts[d["paper"]][d["start"] : d["end"]] == d["quote"] for d in stated)
    assert all({"type", "label"} <= d.keys() for _, d in network.nodes(data=True))


@pytest.mark.parametrize("format", ["turtle", "nt", "nquads", "trig", "jsonld", "graphml", "csv"])
def test_every_format_is_written(kg: sciloom.KnowledgeGraph, format: str, tmp_path: Path) -> None:
    file = kg.export(format, tmp_path / "out")
    assert file.stat().st_size > 1000


def test_claims_in_csv_are_no_formulas(kg: sciloom.KnowledgeGraph, tmp_path: Path) -> None:
    with kg.export("csv", tmp_path / "claims.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 64
    assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row.values())


@pytest.mark.parametrize("format", ["turtle", "graphml", "csv", "comparisons"])
def test_for_publication_texts_and_quotes_are_left_out(
    kg: sciloom.KnowledgeGraph, format: str, tmp_path: Path
) -> None:
    whole = kg.export(format, tmp_path / "whole").read_text("utf-8")
    kept = kg.export(format, tmp_path / "kept", text=False).read_text("utf-8")
    sentences = [claim.sentence for claim in kg.claims(metric="")]
    assert any(s in whole for s in sentences) or format == "graphml"
    assert not any(s in kept for s in sentences)
    assert "prospector heads" in kept


def test_an_unknown_format_is_told(kg: sciloom.KnowledgeGraph, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="none of"):
        kg.export("docx", tmp_path / "out")


def test_pandas_tables(kg: sciloom.KnowledgeGraph) -> None:
    tables = kg.to_pandas()
    assert {name: len(table) for name, table in tables.items()} == {
        "papers": 19,
        "concepts": 173,
        "claims": 64,
    }


def test_the_page_and_the_pyvis_network(kg: sciloom.KnowledgeGraph, tmp_path: Path) -> None:
    page = kg.to_html(tmp_path / "page.html")
    assert page.read_bytes() == (kg.folder / "graph.html").read_bytes()
    assert kg.to_pyvis().num_nodes() > 10


def test_named_queries_answer(kg: sciloom.KnowledgeGraph) -> None:
    answer = kg.ask("firsts")
    assert not isinstance(answer, bool)
    assert len(answer) == 1


def test_cards(kg: sciloom.KnowledgeGraph) -> None:
    from sciloom.api.cards import card

    store = kg.folder / "store"
    assert kg.card("forgetfilter") == card(store, "forgetfilter")
    assert "ForgetFilter" in [hit.label for hit in kg.search("forgetfilter")]
    concept = card(store, "forgetfilter")
    assert (concept.kind, concept.title) == ("Method", "ForgetFilter")
    assert any(s.heading == "outperforms" for s in concept.sections)
    paper = card(store, "000-04")
    assert paper.kind == "Paper"
    claim = card(store, "000-04/claim/2")
    assert (claim.kind, claim.claims[0].iri) == ("Claim", paper.claims[1].iri)
    (marked,) = claim.sections[0].lines
    assert marked.startswith("We demonstrate that the [subject: ForgetFilter")
    for part in (
        "[task: safety in customized finetuning]",
        "[metric: downstream task performance]",
        "unlike [compared with: sequential safety finetuning].",
    ):
        assert part in marked
    assert card(store, concept.iri) == concept == card(store, "concept/forgetfilter")
    old, new = kg.query("SELECT ?old ?new { ?old dcterms:isReplacedBy ?new } LIMIT 1").rows[0]
    assert card(store, str(old)).iri == str(new)
    with pytest.raises(QueryError, match="nothing is called"):
        card(store, 'no such "thing"')


def test_a_folder_without_a_graph_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no graph is here yet"):
        sciloom.open(tmp_path)


def test_comparisons_stand_together(kg: sciloom.KnowledgeGraph, tmp_path: Path) -> None:
    with kg.export("comparisons", tmp_path / "table.csv").open(encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f))
    assert len(rows) == sum(len(claim.values) for claim in kg.claims())
    groups = [(r["task"], r["dataset"], r["metric"], r["unit"]) for r in rows]
    assert groups == sorted(groups)
    (row,) = [r for r in rows if r["value"] == "26.3"]
    assert (row["subject"], row["unit"], row["qualifier"]) == ("prospector heads", "point", "up to")


def test_the_whole_graph_goes_into_parts(kg: sciloom.KnowledgeGraph, tmp_path: Path) -> None:
    folder = kg.export("parts", tmp_path / "parts")
    assert sorted(f.name for f in folder.iterdir()) == ["manifest.json", "part-00000.nq.gz"]


def test_a_query_has_its_limits(kg: sciloom.KnowledgeGraph) -> None:
    from sciloom.errors import QueryRefusedError, QueryTimeoutError

    endless = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"
    with pytest.raises(QueryTimeoutError):
        kg.query(endless, timeout=2)
    for timeout in (None, 60.0):
        with pytest.raises(QueryRefusedError):
            kg.query("SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }", timeout=timeout)
