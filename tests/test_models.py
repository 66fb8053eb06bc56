import json

import pytest
from click.testing import CliRunner

from sciloom.cli.build import command as build_command
from sciloom.errors import ExtractionError
from sciloom.nlp.model.runtime import WEIGHTS, load
from sciloom.pipeline import build

TEXT = (
    "We propose SparseFox, a pruning method for language models. SparseFox outperforms LoRA by 2.5"
    " points on GLUE. Prior work relies on costly search and on simple heuristics for ranking."
)


@pytest.fixture
def abstract(tmp_path):
    path = tmp_path / "abstract.txt"
    path.write_text(TEXT)
    return path


def entities(folder):
    (line,) = (folder / "facts.jsonl").read_text().splitlines()
    return {entity["name"]: entity["score"] for entity in json.loads(line)["entities"]}


def pipeline_of(folder):
    turtle = (folder / "graph.ttl").read_text()
    return turtle.partition("pipeline/")[2].split(">")[0].split(" ")[0]


def test_precision_keeps_the_surer_entities(abstract, tmp_path):
    build([abstract], tmp_path / "all")
    build([abstract], tmp_path / "sure", precision=0.9)
    every, sure = entities(tmp_path / "all"), entities(tmp_path / "sure")
    threshold = load().at_precision(0.9).thresholds.entity
    assert sure == {name: score for name, score in every.items() if score >= threshold}
    assert len(sure) < len(every)
    assert pipeline_of(tmp_path / "all") != pipeline_of(tmp_path / "sure")


def test_a_model_of_ones_own_is_named_by_its_version(abstract, tmp_path):
    own = tmp_path / "own"
    own.symlink_to(WEIGHTS, target_is_directory=True)
    build([abstract], tmp_path / "output", model=own)
    assert entities(tmp_path / "output")
    assert json.loads((WEIGHTS / "config.json").read_text())["version"] in pipeline_of(
        tmp_path / "output"
    )
    added = tmp_path / "more.txt"
    added.write_text(TEXT.replace("SparseFox", "DenseFox"))
    build([added], tmp_path / "output", add=True)
    assert len((tmp_path / "output" / "facts.jsonl").read_text().splitlines()) == 2


def test_a_model_by_another_name_reads_nothing_anew(abstract, tmp_path):
    assert build([abstract], tmp_path / "output", model="rules").extracted == 1
    assert pipeline_of(tmp_path / "output") == "fast"
    assert build([abstract], tmp_path / "output", model="fast").extracted == 0


def test_what_is_no_model_and_what_has_no_precision_is_told(abstract, tmp_path):
    with pytest.raises(ExtractionError, match="no model"):
        build([abstract], tmp_path / "output", model="nothing")
    with pytest.raises(ExtractionError, match="precision"):
        build([abstract], tmp_path / "output", model="rules", precision=0.9)
    run = CliRunner().invoke(build_command, [str(abstract), "--precision", "1"])
    assert run.exit_code == 2
