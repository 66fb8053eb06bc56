from __future__ import annotations

import pytest
from spacy.language import Language
from spacy.tokens import Doc

from sciloom.model import Extraction, Paper
from sciloom.nlp.assemble import make_pipeline
from sciloom.nlp.extraction import extract


@pytest.fixture(scope="session")
def nlp() -> Language:
    return make_pipeline("rules")


@pytest.fixture(scope="session")
def until(nlp):
    """Run the pipeline on a text up to and with the component of that name."""

    def run(name: str, text: str) -> Doc:
        doc = nlp.make_doc(text)
        for component, pipe in nlp.pipeline:
            doc = pipe(doc)
            if component == name:
                return doc
        raise ValueError(name)

    return run


@pytest.fixture(scope="session")
def read(nlp):
    """Extract from a bare text."""

    def run(text: str, language: str = "en") -> Extraction:
        return extract(nlp, Paper(id="p", text=text, abstract=text, language=language))

    return run
