import subprocess
import sys

import pytest

from sciloom.model import MODELS
from sciloom.nlp.assemble import make_pipeline

TEXT = "We propose SparseFox, a pruning method. SparseFox beats LoRA by 2.5 points on GLUE."


@pytest.mark.parametrize("model", MODELS)
def test_a_saved_pipeline_loads_where_sciloom_is_installed_but_not_imported(model, tmp_path):
    nlp = make_pipeline(model)
    nlp.to_disk(tmp_path / "pipeline")
    script = (
        "import spacy, sys\n"
        "nlp = spacy.load(sys.argv[1])\n"
        "doc = nlp(sys.argv[2])\n"
        "print(repr((doc._.entities, doc._.relations, doc._.claims)))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, tmp_path / "pipeline", TEXT],
        capture_output=True,
        encoding="utf8",
        check=False,
    )
    assert run.returncode == 0, run.stderr
    doc = nlp(TEXT)
    assert run.stdout.strip() == repr((doc._.entities, doc._.relations, doc._.claims))
    assert doc._.entities
