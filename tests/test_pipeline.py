"""The whole way, from the seeds to the folder."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import rdflib

from sciloom import pipeline
from sciloom.facts import read_facts
from sciloom.rdf import validate
from sciloom.store import GraphStore

SEEDS = Path(__file__).parents[1] / "examples" / "icml2024"
OA = rdflib.Namespace("http://www.w3.org/ns/oa#")
ONTOLOGY = rdflib.Namespace("https://w3id.org/sciloom/ontology#")
BYTES = ("facts.jsonl", "graph.ttl", "graph.html")


@pytest.fixture(scope="module")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("seeds") / "output"
    pipeline.build(sorted(SEEDS.glob("*.txt")), folder)
    return folder


def test_every_seed_is_read(seeds: Path) -> None:
    papers = [e.paper for e in read_facts(seeds / "facts.jsonl")]
    assert len(papers) == 57
    assert papers[0].id == "000_be6b612b2a72bab3#1"
    assert {p.venue for p in papers} == {"ICML 2024"}
    assert {p.title for p in papers} == {None}
    report = json.loads((seeds / "report.json").read_text(encoding="utf-8"))
    assert report["counts"]["papers"] == 57
    assert report["skipped"] == []


def test_offsets_slice_back(seeds: Path) -> None:
    for extraction in read_facts(seeds / "facts.jsonl"):
        text = extraction.paper.text
        for entity in extraction.entities:
            assert entity.name in entity.surface
            for mention in entity.mentions:
                assert text[mention.start : mention.end] in entity.surface
        for claim in extraction.claims:
            assert text[claim.start : claim.end] == claim.quote
            assert all(text[v.start : v.end] == v.quote for v in claim.values)


def test_the_graph_keeps_its_shapes(seeds: Path) -> None:
    report = validate(GraphStore.open(seeds / "store").quads())
    assert report.violations == ()
    assert report.checked == 57


def test_an_independent_parser_reads_quotes_at_their_offsets(seeds: Path) -> None:
    graph = rdflib.Graph().parse(seeds / "graph.ttl")
    quotes = list(graph.subject_objects(OA.exact))
    texts = {str(paper): str(text) for paper, text in graph.subject_objects(ONTOLOGY.text)}
    assert len(quotes) > 57
    for node, quote in quotes:
        paper = next(p for p in texts if str(node).startswith((p + "#", p + "/")))
        start, end = (int(graph.value(node, p)) for p in (OA.start, OA.end))
        assert texts[paper][start:end] == str(quote)


def test_another_folder_and_hash_seed_give_the_same_bytes(seeds: Path, tmp_path: Path) -> None:
    code = "import sys; from sciloom import pipeline; pipeline.build(sys.argv[1:], 'elsewhere')"
    files = map(str, sorted(SEEDS.glob("*.txt")))
    environment = os.environ | {"PYTHONHASHSEED": "4711", "LC_ALL": "C"}
    subprocess.run([sys.executable, "-c", code, *files], cwd=tmp_path, env=environment, check=True)
    for name in BYTES:
        assert (tmp_path / "elsewhere" / name).read_bytes() == (seeds / name).read_bytes(), name


def test_the_same_paper_twice_is_one_with_two_sources(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("We present Loomix, a parser for tables.")
    result = pipeline.build([tmp_path / "a.txt", tmp_path / "b.txt"], tmp_path / "output")
    assert (result.counts.papers, result.counts.merged) == (1, 1)
    (extraction,) = read_facts(tmp_path / "output" / "facts.jsonl")
    assert [s.file for s in extraction.paper.sources] == ["a.txt", "b.txt"]


def test_given_facts_win_over_extraction(tmp_path: Path) -> None:
    text = "We present Loomix, a parser for tables."
    (tmp_path / "a.txt").write_text(text)
    entity = {"name": "parser for tables", "type": "Task", "role": "evaluated"}
    (tmp_path / "facts.jsonl").write_text(
        json.dumps({"id": "a", "text": text, "entities": [entity]})
    )
    pipeline.build([tmp_path / "a.txt"], tmp_path / "output", facts=[tmp_path / "facts.jsonl"])
    (extraction,) = read_facts(tmp_path / "output" / "facts.jsonl")
    assert [e.name for e in extraction.entities] == ["parser for tables"]
