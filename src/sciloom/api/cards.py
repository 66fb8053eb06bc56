"""Cards: all that the graph says of one paper, concept or claim."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from pyoxigraph import NamedNode

from sciloom.api.claims import claims_where
from sciloom.api.marking import marked_sentence
from sciloom.api.records import ClaimRecord
from sciloom.errors import QueryError
from sciloom.model import CLAIM_TYPES, ENTITY_TYPES, RELATIONS
from sciloom.query import Source, near_names, select, string_literal
from sciloom.resolve import normalise
from sciloom.vocab import BASE, ONTOLOGY, folded

#: Edges of a paper in the order of a card, with the words for them, from either end.
EDGES = (
    ("proposes", "proposes", "proposed by"),
    ("uses", "uses", "used by"),
    ("comparesWith", "compares with", "compared with by"),
    ("evaluatesOn", "evaluates on", "evaluated on by"),
    ("reports", "reports", "reported by"),
    ("addresses", "addresses", "addressed by"),
    ("mentions", "mentions", "mentioned by"),
)


#: Ties of a concept, with the words for them.
TIES = (
    ("core#broader", "kind of"),
    ("core#related", "see also"),
    ("core#exactMatch", "the same as"),
    ("core#closeMatch", "close to"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One heading of a card and its lines."""

    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What is known of one thing: ``kind`` is Paper, Claim or an entity type."""

    iri: str
    kind: str
    title: str
    sections: tuple[Section, ...]
    claims: tuple[ClaimRecord, ...]


def card(source: Source, name: str, *, base: str = BASE) -> Card:
    """Return the card of what ``name`` names.

    ``name`` is an IRI, its part after the base ("concept/lora"), a paper's id, a claim's
    "PAPER/claim/N" with either of those, or any label, case ignored.

    Raises
    ------
    QueryError
        Nothing is called that.
    """
    for iri, kind in _candidates(source, name, base):
        if kind == "Paper":
            return _paper_card(source, iri)
        if kind in CLAIM_TYPES:
            return _claim_card(source, iri)
        if kind in ENTITY_TYPES:
            return _concept_card(source, iri, kind)
    near = (near_names(source, name) or ()) + (near_names(source, name, papers=True) or ())
    hint = f"did you mean {' or '.join(near[:3])}? " if near else ""
    raise QueryError(f'nothing is called "{name}"', next=f'{hint}try: sciloom search "{name}"')


def _candidates(source: Source, name: str, base: str) -> Iterator[tuple[str, str]]:
    """Yield (IRI, type) of what the name may mean, the surest first."""
    literal = string_literal(name)
    paper, slash, number = name.rpartition("/claim/")
    claim_of = (
        f"{{ ?p dcterms:identifier {string_literal(paper)} ; :claims ?iri"
        f" FILTER(STRENDS(STR(?iri), {string_literal(slash + number)})) }} UNION "
        if slash
        else ""
    )
    named = "".join(
        f"UNION {{ VALUES ?iri {{ {iri} }} }} UNION {{ {iri} dcterms:isReplacedBy ?iri }}"
        for iri in _iris(name, base + name)
    )
    yield from _pairs(
        source,
        f"""SELECT ?iri ?type WHERE {{
            {claim_of} {{ ?iri dcterms:identifier {literal} }} {named}
            ?iri a ?type
        }}""",
    )
    yield from _pairs(
        source,
        f"""SELECT ?iri ?type WHERE {{
            VALUES ?name {{ {string_literal(folded(name))} }}
            ?iri :foldedLabel ?name ; a ?type
            OPTIONAL {{ ?entity :concept ?iri }}
        }} GROUP BY ?iri ?type ORDER BY DESC(COUNT(?entity)) ?iri""",
    )


def _iris(*names: str) -> Iterator[str]:
    """Yield those that are IRIs, as SPARQL writes them."""
    for name in names:
        with suppress(ValueError):
            yield str(NamedNode(name))


def _pairs(source: Source, sparql: str) -> Iterator[tuple[str, str]]:
    for iri, type_ in select(source, sparql).rows:
        yield str(iri), str(type_).removeprefix(ONTOLOGY)


def _paper_card(source: Source, iri: str) -> Card:
    ((label, identifier, text, year, venue),) = select(
        source,
        f"""SELECT ?label ?id ?text ?year ?venue WHERE {{
            <{iri}> rdfs:label ?label ; dcterms:identifier ?id ; :text ?text .
            OPTIONAL {{ <{iri}> dcterms:date ?year }} OPTIONAL {{ <{iri}> :venue ?venue }}
        }}""",
    ).rows
    edges = select(
        source,
        f"""SELECT DISTINCT ?edge ?label ?type WHERE {{
            <{iri}> ?edge ?concept . ?concept skos:prefLabel ?label ; a ?type
        }} ORDER BY ?label""",
    ).rows
    sections = [_section("id", [" · ".join(str(x) for x in (identifier, venue, year) if x)])]
    sections += [
        _section(
            words,
            [
                f"{name} ({str(type_).removeprefix(ONTOLOGY)})"
                for found, name, type_ in edges
                if found == ONTOLOGY + edge
            ],
        )
        for edge, words, _ in EDGES
    ]
    sections.append(_section("text", [str(text)]))
    claims = claims_where(source, f"<{iri}> :claims ?claim .")
    return _card(iri, "Paper", str(label), sections, claims)


def _concept_card(source: Source, iri: str, kind: str) -> Card:
    names = select(
        source,
        f"""SELECT ?label ?preferred WHERE {{
            {{ <{iri}> skos:prefLabel ?label BIND(true AS ?preferred) }}
            UNION {{ <{iri}> skos:altLabel ?label BIND(false AS ?preferred) }}
        }} ORDER BY DESC(?preferred) ?label""",
    ).column("label")
    merges = select(
        source,
        f"""SELECT ?name ?reason ?score (COUNT(*) AS ?papers) WHERE {{
            ?entity :concept <{iri}> ; :name ?name ; :mergeReason ?reason ; :mergeScore ?score
        }} GROUP BY ?name ?reason ?score ORDER BY ?name ?reason ?score""",
    ).rows
    papers = select(
        source,
        f"""SELECT DISTINCT ?edge ?label ?id WHERE {{
            ?paper ?edge <{iri}> ; a :Paper ; rdfs:label ?label ; dcterms:identifier ?id
        }} ORDER BY ?id""",
    ).rows
    relations = select(
        source,
        f"""SELECT ?predicate ?other ?forward (COUNT(DISTINCT ?paper) AS ?papers) WHERE {{
            ?paper :states ?statement . ?statement rdf:predicate ?predicate .
            {{ ?statement rdf:subject <{iri}> ; rdf:object ?end BIND(true AS ?forward) }}
            UNION {{ ?statement rdf:object <{iri}> ; rdf:subject ?end BIND(false AS ?forward) }}
            ?end skos:prefLabel ?other
        }} GROUP BY ?predicate ?other ?forward ORDER BY DESC(?papers) ?other""",
    ).rows
    ties = select(
        source,
        f"""SELECT ?predicate ?label ?other ?reason ?score WHERE {{
            ?tie owl:annotatedSource <{iri}> ; owl:annotatedProperty ?predicate ;
                owl:annotatedTarget ?other ; rdfs:comment ?reason ; :score ?score .
            OPTIONAL {{ ?other skos:prefLabel ?name }}
            BIND(COALESCE(?name, STR(?other)) AS ?label)
        }} ORDER BY DESC(?score) ?label ?other""",
    ).rows
    sections = [
        _section("also called", _explained(names, {str(row[0]) for row in merges})),
        _section(
            "merged",
            [
                f"{name}: {reason} ({score}; {n} paper{'s' if n != 1 else ''})"
                for name, reason, score, n in merges
            ],
        ),
    ]
    sections += [
        _section(
            words,
            [
                f"{label}{f' <{other}>' if label == names[0] else ''}: {reason} ({score})"
                for found, label, other, reason, score in ties
                if str(found).endswith(local)
            ],
        )
        for local, words in TIES
    ]
    sections += [
        _section(
            words, [f"{label} [{id_}]" for found, label, id_ in papers if found == ONTOLOGY + edge]
        )
        for edge, _, words in EDGES
    ]
    sections += [
        _section(
            predicate,
            [
                (f"→ {other}" if forward else f"← {other}") + (f" ({n} papers)" if n != 1 else "")
                for found, other, forward, n in relations
                if found == ONTOLOGY + predicate
            ],
        )
        for predicate in RELATIONS
    ]
    claims = claims_where(source, f"?claim :subject|:comparator|:metric|:dataset|:task <{iri}> .")
    return _card(iri, kind, str(names[0]), sections, claims)


def _explained(names: Sequence[object], merged: Container[str]) -> list[str]:
    """Return the names but the first, each with why it is here; the merged ones are told apart."""
    first, *rest = map(str, names)
    return [
        f"{name}: {'same words' if normalise(name) == normalise(first) else 'form in papers'}"
        for name in rest
        if name not in merged
    ]


def _claim_card(source: Source, iri: str) -> Card:
    (claim,) = claims_where(source, f"VALUES ?claim {{ <{iri}> }} ?claim a :Claim .")
    ((label, identifier),) = select(
        source,
        f"SELECT ?label ?id WHERE {{ <{claim.paper}> rdfs:label ?label ; dcterms:identifier ?id }}",
    ).rows
    sections = [
        _section("sentence", [marked_sentence(source, claim)]),
        _section("paper", [f"{label} [{identifier}]"]),
    ]
    return _card(iri, "Claim", claim.type, sections, (claim,))


def _section(heading: str, lines: list[str]) -> Section:
    return Section(heading=heading, lines=tuple(lines))


def _card(
    iri: str, kind: str, title: str, sections: list[Section], claims: tuple[ClaimRecord, ...]
) -> Card:
    kept = tuple(section for section in sections if section.lines)
    return Card(iri=iri, kind=kind, title=title, sections=kept, claims=claims)
