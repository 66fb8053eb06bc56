from collections.abc import Iterable

import pytest
from pyoxigraph import NamedNode, RdfFormat, parse
from rdflib import OWL, RDF, RDFS, Graph, Literal, Namespace, URIRef
from rdflib.compare import to_isomorphic

from factories import two_papers
from sciloom.model import CLAIM_TYPES, ENTITY_TYPES, QUALIFIERS, RELATIONS, ROLES
from sciloom.rdf import BuildInfo, to_quads
from sciloom.vocab import ONTOLOGY, ONTOLOGY_VERSION, PREFIXES, ROLE_EDGES, ontology_file

OWN = Namespace(ONTOLOGY)
SH = Namespace("http://www.w3.org/ns/shacl#")
HEADER = URIRef(ONTOLOGY.removesuffix("#"))
VERSION = URIRef(f"{HEADER}/{ONTOLOGY_VERSION}")
KINDS = {OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty, OWL.AnnotationProperty}
#: What OWL 2 reserves, so that an ontology may not declare it.
RESERVED = {RDF.type, RDF.subject, RDF.predicate, RDF.object, RDF.Statement, RDFS.label}


@pytest.fixture(scope="module")
def ontology() -> Graph:
    return Graph().parse(data=ontology_file("sciloom.ttl").read_text("utf-8"))


@pytest.fixture(scope="module")
def shapes() -> Graph:
    return Graph().parse(data=ontology_file("shapes.ttl").read_text("utf-8"))


def used() -> set[URIRef]:
    """Return every predicate of a built graph, and every IRI that no resource has."""
    build = BuildInfo(version="1", pipeline="rules", digest="abc")
    quads = list(to_quads(two_papers(), build=build))
    subjects = {q.subject.value for q in quads}
    chosen = {q.object.value for q in quads if isinstance(q.object, NamedNode)} - subjects
    return {URIRef(iri) for iri in chosen | {q.predicate.value for q in quads}}


def declared(ontology: Graph) -> set[URIRef]:
    return {s for kind in KINDS for s in ontology.subjects(RDF.type, kind)}


def named(nodes: Iterable[object], namespace: str = ONTOLOGY) -> set[URIRef]:
    return {n for n in nodes if isinstance(n, URIRef) and n.startswith(namespace)}


def test_a_graph_uses_only_what_the_ontology_declares(ontology: Graph) -> None:
    assert used() - declared(ontology) - RESERVED == {VERSION}


def test_every_term_of_ours_is_used(ontology: Graph) -> None:
    abstract = {OWN.Concept}  # the superclass of the four that concepts have
    unused = named(declared(ontology)) - used() - abstract
    others = {OWN[name] for name in (*RELATIONS, *CLAIM_TYPES, "negated", "usedWith")}
    assert unused <= others, "neither used by two hand-built papers nor named here"


def test_the_models_names_are_the_ontologys(ontology: Graph) -> None:
    kinds = set(ontology.subjects(RDFS.subClassOf, OWN.Concept))
    assert kinds == {OWN[name] for name in ENTITY_TYPES}
    assert set(ontology.subjects(RDFS.subClassOf, OWN.Claim)) == {OWN[n] for n in CLAIM_TYPES}
    to_concepts = set(ontology.subjects(RDFS.range, OWN.Concept))
    between = to_concepts & set(ontology.subjects(RDFS.domain, OWN.Concept))
    assert between == {OWN[name] for name in RELATIONS}
    edges = to_concepts & set(ontology.subjects(RDFS.domain, OWN.Paper))
    assert edges == {OWN[edge] for _, _, edge in ROLE_EDGES}


def test_every_term_of_ours_says_what_it_is(ontology: Graph) -> None:
    for term in named(declared(ontology)):
        for predicate in (RDFS.label, RDFS.comment):
            (text,) = ontology.objects(term, predicate)
            assert isinstance(text, Literal)
            assert text.strip()


def test_every_term_is_one_kind_of_thing(ontology: Graph) -> None:
    """OWL 2 DL: a property is of one kind, and whatever is used is declared."""
    for term in declared(ontology):
        assert len(KINDS & set(ontology.objects(term, RDF.type))) == 1, term
    reserved = tuple(dict(PREFIXES)[p] for p in ("owl", "rdf", "rdfs", "xsd"))
    mentioned = {node for triple in ontology for node in triple if isinstance(node, URIRef)}
    rest = {n for n in mentioned - declared(ontology) if not str(n).startswith(reserved)}
    assert rest == {HEADER, VERSION}


def test_ranges_fit_the_kind_of_property(ontology: Graph) -> None:
    classes = set(ontology.subjects(RDF.type, OWL.Class))
    for term in named(ontology.subjects(RDF.type, OWL.ObjectProperty)):
        assert set(ontology.objects(term, RDFS.range)) <= classes
    for term in named(ontology.subjects(RDF.type, OWL.DatatypeProperty)):
        (found,) = ontology.objects(term, RDFS.range)
        assert found.startswith(dict(PREFIXES)["xsd"])


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("Paper", "fabio:ResearchPaper"),
        ("Paper", "schema:ScholarlyArticle"),
        ("Concept", "skos:Concept"),
        ("Method", "skos:Concept"),
        ("Method", "mls:Algorithm"),
        ("Dataset", "mls:Dataset"),
        ("Metric", "mls:EvaluationMeasure"),
        ("Task", "mls:Task"),
        ("Improvement", "schema:Claim"),
        ("Quantity", "qudt:QuantityValue"),
    ],
)
def test_who_asks_in_another_vocabulary_finds_ours(ontology: Graph, ours: str, theirs: str) -> None:
    prefix, _, local = theirs.partition(":")
    supers = set(ontology.transitive_objects(OWN[ours], RDFS.subClassOf))
    assert URIRef(dict(PREFIXES)[prefix] + local) in supers


def test_the_version_is_the_one_that_builds_state(ontology: Graph) -> None:
    assert ontology.value(HEADER, OWL.versionInfo) == Literal(ONTOLOGY_VERSION)
    assert ontology.value(HEADER, OWL.versionIRI) == VERSION


def test_the_shapes_speak_of_what_the_ontology_declares(ontology: Graph, shapes: Graph) -> None:
    own_shapes = named(shapes.subjects(RDF.type, SH.NodeShape))
    spoken = {n for triple in shapes for n in triple if isinstance(n, URIRef)} - own_shapes
    assert named(spoken) <= declared(ontology)
    paths = {p for p in shapes.objects(None, SH.path) if isinstance(p, URIRef)}
    assert paths - declared(ontology) <= RESERVED


def test_the_shapes_lists_are_the_models(shapes: Graph) -> None:
    lists = [{str(v) for v in shapes.items(head)} for head in shapes.objects(None, SH["in"])]
    assert set(ROLES) in lists
    assert {q for q in QUALIFIERS if q} in lists
    assert {ONTOLOGY + name for name in RELATIONS} in lists
    assert {ONTOLOGY + name for name in ENTITY_TYPES} in lists
    assert {ONTOLOGY + name for name in ("Claim", *CLAIM_TYPES)} in lists


def test_both_files_parse_to_the_same_graph_in_another_parser() -> None:
    for name in ("sciloom.ttl", "shapes.ttl"):
        text = ontology_file(name).read_text("utf-8")
        triples = parse(text, RdfFormat.TURTLE)
        lines = "\n".join(f"{t.triple} ." for t in triples)
        assert to_isomorphic(Graph().parse(data=lines, format="nt")) == to_isomorphic(
            Graph().parse(data=text)
        )
