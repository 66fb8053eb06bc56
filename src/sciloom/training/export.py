"""A trained network -> the model folder that ships: ONNX graphs, tokenizer, configuration.

``python -m sciloom.training.export --checkpoint RUN/epoch-8.pt --encoder FOLDER --out weights``
"""

from __future__ import annotations

import argparse
import hashlib
import json
import warnings
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from sciloom.model import ENTITY_TYPES
from sciloom.nlp.model.read import Thresholds
from sciloom.nlp.model.runtime import FORMAT, PARTS
from sciloom.nlp.model.words import FEATURE_SIZES
from sciloom.training.network import Encoder, Network

if TYPE_CHECKING:
    from collections.abc import Sequence

OPSET = 17


class _Tagger(nn.Module):
    """The encoder with the tag head, for one text."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.encoder = network.encoder
        self.tags = network.tags

    def forward(
        self, ids: Tensor, owner: Tensor, first: Tensor, features: Tensor
    ) -> tuple[Tensor, Tensor]:
        words = self.encoder(ids, owner, first, features, None)
        return self.tags(words), words


def write_graphs(network: Network, folder: Path) -> None:
    """Write the network's four graphs; free axes take any length."""
    width, size = network.encoder.width, network.pairs.size
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
        _Tagger(network),
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
    """Replace a graph by one with 8-bit weights, one scale a channel."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    small = path.with_suffix(".int8")
    quantize_dynamic(path, small, per_channel=True, weight_type=QuantType.QInt8)
    small.replace(path)


def package(
    network: Network,
    tokenizer: Path,
    folder: Path,
    *,
    thresholds: Thresholds,
    version: str,
    curve: Sequence[Sequence[float]] = (),
    int8: bool = True,
) -> None:
    """Write the whole model folder; only the encoder is quantised, the heads are small."""
    folder.mkdir(parents=True, exist_ok=True)
    network.eval()
    write_graphs(network, folder)
    if int8:
        quantise(folder / "encoder.onnx")
    (folder / "tokenizer.json").write_bytes(_plain_tokenizer(tokenizer))
    names = [*(f"{part}.onnx" for part in PARTS), "tokenizer.json"]
    moves = network.crf.transitions().detach()
    config: dict[str, Any] = {
        "format": FORMAT,
        "version": version,
        "thresholds": asdict(thresholds),
        "curve": [list(row) for row in curve],
        "moves": [[round(value, 6) for value in row] for row in moves.tolist()],
        "files": {n: hashlib.sha256((folder / n).read_bytes()).hexdigest() for n in names},
    }
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf8")


def _plain_tokenizer(path: Path) -> bytes:
    """Return the tokenizer without cutting or padding to a length."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    content: str = tokenizer.to_str()
    return content.encode()


def main() -> None:
    """Read the command line and write the folder."""
    parser = argparse.ArgumentParser(prog="python -m sciloom.training.export", description=__doc__)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--encoder", type=Path, required=True, help="folder of the tokenizer")
    parser.add_argument("--thresholds", type=Path, help="what tune wrote; the defaults without it")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--version", default="1")
    parser.add_argument("--float32", action="store_true", help="do not quantise")
    options = parser.parse_args()
    network = Network(Encoder())
    network.load_state_dict(torch.load(options.checkpoint, weights_only=True))
    fitted: dict[str, Any] = {"thresholds": {}, "curve": []}
    if options.thresholds:
        fitted = json.loads(options.thresholds.read_text(encoding="utf8"))
    package(
        network,
        options.encoder / "tokenizer.json",
        options.out,
        thresholds=Thresholds(**fitted["thresholds"]),
        curve=fitted["curve"],
        version=options.version,
        int8=not options.float32,
    )


if __name__ == "__main__":
    main()
