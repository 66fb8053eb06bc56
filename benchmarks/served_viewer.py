"""How long the served viewer waits for its answers: the start, suggestions, what papers say.

    python benchmarks/synthetic_graph.py 40519 /tmp/large
    python benchmarks/served_viewer.py /tmp/large met neural "graph net"

The first start counts the whole graph, which the server does by itself for large ones; the second
is what every reader waits for.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from pathlib import Path

from served import serving

_TIMES = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("text", nargs="+", help="what is typed into the search box")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as scratch,
        serving(options.folder, log=Path(scratch) / "log") as url,
    ):
        start = (f"{url}/graph", f"{url}/api/landmarks")
        tell("start, first", *start)
        tell("start", *start)
        tell("filters", f"{url}/api/facets")
        for text in options.text:
            asked = urllib.parse.urlencode({"q": text, "limit": 12})
            for name in ("suggest", "search"):
                for _ in range(_TIMES):
                    tell(f"{name} {text!r}", f"{url}/api/{name}?{asked}")


def tell(what: str, *addresses: str) -> None:
    began = time.perf_counter()
    for address in addresses:
        with urllib.request.urlopen(address, timeout=600) as answer:
            answer.read()
    sys.stdout.write(f"{what}: {1000 * (time.perf_counter() - began):,.0f} ms\n")


if __name__ == "__main__":
    main()
