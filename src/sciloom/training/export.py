"""A trained network -> the model folder that ships: ONNX graphs, tokenizer, configuration."""

from __future__ import annotations

import copy
import hashlib
import json
import warnings
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from sciloom.model import ENTITY_TYPES
from sciloom.nlp.model.runtime import FORMAT, PARTS, forbid_telemetry
from sciloom.nlp.model.words import FEATURE_SIZES
from sciloom.training.start import TOKENIZER

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tokenizers import Tokenizer

    from sciloom.nlp.model.read import Thresholds
    from sciloom.training.network import Network

OPSET = 17


class RowTable(nn.Module):
    """A table of embeddings in 8 bits with a scale for each row: one for all loses too much."""

    table: Tensor
    scale: Tensor

    def __init__(self, rows: Tensor) -> None:
        super().__init__()
        scale = rows.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
        self.register_buffer("table", (rows / scale).round().to(torch.int8))
        self.register_buffer("scale", scale)

    def forward(self, ids: Tensor) -> Tensor:
        """Return the rows of ``ids``."""
        return self.table[ids].float() * self.scale[ids]


class _Tagger(nn.Module):
    """The encoder with the tag head, for one text."""

    def __init__(self, network: Network, *, int8: bool) -> None:
        super().__init__()
        self.encoder = copy.deepcopy(network.encoder)
        self.tags = network.tags
        if int8:
            self.encoder.add_module("pieces", RowTable(network.encoder.pieces.weight.detach()))

    def forward(
        self, ids: Tensor, owner: Tensor, first: Tensor, features: Tensor
    ) -> tuple[Tensor, Tensor]:
        words = self.encoder(ids, owner, first, features, None)
        return self.tags(words), words


def write_graphs(network: Network, folder: Path, *, int8: bool) -> None:
    """Write the network's four graphs; free axes take any length."""
    width, size = network.encoder.shape.width, network.pairs.size
    pieces, words, mentions, count = 9, 6, 4, 3
    columns = [torch.randint(n, (1, words, 1)) for n in FEATURE_SIZES]
    tagger = (
        torch.randint(99, (1, pieces)),
        torch.tensor([[words, 0, 1, 2, 3, 3, 4, 5, words]]),
        torch.tensor([[1, 2, 3, 4, 6, 7]]),
        torch.cat(columns, dim=2),
    )
    states = torch.randn(words, width)
    member = torch.tensor([[1.0, 0, 0, 1], [0, 1, 0, 0], [0, 0, 1, 0]])
    entities = (
        states,
        torch.randint(words, (mentions, 2)),
        torch.full((mentions, words), 1 / words),
        member,
        torch.arange(count) % len(ENTITY_TYPES),
    )
    square = torch.zeros(count, count, dtype=torch.long)
    _write(
        _Tagger(network, int8=int8),
        tagger,
        folder / "encoder.onnx",
        {
            "ids": {1: "pieces"},
            "owner": {1: "pieces"},
            "first": {1: "words"},
            "features": {1: "words"},
        },
        ["emissions", "words"],
    )
    _write(
        network.entities,
        entities,
        folder / "entities.onnx",
        {
            "words": {0: "words"},
            "edges": {0: "mentions"},
            "spans": {0: "mentions", 1: "words"},
            "member": {0: "entities", 1: "mentions"},
            "kinds": {0: "entities"},
        },
        ["states", "roles", "named"],
    )
    both = {0: "entities", 1: "entities"}
    _write(
        network.pairs,
        (states, torch.randn(count, size), square, square, square),
        folder / "pairs.onnx",
        {
            "words": {0: "words"},
            "states": {0: "entities"},
            "distance": both,
            "gap": both,
            "likeness": both,
        },
        ["logits"],
    )
    _write(
        network.sentences,
        (states, torch.full((2, words), 1 / words)),
        folder / "sentences.onnx",
        {"words": {0: "words"}, "spans": {0: "sentences", 1: "words"}},
        ["kinds"],
    )


def _write(
    module: nn.Module,
    inputs: tuple[Tensor, ...],
    path: Path,
    axes: dict[str, dict[int, str]],
    outputs: Sequence[str],
) -> None:
    with warnings.catch_warnings():
        # The exporter says that it is the older of the two; the other does not take this graph.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            module.eval(),
            inputs,
            str(path),
            input_names=list(axes),
            output_names=list(outputs),
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )


def quantise(path: Path) -> None:
    """Replace a graph by one with 8-bit weights of its products, one scale a channel."""
    forbid_telemetry()
    from onnxruntime.quantization import QuantType, quantize_dynamic

    small = path.with_suffix(".int8")
    quantize_dynamic(
        path,
        small,
        op_types_to_quantize=["MatMul"],
        per_channel=True,
        weight_type=QuantType.QInt8,
    )
    small.replace(path)


def package(
    network: Network,
    tokenizer: Tokenizer,
    folder: Path,
    *,
    thresholds: Thresholds,
    curve: Sequence[Sequence[float]] = (),
    int8: bool = True,
) -> None:
    """Write the whole model folder; only the encoder is quantised, the heads are small.

    ``tokenizer`` neither cuts nor pads.
    """
    folder.mkdir(parents=True, exist_ok=True)
    network.eval()
    write_graphs(network, folder, int8=int8)
    if int8:
        quantise(folder / "encoder.onnx")
    tokenizer.save(str(folder / TOKENIZER), pretty=False)
    names = [*(f"{part}.onnx" for part in PARTS), TOKENIZER]
    moves = network.crf.transitions().detach()
    files = {n: hashlib.sha256((folder / n).read_bytes()).hexdigest() for n in names}
    config: dict[str, Any] = {
        "format": FORMAT,
        "version": hashlib.sha256("".join(files.values()).encode()).hexdigest()[:12],
        "encoder": asdict(network.encoder.shape),
        "thresholds": asdict(thresholds),
        "curve": [list(row) for row in curve],
        "moves": [[round(value, 6) for value in row] for row in moves.tolist()],
        "files": files,
    }
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf8")
