"""Run the W3C's SPARQL tests through the gateway: queries, syntax, protocol.

    python benchmarks/sparql_protocol.py rdf-tests/sparql/sparql11

The folder is a checkout of https://github.com/w3c/rdf-tests or a part of it. All test data goes
into one store, a named graph a file, and each test names its graphs in the request. Updates and
entailment are not run, and SERVICE is refused: the server has none of them. Rows are compared as
multisets; "by value" passes where only the spelling of a number or the case of a language tag
differs. CSV is compared column by column: the engine sorts those of SELECT *. A query that parses
but calls an unknown function passes as syntax.
"""

from __future__ import annotations

import argparse
import csv
import http.client
import io
import json
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from urllib.parse import unquote, urlencode, urlsplit

from rdflib import BNode, Graph, Literal, Namespace, URIRef
from rdflib.collection import Collection
from rdflib.compare import isomorphic
from rdflib.namespace import RDF, RDFS, XSD
from rdflib.plugins.sparql.results.rdfresults import RDFResult
from rdflib.query import Result
from rdflib.util import guess_format
from served import serving

MF = Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#")
QT = Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-query#")
UT = Namespace("http://www.w3.org/2009/sparql/tests/test-update#")
HT = Namespace("http://www.w3.org/2011/http#")
SD = Namespace("http://www.w3.org/ns/sparql-service-description#")
CNT = Namespace("http://www.w3.org/2011/content#")

_GOOD = {MF.PositiveSyntaxTest, MF.PositiveSyntaxTest11}
_BAD = {MF.NegativeSyntaxTest, MF.NegativeSyntaxTest11}
_NUMBERS = {XSD.integer, XSD.decimal, XSD.double, XSD.float, XSD.int, XSD.long}
_TABLES = {".srx": "xml", ".srj": "json", ".tsv": "tsv"}
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@dataclass(frozen=True)
class Test:
    kind: str
    name: str
    manifest: Graph
    node: URIRef


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", action="store_true", help="print counts as JSON")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    tests = [
        test
        for file in sorted(options.folder.resolve().rglob("manifest*.ttl"))
        for test in _tests(file)
    ]
    if not tests:
        sys.exit("no test is in this folder")
    counts: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "output"
        _write_store(folder, tests)
        with serving(folder, log=Path(made) / "log") as url:
            for test in tests:
                try:
                    outcome, why = _RUN[test.kind](test, url)
                except Exception as error:  # noqa: BLE001 - a test that cannot be run is a failure
                    outcome, why = "fail", f"{type(error).__name__}: {error}"
                counts[test.kind, outcome] += 1
                if outcome == "fail":
                    print(f"FAIL {test.kind} {test.name}: {why}"[:300], file=sys.stderr)
    shown = {f"{kind} {outcome}": n for (kind, outcome), n in sorted(counts.items())}
    print(json.dumps(shown) if options.json else "\n".join(f"{n:5} {k}" for k, n in shown.items()))
    sys.exit(any(outcome == "fail" for _, outcome in counts))


def _tests(file: Path) -> Iterator[Test]:
    manifest = Graph().parse(file, format="turtle", publicID=file.as_uri())
    for entries in manifest.objects(None, MF.entries):
        for node in Collection(manifest, entries):
            types = set(manifest.objects(node, RDF.type))
            name = str(manifest.value(node, MF.name))
            action = manifest.value(node, MF.action)
            if str(action).endswith(".ru") or (action, SD.entailmentRegime, None) in manifest:
                continue
            if MF.QueryEvaluationTest in types or MF.CSVResultFormatTest in types:
                yield Test("query", name, manifest, node)
            elif types & (_GOOD | _BAD):
                yield Test("syntax", name, manifest, node)
            elif MF.ProtocolTest in types:
                yield Test("protocol", name, manifest, node)


