import random
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from sciloom.model import Concept
from sciloom.resolve.clusters import Bond, cluster
from sciloom.resolve.hierarchy import hierarchy
from sciloom.vocab import concept_iri

KEYS = tuple("abcdef")
BONDS = st.lists(
    st.builds(
        Bond, st.sampled_from(KEYS), st.sampled_from(KEYS), st.just("why"), st.floats(0.5, 1.0)
    )
)


def test_a_chain_of_weak_bonds_does_not_hold() -> None:
    uses = {"a": 9, "b": 5, "c": 5, "d": 5}
    weak = [Bond("a", "b", "", 0.85), Bond("b", "c", "", 0.84), Bond("c", "d", "", 0.83)]
    place = cluster(uses, weak)
    assert place["b"].centre == "a"
    assert place["d"].centre != "a"


@given(BONDS, st.randoms())
def test_every_key_is_near_its_centre_whatever_the_order(
    bonds: list[Bond], chance: random.Random
) -> None:
    uses = {key: k + 1 for k, key in enumerate(KEYS)}
    place = cluster(uses, bonds, threshold=0.8)
    assert all(p.score >= 0.8 * 0.85 - 1e-3 for p in place.values())
    assert all(place[p.centre].centre == p.centre for p in place.values())
    chance.shuffle(bonds)
    assert cluster(uses, bonds, threshold=0.8) == place


@given(BONDS)
def test_what_is_to_stay_apart_never_meets(bonds: list[Bond]) -> None:
    apart = {"a": frozenset("b"), "b": frozenset("a")}
    place = cluster(dict.fromkeys(KEYS, 1), bonds, apart=apart)
    assert place["a"].centre != place["b"].centre


def concept(key: str, type_: str = "Method") -> Concept:
    return Concept(iri=concept_iri(key), key=key, type=type_, pref_label=key)


def test_a_head_of_two_words_is_broader() -> None:
    keys = ("sparse-hopfield-network", "hopfield-network", "non-hopfield-network", "network")
    ties = hierarchy((), list(map(concept, keys)))
    assert [(t.subject, t.object) for t in ties] == [(concept_iri(keys[0]), concept_iri(keys[1]))]


def test_the_longest_head_of_the_same_type_is_broader() -> None:
    narrow, other, broad, broadest = "v-w-x-y-z", "w-x-y-z", "x-y-z", "y-z"
    concepts = [concept(narrow), concept(other, "Task"), concept(broad), concept(broadest)]
    ties = {(t.subject, t.object) for t in hierarchy((), concepts)}
    pairs = ((narrow, broad), (broad, broadest))
    assert ties == {(concept_iri(one), concept_iri(two)) for one, two in pairs}


def test_how_sure_a_tie_is_does_not_depend_on_the_order_of_papers() -> None:
    one, two = map(concept, ("kestrel", "falcon"))
    stated = [(one.iri, two.iri, score) for score in (0.8, 0.525, 0.57)]  # 1 - 0.04085
    scores = {tie.score for said in permutations(stated) for tie in hierarchy(said, (one, two))}
    assert len(scores) == 1
