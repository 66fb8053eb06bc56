"""Throughput beside peers, all in one run on one thread: read the ratios, not the rates.

    python benchmarks/peers.py [PAPERS]

Extraction: sciloom's models, spaCy's CNN entity recogniser (its weights do not matter for speed),
the same network in torch (with the extra ``training``), YAKE's key phrases (where it is installed:
``pip install yake``). Graph: loading and querying with Oxigraph, which sciloom uses, and rdflib.
"""

from __future__ import annotations

import importlib.util
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import rdflib
import spacy
from pyoxigraph import RdfFormat, Store, parse

from sciloom.corpus import read_papers
from sciloom.model import ENTITY_TYPES, MODELS
from sciloom.nlp import extract_all, make_pipeline
from sciloom.nlp.model.encode import encode
from sciloom.nlp.model.runtime import WEIGHTS, load
from sciloom.rdf import BuildInfo, to_quads, write_turtle
from sciloom.resolve import resolve

SEEDS = Path(__file__).parents[1] / "examples" / "icml2024"
_QUERY = """
PREFIX : <https://w3id.org/sciloom/ontology#>
SELECT ?method (COUNT(DISTINCT ?paper) AS ?papers)
WHERE { ?paper :proposes|:uses ?method . ?paper :claims/:value ?value } GROUP BY ?method
"""


def main(most: int) -> None:
    papers = list(read_papers(sorted(SEEDS.glob("*.txt")), on_skip=print))[:most]
    texts = [paper.text for paper in papers]
    rows: list[tuple[str, float]] = []

    def timed(name: str, work: Callable[[], Any]) -> Any:
        start = time.process_time()
        result = work()
        rows.append((name, time.process_time() - start))
        return result

    found = []
    for model in MODELS:
        nlp = make_pipeline(model)
        list(extract_all(nlp, papers[:1]))
        found = timed(f"sciloom {model}", lambda nlp=nlp: list(extract_all(nlp, papers)))
    recogniser = cnn()
    timed("spaCy CNN, 4 types", lambda: list(recogniser.pipe(texts)))
    network = load()
    encoded = [encode(text, network.tokenizer) for text in texts]
    timed("network, onnxruntime 8 bit", lambda: list(map(network.heads.encode, encoded)))
    if importlib.util.find_spec("torch"):
        heads = torch_heads()
        timed("network, torch", lambda: list(map(heads.encode, encoded)))
    if importlib.util.find_spec("yake"):
        import yake

        extractor = yake.KeywordExtractor(lan="en", n=3)
        timed("YAKE, key phrases", lambda: list(map(extractor.extract_keywords, texts)))
    table(rows, len(papers))
    graph(found)


def cnn() -> spacy.Language:
    """Return spaCy's default entity recogniser, untrained."""
    nlp = spacy.blank("en")
    recogniser: Any = nlp.add_pipe("ner")
    for kind in ENTITY_TYPES:
        recogniser.add_label(kind)
    nlp.initialize()
    return nlp


def torch_heads() -> Any:
    """Return the packaged network run by torch, on one thread."""
    import torch

    from sciloom.training.predict import TorchHeads
    from sciloom.training.start import from_package

    torch.set_num_threads(1)
    return TorchHeads(from_package(WEIGHTS))


def graph(extractions: Sequence[Any]) -> None:
    """Load and ask with both engines."""
    info = BuildInfo(version="0", pipeline="benchmark", digest="0")
    file = BytesIO()
    write_turtle(to_quads(resolve(tuple(extractions)), build=info), file)
    turtle = file.getvalue()
    rows: list[tuple[str, float]] = []

    def timed(name: str, work: Callable[[], Any]) -> None:
        start = time.process_time()
        work()
        rows.append((name, time.process_time() - start))

    slow = rdflib.Graph()
    with tempfile.TemporaryDirectory() as folder:
        fast = Store(folder)
        timed("Oxigraph: load", lambda: fast.bulk_extend(parse(turtle, RdfFormat.TURTLE)))
        timed("rdflib: load", lambda: slow.parse(data=turtle, format="turtle"))
        timed("Oxigraph: ask", lambda: list(fast.query(_QUERY)))  # type: ignore[arg-type]
        timed("rdflib: ask", lambda: list(slow.query(_QUERY)))
        table(rows[:2])
        table(rows[2:])


def table(rows: Sequence[tuple[str, float]], papers: int = 1) -> None:
    """Print what a paper, or the whole, takes, and the speed as a multiple of the first row's."""
    first = rows[0][1]
    for name, seconds in rows:
        print(f"{name:28} {1000 * seconds / papers:10.1f} ms of CPU  x {first / seconds:.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 57)
