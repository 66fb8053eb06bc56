import io
import subprocess
import sys
import warnings
from collections.abc import Iterable
from decimal import Decimal
from itertools import groupby
from pathlib import Path

import pyoxigraph
import pytest
import rdflib
from hypothesis import given, settings
from hypothesis import strategies as st

from factories import two_papers
from sciloom.model import (
    Claim,
    Concept,
    Entity,
    Extraction,
    Link,
    Mention,
    Paper,
    Quantity,
    Resolution,
    Source,
)
from sciloom.rdf import FORMATS, BuildInfo, serialise, to_quads, write_turtle
from sciloom.vocab import concept_iri, paper_iri

BUILD = BuildInfo(version="1", pipeline="rules", digest="abc")
RDFLIB = {"turtle": "turtle", "nt": "nt", "nquads": "nquads", "trig": "trig", "jsonld": "json-ld"}
NAMED_GRAPHS = ("nquads", "trig", "jsonld")
STRING = rdflib.XSD.string

Plain = tuple[str, ...]


def written(quads: Iterable[pyoxigraph.Quad], form: str) -> bytes:
    file = io.BytesIO()
    serialise(quads, form, file)
    return file.getvalue()


def of_oxigraph(term: object) -> Plain:
    if isinstance(term, pyoxigraph.Literal):
        return (term.value, term.datatype.value)
    assert isinstance(term, pyoxigraph.NamedNode)
    return (term.value,)


def of_rdflib(term: object) -> Plain:
    if isinstance(term, rdflib.Literal):
        return (str(term), str(term.datatype or STRING))
    assert isinstance(term, rdflib.URIRef)
    return (str(term),)


def triples(quads: Iterable[pyoxigraph.Quad]) -> set[tuple[Plain, ...]]:
    return {tuple(of_oxigraph(t) for t in (q.subject, q.predicate, q.object)) for q in quads}


def parsed_by_rdflib(data: bytes, form: str) -> set[tuple[Plain, ...]]:
    graph = rdflib.Dataset(default_union=True)
    with warnings.catch_warnings():
        # rdflib's parsers use what rdflib deprecates.
        warnings.simplefilter("ignore", DeprecationWarning)
        graph.parse(data=data, format=RDFLIB[form])
    return {(of_rdflib(s), of_rdflib(p), of_rdflib(o)) for s, p, o, _ in graph.quads()}


@pytest.mark.parametrize("form", FORMATS)
def test_two_parsers_read_what_was_written(form: str) -> None:
    quads = list(to_quads(two_papers(), build=BUILD))
    data = written(quads, form)
    assert parsed_by_rdflib(data, form) == triples(quads)
    again = list(pyoxigraph.parse(data, FORMATS[form]))
    assert triples(again) == triples(quads)
    if form in NAMED_GRAPHS:
        assert set(again) == set(quads)


def test_two_graphs_do_not_share_a_triple() -> None:
    quads = list(to_quads(two_papers(), build=BUILD))
    assert len(triples(quads)) == len(set(quads)) == len(quads)


@pytest.mark.parametrize("form", FORMATS)
def test_order_and_duplicates_within_a_graph_do_not_show(form: str) -> None:
    quads = list(to_quads(two_papers(), build=BUILD))
    graphs = [list(graph) for _, graph in groupby(quads, key=lambda q: q.graph_name)]
    shuffled = [quad for graph in graphs for quad in (*graph[::-1], graph[0])]
    assert written(shuffled, form) == written(quads, form)


