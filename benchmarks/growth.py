"""How time, memory and disk of a build grow with the number of papers, stage by stage.

    python benchmarks/growth.py made.jsonl --sizes 1000 5000 20000 --model fast

Each size is a build of the first so many records in a fresh process. Memory is the most that all
its processes held at once (proportional set size). The exponents are the slopes of a line through
the logarithms: 1 is linear.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from sciloom.pipeline import build

_READING = "reading papers"
_COLUMNS = ("seconds", "CPU s", "extract", "resolve", "write", "MB", "kB/paper", "papers/s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path, help="JSONL, or JSONL.gz")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 5000])
    parser.add_argument("--model", default="fast")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.corpus, options.child, options.model, options.jobs)
        return
    print("papers".rjust(8), *(name.rjust(9) for name in _COLUMNS))
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for size in options.sizes:
            part = Path(folder) / f"{size}.jsonl"
            head(options.corpus, size, part)
            rows.append(measured(part, Path(folder) / str(size), options))
            print(f"{size:8}", *(f"{value:9.2f}" for value in rows[-1]), flush=True)
    if len(rows) > 1:
        slopes = [slope(options.sizes, column) for column in zip(*rows, strict=True)]
        print("exponent", *(f"{value:9.2f}" for value in slopes))


def head(corpus: Path, size: int, part: Path) -> None:
    """Write the first records of a corpus."""
    opened = gzip.open if corpus.suffix == ".gz" else open
    with opened(corpus, "rt", encoding="utf-8") as lines, part.open("w", encoding="utf-8") as file:
        file.writelines(itertools.islice(lines, size))


def measured(part: Path, output: Path, options: argparse.Namespace) -> tuple[float, ...]:
    """Build in a process of its own; return the columns."""
    command = [sys.executable, __file__, str(part), "--child", str(output)]
    command += ["--model", options.model, "--jobs", str(options.jobs)]
    before = os.times()
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    most = 0
    while process.poll() is None:
        most = max(most, memory(process.pid))
        time.sleep(0.2)
    after = os.times()
    if process.returncode or process.stdout is None:
        raise SystemExit(f"the build of {part.name} ended with {process.returncode}")
    stages = json.loads(process.stdout.read())
    papers = stages.pop("papers")
    seconds = sum(stages.values())
    disk = sum(file.stat().st_size for file in output.rglob("*") if file.is_file())
    return (
        seconds,
        after.children_user + after.children_system - before.children_user - before.children_system,
        stages.get(_READING, 0.0),
        stages.get("resolving", 0.0),
        stages.get("writing the graph", 0.0),
        most / 1e6,
        disk / papers / 1e3,
        papers / seconds,
    )


def memory(process: int) -> int:
    """Return the bytes that a process and its descendants hold."""
    held = 0
    try:
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
        held = next(int(row.split()[1]) for row in rollup.splitlines() if row.startswith("Pss:"))
        tasks = Path(f"/proc/{process}/task").iterdir()
        children = " ".join((task / "children").read_text() for task in tasks).split()
    except (OSError, StopIteration):  # it ended meanwhile
        children = []
    return 1024 * held + sum(memory(int(child)) for child in children)


def child(corpus: Path, output: Path, model: str, jobs: int) -> None:
    """Build, and print how long each stage took."""
    marks = [("reading files", time.perf_counter())]

    def watch(stage: str, *_: int | None) -> None:
        if stage != marks[-1][0]:
            marks.append((stage, time.perf_counter()))

    result = build([corpus], output, model=model, jobs=jobs, watch=watch)
    marks.append(("", time.perf_counter()))
    stages = {name: end - start for (name, start), (_, end) in itertools.pairwise(marks)}
    print(json.dumps(stages | {"papers": result.counts.papers}))


def slope(sizes: Sequence[int], values: Sequence[float]) -> float:
    """Return the exponent with which values grow."""
    x = [math.log(size) for size in sizes]
    y = [math.log(max(value, 1e-9)) for value in values]
    middle = sum(x) / len(x), sum(y) / len(y)
    spread = sum((a - middle[0]) ** 2 for a in x)
    return sum((a - middle[0]) * (b - middle[1]) for a, b in zip(x, y, strict=True)) / spread


if __name__ == "__main__":
    main()
