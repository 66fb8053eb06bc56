"""What always holds of the number reader."""

from __future__ import annotations

import json
from decimal import Decimal
from importlib.resources import files

from hypothesis import given
from hypothesis import strategies as st

from sciloom.model import QUALIFIERS
from sciloom.nlp.quantities.component import read_quantities
from sciloom.nlp.text.mathview import look_through

UNITS = {
    "points": "point",
    "%": "%",
    "x": "x",
    " ms": "ms",
    " GB": "GB",
    " hours": "hour",
    " dB": "dB",
}
QUALIFIED = {
    "": "",
    "up to ": "up to",
    "more than ": "over",
    "≥ ": "at least",
    "~": "about",
    "under ": "less than",
}
PLAIN = ("the", "result", "shows", "clearly", "here", "reader", "improves", "quickly", "stays")

values = st.decimals(min_value=0, max_value=10**9, places=3).map(lambda d: d.normalize())
numbers = values.map(lambda d: f"{d:f}")
units = st.sampled_from(sorted(UNITS))
qualified = st.sampled_from(sorted(QUALIFIED))
plain_words = st.lists(st.sampled_from(PLAIN), max_size=6).map(" ".join)
texts = st.text(
    alphabet=st.one_of(st.characters(), st.sampled_from("0123456789.,%$\\{}^_-–−×± to(k")),
    max_size=120,
)


def written(qualifier: str, number: str, unit: str) -> str:
    return f"{qualifier}{number}{' ' if unit == 'points' else ''}{unit}"


@given(qualified, numbers, units)
def test_printed_value_reads_back(qualifier: str, number: str, unit: str) -> None:
    (found,) = read_quantities(f"It gains {written(qualifier, number, unit)}.")
    assert (found.value, found.unit, found.qualifier) == (
        Decimal(number),
        UNITS[unit],
        QUALIFIED[qualifier],
    )


@given(qualified, numbers, units, plain_words, plain_words)
def test_plain_words_change_nothing(
    qualifier: str, number: str, unit: str, before: str, after: str
) -> None:
    (alone,) = read_quantities(written(qualifier, number, unit))
    (within,) = read_quantities(f"{before} {written(qualifier, number, unit)} {after}.")
    assert (within.value, within.unit, within.qualifier, within.printed) == (
        alone.value,
        alone.unit,
        alone.qualifier,
        alone.printed,
    )


@given(values, values, st.sampled_from(["%", "x"]))
def test_range_reads_back(low: Decimal, high: Decimal, unit: str) -> None:
    found = read_quantities(f"from {low:f}{unit} to {high:f}{unit}")
    assert [(q.value, q.unit, q.qualifier) for q in found] == [
        (low, unit, "from"),
        (high, unit, "to"),
    ]


@given(st.integers(min_value=0, max_value=10**12))
def test_separators_change_nothing(number: int) -> None:
    (plain,) = read_quantities(f"{number} ms")
    (separated,) = read_quantities(f"{number:,} ms")
    assert plain.value == separated.value == number


@given(numbers, numbers, st.sampled_from(["%", " ms", " points"]))
def test_spread_changes_nothing(number: str, spread: str, unit: str) -> None:
    (plain,) = read_quantities(f"It takes {number}{unit}.")
    (found,) = read_quantities(f"It takes {number} ± {spread}{unit}.")
    assert (found.value, found.unit, found.printed) == (plain.value, plain.unit, plain.printed)


@given(
    numbers,
    st.sampled_from(["{}\\%", "${}\\%$", "${}$\\%", "${}$%", "$\\sim${}%", "$\\approx {}\\%$"]),
)
def test_latex_changes_nothing(number: str, written: str) -> None:
    (found,) = read_quantities(f"It gains {written.format(number)} here.")
    assert (found.value, found.unit) == (Decimal(number), "%")


@given(values, st.integers(min_value=-9, max_value=9))
def test_powers_of_ten_read_back(value: Decimal, power: int) -> None:
    for written in (
        f"{value:f}e{power}",
        f"{value:f} × 10^{{{power}}}",
        f"${value:f}\\times 10^{{{power}}}$",
    ):
        (found,) = read_quantities(f"It takes {written} ms.")
        assert found.value == value.scaleb(power)


@given(texts)
def test_any_text(text: str) -> None:
    for quantity in read_quantities(text):
        assert text[quantity.start : quantity.end] == quantity.quote
        assert quantity.printed in quantity.quote
        assert quantity.value.is_finite()
        assert quantity.qualifier in QUALIFIERS


@given(texts)
def test_view_keeps_order_and_place(text: str) -> None:
    view = look_through(text)
    assert len(view.text) == len(view.starts) == len(view.ends)
    assert list(view.starts) == sorted(view.starts)
    assert all(0 <= a < b <= len(text) for a, b in zip(view.starts, view.ends, strict=True))


@given(st.integers(min_value=0, max_value=400) | st.just(10**12))
def test_facts_hold_every_number_that_is_read(exponent: int) -> None:
    schema = files("sciloom.facts").joinpath("schema.json").read_text(encoding="utf8")
    value = json.loads(schema)["properties"]["claims"]["items"]["properties"]["values"]["items"][
        "properties"
    ]["value"]
    read = read_quantities(f"up to $10^{{{exponent}}}$ states")
    assert all(value["minimum"] <= quantity.value <= value["maximum"] for quantity in read)
    assert read or exponent >= 100
