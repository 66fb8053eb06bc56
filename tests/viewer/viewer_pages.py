"""Resolutions for the viewer's tests."""

from __future__ import annotations

from dataclasses import replace

from factories import claim, entity, first_paper, quantity
from sciloom.model import Entity, Extraction, Paper, Resolution
from sciloom.resolve import resolve

#: Each sets ``window.pwned`` if it comes to run.
HOSTILE = (
    "</script><img src=x onerror=pwned=1>",
    "<!--<script>pwned=1</script>",
    "</template><script>pwned=1</script>",
    '"><a href="javascript:pwned=1">href</a>',
    "{{ pwned }} ${pwned=1}",
    "עברית \u202enekorb\u202c 中文の名前",
)


def paper_of(*names: str, text: str | None = None, id: str = "p") -> Extraction:
    """Return a paper that proposes the first name and uses the others."""
    text = text or f"{id}: " + "; ".join(names) + "."
    roles = ("proposed", *("used" for _ in names[1:]))
    entities: tuple[Entity, ...] = tuple(
        entity(text, name, type="Method", role=role)
        for name, role in zip(names, roles, strict=True)
    )
    return Extraction(paper=Paper(id=id, text=text, abstract=text), entities=entities)


def star(leaves: int) -> Resolution:
    """Return one paper that names many methods."""
    return resolve([paper_of("Hub", *(f"leaf number {i}" for i in range(leaves)))])


def hostile() -> Resolution:
    """Return a paper whose every word tries to become script or markup."""
    text = "\n".join(HOSTILE) + "\nIt gains <b>5 points</b>."
    entities = tuple(entity(text, name, type="Method", role="proposed") for name in HOSTILE)
    gain = claim(
        text,
        "It gains <b>5 points</b>.",
        "Improvement",
        HOSTILE[0],
        comparators=("<b>5",),
        values=(quantity(text, "5 points", "5", "point"),),
    )
    paper = Paper(
        id=HOSTILE[0],
        text=text,
        abstract=text,
        authors=HOSTILE,
        venue=HOSTILE[2],
        doi="10.1/<script>pwned=1</script>",
        url="javascript:pwned=1",
        keywords=HOSTILE,
    )
    return resolve([Extraction(paper=paper, entities=entities, claims=(gain,))])


def many_papers(count: int) -> Resolution:
    """Return papers that share a few methods."""
    return resolve(
        paper_of(f"Net {i}", f"shared {i % 7}", f"common {i % 3}", id=f"paper {i}")
        for i in range(count)
    )


def untitled() -> Extraction:
    """Return the first paper without its title: an astral character opens the abstract."""
    paper = first_paper().paper
    text = "𝒳𝒴 " + paper.abstract
    gain = claim(
        text,
        "On KnotBank, Loom improves accuracy by up to 26.30 points over YN and prior work.",
        "Improvement",
        "Loom",
        datasets=("KnotBank",),
        comparators=("prior work",),
        values=(quantity(text, "up to 26.30 points", "26.30", "point", "up to", kind="delta"),),
    )
    return Extraction(
        paper=replace(paper, title=None, text=text, abstract=text),
        entities=(
            entity(text, "Loom", type="Method", role="proposed"),
            entity(text, "KnotBank", type="Dataset", role="evaluated"),
        ),
        claims=(gain,),
    )
