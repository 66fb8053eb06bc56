from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pyoxigraph import BlankNode, Literal, NamedNode, Quad
from rdflib import RDF, RDFS, Graph, Namespace, URIRef

from factories import first_paper, resolved, two_papers
from sciloom.facts import read_facts
from sciloom.model import Extraction, Paper
from sciloom.rdf import BuildInfo, ShapeReport, spread, to_quads, validate
from sciloom.resolve import resolve
from sciloom.vocab import (
    ONTOLOGY,
    PREFIXES,
    build_iri,
    concepts_graph,
    ontology_file,
    paper_iri,
)

BUILD = BuildInfo(version="1", pipeline="rules", digest="abc")
P = paper_iri(first_paper().paper)
C = "https://w3id.org/sciloom/id/concept/"
DATASET = "https://w3id.org/sciloom/id/dataset"
LOOM, ENTITY = C + "loom", f"{P}/entity/Loom"
NAME, SENTENCE = f"{P}#char=0,4", f"{P}#char=25,106"
RELATION, CLAIM, VALUE = f"{P}/relation/1", f"{P}/claim/1", f"{P}/claim/1/value/1"
GOLD = Path(__file__).parents[2] / "examples" / "icml2024" / "gold.jsonl"
SH = Namespace("http://www.w3.org/ns/shacl#")


def iri(name: str) -> NamedNode:
    prefix, _, local = name.rpartition(":")
    return NamedNode(dict(PREFIXES)[prefix] + local)


def number(text: str, datatype: str = "decimal") -> Literal:
    return Literal(text, datatype=iri(f"xsd:{datatype}"))


def graph() -> list[Quad]:
    return list(to_quads(two_papers(), build=BUILD))


def edited(subject: str, predicate: str, *objects: NamedNode | Literal | BlankNode) -> list[Quad]:
    """Return the graph with these objects in the place of what the subject says by predicate.

    A leading "+" keeps what it says.
    """
    quads = graph()
    term = iri(predicate.removeprefix("+"))
    name = next(q.graph_name for q in quads if q.subject.value == subject)
    said = [Quad(NamedNode(subject), term, o, name) for o in objects]
    kept = [
        q
        for q in quads
        if predicate.startswith("+") or q.subject.value != subject or q.predicate != term
    ]
    at = next(i for i, q in enumerate(kept) if q.graph_name == name)
    return kept[:at] + said + kept[at:]


def messages(report: ShapeReport, focus: str) -> str:
    return " | ".join(v.message for v in report.violations if v.focus == focus)


def test_a_built_graph_conforms() -> None:
    report = validate(graph())
    assert report.violations == ()
    assert report.conforms
    assert (report.papers, report.checked) == (2, 2)


def test_the_gold_conforms_and_gives_each_shape_a_focus_node() -> None:
    quads = list(to_quads(resolve(read_facts(GOLD)), build=BUILD))
    report = validate(quads)
    assert report.violations == ()
    assert report.checked == 19
    shapes = Graph().parse(data=ontology_file("shapes.ttl").read_text("utf-8"))
    types = {q.object.value for q in quads if q.predicate == iri("rdf:type")}
    types |= {ONTOLOGY + "Concept"}
    used = {q.predicate.value for q in quads}
    for shape in shapes.subjects(RDF.type, SH.NodeShape):
        if (None, SH.node, shape) in shapes:
            continue  # is reached through the shape that names it
        classes = set(shapes.objects(shape, SH.targetClass))
        predicates = set(shapes.objects(shape, SH.targetObjectsOf))
        assert classes | predicates, f"{shape} has no target"
        assert all(str(c) in types for c in classes)
        assert all(str(p) in used for p in predicates)


def test_every_shape_and_property_says_what_to_do() -> None:
    shapes = Graph().parse(data=ontology_file("shapes.ttl").read_text("utf-8"))
    author = URIRef(ONTOLOGY + "AuthorShape")  # the paper's shape speaks for it
    for constraint in (SH.property, SH.sparql):
        for shape, inner in shapes.subject_objects(constraint):
            if shape == author or len(list(shapes.predicate_objects(inner))) == 1:
                continue  # a bare path only names what a closed shape admits
            message = str(shapes.value(inner, SH.message))
            assert message.endswith(".")
            assert ";" in message
    for shape in set(shapes.subjects(RDF.type, SH.NodeShape)) - {author}:
        assert shapes.value(shape, SH.message)
    assert not set(shapes.subjects(RDFS.subClassOf))


