"""Start ``sciloom serve`` for a script, and stop it."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_COMMAND = "from sciloom.cli.main import main; main()"


@contextmanager
def serving(folder: Path, *options: str, log: Path) -> Iterator[str]:
    """Serve an output folder on a free port; yield the address, without a slash at its end."""
    with log.open("w+") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", _COMMAND, "serve", "-d", str(folder), "--port", "0", *options],
            stderr=out,
        )
        try:
            while not (found := re.search(r"serving (http://\S+)/", log.read_text())):
                if process.poll() is not None:
                    raise SystemExit(f"the server did not start:\n{log.read_text()}")
                time.sleep(0.05)
            yield found[1]
        finally:
            process.terminate()
            process.wait(60)
