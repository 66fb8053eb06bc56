"""The only place where the stages meet: inputs in, an output folder out."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sciloom.corpus import file_digest, read_papers
from sciloom.errors import CorpusError
from sciloom.facts import read_facts, write_facts
from sciloom.model import MODELS, Extraction, Paper, Resolution, Skipped
from sciloom.rdf import BuildInfo, to_quads, write_turtle
from sciloom.resolve import identify, read_overrides, read_vocabulary, resolve
from sciloom.store import FACTS, PAGE, STORE, TURTLE, OutputFolder, Stage, write_index, write_store
from sciloom.version import __version__
from sciloom.vocab import BASE, paper_iri

#: Told of progress: (stage, done, total or None where it is not known).
Watch = Callable[[str, int, int | None], None]
Input = str | os.PathLike[str]

#: What the provenance names instead of a model where the facts were given.
GIVEN = "given facts"
#: A user's own rulings, where they stand in the output folder.
MERGES = "merges.csv"
SPLITS = "splits.csv"
#: Libraries that decide the bytes of the output.
_PINNED = ("spacy", "pyoxigraph", "pyvis")


def _unwatched(stage: str, done: int, total: int | None) -> None:
    """Let progress pass."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many of each a build holds; ``merged`` papers were read twice."""

    papers: int
    skipped: int
    merged: int
    entities: int
    concepts: int
    relations: int
    claims: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildResult:
    """The folder that a build wrote, its counts, what it could not read, and what is odd."""

    folder: Path
    counts: Counts
    skipped: tuple[Skipped, ...]
    notes: tuple[str, ...] = ()


def build(
    inputs: Sequence[Input],
    output: Input = "output",
    *,
    facts: Sequence[Input] = (),
    base: str = BASE,
    strict: bool = False,
    merges: Sequence[Input] = (),
    splits: Sequence[Input] = (),
    vocabulary: Sequence[Input] = (),
    model: str = MODELS[0],
    format: str | None = None,
    columns: Mapping[str, str] = MappingProxyType({}),
    watch: Watch = _unwatched,
) -> BuildResult:
    """Read papers, extract, resolve, and replace the graph in ``output``.

    Parameters
    ----------
    inputs
        Files, folders, globs, or "-" for standard input.
    output
        Folder to write; made when missing. Its graph is swapped whole: after a crash the old one
        stands.
    facts
        Files in the form of ``facts.jsonl``, taken as they are instead of extracting.
    base
        What every resource IRI starts with.
    strict
        Fail at the first file or record that cannot be read.
    merges, splits
        CSV files of names that are one thing, or are not; `MERGES` and `SPLITS` in ``output`` are
        read too.
    vocabulary
        SKOS or CSV files whose entries the concepts are matched with.
    model
        One of `sciloom.model.MODELS`.
    format, columns
        The format of the inputs, and what fields are called in them: see `read_papers`.
    watch
        Told of progress.

    Raises
    ------
    CorpusError
        Nothing could be read, or ``strict`` met what could not.
    ResolveError
        Merges, splits or a vocabulary do not hold together.
    StoreError
        The folder cannot be written.
    """
    started = time.monotonic()
    skipped: list[Skipped] = []
    odd: list[str] = []
    merges = _with_own(merges, Path(output) / MERGES)
    splits = _with_own(splits, Path(output) / SPLITS)
    overrides = read_overrides(merges, splits)
    entries = [entry for path in vocabulary for entry in read_vocabulary(Path(path))]

    def on_skip(skip: Skipped) -> None:
        if strict:
            raise CorpusError(skip.reason, where=_place(skip))
        skipped.append(skip)

    with OutputFolder(output).building() as stage:
        papers = read_papers(
            inputs, on_skip=on_skip, on_note=odd.append, format=format, columns=columns
        )
        found = identify(papers, base=base)
        notes = (*odd, *found.notes)
        merged = found.merged
        read = [*extract(found.papers, model=model, watch=watch), *_given(facts, on_skip)]
        # Facts that are given come last, and so win over what was extracted from the same paper.
        extractions = tuple({paper_iri(e.paper, base): e for e in read}.values())
        merged += len(read) - len(extractions)
        if not extractions:
            raise CorpusError(_nothing(skipped), next="nothing was built")
        watch("resolving", 0, None)
        resolution = resolve(
            extractions,
            base=base,
            overrides=overrides,
            vocabulary=entries,
            versions=found.ties,
        )
        counts = Counts(
            papers=len(extractions),
            skipped=len(skipped),
            merged=merged,
            entities=sum(len(e.entities) for e in extractions),
            concepts=len(resolution.concepts),
            relations=sum(len(e.relations) for e in extractions),
            claims=sum(len(e.claims) for e in extractions),
        )
        _write(stage, resolution, base=base, pipeline=model if inputs else GIVEN, watch=watch)
        stage.commit(
            {
                "inputs": [
                    _input(path) for path in (*inputs, *facts, *merges, *splits, *vocabulary)
                ],
                "counts": asdict(counts),
                "skipped": [asdict(skip) for skip in skipped],
                "notes": notes,
                "overrides": asdict(overrides),
                "versions": {"sciloom": __version__} | {name: version(name) for name in _PINNED},
                "seconds": round(time.monotonic() - started, 2),
            }
        )
    return BuildResult(folder=Path(output), counts=counts, skipped=tuple(skipped), notes=notes)


