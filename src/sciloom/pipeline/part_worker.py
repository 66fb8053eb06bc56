"""A worker: one of any number of processes that extract the parts of a folder."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sciloom.errors import ExtractionError, StoreError
from sciloom.pipeline.extracting import Watch, stamp, unwatched
from sciloom.pipeline.leases import TRIES, Leases
from sciloom.pipeline.parts import Facts, Parts
from sciloom.pipeline.workers import memory_told, pipeline
from sciloom.store import extraction_key
from sciloom.store.packed import packed_facts, unpacked_paper

#: Seconds between two looks at what others are at.
_PAUSE = 1.0
#: Told to callers as what `watch` watches.
STAGE = "extracting parts"
#: One text at a time is what a pipeline reads, also where a process has several threads.
_READING = threading.Lock()


def unheard(note: str) -> None:
    """Let a note pass."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """What one worker did: parts and papers that it read, of how many parts."""

    parts: int
    papers: int
    of: int


def extract_part(
    papers: Iterable[Mapping[str, Any]],
    model: str,
    precision: float | None,
    beat: Callable[[], None] = lambda: None,
) -> tuple[str, list[tuple[str, Sequence[Any]]]]:
    """Return the `stamp` and, for each paper, the key in hexadecimal and the facts, packed.

    A pure function of its arguments and of what the stamp names. ``beat`` is called after each
    paper.

    Raises
    ------
    ExtractionError
        There is no such model, or memory ran out.
    """
    from sciloom.nlp import extract_all

    version = stamp(model, precision)
    found: list[tuple[str, Sequence[Any]]] = []
    with _READING, memory_told():
        for extraction in extract_all(pipeline(model, precision), map(unpacked_paper, papers)):
            key = extraction_key(version, extraction.paper).hex()
            found.append((key, packed_facts(extraction)))
            beat()
    return version, found


def extract_parts(
    folder: str | os.PathLike[str],
    *,
    watch: Watch = unwatched,
    on_note: Callable[[str], None] = unheard,
) -> Extracted:
    """Extract parts until none is left; where others are at the last ones, wait for them.

    ``on_note`` is told at once of what is odd.

    Raises
    ------
    ExtractionError
        There is no such model, memory ran out, or a part ended too many workers.
    StoreError
        The folder holds no parts, or takes no more.
    """
    parts, facts = opened(folder, on_note)
    leases = Leases(facts.path)
    pipeline(parts.model, parts.precision)  # before a lease is taken: it takes seconds
    read = papers = 0
    waiting = False
    while left := _left(parts, facts, watch):
        lease = leases.take(left)
        if lease is None:
            _check_given_up(leases, left, facts)
            if not waiting:
                on_note(f"others are at the last parts, {left[0]} to {left[-1]}: waiting for them")
            waiting = True
            time.sleep(_PAUSE)
            continue
        if lease.name not in facts.done():
            try:
                share = parts.papers(lease.name)
                _, found = extract_part(share, parts.model, parts.precision, lease.beat)
                facts.write(lease.name, found)
            except (KeyboardInterrupt, StoreError):
                # It is not the part that ends us. What else does may end the next worker too: then
                # the lease stays, and counts.
                lease.drop()
                raise
            read += 1
            papers += len(share)
        leases.clear(lease.name)
    return Extracted(parts=read, papers=papers, of=len(parts.names))


def opened(folder: str | os.PathLike[str], on_note: Callable[[str], None]) -> tuple[Parts, Facts]:
    """Return the parts of a folder, and where this version puts what it extracts of them."""
    parts = Parts(folder)
    facts = parts.facts(stamp(parts.model, parts.precision))
    for other in parts.others(facts):
        on_note(f"another version of sciloom, its model or libraries extracted {other}: done again")
    facts.prepare()
    return parts, facts


def _left(parts: Parts, facts: Facts, watch: Watch) -> list[str]:
    done = facts.done()
    watch(STAGE, len(done), len(parts.names))
    return [name for name in parts.names if name not in done]


def _check_given_up(leases: Leases, left: list[str], facts: Facts) -> None:
    given_up = leases.given_up(left)
    if len(given_up) == len(left):
        raise ExtractionError(
            f"{len(left)} parts ended {TRIES} workers each, perhaps for want of memory: "
            + ", ".join(left),
            where=str(facts.path),
            next=f"give a worker more, remove {left[0]}.lease.* and go on: the others are kept",
        )
