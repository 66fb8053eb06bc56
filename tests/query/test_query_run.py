from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode, Quad, Store

from sciloom.errors import (
    QueryError,
    QueryMemoryError,
    QueryRefusedError,
    QuerySyntaxError,
    QueryTimeoutError,
    StoreError,
)
from sciloom.query.results import ResultTable, ResultTriples
from sciloom.query.run import run_query
from sciloom.store import GraphStore

#: In this process, and in one of its own.
BOTH = pytest.mark.parametrize("timeout", [None, 60.0])


def table(
    store: Path | Store | GraphStore, sparql: str, timeout: float | None = None
) -> ResultTable:
    result = run_query(store, sparql, timeout=timeout)
    assert isinstance(result, ResultTable)
    return result


@BOTH
def test_values_are_python_s(store: Path, timeout: float | None) -> None:
    found = table(
        store,
        """SELECT ?iri (1 AS ?int) (1.50 AS ?decimal) (1.5e0 AS ?double) (true AS ?bool)
           ("é\\n\\u0007" AS ?text) ("a"@en AS ?tagged) (1/0 AS ?unbound) ("x"^^xsd:integer AS ?ill)
           { BIND(:Paper AS ?iri) }""",
        timeout,
    )
    assert found.records() == (
        {
            "iri": "https://w3id.org/sciloom/ontology#Paper",
            "int": 1,
            "decimal": Decimal("1.5"),
            "double": 1.5,
            "bool": True,
            "text": "é\n\x07",
            "tagged": "a",
            "unbound": None,
            "ill": "x",
        },
    )
    assert found.terms[0][6] == Literal("a", language="en")
    assert isinstance(found.rows[0][2], Decimal)


@BOTH
def test_sees_the_union_of_graphs_or_what_from_names(store: Path, timeout: float | None) -> None:
    both = "{ ?paper :proposes ?c . ?c skos:prefLabel ?l }"
    assert len(table(store, f"SELECT * {both}", timeout)) == 2
    concepts = "FROM <https://w3id.org/sciloom/id/concepts>"
    assert len(table(store, f"SELECT * {concepts} {both}", timeout)) == 0
    assert len(table(store, f"SELECT * {concepts} {{ ?c skos:prefLabel ?l }}", timeout)) > 0
    named = "SELECT DISTINCT ?g { GRAPH ?g { ?paper :proposes ?c } }"
    assert len(table(store, named, timeout)) == 2


@BOTH
def test_ask_and_construct(store: Path, timeout: float | None) -> None:
    assert run_query(store, "ASK { ?p a :Paper }", timeout=timeout) is True
    assert run_query(store, "ASK { ?p a :Nothing }", timeout=timeout) is False
    made = run_query(store, "CONSTRUCT { ?p :x 1 } { ?p a :Paper }", timeout=timeout)
    assert isinstance(made, ResultTriples)
    assert len(made) == len(set(made)) == 3
    assert made.table().columns == ("subject", "predicate", "object")


def test_takes_a_folder_an_open_store_or_oxigraph_s(store: Path) -> None:
    opened = GraphStore.open(store)
    count = "SELECT (COUNT(*) AS ?n) { ?p a :Paper }"
    assert {table(one, count).rows for one in (store, opened, opened.query_store)} == {((3,),)}
    assert table(opened, count, 60).rows == ((3,),)
    with pytest.raises(TypeError, match="on disk"):
        run_query(Store(), count, timeout=1)


def test_own_prefix_wins(store: Path) -> None:
    assert len(table(store, "PREFIX : <http://x/> SELECT * { ?p a :Paper }")) == 0


