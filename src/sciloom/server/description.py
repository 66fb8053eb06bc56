"""What the server says of itself: SPARQL service description and VoID.

Sources: https://www.w3.org/TR/sparql11-service-description/, https://www.w3.org/TR/void/
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from starlette.requests import Request
from starlette.responses import Response

from sciloom.query.syntax import string_literal
from sciloom.server.builds import Build
from sciloom.server.frames import RefusedError, Reply
from sciloom.server.gateway import Gateway, etag, not_modified, unchanged
from sciloom.server.negotiation import GRAPH_TYPES, choose, media_of
from sciloom.vocab import ONTOLOGY

_FORMATS = "http://www.w3.org/ns/formats/"
_RDFLIB = (("turtle", "turtle"), ("nt", "nt11"), ("jsonld", "json-ld"), ("rdfxml", "xml"))


async def describe(request: Request, gateway: Gateway) -> Response:
    """Answer with the description of the endpoint and of the dataset behind it."""
    form = choose(request.headers.get("accept"), GRAPH_TYPES)
    async with gateway.build() as build:
        if form is None:
            raise RefusedError(406, "the description is RDF")
        origin = str(request.base_url).rstrip("/")
        tag = etag(build, "description", origin, form)
        headers = {"Vary": "Accept", "Cache-Control": "no-cache", "ETag": tag}
        if unchanged(request, tag):
            return not_modified(headers)
        text = "\n".join(_turtle(build, origin))
    body = text.encode() if form == "turtle" else await asyncio.to_thread(_rewrite, text, form)
    return gateway.respond(Reply(media=media_of(form, GRAPH_TYPES), body=body), headers)


def _turtle(build: Build, origin: str) -> Iterator[str]:
    """Yield the description as Turtle, line by line."""
    yield "@prefix dcterms: <http://purl.org/dc/terms/> ."
    yield "@prefix foaf: <http://xmlns.com/foaf/0.1/> ."
    yield "@prefix sd: <http://www.w3.org/ns/sparql-service-description#> ."
    yield "@prefix void: <http://rdfs.org/ns/void#> ."
    yield f"<{origin}/sparql> a sd:Service ;"
    yield f"  sd:endpoint <{origin}/sparql> ; sd:supportedLanguage sd:SPARQL11Query ;"
    yield "  sd:feature sd:UnionDefaultGraph ;"
    for form in (
        "SPARQL_Results_JSON SPARQL_Results_XML SPARQL_Results_CSV SPARQL_Results_TSV"
        " Turtle N-Triples JSON-LD RDF_XML"
    ).split():
        yield f"  sd:resultFormat <{_FORMATS}{form}> ;"
    yield f"  sd:defaultDataset <{origin}/.well-known/void#dataset> ."
    yield f"<{origin}/.well-known/void> a void:DatasetDescription ;"
    yield f"  foaf:primaryTopic <{origin}/.well-known/void#dataset> ."
    yield f"<{origin}/.well-known/void#dataset> a void:Dataset , sd:Dataset ;"
    quads = build.report["quads"]
    yield f"  sd:defaultGraph [ a sd:Graph , void:Dataset ; void:triples {quads} ] ;"
    yield '  dcterms:title "Knowledge graph made by sciloom" ;'
    yield f"  dcterms:identifier {string_literal(build.digest)} ;"
    yield f"  void:sparqlEndpoint <{origin}/sparql> ; void:triples {quads} ;"
    for kind, name in (("Paper", "papers"), ("Claim", "claims")):
        if (count := build.report.get("counts", {}).get(name)) is not None:
            part = f"void:class <{ONTOLOGY}{kind}> ; void:entities {count}"
            yield f"  void:classPartition [ {part} ] ;"
    yield f"  void:vocabulary <{ONTOLOGY}> ."


def _rewrite(turtle: str, form: str) -> bytes:
    from rdflib import Graph

    return (
        Graph()
        .parse(data=turtle, format="turtle")
        .serialize(format=dict(_RDFLIB)[form], encoding="utf-8")
    )
