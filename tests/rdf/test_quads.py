import unicodedata
from collections import Counter, defaultdict
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import BlankNode, Literal, NamedNode, Quad, RdfFormat, Store, parse

from factories import entity, first_paper, resolved, second_paper, two_papers
from sciloom.facts import read_facts
from sciloom.model import Extraction, Paper, Relation
from sciloom.query import string_literal
from sciloom.rdf import BuildInfo, to_quads
from sciloom.rdf.ntriples import decimal
from sciloom.resolve import resolve
from sciloom.vocab import (
    PREFIXES,
    build_iri,
    concept_iri,
    concepts_graph,
    folded,
    paper_graph,
    paper_iri,
    segment,
)

BUILD = BuildInfo(version="1", pipeline="rules", digest="abc")
FIRST, SECOND = paper_iri(first_paper().paper), paper_iri(second_paper().paper)
GOLD = Path(__file__).parents[2] / "examples" / "icml2024" / "gold.jsonl"


@pytest.fixture(scope="module")
def quads() -> list[Quad]:
    return list(to_quads(two_papers(), build=BUILD))


@pytest.fixture(scope="module")
def store(quads: list[Quad]) -> Store:
    store = Store()
    store.extend(quads)
    return store


def rows(store: Store, query: str) -> set[tuple[str, ...]]:
    found = store.query(query, prefixes=dict(PREFIXES), use_default_graph_as_union=True)
    return {tuple(term.value if term else "" for term in row) for row in found}


def test_a_graph_a_paper_one_of_concepts_one_of_the_build(quads: list[Quad]) -> None:
    assert {q.graph_name.value for q in quads} == {
        paper_graph(FIRST),
        paper_graph(SECOND),
        concepts_graph(),
        build_iri(),
    }
    for quad in quads:
        owner = quad.graph_name.value.removesuffix("/graph")
        if owner in (FIRST, SECOND):
            assert quad.subject.value.startswith(owner)


def test_no_blank_nodes(quads: list[Quad]) -> None:
    assert not any(isinstance(t, BlankNode) for q in quads for t in (q.subject, q.object))


def test_a_paper_says_what_it_does(store: Store) -> None:
    edges = rows(
        store,
        f"SELECT ?p ?label {{ <{FIRST}> ?p ?c . ?c skos:prefLabel ?label FILTER (?p != :entity) }}",
    )
    assert {(p.rsplit("#")[-1], label) for p, label in edges} == {
        ("proposes", "Loom"),
        ("comparesWith", "Yarn Networks"),
        ("uses", "𝒳-parsers"),
        ("evaluatesOn", "KnotBank"),
        ("reports", "accuracy"),
        ("addresses", "knot diagrams"),
        ("mentions", "untangling"),
    }


def test_an_edge_between_concepts_stands_once_and_each_statement_in_its_paper(
    store: Store,
) -> None:
    assert rows(
        store,
        "SELECT ?o { ?s skos:prefLabel 'Loom' ; :outperforms/skos:prefLabel ?o }",
    ) == {("Yarn Networks",)}
    stated = "SELECT ?p ?r { ?p :states ?r . ?r rdf:predicate :isA }"
    assert rows(store, stated) == {
        (FIRST, f"{FIRST}/relation/2"),
        (SECOND, f"{SECOND}/relation/2"),
    }
    assert rows(store, "SELECT ?s { ?s :isA ?s }") == set(), "merged ends are no edge"


def test_a_claim_answers_how_much_better(store: Store) -> None:
    query = """SELECT ?subject ?over ?phrase ?metric ?dataset ?task ?n ?printed ?unit ?qualifier {
        ?paper :claims ?claim . ?claim a :Improvement ; :subject/skos:prefLabel ?subject ;
            :comparator/skos:prefLabel ?over ; :comparatorText ?phrase ;
            :metric/skos:prefLabel ?metric ; :dataset/skos:prefLabel ?dataset ;
            :task/skos:prefLabel ?task ; :value ?v .
        ?v qudt:numericValue ?n ; :printed ?printed ; :unit ?unit ; :qualifier ?qualifier
        FILTER (?n > 20) }"""
    assert rows(store, query) == {
        (
            "Loom", "Yarn Networks", "prior work", "accuracy", "KnotBank", "knot diagrams",
            "26.3", "26.30", "point", "up to",
        )
    }  # fmt: skip


