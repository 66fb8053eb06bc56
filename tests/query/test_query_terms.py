import pytest

from sciloom.query import unknown_terms


@pytest.mark.parametrize(
    ("sparql", "expected"),
    [
        ("SELECT * { ?c a :Improvment }", ((":Improvment", ":Improvement"),)),
        ("SELECT * { ?p :zzzz ?c ; :uses ?d }", ((":zzzz", None),)),
        ("SELECT * { ?p :uses ?c ; rdfs:label ':usez' } # :usez", ()),
        ("PREFIX : <http://example.org/> SELECT * { ?p :usez ?c }", ()),
    ],
)
def test_misspelt_terms_are_told(sparql: str, expected: tuple[tuple[str, str | None]]) -> None:
    assert unknown_terms(sparql) == expected
