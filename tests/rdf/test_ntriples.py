"""Terms as text are the terms that Oxigraph has."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, RdfFormat, parse

from sciloom.rdf import ntriples, terms
from sciloom.rdf.order import in_order, lines
from sciloom.vocab import BASE


def read(*objects: str) -> list[object]:
    data = "".join(f"<urn:s> <urn:p> {one} .\n" for one in objects).encode()
    return [quad.object for quad in parse(data, RdfFormat.N_TRIPLES)]


def test_every_character_is_spelled_as_oxigraph_spells_it() -> None:
    for code in range(sys.maxunicode + 1):
        text = chr(code)
        if unicodedata.category(text) != "Cs":
            assert ntriples.string(text) == str(Literal(text))


@given(st.text())
def test_strings_are_read_back(text: str) -> None:
    assert read(ntriples.string(text)) == [terms.string(text)]


def test_a_lone_surrogate_is_replaced() -> None:
    assert ntriples.string("a\ud800b") == '"a\ufffdb"'


def test_labels_are_composed() -> None:
    assert ntriples.label("e\u0301") == '"\u00e9"'


def test_others_iris_are_looked_at() -> None:
    assert ntriples.foreign("https://example.org/") == "<https://example.org/>"
    with pytest.raises(ValueError, match="IRI"):
        ntriples.foreign("not an iri")


_FACTS = st.tuples(
    st.sampled_from([BASE + tail for tail in ("", "/a/2", "/a/10", "#char=9,10", "#char=10,9")]),
    st.sampled_from(["rdf:type", "name", "score", "dcterms:date", "oa:start"]),
    st.one_of(
        st.text('a1"\\\n é', max_size=3).map(ntriples.string),
        st.integers(0, 120).map(ntriples.integer),
        st.integers(0, 120).map(lambda n: ntriples.iri(f"urn:{n}")),
    ),
)


@given(st.lists(_FACTS))
def test_lines_stand_in_the_order_of_quads(facts: list[tuple[str, str, str]]) -> None:
    written = "".join(lines(facts, "urn:g", about=BASE)).encode()
    unordered = "".join(f"<{s}> {ntriples.term(p)} {o} <urn:g> .\n" for s, p, o in facts).encode()
    quads = parse(unordered, RdfFormat.N_QUADS)
    assert list(parse(written, RdfFormat.N_QUADS)) == list(in_order(quads))
