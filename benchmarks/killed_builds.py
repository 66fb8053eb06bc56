"""Kill builds at random moments: the old graph stands whole, the next build equals a fresh one.

    python benchmarks/killed_builds.py [--times N] [--seed N] [INPUT...]

The graph of half of the inputs stands; a build of all of them is ended by SIGKILL somewhere between
its start and its end. Then the folder is checked byte by byte, and the build is run again. Exit
status 1 if a graph is damaged, or differs from a fresh build of all.
"""

from __future__ import annotations

import argparse
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from sciloom.store import OutputFolder

SEEDS = Path(__file__).parents[1] / "examples" / "icml2024"
BYTES = ("facts.jsonl", "graph.ttl", "graph.html")


def command(inputs: list[str], output: Path) -> list[str]:
    return [sys.executable, "-m", "sciloom.cli", "build", *inputs, "-o", str(output)]


def built(inputs: list[str], output: Path) -> tuple[float, str]:
    """Build; return the seconds, and what was said of extraction."""
    start = time.monotonic()
    done = subprocess.run(command(inputs, output), stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    told = [line for line in done.stderr.splitlines() if line.startswith("extracted")]
    return time.monotonic() - start, "".join(told) or "extracted all"


def same(one: Path, other: Path) -> bool:
    return all((one / name).read_bytes() == (other / name).read_bytes() for name in BYTES)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("inputs", nargs="*", default=sorted(map(str, SEEDS.glob("*.txt"))))
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    moments = random.Random(options.seed)
    wrong = 0
    with tempfile.TemporaryDirectory() as temporary:
        home = Path(temporary)
        half = options.inputs[: len(options.inputs) // 2 or 1]
        built(half, home / "half")
        seconds, _ = built(options.inputs, home / "fresh")
        print(f"a whole build takes {seconds:.1f} s")
        for _ in range(options.times):
            output = home / "output"
            shutil.copytree(home / "half", output)
            moment = moments.uniform(0, seconds)
            build = subprocess.Popen(
                command(options.inputs, output),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            time.sleep(moment)
            build.send_signal(signal.SIGKILL)
            killed = build.wait() == -signal.SIGKILL
            OutputFolder(output).check(full=True)
            stands = next((n for n in ("half", "fresh") if same(output, home / n)), "neither")
            _, told = built(options.inputs, output)
            whole = same(output, home / "fresh")
            wrong += stands == "neither" or not whole
            print(
                f"{'killed' if killed else 'ended'} after {moment:4.1f} s: {stands} stands; the"
                f" next build {told}, {'equals' if whole else 'DIFFERS FROM'} a fresh one"
            )
            shutil.rmtree(output)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
