"""Where the time of a build goes: each stage on the seeds, in seconds and as a share of the whole.

    python benchmarks/stages.py [INPUT...]

A build writes the store beside the other pieces. Rates on a shared machine are noisy: read the
shares.
"""

import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sciloom.corpus import read_papers
from sciloom.nlp import extract_all, make_pipeline
from sciloom.rdf import BuildInfo, quads_of, to_nquads, write_turtle
from sciloom.resolve import resolve
from sciloom.store import StoreWriter
from sciloom.viewer import render_page

SEEDS = Path(__file__).parents[1] / "examples" / "icml2024"


def main(inputs: list[str]) -> None:
    times: dict[str, float] = {}

    def timed(stage: str, work: Callable[[], Any]) -> Any:
        start = time.perf_counter()
        result = work()
        times[stage] = time.perf_counter() - start
        return result

    papers = timed("read and clean", lambda: list(read_papers(inputs, on_skip=print)))
    nlp = timed("assemble the pipeline", make_pipeline)
    extractions = timed("extract", lambda: list(extract_all(nlp, papers)))
    resolution = timed("resolve", lambda: resolve(extractions))
    info = BuildInfo(version="0", pipeline="benchmark", digest="0")
    nquads = timed("quads", lambda: list(to_nquads(resolution, build=info)))

    def load(path: Path) -> None:
        with StoreWriter(path) as store:
            deque(store.load(nquads), maxlen=0)

    with tempfile.TemporaryDirectory() as folder:
        with (Path(folder) / "graph.ttl").open("wb") as file:
            timed("Turtle", lambda: write_turtle(quads_of(nquads), file))
        timed("store", lambda: load(Path(folder) / "store"))
    timed("page", lambda: render_page(resolution))
    whole = sum(times.values())
    for stage, seconds in times.items():
        print(f"{stage:24} {seconds:8.3f} s  {seconds / whole:6.1%}")
    print(f"{len(papers)} papers, {len(papers) / times['extract']:.0f} a second extracted")


if __name__ == "__main__":
    main(sys.argv[1:] or sorted(map(str, SEEDS.glob("*.txt"))))
