"""Large made-up graphs: seeded, in invented words, with the shape that corpora have."""

from __future__ import annotations

import random
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise

from sciloom.model import (
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
    Source,
)
from sciloom.vocab import concept_iri, paper_iri

_ONSETS = "b c d f g h j k l m n p r s t v w z br cl dr gr pl st tr".split()
_VOWELS = "a e i o u ai ea ou".split()
_SHARES = (("Method", 0.48), ("Task", 0.24), ("Metric", 0.16), ("Dataset", 0.12))
_ROLES = {"Method": "used", "Task": "evaluated", "Metric": "evaluated", "Dataset": "evaluated"}
_KINDS = ("Improvement", "Improvement", "Capability", "Finding", "Theoretical", "Resource")


def _word(rng: random.Random) -> str:
    return "".join(rng.choice(_ONSETS) + rng.choice(_VOWELS) for _ in range(rng.randint(1, 4)))


class _Maker:
    """Words whose use falls off with their rank, as in any text (Zipf)."""

    def __init__(self, seed: int, concepts: int) -> None:
        self.rng = random.Random(seed)
        self.words = sorted({_word(self.rng) for _ in range(9_000)})
        self.rng.shuffle(self.words)
        weight = [1 / (rank + 3) for rank in range(len(self.words))]
        self.weight = [sum(weight[:1])]
        for one in weight[1:]:
            self.weight.append(self.weight[-1] + one)
        self.names: dict[str, str] = {}
        for type_, share in _SHARES:
            made = 0
            while made < concepts * share:
                name = " ".join(self.rng.sample(self.words, self.rng.randint(1, 3)))
                if name not in self.names:
                    self.names[name] = type_
                    made += 1
        self.by_type = {
            type_: [name for name, of in self.names.items() if of == type_] for type_, _ in _SHARES
        }

    def prose(self, count: int) -> list[str]:
        return self.rng.choices(self.words, cum_weights=self.weight, k=count)

    def pick(self, type_: str) -> str:
        """Return a name; a few are named by very many papers."""
        names = self.by_type[type_]
        return names[min(int(self.rng.paretovariate(0.35)) - 1, len(names) * 40) % len(names)]


def corpus(papers: int, concepts: int, *, seed: int = 8) -> Resolution:
    """Return papers of about 1,300 characters, eleven entities and four claims each."""
    maker = _Maker(seed, concepts)
    rest = list(maker.names)
    maker.rng.shuffle(rest)
    extractions = []
    for number in range(papers):
        # So that every concept is named at least once.
        own = rest[number * len(rest) // papers : (number + 1) * len(rest) // papers]
        extractions.append(_paper(maker, number, own))
    return _resolution(extractions, maker.names)


def _resolution(extractions: list[Extraction], types: dict[str, str]) -> Resolution:
    keys = {name: name.replace(" ", "-") for name in types}
    concepts = [
        Concept(iri=concept_iri(keys[name]), key=keys[name], type=type_, pref_label=name)
        for name, type_ in sorted(types.items())
    ]
    links = [
        [
            Link(
                paper=paper_iri(one.paper),
                entity=entity.name,
                concept=concept_iri(keys[entity.name]),
                reason="equal",
                score=1.0,
            )
            for entity in one.entities
        ]
        for one in extractions
    ]
    return Resolution(extractions=tuple(extractions), concepts=tuple(concepts), links=tuple(links))


def _paper(maker: _Maker, number: int, own: list[str]) -> Extraction:
    rng = maker.rng
    names = list(dict.fromkeys([*own, *(maker.pick(t) for t in _draw_types(rng, 11 - len(own)))]))
    sentences, values = [], []
    for i in range(0, len(names), 2):
        words = maker.prose(rng.randint(14, 24))
        for name in names[i : i + 2]:
            words.insert(rng.randrange(len(words)), name)
        value = f"{rng.randint(1, 99)}.{rng.randint(0, 9)}"
        values.append(value)
        sentences.append(" ".join(words).capitalize() + f" by {value}%.")
    title = " ".join(maker.prose(7)).capitalize()
    abstract = " ".join(sentences)
    text = f"{title}\n\n{abstract}"
    entities = tuple(_entities(maker, text, names))
    known = [one.name for one in entities]
    spans = list(_spans(text, sentences))
    claims = tuple(_claims(maker, text, spans, values, known))
    relations = tuple(
        Relation(
            subject=one,
            predicate=rng.choice(RELATIONS),
            object=other,
            evidence=rng.choice(spans),
            score=round(rng.uniform(0.5, 1), 3),
        )
        for one, other in pairwise(known)
        if rng.random() < 0.8
    )
    paper = Paper(
        id=f"made-{number}",
        text=text,
        abstract=abstract,
        title=title,
        year=2010 + number % 15,
        venue=f"Conference {number % 12}",
        authors=tuple(_word(rng).title() + " " + _word(rng).title() for _ in range(3)),
        sources=(Source(file="made.jsonl", record=str(number + 1)),),
    )
    return Extraction(paper=paper, entities=entities, relations=relations, claims=claims)


def _draw_types(rng: random.Random, count: int) -> list[str]:
    kinds, shares = zip(*_SHARES, strict=True)
    return rng.choices(kinds, shares, k=max(count, 3))


def _entities(maker: _Maker, text: str, names: list[str]) -> Iterator[Entity]:
    folded = text.lower()
    for i, name in enumerate(names):
        at = folded.find(name, text.index("\n"))
        type_ = maker.names[name]
        if at < 0:
            continue
        written = text[at : at + len(name)]
        mention = Mention(start=at, end=at + len(name), text=written, type=type_, score=0.9)
        yield Entity(
            name=name,
            surface=(name,),
            type=type_,
            role="proposed" if i == 0 else _ROLES[type_],
            named=True,
            mentions=(mention,),
            score=0.9,
        )


def _spans(text: str, sentences: list[str]) -> Iterator[tuple[int, int]]:
    for sentence in sentences:
        start = text.index(sentence)
        yield start, start + len(sentence)


def _claims(
    maker: _Maker, text: str, spans: list[tuple[int, int]], values: list[str], names: list[str]
) -> Iterator[Claim]:
    rng = maker.rng
    of = {t: tuple(name for name in names if maker.names[name] == t) for t, _ in _SHARES}
    for (start, end), value in list(zip(spans, values, strict=True))[:4]:
        at = text.index(f"{value}%.", start)
        quantity = Quantity(
            quote=f"{value}%",
            start=at,
            end=at + len(value) + 1,
            value=Decimal(value),
            unit="%",
            qualifier="",
            printed=value,
            direction="higher",
            kind="delta",
            metrics=of["Metric"][:1],
            datasets=of["Dataset"][:1],
            tasks=of["Task"][:1],
        )
        yield Claim(
            quote=text[start:end],
            start=start,
            end=end,
            type=rng.choice(_KINDS),
            subject=rng.choice(names),
            comparators=of["Method"][1:2],
            metrics=of["Metric"][:1],
            datasets=of["Dataset"][:1],
            tasks=of["Task"][:1],
            values=(quantity,),
            score=round(rng.uniform(0.4, 1), 3),
        )
