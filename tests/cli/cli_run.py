"""One run of the command line."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

Run = Callable[..., subprocess.CompletedProcess[str]]


def sciloom(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``sciloom`` in a folder; no output may hold a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "sciloom.cli", *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done
