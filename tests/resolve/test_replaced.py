from itertools import permutations

from test_resolver import extraction

from sciloom.model import Extraction
from sciloom.resolve import resolve

BASE = "https://w3id.org/sciloom/id/concept/"
LONG = extraction("a", ("kestrel map", "Method", ("kestrel map", "KMs")))
SHORT = extraction("b", ("KM", "Method", ("KM",)))
MORE = extraction("c", ("kestrel-map", "Method", ("kestrel-map", "KM")))


def replaced(*papers: Extraction) -> list[tuple[str, str, float]]:
    ties = (tie for tie in resolve(papers).ties if tie.predicate == "dcterms:isReplacedBy")
    return [(t.subject[len(BASE) :], t.object[len(BASE) :], t.score) for t in ties]


def test_a_name_that_was_a_concept_points_to_what_took_it_in() -> None:
    assert [concept.key for concept in resolve([SHORT]).concepts] == ["km"]
    assert not replaced(SHORT)
    assert replaced(LONG, MORE, SHORT) == [("km", "kestrel-map", 1.0)]


def test_what_is_replaced_does_not_depend_on_the_order_of_papers() -> None:
    papers = (LONG, SHORT, MORE, extraction("d", ("kestrelmap", "Method", ("kestrelmap",))))
    found = {tuple(replaced(*order)) for order in permutations(papers)}
    assert found == {(("kestrelmap", "kestrel-map", 1.0), ("km", "kestrel-map", 1.0))}


def test_what_still_is_a_concept_is_not_replaced() -> None:
    other = extraction("e", ("keel mass", "Method", ("keel mass", "KM")))
    papers = (LONG, other, SHORT)  # two things, and neither paper tells which
    assert "km" in {concept.key for concept in resolve(papers).concepts}
    assert not replaced(*papers)
