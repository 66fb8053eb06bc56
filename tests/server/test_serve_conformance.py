"""The script that runs the W3C's tests, on a suite made by hand: it must see what is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from served import PATIENCE

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "sparql_protocol.py"
MANIFEST = """
@prefix : <#> .
@prefix mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#> .
@prefix qt: <http://www.w3.org/2001/sw/DataAccess/tests/test-query#> .
@prefix ut: <http://www.w3.org/2009/sparql/tests/test-update#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix cnt: <http://www.w3.org/2011/content#> .
@prefix ht: <http://www.w3.org/2011/http#> .
<> a mf:Manifest ; mf:entries ( :rows :csv :blank :graph :wrong :good :bad :get :broken :update ) .
:rows a mf:QueryEvaluationTest ; mf:name "rows" ;
  mf:action [ qt:query <rows.rq> ; qt:data <data.ttl> ] ; mf:result <rows.srx> .
:csv a mf:CSVResultFormatTest ; mf:name "csv" ;
  mf:action [ qt:query <rows.rq> ; qt:data <data.ttl> ] ; mf:result <rows.csv> .
:blank a mf:QueryEvaluationTest ; mf:name "blank" ;
  mf:action [ qt:query <blank.rq> ; qt:graphData <data.ttl> ] ; mf:result <blank.ttl> .
:graph a mf:QueryEvaluationTest ; mf:name "graph" ;
  mf:action [ qt:query <graph.rq> ; qt:data <data.ttl> ] ; mf:result <data.ttl> .
:wrong a mf:QueryEvaluationTest ; mf:name "wrong" ;
  mf:action [ qt:query <rows.rq> ; qt:data <data.ttl> ] ; mf:result <wrong.srx> .
:good a mf:PositiveSyntaxTest11 ; mf:name "good" ; mf:action <rows.rq> .
:bad a mf:NegativeSyntaxTest11 ; mf:name "bad" ; mf:action <bad.rq> .
:get a mf:ProtocolTest ; mf:name "get" ;
  ut:graphData [ ut:graph <data.ttl> ; rdfs:label "urn:g" ] ;
  mf:action [ ht:requests ( [ ht:methodName "GET" ;
    ht:absolutePath "/sparql/?query=ASK%7B%3Fs%20%3Fp%202%7D&default-graph-uri=urn:g" ;
    ht:resp [ mf:expectedBoolean true ; mf:expectedStatus ht:StatusCode2xx ] ] ) ] .
:broken a mf:ProtocolTest ; mf:name "broken" ;
  mf:action [ ht:requests ( [ ht:methodName "POST" ; ht:absolutePath "/sparql" ;
    ht:body [ cnt:chars "ASK{}" ; cnt:characterEncoding "UTF-8" ] ;
    ht:resp [ mf:expectedStatus ht:StatusCode2xx ] ] ) ] .
:update a mf:ProtocolTest ; mf:name "update" ;
  mf:action [ ht:requests ( [ ht:methodName "POST" ; ht:absolutePath "/sparql" ;
    ht:headers ( [ ht:fieldName "Content-Type" ; ht:fieldValue "application/sparql-update" ] ) ;
    ht:body [ cnt:chars "CLEAR ALL" ] ; ht:resp [ mf:expectedStatus ht:StatusCode2xx ] ] ) ] .
"""
SRX = """<sparql xmlns="http://www.w3.org/2005/sparql-results#">
<head><variable name="o"/></head><results><result><binding name="o">
<literal datatype="http://www.w3.org/2001/XMLSchema#integer">{}</literal>
</binding></result></results></sparql>"""
FILES = {
    "manifest.ttl": MANIFEST,
    "data.ttl": "<urn:s> <urn:p> 2 . [] <urn:q> <urn:s> .",
    "rows.rq": "SELECT ?o { ?s <urn:p> ?o }",
    "rows.srx": SRX.format(2),
    "wrong.srx": SRX.format(3),
    "rows.csv": "o\r\n2\r\n",
    "blank.rq": "SELECT ?s { GRAPH <data.ttl> { ?s <urn:q> ?o } }",
    "blank.ttl": "@prefix rs: <http://www.w3.org/2001/sw/DataAccess/tests/result-set#> ."
    '[] a rs:ResultSet ; rs:resultVariable "s" ;'
    ' rs:solution [ rs:binding [ rs:variable "s" ; rs:value [] ] ] .',
    "graph.rq": "CONSTRUCT WHERE { ?s ?p ?o }",
    "bad.rq": "SELECT { }",
}


def test_the_script_tells_right_from_wrong(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    told = subprocess.run(
        [sys.executable, str(SCRIPT), "--json", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
        check=False,
    )
    assert json.loads(told.stdout or "{}") == {
        "protocol fail": 1,
        "protocol pass": 1,
        "protocol refused": 1,
        "query fail": 1,
        "query pass": 4,
        "syntax pass": 2,
    }, told.stderr
    assert "FAIL query wrong" in told.stderr
    assert "FAIL protocol broken" in told.stderr
    assert told.returncode == 1
