"""Feed every reader damaged exports and noise: only a reader's own error may leave it.

    python benchmarks/fuzz_readers.py [--minutes N] [FORMAT...]

Inputs are those of the tests: exports with cuts and strange signs in them, signs of the formats in
any order, bytes. What fails is shrunk and printed; exit status 1 then. A record that takes longer
than `SLOW` seconds counts as a hang.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "corpus"))

import test_reader_properties as properties

#: Seconds of one input, on a busy machine.
SLOW = 30
#: Inputs of a round; the clock is looked at between rounds.
ROUND = 500


def inputs(name: str) -> st.SearchStrategy[str | bytes]:
    """Return damaged exports of a format, texts of its signs, and bytes."""
    exports = [
        path.read_text(encoding="utf-8")
        for path in sorted(properties.DATA.iterdir())
        if name in properties.FORMATS[path.suffix]
    ]
    signs = st.lists(properties.SIGNS | st.text(max_size=9), max_size=40).map("".join)
    kinds: list[st.SearchStrategy[str | bytes]] = [signs, st.binary(max_size=400)]
    return st.one_of(*kinds, *(damaged(export) for export in exports))


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        length = draw(st.sampled_from([0, 1, 2, 30, 500]))
        piece = draw(properties.SIGNS | st.text(max_size=9))
        times = draw(st.sampled_from([1, 1, 1, 3, 2_000]))
        text = text[:start] + piece * times + text[start + length :]
    return text


def hang(_signal: int, _frame: object) -> None:
    raise TimeoutError(f"more than {SLOW} s")


def fuzz(name: str, seconds: float) -> int:
    """Run rounds until the time is over; return the number of inputs."""
    tried = 0

    @settings(
        max_examples=ROUND,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.target, Phase.shrink),
    )
    @given(inputs(name))
    def run(data: str | bytes) -> None:
        nonlocal tried
        tried += 1
        signal.alarm(SLOW)
        properties.read(name, data)
        signal.alarm(0)

    until = time.monotonic() + seconds
    while time.monotonic() < until:
        run()
    return tried


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("formats", nargs="*", default=properties.NAMES)
    parser.add_argument("--minutes", type=float, default=5.0)
    options = parser.parse_args()
    signal.signal(signal.SIGALRM, hang)
    failed = 0
    for name in options.formats:
        try:
            tried = fuzz(name, 60 * options.minutes)
            print(f"{name}: {tried} inputs in {options.minutes:g} minutes", flush=True)
        except Exception as error:  # noqa: BLE001 - whatever escapes is what is looked for
            failed += 1
            print(f"{name}: {type(error).__name__}: {error}", flush=True)
            print(*getattr(error, "__notes__", ()), sep="\n", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
