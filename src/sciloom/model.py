"""The frozen types that pass between rooms.

Field names are those of ``facts.jsonl``. Offsets are half-open and count Unicode code points of
``Paper.text``. Types, roles, relation names and claim types are those of the annotation guidelines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType

ENTITY_TYPES = ("Method", "Dataset", "Metric", "Task")
#: Most contribution-like first: an entity carries the first that holds.
ROLES = ("proposed", "used", "compared", "evaluated", "background")
RELATIONS = (
    "usedFor",
    "partOf",
    "isA",
    "basedOn",
    "comparedWith",
    "outperforms",
    "evaluatedOn",
    "trainedOn",
    "measuredBy",
    "benchmarkFor",
)
#: Which types a relation joins: those of the subject, those of the object. isA joins equal types.
_ENDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = MappingProxyType(
    {
        "usedFor": (("Method", "Dataset"), ("Task", "Method")),
        "partOf": (("Method",), ("Method",)),
        "basedOn": (("Method",), ("Method",)),
        "comparedWith": (("Method",), ("Method",)),
        "outperforms": (("Method",), ("Method",)),
        "evaluatedOn": (("Method",), ("Dataset",)),
        "trainedOn": (("Method",), ("Dataset",)),
        "measuredBy": (("Method", "Task"), ("Metric",)),
        "benchmarkFor": (("Dataset", "Metric"), ("Task",)),
    }
)
CLAIM_TYPES = ("Improvement", "Capability", "Theoretical", "Finding", "Resource", "Limitation")
#: Broader concept; what an ambiguous short form may mean; the same in a user's vocabulary; the
#: concept that a name which is none stands for; another version of a paper.
TIES = (
    "skos:broader",
    "skos:related",
    "skos:exactMatch",
    "skos:closeMatch",
    "dcterms:isReplacedBy",
    "dcterms:isVersionOf",
)
#: Why an entity stands for the concept of its own name: any other reason is a merge, or a homonym.
SAME_KEY = "same key"
#: What to extract with, the default first: the network, advised by cues, lexicons and fitted
#: tables; or these alone, which find less, seven times as fast.
MODELS = ("neural", "fast")
#: Every name that a model goes by.
MODEL_NAMES: Mapping[str, str] = MappingProxyType({**{m: m for m in MODELS}, "rules": "fast"})
QUALIFIERS = ("", "up to", "over", "at least", "at most", "less than", "about", "from", "to")

#: Words of its text that name a paper without a title that proposes nothing.
_LABEL_WORDS = 8
_NO_IDS: Mapping[str, str] = MappingProxyType({})


def may_join(relation: str, subject: str, object: str) -> bool:
    """Tell whether a relation may hold between entities of these types."""
    if relation == "isA":
        return subject == object
    subjects, objects = _ENDS[relation]
    return subject in subjects and object in objects


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a paper was read: file name (no folder), record number or key, the record's own id."""

    file: str
    record: str
    id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """One abstract with its metadata. ``text`` is the exact string that every offset refers to."""

    id: str
    text: str
    abstract: str
    title: str | None = None
    year: int | None = None
    authors: tuple[str, ...] = ()
    venue: str | None = None
    doi: str | None = None
    ids: Mapping[str, str] = field(default_factory=lambda: _NO_IDS)
    url: str | None = None
    keywords: tuple[str, ...] = ()
    language: str = "en"
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """An input or record that could not be read: ``place`` is a line, record number or key."""

    file: str
    place: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Mention:
    """A typed span of ``Paper.text``; ``text`` is the slice, ``score`` lies in [0, 1]."""

    start: int
    end: int
    text: str
    type: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """One referent in one paper: ``name`` is its fullest form, unique in the paper.

    ``surface`` holds every form read, ``name`` among them; ``named`` tells a proper name or
    established term from a descriptive phrase.
    """

    name: str
    surface: tuple[str, ...]
    type: str
    role: str
    named: bool
    mentions: tuple[Mention, ...]
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """A stated link between two entities (by name); ``evidence`` is the span that states it."""

    subject: str
    predicate: str
    object: str
    evidence: tuple[int, int]
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A number of a result: ``quote`` is ``text[start:end]``, ``printed`` the digits as written.

    ``unit`` is "%", "point", "x" or the singular as written ("" for a bare count), ``qualifier``
    one of `QUALIFIERS`, ``direction`` "higher", "lower" or "" (which way is better), ``kind``
    "delta", "level" or "" (a change, or the value reached). Where a text says that something went
    from one level to another, the second has the ``change`` between them: derived, printed nowhere.
    ``metrics``, ``datasets`` and ``tasks`` are those of the claim's that this number is of;
    ``worse`` tells a loss or cost, ``rival`` what a comparator reached.
    """

    quote: str
    start: int
    end: int
    value: Decimal
    unit: str
    qualifier: str
    printed: str
    direction: str = ""
    kind: str = ""
    change: Decimal | None = None
    metrics: tuple[str, ...] = ()
    datasets: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    worse: bool = False
    rival: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A sentence that asserts a result, with its slots; ``quote`` is ``text[start:end]``.

    Slots hold entity names; a comparator may also be the generic phrase quoted.
    """

    quote: str
    start: int
    end: int
    type: str
    subject: str | None
    comparators: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    datasets: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    values: tuple[Quantity, ...] = ()
    novel: bool = False
    negated: bool = False
    hedged: bool = False
    score: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """What was read in one paper."""

    paper: Paper
    entities: tuple[Entity, ...] = ()
    relations: tuple[Relation, ...] = ()
    claims: tuple[Claim, ...] = ()

    @property
    def label(self) -> str:
        """What the paper is called: its title, else what it proposes, else its first words.

        Of several proposed things the surest that has a name of its own is taken.
        """
        proposed = [e for e in self.entities if e.role == "proposed"]
        surest = sorted(proposed, key=lambda e: (not e.named, -e.score))
        named = surest[0].name if surest else None
        words = self.paper.text.split()
        first = " ".join(words[:_LABEL_WORDS]) + ("…" if len(words) > _LABEL_WORDS else "")
        return self.paper.title or named or first


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """One referent across papers. ``key`` is its normalised name: the tail of its IRI."""

    iri: str
    key: str
    type: str
    pref_label: str
    alt_labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Why an entity of a paper stands for a concept: ``reason`` and score in [0, 1]."""

    paper: str
    entity: str
    concept: str
    reason: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Tie:
    """A tie of a concept or paper (its IRI) to another thing: why, and how sure in [0, 1].

    ``predicate`` is one of `TIES`.
    """

    subject: str
    predicate: str
    object: str
    reason: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """All extractions, in input order, with the concepts their entities stand for.

    ``links`` holds, in step with them, those of each paper: one an entity; ``paper`` is the paper's
    IRI, ``entity`` the entity's name. Either may lie on disk, as may ``concepts``: they are made
    anew whenever they are read.
    """

    extractions: Sequence[Extraction]
    concepts: Sequence[Concept]
    links: Sequence[Sequence[Link]]
    ties: tuple[Tie, ...] = ()

    def papers(self) -> Iterator[tuple[Extraction, dict[str, Link]]]:
        """Yield each extraction with its links, by the entity's name."""
        for extraction, links in zip(self.extractions, self.links, strict=True):
            yield extraction, {link.entity: link for link in links}

    def concept_of(self) -> dict[tuple[str, str], str]:
        """Map (paper IRI, entity name) to the concept's IRI."""
        return {(link.paper, link.entity): link.concept for links in self.links for link in links}