def test_turtle_is_the_same_under_any_hash_seed() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from factories import two_papers\n"
        "from sciloom.rdf import BuildInfo, serialise, to_quads\n"
        "build = BuildInfo(version='1', pipeline='rules', digest='abc')\n"
        "for form in ('turtle', 'trig', 'jsonld'):\n"
        "    serialise(to_quads(two_papers(), build=build), form, sys.stdout.buffer)\n"
    )
    tests = str(Path(__file__).parents[1])
    zero, one = (
        subprocess.run(
            [sys.executable, "-c", code, tests],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    )
    assert zero == one
    assert b"Loom" in zero


def test_the_order_of_papers_does_not_show() -> None:
    resolution = two_papers()
    turned = Resolution(
        extractions=resolution.extractions[::-1],
        concepts=resolution.concepts[::-1],
        links=resolution.links[::-1],
    )
    assert list(to_quads(turned, build=BUILD)) == list(to_quads(resolution, build=BUILD))


def test_turtle_reads_well() -> None:
    file = io.BytesIO()
    write_turtle(to_quads(two_papers(), build=BUILD), file)
    text = file.getvalue().decode()
    assert text.startswith("@prefix : <https://w3id.org/sciloom/ontology#> .\n@prefix dcterms:")
    assert "<https://w3id.org/sciloom/id/concept/loom> a :Method ;\n" in text
    assert "qudt:numericValue 26.3 ;" in text
    claims = [text.index(f"/claim/{n}> a ") for n in (1, 2, 3)]
    assert claims == sorted(claims)


ANY = st.text(st.characters(exclude_categories=()), max_size=12)
SOME = st.text(st.characters(exclude_categories=()), min_size=1, max_size=12)


@st.composite
def resolutions(draw: st.DrawFn) -> Resolution:
    """One paper whose every string is arbitrary: controls, surrogates, quotes, angle brackets."""
    text = draw(SOME)
    names = draw(st.lists(SOME, min_size=1, max_size=3, unique=True))
    paper = Paper(
        id=draw(SOME),
        text=text,
        abstract=text,
        title=draw(st.none() | ANY),
        year=draw(st.none() | st.integers(1, 9999)),
        authors=tuple(draw(st.lists(ANY, max_size=2))),
        venue=draw(st.none() | ANY),
        doi=draw(st.none() | ANY),
        ids={"arxiv": draw(ANY), "x": draw(ANY)},
        url=draw(st.none() | ANY),
        keywords=tuple(draw(st.lists(ANY, max_size=2))),
        sources=(Source(file=draw(ANY), record=draw(ANY)),),
    )
    mention = Mention(start=0, end=1, text=text[:1], type="Method", score=0.5)
    entities = tuple(
        Entity(
            name=name,
            surface=(name,),
            type="Method",
            role="used",
            named=True,
            mentions=(mention,),
            score=draw(st.floats(0, 1)),
        )
        for name in names
    )
    value = Quantity(
        quote=text,
        start=0,
        end=len(text),
        value=draw(st.decimals(allow_nan=False, allow_infinity=False, places=3)),
        unit=draw(ANY),
        qualifier="",
        printed=draw(ANY),
    )
    claim = Claim(
        quote=text,
        start=0,
        end=len(text),
        type="Finding",
        subject=names[0],
        comparators=(draw(ANY),),
        values=(value,),
    )
    iri = paper_iri(paper)
    concepts = {name: concept_iri(draw(SOME)) for name in names}
    return Resolution(
        extractions=(Extraction(paper=paper, entities=entities, claims=(claim,)),),
        concepts=tuple(
            Concept(iri=iri, key=name, type="Method", pref_label=name, alt_labels=(draw(ANY),))
            for name, iri in concepts.items()
        ),
        links=(
            tuple(
                Link(paper=iri, entity=name, concept=concept, reason=draw(SOME), score=0.5)
                for name, concept in concepts.items()
            ),
        ),
    )


@settings(deadline=None)
@given(resolutions(), st.sampled_from(sorted(FORMATS)))
def test_whatever_was_read_survives_both_parsers(resolution: Resolution, form: str) -> None:
    quads = list(to_quads(resolution, build=BUILD))
    data = written(quads, form)
    assert parsed_by_rdflib(data, form) == triples(quads)
    assert triples(pyoxigraph.parse(data, FORMATS[form])) == triples(quads)


@settings(deadline=None)
@given(resolutions())
def test_no_fact_is_lost(resolution: Resolution) -> None:
    quads = list(to_quads(resolution, build=BUILD))
    (extraction,) = resolution.extractions
    said = [q.predicate.value.rsplit("#")[-1] for q in quads]
    assert said.count("name") == len(extraction.entities)
    (text,) = (q.object.value for q in quads if q.predicate.value.endswith("#text"))
    assert len(text) == len(extraction.paper.text)
    (number,) = (q.object.value for q in quads if q.predicate.value.endswith("numericValue"))
    assert Decimal(number) == extraction.claims[0].values[0].value


@settings(deadline=None)
@given(resolutions())
def test_the_store_gives_back_each_literal_as_written(resolution: Resolution) -> None:
    quads = list(to_quads(resolution, build=BUILD))
    store = pyoxigraph.Store()
    store.extend(quads)
    assert set(store) == set(quads)