#: Subject, predicate ("+": beside what is said, else in its place), objects, message, and focus
#: node where it is another than the subject.
BROKEN = (
    (P, "rdfs:label", (), "A paper has one label"),
    (P, "+dcterms:identifier", (Literal("b"),), "A paper has one identifier"),
    (P, "foldedLabel", (), "A paper has a folded label"),
    (P, "text", (), "A paper has one text"),
    (P, "dcterms:language", (Literal("the king's"),), "A paper has one language"),
    (P, "dcterms:title", (Literal(""),), "A paper has at most one title"),
    (P, "dcterms:date", (number("soon", "gYear"),), "A paper has at most one date"),
    (f"{P}/author/2", "foaf:name", (), "An author is a foaf:Person", P),
    (P, "uses", (NamedNode(C + "nowhere"),), "A paper's edge leads to a concept"),
    (P, "+entity", (NamedNode(LOOM),), "A paper's :entity is an Entity"),
    (P, "+claims", (NamedNode(LOOM),), "A paper's :claims is a Claim"),
    (P, "+states", (BlankNode("x"),), "A paper's :states is an rdf:Statement"),
    (P, "entity", (), "An entity belongs to exactly one paper", ENTITY),
    (ENTITY, "name", (), "An entity has one name"),
    (ENTITY, "+concept", (NamedNode(C + "accuracy"),), "exactly one concept"),
    (ENTITY, "concept", (), "exactly one concept"),
    (ENTITY, "readAs", (iri("Paper"),), "exactly one of Method, Dataset, Metric, Task"),
    (ENTITY, "role", (Literal("hero"),), "An entity has one role"),
    (ENTITY, "named", (number("false", "boolean"),), ":named is true or not stated"),
    (ENTITY, "score", (number("1.2"),), "An entity has one score"),
    (ENTITY, "score", (number("0.5", "double"),), "An entity has one score"),
    (ENTITY, "score", (Literal(float("nan")),), "An entity has one score"),
    (ENTITY, "mergeScore", (number("-1"),), "A merge has at most one score"),
    (ENTITY, "mergeReason", (Literal(""),), "A merge has at most one reason"),
    (ENTITY, "mention", (), "An entity is mentioned at least once"),
    (ENTITY, "dcterms:title", (Literal("x"),), "remove what it does not define"),
    (NAME, "oa:start", (number("5", "integer"),), "before its end"),
    (NAME, "oa:start", (number("-1", "integer"),), "A span starts at one integer from 0"),
    (NAME, "oa:end", (), "A span ends at one integer"),
    (NAME, "venue", (Literal("x"),), "offsets and a quote only"),
    (SENTENCE, "+oa:exact", (Literal("x"),), "A span has at most one quote"),
    (SENTENCE, "oa:exact", (), "Evidence quotes its text"),
    (SENTENCE, "oa:exact", (Literal("We"),), "not the paper's text at these offsets"),
    (SENTENCE, "rdf:type", (), "Evidence is an oa:TextPositionSelector"),
    (ENTITY, "mention", (NamedNode(LOOM),), "A span is the paper's IRI with #char=", LOOM),
    (P, "states", (), "A relation is stated by exactly one paper", RELATION),
    (RELATION, "rdf:subject", (), "A relation starts at one concept"),
    (RELATION, "rdf:object", (NamedNode(ENTITY),), "A relation ends at one concept"),
    (RELATION, "rdf:predicate", (iri("uses"),), "A relation is one of the ten"),
    (RELATION, "rdf:predicate", (iri("trainedOn"),), "trainedOn does not join the types"),
    (RELATION, "evidence", (), "A relation has evidence"),
    (RELATION, "score", (), "A relation has one score"),
    (RELATION, "named", (number("true", "boolean"),), "remove the rest"),
    (P, "claims", (), "A claim is made by exactly one paper", CLAIM),
    (CLAIM, "rdf:type", (iri("Claim"),), "exactly one of Improvement"),
    (CLAIM, "+rdf:type", (iri("Finding"),), "exactly one of Improvement"),
    (CLAIM, "metric", (Literal("accuracy"),), "A claim's slots hold concepts"),
    (CLAIM, "+subject", (NamedNode(C + "accuracy"),), "A claim has at most one subject"),
    (CLAIM, "comparatorText", (Literal(""),), "A comparator's text is a string"),
    (CLAIM, "novel", (Literal("yes"),), ":novel is true or not stated"),
    (CLAIM, "negated", (Literal("yes"),), ":negated is true or not stated"),
    (CLAIM, "hedged", (Literal("yes"),), ":hedged is true or not stated"),
    (CLAIM, "score", (), "A claim has one score"),
    (CLAIM, "value", (NamedNode(LOOM),), "A claim's value is a Quantity"),
    (CLAIM, "evidence", (), "A claim has one span as evidence"),
    (CLAIM, "uses", (NamedNode(LOOM),), "slots only"),
    (CLAIM, "value", (), "A quantity belongs to exactly one claim", VALUE),
    (VALUE, "qudt:numericValue", (number("NaN"),), "A quantity has one number"),
    (VALUE, "qudt:numericValue", (Literal("26.3"),), "A quantity has one number"),
    (VALUE, "printed", (), "A quantity keeps its digits as printed"),
    (VALUE, "unit", (Literal("3 points"),), "A quantity has one unit"),
    (VALUE, "unit", (), "A quantity has one unit"),
    (VALUE, "qualifier", (Literal("roughly"),), "A qualifier is"),
    (VALUE, "direction", (Literal("up"),), "A direction is"),
    (VALUE, "kind", (Literal("?"),), "A kind is"),
    (VALUE, "oa:start", (), "A quantity starts at one integer"),
    (VALUE, "oa:end", (), "A quantity ends at one integer"),
    (VALUE, "oa:exact", (), "A quantity quotes its text"),
    (VALUE, "oa:exact", (Literal("26.3"),), "not the paper's text at these offsets"),
    (VALUE, "name", (Literal("x"),), "remove what it does not define"),
    (LOOM, "+rdf:type", (iri("Task"),), "A concept is exactly one of"),
    (LOOM, "+skos:prefLabel", (Literal("LOOM"),), "A concept has one preferred label"),
    (LOOM, "skos:altLabel", (Literal("Loom"),), "no alternative label too"),
    (LOOM, "skos:altLabel", (Literal(""),), "An alternative label is a string"),
    (LOOM, "foldedLabel", (), "A concept has a folded label"),
    (LOOM, "+foldedLabel", (Literal(""),), "A concept has a folded label"),
    (LOOM, "+foldedLabel", (Literal("LOOM"),), "A folded label is in lower case"),
    (LOOM, "paperCount", (), "A concept has one number of papers"),
    (LOOM, "+paperCount", (number("9", "integer"),), "A concept has one number of papers"),
    (LOOM, "partOf", (NamedNode(P),), "A relation leads from concept to concept"),
    (build_iri(), "dcterms:identifier", (), "A build has one digest"),
    (build_iri(), "prov:wasAssociatedWith", (), "A build names the software"),
    (DATASET, "prov:wasGeneratedBy", (), "A build generated one dataset", build_iri()),
)


