"""What a graph was built of: every record as it was read, file by file in first-seen order.

It stands beside the store and is swapped with it. `build --add` and `remove` change it and build
again from it, so that they end where a build of all files would.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from sciloom.errors import StoreError
from sciloom.model import Extraction, Paper, Skipped
from sciloom.store.json_lines import DAMAGE, read_lines, write_lines
from sciloom.store.packed import packed_facts, packed_paper, unpacked_facts, unpacked_paper
from sciloom.vocab import text_digest

LEDGER: Final = "ledger.jsonl.gz"
#: Of the lines; a later sciloom that changes them counts on.
SCHEMA = 1
_VERSION = re.compile(r"v[0-9]+$")
_NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What one file gave: papers under the ids that it gives them; of a facts file, ``given``.

    ``key`` tells the file from others: its path from the output folder, or a digest of what cannot
    be read twice.
    """

    key: str
    papers: tuple[Paper, ...] = ()
    given: tuple[Extraction, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """A paper that was removed, and the `marks` by which its records are known again."""

    id: str
    iri: str
    marks: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Batches in first-seen order, what was removed, and the options of the build (JSON)."""

    batches: tuple[Batch, ...] = ()
    removed: tuple[Removed, ...] = ()
    options: Mapping[str, Any] = field(default_factory=lambda: _NO_OPTIONS)


def marks(key: str, paper: Paper) -> frozenset[str]:
    """Return what tells a record of the batch ``key`` wherever it comes from: ids and its text.

    No text can be read from them.
    """
    found = {f"{scheme} {_VERSION.sub('', value)}" for scheme, value in paper.ids.items() if value}
    found |= {f"record {source.id} of {key}" for source in paper.sources if source.id}
    if paper.doi:
        found.add(f"doi {paper.doi}")
    if paper.text:
        found.add(f"text {text_digest(paper.text)}")
    return frozenset(found)


def write_ledger(folder: Path, ledger: Ledger) -> None:
    """Write the ledger into the store's folder."""
    write_lines(folder / LEDGER, _lines(ledger))


def read_ledger(folder: Path) -> Ledger | None:
    """Return the ledger in the store's folder, or None where there is none.

    Raises
    ------
    StoreError
        It is damaged, or a later sciloom wrote it.
    """
    file = folder / LEDGER
    try:
        return _ledger(read_lines(file))
    except FileNotFoundError:
        return None
    except DAMAGE as error:
        raise StoreError(
            f"cannot be read: {error}", where=str(file), next="build the graph again"
        ) from error


def _lines(ledger: Ledger) -> Iterator[dict[str, Any]]:
    yield {
        "schema": SCHEMA,
        "options": dict(ledger.options),
        "removed": [{"id": r.id, "iri": r.iri, "marks": sorted(r.marks)} for r in ledger.removed],
    }
    for batch in ledger.batches:
        yield {
            "batch": batch.key,
            "skipped": list(map(asdict, batch.skipped)),
            "notes": batch.notes,
        }
        for paper in batch.papers:
            yield {"paper": packed_paper(paper)}
        for given in batch.given:
            yield {"paper": packed_paper(given.paper), "facts": packed_facts(given)}


def _ledger(lines: Iterator[Any]) -> Ledger:
    head: dict[str, Any] = next(lines, {})
    if head["schema"] > SCHEMA:
        raise ValueError("a later sciloom wrote it")
    batches: list[Batch] = []
    said: dict[str, Any] | None = None
    papers: list[Paper] = []
    given: list[Extraction] = []

    def close() -> None:
        if said is not None:
            batches.append(
                Batch(
                    key=said["batch"],
                    papers=tuple(papers),
                    given=tuple(given),
                    skipped=tuple(Skipped(**skip) for skip in said["skipped"]),
                    notes=tuple(said["notes"]),
                )
            )

    for line in lines:
        if "batch" in line:
            close()
            said, papers, given = line, [], []
        elif "facts" in line:
            given.append(unpacked_facts(unpacked_paper(line["paper"]), line["facts"]))
        else:
            papers.append(unpacked_paper(line["paper"]))
    close()
    return Ledger(
        batches=tuple(batches),
        removed=tuple(
            Removed(id=r["id"], iri=r["iri"], marks=frozenset(r["marks"])) for r in head["removed"]
        ),
        options=head["options"],
    )
