"""How the named queries are put together, so that none of them reads all there is.

The engine joins row by row, or by a hash of the variables that both sides are sure to bind. Where
they share none, it pairs all rows with all rows: claims with the labels of every concept there is.
It begins with what it takes for the smallest part: a VALUES of six rows goes before a subselect of
a thousand, and six whole relations are read. Small graphs show neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from rdflib.plugins.sparql import prepareQuery
from rdflib.plugins.sparql.parserutils import CompValue
from rdflib.term import Variable

from sciloom.query.library import NamedQuery, bind, named_queries
from sciloom.vocab import PREFIXES

#: Arguments of which only the type matters here.
_GIVEN = {"number": "1", "label": "x", "text": "x", "paper": "x"}

Names = frozenset[str]


def algebra(sparql: str) -> CompValue:
    tree = prepareQuery(sparql, initNs=dict(PREFIXES)).algebra
    assert isinstance(tree, CompValue)
    return tree


def parts(node: Any) -> Iterator[CompValue]:
    """All patterns of a query, those of subselects and of EXISTS too."""
    if isinstance(node, CompValue):
        yield node
        for child in node.values():
            yield from parts(child)
    elif isinstance(node, list):
        for child in node:
            yield from parts(child)


def bound(node: CompValue) -> tuple[Names, Names]:
    """The variables that a pattern binds in every row, and those that it binds in some."""
    if node.name in ("BGP", "values"):
        return _of_rows(node)
    if node.name in ("Join", "LeftJoin", "Union", "Minus"):
        (sure, some), (others_sure, others_some) = bound(node.p1), bound(node.p2)
        if node.name == "Minus":
            return sure, some
        by_kind = {"Join": sure | others_sure, "LeftJoin": sure, "Union": sure & others_sure}
        return by_kind[node.name], some | others_some
    sure, some = bound(node.p)
    if node.name == "Extend":
        named = frozenset({str(node.var)})
        return (sure | named if _is_sure(node.expr, sure) else sure), some | named
    if node.name == "Project":
        shown = frozenset(map(str, node.PV))
        return sure & shown, some & shown
    if node.name == "AggregateJoin":
        made = {str(a.res): a.name != "Aggregate_Sample" or str(a.vars) in sure for a in node.A}
        return frozenset(name for name in made if made[name]), frozenset(made)
    return sure, some


def _of_rows(node: CompValue) -> tuple[Names, Names]:
    if node.name == "BGP":
        found = frozenset(str(t) for triple in node.triples for t in triple if is_variable(t))
        return found, found
    rows = [{str(name) for name, term in row.items() if term != "UNDEF"} for row in node.res]
    return frozenset(set.intersection(*rows)), frozenset(set.union(*rows))


def _is_sure(expression: Any, sure: Names) -> bool:
    if is_variable(expression):
        return str(expression) in sure
    if isinstance(expression, list):
        return all(_is_sure(one, sure) for one in expression)
    if isinstance(expression, CompValue):
        if expression.name == "Builtin_COALESCE":
            return any(_is_sure(one, sure) for one in expression.arg)
        return all(_is_sure(one, sure) for one in expression.values())
    return True


def is_variable(term: Any) -> bool:
    return isinstance(term, Variable)


def loose(sparql: str) -> list[str]:
    """The variables by which something is joined though they may be unbound, group by group.

    "nothing" is among them where a part of a group shares no variable with the rest.
    """
    return [name for group in _groups(algebra(sparql)) for name in sorted(_faults(group))]


def _groups(pattern: CompValue) -> Iterator[list[tuple[Names, Names]]]:
    """What is joined with one another, in whatever order the engine likes: what each part binds."""
    inner = {id(p) for node in parts(pattern) if node.name == "Join" for p in (node.p1, node.p2)}
    for node in parts(pattern):
        if node.name in ("LeftJoin", "Minus"):
            yield [bound(side) for side in (node.p1, node.p2) if not _is_unit(side)]
        elif node.name in ("Join", "BGP") and id(node) not in inner:
            yield [bound(part) for leaf in _leaves(node) for part in _triples(leaf)]


def _triples(leaf: CompValue) -> list[CompValue]:
    if leaf.name != "BGP":
        return [leaf]
    return [CompValue("BGP", triples=[triple]) for triple in leaf.triples]


def _faults(group: list[tuple[Names, Names]]) -> set[str]:
    unsure = {
        name
        for at, (sure, some) in enumerate(group)
        for name in some - sure
        if any(name in others for _, others in group[:at] + group[at + 1 :])
    }
    sets = [sure for sure, _ in group]
    reached = sets.pop() if sets else frozenset()
    while near := [one for one in sets if one & reached]:
        reached = reached.union(*near)
        sets = [one for one in sets if one not in near]
    return unsure | ({"nothing"} if sets and not unsure else set())


def _is_unit(node: CompValue) -> bool:
    return node.name == "BGP" and not node.triples


def rival_starts(sparql: str) -> list[CompValue]:
    """Each VALUES of several rows that stands beside a subselect with a LIMIT."""
    found = []
    for node in parts(algebra(sparql)):
        if node.name != "Join":
            continue
        beside = [leaf.p for leaf in _leaves(node) if leaf.name == "ToMultiSet"]
        if any(one.name == "Slice" for one in beside):
            found += [one for one in beside if one.name == "values" and len(one.res) > 1]
    return found


def _leaves(node: CompValue) -> list[CompValue]:
    return _leaves(node.p1) + _leaves(node.p2) if node.name == "Join" else [node]


@pytest.mark.parametrize("query", named_queries(), ids=lambda query: str(query.name))
def test_no_named_query_joins_by_what_may_be_unbound(query: NamedQuery) -> None:
    assert loose(_bound(query)) == []


@pytest.mark.parametrize("query", named_queries(), ids=lambda query: str(query.name))
def test_every_named_query_starts_from_what_it_looks_for(query: NamedQuery) -> None:
    assert rival_starts(_bound(query)) == []


def _bound(query: NamedQuery) -> str:
    needed = [p for p in query.parameters if p.default is None]
    return bind(query.name, {p.name: _GIVEN.get(p.type, p.type.partition("|")[0]) for p in needed})


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("?claim a :Claim OPTIONAL { ?claim :metric ?m . ?m skos:prefLabel ?l }", []),
        ("?claim a :Claim OPTIONAL { ?claim :metric ?m OPTIONAL { ?m skos:prefLabel ?l } }", []),
        ("?claim a :Claim OPTIONAL { ?claim :metric ?m } OPTIONAL { ?m skos:prefLabel ?l }", ["m"]),
        (
            """?claim a :Claim OPTIONAL { ?claim :metric ?a } OPTIONAL { ?claim :task ?b }
            BIND(COALESCE(?a, ?b) AS ?m) OPTIONAL { ?m skos:prefLabel ?l FILTER(BOUND(?m)) }""",
            ["m"],
        ),
        ('?a :uses ?b BIND(COALESCE(?c, "") AS ?l) OPTIONAL { ?d skos:prefLabel ?l }', []),
        ("{ ?a :uses ?b } UNION { ?a :claims ?c } MINUS { ?c :negated true }", ["c"]),
        ("?a :uses ?b { SELECT ?c { ?c a :Method } }", ["nothing"]),
    ],
)
def test_a_loose_join_is_seen(pattern: str, expected: list[str]) -> None:
    assert loose(f"SELECT * {{ {pattern} }}") == expected


def test_a_rival_start_is_seen() -> None:
    first = "{ SELECT ?paper { ?paper :uses :x } LIMIT 9 }"
    edges = "VALUES ?edge { :uses :proposes } ?paper ?edge ?concept"
    assert rival_starts(f"SELECT * {{ {first} {edges} }}")
    assert rival_starts(f"SELECT * {{ {first} ?paper :uses ?concept }}") == []
