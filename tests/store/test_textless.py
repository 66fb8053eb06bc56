import hashlib
from pathlib import Path

from factories import first_paper, second_paper
from sciloom.model import Extraction, Paper
from sciloom.rdf import BuildInfo, to_quads
from sciloom.rdf.terms import term
from sciloom.resolve import resolve
from sciloom.store import GraphStore, write_store

BUILD = BuildInfo(version="1", pipeline="rules", digest="abc")
NAMELESS = "It is shown here that knots of every kind come undone in the end."


def test_texts_and_quotes_are_left_out_and_the_rest_stays(tmp_path: Path) -> None:
    nameless = Extraction(paper=Paper(id="n.txt#1", text=NAMELESS, abstract=NAMELESS))
    extractions = (first_paper(), second_paper(), nameless)
    write_store(tmp_path / "store", to_quads(resolve(extractions), build=BUILD))
    store = GraphStore.open(tmp_path / "store")
    whole, kept = list(store.quads()), list(store.quads(text=False))
    printed = "\n".join(map(str, kept))
    for extraction in extractions:
        text = extraction.paper.text
        words = extraction.paper.abstract.split()
        runs = (" ".join(words[k : k + 6]).lower() for k in range(len(words) - 5))
        assert not any(run in printed.lower() for run in runs)
        assert hashlib.sha256(text.encode()).hexdigest() in printed
    names = "text oa:exact rdfs:label foldedLabel schema:sha256".split()
    changed = set(map(term, names))
    assert [q for q in kept if q.predicate not in changed] == [
        q for q in whole if q.predicate not in changed
    ]
    labels = {q.object.value for q in kept if q.predicate == term("rdfs:label")}
    assert {"n.txt#1", first_paper().label, second_paper().label} <= labels
