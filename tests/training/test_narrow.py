import json

import pytest

from training.tiny import RECORDS, tokenizer

torch = pytest.importorskip("torch")

from sciloom.training.batch import collate  # noqa: E402
from sciloom.training.data import example  # noqa: E402
from sciloom.training.narrow import narrow  # noqa: E402
from sciloom.training.network import Encoder, Network, Shape  # noqa: E402
from sciloom.training.run import run  # noqa: E402
from sciloom.training.start import from_run, start  # noqa: E402
from sciloom.training.train import Settings  # noqa: E402

INNER = 48


@pytest.fixture
def network():
    torch.manual_seed(3)
    shape = Shape(vocabulary=104, width=24, inner=INNER, heads=2, layers=2)
    made = Network(Encoder(shape), size=16)
    for parameter in made.parameters():
        torch.nn.init.normal_(parameter, std=0.2)
    return made.eval()


def states(network, examples):
    batch = collate(examples)
    with torch.no_grad():
        out = network.encoder(batch.ids, batch.owner, batch.first, batch.features, batch.mask)
    return out[batch.word_mask]


@pytest.fixture
def examples():
    return [example(record, tokenizer()) for record in RECORDS]


def test_units_that_do_nothing_go_first(network, examples):
    idle = range(0, INNER, 2)
    with torch.no_grad():
        for layer in network.encoder.layers:
            layer.down.weight[:, idle] = 0
    narrowed = narrow(network, examples, INNER // 2).eval()
    for old, new in zip(network.encoder.layers, narrowed.encoder.layers, strict=True):
        assert torch.equal(new.up.weight, old.up.weight[1::2])
    torch.testing.assert_close(
        states(narrowed, examples), states(network, examples), atol=0.05, rtol=0.05
    )


def test_the_others_take_over_what_a_doubled_unit_did(network, examples):
    with torch.no_grad():
        for layer in network.encoder.layers:
            half = INNER // 2
            layer.up.weight[half:] = layer.up.weight[:half]
            layer.up.bias[half:] = layer.up.bias[:half]
    narrowed = narrow(network, examples, INNER // 2).eval()
    gap = (states(narrowed, examples) - states(network, examples)).abs().mean()
    layer = network.encoder.layers[0]
    assert narrowed.encoder.shape.inner == INNER // 2
    assert layer.up.out_features == INNER, "the network that was given stays as it was"
    assert gap < 0.1


def test_a_run_narrows_its_base(network, tmp_path):
    base, data, out = tmp_path / "base", tmp_path / "data.jsonl", tmp_path / "out"
    base.mkdir()
    torch.save(Network(Encoder(network.encoder.shape)).state_dict(), base / "epoch-1.pt")
    shape = {name: getattr(network.encoder.shape, name) for name in Shape.__slots__}
    (base / "shape.json").write_text(json.dumps(shape))
    tokenizer().save(str(base / "tokenizer.json"))
    data.write_text("".join(json.dumps(record) + "\n" for record in RECORDS))
    run(data, base, out, settings=Settings(epochs=1, batch=2), inner=20, say=lambda _: None)
    assert from_run(out).encoder.shape.inner == 20
    assert start(out / "model")[0].encoder.shape.inner == 20
