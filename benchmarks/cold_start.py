"""How long a command takes from a cold process: the best of five, in seconds.

    python benchmarks/cold_start.py [OUTPUT]

OUTPUT is a folder that ``sciloom build`` wrote; without it the seeds are built first, from cold.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

SEEDS = Path(__file__).parents[1] / "examples" / "icml2024"
_SCILOOM = (sys.executable, "-c", "from sciloom.cli.main import main; main()")


def main(output: str | None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        if output is None:
            output = folder
            seeds = sorted(map(str, SEEDS.glob("*.txt")))
            print(f"{once([*_SCILOOM, 'build', *seeds, '-o', folder]):8.2f}  sciloom build (seeds)")
        best([sys.executable, "-c", "pass"], "python (for comparison)")
        best([sys.executable, "-c", "import sciloom"], "import sciloom")
        best([*_SCILOOM, "--help"], "sciloom --help")
        for words in (["stats"], ["query", "--name", "most-used"], ["search", "attention"]):
            best([*_SCILOOM, *words, "--dir", output], " ".join(("sciloom", *words)))


def best(command: Sequence[str], name: str) -> None:
    print(f"{min(once(command) for _ in range(5)):8.2f}  {name}")


def once(command: Sequence[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
