"""Reading shared out to processes: each reads whole papers, so their number changes no byte."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from sciloom.errors import ExtractionError
from sciloom.model import Claim, Entity, Extraction, Paper, Relation
from sciloom.store.packed import packed_paper, unpacked_paper

if TYPE_CHECKING:
    from spacy.language import Language

#: Characters that a process reads at a time, and how many such shares wait for each process.
_SHARE, _WAITING = 10_000, 3
#: Below so many characters a process more takes longer to start than it saves.
_WORTH = 30_000

#: What libraries say of it that raise no MemoryError where they find none.
_MEMORY = ("bad_alloc", "bad allocation", "Failed to allocate", "failed to map segment")

Facts = tuple[tuple[Entity, ...], tuple[Relation, ...], tuple[Claim, ...]]


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def read_in(
    jobs: int, papers: Sequence[Paper], model: str, precision: float | None
) -> Iterator[Extraction]:
    """Yield what each paper says, in order, read by so many processes; few papers by fewer.

    Raises
    ------
    ExtractionError
        There is no such model, a process died, or memory ran out.
    """
    jobs = min(jobs, 1 + sum(len(paper.text) for paper in papers) // _WORTH)
    if jobs == 1:
        from sciloom.nlp import extract_all, make_pipeline

        with memory_told():
            yield from extract_all(make_pipeline(model, precision), papers)
        return
    waiting: deque[tuple[Sequence[Paper], Future[list[Facts]]]] = deque()
    # A fork would copy the threads and locks of libraries in whatever state they are.
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        try:
            for share in shares(papers):
                packed = list(map(packed_paper, share))
                waiting.append((share, _submitted(pool, packed, model, precision)))
                if len(waiting) > jobs * _WAITING:
                    yield from _extractions(*waiting.popleft())
            while waiting:
                yield from _extractions(*waiting.popleft())
        except BrokenProcessPool as error:
            raise ExtractionError(
                "a process that read papers died, perhaps for want of memory",
                next="build again with fewer --jobs: what was read is not read again",
            ) from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _submitted(
    pool: ProcessPoolExecutor, papers: Sequence[dict[str, Any]], model: str, precision: float | None
) -> Future[list[Facts]]:
    try:
        return pool.submit(_read, papers, model, precision)
    except OSError as error:
        # The pool closed its pipes, for a process had died, while this one started another.
        raise BrokenProcessPool(str(error)) from error


def shares(papers: Iterable[Paper]) -> Iterator[list[Paper]]:
    """Yield the papers in shares that take about as long each."""
    share: list[Paper] = []
    length = 0
    for paper in papers:
        share.append(paper)
        length += len(paper.text)
        if length >= _SHARE:
            yield share
            share, length = [], 0
    if share:
        yield share


def _extractions(papers: Sequence[Paper], read: Future[list[Facts]]) -> Iterator[Extraction]:
    for paper, (entities, relations, claims) in zip(papers, read.result(), strict=True):
        yield Extraction(paper=paper, entities=entities, relations=relations, claims=claims)


def _read(papers: Sequence[dict[str, Any]], model: str, precision: float | None) -> list[Facts]:
    """Read papers in a process of the pool."""
    from sciloom.nlp import extract_all

    with memory_told():
        read = extract_all(pipeline(model, precision), map(unpacked_paper, papers))
        return [(found.entities, found.relations, found.claims) for found in read]


@cache
def pipeline(model: str, precision: float | None) -> Language:
    """Return the pipeline of a model, made once a process."""
    from sciloom.nlp import make_pipeline

    return make_pipeline(model, precision)


@contextmanager
def memory_told() -> Iterator[None]:
    """Say what to do where a model or a text finds no memory.

    Raises
    ------
    ExtractionError
        There was none.
    """
    try:
        yield
    except Exception as error:
        if not isinstance(error, MemoryError) and not any(w in str(error) for w in _MEMORY):
            raise
        raise ExtractionError(
            "memory ran out while papers were read",
            next="give it more, or start fewer processes; then do it again: what was read is kept",
        ) from error
