"""Every command, run on a small graph."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli_run import Run

from sciloom.cli.main import COMMANDS


def test_a_build_leaves_five_pieces_and_counts(
    build: subprocess.CompletedProcess[str], folder: Path
) -> None:
    assert build.stdout == ""
    assert build.stderr.splitlines()[-1] == "read 2, skipped 0, merged 0"
    visible = {p.name for p in (folder / "output").iterdir() if not p.name.startswith(".")}
    assert visible == {"facts.jsonl", "graph.ttl", "graph.html", "store", "report.json"}


def test_what_was_extracted_can_be_asked(built: Run) -> None:
    done = built("query", "--name", "beats", "-p", "method=YarnNet", "--format", "json")
    (row,) = json.loads(done.stdout)["results"]["bindings"]
    assert row["winner"]["value"] == "Loomix"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(run: Run, command: str) -> None:
    done = run(command, "--help")
    assert done.returncode == 0
    assert f"Example: sciloom {command}" in " ".join(done.stdout.split())


def test_an_empty_answer_says_so(built: Run) -> None:
    done = built("query", "SELECT ?x WHERE { ?x a :Nothing }", "--format", "csv")
    assert (done.returncode, done.stdout.strip()) == (0, "x")
    assert "no row" in done.stderr
    assert ":Nothing is no term of the ontology" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("query", "SELECT ?x WHERE {\n ?x a"), "line 2"),
        (("query", "SELECT ?x WHERE { ?x a nope:Thing }"), "nope"),
        (("query", "DELETE WHERE { ?s ?p ?o }"), "only reads"),
        (("query", "SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }"), "SERVICE"),
        (("query", "--file", "missing.rq"), "missing.rq"),
        (("show", "no such thing"), "sciloom search"),
        (("stats", "-d", "elsewhere"), "no graph is here yet"),
        (("export", "--format", "nt", "-o", "missing/graph.nt"), "missing/graph.nt"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    built: Run, arguments: tuple[str, ...], complaint: str
) -> None:
    done = built(*arguments)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert complaint in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("build",),
        ("query",),
        ("query", "ASK {}", "--name", "beats"),
        ("query", "ASK {}", "-p", "a=b"),
        ("query", "--name", "no-such"),
        ("query", "--name", "rivals"),
        ("query", "--name", "rivals", "-p", "methd=x"),
        ("query", "--name", "gains", "-p", "above=many"),
        ("query", "--name", "beats", "-p", "nonsense"),
        ("query", "--name", "beats", "-p", "method=a", "-p", "method=b"),
        ("query", "ASK {}", "--timeout", "nan"),
        ("build", ""),
        ("remove",),
        ("search", " "),
        ("export", "--format", "docx", "-o", "x"),
        ("nonsense",),
    ],
)
def test_wrong_usage_is_2(run: Run, arguments: tuple[str, ...]) -> None:
    assert run(*arguments).returncode == 2


def test_a_near_name_is_told(built: Run) -> None:
    done = built("query", "--name", "works-with", "-p", "concept=yarnet")
    assert "did you mean YarnNet?" in done.stderr
    assert "did you mean YarnNet?" in built("show", "yarnet").stderr
    assert "did you mean works-with?" in built("query", "--name", "work-with").stderr


def test_an_answer_that_was_cut_says_so(built: Run) -> None:
    done = built("query", "--name", "most-used", "-p", "limit=1", "--format", "csv")
    assert len(done.stdout.splitlines()) == 2
    assert "there may be more" in done.stderr


def test_search_show_stats_validate_draw_export(built: Run, folder: Path) -> None:
    assert "Loomix" in built("search", "loomix").stdout
    assert "outperforms" in built("show", "loomix").stdout
    assert json.loads(built("stats", "--format", "json").stdout)["Paper"] == 2
    assert "conforms; checked 2 of 2 papers" in built("validate").stderr
    built("draw", "-o", "page.html")
    assert (folder / "page.html").read_bytes() == (folder / "output/graph.html").read_bytes()
    built("export", "--format", "nquads", "-o", "graph.nq")
    assert (folder / "graph.nq").stat().st_size > 1000


def test_adding_removing_publishing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("We present Loomix, a parser for tables.")
    (tmp_path / "two.txt").write_text("We study YarnNet, which is slow.")
    run("build", "one.txt")
    done = run("build", "--add", "two.txt")
    assert "extracted 1 of 2 papers" in done.stderr
    assert done.stderr.splitlines()[-1] == "read 1, skipped 0, merged 0"
    run("export", "--format", "nt", "-o", "whole.nt")
    run("export", "--format", "nt", "--without-text", "-o", "kept.nt")
    assert "which is slow" in (tmp_path / "whole.nt").read_text()
    assert "which is slow" not in (tmp_path / "kept.nt").read_text()
    assert run("remove", "two#1").returncode == 0
    done = run("build", "--add", "two.txt")
    assert (done.returncode, "remove --undo" in done.stderr) == (0, True)
    assert done.stderr.splitlines()[-1] == "read 1, skipped 0, merged 0, left out 1"
    done = run("remove", "two#1")
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)


def test_a_reader_that_leaves_is_no_error(built: Run, folder: Path) -> None:
    command = f"{sys.executable} -m sciloom.cli query --list"
    for line in (f"{command} | head -1; exit ${{PIPESTATUS[0]}}", f"{command} >&-"):
        done = subprocess.run(
            ["bash", "-c", line], cwd=folder, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_bytes_that_are_no_text_are_only_a_name(built: Run) -> None:
    done = built("show", "\udcff")
    assert (done.returncode, "nothing is called" in done.stderr) == (1, True)


def test_evaluate_prints_the_measures(run: Run, tmp_path: Path) -> None:
    gold = {
        "id": "g",
        "text": "We present Loomix, a parser.",
        "entities": [{"name": "Loomix", "type": "Method", "role": "proposed"}],
    }
    (tmp_path / "gold.jsonl").write_text(json.dumps(gold), encoding="utf-8")
    done = run("evaluate", "gold.jsonl", "--format", "json")
    measures = {row["measure"]: row for row in json.loads(done.stdout)}
    assert measures["proposed, lenient"]["f1"] == 1
    assert "entities, exact" in run("evaluate", "gold.jsonl").stdout


def test_a_name_of_control_characters_cannot_steer_the_terminal(run: Run, tmp_path: Path) -> None:
    text = "We present \x1b[31mLoomix\x9b, a parser for tables."
    (tmp_path / "one.txt").write_text(text, encoding="utf-8")
    run("build", "one.txt")
    for arguments in (("search", "parser"), ("show", "one#1"), ("query", "--name", "proposals")):
        done = run(*arguments)
        assert not {"\x1b", "\x9b"} & set(done.stdout + done.stderr)