def extract(
    papers: Sequence[Paper], *, model: str = MODELS[0], watch: Watch = _unwatched
) -> Iterator[Extraction]:
    """Yield what each paper says, in order."""
    if not papers:
        return
    from sciloom.nlp import extract_all, make_pipeline

    for done, extraction in enumerate(extract_all(make_pipeline(model), papers), start=1):
        watch("reading papers", done, len(papers))
        yield extraction


def _nothing(skipped: Sequence[Skipped]) -> str:
    if not skipped:
        return "no paper could be read: the inputs hold none"
    first, more = skipped[0], len(skipped) - 1
    return f"no paper could be read: {_place(first)}: {first.reason}" + (
        f" (and {more} more)" if more else ""
    )


def _place(skip: Skipped) -> str:
    return ", ".join(filter(None, (skip.file, skip.place)))


def _with_own(given: Sequence[Input], own: Path) -> Sequence[Path]:
    """Return the files given, and the user's own in the output folder if it is there."""
    return [*map(Path, given), *([own] if own.is_file() else [])]


def _given(facts: Sequence[Input], on_skip: Callable[[Skipped], None]) -> Iterator[Extraction]:
    if not facts:
        return
    from sciloom.nlp import make_pipeline, sentence_spans

    sentences = partial(sentence_spans, make_pipeline())
    for path in facts:
        yield from read_facts(Path(path), on_skip=on_skip, sentences=sentences)


def _write(stage: Stage, resolution: Resolution, *, base: str, pipeline: str, watch: Watch) -> None:
    """Write every piece of the output into the stage."""
    from sciloom.viewer import render_page

    watch("writing the graph", 0, None)
    with stage.path(FACTS).open("w", encoding="utf-8", newline="\n") as file:
        write_facts(resolution, file, base=base)
    info = BuildInfo(version=__version__, pipeline=pipeline, digest=_sha256(stage.path(FACTS)))
    quads = tuple(to_quads(resolution, build=info, base=base))
    with stage.path(TURTLE).open("wb") as turtle:
        write_turtle(quads, turtle)
    write_store(stage.path(STORE), quads)
    write_index(stage.path(STORE), resolution, base=base)
    page = render_page(resolution, base=base)
    stage.path(PAGE).write_text(page, encoding="utf-8", newline="\n")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _input(path: Input) -> dict[str, Any]:
    """Describe an input in the report: its name as given, and the digest of a file."""
    name = os.fspath(path)
    return {"name": name, "sha256": file_digest(Path(name)) if Path(name).is_file() else None}
