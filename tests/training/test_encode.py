import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sciloom.nlp.model.encode import MAX_PIECES, encode, windows
from sciloom.nlp.model.words import words
from training.tiny import tokenizer


@given(st.text(alphabet="ab zé.\u200b-9"))
def test_each_word_points_at_its_first_piece(text):
    enc = encode(text, tokenizer())
    assert enc.ids.shape == enc.owner.shape
    assert enc.owner[0] == enc.owner[-1] == len(enc.words)
    assert (enc.owner[enc.first] == np.arange(len(enc.words))).all()
    assert (enc.owner[enc.first - 1] != np.arange(len(enc.words))).all()


@given(st.text(alphabet="ab zé.\u200b-9"))
def test_words_have_the_pieces_that_they_have_in_their_text(text):
    enc = encode(text, tokenizer())
    spans = [text[a:b] for a, b in words(text)]
    assert enc.ids.tolist() == tokenizer().encode(spans, is_pretokenized=True).ids


@pytest.mark.parametrize("text", ["", " ", "ab. Cd", "ab cd " * 700, "Ab. " * 600, "a" * 99999])
def test_windows_hold_every_word_once_and_never_too_much(text):
    enc = encode(text, tokenizer())
    parts = list(windows(enc))
    assert sum(len(part.first) for part in parts) == len(enc.words)
    for part in parts:
        count = len(part.first)
        assert len(part.ids) == len(part.owner) <= MAX_PIECES
        assert part.owner[0] == part.owner[-1] == count
        assert (part.owner[part.first] == np.arange(count)).all()
    if parts:
        assert (np.concatenate([part.features for part in parts]) == enc.features).all()


def test_windows_break_before_a_sentence():
    text = "ab cd. " * 80 + "Ab " * 200
    first, second = windows(encode(text, tokenizer()))
    assert len(first.first) % 3 == 0
    assert len(second.first) == 200
