"""SPARQL 1.1 Protocol on a real server."""

from __future__ import annotations

import csv
import io
import json
from urllib.parse import quote, urlencode
from xml.etree import ElementTree as ET

import pytest
from served import Server

from sciloom.vocab import concept_iri, concepts_graph

# What rdflib 7 says of its own JSON-LD reader, and of what SPARQLWrapper makes of it.
pytestmark = pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated")

PAPERS = "SELECT ?paper ?title WHERE { ?paper a :Paper ; rdfs:label ?title } ORDER BY ?title"
GRAPH = "CONSTRUCT { ?c skos:prefLabel ?l } WHERE { ?c skos:prefLabel ?l }"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
DIRECT = {"Content-Type": "application/sparql-query"}


def rows(answer) -> list[dict[str, str]]:
    assert answer.status == 200, answer.body
    return [
        {name: term["value"] for name, term in row.items()}
        for row in answer.json["results"]["bindings"]
    ]


def test_get_form_and_direct_post_answer_alike(server: Server) -> None:
    by_get = server.ask(f"/sparql?{urlencode({'query': PAPERS})}")
    by_form = server.ask("/sparql", method="POST", body=urlencode({"query": PAPERS}), headers=FORM)
    direct = server.ask("/sparql", method="POST", body=PAPERS.encode(), headers=DIRECT)
    assert by_get.body == by_form.body == direct.body
    assert [row["title"] for row in rows(direct)] == [
        "KnotBank",
        "Loom: weaving 𝒳-parsers",
    ]


def test_relative_iris_are_of_the_graph(server: Server) -> None:
    answer = server.query("SELECT ?label { <concept/loom> skos:prefLabel ?label }")
    assert rows(answer) == [{"label": "Loom"}]


def test_the_four_result_formats_hold_the_same_rows(server: Server) -> None:
    expected = [tuple(row.values()) for row in rows(server.query(PAPERS))]
    table = server.query(PAPERS, accept="text/csv")
    assert [tuple(row) for row in csv.reader(io.StringIO(table.text, newline=""))][1:] == expected
    tabs = server.query(PAPERS, accept="text/tab-separated-values").text.splitlines()
    assert tabs[0] == "?paper\t?title"
    assert [line.split("\t")[0].strip("<>") for line in tabs[1:]] == [p for p, _ in expected]
    xml = ET.fromstring(server.query(PAPERS, accept="application/sparql-results+xml").body)
    found = [e.text for e in xml.iter("{http://www.w3.org/2005/sparql-results#}uri")]
    assert found == [paper for paper, _ in expected]


@pytest.mark.parametrize(
    ("accept", "media", "parser"),
    [
        ("text/turtle", "text/turtle; charset=utf-8", "turtle"),
        ("application/n-triples", "application/n-triples; charset=utf-8", "nt"),
        ("application/ld+json", "application/ld+json", "json-ld"),
        ("application/rdf+xml", "application/rdf+xml", "xml"),
    ],
)
def test_the_four_graph_formats_hold_the_same_triples(
    server: Server, accept: str, media: str, parser: str
) -> None:
    from rdflib import Graph

    answer = server.query(GRAPH, accept=accept)
    assert answer.headers["content-type"] == media
    assert len(Graph().parse(data=answer.body, format=parser)) == 8


@pytest.mark.parametrize(
    ("accept", "media"),
    [
        ("text/csv;q=0.2, application/sparql-results+xml;q=0.7", "application/sparql-results+xml"),
        ("*/*;q=0.1, text/csv;q=0.2", "text/csv; charset=utf-8"),
        ("application/*", "application/sparql-results+json"),
        ("TEXT/CSV", "text/csv; charset=utf-8"),
        ("text/csv;q=0, */*", "application/sparql-results+json"),
        ("", "application/sparql-results+json"),
    ],
)
def test_the_preferred_format_is_sent(server: Server, accept: str, media: str) -> None:
    assert server.query(PAPERS, accept=accept).headers["content-type"] == media


def test_what_no_format_fits_is_not_acceptable(server: Server) -> None:
    answer = server.query(PAPERS, accept="image/png")
    assert answer.status == 406
    assert "text/csv" in answer.json["offered"]


def test_ask_answers_yes_or_no(server: Server) -> None:
    assert server.query("ASK { ?p a :Paper }").json["boolean"] is True
    assert server.query("ASK { ?p a :Sonnet }").json["boolean"] is False


