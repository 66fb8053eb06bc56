"""How far extracted facts agree with gold, one abstract at a time.

Entities match one to one when a surface of one equals a surface of the other after spelling is set
aside (exact), or shares half of its words (lenient). Claims match on their sentence.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product

from sciloom.model import ENTITY_TYPES, Claim, Entity, Extraction, Relation

#: Share of words that two surfaces, or two quotes, have in common when they match leniently.
_OVERLAP = 0.5
#: What the same claim type adds when two predicted claims stand in one sentence.
_SAME_TYPE_BONUS = 0.2
_SHORTEST_PLURAL = 4
_LATEX = re.compile(r"\\(textbf|textit|emph|text|mathrm|mathbf|mathcal|mathbb)\b")
_GREEK = re.compile(r"[Ͱ-Ͽ]")


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of hits, predictions and gold items."""

    hits: int = 0
    predicted: int = 0
    gold: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.hits + other.hits, self.predicted + other.predicted, self.gold + other.gold
        )

    @property
    def precision(self) -> float:
        """Share of predictions that are right; 0 without any."""
        return self.hits / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        """Share of gold items found; 0 without any."""
        return self.hits / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        both = self.predicted + self.gold
        return 2 * self.hits / both if both else 0.0


Scores = dict[str, Tally]


def score_paper(gold: Extraction, predicted: Extraction) -> Scores:
    """Return the tally of every measure for one abstract."""
    lenient = match(gold.entities, predicted.entities, typed=True, lenient=True)
    gold_name = {there: here for here, there in lenient.items()}
    return {
        **_entity_scores(gold.entities, predicted.entities),
        "relations": _relation_tally(gold.relations, predicted.relations, gold_name),
        **_claim_scores(gold.claims, predicted.claims, gold_name),
    }


def total(papers: Iterable[Scores]) -> Scores:
    """Add the tallies of many abstracts, measure by measure."""
    sums: Scores = {}
    for paper in papers:
        for measure, tally in paper.items():
            sums[measure] = sums.get(measure, Tally()) + tally
    return sums


def _entity_scores(gold: Sequence[Entity], predicted: Sequence[Entity]) -> Scores:
    def tally(
        keep: Callable[[Entity], bool], *, typed: bool = True, lenient: bool = False
    ) -> Tally:
        here, there = [e for e in gold if keep(e)], [e for e in predicted if keep(e)]
        hits = match(here, there, typed=typed, lenient=lenient)
        return Tally(len(hits), len(there), len(here))

    def of_type(type_: str) -> Callable[[Entity], bool]:
        return lambda entity: entity.type == type_

    return {
        "entities, exact": tally(bool),
        "entities, lenient": tally(bool, lenient=True),
        "entities, untyped": tally(bool, typed=False),
        **{f"{type_}, exact": tally(of_type(type_)) for type_ in ENTITY_TYPES},
        "proposed, lenient": tally(lambda e: e.role == "proposed", lenient=True),
    }


def match(
    gold: Iterable[Entity], predicted: Iterable[Entity], *, typed: bool, lenient: bool
) -> dict[str, str]:
    """Pair entities greedily, most alike first: gold name -> predicted name."""
    pairs = []
    for here, there in product(gold, predicted):
        if typed and here.type != there.type:
            continue
        likeness = _likeness(surfaces(here), surfaces(there))
        if likeness >= (_OVERLAP if lenient else 1.0):
            pairs.append((likeness, here.name, there.name))
    matched: dict[str, str] = {}
    for _, here_name, there_name in sorted(pairs, key=lambda pair: -pair[0]):
        if here_name not in matched and there_name not in matched.values():
            matched[here_name] = there_name
    return matched


def _likeness(some: set[str], others: set[str]) -> float:
    if some & others:
        return 1.0
    return max(
        (_shared(set(a.split()), set(b.split())) for a, b in product(some, others)), default=0
    )


def _shared(some: set[str], others: set[str]) -> float:
    union = some | others
    return len(some & others) / len(union) if union else 0.0


