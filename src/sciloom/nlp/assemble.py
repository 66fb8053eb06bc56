"""Put the pipeline together."""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType

import spacy
from spacy.language import Language

from sciloom.errors import ExtractionError
from sciloom.model import MODELS

#: One of `sciloom.model.MODELS` -> its components, a module each, in the order they read.
COMPONENTS = MappingProxyType(
    {
        "neural": (
            "text.sentences",
            "text.abbreviations",
            "model.component",
            "relations.verdicts",
            "quantities.component",
            "claims.component",
        ),
        "rules": (
            "text.sentences",
            "text.abbreviations",
            "mentions.component",
            "entities.component",
            "relations.component",
            "relations.verdicts",
            "quantities.component",
            "claims.component",
        ),
    }
)
#: spaCy refuses texts longer than this many characters; nothing here needs memory per length.
MAX_LENGTH = 100_000_000


def make_pipeline(model: str = MODELS[0]) -> Language:
    """Return the extraction pipeline: the tokenizer and the components of a model.

    Raises
    ------
    ExtractionError
        There is no such model.
    """
    if model not in COMPONENTS:
        raise ExtractionError(
            f'no model is called "{model}"', next=f"there are {', '.join(COMPONENTS)}"
        )
    import_module("sciloom.nlp.text.tokenizer")
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "sciloom.tokenizer.v1"}}})
    nlp.max_length = MAX_LENGTH
    for module in COMPONENTS[model]:
        import_module(f"sciloom.nlp.{module}")
        # A component is called after its module, or after the stage that it is the whole of.
        stage, _, own = module.partition(".")
        name = stage if own == "component" else own
        nlp.add_pipe(f"sciloom_{name}_v1", name=name)
    return nlp
