from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.lang.en import English

from sciloom.nlp.text.tokenizer import ScienceTokenizer

TOKENIZER = ScienceTokenizer(English().vocab)


@pytest.mark.parametrize(
    "name",
    (
        "QuIP# C++ A* SE(3) GPT-4 Qwen2.5-7B block_size_max pass@1 $E_8$ Erdős–Rényi GPT\u20114 "
        "k-nearest-neighbour 1,234.5 3DGS SE(3)-Net e.g."
    ).split(),
)
def test_a_name_is_one_token(name):
    assert name in [token.text for token in TOKENIZER(f"We use {name} here, ({name}).")]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("7×", ["7", "×"]),
        ("12-15%", ["12", "-", "15", "%"]),
        ("LLM-based", ["LLM", "-", "based"]),
        ("meta-learning-based", ["meta-learning-based"]),
        ("LLM’s", ["LLM", "’s"]),
        ("$0.40 and $1.10", ["$", "0.40", "and", "$", "1.10"]),
        ("0.85. 95%", ["0.85", ".", "95", "%"]),
        ("**FlowCache**", ["**", "FlowCache", "**"]),
        ("see https://example.org/a_b.", ["see", "https://example.org/a_b", "."]),
    ],
)
def test_tokens(text, tokens):
    assert [token.text for token in TOKENIZER(text)] == tokens


@settings(deadline=None)
@given(st.text(max_size=200))
def test_no_character_is_lost(text):
    doc = TOKENIZER(text)
    assert doc.text == text
    assert all(text[t.idx : t.idx + len(t)] == t.text for t in doc)