def surfaces(entity: Entity) -> set[str]:
    """Return the forms of an entity, spelling set aside."""
    return {spelling for s in entity.surface or (entity.name,) if (spelling := plain(s))}


def plain(text: str) -> str:
    """Set spelling aside: LaTeX or Unicode, case, hyphens, plural, leading determiner."""
    text = unicodedata.normalize("NFKC", text)
    text = _LATEX.sub(" ", text).replace("\\ell", "l").replace("\\times", "×")
    text = _GREEK.sub(lambda m: f" {unicodedata.name(m[0], 'x').split()[-1].lower()} ", text)
    text = re.sub(r"[_^]", "", text)
    text = re.sub(r"[\$\*\{\}\\\"“”‘’'`]", " ", text).casefold()
    text = re.sub(r"[-‐‑–—/]", " ", text).strip()
    text = re.sub(r"^(the|a|an|our|their)\s+", "", text)
    return " ".join(_singular(word) for word in text.split())


def _singular(word: str) -> str:
    plural = len(word) >= _SHORTEST_PLURAL and word.endswith("s")
    return word[:-1] if plural and not word.endswith(("ss", "us", "is")) else word


def _relation_tally(
    gold: Iterable[Relation], predicted: Iterable[Relation], gold_name: Mapping[str, str]
) -> Tally:
    def key(subject: str, predicate: str, object_: str) -> tuple[str, object]:
        ends = (subject, object_)
        return predicate, frozenset(ends) if predicate == "comparedWith" else ends

    # "?" keeps a predicted name that matched nothing from equalling a gold name by chance.
    here = {key(r.subject, r.predicate, r.object) for r in gold}
    there = {
        key(
            gold_name.get(r.subject, f"?{r.subject}"),
            r.predicate,
            gold_name.get(r.object, f"?{r.object}"),
        )
        for r in predicted
    }
    return Tally(len(here & there), len(there), len(here))


def _claim_scores(
    gold: Sequence[Claim], predicted: Sequence[Claim], gold_name: Mapping[str, str]
) -> Scores:
    pairs = _claim_pairs(gold, predicted)
    same_type = sum(gold[i].type == predicted[j].type for i, j in pairs)
    scores = {
        "claims": Tally(len(pairs), len(predicted), len(gold)),
        "claims, typed": Tally(same_type, len(predicted), len(gold)),
    }
    for slot in ("subject", "comparators", "metrics", "datasets", "tasks"):
        hits = sum(
            len(
                {plain(n) for n in _slot(gold[i], slot)}
                & {plain(gold_name.get(n, n)) for n in _slot(predicted[j], slot)}
            )
            for i, j in pairs
        )
        scores[f"claim {slot}"] = Tally(
            hits,
            sum(len(_slot(claim, slot)) for claim in predicted),
            sum(len(_slot(claim, slot)) for claim in gold),
        )
    here, there = _values(gold), _values(predicted)
    scores["claim values"] = Tally((here & there).total(), there.total(), here.total())
    return scores


def _claim_pairs(gold: Sequence[Claim], predicted: Sequence[Claim]) -> list[tuple[int, int]]:
    candidates = []
    for (i, here), (j, there) in product(enumerate(gold), enumerate(predicted)):
        overlap = _shared(_words(here.quote), _words(there.quote))
        if overlap >= _OVERLAP:
            bonus = _SAME_TYPE_BONUS if here.type == there.type else 0.0
            candidates.append((overlap + bonus, i, j))
    pairs: dict[int, int] = {}
    for _, i, j in sorted(candidates, reverse=True):
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return list(pairs.items())


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def _slot(claim: Claim, slot: str) -> tuple[str, ...]:
    held = getattr(claim, slot)
    return held if isinstance(held, tuple) else ((held,) if held else ())


def _values(claims: Iterable[Claim]) -> Counter[tuple[Decimal, str]]:
    return Counter((round(v.value, 6).normalize(), v.unit) for c in claims for v in c.values)
