"""A user's own word: this name is that thing (``merges.csv``), it is not (``splits.csv``)."""

from __future__ import annotations

import csv
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sciloom.errors import ResolveError
from sciloom.model import Concept
from sciloom.resolve.normalise import normalise

_COLUMNS = {"merges": ("name", "same_as"), "splits": ("name", "not_same_as")}


@dataclass(frozen=True, slots=True)
class Ruling:
    """Two names and where the user ruled on them ("merges.csv, line 3")."""

    name: str
    other: str
    where: str

    @property
    def keys(self) -> tuple[str, str]:
        """Their keys."""
        return normalise(self.name), normalise(self.other)


@dataclass(frozen=True, slots=True)
class Overrides:
    """What is one thing, and what is not, whatever the evidence says."""

    merges: tuple[Ruling, ...] = ()
    splits: tuple[Ruling, ...] = ()

    @staticmethod
    def of(record: Mapping[str, Iterable[Mapping[str, str]]]) -> Overrides:
        """Return what ``dataclasses.asdict`` made a record of."""
        merges, splits = (tuple(Ruling(**r) for r in record[k]) for k in ("merges", "splits"))
        return Overrides(merges, splits)

    def joined(self, known: Container[str]) -> Iterator[tuple[str, str, str]]:
        """Yield two ``known`` keys that are one thing, and where that is ruled, until all are tied.

        A name that is not known joins those that are ruled to be it.
        """
        unknown = _Sets()
        for ruling in self.merges:
            if not any(key in known for key in ruling.keys):
                unknown.join(*ruling.keys)
        first: dict[str, str] = {}
        for ruling in self.merges:
            near = [key for key in ruling.keys if key in known]
            if len(near) == len(ruling.keys):
                yield *ruling.keys, ruling.where
            for key in near if len(near) == 1 else ():
                (through,) = set(ruling.keys) - {key}
                other = first.setdefault(unknown.of(through), key)
                if other != key:
                    yield other, key, ruling.where

    def unheard(self, concepts: Iterable[Concept]) -> tuple[str, ...]:
        """Return a line for each name that is ruled on and that no concept is called by."""
        wanted: dict[str, str] = {}
        for ruling in (*self.merges, *self.splits):
            for key, name in zip(ruling.keys, (ruling.name, ruling.other), strict=True):
                wanted.setdefault(key, f'{ruling.where}: no paper names "{name}"')
        if wanted:
            for concept in concepts:
                for label in (concept.pref_label, *concept.alt_labels):
                    wanted.pop(normalise(label), None)
        return tuple(wanted.values())


def read_overrides(merges: Iterable[Path] = (), splits: Iterable[Path] = ()) -> Overrides:
    """Read files of rulings.

    CSV, UTF-8, with the header ``name,same_as`` (merges) or ``name,not_same_as`` (splits); more
    columns are the user's own. Names count by their key: case, plural and hyphens aside.

    Raises
    ------
    ResolveError
        A file cannot be read, lacks a column, a line lacks a name or says nothing, or two lines
        rule against each other, be it through a third name.
    """
    overrides = Overrides(
        tuple(r for path in merges for r in _rulings(path, "merges")),
        tuple(r for path in splits for r in _rulings(path, "splits")),
    )
    _refuse_contradictions(overrides)
    return overrides


def _rulings(path: Path, kind: str) -> Iterator[Ruling]:
    columns = _COLUMNS[kind]
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file, strict=True)
            header = [h.strip() for h in rows.fieldnames or ()]
            rows.fieldnames = header
            missing = [c for c in columns if c not in header]
            if missing:
                raise ResolveError(
                    f"the header lacks {' and '.join(missing)}",
                    where=f"{path.name}, line 1",
                    next=f"start the file with {','.join(columns)}",
                )
            for row in rows:
                where = f"{path.name}, line {rows.line_num}"
                yield _ruling(row, columns, where)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ResolveError(f"cannot be opened: {reason}", where=str(path)) from error
    except UnicodeDecodeError as error:
        raise ResolveError("is not UTF-8", where=str(path), next="save it as UTF-8") from error
    except csv.Error as error:
        raise ResolveError(f"is not CSV: {error}", where=str(path)) from error


def _ruling(row: dict[str, str | None], columns: tuple[str, str], where: str) -> Ruling:
    name, other = ((row[column] or "").strip() for column in columns)
    for column, value in zip(columns, (name, other), strict=True):
        if not value:
            raise ResolveError(f"{column} is empty", where=where, next="name both things")
    if normalise(name) == normalise(other):
        raise ResolveError(
            f'"{name}" and "{other}" are one name: nothing is ruled',
            where=where,
            next="drop the line",
        )
    return Ruling(name, other, where)


class _Sets:
    """Sets of keys that are joined; each goes by its first key in order."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}

    def of(self, key: str) -> str:
        """Return what the set of the key goes by."""
        while self._parent.setdefault(key, key) != key:
            key = self._parent[key]
        return key

    def join(self, one: str, other: str) -> None:
        """Make the sets of two keys one."""
        one, other = self.of(one), self.of(other)
        self._parent[max(one, other)] = min(one, other)


def _refuse_contradictions(overrides: Overrides) -> None:
    joined = _Sets()
    for ruling in overrides.merges:
        joined.join(*ruling.keys)
    for ruling in overrides.splits:
        if len(set(map(joined.of, ruling.keys))) == 1:
            raise ResolveError(
                f'"{ruling.name}" and "{ruling.other}" are parted here, and joined by the merges',
                where=ruling.where,
                next="drop one of the two",
            )
