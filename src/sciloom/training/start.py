"""Where training starts: a published encoder, a packaged model, or an earlier run."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor

from sciloom.errors import ExtractionError
from sciloom.nlp.model.runtime import PARTS
from sciloom.training.network import Encoder, Network, Shape

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray
    from onnx import ModelProto
    from tokenizers import Tokenizer

#: What a run keeps beside its checkpoints: the shape of its encoder.
SHAPE = "shape.json"
TOKENIZER = "tokenizer.json"


def start(base: Path, layers: int | None = None) -> tuple[Network, Tokenizer]:
    """Return the network that a folder holds, and its tokenizer.

    ``base`` is a published BERT or MPNet (``model.safetensors``), a packaged model, or the folder
    of an earlier run. ``layers`` takes only the lowest of a published encoder.

    Raises
    ------
    ExtractionError
        The folder is none of these.
    """
    from tokenizers import Tokenizer as Loaded

    try:
        tokenizer = Loaded.from_file(str(base / TOKENIZER))
        if (base / SHAPE).exists():
            network = from_run(base)
        elif (base / "model.safetensors").exists():
            network = from_encoder(base, layers)
        else:
            network = from_package(base)
    except Exception as error:
        raise ExtractionError(
            f"nothing to train from ({error})",
            where=str(base),
            next="name a folder with model.safetensors, config.json and tokenizer.json, a "
            'packaged model, an earlier run, or "packaged"',
        ) from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return network, tokenizer


def from_run(folder: Path, epoch: int | None = None) -> Network:
    """Return the network as it stood after an epoch of a run, by default the last."""
    shape = Shape(**json.loads((folder / SHAPE).read_text(encoding="utf8")))
    found = {int(path.stem.partition("-")[2]): path for path in folder.glob("epoch-*.pt")}
    network = Network(Encoder(shape))
    weights = torch.load(found[epoch or max(found)], weights_only=True)
    network.load_state_dict(weights)
    return network


def from_encoder(folder: Path, layers: int | None = None) -> Network:
    """Return a network on a published BERT or MPNet; its heads know nothing yet."""
    from safetensors.torch import load_file

    config = json.loads((folder / "config.json").read_text(encoding="utf8"))
    mpnet = config["model_type"] == "mpnet"
    shape = Shape(
        vocabulary=config["vocab_size"],
        width=config["hidden_size"],
        inner=config["intermediate_size"],
        heads=config["num_attention_heads"],
        layers=layers or config["num_hidden_layers"],
        relative=mpnet,
        eps=config["layer_norm_eps"],
    )
    source = load_file(folder / "model.safetensors")
    source = {name.removeprefix("bert.").removeprefix("mpnet."): t for name, t in source.items()}
    network = Network(Encoder(shape))
    weights = _of_mpnet(source, shape) if mpnet else _of_bert(source, shape)
    missing, unexpected = network.encoder.load_state_dict(weights, strict=False)
    if unexpected or any(not name.startswith("spelling.") for name in missing):
        raise ValueError(f"weights do not fit (missing {missing[:3]}, unknown {unexpected[:3]})")
    return network


def _of_bert(source: dict[str, Tensor], shape: Shape) -> dict[str, Tensor]:
    names = {
        "out": "attention.output.dense",
        "norm1": "attention.output.LayerNorm",
    }
    asks = [f"attention.self.{ask}" for ask in ("query", "key", "value")]
    return _layers(source, shape, names, asks) | {
        "positions.weight": source["embeddings.position_embeddings.weight"],
        "segment": source["embeddings.token_type_embeddings.weight"][0],
    }


def _of_mpnet(source: dict[str, Tensor], shape: Shape) -> dict[str, Tensor]:
    names = {"out": "attention.attn.o", "norm1": "attention.LayerNorm"}
    asks = [f"attention.attn.{ask}" for ask in "qkv"]
    return _layers(source, shape, names, asks) | {
        # The first two places of MPNet's table are for padding.
        "positions.weight": source["embeddings.position_embeddings.weight"][2:],
        "relative.weight": source["encoder.relative_attention_bias.weight"],
        "segment": torch.zeros(shape.width),
    }


def _layers(
    source: dict[str, Tensor], shape: Shape, names: dict[str, str], asks: list[str]
) -> dict[str, Tensor]:
    target = {
        "pieces.weight": source["embeddings.word_embeddings.weight"],
        "norm.weight": source["embeddings.LayerNorm.weight"],
        "norm.bias": source["embeddings.LayerNorm.bias"],
    }
    names = names | {
        "up": "intermediate.dense",
        "down": "output.dense",
        "norm2": "output.LayerNorm",
    }
    for number in range(shape.layers):
        old, new = f"encoder.layer.{number}", f"layers.{number}"
        for kind in ("weight", "bias"):
            target |= {f"{new}.{n}.{kind}": source[f"{old}.{o}.{kind}"] for n, o in names.items()}
            parts = [source[f"{old}.{ask}.{kind}"] for ask in asks]
            target[f"{new}.qkv.{kind}"] = torch.cat(parts)
    return target


def from_package(folder: Path) -> Network:
    """Return the network of a packaged model: 8-bit weights come back within their rounding."""
    import onnx

    config = json.loads((folder / "config.json").read_text(encoding="utf8"))
    graphs = {part: onnx.load(str(folder / f"{part}.onnx")) for part in PARTS}
    network = Network(Encoder(Shape(**config["encoder"])))
    weights: dict[str, Tensor] = {}
    for name, wanted in network.state_dict().items():
        part, _, own = name.partition(".")
        graph, own = (graphs[part], own) if part in _HEADS else (graphs["encoder"], name)
        if name == "crf.moves":
            moves = torch.tensor(config["moves"])
            weights[name] = moves.where(network.crf.never == 0, 0.0)
        else:
            found = _parameter(graph, own)
            weights[name] = torch.from_numpy(found.copy()).reshape(wanted.shape)
    network.load_state_dict(weights)
    return network


_HEADS = frozenset(PARTS) - {"encoder"}


def _parameter(graph: ModelProto, name: str) -> NDArray[np.float32]:
    """Return a parameter by its name in torch; the exporter renames what it transposes."""
    from onnx.numpy_helper import to_array

    stored: dict[str, Any] = {item.name: item for item in graph.graph.initializer}

    def read(stem: str) -> NDArray[np.float32] | None:
        if stem in stored:
            return np.asarray(to_array(stored[stem]), dtype=np.float32)
        if f"{stem}_quantized" not in stored:
            return None
        whole, scale, zero = (
            to_array(stored[f"{stem}_{part}"]) for part in ("quantized", "scale", "zero_point")
        )
        return ((whole.astype(np.float32) - zero.astype(np.float32)) * scale).astype(np.float32)

    found = read(name)
    if found is not None:
        return found
    stem = name.removesuffix(".weight")
    table, scale = read(f"{stem}.table"), read(f"{stem}.scale")
    if table is not None and scale is not None:
        return np.asarray(table * scale)
    product = f"/{stem.replace('.', '/')}/MatMul"
    product = product.replace("layers/", "layers.")
    for node in graph.graph.node:
        if node.name.removesuffix("_quant") == product:
            found = read(node.input[1].removesuffix("_quantized"))
            if found is not None:
                return found.T
    raise ValueError(f"the packaged graphs lack {name}")
