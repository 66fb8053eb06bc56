from hypothesis import given
from hypothesis import strategies as st

from sciloom.nlp.model.words import (
    FEATURE_SIZES,
    features,
    sentences,
    shape,
    word_span,
    words,
)


@given(st.text())
def test_words_cover_all_but_white_space(text):
    spans = words(text)
    assert all(a < b for a, b in spans)
    assert "".join(text[a:b] for a, b in spans) == "".join(text.split())


@given(st.text(alphabet="aB1. $\n?(—é"))
def test_sentences_cover_all_but_white_space_and_features_stay_in_bounds(text):
    sents = sentences(text)
    assert "".join("".join(text[a:b].split()) for a, b in sents) == "".join(text.split())
    rows = features(text, words(text), sents)
    assert rows.shape == (len(words(text)), len(FEATURE_SIZES))
    assert ((rows >= 0) & (rows < FEATURE_SIZES)).all()


def test_sentences_end_at_periods_but_not_after_abbreviations():
    text = "We use BERT, e.g. Large models. $k$-means is fast, cf. Table 2. It wins."
    parts = [text[a:b] for a, b in sentences(text)]
    assert parts == [
        "We use BERT, e.g. Large models.",
        "$k$-means is fast, cf. Table 2.",
        "It wins.",
    ]


def test_shape_tells_what_a_lower_case_encoder_cannot_see():
    forms = ["model", "Model", "OT", "LoRA", "2024", "GPT4", "-", "X"]
    assert [shape(form) for form in forms] == list(range(8))


def test_features_mark_formulas_and_glued_words():
    text = "a $k$-means"
    rows = features(text, words(text), sentences(text))
    assert rows[:, 2].tolist() == [0, 0, 1, 1, 0, 0]
    assert rows[:, 1].tolist() == [0, 0, 1, 1, 1, 1]


def test_word_span_of_a_part_of_a_word_is_the_word():
    text = "the CIFAR-10 set"
    spans = words(text)
    assert word_span(spans, 5, 11) == (1, 4)
    assert word_span(spans, 3, 4) is None
