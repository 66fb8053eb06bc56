"""Fit the models that decide on a role or a relation, from annotated entities."""

from __future__ import annotations

from collections.abc import Sequence

from sciloom.model import RELATIONS, ROLES
from sciloom.nlp.entities.roles import Words, crossing, role_features
from sciloom.nlp.fitting.annotated import Annotated
from sciloom.nlp.fitting.logistic import fit_logistic
from sciloom.nlp.mentions.linear import Linear
from sciloom.nlp.relations.component import NONE
from sciloom.nlp.relations.pairs import Node, PairFeatures, candidates, type_pair
from sciloom.nlp.relations.pairs import Words as PairWords


def fit_roles(papers: Sequence[Annotated]) -> Linear:
    """Return the model of roles."""
    rows: list[list[str]] = []
    gold: list[str] = []
    for paper in papers:
        found = [(list(g), e) for g, e in zip(paper.groups, paper.entities, strict=True) if g]
        types = [e["type"] for _, e in found]
        seen = role_features(paper.doc, [g for g, _ in found], types, Words(str))
        for kind, (alone, both) in zip(types, seen, strict=True):
            ordered = sorted(both)
            rows.append([alone, *ordered, *(f"{crossing(kind)}|{one}" for one in ordered)])
        gold += [entity["role"] for _, entity in found]
    return fit_logistic(rows, gold, ROLES, kept=1500, decay=1e-3)


def fit_relations(papers: Sequence[Annotated]) -> Linear:
    """Return the model of relations, "none" among its labels."""
    rows: list[list[str]] = []
    gold: list[str] = []
    for paper in papers:
        nodes = _nodes(paper)
        stated = {(a, b): predicate for a, predicate, b in paper.relations}
        stated |= {(b, a): p for (a, b), p in stated.items() if p == "comparedWith"}
        reader = PairFeatures(paper.doc, nodes, PairWords(str))
        for a, b in candidates(nodes):
            types = type_pair(a.type, b.type)
            alone, both, crossed = reader.features(a, b)
            rows.append([*alone, *both, *(f"{types}|{one}" for one in (*both, crossed))])
            gold.append(stated.get((a.name, b.name), NONE))
    return fit_logistic(
        rows, gold, (NONE, *RELATIONS), least=8, kept=3000, epochs=4, decay=3e-4, batch=256
    )


def _nodes(paper: Annotated) -> list[Node]:
    number = {token.i: n for n, sentence in enumerate(paper.doc.sents) for token in sentence}
    return [
        Node(
            entity["name"],
            entity["type"],
            entity["role"],
            tuple((span.start, span.end, number[span.start]) for span in spans),
        )
        for spans, entity in zip(paper.groups, paper.entities, strict=True)
        if spans
    ]
