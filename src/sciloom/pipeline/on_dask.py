"""Parts on a Dask cluster (extra `dask`): SLURM by dask-jobqueue, Kubernetes, or a laptop."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sciloom.errors import ExtractionError
from sciloom.pipeline.extracting import Watch, unwatched
from sciloom.pipeline.part_worker import STAGE, Extracted, opened, unheard
from sciloom.pipeline.parts import Facts, Parts

if TYPE_CHECKING:
    from distributed import Client, Future

#: Parts that are with the cluster at a time, at least, so that one which grows by need may grow.
_AHEAD = 32
_INSTALL = "install the same sciloom on all: nothing of this worker was taken"
#: Seconds that a scheduler may take to answer.
_ANSWER = 10


def extract_on_dask(
    folder: str | os.PathLike[str],
    client: Client | str,
    *,
    watch: Watch = unwatched,
    on_note: Callable[[str], None] = unheard,
) -> Extracted:
    """Extract the parts of a folder on a cluster; see `extract_parts`.

    Papers go to its workers and facts come back, so that these need sciloom, the same version, but
    not the folder. A worker that dies has its part read by another.

    Parameters
    ----------
    client
        A client, or the address of a scheduler, such as ``tcp://10.0.0.1:8786``.

    Raises
    ------
    ExtractionError
        No scheduler answers, a worker's sciloom is another or not there, or parts ended several
        workers each.
    StoreError
        The folder holds no parts, or takes no more.
    """
    if isinstance(client, str):
        with _connected(client) as connected:
            return extract_on_dask(folder, connected, watch=watch, on_note=on_note)
    parts, facts = opened(folder, on_note)
    done = facts.done()
    left = [name for name in parts.names if name not in done]
    papers = 0

    def told(name: str, size: int) -> None:
        nonlocal papers
        done.add(name)
        papers += size
        watch(STAGE, len(done), len(parts.names))

    killed = _extract(parts, facts, left, client, told)
    # Dask blames all that was with a worker when it died: alone, the innocent come through.
    deadly = _extract(parts, facts, killed, client, told, at_once=1)
    if deadly:
        raise ExtractionError(
            f"{len(deadly)} parts ended several workers each, perhaps for want of memory: "
            + ", ".join(deadly),
            next="give workers more, then do it again: what was extracted is kept",
        )
    return Extracted(parts=len(left), papers=papers, of=len(parts.names))


def _extract(
    parts: Parts,
    facts: Facts,
    names: Iterable[str],
    client: Client,
    told: Callable[[str, int], None],
    *,
    at_once: int | None = None,
) -> list[str]:
    """Have parts extracted; return those that were with dying workers too often."""
    from distributed import KilledWorker, as_completed

    read = reading()
    left = iter(names)
    running: dict[Future[Any], tuple[str, int]] = {}
    killed: list[str] = []

    def submitted() -> Iterator[Future[Any]]:
        most = at_once or max(_AHEAD, 2 * sum(client.nthreads().values()))
        while len(running) < most and (name := next(left, None)):
            papers = parts.papers(name)
            future = client.submit(read, papers, parts.model, parts.precision, pure=False)
            running[future] = name, len(papers)
            yield future

    finished = as_completed(list(submitted()))
    try:
        for future in finished:
            name, size = running.pop(future)
            try:
                version, found = future.result()
            except KilledWorker:
                killed.append(name)
            except ModuleNotFoundError as error:
                raise ExtractionError(
                    f"a Dask worker does not find what it needs: {error}", next=_INSTALL
                ) from error
            else:
                _check_version(version, facts)
                facts.write(name, found)
                told(name, size)
            finished.update(list(submitted()))
    finally:
        client.cancel(list(running))
    return killed


def reading() -> Callable[..., tuple[str, list[tuple[str, Sequence[Any]]]]]:
    """Return `extract_part` as a function that travels by value.

    So a scheduler needs no sciloom, and a worker without it says so, where one that cannot load a
    task leaves the cluster without a word.
    """

    def read(
        papers: Iterable[Mapping[str, Any]], model: str, precision: float | None
    ) -> tuple[str, list[tuple[str, Sequence[Any]]]]:
        from sciloom.pipeline.part_worker import extract_part

        return extract_part(papers, model, precision)

    return read


def _connected(address: str) -> Client:
    try:
        from distributed import Client
    except ImportError as error:
        raise ExtractionError(
            "Dask is not installed", next='install it: pip install "sciloom[dask]"'
        ) from error
    try:
        return Client(address, timeout=_ANSWER)
    except (OSError, ValueError) as error:
        raise ExtractionError(
            "no Dask scheduler answers", where=address, next="name one, such as tcp://HOST:8786"
        ) from error


def _check_version(version: str, facts: Facts) -> None:
    if version != facts.stamp:
        raise ExtractionError(
            "a Dask worker has another version of sciloom, its model or its libraries",
            next=_INSTALL,
        )
