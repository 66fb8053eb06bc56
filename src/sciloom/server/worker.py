"""The process that reads the store for the gateway: ``python -m sciloom.server.worker``.

It answers one job after the other, from stdin to stdout, until stdin ends.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sciloom.server.frames import Reply, json_reply, problem, read_request, write_reply
from sciloom.server.isolation import cut_network, limit_job, limit_memory, peak_memory

if TYPE_CHECKING:
    from sciloom.store import GraphStore

#: Resident bytes past which a process makes way for a fresh one.
_RETIRE = 2**30


def main() -> None:
    """Serve jobs on the store that the first argument (JSON) names."""
    options = json.loads(sys.argv[1])
    isolated = cut_network()  # before a library can start a thread
    limit_memory(options["memory"])
    from sciloom.server.jobs import JOBS
    from sciloom.server.views.things import base_of
    from sciloom.store import GraphStore

    store = GraphStore.open(Path(options["store"]))
    pipe = sys.stdout.buffer
    ready = json_reply({"isolated": isolated, "base": base_of(store)})
    pipe.write(write_reply(ready) + ready.body)
    pipe.flush()
    while job := read_request(sys.stdin.buffer):
        limit_job(2 * options["deadline"] + 5)
        reply = _answer(JOBS[job.pop("job")], store, job)
        reply = replace(reply, retire=peak_memory() > _RETIRE)
        pipe.write(write_reply(reply))
        pipe.write(reply.body)
        pipe.flush()


def _answer(job: Callable[..., Reply], store: GraphStore, arguments: dict[str, Any]) -> Reply:
    from sciloom import errors

    statuses = (
        (errors.QueryRefusedError, 403),
        (errors.QueryMemoryError, 413),
        (errors.QueryError, 400),
        (errors.SciloomError, 500),
    )
    try:
        return job(store, **arguments)
    except MemoryError:
        return problem(413, "the query ran out of memory", next="narrow it or add a LIMIT")
    except errors.SciloomError as error:
        status = next(status for kind, status in statuses if isinstance(error, kind))
        place = {name: getattr(error, name, None) for name in ("line", "column", "where")}
        # What a caller in Python could allow, a client cannot.
        advice = "" if status == 403 else error.next
        return problem(status, error.what, **place, next=advice)


if __name__ == "__main__":
    main()