def test_flags_are_true_or_not_stated(store: Store) -> None:
    flags = rows(
        store, "SELECT ?c ?f ?v { ?c a :Claim ; ?f ?v FILTER (?f IN (:novel, :negated, :hedged)) }"
    )
    assert {(c.rsplit("/")[-1], f.rsplit("#")[-1], v) for c, f, v in flags} == {
        ("2", "novel", "true"),
        ("3", "negated", "true"),
        ("3", "hedged", "true"),
    }


def test_a_merge_that_is_not_certain_gives_its_reason(store: Store) -> None:
    merged = rows(store, "SELECT ?n ?s { ?e :name ?n ; :mergeReason ?r ; :mergeScore ?s }")
    assert merged == {("YN", "0.9")}


def test_labels_are_nfc_and_no_label_is_both_preferred_and_alternative() -> None:
    text = "Cafe\u0301 nets and café nets"
    paper = Paper(id="p", text=text, abstract=text)
    one = entity(text, "Cafe\u0301 nets", "café nets", type="Method", role="proposed")
    quads = list(to_quads(resolve([Extraction(paper=paper, entities=(one,))]), build=BUILD))
    said = {(q.predicate.value.rsplit("#")[-1], q.object.value) for q in quads}
    assert ("name", "Café nets") in said
    assert ("text", text) in said, "the text stays as offsets refer to it"
    labels = Counter(v for p, v in said if p in ("prefLabel", "altLabel"))
    assert labels == {"Café nets": 1, "café nets": 1}


def test_each_label_stands_folded_once() -> None:
    names = ("CAFE\u0301 Nets", "café nets")
    text = " and ".join(names)
    paper = Paper(id="p", text=text, abstract=text)
    one = entity(text, *names, type="Method", role="proposed")
    quads = to_quads(resolve([Extraction(paper=paper, entities=(one,))]), build=BUILD)
    said = [
        ("/concept/" in q.subject.value, q.object.value)
        for q in quads
        if q.predicate.value.endswith("#foldedLabel")
    ]
    assert sorted(said) == [
        (False, "café nets"),
        (False, paper_iri(paper)),
        (False, "p"),
        (True, "café nets"),
    ]


def test_papers_that_work_with_a_concept_are_counted() -> None:
    text = "Loom and Yarn"

    def paper(number: int, role: str) -> Extraction:
        one = Paper(id=f"p{number}", text=f"{text} {number}", abstract=text)
        named = entity(one.text, "Yarn", type="Method", role=role)
        return Extraction(paper=one, entities=(named,))

    quads = to_quads(
        resolve([paper(1, "used"), paper(2, "background"), paper(3, "compared")]), build=BUILD
    )
    counts = [q.object.value for q in quads if q.predicate.value.endswith("#paperCount")]
    assert counts == ["2"]


def test_methods_are_paired_that_several_papers_work_with() -> None:
    text = "Loom, Yarn, Knot"

    def paper(number: int, *names: str) -> Extraction:
        one = Paper(id=f"p{number}", text=f"{text} {number}", abstract=text)
        named = (entity(one.text, name, type="Method", role="used") for name in names)
        return Extraction(paper=one, entities=tuple(named))

    papers = [paper(1, "Yarn", "Loom", "Knot"), paper(2, "Loom", "Yarn"), paper(3, "Knot")]
    quads = list(to_quads(resolve(papers), build=BUILD))
    loom, yarn = NamedNode(concept_iri("loom")), NamedNode(concept_iri("yarn"))
    pairs = [(q.subject, q.object) for q in quads if q.predicate.value.endswith("#usedWith")]
    assert pairs == [(loom, yarn)]
    said = {
        q.object.value
        for q in quads
        if q.subject.value == f"{loom.value}/usedWith/{segment(yarn.value)}"
    }
    assert {loom.value, yarn.value, "2"} < said


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_folded_label_is_nfc_and_in_lower_case_as_the_engine_sees_it(text: str) -> None:
    form = folded(text)
    assert folded(form) == form
    assert unicodedata.is_normalized("NFC", form)
    assert Store().query(
        f"ASK {{ FILTER(LCASE({string_literal(form)}) = {string_literal(form)}) }}"
    )


