"""Put the pipeline together."""

from __future__ import annotations

from importlib import import_module

import spacy
from spacy.language import Language

from sciloom.nlp import extensions

COMPONENTS = (
    "sentences",
    "abbreviations",
    "mentions",
    "entities",
    "relations",
    "quantities",
    "claims",
)
#: spaCy refuses texts longer than this many characters; nothing here needs memory per length.
MAX_LENGTH = 100_000_000


def make_pipeline() -> Language:
    """Return the extraction pipeline: tokenizer and one component for each of `COMPONENTS`."""
    extensions.register()
    import_module("sciloom.nlp.tokenizer")
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "sciloom.tokenizer.v1"}}})
    nlp.max_length = MAX_LENGTH
    for name in COMPONENTS:
        import_module(f"sciloom.nlp.{name}")
        nlp.add_pipe(f"sciloom_{name}_v1", name=name)
    return nlp
