"""How long the named queries take on a built folder: seconds of processor and MB, each in a fork.

    python benchmarks/named_queries.py output

Each asks for what most papers work with: the worst case of a name.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from pathlib import Path

from sciloom.query import ResultTable, bind, named_queries, run_query, select
from sciloom.store import OutputFolder

#: Which type's most used concept a parameter is given; the others get the words below.
_TYPES = {"concept": "Method", "method": "Method", "dataset": "Dataset", "metric": "Metric"}
_WORDS = {"words": "optimal transport", "above": "20", "kind": "Improvement"}


def main(folder: Path) -> None:
    path = OutputFolder(folder).open().path
    names = {
        name: select(path, bind("most-used", {"type": type_, "limit": 1})).rows[0][0]
        for name, type_ in _TYPES.items()
    }
    paper = select(path, "SELECT ?id { ?paper dcterms:identifier ?id } LIMIT 1").rows[0][0]
    given = {**_WORDS, **names, "paper": paper, "from": names["method"], "to": names["metric"]}
    for query in named_queries():
        wanted = [p for p in query.parameters if p.default is None or p.name in _TYPES]
        arguments = {p.name: str(given[p.name]) for p in wanted}
        if os.fork() == 0:
            try:
                timed(path, query.name, arguments)
            finally:
                os._exit(0)
        os.wait()


def timed(path: Path, name: str, arguments: dict[str, str]) -> None:
    start = time.process_time()
    found = run_query(path, bind(name, arguments))
    seconds = time.process_time() - start
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    rows = len(found) if isinstance(found, ResultTable) else 1
    print(f"{name:15} {rows:6} rows {seconds:6.2f} s {most:6.0f} MB  {arguments}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
