"""Compare readers of numbers on what abstracts print: the table of docs/numbers.md.

    pip install quantulum3 pint
    python benchmarks/number_readers.py

A reader is right when it returns the values, each in its unit, and nothing else; where nothing
stands to be read, when it returns nothing. pint parses an expression, it does not search a text:
it is given the quantity alone, and nothing where there is none.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from decimal import Decimal

from sciloom.nlp.quantities.component import read_quantities

Found = list[tuple[Decimal, str]]

#: A text, the quantity in it as printed, and the values and units to be read.
CASES: tuple[tuple[str, str, str], ...] = (
    ("It gains 26.3% on average.", "26.3%", "26.3 %"),
    ("It gains 3.2 percentage points.", "3.2 percentage points", "3.2 point"),
    ("It gains 1.8 BLEU points.", "1.8 BLEU points", "1.8 point"),
    (r"It is 7$\times$ faster.", r"7$\times$", "7 x"),
    ("It is 10x faster.", "10x", "10 x"),
    ("It is a 2.5-fold gain.", "2.5-fold", "2.5 x"),
    ("It is two orders of magnitude faster.", "two orders of magnitude", "100 x"),
    ("It halves the memory.", "halves", "0.5 x"),
    ("It rises from 71.2 to 74.9.", "71.2 to 74.9", "71.2 ; 74.9 "),
    ("It saves 5–10% of energy.", "5–10%", "5 %; 10 %"),
    ("It gains 4.2 and 3.1 points.", "4.2 and 3.1 points", "4.2 point; 3.1 point"),
    ("It reaches 87.3 ± 0.4%.", "87.3 ± 0.4%", "87.3 %"),
    (r"It needs $\le$ 4 bits.", r"$\le$ 4 bits", "4 bit"),
    (r"Its error is $10^{-3}$.", r"$10^{-3}$", "0.001 "),
    ("Its error is 3 × 10⁻⁵.", "3 × 10⁻⁵", "0.00003 "),
    ("It has 7B parameters.", "7B parameters", "7000000000 parameter"),
    ("It reads 1.3M tokens.", "1.3M tokens", "1300000 token"),
    ("It holds 1,234,567 images.", "1,234,567 images", "1234567 "),
    ("It takes twenty-five minutes.", "twenty-five minutes", "25 minute"),
    ("It takes 20 ms.", "20 ms", "20 ms"),
    ("It fits in 16 GB.", "16 GB", "16 GB"),
    ("It costs $300.", "$300", "300 $"),
    ("It runs at 30 fps.", "30 fps", "30 fps"),
    ("We use GPT-4 and ResNet-50.", "", ""),
    ("We use ViT-B/16 on CIFAR-10.", "", ""),
    ("We look back at 2019.", "", ""),
    ("See Table 3 and Section 4.1.", "", ""),
    ("It differs (p < 0.05).", "", ""),
    ("It was 3D in [12].", "", ""),
    ("It is one of the best (n = 50).", "", ""),
)
#: What others call the units.
_NAMES = {
    "percentage": "%", "percent": "%", "dimensionless": "", "percentage point": "point",
    "millisecond": "ms", "gigabyte": "GB", "dollar": "$", "frame per second": "fps",
    "frames_per_second": "fps", "times": "x",
}  # fmt: skip


def main() -> int:
    """Print the table in Markdown."""
    readers: dict[str, tuple[bool, Callable[[str], Found]]] = {
        "sciloom": (True, sciloom),
        "quantulum3": (True, quantulum3),
        "pint": (False, pint),
    }
    right = dict.fromkeys(readers, 0)
    asked = {n: sum(s or bool(p) for _, p, _ in CASES) for n, (s, _) in readers.items()}
    lines = []
    for text, printed, expected in CASES:
        wanted = wanted_of(expected)
        cells = []
        for name, (searches, read) in readers.items():
            if not searches and not printed:
                cells.append("")
                continue
            found = sorted(attempt(read, text if searches else printed))
            right[name] += found == wanted
            cells.append("✓" if found == wanted else told(found))
        lines.append(f"| `{text}` | {told(wanted)} | {' | '.join(cells)} |")
    scores = " | ".join(f"**{n} of {asked[name]}**" for name, n in right.items())
    head = f"| text | to be read | {' | '.join(readers)} |\n|---|---|{'---|' * len(readers)}"
    sys.stdout.write("\n".join((head, *lines, f"| | | {scores} |", "")))
    return 0


def wanted_of(expected: str) -> Found:
    """Return the values and units of a case."""
    pairs = (part.strip().partition(" ") for part in expected.split(";") if part.strip())
    return sorted((Decimal(value), unit) for value, _, unit in pairs)


def told(found: Found) -> str:
    """Return values and units as a cell of the table."""
    return "; ".join(f"{value:f} {unit}".strip() for value, unit in found) or "–"


def attempt(read: Callable[[str], Found], text: str) -> Found:
    """Return what a reader reads; nothing where it fails."""
    try:
        return read(text)
    except Exception as error:  # noqa: BLE001 - whatever a reader raises, it has read nothing
        sys.stderr.write(f"{text}: {type(error).__name__}\n")
        return []


def sciloom(text: str) -> Found:
    """Read with sciloom."""
    return [(q.value.normalize(), q.unit) for q in read_quantities(text)]


def quantulum3(text: str) -> Found:
    """Read with quantulum3, without its classifier."""
    from quantulum3 import parser

    return [number(q.value, q.unit.name) for q in parser.parse(text)]


def pint(text: str) -> Found:
    """Read with pint."""
    from pint import UnitRegistry

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        quantity = UnitRegistry().Quantity(text)
    return [number(quantity.magnitude, str(quantity.units))]


def number(value: float, unit: str) -> tuple[Decimal, str]:
    """Return a value and the name of its unit as sciloom spells it."""
    return Decimal(str(value)).normalize(), _NAMES.get(unit, unit)


if __name__ == "__main__":
    raise SystemExit(main())
