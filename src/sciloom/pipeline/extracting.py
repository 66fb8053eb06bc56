"""From papers to what they say, through the cache: the step that takes the time."""

from __future__ import annotations

import hashlib
import json
import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path

from sciloom import model as model_module
from sciloom.errors import ExtractionError
from sciloom.model import MODEL_NAMES, MODELS, Extraction, Paper
from sciloom.pipeline.workers import read_in
from sciloom.store import ExtractionCache

#: Told of progress: (stage, done, total or None where it is not known).
Watch = Callable[[str, int, int | None], None]

_PACKAGE = Path(model_module.__file__).parent
#: Libraries whose version may change what is extracted.
_PINNED = ("spacy", "numpy", "onnxruntime", "tokenizers")


def unwatched(stage: str, done: int, total: int | None) -> None:
    """Let progress pass."""


def extract(
    papers: Sequence[Paper],
    *,
    model: str = MODELS[0],
    precision: float | None = None,
    jobs: int = 1,
    cache: ExtractionCache | None = None,
    watch: Watch = unwatched,
) -> Iterator[Extraction]:
    """Yield what each paper says, in order; what the cache holds is taken from it.

    ``model`` and ``precision`` are those of `sciloom.nlp.make_pipeline`; ``jobs`` processes read
    papers, whatever their number the same. Each extraction is in the cache before it is yielded.
    """
    held = [cache is not None and cache.holds(paper) for paper in papers]
    unknown = [paper for paper, known in zip(papers, held, strict=True) if not known]
    made = read_in(jobs, unknown, model, precision)
    for done, (paper, known) in enumerate(zip(papers, held, strict=True), start=1):
        if cache and known:
            extraction = cache.get(paper)
        else:
            extraction = next(made)
            if cache:
                cache.put(extraction)
        watch("reading papers", done, len(papers))
        yield extraction


def called(model: str, precision: float | None) -> str:
    """Name a model for the provenance: one of ours by its name, another by its version."""
    name = MODEL_NAMES.get(model)
    if name is None:
        config = Path(model) / "config.json"
        try:
            name = f"{MODELS[0]} {json.loads(config.read_text(encoding='utf8'))['version']}"
        except (OSError, ValueError, KeyError) as error:
            raise ExtractionError(
                "no model can be read", where=str(config), next="name the folder of a model"
            ) from error
    return name if precision is None else f"{name} at precision {precision}"


@cache
def _code() -> str:
    """Return the digest of the code and tables that extract, as they were when first asked for."""
    digest = hashlib.sha256()
    # The graphs of the model are left out: its configuration names their digests.
    for file in (_PACKAGE / "model.py", *sorted((_PACKAGE / "nlp").rglob("*"))):
        if file.is_file() and "__pycache__" not in file.parts and file.suffix != ".onnx":
            digest.update(file.relative_to(_PACKAGE).as_posix().encode() + b"\0")
            digest.update(file.read_bytes())
    return digest.hexdigest()


def stamp(model: str, precision: float | None) -> str:
    """Name all that decides an extraction: code, tables, model, libraries and processor."""
    libraries = [f"{name} {version(name)}" for name in _PINNED]
    python = ".".join(map(str, sys.version_info[:2]))
    return " ".join((called(model, precision), _code(), *libraries, python, platform.machine()))