@BOTH
@pytest.mark.parametrize(
    ("sparql", "line", "column", "says"),
    [
        ("SELECT ?x WHERE {", 1, 18, '"{" of line 1, column 17 is not closed'),
        ("", 1, 1, "empty"),
        ("SELECT ?x\r\nWHERE { ?x a :Paper\r\n ?x :y ?z }", 3, 2, '"?x"'),
        ("SELECT * {?s ?p ?o\n  FILTR(?o)}", 2, 3, "FILTER"),
        ("SELECT * WHER {?s ?p ?o}", 1, 10, "WHERE"),
        ("SELECT * { ?s ?p '😀' } }", 1, 24, '"}"'),
        ("# é\nSELECT * { ?s ?p zz:p ; a :x }", 2, 18, 'unknown prefix "zz:"'),
        ("PREFIX b: <http://b/>\nSELECT * { ?s b:p c:d }", 2, 19, "b:, "),
        ("SELECT * { ?s ?p 'a\\q' }", 1, 18, "escape"),
        ("SELECT * { ?s ?p <rel> }", 1, 18, "BASE"),
        ("SELECT ?s (COUNT(*) AS ?n) { ?s ?p ?o }", 1, 1, "unbound"),
        ("SELECT \ud800", 1, 8, "surrogate"),
    ],
)
def test_syntax_errors_point_at_the_writer_s_text(
    store: Path, sparql: str, line: int, column: int, says: str, timeout: float | None
) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        run_query(store, sparql, timeout=timeout)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert says in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("word", ["SELECT", "WHERE", "FILTER", "ORDER"])
def test_a_missing_letter_is_found_wherever_it_is(store: Path, word: str) -> None:
    right = "SELECT ?s WHERE { ?s :score ?o FILTER(?o > 1) } ORDER BY ?s"
    wrong = right.replace(word, word[:-2] + word[-1])
    with pytest.raises(QuerySyntaxError, match=f"did you mean {word}") as caught:
        run_query(store, wrong)
    assert caught.value.column == right.index(word) + 1


@pytest.mark.parametrize(
    "sparql",
    [
        "DELETE WHERE { ?s ?p ?o }",
        "PREFIX x: <http://x/> insert data { x:a x:b 1 }",
        "LOAD <http://127.0.0.1/x>",
        "CLEAR ALL",
    ],
)
def test_updates_are_refused(store: Path, sparql: str) -> None:
    with pytest.raises(QueryRefusedError, match="only reads"):
        run_query(store, sparql)


@pytest.fixture
def endpoint() -> Iterator[tuple[str, list[str]]]:
    """A server on this machine that answers any SPARQL query and notes each request."""
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(self.path)
            self.rfile.read(int(self.headers["Content-Length"]))
            answer = b'{"head":{"vars":["x"]},"results":{"bindings":[{}]}}'
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.send_header("Content-Type", "application/sparql-results+json")
            self.end_headers()
            self.wfile.write(answer)

        do_GET = do_POST  # noqa: N815

        def log_message(self, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/", asked
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    "sparql",
    [
        "SELECT * { SERVICE <URL> { ?s ?p ?o } }",
        "ASK { serVice SILENT <URL>{ ?s ?p ?o } }",
        "SELECT * { BIND(<URL> AS ?e) SERVICE ?e { ?s ?p ?o } }",
        "PREFIX e: <URL> SELECT * {SERVICEe:x {?s ?p ?o}}",
        "PREFIX e: <URL> SELECT * {SERVICESILENTe:x {?s ?p ?o}}",
        "PREFIX e: <URL> PREFIX SERVICEe: <URL> SELECT * {SERVICEe:x {?s ?p ?o}}",
        "SELECT * {?s ?p true SERVICE<URL>{?s ?p ?o}}",
        # A comparison that reads as an IRI, and hides the keyword in it or in a string behind it.
        "PREFIX e: <URL> SELECT * {FILTER(?a<?b)SERVICE e:x#>\n{?s ?p ?o}}",
        "SELECT * {FILTER(?a<?b)FILTER(?c='x>')SERVICE<URL>{?s ?p ?o}#'\n}",
        "PREFIX e: <URL> SELECT * {?s ?p e:a.b.SERVICE<URL>{?s ?p ?o}}",
    ],
)
def test_nothing_is_sent_to_a_service(
    store: Path, sparql: str, endpoint: tuple[str, list[str]]
) -> None:
    url, asked = endpoint
    with pytest.raises((QueryRefusedError, QuerySyntaxError)):
        run_query(store, sparql.replace("URL", url))
    assert asked == []


