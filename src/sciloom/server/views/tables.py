"""The viewer's filters with their counts, and its tables: what they leave, a page at a time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Self

from sciloom.errors import QueryError
from sciloom.model import CLAIM_TYPES, ENTITY_TYPES
from sciloom.query.syntax import string_literal
from sciloom.server.views.counts import counts
from sciloom.server.views.edges import CONCEPT_EDGES, PAPER_EDGES, SLOTS
from sciloom.server.views.records import Records
from sciloom.server.views.things import local, select
from sciloom.store import GraphStore

#: Rows of one page, and values of a leaderboard.
MOST = 200
_LEADERS = 5_000
#: Metrics and datasets to choose from, and units.
_CHOICES = 300
_UNITS = 60
_EDGES = "|".join(f":{edge}" for edge in PAPER_EDGES)
_SLOTS = "|".join(f":{slot}" for slot in SLOTS)


@dataclass(frozen=True, slots=True)
class Facet:
    """The values that a filter lets through or, with ``but``, holds back."""

    values: tuple[str, ...] = ()
    but: bool = True

    def of(self, known: Sequence[str]) -> tuple[str, ...]:
        """Return which of the known values pass."""
        return tuple(value for value in known if (value in self.values) != self.but)

    def test(self, variable: str) -> str:
        """Return a condition on a string."""
        listed = ", ".join(map(string_literal, self.values))
        return f"FILTER({variable} {'NOT ' if self.but else ''}IN ({listed}))"


ALL = Facet()


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """The viewer's filters; `ALL` lets everything through."""

    types: Facet = ALL
    links: Facet = ALL
    year: Facet = ALL
    venue: Facet = ALL
    kind: Facet = ALL

    @classmethod
    def read(cls, spelled: Mapping[str, Mapping[str, Any]]) -> Self:
        """Return filters from their JSON values."""
        facets = {name: Facet(tuple(one["values"]), one["but"]) for name, one in spelled.items()}
        return cls(**facets)

    @property
    def of_papers(self) -> bool:
        """Tell whether papers are filtered by what they say of themselves."""
        return (self.year, self.venue, self.kind) != (ALL, ALL, ALL)

    def papers(self, *, bound: bool = False) -> str:
        """Return a pattern of ``?p``, papers; ``bound``: with ?year and ?venue ("" for none)."""
        parts = ["?p a :Paper ."]
        if bound or self.year != ALL:
            parts.append('OPTIONAL { ?p dcterms:date ?d } BIND(COALESCE(STR(?d), "") AS ?year)')
        if bound or self.venue != ALL:
            parts.append('OPTIONAL { ?p :venue ?v } BIND(COALESCE(STR(?v), "") AS ?venue)')
        if self.year != ALL:
            parts.append(self.year.test("?year"))
        if self.venue != ALL:
            parts.append(self.venue.test("?venue"))
        if self.kind != ALL:
            parts.append(_those("?p", f"{self.kinds('?ck')} ?c a ?ck . ?p :claims ?c"))
        return "\n".join(parts)

    def kinds(self, variable: str) -> str:
        """Return a pattern of the types of claims that pass."""
        listed = " ".join(f":{kind}" for kind in self.kind.of(CLAIM_TYPES))
        return f"VALUES {variable} {{ {listed} }}"


def _those(variable: str, pattern: str) -> str:
    """Return a pattern that holds once for each: FILTER EXISTS is evaluated anew for each row."""
    return f"{{ SELECT DISTINCT {variable} WHERE {{ {pattern} }} }}"


def facets(store: GraphStore, filters: Filters) -> dict[str, dict[str, int]]:
    """Return, for every value of each filter, what the other filters leave."""
    every = _facets(store, Filters())
    found = _facets(store, filters)
    return {
        name: {value: found[name].get(value, 0) for value in values}
        for name, values in every.items()
    }