def test_the_request_says_which_graphs_are_seen(server: Server) -> None:
    count = "SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }"
    concepts = concepts_graph()

    def counted(query: str, **graphs: str) -> int:
        answer = server.ask(f"/sparql?{urlencode({'query': query} | graphs, doseq=True)}")
        return int(rows(answer)[0]["n"])

    everything = counted(count)
    only = counted(count, **{"default-graph-uri": concepts})
    assert 0 < only < everything
    assert counted(f"SELECT (COUNT(*) AS ?n) FROM <{concepts}> WHERE {{ ?s ?p ?o }}") == only
    # The request's graphs come before the query's.
    assert (
        counted(
            "SELECT (COUNT(*) AS ?n) FROM <urn:none> WHERE { ?s ?p ?o }",
            **{"default-graph-uri": concepts},
        )
        == only
    )
    named = "SELECT (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } }"
    assert counted(named, **{"named-graph-uri": concepts}) == only
    assert counted(count, **{"named-graph-uri": concepts}) == 0


def test_head_says_what_get_would(server: Server) -> None:
    address = f"/sparql?{urlencode({'query': PAPERS})}"
    head, get = server.ask(address, method="HEAD"), server.ask(address)
    assert (head.status, head.body) == (200, b"")
    for name in ("content-type", "content-length", "etag"):
        assert head.headers[name] == get.headers[name]


def test_options_lists_the_methods(server: Server) -> None:
    answer = server.ask("/sparql", method="OPTIONS")
    assert answer.status == 204
    assert answer.headers["allow"] == "GET, HEAD, POST, OPTIONS"
    assert answer.headers["access-control-allow-origin"] is None


def test_no_site_may_read_answers_unless_asked_for(server: Server) -> None:
    answer = server.ask("/sparql?query=ASK{}", headers={"Origin": "https://elsewhere.example"})
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    ("path", "method", "body", "headers"),
    [
        ("/sparql?update=CLEAR+ALL", "GET", None, {}),
        ("/sparql", "POST", "update=CLEAR+ALL", FORM),
        ("/sparql", "POST", "CLEAR ALL", {"Content-Type": "application/sparql-update"}),
        ("/sparql?query=INSERT+DATA+{+<urn:a>+<urn:b>+1+}", "GET", None, {}),
        ("/sparql", "POST", "LOAD <http://127.0.0.1:9/x>", DIRECT),
    ],
)
def test_updates_are_refused(server: Server, path, method, body, headers) -> None:
    path = quote(path, safe="/?=+&:")
    assert server.ask(path, method=method, body=body, headers=headers).status == 403


@pytest.mark.parametrize(
    ("path", "method", "body", "headers", "status"),
    [
        ("/sparql?query=ASK{}&query=ASK{}", "GET", None, {}, 400),
        ("/sparql?default-graph-uri=urn:a", "GET", None, {}, 400),
        ("/sparql?query=%ff", "GET", None, {}, 400),
        ("/sparql?query=ASK{}&default-graph-uri=not+an+iri", "GET", None, {}, 400),
        ("/sparql", "POST", b"", {}, 415),
        ("/sparql", "POST", b"ASK{}", {"Content-Type": "text/plain"}, 415),
        ("/sparql", "POST", b"\xff", DIRECT, 400),
        (
            "/sparql",
            "POST",
            b"ASK{}",
            {"Content-Type": "application/sparql-query;charset=utf-16"},
            415,
        ),
        ("/sparql", "PUT", b"ASK{}", DIRECT, 405),
        ("/sparql", "DELETE", None, {}, 405),
    ],
)
def test_what_is_no_query_is_told_so(server, path, method, body, headers, status) -> None:
    answer = server.ask(path, method=method, body=body, headers=headers)
    assert answer.status == status
    assert answer.headers["content-type"] == "application/problem+json"


def test_a_mistake_is_told_with_its_place(server: Server) -> None:
    answer = server.query("SELECT ?s WHERE {\n  ?s a :Paper }}")
    assert answer.status == 400
    assert (answer.json["line"], answer.json["column"]) == (2, 16)


def test_an_answer_that_is_known_is_not_sent_again(server: Server) -> None:
    address = f"/sparql?{urlencode({'query': PAPERS})}"
    tag = server.ask(address).headers["etag"]
    again = server.ask(address, headers={"If-None-Match": f'"x", {tag}'})
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
    other = server.ask(address, headers={"If-None-Match": tag, "Accept": "text/csv"})
    assert other.status == 200
    assert other.headers["vary"] == "Accept"


def test_an_answer_that_changes_by_itself_has_no_tag(server: Server) -> None:
    assert "etag" not in server.ask("/sparql?query=SELECT(RAND()AS%3Fx){}").headers
    assert "etag" in server.ask("/sparql?query=SELECT(%22RAND%22AS%3Fx){}").headers


