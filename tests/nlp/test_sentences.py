from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    "sentences",
    [
        ["Doe et al. (2021) use, e.g., TreeNet vs. BushNet (i.e. No. 3, cf. Fig. 2)."],
        ["W.r.t. speed, as Dr. Roe notes, it takes approx. 3.5 ms.", "TreeNet wins."],
        ["The score rises to 0.85.", "95% of the errors vanish."],
        ["It costs 3.", "5 models were tried.", "Version 2.1.3 is out."],
        ["It works.", "iTransformer wins.", "xLSTM too."],
        ["This is **bold.**", "We go on."],
        ["(1) it is small; (2) it is fast.", "Then we stop."],
        ["We 1) collect data, 2) train.", "It is open."],
        ["It is $O(n)$.", "$k$-means is not."],
        ["They use trees, nets, etc. and stop.", "We do not."],
        ["Is it so?", "Yes!", "It is."],
        ["Following Doe et al.", "We extend it."],
        ['He said "so."', "We doubt it."],
    ],
)
def test_boundaries(until, sentences):
    doc = until("sentences", " ".join(sentences))
    assert [sentence.text.strip() for sentence in doc.sents] == sentences


def test_a_blank_line_ends_a_title(until):
    doc = until("sentences", "Reading Plain Text\n\nIt is hard-wrapped\nhere. It ends.")
    found = [sentence.text.strip() for sentence in doc.sents]
    assert found == ["Reading Plain Text", "It is hard-wrapped\nhere.", "It ends."]


def test_a_missing_blank_does_not_hide_a_sentence(until):
    doc = until("sentences", "The line is kept.It also runs Node.js here.")
    assert len(list(doc.sents)) == 2
