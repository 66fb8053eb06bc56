"""The number reader, alone on plain strings."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sciloom.model import QUALIFIERS
from sciloom.nlp.quantities.component import read_quantities
from sciloom.nlp.quantities.numerals import _ONES, _SCALES, _TENS, read_numerals
from sciloom.nlp.text.asides import find_asides
from sciloom.nlp.text.mathview import look_through


def read(text: str) -> list[tuple[str, str, str]]:
    return [(f"{q.value:f}", q.unit, q.qualifier) for q in read_quantities(text)]


@pytest.mark.parametrize(
    ("text", "value", "unit", "qualifier"),
    [
        ("by 26.3 points", "26.3", "point", ""),
        ("by 4.1 percentage points", "4.1", "point", ""),
        ("by 20.2% points", "20.2", "point", ""),
        ("by 1.5 pp", "1.5", "point", ""),
        ("a 2-point gain", "2", "point", ""),
        ("an 80+% F1-score", "80", "%", "over"),
        ("30  billion edges", "30000000000", "", ""),
        ("by +17.3 registration recall", "17.3", "point", ""),
        ("by 17 box AP", "17", "point", ""),
        ("5.1 ± 0.3 points", "5.1", "point", ""),
        (r"$\sim$40% faster", "40", "%", "about"),
        ("a $330 imes$ speedup", "330", "x", ""),
        ("a 3B model's answers", "3000000000", "parameter", ""),
        ("over 24\r\nmonths", "24", "month", "over"),
        ("by 4.64 F1 points", "4.64", "point", ""),
        ("a gain of 2.8 mAP", "2.8", "point", ""),
        ("lost 8%", "8", "%", ""),
        (r"lost 8\%", "8", "%", ""),
        ("as much as 20 percent", "20", "%", "up to"),
        ("10x faster", "10", "x", ""),
        (r"7$\times$ smaller", "7", "x", ""),
        (r"up to $3.37\times$", "3.37", "x", "up to"),
        (r"357{\texttimes} less", "357", "x", ""),
        ("a 51-fold rise", "51", "x", ""),
        ("a tenfold rise", "10", "x", ""),
        ("three times faster", "3", "x", ""),
        ("an order of magnitude", "10", "x", ""),
        ("two orders of magnitude", "100", "x", ""),
        ("reduced by a factor of 2", "2", "x", ""),
        ("a speedup of 1.58", "1.58", "x", ""),
        ("more than twice", "2", "x", "over"),
        ("cut in half", "0.5", "x", ""),
        ("it halves the time", "0.5", "x", ""),
        ("one seventh of it", "0.142857", "x", ""),
        ("at least 3x", "3", "x", "at least"),
        ("no fewer than 12 clips", "12", "", "at least"),
        (r"kept at $\le$ 4 bits", "4", "bit", "at most"),
        ("no more than 4 bits", "4", "bit", "at most"),
        ("under 2 ms", "2", "ms", "less than"),
        ("~5%", "5", "%", "about"),
        (r"$\sim 85$ \%", "85", "%", "about"),
        ("nearly 90%", "90", "%", "about"),
        (">90%", "90", "%", "over"),
        ("up to a 14% rise", "14", "%", "up to"),
        ("3K+ conversations", "3000", "", "over"),
        ("at 0.108s/token", "0.108", "second/token", ""),
        ("an error of 4.2 ml/min", "4.2", "ml/min", ""),
        ("345 frames per second", "345", "frame per second", ""),
        ("2.3 bits per weight", "2.3", "bit", ""),
        ("5 m²", "5", "m²", ""),
        ("１２．５％ on it", "12.5", "%", ""),
        ("𝟏𝟐.5 ms", "12.5", "ms", ""),
        ("at 10 Gbit/s", "10", "Gbit/s", ""),
        ("by 0.1‰", "0.1", "‰", ""),
        ("by 97,7%", "97.7", "%", ""),
        ("of 5'700 stars", "5700", "", ""),
        ("on 1 000 000 clips", "1000000", "", ""),
        ("by 1½ points", "1.5", "point", ""),
        ("⅔ of the time", "0.666667", "x", ""),
        ("only 1/3 of the data", "0.333333", "x", ""),
        ("less than 1/30th of a pixel", "0.033333", "x", "less than"),
        ("it doubles the rate", "2", "x", ""),
        ("it triples the rate", "3", "x", ""),
        ("900 GB/s", "900", "GB/s", ""),
        ("200 GPU-hours", "200", "GPU-hour", ""),
        ("costs $0.40", "0.40", "$", ""),
        ("costs €3", "3", "€", ""),
        ("5.2K USD", "5200", "USD", ""),
        ("1,234.5 hours", "1234.5", "hour", ""),
        ("12 500 clips", "12500", "", ""),
        ("2,048 GPUs", "2048", "", ""),
        ("we release 1,200 charts", "1200", "", ""),
        ("we study 5 models", "5", "", ""),
        ("3.5 billion parameters", "3500000000", "parameter", ""),
        ("a 7B model", "7000000000", "parameter", ""),
        ("1.2M images", "1200000", "", ""),
        ("32 millions of frames", "32000000", "", ""),
        ("1.4 trillion tokens", "1400000000000", "token", ""),
        ("an error of 10⁻³ mol", "0.001", "mol", ""),
        ("an error of $10^{-3}$", "0.001", "", ""),
        ("an error of 1e-3", "0.001", "", ""),
        ("over 3 × 10^5 steps", "300000", "", "over"),
        ("twenty-five languages", "25", "", ""),
        ("a hundred runs", "100", "", ""),
        ("changes by −3.2%", "-3.2", "%", ""),
        ("changes by +1.1 points", "1.1", "point", ""),
        ("−0.7 dB", "-0.7", "dB", ""),
        ("ב-3.5%", "3.5", "%", ""),
        ("91.3 ± 0.4", "91.3", "", ""),
        ("r = 0.95", "0.95", "", ""),
        ("two point clouds", "2", "", ""),
    ],
)
def test_one_value(text: str, value: str, unit: str, qualifier: str) -> None:
    assert read(text) == [(value, unit, qualifier)]


@pytest.mark.parametrize(
    ("text", "low", "high", "unit", "quote"),
    [
        ("brings a 2x-5x speedup", "2", "5", "x", "2x-5x"),
        ("runs 2.4x to 3.4x faster", "2.4", "3.4", "x", "2.4x to 3.4x"),
        ("is 2.4–3.4× smaller", "2.4", "3.4", "x", "2.4–3.4×"),
        ("is between 2.4 and 3.4 times cheaper", "2.4", "3.4", "x", "between 2.4 and 3.4 times"),
        ("rises from 71.2 to 74.9", "71.2", "74.9", "", "from 71.2 to 74.9"),
        ("rises 87.2 → 89.1", "87.2", "89.1", "", "87.2 → 89.1"),
        ("falls by 12-15%", "12", "15", "%", "12-15%"),
        (
            "30 to 40 billion tokens",
            "30000000000",
            "40000000000",
            "token",
            "30 to 40 billion tokens",
        ),
        (r"$\sim$ 1 - 3% points", "1", "3", "point", None),
        ("from 81.99% on A to 94.64%", "81.99", "94.64", "%", "from 81.99% on A to 94.64%"),
        ("two to three orders of magnitude", "100", "1000", "x", None),
    ],
)
def test_range(text: str, low: str, high: str, unit: str, quote: str | None) -> None:
    assert read(text) == [(low, unit, "from"), (high, unit, "to")]
    if quote:
        assert {q.quote for q in read_quantities(text)} == {quote}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("by 4.2 and 3.1 points", [("4.2", "point", ""), ("3.1", "point", "")]),
        ("by up to 9.02% and 8.77%", [("9.02", "%", "up to"), ("8.77", "%", "up to")]),
        ("by 2.24/7.17 points", [("2.24", "point", ""), ("7.17", "point", "")]),
        ("about 6 and 33 times faster", [("6", "x", "about"), ("33", "x", "about")]),
        ("reaches 0.85. 95% of it", [("0.85", "", ""), ("95", "%", "")]),
        ("It costs 3. 5 models ran.", [("3", "", ""), ("5", "", "")]),
    ],
)
def test_list(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "GPT-4, GPT 4, GPT–4 and GPT−4",
        "a 7-point Likert scale",
        "as in Marsh et al. [2015]",
        "for lambda=0",
        "for 1 < κ",
        "our merits are in three-fold: speed",
        "CIFAR-10/100 and ResNet-50",
        "ViT-B/16 with BLEU-4 at top-5",
        "F1 in 3D and 2D with v2.0 of H.264",
        "COCO-2017 and Qwen2.5-7B",
        "Claude 3.5 Sonnet and GPT 4",
        "on 3×3 and 256 x 256 crops",
        "in 2021, 2022 and 2023",
        "in 2021, as Moe et al. (2019) said (2020)",
        "since May 2021 or 3 June 2020",
        "as in [3] and [4, 5]",
        "(1) first, (2) then 3) last",
        "as follows: 1. a reader; 2. a writer",
        "a 360 panoramic view",
        "the (1-1/e)-approximation",
        r"$\min_x 1\over 2$",
        "as n $>$ 1, 000. It",
        "We look back at 2019.",
        "see Table 3, Fig. 2 and Sec. 4.1",
        "in O(n^2) or $O(\\epsilon^{-3})$ time",
        r"in the $\ell_2$ norm, $k=3$, $x^2$",
        "arXiv:2401.00001 and https://example.org/v1/22",
        "version 2.1.3",
        "p < 0.05 with n = 212",
        "t(20) = 3.2, F(1, 20) = 4.5 and χ²(2, N = 40) = 5.9",
        "2^{10} and x_{12}",
        "(95% CI, 1.2 to 5.0) at the 99% confidence level",
        "a three-stage, 5-shot, zero-shot setup",
        "at a ratio of 3:1",
        "half-precision in the second half",
        "double descent, Double DQN and triples that deviate",
        "one of them",
        "mAP@[0.5:0.95] in (1-5)-shot tests",
        "a one-point lemma",
    ],
)
def test_no_value(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("(p < 0.05)", "p-value"),
        ("(95% CI, 1.2 to 5.0)", "confidence"),
        ("91.3 ± 0.4", "spread"),
        ("as in [3]", "citation"),
        ("in 2021.", "year"),
        ("in O(n^2) time", "formula"),
        ("see Table 3", "label"),
        ("n = 212", "sample"),
    ],
)
def test_asides_are_known_for_what_they_are(text: str, kind: str) -> None:
    assert kind in {aside.kind for aside in find_asides(look_through(text))}


@pytest.mark.parametrize(
    ("text", "quote", "printed"),
    [
        ("gains up to 26.3 points here", "up to 26.3 points", "26.3"),
        ("the 14,706 question-answer pairs are", "14,706 question-answer pairs", "14,706"),
        ("is 357{\\texttimes} less", "357{\\texttimes}", "357"),
        ("by up to $3.37\\times$ now", "up to $3.37\\times$", "3.37"),
        ("in 51 out of 57 games", "51 out of 57 games", "51"),
        ("more than one million trajectories", "more than one million trajectories", "one million"),
    ],
)
def test_quote_and_printed_form(text: str, quote: str, printed: str) -> None:
    first = read_quantities(text)[0]
    assert (first.quote, first.printed) == (quote, printed)


def test_last_digit_is_kept() -> None:
    values = [q.value for q in read_quantities("scores 74.90, gains 98765.432109876 points")]
    assert values == [Decimal("74.90"), Decimal("98765.432109876")]
    assert str(values[0]) == "74.90"


def test_qualifiers_are_those_of_the_model() -> None:
    text = (
        "up to 1 ms, over 2 ms, at least 3 ms, at most 4 ms, less than 5 ms, about 6 ms, 7 to 8 ms"
    )
    read_ = {q.qualifier for q in read_quantities(text)}
    assert read_ == set(QUALIFIERS) - {""}


def test_a_series_goes_on_in_points() -> None:
    text = "a +4.2 percentage point gain on LakeSet, +3.9 on MarshBench, and +6.8 on FenBank"
    assert [q.unit for q in read_quantities(text)] == ["point"] * 3
    text = "by 15 mAP on LakeSet and 7.2 mAP on MarshBench"
    assert [(q.quote, q.unit) for q in read_quantities(text)] == [
        ("15 mAP", "point"),
        ("7.2 mAP", "point"),
    ]


@pytest.mark.parametrize(
    "number",
    [
        *(_ONES + _TENS),
        *(f"a {scale}" for scale in _SCALES),
        *("half", "halves", "halving", "twice", "thrice", "doubled", "TWENTY-one"),
        *("tripling", "quadruples", "a dozen", "an order of magnitude", "hundred-fold", "½"),
        *("1/3 of", "-2", ".5", "10^3", "thousandfold", "two thirds"),
    ],
)
def test_every_number_is_found(number):
    assert [n.start for n in read_numerals(f"so {number}")] == [3]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("link", "at https://a.b/1"),
        ("link", "at www.a.b/1"),
        ("link", "at github.com/a1"),
        ("link", "to a1@b.org"),
        ("link", "see 10.1000/182"),
        ("link", "arXiv: 1"),
        ("link", "see 2401.12345"),
        ("date", "on May 3, 1999"),
        ("date", "on 2021-05-03"),
        ("date", "(C) 1799"),
        ("year", "the ’98 election"),
        ("year", "in 1867"),
        ("half", "the second half"),
        ("half", "twice continuously"),
        ("double", "doubling dimension"),
        ("double", "a triple"),
        ("fold", "are three-fold"),
        ("label", "In Table (3)"),
        ("label", "of fig. 3"),
        ("label", "x#3"),
    ],
)
def test_asides_of_each_kind_are_found(kind, text):
    assert kind in {aside.kind for aside in find_asides(look_through(text))}
