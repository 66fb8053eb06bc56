import json
from pathlib import Path

import pytest
from test_resolver import extraction

from sciloom.errors import ResolveError
from sciloom.resolve import read_vocabulary, resolve

SKOS = """
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<https://example.org/gnn> skos:prefLabel "Graph neural networks"@en , "Graphnetze"@de ;
    skos:altLabel "GNN" .
<https://example.org/normalisation> skos:prefLabel "batch normalisation" .
"""
#: As the Computer Science Ontology has it.
LABELS = """
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<https://example.org/gnn> rdfs:label "graph neural networks"@en .
<https://example.org/normalisation> rdfs:label "batch normalisation"@en-GB .
<https://example.org/other> rdfs:label "knot theory"@enm .
"""
CSV = """iri,label,alt_labels
https://example.org/gnn,graph neural network,GNN|graph net
https://example.org/normalisation,batch normalisation,
"""


@pytest.mark.parametrize(("name", "text"), [("v.ttl", SKOS), ("w.ttl", LABELS), ("v.csv", CSV)])
def test_concepts_are_matched_with_the_entries_of_their_names(
    tmp_path: Path, name: str, text: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    papers = [
        extraction("a", ("graph neural networks", "Method", ("graph neural networks",))),
        extraction("b", ("batch normalization", "Method", ("batch normalization",))),
        extraction("c", ("knot theory", "Method", ("knot theory",))),
    ]
    ties = resolve(papers, vocabulary=read_vocabulary(tmp_path / name)).ties
    assert [(t.subject.rpartition("/")[2], t.predicate, t.object, t.score) for t in ties] == [
        ("batch-normalization", "skos:exactMatch", "https://example.org/normalisation", 0.95),
        ("graph-neural-network", "skos:exactMatch", "https://example.org/gnn", 1.0),
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("iri,name\n", "line 1: the header lacks iri or label"),
        ("iri,label\nnowhere,x\n", 'line 2: "nowhere" is no IRI'),
        ("iri,label\nhttps://example.org/a,\n", "line 2: label is empty"),
        ("iri,label\n", "holds no concept"),
    ],
)
def test_a_faulty_vocabulary_is_named(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "v.csv").write_text(text, encoding="utf-8")
    with pytest.raises(ResolveError) as caught:
        read_vocabulary(tmp_path / "v.csv")
    assert told in str(caught.value)


def test_turtle_that_does_not_parse_is_named(tmp_path: Path) -> None:
    (tmp_path / "v.ttl").write_text("<a> <b", encoding="utf-8")
    with pytest.raises(ResolveError, match="cannot be parsed"):
        read_vocabulary(tmp_path / "v.ttl")


@pytest.mark.parametrize("context", ["https://example.org/c", ["https://example.org/c", {}]])
def test_a_context_on_the_network_is_not_fetched(tmp_path: Path, context: object) -> None:
    text = json.dumps([{"@graph": [], "@context": context}])
    (tmp_path / "v.jsonld").write_text(text, encoding="utf-8")
    with pytest.raises(ResolveError, match=r"context is at https://example\.org/c, which is not"):
        read_vocabulary(tmp_path / "v.jsonld")


@pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated")  # rdflib's own use
def test_a_context_in_the_file_is_read(tmp_path: Path) -> None:
    label = "http://www.w3.org/2004/02/skos/core#prefLabel"
    said = {"@context": {"name": label}, "@id": "https://example.org/gnn", "name": "GNN"}
    (tmp_path / "v.jsonld").write_text(json.dumps(said), encoding="utf-8")
    (entry,) = read_vocabulary(tmp_path / "v.jsonld")
    assert (entry.iri, entry.labels) == ("https://example.org/gnn", ("GNN",))
