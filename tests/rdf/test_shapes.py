from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from pyoxigraph import BlankNode, Literal, NamedNode, Quad
from rdflib import RDF, RDFS, Graph, Namespace, URIRef

from factories import first_paper, resolved, two_papers
from sciloom.facts import read_facts
from sciloom.model import Extraction, Paper
from sciloom.rdf import BuildInfo, ShapeReport, spread, to_quads, validate
from sciloom.rdf.terms import decimal
from sciloom.resolve import resolve
from sciloom.vocab import (
    ONTOLOGY,
    PREFIXES,
    build_iri,
    concepts_graph,
    ontology_file,
    paper_graph,
    paper_iri,
)

BUILD = BuildInfo(version="1", pipeline="rules", digest="abc")
P = paper_iri(first_paper().paper)
C = "https://w3id.org/sciloom/id/concept/"
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


def edited(
    subject: str,
    predicate: str,
    *objects: NamedNode | Literal | BlankNode,
    keep: bool = False,
) -> list[Quad]:
    """Return the graph with these objects in the place of what the subject says by predicate."""
    quads = graph()
    hit = [q for q in quads if q.subject.value == subject and q.predicate == iri(predicate)]
    name = next(q.graph_name for q in quads if q.subject.value == subject)
    said = [Quad(NamedNode(subject), iri(predicate), o, name) for o in objects]
    kept = [q for q in quads if keep or q not in hit]
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