def _write_store(folder: Path, tests: list[Test]) -> None:
    """Write an output folder whose store holds every file of test data as a named graph."""
    from pyoxigraph import NamedNode, Quad, RdfFormat, parse

    from sciloom.rdf import BuildInfo, quads_of
    from sciloom.rdf.provenance import build_quads
    from sciloom.store import STORE, OutputFolder, write_store
    from sciloom.vocab import BASE

    graphs: dict[str, Path] = {}
    for test in tests:
        action = test.manifest.value(test.node, MF.action)
        for property_ in (QT.data, QT.graphData):
            files = test.manifest.objects(action, property_)
            graphs |= {str(file): _path(file) for file in files if isinstance(file, URIRef)}
        for given in test.manifest.objects(test.node, UT.graphData):
            label, file = (
                test.manifest.value(given, RDFS.label),
                test.manifest.value(given, UT.graph),
            )
            graphs[str(label)] = _path(file)

    def quads() -> Iterator[Quad]:
        for graph, path in sorted(graphs.items()):
            if path.is_file():
                form = RdfFormat.from_extension(path.suffix[1:])
                for quad in parse(path=path, format=form, base_iri=graph, rename_blank_nodes=True):
                    yield Quad(*quad.triple, NamedNode(graph))
        info = BuildInfo(version="0", pipeline="tests", digest="tests")
        yield from quads_of(line.encode() for line in build_quads(info, BASE))

    with OutputFolder(folder).building() as stage:
        write_store(stage.path(STORE), quads())
        stage.commit({})


def _path(iri: object) -> Path:
    return Path(unquote(urlsplit(str(iri)).path))


def _ask(
    url: str,
    method: str,
    path: str,
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
):
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=120)
    try:
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        return response.status, response.headers.get("content-type", ""), response.read()
    finally:
        connection.close()


def _run_query(test: Test, url: str) -> tuple[str, str]:
    manifest, action = test.manifest, test.manifest.value(test.node, MF.action)
    query, expected = (
        _path(manifest.value(action, QT.query)),
        _path(manifest.value(test.node, MF.result)),
    )
    text = query.read_text(encoding="utf-8")
    fields = [("query", f"BASE <{query.as_uri()}>\n{text}")]
    default, named = (
        list(manifest.objects(action, QT.data)),
        list(manifest.objects(action, QT.graphData)),
    )
    fields += [("default-graph-uri", str(iri)) for iri in default]
    fields += [("named-graph-uri", str(iri)) for iri in named if isinstance(iri, URIRef)]
    if not default and not named and "FROM" not in text.upper():
        fields.append(("default-graph-uri", "urn:empty"))
    is_csv = expected.suffix == ".csv"
    accept = "text/csv" if is_csv else "application/sparql-results+json, text/turtle"
    status, media, body = _ask(
        url, "POST", "/sparql", urlencode(fields).encode(), _FORM | {"Accept": accept}
    )
    if status == 403 and b"SERVICE" in body:
        return "refused", ""
    if status != 200:
        return "fail", f"{status} {body[:200]!r}"
    if is_csv:
        got, want = _csv_rows(body.decode()), _csv_rows(expected.read_text(encoding="utf-8"))
        if got == want:
            return "pass", ""
        same = [
            Counter(tuple(map(_by_value, row)) for row in rows.elements()) for rows in (got, want)
        ]
        return ("pass by value", "") if same[0] == same[1] else ("fail", "other rows")
    if media.startswith("text/turtle"):
        want = Graph().parse(expected, format=guess_format(str(expected)))
        return _outcome(
            isomorphic(Graph().parse(data=body, format="turtle"), want), "other triples"
        )
    return _compare(body, expected)


def _outcome(passed: bool, why: str) -> tuple[str, str]:
    return ("pass", "") if passed else ("fail", why)


def _compare(body: bytes, expected: Path) -> tuple[str, str]:
    got = Result.parse(io.BytesIO(body), format="json")
    want = _table(expected)
    if got.type == "ASK":
        return _outcome(got.askAnswer == want.askAnswer, "the other answer")
    if _same(got, want, exact=True):
        return "pass", ""
    if _same(got, want, exact=False):
        return "pass by value", ""
    return "fail", f"{len(got.bindings)} rows for {len(want.bindings)}"


def _table(file: Path) -> Result:
    """Read the rows that a test expects."""
    if file.suffix in (".ttl", ".rdf"):
        return RDFResult(Graph().parse(file, format=guess_format(str(file))))
    with file.open("rb") as opened:
        return Result.parse(opened, format=_TABLES[file.suffix])


def _csv_rows(text: str) -> Counter[tuple[str, ...]]:
    """Return the rows with their columns in the order of their names."""
    header, *rows = csv.reader(io.StringIO(text, newline=""))
    order = sorted(range(len(header)), key=header.__getitem__)
    return Counter(tuple(row[at] for at in order) for row in (header, *rows))


