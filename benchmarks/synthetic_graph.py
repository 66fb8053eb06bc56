"""Write an output folder of made-up papers: a graph of any size for the server to be measured on.

    python benchmarks/synthetic_graph.py 40519 /tmp/large

Names are drawn by Zipf's law, as names in papers are; a paper gives some 245 quads. There are no
real texts in it, and no facts or page.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from sciloom.model import (
    CLAIM_TYPES,
    RELATIONS,
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
)
from sciloom.rdf import BuildInfo, to_quads
from sciloom.store import STORE, OutputFolder, write_index, write_store
from sciloom.vocab import concept_iri, paper_iri

#: Entities of a paper: type, role, how many.
_PLAN = (
    ("Method", "proposed", 1),
    ("Method", "compared", 2),
    ("Method", "used", 3),
    ("Dataset", "evaluated", 2),
    ("Metric", "evaluated", 2),
    ("Task", "evaluated", 2),
)
#: Names there are to draw from, for each paper.
_NAMES = {"Method": 3.0, "Dataset": 0.5, "Metric": 0.05, "Task": 0.8}
_SYLLABLES = "ba ce di fo gu la me ni po ru sa te vi zo".split()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("papers", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    made = tuple(_papers(options.papers, random.Random(options.seed)))
    concepts = {
        name: Concept(iri=concept_iri(name), key=name, type=type_, pref_label=name, alt_labels=())
        for name, type_ in sorted({(e.name, e.type) for one in made for e in one.entities})
    }
    links = tuple(
        tuple(
            Link(
                paper=paper_iri(one.paper),
                entity=entity.name,
                concept=concepts[entity.name].iri,
                reason="same key",
                score=1.0,
            )
            for entity in one.entities
        )
        for one in made
    )
    resolution = Resolution(extractions=made, concepts=tuple(concepts.values()), links=links)
    info = BuildInfo(version="0", pipeline="made up", digest=f"{options.papers}-{options.seed}")
    with OutputFolder(options.folder).building() as stage:
        write_store(stage.path(STORE), to_quads(resolution, build=info))
        write_index(stage.path(STORE), resolution)
        claims = sum(len(one.claims) for one in made)
        stage.commit({"counts": {"papers": len(made), "claims": claims}})


def _papers(number: int, chooser: random.Random) -> Iterator[Extraction]:
    most = {type_: max(5, int(share * number)) for type_, share in _NAMES.items()}
    for at in range(number):
        names: dict[str, tuple[str, str]] = {}
        for type_, role, times in _PLAN:
            for _ in range(times):
                rank = int(most[type_] * chooser.random() ** 4)
                name = f"Own{at}" if role == "proposed" else f"{_word(rank)} {type_.lower()}"
                names.setdefault(name, (type_, role))
        yield _paper(at, names, chooser)


def _word(rank: int) -> str:
    word = _SYLLABLES[rank % len(_SYLLABLES)]
    while rank := rank // len(_SYLLABLES):
        word += _SYLLABLES[rank % len(_SYLLABLES)]
    return word


def _paper(at: int, names: dict[str, tuple[str, str]], chooser: random.Random) -> Extraction:
    sentences, entities, spans, start = [], [], {}, 0
    for name, (type_, role) in names.items():
        sentence = f"Here {name} is of use to number {at}, up to 12.5 points. "
        place = start + len("Here ")
        mention = Mention(start=place, end=place + len(name), text=name, type=type_, score=0.9)
        entities.append(
            Entity(
                name=name,
                surface=(name,),
                type=type_,
                role=role,
                named=True,
                mentions=(mention,),
                score=0.9,
            )
        )
        spans[name] = (start, start + len(sentence) - 1)
        sentences.append(sentence)
        start += len(sentence)
    text = "".join(sentences).rstrip()
    by_type = {t: tuple(n for n, (kind, _) in names.items() if kind == t) for t in _NAMES}
    own, *others = by_type["Method"]
    return Extraction(
        paper=Paper(
            id=f"made-{at}",
            text=text,
            abstract=text,
            title=f"On {own}",
            year=2000 + at % 25,
            venue=f"Venue {at % 7}",
        ),
        entities=tuple(entities),
        relations=tuple(
            Relation(subject=own, predicate=edge, object=other, evidence=spans[other], score=0.8)
            for edge, other in zip(RELATIONS[3:6], others, strict=False)
        ),
        claims=tuple(
            Claim(
                quote=text[slice(*spans[other])],
                start=spans[other][0],
                end=spans[other][1],
                type=chooser.choice(CLAIM_TYPES),
                subject=own,
                comparators=(other,),
                metrics=by_type["Metric"][:1],
                datasets=by_type["Dataset"][:1],
                values=(_value(text, spans[other][0]),),
                score=0.9,
            )
            for other in others[:3]
        ),
    )


def _value(text: str, start: int) -> Quantity:
    quote = "up to 12.5 points"
    at = text.index(quote, start)
    return Quantity(
        quote=quote,
        start=at,
        end=at + len(quote),
        value=Decimal("12.5"),
        unit="point",
        qualifier="up to",
        printed="12.5",
        direction="higher",
        kind="delta",
    )


if __name__ == "__main__":
    main()
