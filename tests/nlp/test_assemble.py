"""The pipelines as they are put together."""

import pytest

from sciloom.errors import ExtractionError
from sciloom.model import MODELS, Extraction, Paper
from sciloom.nlp import extract, make_pipeline

TEXT = (
    "Weaving graphs\n\nWe present Loomix, a graph neural network for link prediction. "
    "Loomix outperforms GraphSAGE by 3.5 points in accuracy on the Cora dataset."
)


@pytest.fixture(scope="module", params=MODELS)
def read(request: pytest.FixtureRequest) -> Extraction:
    paper = Paper(id="p", text=TEXT, abstract=TEXT)
    return extract(make_pipeline(request.param), paper)


def test_every_model_reads_what_is_plain(read: Extraction) -> None:
    assert ("Loomix", "Method", "proposed") in {(e.name, e.type, e.role) for e in read.entities}
    assert ("Loomix", "outperforms", "GraphSAGE") in {
        (r.subject, r.predicate, r.object) for r in read.relations
    }
    assert [str(v.value) for c in read.claims for v in c.values] == ["3.5"]


def test_no_mention_runs_from_the_title_into_the_text(read: Extraction) -> None:
    assert not any("\n" in m.text for e in read.entities for m in e.mentions)


def test_rules_is_another_name_of_fast() -> None:
    assert make_pipeline("rules").pipe_names == make_pipeline("fast").pipe_names


def test_an_unknown_model_is_told() -> None:
    with pytest.raises(ExtractionError, match="neural, fast"):
        make_pipeline("magic")
