"""What the API hands out: frozen records, read from the graph."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRecord:
    """A paper; ``label`` is its title, else what it proposes, else its first words."""

    iri: str
    id: str
    label: str
    title: str | None
    year: int | None
    venue: str | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptRecord:
    """A method, dataset, metric or task; ``papers`` counts the papers that name it."""

    iri: str
    type: str
    label: str
    aliases: tuple[str, ...]
    papers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueRecord:
    """A number of a claim; the fields mean what they mean in `sciloom.model.Quantity`."""

    value: Decimal
    unit: str
    qualifier: str
    printed: str
    quote: str
    direction: str
    kind: str
    change: Decimal | None
    metrics: tuple[str, ...]
    datasets: tuple[str, ...]
    tasks: tuple[str, ...]
    worse: bool
    rival: bool

    def __str__(self) -> str:
        return self.quote


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRecord:
    """A claim with its slots (labels) and the sentence that makes it (code points of the text)."""

    iri: str
    paper: str
    type: str
    sentence: str
    start: int
    end: int
    subject: str | None
    comparators: tuple[str, ...]
    metrics: tuple[str, ...]
    datasets: tuple[str, ...]
    tasks: tuple[str, ...]
    values: tuple[ValueRecord, ...]
    novel: bool
    negated: bool
    hedged: bool
    score: float
