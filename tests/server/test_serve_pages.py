"""Linked data, pages and the JSON API on a real server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from served import Server, serving, write_build

from factories import claim, entity, first_paper, two_papers
from sciloom.model import Concept, Extraction, Link, Paper, Resolution
from sciloom.vocab import BASE, concept_iri, paper_iri

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
LOOM = concept_iri("loom")
PAPER = paper_iri(first_paper().paper)
HOSTILE = '<script>alert("1")</script>&\'"><img src=x onerror=alert(1)>'


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append(tag)
        given = dict(attrs)
        assert not [name for name in given if name.startswith("on")]
        if tag == "a":
            self.links.append(given["href"])


def read(page: str) -> _Tags:
    tags = _Tags()
    tags.feed(page)
    return tags


def place(iri: str) -> str:
    return "/id/" + iri.removeprefix(BASE)


def test_every_iri_of_the_graph_resolves(server: Server) -> None:
    found = server.query(
        f"SELECT DISTINCT ?x {{ {{ ?x ?p ?o }} UNION {{ ?s ?p ?x }} UNION {{ GRAPH ?x {{ }} }} "
        f'FILTER(ISIRI(?x) && STRSTARTS(STR(?x), "{BASE}")) }}'
    ).json["results"]["bindings"]
    iris = {row["x"]["value"].partition("#")[0] for row in found}
    assert len(iris) > 30
    for iri in sorted(iris):
        assert server.ask(place(iri), headers=BROWSER).status == 200, iri
        answer = server.ask(place(iri), headers={"Accept": "text/turtle"})
        assert answer.status == 200
        assert answer.headers["content-type"].startswith("text/turtle")


@pytest.mark.parametrize(
    ("suffix", "media", "parser"),
    [
        (".ttl", "text/turtle; charset=utf-8", "turtle"),
        (".nt", "application/n-triples; charset=utf-8", "nt"),
        (".rdf", "application/rdf+xml", "xml"),
        (".jsonld", "application/ld+json", "json-ld"),
    ],
)
@pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated")
def test_a_suffix_chooses_the_format(server: Server, suffix, media, parser) -> None:
    from rdflib import Graph, Literal, URIRef
    from rdflib.namespace import SKOS

    answer = server.ask(place(LOOM) + suffix, headers=BROWSER)
    assert answer.headers["content-type"] == media
    graph = Graph().parse(data=answer.body, format=parser)
    assert (URIRef(LOOM), SKOS.prefLabel, Literal("Loom")) in graph
    assert (URIRef(PAPER), None, URIRef(LOOM)) in graph


def test_one_address_serves_people_and_machines(server: Server) -> None:
    page = server.ask(place(LOOM), headers=BROWSER)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["vary"] == "Accept"
    assert server.ask(place(LOOM)).headers["content-type"].startswith("text/turtle")
    assert server.ask(place(LOOM) + ".html").headers["content-type"].startswith("text/html")
    assert server.ask(place(LOOM), headers={"Accept": "image/png"}).status == 406
    again = server.ask(place(LOOM), headers=BROWSER | {"If-None-Match": page.headers["etag"]})
    assert again.status == 304


def test_the_document_of_a_paper_is_its_graph(server: Server) -> None:
    from rdflib import Graph

    document = Graph().parse(data=server.ask(place(PAPER) + ".ttl").body, format="turtle")
    count = server.query(f"SELECT (COUNT(*) AS ?n) {{ GRAPH <{PAPER}/graph> {{ ?s ?p ?o }} }}")
    assert len(document) == int(count.json["results"]["bindings"][0]["n"]["value"])


def test_the_cards_lead_to_one_another(server: Server) -> None:
    seen: set[str] = set()
    todo = [place(PAPER)]
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        answer = server.ask(path, headers=BROWSER)
        assert answer.status == 200, path
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        links = {link.partition("#")[0] for link in read(answer.text).links}
        todo += [link for link in links if link.startswith("/id/")]
    assert place(LOOM) in seen
    assert any("/claim/" in path for path in seen)
    assert len(seen) > 20


def test_an_address_that_leads_nowhere_offers_what_it_may_have_meant(server: Server) -> None:
    answer = server.ask("/id/concept/knotbank-2", headers=BROWSER)
    assert answer.status == 404
    near = server.ask("/id/concept/KnotBank", headers=BROWSER)
    assert near.status == 404
    assert place(concept_iri("knotbank")) in read(near.text).links
    machine = server.ask("/id/concept/none", headers={"Accept": "text/turtle"})
    assert machine.status == 404
    assert machine.headers["content-type"] == "application/problem+json"


def test_other_spellings_of_an_address_are_understood(server: Server) -> None:
    for spelling in ("x%2Dparser", "%78-parser"):
        assert server.ask("/id/concept/" + spelling, headers=BROWSER).status == 200


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a graph in which every text is written to break a page."""
    text = f"We present {HOSTILE}. {HOSTILE} beats {HOSTILE}."
    paper = Paper(
        id=HOSTILE, text=text, abstract=text, title=HOSTILE, venue=HOSTILE,
        authors=(HOSTILE,), keywords=(HOSTILE,), url="javascript:alert(1)",
    )  # fmt: skip
    extraction = Extraction(
        paper=paper,
        entities=(entity(text, HOSTILE, type="Method", role="proposed"),),
        relations=(),
        claims=(
            claim(
                text, f"{HOSTILE} beats {HOSTILE}.", "Improvement", HOSTILE, comparators=("a <b>",)
            ),
        ),
    )
    iri = concept_iri(HOSTILE)
    resolution = Resolution(
        extractions=(extraction,),
        concepts=(
            Concept(
                iri=iri,
                key=HOSTILE,
                type="Method",
                pref_label=HOSTILE,
                alt_labels=("</title><script>",),
            ),
        ),
        links=(
            (Link(paper=paper_iri(paper), entity=HOSTILE, concept=iri, reason="<b>", score=0.5),),
        ),
    )
    folder = tmp_path_factory.mktemp("hostile")
    write_build(folder, resolution)
    with serving(folder) as running:
        yield running


