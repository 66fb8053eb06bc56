import pytest
from rdflib import OWL, RDF, Graph, URIRef

from sciloom.model import TIES
from sciloom.vocab import PREFIXES, ontology_file


@pytest.mark.parametrize("predicate", TIES)
def test_the_ontology_declares_what_ties(predicate: str) -> None:
    ontology = Graph().parse(data=ontology_file("sciloom.ttl").read_text("utf-8"))
    prefix, _, local = predicate.partition(":")
    term = URIRef(dict(PREFIXES)[prefix] + local)
    assert (term, RDF.type, OWL.ObjectProperty) in ontology