def _same(got: Result, want: Result, *, exact: bool) -> bool:
    """Compare two tables, whatever the order of rows and the names of blank nodes."""
    tables = [
        [
            {str(v): _value(t, exact=exact) for v, t in row.items() if t is not None}
            for row in result.bindings
        ]
        for result in (got, want)
    ]
    if not any(
        isinstance(term, BNode) for table in tables for row in table for term in row.values()
    ):
        return Counter(map(_frozen, tables[0])) == Counter(map(_frozen, tables[1]))
    return isomorphic(*map(_as_graph, tables))


def _frozen(row: dict[str, object]) -> frozenset[tuple[str, str]]:
    # By n3: rdflib's literals equal one another by value.
    return frozenset((name, term.n3()) for name, term in row.items())


def _by_value(cell: str) -> str:
    """Return a CSV cell without the spelling of a number or the name of a blank node."""
    try:
        return str(Decimal(repr(float(cell))).normalize())
    except ValueError:
        return "_:" if cell.startswith("_:") else cell


def _as_graph(table: list[dict[str, object]]) -> Graph:
    graph = Graph()
    for row in table:
        node = BNode()
        graph.add((node, RDF.type, MF.Row))
        for name, term in row.items():
            graph.add((node, URIRef(f"urn:var:{name}"), term))
    return graph


def _value(term: object, *, exact: bool) -> object:
    """Return a term; unless ``exact``, of a number its value, of a tagged text the folded tag."""
    if isinstance(term, Literal) and term.datatype == XSD.string:
        return Literal(str(term))  # one and the same since RDF 1.1
    if not exact and isinstance(term, Literal) and term.language:
        return Literal(str(term), lang=term.language.lower())
    if not exact and isinstance(term, Literal) and term.datatype in _NUMBERS:
        return Literal(str(Decimal(repr(float(term))).normalize()), datatype=URIRef("urn:number"))
    return term


def _run_syntax(test: Test, url: str) -> tuple[str, str]:
    file = _path(test.manifest.value(test.node, MF.action))
    is_bad = bool(set(test.manifest.objects(test.node, RDF.type)) & _BAD)
    text = f"BASE <{file.as_uri()}>\n{file.read_text(encoding='utf-8')}"
    fields = {"query": text, "default-graph-uri": "urn:empty"}
    status, _, body = _ask(
        url, "POST", "/sparql", urlencode(fields).encode(), _FORM | {"Accept": "*/*"}
    )
    if status == 403 and b"SERVICE" in body:
        return "refused", ""
    parsed = status == 200 or (status == 400 and b"line" not in body)
    return ("pass" if parsed != is_bad else "fail"), f"{status} {body[:150]!r}"


def _run_protocol(test: Test, url: str) -> tuple[str, str]:
    manifest = test.manifest
    requests = manifest.value(manifest.value(test.node, MF.action), HT.requests)
    if requests is None:
        return "not stated", ""  # an old suite, which tells of its requests elsewhere
    for request in Collection(manifest, requests):
        method, path = (
            str(manifest.value(request, HT.methodName)),
            str(manifest.value(request, HT.absolutePath)),
        )
        headers = {
            str(manifest.value(h, HT.fieldName)): str(manifest.value(h, HT.fieldValue))
            for h in Collection(manifest, manifest.value(request, HT.headers) or RDF.nil)
        }
        content = manifest.value(request, HT.body)
        body = None
        if content is not None:
            encoding = str(manifest.value(content, CNT.characterEncoding) or "UTF-8")
            body = str(manifest.value(content, CNT.chars)).encode(encoding)
        status, media, said = _ask(url, method, path, body, headers)
        if status == 403:
            return "refused", ""
        response = manifest.value(request, HT.resp)
        wanted = {
            str(code).rpartition("StatusCode")[2]
            for code in manifest.objects(response, MF.expectedStatus)
        }
        if wanted and not wanted & {str(status), f"{status // 100}xx"}:
            return "fail", f"{status}, not {sorted(wanted)}: {said[:150]!r}"
        boolean = manifest.value(response, MF.expectedBoolean)
        if (
            boolean is not None
            and Result.parse(io.BytesIO(said), format=_media(media)).askAnswer != boolean.value
        ):
            return "fail", "the other answer"
    return "pass", ""


def _media(content_type: str) -> str:
    return "xml" if "xml" in content_type else "json"


_RUN = {"query": _run_query, "syntax": _run_syntax, "protocol": _run_protocol}

if __name__ == "__main__":
    main()