def test_what_the_graph_says_is_escaped(hostile: Server) -> None:
    found = hostile.query("SELECT DISTINCT ?s { ?s ?p ?o }").json["results"]["bindings"]
    pages = ["/", "/query", f"/search?{urlencode({'q': 'script alert'})}"]
    pages += [f"/search?{urlencode({'q': HOSTILE})}", "/id/" + quote(HOSTILE, safe="")]
    pages += [place(row["s"]["value"].partition("#")[0]) for row in found]
    for path in pages:
        answer = hostile.ask(path, headers=BROWSER)
        assert answer.headers["content-type"] == "text/html; charset=utf-8", path
        tags = read(answer.text)
        assert "img" not in tags.tags
        assert not [link for link in tags.links if not link.startswith(("/", "http"))]
        scripts = re.findall(r"<script(?! src=| type=\"application/json\")", answer.text)
        assert scripts == []


def test_suggestions_begin_as_what_is_typed(server: Server) -> None:
    items = server.ask("/api/suggest?q=yar").json["items"]
    assert items[0]["iri"] == concept_iri("yarn-network")
    assert server.ask("/api/suggest?q=").json["items"] == []
    assert len(server.ask("/api/suggest?q=k&limit=1").json["items"]) == 1


def test_the_card_of_a_paper_holds_what_was_read(server: Server) -> None:
    card = server.ask(f"/api/card?{urlencode({'iri': PAPER})}").json
    original = first_paper()
    assert card["text"] == original.paper.text
    assert {e["name"]: e["role"] for e in card["entities"]} == {
        e.name: e.role for e in original.entities
    }
    assert {e["name"]: e["mentions"] for e in card["entities"]} == {
        e.name: [[m.start, m.end] for m in e.mentions] for e in original.entities
    }
    assert [c["sentence"] for c in card["claims"]] == [c.quote for c in original.claims]
    assert [c["evidence"] for c in card["claims"]] == [[c.start, c.end] for c in original.claims]
    value = card["claims"][0]["values"][0]
    assert (value["value"], value["unit"], value["quote"]) == (26.3, "point", "up to 26.30 points")
    assert card["authors"] == list(original.paper.authors)
    assert len(card["relations"]) == len(original.relations)


def test_neighbours_are_counted_and_paged(server: Server) -> None:
    yarn = concept_iri("yarn-network")
    groups = server.ask(f"/api/neighbours?{urlencode({'iri': yarn})}").json["neighbours"]
    totals = {(g["relation"], g["forward"]): g["total"] for g in groups}
    assert totals["comparesWith", False] == 1
    assert totals["basedOn", False] == 1
    assert totals["usedFor", True] == 1
    asked = {"iri": PAPER, "relation": "evaluatesOn", "limit": 1}
    page = server.ask(f"/api/neighbours?{urlencode(asked)}").json
    assert [item["label"] for item in page["items"]] == ["KnotBank"]
    concept = {"iri": yarn, "relation": "basedOn", "direction": "in"}
    assert server.ask(f"/api/neighbours?{urlencode(concept)}").json["items"] == [
        {"iri": LOOM, "kind": "Method", "label": "Loom", "papers": 1}
    ]


def test_pages_of_a_list_make_the_whole(server: Server) -> None:
    whole = server.ask("/api/list?kind=Task").json
    assert whole["total"] == 3
    found, offset = [], 0
    while offset is not None:
        page = server.ask(f"/api/list?kind=Task&limit=2&offset={offset}").json
        found += page["items"]
        offset = page.get("next")
    assert found == whole["items"]


