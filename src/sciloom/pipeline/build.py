"""Build a graph, add to it, take from it: all three end where one build of all inputs would."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

from sciloom.corpus import file_digest, settled
from sciloom.errors import CorpusError, StoreError
from sciloom.facts import write_facts
from sciloom.model import MODEL_NAMES, MODELS, Extraction, Resolution, Skipped
from sciloom.pipeline.extracting import Watch, called, extract, stamp, unwatched
from sciloom.pipeline.intake import Intake, located, nothing, relative
from sciloom.pipeline.parts import Facts, Parts
from sciloom.pipeline.removing import let_in, without
from sciloom.rdf import BuildInfo, quads_of, to_nquads, write_turtle
from sciloom.resolve import (
    Identified,
    Overrides,
    identify,
    read_overrides,
    read_vocabulary,
    resolve,
)
from sciloom.resolve.vocabulary import Entry
from sciloom.store import (
    FACTS,
    LEDGER,
    PAGE,
    STORE,
    TURTLE,
    ExtractionCache,
    Ledger,
    OutputFolder,
    Stage,
    StoreWriter,
    read_ledger,
    spooled,
    write_index,
    write_ledger,
)
from sciloom.version import __version__
from sciloom.vocab import BASE, paper_iri

Input = str | os.PathLike[str]

#: What the provenance names instead of a model where the facts were given.
GIVEN = "given facts"
#: A user's own rulings, where they stand in the output folder.
MERGES = "merges.csv"
SPLITS = "splits.csv"
#: Libraries that decide the bytes of the output.
_PINNED = ("spacy", "pyoxigraph", "pyvis")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many of each a graph holds, and of its records how many were skipped or merged."""

    papers: int
    skipped: int
    merged: int
    entities: int
    concepts: int
    relations: int
    claims: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildResult:
    """The folder that was written, the counts of its graph, and what this run did.

    ``read`` counts the records that it read, ``merged`` and ``kept_out`` those of them that went
    into another's paper or are of a removed one, ``skipped`` is what it could not read, ``notes``
    what is odd, ``extracted`` the number of abstracts that no earlier build had extracted.
    """

    folder: Path
    counts: Counts
    read: int
    merged: int
    kept_out: int
    extracted: int
    skipped: tuple[Skipped, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Options:
    """What decides a graph beside its records; files by their path from the output folder."""

    base: str = BASE
    model: str = MODELS[0]
    precision: float | None = None
    merges: Sequence[str] = ()
    splits: Sequence[str] = ()
    vocabulary: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rules:
    """What the user says of names; ``own`` are the files of it that stand in the output folder."""

    overrides: Overrides
    vocabulary: tuple[Entry, ...]
    own: tuple[Path, ...]

    @classmethod
    def of(cls, home: Path, options: _Options) -> Self:
        """Read the files.

        Raises
        ------
        ResolveError
            They do not hold together.
        """

        def files(names: Iterable[str]) -> list[Path]:
            return [located(name, home) for name in names]

        merges, splits = ([p] if (p := home / name).is_file() else [] for name in (MERGES, SPLITS))
        return cls(
            overrides=read_overrides(
                [*files(options.merges), *merges], [*files(options.splits), *splits]
            ),
            vocabulary=tuple(
                entry for path in files(options.vocabulary) for entry in read_vocabulary(path)
            ),
            own=(*merges, *splits),
        )


def build(
    inputs: Sequence[Input],
    output: Input = "output",
    *,
    add: bool = False,
    facts: Sequence[Input] = (),
    parts: Input | None = None,
    base: str | None = None,
    strict: bool = False,
    merges: Sequence[Input] = (),
    splits: Sequence[Input] = (),
    vocabulary: Sequence[Input] = (),
    model: Input | None = None,
    precision: float | None = None,
    jobs: int = 1,
    format: str | None = None,
    columns: Mapping[str, str] = MappingProxyType({}),
    watch: Watch = unwatched,
) -> BuildResult:
    """Read papers, extract, resolve, and replace the graph in ``output``, or add to it.

    Parameters
    ----------
    inputs
        Files, folders, globs, or "-" for standard input.
    output
        Folder to write; made when missing. Its graph is swapped whole: after a crash the old one
        stands, and what was extracted is not extracted again.
    add
        Keep what is there. A file that was read before is read again in its place, other files
        come behind it, papers that were removed stay out. The result is that of one build of all
        files. Base, model, merges, splits and vocabulary are those of the graph unless given.
    facts
        Files in the form of ``facts.jsonl``, taken as they are instead of extracting.
    parts
        A folder that `partition` wrote and workers extracted: its papers come before those of
        ``inputs``, its model is taken unless another is given.
    base
        What every resource IRI starts with; `sciloom.vocab.BASE` unless given.
    strict
        Fail at the first file or record that cannot be read.
    merges, splits
        CSV files of names that are one thing, or are not; `MERGES` and `SPLITS` in ``output`` are
        read too.
    vocabulary
        SKOS or CSV files whose entries the concepts are matched with.
    model
        One of `sciloom.model.MODEL_NAMES`, the first unless given, or the folder of a network that
        `sciloom train` wrote.
    precision
        The share of entities that should be right; fewer are found. Networks only.
    jobs
        How many processes read papers. A script that asks for more than one must keep its calls
        under ``if __name__ == "__main__"``, as `multiprocessing` tells.
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
        The folder cannot be written, or does not say what its graph was built of; or parts are not
        extracted.
    """
    started = time.monotonic()
    folder = OutputFolder(output)
    shared = None if parts is None else Parts(parts)
    with folder.building() as stage:
        ledger = _known(folder) if add else Ledger()
        if model is None and shared is not None:
            model = shared.model
            precision = precision or shared.precision
        if model is not None and model not in MODEL_NAMES:
            model = relative(Path(model), folder.path)
        given: dict[str, Any] = {"base": base, "model": model, "precision": precision}
        for name, files in (("merges", merges), ("splits", splits), ("vocabulary", vocabulary)):
            given[name] = [relative(Path(file), folder.path) for file in files]
        options = {**ledger.options, **{name: value for name, value in given.items() if value}}
        rules = _Rules.of(folder.path, _Options(**options))
        intake = Intake(folder.path, ledger, strict=strict)
        if shared is not None:
            intake.take_parts(shared.path, shared.ledger)
        intake.take(inputs, format=format, columns=columns)
        intake.take_facts(facts)
        ledger = replace(ledger, batches=tuple(intake.batches.values()), options=options)
        read = () if shared is None else (shared.path / LEDGER,)
        named = (*read, *inputs, *facts, *merges, *splits, *vocabulary)
        return _make(
            folder,
            stage,
            ledger,
            rules,
            intake,
            parts=shared,
            inputs=named,
            add=add,
            jobs=jobs,
            watch=watch,
            started=started,
        )


def remove(
    ids: Sequence[str], output: Input = "output", *, undo: bool = False, watch: Watch = unwatched
) -> BuildResult:
    """Take papers out of the graph in ``output``, and keep them out of what is added later.

    Parameters
    ----------
    ids
        A paper's id or IRI each.
    undo
        Let papers that were removed in again: they are back when their file is added again.

    Raises
    ------
    CorpusError
        No such paper, or none would be left.
    StoreError
        There is no graph, or it cannot be written.
    """
    started = time.monotonic()
    folder = OutputFolder(output)
    folder.open()
    with folder.building() as stage:
        ledger = _known(folder)
        options = _Options(**ledger.options)
        ledger = (let_in if undo else without)(ledger, ids, base=options.base)
        rules = _Rules.of(folder.path, options)
        intake = Intake(folder.path, ledger)
        return _make(
            folder, stage, ledger, rules, intake, inputs=(), add=True, watch=watch, started=started
        )


def _make(
    folder: OutputFolder,
    stage: Stage,
    ledger: Ledger,
    rules: _Rules,
    intake: Intake,
    *,
    parts: Parts | None = None,
    inputs: Iterable[Input],
    add: bool,
    jobs: int = 1,
    watch: Watch,
    started: float,
) -> BuildResult:
    """Make the graph of a ledger and put it in its place."""
    options = _Options(**ledger.options)
    base = options.base
    before = _report(folder)
    found = identify(settled(p for batch in ledger.batches for p in batch.papers), base=base)
    given = [e for batch in ledger.batches for e in batch.given]
    model = options.model
    if model not in MODEL_NAMES:
        model = str(located(model, folder.path))
    extractor = stamp(model, options.precision)
    with ExtractionCache(folder.cache, extractor) as cache:
        if parts is not None:
            _take(parts.complete(extractor), parts.names, cache, watch)
        extracted = extract(
            found.papers,
            model=model,
            precision=options.precision,
            jobs=jobs,
            cache=cache,
            watch=watch,
        )
        extractions = spooled()
        told: Counter[str] = Counter()
        for extraction in _each_once(extracted, given, base):
            extractions.append(extraction)
            for kind in ("entities", "relations", "claims"):
                told[kind] += len(getattr(extraction, kind))
        if not extractions:
            raise CorpusError(nothing(intake.skipped), next="nothing was built")
        watch("resolving", 0, None)
        resolution = resolve(
            extractions,
            base=base,
            overrides=rules.overrides,
            vocabulary=rules.vocabulary,
            versions=found.ties,
        )
        kept = [batch for batch in ledger.batches if batch.key not in intake.keys]
        skipped = [*chain.from_iterable(batch.skipped for batch in kept), *intake.skipped]
        notes = (
            *(note for batch in ledger.batches for note in batch.notes),
            *found.notes,
            *rules.overrides.unheard(resolution.concepts),
        )
        counts = Counts(
            papers=len(extractions),
            skipped=len(skipped),
            merged=sum(map(len, found.records)) + len(given) - len(extractions),
            entities=told["entities"],
            concepts=len(resolution.concepts),
            relations=told["relations"],
            claims=told["claims"],
        )
        pipeline = called(model, options.precision) if found.papers else GIVEN
        _write(stage, resolution, base=base, pipeline=pipeline, watch=watch)
        write_ledger(stage.path(STORE), ledger)
        stage.commit(
            {
                "inputs": _inputs(before["inputs"] if add else (), (*inputs, *rules.own)),
                "counts": asdict(counts),
                "skipped": list(map(asdict, skipped)),
                "notes": notes,
                "removed": [{"id": r.id, "iri": r.iri} for r in ledger.removed],
                "overrides": asdict(rules.overrides),
                "versions": {"sciloom": __version__} | {name: version(name) for name in _PINNED},
                "seconds": round(time.monotonic() - started, 2),
            }
        )
        cache.sweep()
    fresh = [note for note in notes if not add or note not in before["notes"]]
    return BuildResult(
        folder=folder.path,
        counts=counts,
        read=intake.read,
        merged=_merged(ledger, found, intake, base),
        kept_out=intake.kept_out,
        extracted=cache.added,
        skipped=tuple(intake.skipped),
        notes=(*fresh, *intake.notes(), *([] if add else _forgotten(before["removed"]))),
    )


def _each_once(
    extracted: Iterable[Extraction], given: Iterable[Extraction], base: str
) -> Iterator[Extraction]:
    """Yield what is said of each paper: what is given stands before what was extracted."""
    instead = {paper_iri(e.paper, base): e for e in given}
    seen: set[str] = set()
    for extraction in chain(extracted, instead.values()):
        iri = paper_iri(extraction.paper, base)
        if iri not in seen:
            seen.add(iri)
            yield instead.get(iri, extraction)


def _take(facts: Facts, names: Sequence[str], cache: ExtractionCache, watch: Watch) -> None:
    """Let the cache hold what was extracted of parts."""
    for done, name in enumerate(names, start=1):
        for key, said in facts.read(name):
            cache.take(key, said)
        watch("taking in parts", done, len(names))


def _known(folder: OutputFolder) -> Ledger:
    """Return what the graph was built of; nothing, where there is no graph yet."""
    ledger = read_ledger(folder.store)
    if ledger is None and _report(folder)["files"]:
        raise StoreError(
            "the graph does not say what it was built of",
            where=str(folder.path),
            next="build it again from all its inputs",
        )
    return ledger or Ledger()


def _report(folder: OutputFolder) -> Mapping[str, Any]:
    """Return what the report of the graph that is there says, if one is."""
    report: dict[str, Any] = {"files": {}, "inputs": [], "notes": [], "removed": []}
    with suppress(StoreError):
        report |= folder.report()
    return report


def _forgotten(removed: Sequence[Mapping[str, str]]) -> Iterator[str]:
    if removed:
        ids = ", ".join(r["id"] for r in removed)
        yield f"removed before, and let in again, for build starts anew without --add: {ids}"


def _merged(ledger: Ledger, found: Identified, intake: Intake, base: str) -> int:
    """Count the records of this run that went into the paper of an earlier record."""
    keys = [batch.key for batch in ledger.batches for _ in batch.papers]
    merged = sum(keys[at] in intake.keys for records in found.records for at in records[1:])
    iris = {paper_iri(paper, base) for paper in found.papers}
    for batch in ledger.batches:
        for iri in (paper_iri(e.paper, base) for e in batch.given):
            merged += iri in iris and batch.key in intake.keys
            iris.add(iri)
    return merged


def _inputs(before: Iterable[dict[str, Any]], named: Iterable[Input]) -> list[dict[str, Any]]:
    """Describe all inputs in the report: names as given, and the digests of files."""
    found = {entry["name"]: entry for entry in before}
    for path in named:
        name = os.fspath(path)
        digest = file_digest(Path(name)) if Path(name).is_file() else None
        found[name] = {"name": name, "sha256": digest}
    return list(found.values())


def _write(stage: Stage, resolution: Resolution, *, base: str, pipeline: str, watch: Watch) -> None:
    """Write every piece of the output into the stage."""
    from sciloom.viewer import render_page

    watch("writing the graph", 0, None)
    with stage.path(FACTS).open("w", encoding="utf-8", newline="\n") as file:
        write_facts(resolution, file, base=base)
    info = BuildInfo(version=__version__, pipeline=pipeline, digest=file_digest(stage.path(FACTS)))
    nquads = to_nquads(resolution, build=info, base=base)
    # The store is written beside the other pieces.
    with StoreWriter(stage.path(STORE)) as store:
        with stage.path(TURTLE).open("wb") as turtle:
            write_turtle(quads_of(store.load(nquads)), turtle)
        write_index(stage.path(STORE), resolution, base=base)
        page = render_page(resolution, base=base)
        stage.path(PAGE).write_text(page, encoding="utf-8", newline="\n")
