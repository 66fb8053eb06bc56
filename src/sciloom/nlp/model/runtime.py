"""The packaged network run by onnxruntime: loaded once, checked against its digests."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sciloom.errors import ExtractionError
from sciloom.nlp.model.encode import windows
from sciloom.nlp.model.passages import read_passages
from sciloom.nlp.model.read import Reading, Thresholds, read
from sciloom.nlp.model.words import sentences as split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

    from sciloom.nlp.model.encode import Encoded
    from sciloom.nlp.model.heads import HeadInputs

#: The folder that ships with the package.
WEIGHTS = Path(__file__).with_name("weights")
PARTS = ("encoder", "entities", "pairs", "sentences")
FORMAT = 1


class OnnxHeads:
    """`sciloom.nlp.model.read.Heads` over the four graphs of a model folder."""

    def __init__(self, sessions: dict[str, InferenceSession], moves: NDArray[np.float32]) -> None:
        self._sessions = sessions
        self.moves = moves

    def _run(self, part: str, **inputs: NDArray[Any]) -> list[NDArray[np.float32]]:
        out: list[NDArray[np.float32]] = self._sessions[part].run(None, inputs)
        return out

    def encode(self, encoded: Encoded) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the tag scores and the states of the words."""
        parts = [
            self._run(
                "encoder",
                ids=window.ids[None],
                owner=window.owner[None],
                first=window.first[None],
                features=window.features[None],
            )
            for window in windows(encoded)
        ]
        emissions, words = (np.concatenate([p[i][0] for p in parts]) for i in (0, 1))
        return emissions, words

    def entities(
        self, words: NDArray[np.float32], inputs: HeadInputs, kinds: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
        """Return entity states, role logits and named logits."""
        states, roles, named = self._run(
            "entities",
            words=words,
            edges=inputs.edges,
            spans=inputs.spans,
            member=inputs.member,
            kinds=kinds,
        )
        return states, roles, named

    def pairs(
        self, words: NDArray[np.float32], states: NDArray[np.float32], inputs: HeadInputs
    ) -> NDArray[np.float32]:
        """Return the logits of ordered pairs."""
        return self._run(
            "pairs",
            words=words,
            states=states,
            distance=inputs.distance,
            gap=inputs.gap,
            likeness=inputs.likeness,
        )[0]

    def sentences(
        self, words: NDArray[np.float32], spans: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return the logits of claim kinds."""
        return self._run("sentences", words=words, spans=spans)[0]


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """A loaded model: reads one text at a time, so that no text changes another's scores.

    ``curve`` rows are an entity threshold and the precision and recall it reached on abstracts
    held out from training.
    """

    heads: OnnxHeads
    tokenizer: Tokenizer
    thresholds: Thresholds
    version: str
    curve: tuple[tuple[float, float, float], ...] = ()

    def at_precision(self, precision: float) -> Model:
        """Return the model with the lowest entity threshold that reached this precision.

        Where none did, the highest stands.
        """
        if not self.curve:
            raise ExtractionError(
                "the model has no precision curve", next="leave the precision out"
            )
        entity = threshold_at(self.curve, precision)
        return replace(self, thresholds=replace(self.thresholds, entity=entity))

    def read(self, text: str, sentences: Sequence[tuple[int, int]] | None = None) -> Reading:
        """Read one text; ``sentences`` (spans of characters) default to the model's own.

        Of a sentence of more than `sciloom.nlp.model.passages.PASSAGE` characters only so many
        are read.
        """
        spans = split(text) if sentences is None else sentences
        return read_passages(text, spans, self._read)

    def _read(self, text: str, sentences: Sequence[tuple[int, int]]) -> Reading:
        return read(text, self.heads, self.tokenizer, self.thresholds, sentences)


def threshold_at(curve: Sequence[tuple[float, float, float]], precision: float) -> float:
    """Return the lowest threshold that reached this precision; where none did, the highest."""
    rows = sorted(curve)
    return next((threshold for threshold, reached, _ in rows if reached >= precision), rows[-1][0])


def forbid_telemetry() -> None:
    """Keep onnxruntime, not imported yet, from writing to the home folder and from calling home.

    It does both unless told before its import (from 1.29 on). Who sets the variable is obeyed.
    """
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")


@cache
def load(folder: Path = WEIGHTS, threads: int = 1) -> Model:
    """Load a model folder, once a process.

    With more than one thread the last digits of scores differ from one number to the next, so
    the pipeline keeps to one and reads faster by more processes.

    Raises
    ------
    ExtractionError
        A file is missing or not the one that ``config.json`` names.
    """
    forbid_telemetry()
    import onnxruntime
    from tokenizers import Tokenizer

    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf8"))
    except (OSError, ValueError) as error:
        raise ExtractionError(
            f"no model can be read: {error}", where=str(folder), next="reinstall or train one"
        ) from error
    if config.get("format") != FORMAT:
        raise ExtractionError(
            "made for another version of sciloom", where=str(folder), next="reinstall or train one"
        )
    contents = {name: _checked(folder / name, digest) for name, digest in config["files"].items()}
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    sessions = {
        part: onnxruntime.InferenceSession(
            contents[f"{part}.onnx"],
            options,
            providers=["CPUExecutionProvider"],
            # The fused kernel takes several times as long as an addition and a normalisation.
            disabled_optimizers=["SkipLayerNormFusion"],
        )
        for part in PARTS
    }
    return Model(
        heads=OnnxHeads(sessions, np.array(config["moves"], dtype=np.float32)),
        tokenizer=Tokenizer.from_str(contents["tokenizer.json"].decode()),
        thresholds=Thresholds(**config["thresholds"]),
        version=config["version"],
        curve=tuple(tuple(row) for row in config["curve"]),
    )


def _checked(path: Path, digest: str) -> bytes:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ExtractionError(
            f"cannot be read: {error}", where=str(path), next="reinstall or train one"
        ) from error
    if hashlib.sha256(content).hexdigest() != digest:
        raise ExtractionError(
            "not the file that config.json names", where=str(path), next="reinstall or train one"
        )
    return content
