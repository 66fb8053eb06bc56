"""From papers to what they say, through the cache: the step that takes the time."""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from sciloom import model as model_module
from sciloom.model import MODELS, Extraction, Paper
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
    cache: ExtractionCache | None = None,
    watch: Watch = unwatched,
) -> Iterator[Extraction]:
    """Yield what each paper says, in order; what the cache holds is taken from it.

    Each extraction is in the cache before it is yielded.
    """
    held = [cache is not None and cache.holds(paper) for paper in papers]
    made = _extractions([p for p, known in zip(papers, held, strict=True) if not known], model)
    for done, (paper, known) in enumerate(zip(papers, held, strict=True), start=1):
        if cache and known:
            extraction = cache.get(paper)
        else:
            extraction = next(made)
            if cache:
                cache.put(extraction)
        watch("reading papers", done, len(papers))
        yield extraction


def _extractions(papers: Sequence[Paper], model: str) -> Iterator[Extraction]:
    if papers:
        from sciloom.nlp import extract_all, make_pipeline

        yield from extract_all(make_pipeline(model), papers)


def stamp(model: str) -> str:
    """Name all that decides an extraction: code, tables, model, libraries and processor."""
    digest = hashlib.sha256()
    for file in (_PACKAGE / "model.py", *sorted((_PACKAGE / "nlp").rglob("*"))):
        if file.is_file() and "__pycache__" not in file.parts:
            digest.update(file.relative_to(_PACKAGE).as_posix().encode() + b"\0")
            digest.update(file.read_bytes())
    libraries = [f"{name} {version(name)}" for name in _PINNED]
    python = ".".join(map(str, sys.version_info[:2]))
    return " ".join((model, digest.hexdigest(), *libraries, python, platform.machine()))