@pytest.mark.parametrize("broken", BROKEN, ids=lambda b: f"{b[1]}: {b[3]}")
def test_a_graph_broken_on_purpose_is_found_out(broken: Any) -> None:
    subject, predicate, objects, message, *other = broken
    report = validate(edited(subject, predicate, *objects))
    assert not report.conforms
    assert message in messages(report, *(other or (subject,)))


def test_a_violation_says_where() -> None:
    (found,) = validate(edited(ENTITY, "score", number("1.2"))).violations
    assert found.path == f"<{ONTOLOGY}score>"
    assert found.value == "1.2"
    assert found.severity == "Violation"
    (found,) = (
        v
        for v in validate(edited(CLAIM, "metric", Literal("accuracy"))).violations
        if "slots hold" in v.message
    )
    slots = ("subject", "comparator", "metric", "dataset", "task")
    assert found.path == "|".join(f"<{ONTOLOGY}{slot}>" for slot in slots)


def test_types_are_those_that_this_paper_reads() -> None:
    """Another paper that reads the same concept as a Task does not excuse this one."""
    first = first_paper()
    wrong = replace(first.relations[2], predicate="usedFor", object="KnotBank")
    report = validate(to_quads(resolved(replace(first, relations=(wrong,))), build=BUILD))
    assert [v.focus for v in report.violations] == [RELATION]


def papers(many: int, *, bad: Iterable[int] = ()) -> Iterable[Quad]:
    """Yield the quads of many papers without entities; the bad ones have no identifier."""
    extractions = tuple(
        Extraction(paper=Paper(id="" if n in bad else str(n), text=f"text {n}", abstract=""))
        for n in range(many)
    )
    return to_quads(resolve(extractions), build=BUILD)


def iris(many: int) -> list[str]:
    return [paper_iri(Paper(id="", text=f"text {n}", abstract="")) for n in range(many)]


def test_every_part_of_a_big_graph_is_checked() -> None:
    told: list[int] = []
    report = validate(papers(45, bad=(0, 44)), watch=told.append)
    assert {v.focus for v in report.violations} == {iris(45)[0], iris(45)[44]}
    assert (report.papers, report.checked) == (45, 45)
    assert told == [20, 40, 45]


def test_a_sample_checks_what_it_names() -> None:
    chosen = [iris(45)[7], iris(45)[8]]
    report = validate(papers(45, bad=(7, 9)), papers=chosen)
    assert [v.focus for v in report.violations] == [iris(45)[7]]
    assert (report.papers, report.checked) == (45, 2)


def test_a_concept_that_no_paper_names_is_checked_too() -> None:
    quads = [Quad(NamedNode(C + "lone"), iri("rdf:type"), iri("Task"), NamedNode(concepts_graph()))]
    assert "one preferred label" in messages(validate(quads), C + "lone")


def test_a_sample_is_spread_evenly_and_always_the_same() -> None:
    names = [f"p{n:02}" for n in range(10)]
    assert spread(names, 20) == tuple(names)
    assert spread(names, 5) == ("p00", "p02", "p04", "p06", "p08")
    assert spread(names, 0) == ()


def test_an_ill_formed_literal_is_found_without_noise(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    report = validate(edited(P, "dcterms:date", number("in 2024", "gYear")))
    assert not report.conforms
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []
