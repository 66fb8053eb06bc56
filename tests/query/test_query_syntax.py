from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, QuerySolutions, Store

from sciloom.query.syntax import place, string_literal, tokens


def kinds(sparql: str) -> list[tuple[str, str]]:
    return [(token.kind, token.text) for token in tokens(sparql)]


@pytest.mark.parametrize(
    ("sparql", "expected"),
    [
        ("?a<?b&&?c>$d", ["?a", "<", "?b", "&&", "?c", ">", "$d"]),
        ("?s <http://x/#y'z>'it\\'s'", ["?s", "<http://x/#y'z>", "'it\\'s'"]),
        ("a:b\\'c.d. # 'no'\n'yes'", ["a:b\\'c.d", ".", "'yes'"]),
        ('"""a"b\n"""@en-US "x"^^xsd:int', ['"""a"b\n"""', "@en-US", '"x"', "^^", "xsd:int"]),
        (":p? ?x .5 1.5e3 _:b", [":p", "?", "?x", ".5", "1.5e3", "_:b"]),
    ],
)
def test_tokens(sparql: str, expected: list[str]) -> None:
    assert [text for _, text in kinds(sparql)] == expected


def test_open_string_is_bad() -> None:
    assert ("bad", '"') in kinds('SELECT "x')


@given(st.text())
def test_tokens_cover_all_but_space_and_comments(sparql: str) -> None:
    at = 0
    for token in tokens(sparql):
        assert re.fullmatch(r"(?:[ \t\r\n]|#[^\r\n]*)*", sparql[at : token.start])
        assert sparql.startswith(token.text, token.start)
        at = token.start + len(token.text)
    assert re.fullmatch(r"(?:[ \t\r\n]|#[^\r\n]*)*", sparql[at:])


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_string_literal_is_one_term_with_that_value(value: str) -> None:
    written = string_literal(value)
    assert [kind for kind, _ in kinds(written)] == ["string"]
    found = Store().query(f"SELECT ({written} AS ?x) {{}}")
    assert isinstance(found, QuerySolutions)
    assert [row["x"] for row in found] == [Literal(value)]


@pytest.mark.parametrize(
    ("offset", "expected"), [(0, (1, 1)), (3, (2, 1)), (5, (3, 1)), (6, (3, 2))]
)
def test_place_counts_every_kind_of_line_end(offset: int, expected: tuple[int, int]) -> None:
    assert place("a\r\nb\rcd", offset) == expected
