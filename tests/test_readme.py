"""What the README shows is what happens."""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a newcomer has it, with the graph built by the README's first command."""
    folder = tmp_path_factory.mktemp("checkout")
    shutil.copytree(ROOT / "examples", folder / "examples")
    command = next(
        line for line in (ROOT / "Makefile").read_text().splitlines() if "build ex" in line
    )
    run(command.replace("$(BIN)/", "").strip(), folder)
    return folder


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of the README by a shell that finds ``sciloom`` beside this Python."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["sh", "-ec", command],
        cwd=folder,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )


def commands() -> list[str]:
    lines = "".join(blocks("sh")).replace("\\\n", " ").splitlines()
    return [line for line in lines if line.startswith("sciloom ")]


@pytest.mark.parametrize("command", commands())
def test_a_command_does_what_it_says(command: str, checkout: Path) -> None:
    done = run(command, checkout)
    assert "Traceback" not in done.stderr


def test_every_command_is_shown() -> None:
    from sciloom.cli.main import COMMANDS

    shown = {shlex.split(command)[1] for command in commands()}
    # One does not end, one needs torch, one would change the graph of the other tests, two are for
    # many machines: they run in tests of their own.
    told = {"serve", "train", "remove", "partition", "extract"}
    assert COMMANDS.keys() - shown == told
    assert all(f"sciloom {command}" in README for command in told)


def test_the_python_example_prints_what_it_shows(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(checkout)
    (example,) = blocks("python")
    parsed = doctest.DocTestParser().get_doctest(example, {}, "README", "README.md", 0)
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(parsed, out=report.append)
    assert not report, "".join(report)
