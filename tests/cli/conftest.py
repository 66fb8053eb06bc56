"""The command line as its user runs it: a process in a folder."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_run import Run


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run ``sciloom`` with arguments in a fresh folder; no output may hold a traceback."""

    def call(
        *arguments: str, stdin: str = "", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "sciloom.cli", *arguments],
            cwd=tmp_path,
            env=os.environ | environment,
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        assert "Traceback" not in done.stderr
        return done

    return call