def test_service_where_it_is_allowed(store: Path, endpoint: tuple[str, list[str]]) -> None:
    url, asked = endpoint
    result = run_query(store, f"SELECT * {{ SERVICE <{url}> {{ ?x ?p ?o }} }}", allow_service=True)
    assert isinstance(result, ResultTable)
    assert (len(result), asked) == (1, ["/"])


def test_from_fetches_nothing(store: Path, endpoint: tuple[str, list[str]]) -> None:
    url, asked = endpoint
    found = table(store, f"SELECT * FROM <{url}> FROM NAMED <{url}x> {{ ?s ?p ?o }}")
    assert (len(found), asked) == (0, [])


def test_service_in_names_strings_iris_and_comments_is_no_service(store: Path) -> None:
    sparql = """PREFIX service: <http://x/service#> # SERVICE <http://x/> {}
        SELECT ?service ?Service { ?service :service ?Service, 'SERVICE <http://x/> {}',
        '''a 'SERVICE' b''', <http://x/service> ; service:service "\\u0022SERVICE" }"""
    assert len(table(store, sparql)) == 0


def test_refusal_names_the_place(store: Path) -> None:
    with pytest.raises(QueryRefusedError, match="line 2, column 2: SERVICE would send"):
        run_query(store, "SELECT * {\n SERVICE <http://x.invalid/> { ?s ?p ?o } }")


def test_a_query_that_takes_too_long_is_ended(store: Path) -> None:
    bomb = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
    with pytest.raises(QueryTimeoutError, match=r"limit of 0\.5 s"):
        run_query(store, bomb, timeout=0.5)


def test_a_query_that_takes_too_much_memory_ends_alone(store: Path) -> None:
    doubled = " ".join(f"BIND(CONCAT(?x{n}, ?x{n}) AS ?x{n + 1})" for n in range(40))
    bomb = f"SELECT (STRLEN(?x40) AS ?n) {{ ?p :text ?x0 {doubled} }}"
    with pytest.raises(QueryMemoryError, match="1 GiB"):
        run_query(store, bomb, timeout=60, memory=2**30)


def test_a_query_nested_too_deeply_is_refused_by_either_process(store: Path) -> None:
    deep = "SELECT * { FILTER(" + "(" * 20_000 + "1" + ")" * 20_000 + ") }"
    with pytest.raises(QueryRefusedError, match="too long or nested"):
        run_query(store, deep, timeout=60)
    with pytest.raises(QueryRefusedError, match="words"):
        run_query(store, deep)


def test_what_the_engine_cannot_do_is_said(store: Path) -> None:
    for timeout in (None, 60):
        with pytest.raises(QueryError, match="custom function"):
            run_query(store, "SELECT (<http://x/f>(1) AS ?x) {}", timeout=timeout)


def test_no_store(tmp_path: Path) -> None:
    for timeout in (None, 60):
        with pytest.raises(StoreError):
            run_query(tmp_path, "ASK {}", timeout=timeout)


@pytest.mark.parametrize("timeout", [0, -1, float("inf"), float("nan")])
def test_a_limit_is_a_positive_number(store: Path, timeout: float) -> None:
    with pytest.raises(ValueError, match="positive"):
        run_query(store, "ASK {}", timeout=timeout)


def test_triples_come_in_a_stable_order() -> None:
    one = Store()
    two = Store()
    quads = [
        Quad(NamedNode(f"http://x/{n}"), NamedNode("http://x/p"), Literal(n)) for n in range(9)
    ]
    one.extend(quads)
    two.extend(reversed(quads))
    every = "CONSTRUCT WHERE { ?s ?p ?o }"
    assert run_query(one, every) == run_query(two, every)
