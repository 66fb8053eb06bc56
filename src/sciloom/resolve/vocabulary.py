"""A user's own vocabulary (SKOS or CSV), and which of its entries the concepts are."""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sciloom.errors import ResolveError
from sciloom.model import Concept, Tie
from sciloom.resolve.forms import spelling
from sciloom.resolve.normalise import normalise

if TYPE_CHECKING:
    from rdflib import Graph

EXACT, CLOSE = "skos:exactMatch", "skos:closeMatch"
_SUFFIXES = {
    ".jsonld": "json-ld",
    ".nt": "nt",
    ".owl": "xml",
    ".rdf": "xml",
    ".ttl": "turtle",
    ".xml": "xml",
}
_IRI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{}|\\^`]+")
#: Where JSON-LD names files that are to be read with it.
_CONTEXTS = frozenset(("@context", "@import"))
_SKOS = "http://www.w3.org/2004/02/skos/core#"
#: Preferred ones first. What is no SKOS (CSO, OWL) has one label.
_LABELS = (
    f"{_SKOS}prefLabel",
    "http://www.w3.org/2000/01/rdf-schema#label",
    f"{_SKOS}altLabel",
    f"{_SKOS}hiddenLabel",
)
#: By whether the entry's and the concept's preferred labels are what agrees.
_SCORES = {(True, True): 1.0, (True, False): 0.9, (False, True): 0.9, (False, False): 0.8}
_SPELLED = 0.95
_AMBIGUOUS = 0.5


@dataclass(frozen=True, slots=True)
class Entry:
    """A thing of the vocabulary: its IRI and labels, the preferred one first."""

    iri: str
    labels: tuple[str, ...]


def read_vocabulary(path: Path) -> tuple[Entry, ...]:
    """Read a vocabulary.

    SKOS, or what has an ``rdfs:label``, as Turtle, RDF/XML, N-Triples or JSON-LD (by the file's
    suffix): labels in English or in no language. Else CSV, UTF-8, with the header ``iri,label``
    and, where there are other names, ``alt_labels``, parted by "|".

    Raises
    ------
    ResolveError
        The file cannot be read, or a line has no IRI or label.
    """
    try:
        entries = tuple((_skos if path.suffix.lower() in _SUFFIXES else _csv)(path))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ResolveError(f"cannot be opened: {reason}", where=str(path)) from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise ResolveError(f"is no CSV in UTF-8: {error}", where=str(path)) from error
    if not entries:
        raise ResolveError("holds no concept with a label", where=str(path))
    return entries


def _csv(path: Path) -> Iterator[Entry]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = csv.DictReader(file, strict=True)
        if not {"iri", "label"} <= set(rows.fieldnames or ()):
            raise ResolveError(
                "the header lacks iri or label",
                where=f"{path.name}, line 1",
                next="start the file with iri,label",
            )
        for row in rows:
            where = f"{path.name}, line {rows.line_num}"
            iri, label = ((row[column] or "").strip() for column in ("iri", "label"))
            if not _IRI.fullmatch(iri):
                raise ResolveError(f'"{iri}" is no IRI', where=where)
            if not label:
                raise ResolveError("label is empty", where=where)
            others = (row.get("alt_labels") or "").split("|")
            yield Entry(iri, (label, *filter(None, map(str.strip, others))))


def _skos(path: Path) -> Iterator[Entry]:
    from rdflib import Graph

    graph = Graph()
    if path.suffix.lower() == ".jsonld":
        _refuse_remote(path)
    try:
        graph.parse(path, format=_SUFFIXES[path.suffix.lower()])
    except OSError:
        raise
    except Exception as error:  # each of rdflib's parsers raises errors of its own
        first = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise ResolveError(f"cannot be parsed: {first}", where=str(path)) from error
    yield from _entries(graph)


def _refuse_remote(path: Path) -> None:
    """Refuse JSON-LD whose context stands on the network, where nothing here is to go."""

    def seen(said: dict[str, object]) -> dict[str, object]:
        for key in _CONTEXTS & said.keys():
            named = said[key]
            for context in named if isinstance(named, list) else (named,):
                if isinstance(context, str) and _IRI.fullmatch(context):
                    raise ResolveError(
                        f"its context is at {context}, which is not fetched",
                        where=str(path),
                        next="write the context itself into the file",
                    )
        return said

    with suppress(ValueError, RecursionError):  # rdflib tells what is no JSON
        json.loads(path.read_text(encoding="utf-8-sig"), object_hook=seen)


def _entries(graph: Graph) -> Iterator[Entry]:
    from rdflib import Literal, URIRef

    labels: defaultdict[str, list[str]] = defaultdict(list)
    for name in _LABELS:
        for subject, label in sorted(graph.subject_objects(URIRef(name))):
            if not isinstance(label, Literal) or not isinstance(subject, URIRef):
                continue
            english = (label.language or "en").split("-")[0] == "en"
            if english and label.strip() and str(label) not in labels[str(subject)]:
                labels[str(subject)].append(str(label))
    for iri in sorted(filter(labels.get, labels)):
        yield Entry(iri, tuple(labels[iri]))


def match(concepts: Iterable[Concept], entries: Sequence[Entry]) -> tuple[Tie, ...]:
    """Tie concepts to the entries that share a name with them, an entry to one concept at most.

    ``skos:exactMatch`` where a preferred label agrees and nothing else has it; else
    ``skos:closeMatch``.
    """
    by_key: defaultdict[str, dict[str, bool]] = defaultdict(dict)
    by_spelling: defaultdict[str, dict[str, bool]] = defaultdict(dict)
    for entry in entries:
        for k, label in enumerate(entry.labels):
            by_key[normalise(label)].setdefault(entry.iri, k == 0)
            by_spelling[spelling(normalise(label))].setdefault(entry.iri, k == 0)
    found: list[Tie] = []
    for concept in concepts if entries else ():
        found += _ties(concept, by_key, by_spelling)
    taken: set[str] = set()
    ties = []
    for tie in sorted(found, key=lambda t: (-t.score, t.subject, t.object)):
        if tie.object not in taken:
            taken.add(tie.object)
            ties.append(tie)
    return tuple(sorted(ties))


def _ties(
    concept: Concept, by_key: dict[str, dict[str, bool]], by_spelling: dict[str, dict[str, bool]]
) -> Iterator[Tie]:
    best: dict[str, tuple[float, str]] = {}
    for label in (concept.pref_label, *concept.alt_labels):
        key, preferred = normalise(label), label == concept.pref_label
        hits, sure = by_key.get(key, {}), 1.0
        if not hits:
            hits, sure = by_spelling.get(spelling(key), {}), _SPELLED
        for iri, entry_preferred in hits.items():
            score = _SCORES[preferred, entry_preferred] * sure
            score = round(score if len(hits) == 1 else score * _AMBIGUOUS, 4)
            best[iri] = max(best.get(iri, (0.0, "")), (score, label))
    for iri, (score, label) in best.items():
        exact = score >= _SCORES[True, False] and len(best) == 1
        yield Tie(
            subject=concept.iri,
            predicate=EXACT if exact else CLOSE,
            object=iri,
            reason=f'both are called "{label}"',
            score=score,
        )
