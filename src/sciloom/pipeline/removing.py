"""Take papers out of what a graph is built of, and let them in again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from sciloom.corpus import settled
from sciloom.errors import CorpusError
from sciloom.model import Paper
from sciloom.resolve import identify
from sciloom.store import Ledger, Removed, marks
from sciloom.vocab import paper_iri


def without(ledger: Ledger, ids: Sequence[str], *, base: str) -> Ledger:
    """Return a ledger without these papers, by id or IRI; it remembers them by their marks.

    A mark that another paper bears too is not remembered: it would keep that one out.

    Raises
    ------
    CorpusError
        No such paper, or none would be left.
    """
    records = [(batch.key, paper) for batch in ledger.batches for paper in batch.papers]
    given = [(batch.key, e.paper) for batch in ledger.batches for e in batch.given]
    known = [marks(key, paper) for key, paper in (*records, *given)]
    found = identify(settled(paper for _, paper in records), base=base)
    papers: list[tuple[Paper, tuple[int, ...]]] = [
        *zip(found.papers, found.records, strict=True),
        *((paper, (k,)) for k, (_, paper) in enumerate(given, start=len(records))),
    ]
    taken: list[tuple[Paper, set[int]]] = []
    for name in ids:
        mine = [(paper, at) for paper, at in papers if name in _names(paper, base)]
        if not mine:
            raise CorpusError(f'no paper is called "{name}"', next="sciloom search finds its id")
        taken.append((mine[0][0], {k for _, at in mine for k in at}))
    gone = set[int]().union(*(at for _, at in taken))
    if len(gone) == len(known):
        raise CorpusError("no paper would be left", next="delete the folder instead")
    staying = set[str]().union(*(known[k] for k in range(len(known)) if k not in gone))
    read, told = count(), count(len(records))
    return replace(
        ledger,
        batches=tuple(
            replace(
                batch,
                papers=tuple(paper for paper in batch.papers if next(read) not in gone),
                given=tuple(e for e in batch.given if next(told) not in gone),
            )
            for batch in ledger.batches
        ),
        removed=(
            *ledger.removed,
            *(
                Removed(
                    id=paper.id,
                    iri=paper_iri(paper, base),
                    marks=frozenset().union(*(known[k] for k in at)) - staying,
                )
                for paper, at in taken
            ),
        ),
    )


def let_in(ledger: Ledger, ids: Sequence[str], *, base: str) -> Ledger:
    """Return a ledger that forgets that these papers were removed, by id or IRI.

    Raises
    ------
    CorpusError
        One was not.
    """
    for name in ids:
        if not any(name in _names_of(removed, base) for removed in ledger.removed):
            raise CorpusError(
                f'"{name}" was not removed', next="report.json lists what was, under removed"
            )
    return replace(
        ledger,
        removed=tuple(r for r in ledger.removed if not {*ids} & _names_of(r, base)),
    )


def _names(paper: Paper, base: str) -> set[str]:
    iri = paper_iri(paper, base)
    return {paper.id, iri, iri.removeprefix(base)}


def _names_of(removed: Removed, base: str) -> set[str]:
    return {removed.id, removed.iri, removed.iri.removeprefix(base)}