@lru_cache(maxsize=256)
def _facets(store: GraphStore, filters: Filters) -> Mapping[str, Mapping[str, int]]:
    papers = filters.papers()
    named = _those("?row", f"{papers} ?p {_EDGES} ?row") if filters.of_papers else ""
    of_types = " ".join(f":{type_}" for type_ in ENTITY_TYPES)
    types = _tally(store, f"{named} VALUES ?key {{ {of_types} }} ?row a ?key .", "*")
    stated = (
        f"SELECT DISTINCT ?a ?key ?b {{ {papers} ?p :states ?s ."
        " ?s rdf:subject ?a ; rdf:predicate ?key ; rdf:object ?b }"
    )
    links = {
        edge: _count(store, f"{papers if filters.of_papers else ''} ?p :{edge} ?row .", "*")
        for edge in PAPER_EDGES
    } | _tally(store, f"{{ {stated} }}" if filters.of_papers else _concept_edges(), "*")
    without_kind = replace(filters, kind=ALL)
    claims = f"{without_kind.papers()} ?p :claims ?row . ?row a ?key ."
    kinds = _tally(store, claims, "DISTINCT ?row")
    return {
        "types": {"Paper": _count(store, papers, "*")} | types,
        "links": {edge: count for edge, count in links.items() if count},
        "year": _tally(store, replace(filters, year=ALL).papers(bound=True), "*", "?year"),
        "venue": _tally(store, replace(filters, venue=ALL).papers(bound=True), "*", "?venue"),
        "kind": {kind: count for kind, count in kinds.items() if kind in CLAIM_TYPES},
    }


def _concept_edges() -> str:
    values = " ".join(f":{edge}" for edge in CONCEPT_EDGES)
    return f"VALUES ?key {{ {values} }} ?a ?key ?b"


def _count(store: GraphStore, pattern: str, what: str) -> int:
    row = next(select(store, f"SELECT (COUNT({what}) AS ?n) WHERE {{ {pattern} }}"))
    return int(str(row["n"]))