@pytest.mark.parametrize("path", ["/sparql", "/.well-known/void", "/void"])
def test_the_service_describes_itself(server: Server, path: str) -> None:
    from rdflib import Graph, Namespace, URIRef

    sd = Namespace("http://www.w3.org/ns/sparql-service-description#")
    void = Namespace("http://rdfs.org/ns/void#")
    for accept, parser in (
        ("text/turtle", "turtle"),
        ("application/rdf+xml", "xml"),
        ("application/ld+json", "json-ld"),
    ):
        answer = server.ask(path, headers={"Accept": accept})
        graph = Graph().parse(data=answer.body, format=parser)
        endpoint = URIRef(f"{server.url}/sparql")
        assert (endpoint, sd.feature, sd.UnionDefaultGraph) in graph
        (dataset,) = graph.objects(endpoint, sd.defaultDataset)
        (triples,) = graph.objects(dataset, void.triples)
        counted = rows(server.query("SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }"))
        assert int(triples) == int(counted[0]["n"])


def test_a_browser_at_the_endpoint_is_led_to_the_query_page(server: Server) -> None:
    answer = server.ask("/sparql", headers={"Accept": "text/html,*/*;q=0.8"})
    assert (answer.status, answer.headers["location"]) == (303, "/query")


def test_sparqlwrapper_reads_every_format(server: Server) -> None:
    from SPARQLWrapper import (
        CSV,
        GET,
        JSON,
        JSONLD,
        N3,
        POST,
        POSTDIRECTLY,
        RDFXML,
        TSV,
        TURTLE,
        XML,
        SPARQLWrapper,
    )

    for method, kind in ((GET, None), (POST, None), (POST, POSTDIRECTLY)):
        client = SPARQLWrapper(f"{server.url}/sparql")
        client.setMethod(method)
        if kind:
            client.setRequestMethod(kind)
        client.setQuery("PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\n" + PAPERS)
        client.setReturnFormat(JSON)
        assert len(client.queryAndConvert()["results"]["bindings"]) == 2
        client.setReturnFormat(XML)
        assert len(client.queryAndConvert().getElementsByTagName("result")) == 2
        for tabular in (CSV, TSV):
            client.setReturnFormat(tabular)
            assert len(client.queryAndConvert().strip().splitlines()) == 3
        client.setQuery(GRAPH)
        for form in (TURTLE, N3, RDFXML, JSONLD):
            client.setReturnFormat(form)
            converted = client.queryAndConvert()
            if isinstance(converted, bytes):
                from rdflib import Graph

                converted = Graph().parse(data=converted, format="turtle")
            assert len(converted) == 8
        client.setQuery("ASK { ?p a :Paper }")
        client.setReturnFormat(JSON)
        assert client.queryAndConvert()["boolean"] is True
        client.setQuery("DESCRIBE <" + concept_iri("loom") + ">")
        client.setReturnFormat(TURTLE)
        assert b"Loom" in client.query().convert()


def test_sparqlwrapper_gets_its_own_errors(server: Server) -> None:
    from SPARQLWrapper import SPARQLWrapper
    from SPARQLWrapper.SPARQLExceptions import QueryBadFormed

    client = SPARQLWrapper(f"{server.url}/sparql")
    client.setQuery("SELECT WHERE {")
    with pytest.raises(QueryBadFormed, match="line"):
        client.query()


def test_rdflib_reads_the_graph_from_afar(server: Server) -> None:
    from rdflib import Graph, URIRef
    from rdflib.namespace import SKOS
    from rdflib.plugins.stores.sparqlstore import SPARQLStore

    for method in ("GET", "POST"):
        graph = Graph(
            SPARQLStore(f"{server.url}/sparql", method=method),
            identifier=URIRef(concepts_graph()),
        )
        labels = {str(o) for o in graph.objects(URIRef(concept_iri("loom")), SKOS.prefLabel)}
        assert labels == {"Loom"}
        assert len(list(graph.query("SELECT ?c { ?c <" + str(SKOS.prefLabel) + "> ?l }"))) == 8


def test_no_character_breaks_an_xml_answer(server: Server) -> None:
    xml = server.query(r'SELECT ("a\u0001\uFFFE\u000Bb" AS ?x) {}', accept="application/xml")
    assert ET.fromstring(xml.body) is not None


def test_json_in_the_answer_is_whole(server: Server) -> None:
    answer = server.query("SELECT * { ?s ?p ?o }")
    assert int(answer.headers["content-length"]) == len(answer.body)
    assert len(json.loads(answer.body)["results"]["bindings"]) > 100
