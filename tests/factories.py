"""Hand-built papers for tests: two that use every part of the model, and short makers."""

from __future__ import annotations

from decimal import Decimal

from sciloom.model import (
    Claim,
    Concept,
    Entity,
    Extraction,
    Link,
    Mention,
    Paper,
    Quantity,
    Relation,
    Resolution,
    Source,
)
from sciloom.vocab import concept_iri, paper_iri

TITLE = "Loom: weaving 𝒳-parsers"
ABSTRACT = (
    "We present Loom, the first parser for knot diagrams, built on Yarn Networks (YN). "
    "On KnotBank, Loom improves accuracy by up to 26.30 points over YN and prior work. "
    "Loom may not help on links, where untangling takes 1 to 3 seconds."
)
SLOWED = "1 to 3 seconds"
SECOND = (
    "Yarn networks solve knot untangling. We release KnotBank, a benchmark of 1,200 knots. "
    "We prove that YN converges."
)


def span(text: str, quote: str, nth: int = 0) -> tuple[int, int]:
    """Return where ``quote`` stands in ``text`` for the ``nth`` time, counted from 0."""
    start = -1
    for _ in range(nth + 1):
        start = text.index(quote, start + 1)
    return start, start + len(quote)


def entity(
    text: str, *surface: str, type: str, role: str = "used", named: bool = True, score: float = 0.9
) -> Entity:
    """Return an entity of these forms, the first its name, mentioned wherever they stand."""
    mentions = []
    for form in surface:
        start = text.find(form)
        while start >= 0:
            end = start + len(form)
            mentions.append(Mention(start=start, end=end, text=form, type=type, score=score))
            start = text.find(form, end)
    return Entity(
        name=surface[0],
        surface=surface,
        type=type,
        role=role,
        named=named,
        mentions=tuple(sorted(mentions)),
        score=score,
    )


def relation(text: str, subject: str, predicate: str, object_: str, quote: str) -> Relation:
    """Return a relation that ``quote`` states."""
    return Relation(
        subject=subject, predicate=predicate, object=object_, evidence=span(text, quote), score=0.8
    )


def quantity(
    text: str,
    quote: str,
    value: str,
    unit: str,
    qualifier: str = "",
    *,
    printed: str | None = None,
    direction: str = "",
    kind: str = "",
    change: str | None = None,
    **of: object,
) -> Quantity:
    """Return the number that ``quote`` gives; ``of``: its slots and flags."""
    start, end = span(text, quote)
    return Quantity(
        quote=quote,
        start=start,
        end=end,
        value=Decimal(value),
        unit=unit,
        qualifier=qualifier,
        printed=printed or value,
        direction=direction,
        kind=kind,
        change=None if change is None else Decimal(change),
        **of,  # type: ignore[arg-type]
    )


def claim(text: str, quote: str, type: str, subject: str | None, **slots: object) -> Claim:
    """Return a claim that ``quote`` makes."""
    start, end = span(text, quote)
    return Claim(quote=quote, start=start, end=end, type=type, subject=subject, **slots)  # type: ignore[arg-type]


