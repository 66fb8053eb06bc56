"""Read the quantities of a text: value, unit, qualifier and span.

`read_quantities` works alone, on any string; the component sets ``doc._.quantities``.
"""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc

from sciloom.model import Quantity
from sciloom.nlp import extensions
from sciloom.nlp.quantities.number_lists import join
from sciloom.nlp.quantities.readings import Reading, read_numbers
from sciloom.nlp.text.mathview import MathView, look_through


def read_quantities(text: str) -> tuple[Quantity, ...]:
    """Return the quantities of a text in order; offsets count code points.

    Numbers that measure nothing (years, citations, p-values, confidence intervals, list marks,
    numbers in names and formulas) are left out. Linear in the length of the text.

    >>> [(q.quote, str(q.value), q.unit, q.qualifier) for q in read_quantities("up to 26.3 points")]
    [('up to 26.3 points', '26.3', 'point', 'up to')]
    """
    view = look_through(text)
    readings = join(view.text, read_numbers(view))
    return tuple(_quantity(text, view, reading) for reading in readings)


@Language.factory("sciloom_quantities_v1", assigns=["doc._.quantities"])
class Quantities:
    """Set ``doc._.quantities``: every quantity of the text."""

    def __init__(self, nlp: Language, name: str) -> None:  # noqa: ARG002  # spaCy passes it
        extensions.register()
        self.name = name

    def __call__(self, doc: Doc) -> Doc:
        """Read the quantities of ``doc``."""
        doc._.quantities = read_quantities(doc.text)
        return doc


def _quantity(text: str, view: MathView, reading: Reading) -> Quantity:
    start, end = _whole_formula(text, *view.span(reading.start, reading.end))
    printed = slice(*view.span(reading.numeral.start, reading.numeral.end))
    return Quantity(
        quote=text[start:end],
        start=start,
        end=end,
        value=reading.numeral.value,
        unit=reading.unit,
        qualifier=reading.qualifier,
        printed=text[printed],
    )


def _whole_formula(text: str, start: int, end: int) -> tuple[int, int]:
    """Stretch a span over the dollar or brace that opens or closes the formula it cuts."""
    if text[start - 1 : start] == "$" and "$" in text[start : end + 1]:
        start -= 1
    if text[end : end + 1] == "$" and text[start:end].count("$") % 2:
        end += 1
    if text[end : end + 1] == "}" and text[start:end].count("{") > text[start:end].count("}"):
        end += 1
    return start, end
