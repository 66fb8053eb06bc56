"""Claims, found by what stands in their slots."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from sciloom.api.records import ClaimRecord, ValueRecord
from sciloom.model import CLAIM_TYPES
from sciloom.query import ResultTable, Source, select, string_literal
from sciloom.vocab import ONTOLOGY, PREFIXES

SLOTS = ("subject", "comparator", "metric", "dataset", "task")
_QUDT = dict(PREFIXES)["qudt"]
_OA = dict(PREFIXES)["oa"]

_ANYTHING: Mapping[str, str] = MappingProxyType({})

Properties = Mapping[str, list[Any]]


def find_claims(
    source: Source,
    *,
    slots: Mapping[str, str] = _ANYTHING,
    type: str | None = None,
    novel: bool | None = None,
) -> tuple[ClaimRecord, ...]:
    """Return the claims whose slots hold names that contain the given texts, case ignored."""
    if type is not None and type not in CLAIM_TYPES:
        raise ValueError(f"{type!r} is none of {', '.join(CLAIM_TYPES)}")
    return claims_where(source, "\n".join(_conditions(slots, type, novel)))


def claims_where(source: Source, where: str) -> tuple[ClaimRecord, ...]:
    """Return the claims that a SPARQL pattern binds to ``?claim``, in the order of the text."""
    properties = _grouped(
        select(
            source,
            f"""SELECT DISTINCT ?claim ?property (COALESCE(?label, ?object) AS ?value) WHERE {{
                {where}
                ?claim ?property ?object .
                OPTIONAL {{ ?object skos:prefLabel ?label }}
            }} ORDER BY ?claim ?property ?value""",
        )
    )
    quantities = _grouped(
        select(
            source,
            f"""SELECT DISTINCT ?quantity ?property (COALESCE(?label, ?object) AS ?value) WHERE {{
                {where}
                ?claim :value ?quantity . ?quantity ?property ?object .
                OPTIONAL {{ ?object skos:prefLabel ?label }}
            }} ORDER BY ?quantity ?property ?value""",
        )
    )
    places = {
        str(claim): (paper, quote, start, end)
        for claim, paper, quote, start, end in select(
            source,
            f"""SELECT DISTINCT ?claim ?paper ?quote ?start ?end WHERE {{
                {where}
                ?paper :claims ?claim . ?claim :evidence ?span .
                ?span oa:exact ?quote ; oa:start ?start ; oa:end ?end
            }}""",
        ).rows
    }
    records = (_record(iri, properties[iri], quantities, places[iri]) for iri in places)
    return tuple(sorted(records, key=lambda claim: (claim.paper, claim.start, claim.iri)))


def _conditions(slots: Mapping[str, str], type: str | None, novel: bool | None) -> Iterator[str]:
    yield f"?claim a :{type or 'Claim'} ."
    if novel:
        yield "?claim :novel true ."
    elif novel is not None:
        yield "FILTER NOT EXISTS { ?claim :novel true }"
    for slot, text in slots.items():
        name = f"?{slot}Name"
        named = f"?claim :{slot}/(skos:prefLabel|skos:altLabel) {name}"
        if slot == "comparator":
            named = f"{{ {named} }} UNION {{ ?claim :comparatorText {name} }}"
        held = f"FILTER(CONTAINS(LCASE({name}), LCASE({string_literal(text)})))"
        yield f"FILTER EXISTS {{ {named} {held} }}"


def _grouped(table: ResultTable) -> Mapping[str, Properties]:
    grouped: defaultdict[str, defaultdict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for subject, property_, value in table.rows:
        grouped[str(subject)][str(property_)].append(value)
    return grouped


def _record(
    iri: str,
    properties: Properties,
    quantities: Mapping[str, Properties],
    place: tuple[Any, ...],
) -> ClaimRecord:
    def own(name: str) -> tuple[Any, ...]:
        return tuple(properties.get(ONTOLOGY + name, ()))

    types = {str(t).removeprefix(ONTOLOGY) for t in properties[dict(PREFIXES)["rdf"] + "type"]}
    paper, quote, start, end = place
    return ClaimRecord(
        iri=iri,
        paper=str(paper),
        type=next(t for t in CLAIM_TYPES if t in types),
        sentence=str(quote),
        start=int(start),
        end=int(end),
        subject=next(iter(own("subject")), None),
        comparators=(*own("comparator"), *own("comparatorText")),
        metrics=own("metric"),
        datasets=own("dataset"),
        tasks=own("task"),
        values=tuple(_values(own("value"), quantities)),
        novel=bool(own("novel")),
        negated=bool(own("negated")),
        hedged=bool(own("hedged")),
        score=float(own("score")[0]),
    )


def _values(iris: Iterable[str], quantities: Mapping[str, Properties]) -> Iterator[ValueRecord]:
    def text(of: Properties, name: str) -> str:
        return str(next(iter(of.get(name, ())), ""))

    for iri in sorted(iris):
        of = quantities[iri]
        yield ValueRecord(
            value=Decimal(text(of, f"{_QUDT}numericValue")),
            unit=text(of, f"{ONTOLOGY}unit"),
            qualifier=text(of, f"{ONTOLOGY}qualifier"),
            printed=text(of, f"{ONTOLOGY}printed"),
            quote=text(of, f"{_OA}exact"),
            direction=text(of, f"{ONTOLOGY}direction"),
            kind=text(of, f"{ONTOLOGY}kind"),
            change=Decimal(change) if (change := text(of, f"{ONTOLOGY}change")) else None,
            metrics=tuple(of.get(f"{ONTOLOGY}ofMetric", ())),
            datasets=tuple(of.get(f"{ONTOLOGY}onDataset", ())),
            tasks=tuple(of.get(f"{ONTOLOGY}forTask", ())),
            worse=bool(of.get(f"{ONTOLOGY}worse")),
            rival=bool(of.get(f"{ONTOLOGY}rival")),
        )
