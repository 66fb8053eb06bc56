"""What a query answers: a table, triples, or yes or no."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from types import MappingProxyType
from typing import TypeAlias

from pyoxigraph import BlankNode, Literal, NamedNode, QuerySolutions, Triple

Term: TypeAlias = NamedNode | BlankNode | Literal | Triple
#: A term as Python has it: IRIs and strings are ``str``, an unbound variable is None.
Value: TypeAlias = str | int | float | Decimal | bool | None

_XSD = "http://www.w3.org/2001/XMLSchema#"
_INTEGERS = tuple(
    (
        "integer int long short byte nonNegativeInteger positiveInteger nonPositiveInteger"
        " negativeInteger unsignedInt unsignedLong unsignedShort unsignedByte"
    ).split()
)


@dataclass(frozen=True, slots=True)
class ResultTable:
    """The answer to a SELECT: ``rows`` of Python values, ``terms`` the same as exact RDF terms."""

    columns: tuple[str, ...]
    terms: tuple[tuple[Term | None, ...], ...]
    rows: tuple[tuple[Value, ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        rows = tuple(tuple(value_of(term) for term in row) for row in self.terms)
        object.__setattr__(self, "rows", rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[tuple[Value, ...]]:
        return iter(self.rows)

    def column(self, name: str) -> tuple[Value, ...]:
        """Return one column's values."""
        at = self.columns.index(name)
        return tuple(row[at] for row in self.rows)

    def records(self) -> tuple[dict[str, Value], ...]:
        """Return each row as a dict by column; unbound variables are None."""
        return tuple(dict(zip(self.columns, row, strict=True)) for row in self.rows)


@dataclass(frozen=True, slots=True)
class ResultTriples:
    """The answer to a CONSTRUCT or DESCRIBE, each triple once, in a stable order."""

    triples: tuple[Triple, ...]

    def __len__(self) -> int:
        return len(self.triples)

    def __iter__(self) -> Iterator[Triple]:
        return iter(self.triples)

    def table(self) -> ResultTable:
        """Return the triples as a table of subject, predicate and object."""
        terms = tuple((t.subject, t.predicate, t.object) for t in self.triples)
        return ResultTable(("subject", "predicate", "object"), terms)


Result: TypeAlias = ResultTable | ResultTriples | bool


def table_of(solutions: QuerySolutions) -> ResultTable:
    """Read all solutions into a table."""
    columns = tuple(variable.value for variable in solutions.variables)
    return ResultTable(columns, tuple(tuple(solution) for solution in solutions))


def triples_of(triples: Iterable[Triple]) -> ResultTriples:
    """Read all triples."""
    return ResultTriples(tuple(sorted(set(triples), key=str)))


def value_of(term: Term | None) -> Value:
    """Return the Python value of a term; an ill-typed literal is the string that it holds."""
    if isinstance(term, Literal):
        read = _READERS.get(term.datatype.value.removeprefix(_XSD), str)
        try:
            return read(term.value)
        except (ValueError, InvalidOperation):
            return term.value
    return term.value if isinstance(term, NamedNode) else None if term is None else str(term)


def _boolean(text: str) -> bool:
    if text not in ("true", "1", "false", "0"):
        raise ValueError(text)
    return text in ("true", "1")


_READERS: Mapping[str, Callable[[str], Value]] = MappingProxyType(
    dict.fromkeys(_INTEGERS, int)
    | {"decimal": Decimal, "double": float, "float": float, "boolean": _boolean}
)
