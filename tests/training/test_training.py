import json
import math
from itertools import pairwise

import pytest

from training.tiny import RECORDS, tokenizer

torch = pytest.importorskip("torch")

from sciloom.errors import ExtractionError  # noqa: E402
from sciloom.nlp.model.read import Thresholds, read  # noqa: E402
from sciloom.nlp.model.runtime import load  # noqa: E402
from sciloom.training.crf import Crf, tag_count  # noqa: E402
from sciloom.training.data import example  # noqa: E402
from sciloom.training.network import Encoder, Network, Shape  # noqa: E402
from sciloom.training.predict import TorchHeads  # noqa: E402
from sciloom.training.train import Settings, rate_factor, train  # noqa: E402


def tiny_network(*, relative=False):
    torch.manual_seed(0)
    shape = Shape(vocabulary=104, width=32, inner=64, heads=2, layers=2, relative=relative)
    return Network(Encoder(shape), size=24, dropout=0.0)


def examples():
    return [example(record, tokenizer()) for record in RECORDS]


def test_crf_likelihood_is_that_of_all_paths_counted():
    from itertools import product

    torch.manual_seed(1)
    crf = Crf()
    tags_in_all = tag_count()
    torch.nn.init.normal_(crf.moves)
    emissions = torch.randn(2, 3, tags_in_all)
    mask = torch.tensor([[True, True, True], [True, True, False]])
    tags = torch.tensor([[1, 2, 0], [0, 3, 0]])
    table = crf.transitions()

    def score(row, path):
        total = table[-1, path[0]] + emissions[row, 0, path[0]]
        for i in range(1, len(path)):
            total = total + table[path[i - 1], path[i]] + emissions[row, i, path[i]]
        return total

    for row, length in ((0, 3), (1, 2)):
        paths = list(product(range(tags_in_all), repeat=length))
        every = torch.logsumexp(torch.stack([score(row, path) for path in paths]), 0)
        expected = every - score(row, tags[row, :length].tolist())
        assert crf(emissions, tags, mask)[row].item() == pytest.approx(expected.item(), abs=1e-3)


def test_padding_changes_no_state():
    from sciloom.training.batch import collate

    network = tiny_network().eval()
    both = collate(examples())
    states = network.encoder(both.ids, both.owner, both.first, both.features, both.mask)
    for row, item in enumerate(both.examples):
        alone = TorchHeads(network).encode(item.encoded)[1]
        assert states[row, : len(alone)].detach().numpy() == pytest.approx(alone, abs=1e-4)


def test_rate_rises_then_falls_to_nothing():
    rates = [rate_factor(step, 100, 0.1) for step in range(100)]
    assert max(rates) == rates[9] == 1
    assert rates[0] == pytest.approx(0.1)
    assert rates[-1] < 0.02


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    out = tmp_path_factory.mktemp("run")
    settings = Settings(
        epochs=150, batch=2, rate=5e-3, head_rate=5e-3, mask_rate=0, average=0.5, threads=1
    )
    network = train(tiny_network(relative=True), examples(), settings, out, mask_piece=4)
    return network, out


def test_a_tiny_network_learns_its_abstract_by_heart(trained):
    network, out = trained
    log = [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
    assert log[-1]["losses"]["tags"] < 0.1 < log[0]["losses"]["tags"]
    reading = read(RECORDS[0]["text"], TorchHeads(network), tokenizer(), Thresholds())
    by_name = {entity.name: entity for entity in reading.entities}
    assert {name: entity.type for name, entity in by_name.items()} == {
        entity["name"]: entity["type"] for entity in RECORDS[0]["entities"]
    }
    assert by_name["Fox"].role == "proposed"
    assert len(by_name["Fox"].mentions) == 3
    names = [entity.name for entity in reading.entities]
    assert {(names[r.subject], r.predicate, names[r.object]) for r in reading.relations} == {
        tuple(relation) for relation in RECORDS[0]["relations"]
    }


def test_tuning_finds_what_gold_has_and_a_probability_that_holds(trained, tmp_path):
    from sciloom.training.tune import Measurer, Remembered, read_gold, tune

    network, _ = trained
    gold = tmp_path / "gold.jsonl"
    gold.write_text("".join(json.dumps(record) + "\n" for record in RECORDS))
    heads = Remembered(TorchHeads(network))
    measurer = Measurer(read_gold(gold, {"one2024", "two2024"}), heads, tokenizer())
    said = []
    scores = measurer.scores(tune(measurer, said.append))
    assert scores["entities, exact"].f1 == scores["relations"].f1 == 1
    assert scores["claims, typed"].f1 == 1
    assert len(said) == 6

    from sciloom.training.tune import precision_curve

    curve = precision_curve(measurer, Thresholds())
    assert [row[0] for row in curve] == sorted(row[0] for row in curve)
    assert curve[0][1:] == (1, 1)
    assert all(a[2] >= b[2] for a, b in pairwise(curve))


def test_training_goes_on_where_it_stopped(tmp_path):
    def run(out, epochs, total):
        network = tiny_network()
        settings = Settings(epochs=total, batch=1, threads=1)
        stop = {"at": epochs}

        def after(epoch):
            if epoch == stop["at"] < total:
                raise KeyboardInterrupt

        try:
            train(network, examples(), settings, out, mask_piece=4, after_epoch=after)
        except KeyboardInterrupt:
            return None
        return network.state_dict()

    whole = run(tmp_path / "whole", 3, 3)
    assert run(tmp_path / "parts", 2, 3) is None
    parts = run(tmp_path / "parts", 3, 3)
    assert all(torch.equal(whole[name], parts[name]) for name in whole)


def test_the_packaged_folder_reads_as_the_network_does(trained, tmp_path):
    pytest.importorskip("onnx")
    from sciloom.training.export import package

    network, _ = trained
    thresholds = Thresholds(entity=0.1)
    folder = tmp_path / "model"
    package(network, tokenizer(), folder, thresholds=thresholds, int8=False)
    model = load(folder)
    for record in RECORDS:
        expected = read(record["text"], TorchHeads(network), tokenizer(), thresholds)
        actual = model.read(record["text"])
        assert [e.mentions for e in actual.entities] == [e.mentions for e in expected.entities]
        assert [e.role for e in actual.entities] == [e.role for e in expected.entities]
        assert len(actual.relations) == len(expected.relations)
        for some, others in zip(actual.claims, expected.claims, strict=True):
            assert all(math.isclose(a, b, abs_tol=1e-4) for a, b in zip(some, others, strict=True))

    small = tmp_path / "small"
    package(network, tokenizer(), small, thresholds=thresholds)
    assert load(small).version != model.version
    assert (small / "encoder.onnx").stat().st_size < (folder / "encoder.onnx").stat().st_size
    text = RECORDS[0]["text"]
    before = load(small).read(text)
    load.cache_clear()
    load(small).read(RECORDS[1]["text"])
    assert load(small).read(text) == before

    (small / "pairs.onnx").write_bytes(b"other")
    with pytest.raises(ExtractionError, match="not the file"):
        load(small, threads=3)
    with pytest.raises(ExtractionError, match="no model"):
        load(tmp_path / "nowhere")
