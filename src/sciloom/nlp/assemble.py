"""Put the pipeline together."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

import spacy
from spacy.language import Language

from sciloom.errors import ExtractionError
from sciloom.model import MODEL_NAMES, MODELS

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
        "fast": (
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
_NETWORK = "model.component"
#: spaCy refuses texts longer than this many characters; nothing here needs memory per length.
MAX_LENGTH = 100_000_000


def make_pipeline(model: str = MODELS[0], precision: float | None = None) -> Language:
    """Return the extraction pipeline: the tokenizer and the components of a model.

    ``model`` is one of `sciloom.model.MODEL_NAMES` or the folder of a network that `sciloom train`
    wrote; ``precision``, above 0 and below 1, asks a network for surer entities, and so fewer.

    Raises
    ------
    ExtractionError
        There is no such model, or it cannot be asked for a precision.
    """
    own = model not in MODEL_NAMES
    if own and not (Path(model) / "config.json").is_file():
        raise ExtractionError(
            f'no model is called "{model}"',
            next=f"name {', '.join(COMPONENTS)} or a folder that sciloom train wrote",
        )
    kind = MODELS[0] if own else MODEL_NAMES[model]
    settings: dict[str, Any] = {"precision": precision}
    if own:
        settings["folder"] = str(model)
    if precision is not None and _NETWORK not in COMPONENTS[kind]:
        raise ExtractionError(
            f'"{model}" cannot be asked for a precision', next="leave the precision out"
        )
    import_module("sciloom.nlp.text.tokenizer")
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "sciloom.tokenizer.v1"}}})
    nlp.max_length = MAX_LENGTH
    for module in COMPONENTS[kind]:
        import_module(f"sciloom.nlp.{module}")
        # A component is called after its module, or after the stage that it is the whole of.
        stage, _, part = module.partition(".")
        name = stage if part == "component" else part
        config = settings if module == _NETWORK else {}
        nlp.add_pipe(f"sciloom_{name}_v1", name=name, config=config)
    return nlp