def test_names_that_share_an_iri_segment_stay_two_entities() -> None:
    text = "é e\u0301"
    paper = Paper(id="p", text=text, abstract=text)
    two = tuple(entity(text, name, type="Method") for name in ("é", "e\u0301"))
    quads = to_quads(resolve([Extraction(paper=paper, entities=two)]), build=BUILD)
    assert sum(q.predicate.value.endswith("#entity") for q in quads) == 2


def test_an_absent_field_says_nothing() -> None:
    paper = Paper(id="p", text="t", abstract="t", title="", doi="", url="", venue="", ids={"x": ""})
    quads = list(to_quads(resolve([Extraction(paper=paper)]), build=BUILD))
    said = {q.predicate.value for q in quads if q.subject.value == paper_iri(paper)}
    names = {iri.rsplit("/")[-1].rsplit("#")[-1] for iri in said}
    assert names == {"type", "label", "foldedLabel", "identifier", "text", "language"}


def test_one_paper_twice_is_refused() -> None:
    twice = resolved(first_paper(), first_paper())
    with pytest.raises(ValueError, match="two extractions are of one paper"):
        list(to_quads(twice, build=BUILD))


@pytest.mark.parametrize("base", ["", "relative/", "http://a b/", "https://x.org/id"])
def test_a_base_that_makes_no_iri_is_refused(base: str) -> None:
    with pytest.raises(ValueError, match="base"):
        list(to_quads(resolve((), base=base), build=BUILD, base=base))


def test_another_base_moves_every_resource() -> None:
    base = "urn:x:"
    quads = list(to_quads(resolve((second_paper(),), base=base), build=BUILD, base=base))
    assert all(q.subject.value.startswith(base) for q in quads)
    assert all(q.graph_name.value.startswith(base) for q in quads)


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (Decimal("95.10"), "95.1"),
        (Decimal("7.0"), "7"),
        (Decimal("-0.0"), "0"),
        (Decimal("1E+3"), "1000"),
        (Decimal("1E-3"), "0.001"),
        (Decimal(100), "100"),
        (0.97, "0.97"),
        (1e-05, "0.00001"),
    ],
)
def test_decimals_are_spelled_as_the_store_spells_them(
    value: Decimal | float, printed: str
) -> None:
    (quad,) = parse(f"<urn:x> <urn:x> {decimal(value)} .", RdfFormat.N_TRIPLES)
    literal = quad.object
    assert isinstance(literal, Literal)
    assert literal.value == printed
    store, node = Store(), NamedNode("urn:x")
    store.add(Quad(node, node, literal))
    assert [q.object for q in store] == [literal]


def test_every_quote_is_the_slice_at_its_offsets(quads: list[Quad]) -> None:
    facts: defaultdict[str, dict[str, Literal]] = defaultdict(dict)
    for quad in quads:
        if isinstance(quad.object, Literal):
            facts[quad.subject.value][quad.predicate.value.rsplit("#")[-1]] = quad.object
    quoted = [(node, said) for node, said in facts.items() if "exact" in said]
    assert len(quoted) == 11
    for node, said in quoted:
        owner = next(iri for iri in (FIRST, SECOND) if node.startswith(iri))
        start, end = int(said["start"].value), int(said["end"].value)
        assert facts[owner]["text"].value[start:end] == said["exact"].value


def test_a_paper_of_the_gold_keeps_to_its_budget() -> None:
    extractions = [*read_facts(GOLD)]
    quads = to_quads(resolve(extractions), build=BUILD)
    graphs = Counter(q.graph_name.value for q in quads)
    papers = sum(n for graph, n in graphs.items() if graph.endswith("/graph"))
    assert papers / len(extractions) < 250


def test_evidence_is_shared(quads: list[Quad]) -> None:
    spans = [q.object for q in quads if q.predicate.value.endswith("#evidence")]
    assert len(spans) == 13
    assert len(set(spans)) == 7


def test_a_statement_of_a_merged_pair_is_kept() -> None:
    paper = second_paper()
    relation = Relation(
        subject="YN", predicate="basedOn", object="Yarn networks", evidence=(0, 5), score=1.0
    )
    quads = to_quads(resolved(replace(paper, relations=(relation,))), build=BUILD)
    assert sum(q.predicate.value.endswith("#predicate") for q in quads) == 1
