"""The graph that a build wrote, as a Python object."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sciloom.api.cards import Card, card
from sciloom.api.claims import find_claims
from sciloom.api.records import ClaimRecord, ConceptRecord, PaperRecord
from sciloom.api.tables import fields, write_claims_csv, write_comparisons_csv
from sciloom.api.textless import textless_claim, textless_network, textless_paper
from sciloom.query import Result, bind, run_query, select, string_literal
from sciloom.store import FACTS, Hit, OutputFolder, search

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd
    import rdflib
    from pyvis.network import Network

    from sciloom.model import Resolution

#: Seconds a query may take, unless told otherwise.
TIMEOUT = 60.0

PathLike = str | os.PathLike[str]


def build(*inputs: PathLike, output: PathLike = "output", **options: Any) -> KnowledgeGraph:
    """Build the graph of papers into ``output``, replacing what was there, and open it.

    Parameters
    ----------
    inputs
        Files, folders or globs.
    output
        The folder to write.
    options
        Those of `sciloom.pipeline.build`, such as ``facts`` or ``strict``; it also tells what is
        raised.
    """
    from sciloom import pipeline

    pipeline.build(inputs, output, **options)
    return open(output)


def open(folder: PathLike = "output") -> KnowledgeGraph:  # noqa: A001 - as sciloom.open
    """Open the graph that a build wrote.

    Raises
    ------
    StoreError
        There is none, or its pieces do not belong together.
    """
    return KnowledgeGraph(folder)


class KnowledgeGraph:
    """A graph on disk, open for reading."""

    def __init__(self, folder: PathLike) -> None:
        self.folder = Path(folder)
        self._store = OutputFolder(self.folder).open()

    def __repr__(self) -> str:
        return f"<KnowledgeGraph {str(self.folder)!r}: {len(self._store.papers())} papers>"

    @property
    def papers(self) -> tuple[PaperRecord, ...]:
        """Every paper, in the order of its id."""
        table = select(
            self._store,
            """SELECT ?iri ?id ?label ?title ?year ?venue ?text WHERE {
            ?iri a :Paper ; dcterms:identifier ?id ; rdfs:label ?label ; :text ?text .
            OPTIONAL { ?iri dcterms:title ?title }
            OPTIONAL { ?iri dcterms:date ?date BIND(xsd:integer(STR(?date)) AS ?year) }
            OPTIONAL { ?iri :venue ?venue }
        } ORDER BY ?id ?iri""",
        )
        return tuple(PaperRecord(**record) for record in table.records())  # type: ignore[arg-type]

    def methods(self, name: str = "") -> tuple[ConceptRecord, ...]:
        """Return the methods with a name that contains ``name``, most papers first."""
        return self.concepts("Method", name)

    def datasets(self, name: str = "") -> tuple[ConceptRecord, ...]:
        """Return the datasets with a name that contains ``name``, most papers first."""
        return self.concepts("Dataset", name)

    def metrics(self, name: str = "") -> tuple[ConceptRecord, ...]:
        """Return the metrics with a name that contains ``name``, most papers first."""
        return self.concepts("Metric", name)

    def tasks(self, name: str = "") -> tuple[ConceptRecord, ...]:
        """Return the tasks with a name that contains ``name``, most papers first."""
        return self.concepts("Task", name)

    def concepts(self, type: str, name: str = "") -> tuple[ConceptRecord, ...]:
        """Return the concepts of a type with a name that contains ``name``, case ignored.

        Raises
        ------
        ValueError
            No such type.
        """
        from sciloom.model import ENTITY_TYPES

        if type not in ENTITY_TYPES:
            raise ValueError(f"{type!r} is none of {', '.join(ENTITY_TYPES)}")
        table = select(
            self._store,
            f"""SELECT ?iri ?label ?aliases ?papers WHERE {{
            ?iri a :{type} ; skos:prefLabel ?label .
            {{ SELECT ?iri (COUNT(DISTINCT ?paper) AS ?papers) WHERE {{
                ?paper :entity/:concept ?iri
            }} GROUP BY ?iri }}
            OPTIONAL {{ SELECT ?iri (GROUP_CONCAT(?alias; separator="\\n") AS ?aliases) WHERE {{
                ?iri skos:altLabel ?alias
            }} GROUP BY ?iri }}
            FILTER EXISTS {{
                ?iri skos:prefLabel|skos:altLabel ?name
                FILTER(CONTAINS(LCASE(?name), LCASE({string_literal(name)})))
            }}
        }} ORDER BY DESC(?papers) ?label ?iri""",
        )
        return tuple(
            ConceptRecord(
                iri=str(iri),
                type=type,
                label=str(label),
                aliases=tuple(sorted(str(aliases or "").splitlines())),
                papers=int(papers),  # type: ignore[arg-type]
            )
            for iri, label, aliases, papers in table.rows
        )

    def claims(
        self,
        *,
        type: str | None = None,
        subject: str | None = None,
        comparator: str | None = None,
        metric: str | None = None,
        dataset: str | None = None,
        task: str | None = None,
        novel: bool | None = None,
    ) -> tuple[ClaimRecord, ...]:
        """Return the claims whose slots hold names that contain the given texts, case ignored.

        Raises
        ------
        ValueError
            No such claim type.
        """
        slots = {
            "subject": subject,
            "comparator": comparator,
            "metric": metric,
            "dataset": dataset,
            "task": task,
        }
        given = {slot: text for slot, text in slots.items() if text is not None}
        return find_claims(self._store, slots=given, type=type, novel=novel)

    def search(self, text: str, *, limit: int = 20) -> tuple[Hit, ...]:
        """Find papers, concepts and claims that hold every word of ``text``, best first."""
        return search(self._store.path, text, limit=limit)

    def card(self, name: str) -> Card:
        """Return all that is known of a paper, concept or claim; see `sciloom.api.cards.card`.

        Raises
        ------
        QueryError
            Nothing is called that.
        """
        return card(self._store, name)

    def query(self, sparql: str, *, timeout: float | None = TIMEOUT) -> Result:
        """Answer a SPARQL query within a limit of time (seconds) and memory, and without SERVICE.

        Without a ``timeout`` it runs in this process, which saves half a second, and without limits
        but on SERVICE. See `sciloom.query.run_query`.
        """
        return run_query(self._store, sparql, timeout=timeout)

    def ask(self, name: str, **parameters: str) -> Result:
        """Answer a named query, such as ``kg.ask("evaluated-on", dataset="ImageNet")``."""
        return run_query(self._store, bind(name, parameters))

    @property
    def rdf(self) -> rdflib.Graph:
        """The union of all graphs as an rdflib graph: a view of the store, not a copy."""
        from oxrdflib import OxigraphStore
        from rdflib import Dataset

        return Dataset(OxigraphStore(store=self._store.query_store), default_union=True)

    def network(self, *, claims: bool = False) -> nx.MultiDiGraph:
        """Return papers, concepts and, if asked for, claims with their stated links."""
        from sciloom.graph import to_network

        return to_network(self._store, claims=claims)

    def to_html(self, file: PathLike) -> Path:
        """Write the page of the graph to ``file``."""
        from sciloom.viewer import render_page

        Path(file).write_text(render_page(self._resolution()), encoding="utf-8", newline="\n")
        return Path(file)

    def to_pyvis(self) -> Network:
        """Return the first picture as a pyvis network, to be changed and shown as you like."""
        from sciloom.viewer import to_pyvis

        return to_pyvis(self._resolution())

    def export(self, format: str, file: PathLike, *, text: bool = True) -> Path:
        """Write the graph as turtle, nt, nquads, trig, jsonld or graphml.

        Further formats: csv (a line a claim), comparisons (CSV, a line a number of a claim), parts
        (a folder of packed N-Quads with a manifest, for the loaders of other stores).

        Without ``text`` abstracts and quotes are left out; offsets, facts and a digest of each text
        stay.

        Raises
        ------
        ValueError
            No such format.
        """
        from sciloom.rdf import FORMATS, write_ordered, write_parts

        target = Path(file)
        if format == "graphml":
            from sciloom.graph import to_graphml

            network = self.network()
            to_graphml(network if text else textless_network(network, self.papers), target)
        elif format in ("csv", "comparisons"):
            claims = self.claims() if text else tuple(map(textless_claim, self.claims()))
            if format == "csv":
                write_claims_csv(claims, target)
            else:
                papers = self.papers if text else tuple(map(textless_paper, self.papers))
                write_comparisons_csv(claims, papers, target)
        elif format == "parts":
            write_parts(self._store.quads(text=text), target, build=self._store.build_digest())
        elif format in FORMATS:
            with target.open("wb") as out:
                write_ordered(self._store.quads(text=text), format, out)
        else:
            raise ValueError(
                f"{format!r} is none of {', '.join(FORMATS)}, graphml, csv, comparisons, parts"
            )
        return target

    def to_pandas(self) -> dict[str, pd.DataFrame]:
        """Return the tables ``papers``, ``concepts`` and ``claims``; needs pandas."""
        import pandas as pd

        from sciloom.model import ENTITY_TYPES

        concepts = [c for type_ in ENTITY_TYPES for c in self.concepts(type_)]
        return {
            "papers": pd.DataFrame(map(fields, self.papers)),
            "concepts": pd.DataFrame(map(fields, concepts)),
            "claims": pd.DataFrame(map(fields, self.claims())),
        }

    def _resolution(self) -> Resolution:
        """Read the facts back and resolve them again: the same bytes come of it."""
        from sciloom.facts import read_facts
        from sciloom.resolve import Overrides, resolve
        from sciloom.store import spooled

        overrides = Overrides.of(OutputFolder(self.folder).report()["overrides"])
        extractions = spooled()
        extractions.extend(read_facts(self.folder / FACTS))
        return resolve(extractions, overrides=overrides)
