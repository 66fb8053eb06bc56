"""Records as rows: for CSV and pandas."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sciloom.api.records import ClaimRecord, PaperRecord, ValueRecord

#: Columns of the comparison table; those in `_GROUPED` bring together what may be compared.
COMPARISON_COLUMNS = (
    "task",
    "dataset",
    "metric",
    "subject",
    "comparator",
    "value",
    "unit",
    "qualifier",
    "direction",
    "kind",
    "standing",
    "paper",
    "year",
    "sentence",
    "claim",
)
_GROUPED = ("task", "dataset", "metric", "unit")
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


def write_comparisons_csv(
    claims: Iterable[ClaimRecord], papers: Iterable[PaperRecord], file: Path
) -> None:
    """Write a line for each number of a claim, those that compare with one another together.

    Lines are sorted by task, dataset, metric and unit, then by number, the largest first.
    """
    by_iri = {paper.iri: paper for paper in papers}
    rows = [
        _Comparison(claim, value, by_iri[claim.paper]).row()
        for claim in claims
        for value in claim.values
    ]
    rows.sort(key=lambda row: (*(row[c] for c in _GROUPED), -row["value"], row["claim"]))
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, COMPARISON_COLUMNS)
        writer.writeheader()
        for row in rows:
            writer.writerow({name: _cell(value) for name, value in row.items()})


@dataclass(frozen=True, slots=True)
class _Comparison:
    """One number of a claim, with what it compares."""

    claim: ClaimRecord
    value: ValueRecord
    paper: PaperRecord

    def row(self) -> dict[str, Any]:
        claim, value = self.claim, self.value
        cells = (
            "; ".join(value.tasks),
            "; ".join(value.datasets),
            "; ".join(value.metrics),
            claim.subject or "",
            "; ".join(claim.comparators),
            value.value,
            value.unit,
            value.qualifier,
            value.direction,
            value.kind,
            "loss" if value.worse else "comparator's" if value.rival else "",
            self.paper.label,
            self.paper.year or "",
            claim.sentence,
            claim.iri,
        )
        return dict(zip(COMPARISON_COLUMNS, cells, strict=True))


def _cell(value: Any) -> str | int | float:
    if value is None:
        return ""
    if isinstance(value, tuple):
        value = "; ".join(dict.fromkeys(map(str, value)))
    if isinstance(value, str) and value.startswith(_FORMULA):
        return "'" + value
    return value if isinstance(value, (int, float)) else str(value)