def test_a_list_is_narrowed_by_its_filters(server: Server) -> None:
    def titles(**filters: object) -> list[str]:
        return [i["label"] for i in server.ask(f"/api/list?{urlencode(filters)}").json["items"]]

    title = first_paper().paper.title
    assert titles(kind="Paper", from_year=2024) == [title]
    assert titles(kind="Paper", to_year=2023) == []
    assert titles(kind="Paper", venue="proc. knots") == [title]
    assert titles(kind="Paper", q="untangling takes") == [title]
    assert titles(kind="Paper", concept=LOOM, relation="proposes") == [title]
    assert titles(kind="Paper", concept=LOOM, relation="uses") == []
    assert titles(kind="Method", q="yn") == ["Yarn Networks"]
    assert len(titles(kind="Claim", type="Improvement", concept=LOOM)) == 1
    assert titles(kind="Dataset", concept=LOOM) == ["KnotBank"]


def test_a_path_joins_two_things(server: Server) -> None:
    ends = {"from": concept_iri("knot-untangling"), "to": LOOM}
    found = server.ask(f"/api/paths?{urlencode(ends)}").json
    assert found["complete"] is True
    for path in found["paths"]:
        things = [thing["iri"] for thing in path["things"]]
        assert (things[0], things[-1]) == (ends["from"], LOOM)
        assert len(path["edges"]) == len(things) - 1 == 2
        for (left, right), edge in zip(pairwise(things), path["edges"], strict=True):
            s, o = (left, right) if edge["forward"] else (right, left)
            assert server.query(f"ASK {{ <{s}> :{edge['relation']} <{o}> }}").json["boolean"]
    assert found["paths"]
    same = server.ask(f"/api/paths?{urlencode({'from': LOOM, 'to': LOOM})}").json
    assert [p["edges"] for p in same["paths"]] == [[]]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/nothing", 404),
        ("/api/card", 400),
        ("/api/card?iri=x", 400),
        ("/api/card?iri=urn:none", 404),
        ("/api/card?iri=urn:a%3E%20%7B%7D", 400),
        ("/api/list?kind=Sonnet", 400),
        ("/api/list?kind=Paper&limit=many", 400),
        ("/api/list?kind=Paper&concept=urn:none", 400),
        ("/api/list?kind=Claim&type=Boast", 400),
        ("/api/list?kind=Paper&relation=loves&concept=" + quote(LOOM), 400),
        ("/api/paths?from=urn:a&to=urn:b", 404),
        ("/api/neighbours?iri=urn:a&direction=up", 400),
        ("/api/suggest?q=" + "x" * 300, 400),
        ("/api/queries/none", 400),
        ("/api/queries/evaluated-on", 400),
        ("/nothing", 404),
    ],
)
def test_a_wrong_request_is_told_so(server: Server, path: str, status: int) -> None:
    answer = server.ask(path)
    assert answer.status == status
    assert answer.json["status"] == status


def test_no_list_is_longer_than_its_bound(server: Server) -> None:
    for path in ("/api/list?kind=Method&limit=999999", "/api/suggest?q=k&limit=999999"):
        assert server.ask(path).status == 200


def test_the_named_queries_run_anywhere(server: Server) -> None:
    from rdflib import Graph

    listed = server.ask("/api/queries").json["items"]
    assert {"beats", "evaluated-on"} <= {one["name"] for one in listed}
    for one in listed:
        given = {p["name"]: p.get("default") or _sample(p["type"]) for p in one["parameters"]}
        text = server.ask(f"/api/queries/{one['name']}?{urlencode(given)}").text
        assert server.query(text).status == 200, one["name"]
        Graph().query(text)  # parses without prefixes of ours


def _sample(type: str) -> str:
    """Return a value that fits a parameter: text, a number, or one of the terms to choose from."""
    return {"label": "Loom", "text": "knot", "number": "1"}.get(type, type.partition("|")[0])


def test_answers_of_the_api_are_tagged_by_build(server: Server) -> None:
    first = server.ask("/api/list?kind=Paper")
    again = server.ask("/api/list?kind=Paper", headers={"If-None-Match": first.headers["etag"]})
    assert again.status == 304


def test_the_viewer_page_is_served(server: Server, folder: Path) -> None:
    answer = server.ask("/graph.html")
    assert answer.body == (folder / "graph.html").read_bytes()
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_two_builds_of_one_input_say_the_same(server: Server, tmp_path: Path) -> None:
    write_build(tmp_path, two_papers())
    with serving(tmp_path) as other:
        for path in ("/api/list?kind=Claim", place(PAPER) + ".ttl", place(LOOM) + ".html"):
            assert other.ask(path).body == server.ask(path).body
