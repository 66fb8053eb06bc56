"""Records as rows: for CSV and pandas."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sciloom.api.records import ClaimRecord

#: First characters by which a spreadsheet takes a cell for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def fields(record: Any) -> dict[str, Any]:
    """Return a record's fields by name."""
    return {name: getattr(record, name) for name in record.__slots__}


def write_claims_csv(claims: Iterable[ClaimRecord], file: Path) -> None:
    """Write a line a claim; lists are joined by "; ", formula characters are made harmless."""
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, ClaimRecord.__slots__)
        writer.writeheader()
        for claim in claims:
            writer.writerow({name: _cell(value) for name, value in fields(claim).items()})


def _cell(value: Any) -> str | int | float:
    if value is None:
        return ""
    if isinstance(value, tuple):
        value = "; ".join(map(str, value))
    if isinstance(value, str) and value.startswith(_FORMULA):
        return "'" + value
    return value if isinstance(value, (int, float)) else str(value)