BROKEN: list[tuple[str, Callable[[], list[Quad]], str, str]] = [
    ("no label", lambda: edited(P, "rdfs:label"), P, "A paper has one label"),
    (
        "two identifiers",
        lambda: edited(P, "dcterms:identifier", Literal("b"), keep=True),
        P,
        "one identifier",
    ),
    ("no text", lambda: edited(P, "text"), P, "A paper has one text"),
    ("language", lambda: edited(P, "dcterms:language", Literal("the king's")), P, "one language"),
    ("title", lambda: edited(P, "dcterms:title", Literal("")), P, "one title"),
    ("year", lambda: edited(P, "dcterms:date", number("soon", "gYear")), P, "at most one date"),
    ("author", lambda: edited(f"{P}/author/2", "foaf:name"), P, "An author is a foaf:Person"),
    ("edge", lambda: edited(P, "uses", NamedNode(C + "nowhere")), P, "leads to a concept"),
    (
        "entity edge",
        lambda: edited(P, "entity", NamedNode(LOOM), keep=True),
        P,
        "is an Entity",
    ),
    ("claim edge", lambda: edited(P, "claims", NamedNode(LOOM), keep=True), P, "is a Claim"),
    ("states edge", lambda: edited(P, "states", BlankNode("x"), keep=True), P, "rdf:Statement"),
    ("orphan", lambda: edited(P, "entity"), ENTITY, "belongs to exactly one paper"),
    ("name", lambda: edited(ENTITY, "name"), ENTITY, "one name"),
    (
        "two concepts",
        lambda: edited(ENTITY, "concept", NamedNode(C + "accuracy"), keep=True),
        ENTITY,
        "exactly one concept",
    ),
    (
        "type",
        lambda: edited(ENTITY, "readAs", iri("Paper")),
        ENTITY,
        "exactly one of Method, Dataset, Metric, Task",
    ),
    (
        "role",
        lambda: edited(ENTITY, "role", Literal("hero")),
        ENTITY,
        "one role",
    ),
    (
        "named",
        lambda: edited(ENTITY, "named", number("false", "boolean")),
        ENTITY,
        ":named is true or not stated",
    ),
    (
        "score",
        lambda: edited(ENTITY, "score", number("1.2")),
        ENTITY,
        "a decimal in [0, 1]",
    ),
    (
        "score not a number",
        lambda: edited(ENTITY, "score", decimal(float("nan"))),
        ENTITY,
        "a decimal in [0, 1]",
    ),
    (
        "score type",
        lambda: edited(ENTITY, "score", number("0.5", "double")),
        ENTITY,
        "a decimal in [0, 1]",
    ),
    (
        "merge score",
        lambda: edited(ENTITY, "mergeScore", number("-1")),
        ENTITY,
        "A merge has at most one score",
    ),
    (
        "merge reason",
        lambda: edited(ENTITY, "mergeReason", Literal("")),
        ENTITY,
        "one reason",
    ),
    (
        "no mention",
        lambda: edited(ENTITY, "mention"),
        ENTITY,
        "at least once",
    ),
    (
        "unknown property",
        lambda: edited(ENTITY, "dcterms:title", Literal("x")),
        ENTITY,
        "remove what it does not define",
    ),
    (
        "start after end",
        lambda: edited(NAME, "oa:start", number("5", "integer")),
        NAME,
        "before its end",
    ),
    ("no end", lambda: edited(NAME, "oa:end"), NAME, "A span ends at one"),
    (
        "two quotes",
        lambda: edited(SENTENCE, "oa:exact", Literal("x"), keep=True),
        SENTENCE,
        "at most one quote",
    ),
    (
        "span name",
        lambda: edited(ENTITY, "mention", NamedNode(LOOM)),
        LOOM,
        "A span is the paper's IRI",
    ),
    (
        "wrong quote",
        lambda: edited(SENTENCE, "oa:exact", Literal("We present Loom")),
        SENTENCE,
        "not the paper's text at these offsets",
    ),
    (
        "no quote",
        lambda: edited(SENTENCE, "oa:exact"),
        SENTENCE,
        "quotes its text",
    ),
    (
        "evidence type",
        lambda: edited(SENTENCE, "rdf:type"),
        SENTENCE,
        "Evidence is an oa:TextPositionSelector",
    ),
    (
        "relation of no paper",
        lambda: edited(P, "states"),
        RELATION,
        "stated by exactly one paper",
    ),
    (
        "relation's end",
        lambda: edited(RELATION, "rdf:object", NamedNode(f"{P}/entity/YN")),
        RELATION,
        "ends at one concept",
    ),
    (
        "relation's start",
        lambda: edited(RELATION, "rdf:subject"),
        RELATION,
        "starts at",
    ),
    (
        "relation's name",
        lambda: edited(RELATION, "rdf:predicate", iri("uses")),
        RELATION,
        "one of the ten",
    ),
    (
        "relation's types",
        lambda: edited(RELATION, "rdf:predicate", iri("trainedOn")),
        RELATION,
        "trainedOn does not join the types that the paper reads here",
    ),
    (
        "relation's evidence",
        lambda: edited(RELATION, "evidence"),
        RELATION,
        "A relation has evidence",
    ),
    (
        "relation's score",
        lambda: edited(RELATION, "score"),
        RELATION,
        "A relation has one score",
    ),
    ("claim of no paper", lambda: edited(P, "claims"), CLAIM, "made by exactly one paper"),
    (
        "claim's type",
        lambda: edited(CLAIM, "rdf:type", iri("Claim")),
        CLAIM,
        "exactly one of Improvement",
    ),
    (
        "claim's slot",
        lambda: edited(CLAIM, "metric", Literal("accuracy")),
        CLAIM,
        "slots hold concepts",
    ),
    (
        "claim's subjects",
        lambda: edited(CLAIM, "subject", NamedNode(C + "accuracy"), keep=True),
        CLAIM,
        "at most one subject",
    ),
    (
        "claim's phrase",
        lambda: edited(CLAIM, "comparatorText", Literal("")),
        CLAIM,
        "string that is not empty",
    ),
    *(
        (
            f"claim's {flag}",
            lambda flag=flag: edited(CLAIM, flag, Literal("yes")),  # type: ignore[misc]
            CLAIM,
            f":{flag} is true or not stated",
        )
        for flag in ("novel", "negated", "hedged")
    ),
    (
        "claim's score",
        lambda: edited(CLAIM, "score"),
        CLAIM,
        "A claim has one score",
    ),
    (
        "claim's value",
        lambda: edited(CLAIM, "value", NamedNode(LOOM)),
        CLAIM,
        "is a Quantity",
    ),
    (
        "claim's evidence",
        lambda: edited(CLAIM, "evidence"),
        CLAIM,
        "A claim has one span as evidence",
    ),
    (
        "claim's other slot",
        lambda: edited(CLAIM, "uses", NamedNode(LOOM)),
        CLAIM,
        "slots only",
    ),
    *(
        (f"quantity's {what}", broken, VALUE, message)
        for what, broken, message in (
            ("claim", lambda: edited(CLAIM, "value"), "belongs to exactly one claim"),
            (
                "number",
                lambda: edited(VALUE, "qudt:numericValue", number("NaN")),
                "one number",
            ),
            (
                "number type",
                lambda: edited(VALUE, "qudt:numericValue", Literal("26.3")),
                "one number",
            ),
            ("digits", lambda: edited(VALUE, "printed"), "as printed"),
            (
                "unit",
                lambda: edited(VALUE, "unit", Literal("3 points")),
                "one unit",
            ),
            (
                "qualifier",
                lambda: edited(VALUE, "qualifier", Literal("roughly")),
                "A qualifier is",
            ),
            (
                "direction",
                lambda: edited(VALUE, "direction", Literal("up")),
                "A direction is",
            ),
            ("kind", lambda: edited(VALUE, "kind", Literal("?")), "A kind is"),
            ("start", lambda: edited(VALUE, "oa:start"), "A quantity starts"),
            ("end", lambda: edited(VALUE, "oa:end"), "A quantity ends"),
            ("lost quote", lambda: edited(VALUE, "oa:exact"), "quotes its text"),
            (
                "quote",
                lambda: edited(VALUE, "oa:exact", Literal("26.3")),
                "not the paper's text at these offsets",
            ),
            (
                "other",
                lambda: edited(VALUE, "name", Literal("x")),
                "remove what it does not define",
            ),
        )
    ),
    (
        "concept's types",
        lambda: edited(LOOM, "rdf:type", iri("Task"), keep=True),
        LOOM,
        "A concept is exactly one of",
    ),
    (
        "concept's labels",
        lambda: edited(LOOM, "skos:prefLabel", Literal("LOOM"), keep=True),
        LOOM,
        "one preferred label",
    ),
    (
        "label both ways",
        lambda: edited(LOOM, "skos:altLabel", Literal("Loom")),
        LOOM,
        "no alternative label too",
    ),
    (
        "alternative label",
        lambda: edited(LOOM, "skos:altLabel", Literal("")),
        LOOM,
        "An alternative label",
    ),
    (
        "concept's edge",
        lambda: edited(LOOM, "partOf", NamedNode(P)),
        LOOM,
        "leads from concept to concept",
    ),
    (
        "build's digest",
        lambda: edited(build_iri(), "dcterms:identifier"),
        build_iri(),
        "one digest",
    ),
    (
        "build's agent",
        lambda: edited(build_iri(), "prov:wasAssociatedWith"),
        build_iri(),
        "names the software",
    ),
    (
        "build's dataset",
        lambda: edited("https://w3id.org/sciloom/id/dataset", "prov:wasGeneratedBy"),
        build_iri(),
        "generated one dataset",
    ),
]


@pytest.mark.parametrize(
    ("broken", "focus", "message"), [b[1:] for b in BROKEN], ids=[b[0] for b in BROKEN]
)
def test_a_graph_broken_on_purpose_is_found_out(
    broken: Callable[[], list[Quad]], focus: str, message: str
) -> None:
    report = validate(broken())
    assert not report.conforms
    assert message in messages(report, focus)


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


def test_a_graph_of_another_name_is_a_papers() -> None:
    quads = [replace_graph(q) for q in graph() if q.graph_name.value == paper_graph(P)]
    assert "leads to a concept" in messages(validate(quads), P), "it names concepts unknown"


def replace_graph(quad: Quad) -> Quad:
    return Quad(quad.subject, quad.predicate, quad.object, NamedNode("urn:other"))
