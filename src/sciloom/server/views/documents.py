"""What the graph says of one thing, as RDF."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pyoxigraph import NamedNode, Quad, Triple

from sciloom.rdf.order import in_order
from sciloom.server.frames import Reply
from sciloom.server.negotiation import GRAPH_TYPES, media_of
from sciloom.server.sparql_job import CappedBuffer, write_graph
from sciloom.server.views.things import Thing
from sciloom.store import GraphStore
from sciloom.vocab import paper_graph

#: Triples in which a thing is the object; the rest is a query away.
_INCOMING = 1_000
#: Triples of one document.
_MOST = 200_000


def document(store: GraphStore, thing: Thing, form: str, most: int) -> Reply:
    """Return a document about a thing, in a format of `GRAPH_TYPES`.

    Of a paper and a named graph, the whole graph; of another thing what it is the subject of, and
    at most 1,000 of the triples in which it is the object.
    """
    page = CappedBuffer(most)
    write_graph(_triples(store, thing), form, page)
    return Reply(media=media_of(form, GRAPH_TYPES), body=page.getvalue())


def _triples(store: GraphStore, thing: Thing) -> Iterator[Triple]:
    return (quad.triple for quad in in_order(islice(_quads(store, thing), _MOST)))


def _quads(store: GraphStore, thing: Thing) -> Iterator[Quad]:
    find = store.query_store.quads_for_pattern
    node = NamedNode(thing.iri)
    graph = NamedNode(paper_graph(thing.iri)) if thing.kind == "Paper" else node
    if thing.kind in ("Paper", "Graph"):
        yield from find(None, None, None, graph)
    else:
        yield from find(node, None, None)
        yield from islice(find(None, None, node), _INCOMING)
