import json

import pytest

from training.tiny import RECORDS, tokenizer

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from sciloom.errors import ExtractionError  # noqa: E402
from sciloom.nlp.model.read import Thresholds  # noqa: E402
from sciloom.nlp.model.runtime import load  # noqa: E402
from sciloom.training.data import variant  # noqa: E402
from sciloom.training.export import package  # noqa: E402
from sciloom.training.network import Encoder, Network, Shape, distance_buckets  # noqa: E402
from sciloom.training.run import run  # noqa: E402
from sciloom.training.start import start  # noqa: E402
from sciloom.training.train import Settings  # noqa: E402


@pytest.fixture(params=[False, True], ids=["bert", "mpnet"])
def network(request):
    torch.manual_seed(3)
    shape = Shape(
        vocabulary=104, width=24, inner=48, heads=2, layers=2, relative=request.param, eps=1e-5
    )
    made = Network(Encoder(shape), size=256, dropout=0.0)
    for parameter in made.parameters():
        torch.nn.init.normal_(parameter, std=0.2)
    with torch.no_grad():
        made.crf.moves[made.crf.never < 0] = 0
    return made


def published(network, folder):
    """Write the encoder under the names that BERT and MPNet are published with."""
    from safetensors.torch import save_file

    shape, weights = network.encoder.shape, network.encoder.state_dict()
    width = shape.width
    if shape.relative:
        kind, asks, out, norm = "mpnet", "attn.%s", "attention.attn.o", "attention.LayerNorm"
        letters = "qkv"
    else:
        kind, asks, out = "bert", "self.%s", "attention.output.dense"
        norm, letters = "attention.output.LayerNorm", ("query", "key", "value")
    places = weights["positions.weight"]
    stored = {
        "embeddings.word_embeddings.weight": weights["pieces.weight"],
        "embeddings.LayerNorm.weight": weights["norm.weight"],
        "embeddings.LayerNorm.bias": weights["norm.bias"],
        "embeddings.position_embeddings.weight": torch.cat([torch.zeros(2, width), places])
        if shape.relative
        else places,
    }
    if shape.relative:
        stored["encoder.relative_attention_bias.weight"] = weights["relative.weight"]
    else:
        stored["embeddings.token_type_embeddings.weight"] = weights["segment"].repeat(2, 1)
    names = {"out": out, "norm1": norm, "up": "intermediate.dense", "down": "output.dense"}
    names["norm2"] = "output.LayerNorm"
    for number in range(shape.layers):
        old, new = f"layers.{number}", f"encoder.layer.{number}"
        for end in ("weight", "bias"):
            thirds = weights[f"{old}.qkv.{end}"].chunk(3)
            for letter, part in zip(letters, thirds, strict=True):
                stored[f"{new}.attention.{asks % letter}.{end}"] = part
            for own, other in names.items():
                stored[f"{new}.{other}.{end}"] = weights[f"{old}.{own}.{end}"]
    save_file({k: v.clone() for k, v in stored.items()}, folder / "model.safetensors")
    tokenizer().save(str(folder / "tokenizer.json"))
    config = {
        "model_type": kind,
        "vocab_size": shape.vocabulary,
        "hidden_size": width,
        "intermediate_size": shape.inner,
        "num_attention_heads": shape.heads,
        "num_hidden_layers": shape.layers,
        "layer_norm_eps": shape.eps,
    }
    (folder / "config.json").write_text(json.dumps(config))


def test_a_published_encoder_is_read_as_it_was_written(network, tmp_path):
    with torch.no_grad():
        if network.encoder.shape.relative:
            network.encoder.segment.zero_()
    published(network, tmp_path)
    made, _ = start(tmp_path)
    assert made.encoder.shape == network.encoder.shape
    for name, tensor in made.encoder.state_dict().items():
        if not name.startswith("spelling."):
            assert torch.equal(tensor, network.encoder.state_dict()[name]), name
    assert start(tmp_path, 1)[0].encoder.shape.layers == 1


def test_a_packaged_network_comes_back_within_the_rounding(network, tmp_path):
    package(network, tokenizer(), tmp_path / "whole", thresholds=Thresholds(), int8=False)
    whole = start(tmp_path / "whole")[0].state_dict()
    for name, tensor in network.state_dict().items():
        assert torch.allclose(whole[name], tensor, atol=1e-5), name
    package(network, tokenizer(), tmp_path / "small", thresholds=Thresholds())
    small = start(tmp_path / "small")[0].state_dict()
    for name, tensor in network.state_dict().items():
        assert (small[name] - tensor).abs().max() <= tensor.abs().max() / 100, name


def test_a_run_ends_in_a_model_and_can_be_trained_on(network, tmp_path):
    published(network, tmp_path)
    data = tmp_path / "data.jsonl"
    data.write_text("".join(json.dumps(record) + "\n" for record in RECORDS))
    settings, said = Settings(epochs=1, batch=2, threads=1), []
    first = run(
        data,
        tmp_path,
        tmp_path / "first",
        settings=settings,
        hold_out=frozenset({"two2024"}),
        say=said.append,
    )
    assert any(line.startswith("expected calibration error") for line in said)
    second = run(data, first, tmp_path / "second", settings=settings, say=said.append)
    third = run(data, tmp_path / "second", tmp_path / "third", settings=settings, say=said.append)
    assert load(third).read(RECORDS[0]["text"]) is not None
    assert load(first).thresholds == load(second).thresholds == load(third).thresholds
    with pytest.raises(ExtractionError, match="hold out"):
        run(data, first, tmp_path / "no", settings=settings, hold_out=frozenset({"x"}))


def test_a_folder_that_holds_no_model_is_told(tmp_path):
    with pytest.raises(ExtractionError, match="nothing to train from"):
        start(tmp_path)


def test_distances_fall_into_buckets_as_in_mpnet():
    table = distance_buckets(300)
    assert table.diagonal().unique().tolist() == [0]
    assert table[0, :8].tolist() == [0, *range(17, 24)]
    assert table[:8, 0].tolist() == list(range(8))
    assert table[0, 299] == 31
    assert table[299, 0] == 15


def test_a_variant_is_the_text_its_title_or_some_sentences():
    import random

    record = RECORDS[0] | {"title": "Fox for <i>All</i>"}
    rng = random.Random(1)
    texts = {variant(record, rng)["text"] for _ in range(200)}
    whole = record["text"]
    assert {whole, f"Fox for All\n\n{whole}"} <= texts
    assert all(text.removeprefix("Fox for All\n\n") in whole for text in texts)
    assert len(texts) > 2