def first_paper() -> Extraction:
    """Return a paper with all metadata, roles, slots and flags, and a character past U+FFFF."""
    text = f"{TITLE}\n\n{ABSTRACT}"
    one, two, three = (s if s.endswith(".") else s + "." for s in ABSTRACT.split(". "))
    paper = Paper(
        id="loom.txt#1",
        text=text,
        abstract=ABSTRACT,
        title=TITLE,
        year=2024,
        authors=("Ada Žižek", "Wei Li"),
        venue="Proc. Knots",
        doi="10.1234/Loom.1",
        ids={"arxiv": "2401.00001", "pmid": "77"},
        url="https://example.org/loom?a=<b>",
        keywords=("knots", "parsing"),
        sources=(Source(file="loom.txt", record="1"),),
    )
    return Extraction(
        paper=paper,
        entities=(
            entity(text, "Loom", type="Method", role="proposed"),
            entity(text, "Yarn Networks", "YN", type="Method", role="compared"),
            entity(text, "𝒳-parsers", type="Method", named=False),
            entity(text, "KnotBank", type="Dataset", role="evaluated"),
            entity(text, "accuracy", type="Metric", role="evaluated"),
            entity(text, "knot diagrams", type="Task", role="evaluated", named=False),
            entity(text, "untangling", type="Task", role="background", named=False),
        ),
        relations=(
            relation(text, "Loom", "basedOn", "Yarn Networks", one),
            relation(text, "Loom", "isA", "𝒳-parsers", TITLE),
            relation(text, "Loom", "usedFor", "knot diagrams", one),
            relation(text, "Loom", "outperforms", "Yarn Networks", two),
            relation(text, "Loom", "evaluatedOn", "KnotBank", two),
            relation(text, "Loom", "measuredBy", "accuracy", two),
        ),
        claims=(
            claim(
                text,
                two,
                "Improvement",
                "Loom",
                comparators=("Yarn Networks", "prior work"),
                metrics=("accuracy",),
                datasets=("KnotBank",),
                tasks=("knot diagrams",),
                values=(
                    quantity(
                        text,
                        "up to 26.30 points",
                        "26.30",
                        "point",
                        "up to",
                        direction="higher",
                        kind="delta",
                        metrics=("accuracy",),
                        datasets=("KnotBank",),
                        tasks=("knot diagrams",),
                    ),
                ),
                score=0.9,
            ),
            claim(text, one, "Capability", "Loom", novel=True),
            claim(
                text,
                three,
                "Limitation",
                None,
                negated=True,
                hedged=True,
                values=(
                    quantity(text, SLOWED, "1", "second", "from", kind="level", rival=True),
                    quantity(
                        text, SLOWED, "3", "second", "to", kind="level", change="2", worse=True
                    ),
                ),
            ),
        ),
    )


def second_paper() -> Extraction:
    """Return a paper with little metadata that shares concepts with the first."""
    text = SECOND
    one, two, three = (s if s.endswith(".") else s + "." for s in text.split(". "))
    return Extraction(
        paper=Paper(id="yarn.txt#1", text=text, abstract=text),
        entities=(
            entity(text, "Yarn networks", type="Method"),
            entity(text, "YN", type="Method"),
            entity(text, "knot untangling", type="Task", role="evaluated", named=False),
            entity(text, "KnotBank", type="Dataset", role="proposed"),
        ),
        relations=(
            relation(text, "Yarn networks", "usedFor", "knot untangling", one),
            relation(text, "YN", "isA", "Yarn networks", three),
        ),
        claims=(
            claim(
                text,
                two,
                "Resource",
                "KnotBank",
                values=(quantity(text, "1,200 knots", "1200", "knot", printed="1,200"),),
            ),
            claim(text, three, "Theoretical", "YN"),
        ),
    )


#: Key, type and labels of each concept, the preferred one first; names of entities are labels.
CONCEPTS = (
    ("accuracy", "Metric", ("accuracy",)),
    ("knot-diagram", "Task", ("knot diagrams",)),
    ("knot-untangling", "Task", ("knot untangling",)),
    ("knotbank", "Dataset", ("KnotBank",)),
    ("loom", "Method", ("Loom",)),
    ("untangling", "Task", ("untangling",)),
    ("x-parser", "Method", ("𝒳-parsers",)),
    ("yarn-network", "Method", ("Yarn Networks", "YN", "Yarn networks")),
)


def resolved(*extractions: Extraction) -> Resolution:
    """Resolve the papers made here by `CONCEPTS`; YN as a name of its own is a merge."""
    iris = {name: concept_iri(key) for key, _, names in CONCEPTS for name in names}
    return Resolution(
        extractions=extractions,
        concepts=tuple(
            Concept(
                iri=concept_iri(key), key=key, type=type_, pref_label=names[0], alt_labels=names[1:]
            )
            for key, type_, names in CONCEPTS
        ),
        links=tuple(
            tuple(
                Link(
                    paper=paper_iri(extraction.paper),
                    entity=entity.name,
                    concept=iris[entity.name],
                    reason="acronym" if entity.name == "YN" else "same key",
                    score=0.9 if entity.name == "YN" else 1.0,
                )
                for entity in extraction.entities
            )
            for extraction in extractions
        ),
    )


def two_papers() -> Resolution:
    """Return both papers, resolved."""
    return resolved(first_paper(), second_paper())
