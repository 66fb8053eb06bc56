from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sciloom.nlp.text.abbreviations import letters_match


def pairs(doc):
    return [(short.text, long.text) for short, long in doc._.abbreviations]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We use a Graph Merge Network (GMN).", ("GMN", "Graph Merge Network")),
        ("Large language models (LLMs) write.", ("LLMs", "Large language models")),
        ("GMN (Graph Merge Network) is ours.", ("GMN", "Graph Merge Network")),
        ("GMN, short for Graph Merge Network, wins.", ("GMN", "Graph Merge Network")),
        ("TRAjectory importanCE (TRACE) helps.", ("TRACE", "TRAjectory importanCE")),
        ("We study weak-to-strong (W2S) transfer.", ("W2S", "weak-to-strong")),
        ("3D Gaussian Splatting (3DGS) renders.", ("3DGS", "3D Gaussian Splatting")),
        ("eXtreme Gradient Boosting (XGBoost) fits.", ("XGBoost", "eXtreme Gradient Boosting")),
        ("Text-To-Text Transfer Transformer (T5).", ("T5", "Text-To-Text Transfer Transformer")),
        ("Recall at k (R@k) rises.", ("R@k", "Recall at k")),
        ("nets (graph neural networks (GNNs)) learn.", ("GNNs", "graph neural networks")),
        ("mixture of experts (MoE; see below) grows.", ("MoE", "mixture of experts")),
        ("policy of proximal policy optimization (PPO).", ("PPO", "proximal policy optimization")),
        ("GMN is used. The Graph Merge Network (GMN).", ("GMN", "Graph Merge Network")),
    ],
)
def test_pairs(until, text, expected):
    assert pairs(until("abbreviations", text)) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "The first crews (divers) were tested (n = 30) with our tools (and notes).",
        "Recall (see Table 2) rises under rule (iv), as in earlier work (2021).",
        "It holds for others (e.g., BERT). All of it (ours) is open (MIT).",
        "We train a graph merge network. (GMN) is not defined here.",
    ],
)
def test_other_parentheses_define_nothing(until, text):
    assert pairs(until("abbreviations", text)) == []


@settings(deadline=None)
@given(st.text(max_size=12), st.text(max_size=60))
def test_a_match_lies_in_the_long_form(short, long):
    at = letters_match(short, long)
    assert at is None or 0 <= at < len(long)
