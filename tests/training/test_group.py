import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sciloom.nlp.model import names
from sciloom.nlp.model.encode import Encoded
from sciloom.nlp.model.group import group_mentions, merge, spread
from sciloom.nlp.model.names import abbreviates, key
from sciloom.nlp.model.words import sentences, words

METHOD = np.array([0.9, 0.0, 0.0, 0.1])
TASK = np.array([0.2, 0.0, 0.0, 0.8])


def encoded(text):
    none = np.zeros(0, dtype=np.int64)
    return Encoded(text, words(text), sentences(text), none, none, none, none)


def found(enc, *parts):
    rows = []
    for phrase, kinds in parts:
        size = len(words(phrase))
        first = next(
            i
            for i in range(len(enc.words))
            if enc.text[enc.words[i][0] :].startswith(phrase) and all(i >= row[1] for row in rows)
        )
        rows.append((first, first + size, kinds, 0.8))
    return rows


@pytest.mark.parametrize(
    ("short", "long", "is_one"),
    [
        ("OT", "optimal transport", True),
        ("LLMs", "large language models", True),
        ("CNN", "graph network", False),
        ("A", "attention", False),
        ("optimal transport", "OT", False),
    ],
)
def test_abbreviates(short, long, is_one):
    assert abbreviates(short, long) is is_one


def test_key_folds_case_hyphens_plurals_and_markup():
    assert key("the **Fine-tuned** $k$-means models") == key("fine tuned k means model")
    assert key("analysis") == "analysis"


def test_one_name_and_its_abbreviation_are_one_group():
    enc = encoded("Optimal transport (OT) beats GANs; OT and optimal transports win.")
    rows = found(
        enc,
        ("Optimal transport", METHOD),
        ("OT", TASK),
        ("GANs", METHOD),
        ("OT", METHOD),
        ("optimal transports", METHOD),
    )
    groups = group_mentions(enc, rows)
    assert [len(group.spans) for group in groups] == [4, 1]
    assert groups[0].type == 0


def test_a_bracket_that_is_no_abbreviation_joins_nothing():
    enc = encoded("Transformers (GANs) win.")
    rows = found(enc, ("Transformers", METHOD), ("GANs", METHOD))
    assert len(group_mentions(enc, rows)) == 2


def test_merge_follows_chains_and_keeps_the_best_score():
    enc = encoded("aa bb cc dd")
    groups = group_mentions(enc, found(enc, *((w, METHOD) for w in ("aa", "bb", "cc", "dd"))))
    merged = merge(groups, [(0, 2), (2, 3)])
    assert [group.spans for group in merged] == [((0, 1), (2, 3), (3, 4)), ((1, 2),)]


def test_spread_finds_forms_again_but_never_inside_other_mentions():
    enc = encoded("LoRA and LoRA tuning; lora wins.")
    rows = found(enc, ("LoRA", METHOD), ("LoRA tuning", TASK))
    groups = spread(enc, group_mentions(enc, rows))
    assert [group.spans for group in groups] == [((0, 1), (5, 6)), ((2, 4),)]


@pytest.mark.parametrize(
    ("some", "other", "kind"),
    [
        ("gaussian splatting", "3d gaussian splatting", names.TAIL_OF),
        ("bara algorithm", "bara", names.HAS_HEAD),
        ("ot", "optimal transport", names.SHORT_OF),
        ("deep linear network", "deep network", names.CONTAINS),
        ("deep linear network", "deep convex network", names.LIKE_WITH_HEAD),
        ("graph network", "deep convex network", names.SHARED_HEAD),
        ("graph network", "graph attention", names.SHARED_WORD),
        ("graph network", "tree", 0),
        ("", "tree", 0),
    ],
)
def test_likeness_of_names(some, other, kind):
    assert names.likeness([some], [other]) == kind


@given(st.lists(st.text("ab c", max_size=8)), st.lists(st.text("ab c", max_size=8)))
def test_likeness_is_a_class_and_turns_round(some, others):
    there, back = names.likeness(some, others), names.likeness(others, some)
    assert 0 <= there < names.LIKENESSES
    assert (there == 0) == (back == 0)


@given(st.lists(st.lists(st.text("abc ", max_size=9).map(names.key), min_size=1), min_size=1))
def test_likenesses_are_those_of_each_two(forms):
    assert names.likenesses(forms) == [[names.likeness(a, b) for b in forms] for a in forms]