def _tally(store: GraphStore, pattern: str, what: str, key: str = "?key") -> dict[str, int]:
    rows = select(
        store,
        f"SELECT ({key} AS ?k) (COUNT({what}) AS ?n) WHERE {{ {pattern} }} GROUP BY {key}",
    )
    return {local(str(row["k"])): int(str(row["n"])) for row in rows}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which rows: the table, what narrows it, its order (a column, then "-" for downwards)."""

    rows: str = "papers"
    q: str = ""
    about: str = ""
    metric: str = ""
    dataset: str = ""
    unit: str = ""
    least: float | None = None
    sort: str = ""


def _slot(name: str) -> tuple[str, str]:
    return (
        f"OPTIONAL {{ ?claim :{name} ?o . ?o skos:prefLabel ?l }}",
        'MIN(LCASE(COALESCE(?l, "")))',
    )


_BY = ("?p rdfs:label ?l .", "MIN(LCASE(?l))")
_SENTENCE = ("?claim :evidence/oa:exact ?l .", "MIN(LCASE(?l))")
_YEAR = ("OPTIONAL { ?p dcterms:date ?y }", 'MIN(COALESCE(STR(?y), ""))')
_NUMBER = ("OPTIONAL { ?claim :value/qudt:numericValue ?n }", "MAX(COALESCE(?n, -1e300))")
#: Columns of concepts that `counts` has, by their name there; "" is the table's own order.
_COUNTS: Mapping[str, str] = MappingProxyType(
    {"": "papers", "Papers": "papers", "Links": "links", "Claims": "claims"}
)
#: Claims with numbers first, then improvements: what each step of the order asks for.
_STEPS = tuple(
    f"{number} {kind}"
    for number in ("?claim :value ?o .", "FILTER NOT EXISTS { ?claim :value ?o }")
    for kind in ("?claim a :Improvement .", "FILTER NOT EXISTS { ?claim a :Improvement }")
)
#: Table -> column -> pattern and expression that rows are ordered by; "" is the table's own order.
_ORDERS: Mapping[str, Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "papers": {
            "": _BY,
            "Paper": _BY,
            "Year": _YEAR,
            "Venue": ("OPTIONAL { ?p :venue ?y }", 'MIN(COALESCE(STR(?y), ""))'),
            "Links": (f"OPTIONAL {{ ?row {_EDGES} ?o }}", "COUNT(DISTINCT ?o)"),
            "Claims": ("OPTIONAL { ?row :claims ?o }", "COUNT(DISTINCT ?o)"),
        },
        "concepts": {
            "Name": ("?row skos:prefLabel ?l .", "MIN(LCASE(?l))"),
            "Type": ("", "MIN(STR(?type))"),
        },
        "claims": {
            "Claim": _SENTENCE,
            "Value": _NUMBER,
            "Kind": ("?claim a ?t .", "MIN(STR(?t))"),
            "Subject": _slot("subject"),
            "Compared with": _slot("comparator"),
            "Metric": _slot("metric"),
            "Dataset": _slot("dataset"),
            "Paper": _BY,
        },
        "leaders": {
            "Value": ("?row qudt:numericValue ?n .", "MAX(?n)"),
            "Method": _slot("subject"),
            "Kind": ("OPTIONAL { ?row :kind ?l }", 'MIN(COALESCE(?l, ""))'),
            "Dataset": (
                "OPTIONAL { ?row :onDataset ?o . ?o skos:prefLabel ?l }",
                'MIN(LCASE(COALESCE(?l, "")))',
            ),
            "Compared with": _slot("comparator"),
            "Paper": _BY,
            "Sentence": _SENTENCE,
        },
    }
)


def table(
    store: GraphStore, asked: Asked, filters: Filters, *, limit: int, offset: int
) -> dict[str, Any]:
    """Return ``total``, the IRIs of one page's ``rows``, and the records that they are read from.

    Raises
    ------
    QueryError
        No such table or column.
    """
    if asked.rows not in _ORDERS:
        raise QueryError(f'no table "{asked.rows}"', next=f"there are {', '.join(_ORDERS)}")
    pattern = _pattern(store, asked, filters)
    types = filters.types.of(ENTITY_TYPES)
    is_whole = asked.rows == "concepts" and not filters.of_papers and not asked.q
    total = counts(store).total(types) if is_whole else _count(store, pattern, "DISTINCT ?row")
    last = max(0, (total - 1) // limit * limit)
    start = min(offset, last)
    if asked.rows == "leaders" and not asked.sort:
        found = _best(store, pattern)[start : start + limit]
    elif asked.rows == "claims" and not asked.sort:
        found = _strongest(store, pattern, start + limit)[start:]
    elif asked.rows == "concepts" and asked.sort.removesuffix("-") in _COUNTS:
        by, down = _COUNTS[asked.sort.removesuffix("-")], asked.sort[-1:] in ("", "-")
        if is_whole:
            found = counts(store).ordered(types, by, down=down, limit=limit, offset=start)
        else:
            found = _by_count(store, by, pattern, down=down)[start : start + limit]
    else:
        found = _ordered(store, asked, pattern, limit=limit, offset=start)
    records = Records(store)
    for iri in found:
        if asked.rows == "concepts":
            records.add_concept(iri, ())
        else:
            records.add(iri.partition("/claim/")[0])
    return {"total": total, "from": start, "rows": found} | records.result()


def _pattern(store: GraphStore, asked: Asked, filters: Filters) -> str:
    papers = filters.papers()

    def held(variable: str, *patterns: str) -> str:
        """Return a pattern of what holds every word, each where one begins."""
        texts = " UNION ".join(f"{{ {pattern} ?text }}" for pattern in patterns)
        words = (string_literal(f"(^|[^a-z0-9]){re.escape(word)}") for word in asked.q.split())
        tests = (f'{texts} FILTER(REGEX(LCASE(?text), {word}, "i"))' for word in words)
        return "\n".join(_those(variable, test) for test in tests)

    if asked.rows == "papers":
        forms = ("?p a :Paper ; rdfs:label", "?p :venue", "?p dcterms:creator/foaf:name")
        narrowed = held("?p", *forms)
        shown = "" if "Paper" in filters.types.of(("Paper",)) else "FILTER(false)"
        return f"{papers} BIND(?p AS ?row) {narrowed} {shown}"
    if asked.rows == "concepts":
        types = " ".join(f":{type_}" for type_ in filters.types.of(ENTITY_TYPES))
        named = _those("?row", f"{papers} ?p {_EDGES} ?row") if filters.of_papers else ""
        narrowed = held("?row", "?row skos:prefLabel", "?row skos:altLabel")
        return f"VALUES ?type {{ {types} }} ?row a ?type . {named} {narrowed}"
    parts = [papers, "?p :claims ?claim ."]
    if filters.kind != ALL:
        parts.append(f"{filters.kinds('?kind')} ?claim a ?kind .")
    parts.append(
        held(
            "?claim",
            "?by :claims ?claim . ?claim :evidence/oa:exact",
            "?by :claims ?claim ; rdfs:label",
            f"?claim ({_SLOTS})/skos:prefLabel",
            "?claim :comparatorText",
        )
    )
    if asked.rows == "leaders":
        metric = asked.metric or choices(store)["metric"] or "urn:none"
        parts.append(f"?claim :value ?row . ?row :ofMetric <{metric}> .")
        parts.append("MINUS { ?row :worse true } MINUS { ?row :rival true }")
        if asked.dataset:
            parts.append(f"?row :onDataset <{asked.dataset}> .")
        return "\n".join(parts)
    if asked.about:
        parts.append(f"?claim {_SLOTS} <{asked.about}> .")
    if asked.unit or asked.least is not None:
        unit = f" ; :unit {string_literal(asked.unit)}" if asked.unit else ""
        least = "" if asked.least is None else f"FILTER(?size >= {asked.least:f})"
        value = f"?claim :value ?val . ?val qudt:numericValue ?size{unit} {least}"
        parts.append(_those("?claim", value))
    return "\n".join([*parts, "BIND(?claim AS ?row)"])


def _ordered(
    store: GraphStore, asked: Asked, pattern: str, *, limit: int, offset: int
) -> list[str]:
    column = asked.sort.removesuffix("-")
    orders = _ORDERS[asked.rows]
    if column not in orders:
        raise QueryError(f'no column "{column}"', next=f"there are {', '.join(orders)}")
    more, key = orders[column]
    down = asked.sort.endswith("-")
    rows = select(
        store,
        f"SELECT ?row ({key} AS ?key) WHERE {{ {pattern} {more} }} GROUP BY ?row"
        f" ORDER BY {'DESC' if down else 'ASC'}(?key) ?row LIMIT {limit} OFFSET {offset}",
    )
    return [str(row["row"]) for row in rows]


def _strongest(store: GraphStore, pattern: str, most: int) -> list[str]:
    """Return the first claims: by `_STEPS`, the surest first; no later step than is needed."""
    found: list[str] = []
    for step in _STEPS:
        if len(found) < most:
            rows = select(
                store,
                f"SELECT DISTINCT ?row ?score WHERE {{ {step} {pattern}"
                " OPTIONAL { ?claim :score ?score } }"
                f" ORDER BY DESC(?score) ?row LIMIT {most - len(found)}",
            )
            found += [str(row["row"]) for row in rows]
    return found


def _by_count(store: GraphStore, by: str, pattern: str, *, down: bool) -> list[str]:
    """Return concepts by how many papers, neighbours or claims they have."""
    known, sign = counts(store), -1 if down else 1
    rows = select(store, f"SELECT DISTINCT ?row WHERE {{ {pattern} }}")
    found = {str(row["row"]): 0 for row in rows}
    found = {iri: sign * getattr(known.of(iri), by) for iri in found}
    return sorted(found, key=lambda iri: (found[iri], iri))


def _best(store: GraphStore, pattern: str) -> list[str]:
    """Return values like with like, the largest group first, the best of each first."""
    found = list(
        select(
            store,
            f"""SELECT DISTINCT ?row ?n ?unit ?of ?way WHERE {{ {pattern}
                ?row qudt:numericValue ?n
                OPTIONAL {{ ?row :unit ?unit }} OPTIONAL {{ ?row :kind ?of }}
                OPTIONAL {{ ?row :direction ?way }}
            }} ORDER BY ?row LIMIT {_LEADERS}""",
        )
    )
    size = Counter((row["of"] or "", row["unit"] or "") for row in found)

    def place(row: dict[str, Any]) -> tuple[Any, ...]:
        group = (row["of"] or "", row["unit"] or "")
        is_less_better = row["way"] == "lower" and row["of"] != "delta"
        number = float(row["n"])
        return (-size[group], group, number if is_less_better else -number, row["row"])

    return [str(row["row"]) for row in sorted(found, key=place)]


@lru_cache(maxsize=64)
def choices(store: GraphStore, metric: str = "") -> dict[str, Any]:
    """Return what claims with values can be narrowed to: metrics, datasets of one, units."""

    def most(pattern: str) -> list[dict[str, Any]]:
        """Return what most papers claim values of; ``count`` is their number."""
        sparql = f"""SELECT ?iri ?label (COUNT(DISTINCT ?p) AS ?count) WHERE {{
            {pattern} . MINUS {{ ?v :worse true }} MINUS {{ ?v :rival true }}
            ?claim :value ?v . ?p :claims ?claim . ?iri skos:prefLabel ?label
        }} GROUP BY ?iri ?label ORDER BY DESC(?count) DESC(COUNT(DISTINCT ?v)) ?iri
        LIMIT {_CHOICES}"""
        return [dict(row) for row in select(store, sparql)]

    metrics = most("?v :ofMetric ?iri")
    metric = metric or (str(metrics[0]["iri"]) if metrics else "")
    units = select(
        store,
        f"""SELECT ?unit (COUNT(*) AS ?count) WHERE {{ ?v :unit ?unit FILTER(?unit != "") }}
        GROUP BY ?unit ORDER BY DESC(?count) ?unit LIMIT {_UNITS}""",
    )
    return {
        "metric": metric,
        "metrics": metrics,
        "datasets": most(f"?v :ofMetric <{metric}> ; :onDataset ?iri") if metric else [],
        "units": [dict(row) for row in units],
    }
