"""IRIs: the ontology's terms, the vocabularies reused, and how a resource gets its IRI."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from urllib.parse import quote

from sciloom.model import Paper

ONTOLOGY = "https://w3id.org/sciloom/ontology#"
ONTOLOGY_VERSION = "0.1.0"
BASE = "https://w3id.org/sciloom/id/"

#: Prefixes that every query and every Turtle file may rely on.
PREFIXES = (
    ("", ONTOLOGY),
    ("dcterms", "http://purl.org/dc/terms/"),
    ("fabio", "http://purl.org/spar/fabio/"),
    ("foaf", "http://xmlns.com/foaf/0.1/"),
    ("mls", "http://www.w3.org/ns/mls#"),
    ("oa", "http://www.w3.org/ns/oa#"),
    ("owl", "http://www.w3.org/2002/07/owl#"),
    ("prism", "http://prismstandard.org/namespaces/basic/2.0/"),
    ("prov", "http://www.w3.org/ns/prov#"),
    ("qudt", "http://qudt.org/schema/qudt/"),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("schema", "https://schema.org/"),
    ("sh", "http://www.w3.org/ns/shacl#"),
    ("skos", "http://www.w3.org/2004/02/skos/core#"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
)

#: Role of an entity in a paper, by type where the type decides -> the paper's edge to the concept.
ROLE_EDGES = (
    ("proposed", None, "proposes"),
    ("compared", None, "comparesWith"),
    ("evaluated", "Dataset", "evaluatesOn"),
    ("evaluated", "Metric", "reports"),
    ("evaluated", None, "addresses"),
    ("used", None, "uses"),
    ("background", None, "mentions"),
)


def ontology_file(name: str) -> Traversable:
    """Return ``sciloom.ttl`` or ``shapes.ttl`` as it ships in the package."""
    packaged = files("sciloom").joinpath("ontology", name)
    # An editable install has no copy: the folder beside ``src`` is the one source.
    return packaged if packaged.is_file() else Path(__file__).parents[2] / "ontology" / name


def paper_edge(role: str, type_: str) -> str:
    """Return the local name of the edge from a paper to a concept it gives this role."""
    for edge_role, edge_type, edge in ROLE_EDGES:
        if edge_role == role and edge_type in (None, type_):
            return edge
    raise ValueError(f"no edge for role {role!r}")


def segment(text: str) -> str:
    """Return ``text`` as one path segment of an IRI: NFC, percent-encoded, never "." or ".."."""
    encoded = _encode(unicodedata.normalize("NFC", text), safe="")
    return encoded.replace(".", "%2E") if set(encoded) <= {"."} else encoded


def _encode(text: str, *, safe: str) -> str:
    # A lone surrogate has no UTF-8 form; its bytes still tell it from every other character.
    return quote(text, safe=safe, errors="surrogatepass")


def folded(label: str) -> str:
    """Return a label as it is looked up: in lower case, as SPARQL's LCASE gives it, and NFC."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", label).lower())


def text_digest(text: str) -> str:
    """Return 16 hex digits that name a text whatever its case, spacing and width forms."""
    folded = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text).casefold()).strip()
    return hashlib.sha256(folded.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def paper_iri(paper: Paper, base: str = BASE) -> str:
    """Return the paper's IRI: by DOI, else arXiv id, else the digest of its text, or of its id."""
    if paper.doi:
        return f"{base}paper/doi/{_encode(paper.doi.lower(), safe='/')}"
    arxiv = paper.ids.get("arxiv")
    if arxiv:
        return f"{base}paper/arxiv/{_encode(re.sub(r'v[0-9]+$', '', arxiv), safe='/')}"
    return f"{base}paper/{text_digest(paper.text or paper.id)}"


def concept_iri(key: str, base: str = BASE) -> str:
    """Return the IRI of the concept with this normalised key."""
    return f"{base}concept/{segment(key)}"


def concepts_graph(base: str = BASE) -> str:
    """Return the named graph of labels, types, merges and concept-to-concept edges."""
    return f"{base}concepts"


def build_iri(base: str = BASE) -> str:
    """Return the IRI of the build activity, which also names the graph that describes it."""
    return f"{base}build"


def paper_graph(paper: str) -> str:
    """Return the named graph that holds what only this paper (its IRI) says."""
    return f"{paper}/graph"
