from dataclasses import replace
from pathlib import Path

import pytest

from sciloom.facts import read_facts
from sciloom.nlp import extract, make_pipeline
from sciloom.nlp.mentions import linear
from sciloom.nlp.model.runtime import load
from sciloom.training.advised import adviser
from sciloom.training.tune import GRIDS, Measurer, Remembered, left_out, tune

GOLD = Path(__file__).parents[2] / "examples" / "icml2024" / "gold.jsonl"


@pytest.fixture(scope="module")
def measurer():
    gold = list(read_facts(GOLD))[:2]
    nlp = make_pipeline()
    model = load()
    advisers = [adviser(nlp, here.paper.text) for here in gold]
    return Measurer(gold, Remembered(model.heads), model.tokenizer, advisers)


def test_what_is_measured_is_what_the_pipeline_reads(measurer):
    nlp = make_pipeline()
    for here, read in zip(measurer.gold, measurer.predict(load().thresholds), strict=True):
        piped = extract(nlp, here.paper)
        assert list(map(_entity, read.entities)) == list(map(_entity, piped.entities))
        assert set(map(_relation, read.relations)) == set(map(_relation, piped.relations))


def _entity(entity):
    return entity.name, entity.type, entity.role, entity.named, entity.surface


def _relation(relation):
    return relation.subject, relation.predicate, relation.object


def test_every_threshold_is_one_of_its_grid(measurer):
    thresholds = tune(measurer, say=lambda _: None)
    assert all(getattr(thresholds, name) in values for name, values in GRIDS)


def test_a_venue_is_measured_by_what_the_others_fit(measurer):
    one, other = measurer.gold
    gold = [one, replace(other, paper=replace(other.paper, id="elsewhere2000-001"))]
    apart = replace(measurer, gold=gold)
    error, precision = left_out(apart, load().thresholds, 0.9)
    assert 0 < error < 1
    assert 0 < precision <= 1
    assert apart.of([1]).gold == gold[1:]
    assert apart.of([1]).advisers == measurer.advisers[1:]


def test_preferred_tables_come_first(tmp_path, monkeypatch):
    monkeypatch.setattr(linear, "_FOLDERS", list(linear._FOLDERS))
    shipped = linear.read_lines("roles")
    linear.prefer(tmp_path)
    assert linear.read_lines("roles") == shipped
    (tmp_path / "roles.tsv.gz").write_bytes(b"no table")
    with pytest.raises(OSError, match="gzip"):
        linear.read_lines("roles")
    linear._FOLDERS.pop(0)
    linear.load_model.cache_clear()
