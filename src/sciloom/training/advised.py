"""Fit the thresholds of a packaged model as the pipeline reads with it: advised.

``python -m sciloom.training.advised MODEL annotated.jsonl --hold-out VENUES --tables FOLDER``
writes them into ``MODEL/config.json``. Neither the model nor the linear tables in FOLDER (made by
``python -m sciloom.nlp.fitting rest.jsonl -o FOLDER``) may have seen the venues.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sciloom.nlp.assemble import make_pipeline
from sciloom.nlp.mentions import linear
from sciloom.nlp.model.linear import LinearAdviser, advise
from sciloom.nlp.model.runtime import load
from sciloom.training.tune import (
    Measurer,
    Remembered,
    precision_curve,
    read_gold,
    report,
    tune,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from spacy.language import Language

    from sciloom.nlp.model.advice import Name, Span
    from sciloom.nlp.model.read import FoundEntity

#: What the adviser needs of the pipeline.
_NEEDED = ("sentences", "abbreviations")


@dataclass(frozen=True, slots=True, eq=False)
class RememberedAdviser:
    """`sciloom.nlp.model.advice.Adviser` of one text that answers each question once."""

    adviser: LinearAdviser
    _known: dict[object, NDArray[np.float64]] = field(default_factory=dict)

    @property
    def names(self) -> Sequence[Name]:
        """The names of the text."""
        return self.adviser.names

    @property
    def abbreviations(self) -> Sequence[tuple[Span, Span]]:
        """The short and long forms of the text."""
        return self.adviser.abbreviations

    def tags(self, words: Sequence[Span]) -> NDArray[np.float64]:
        """Return the share of each tag."""
        return self._once("tags", lambda: self.adviser.tags(words))

    def roles(
        self, entities: Sequence[Sequence[Span]], types: Sequence[str]
    ) -> NDArray[np.float64]:
        """Return the share of each role."""
        key = ("roles", tuple(map(tuple, entities)), tuple(types))
        return self._once(key, lambda: self.adviser.roles(entities, types))

    def relations(self, entities: Sequence[FoundEntity]) -> NDArray[np.float64]:
        """Return the shares of ordered pairs."""
        key = ("relations", *((e.name, e.type, e.role, e.mentions) for e in entities))
        return self._once(key, lambda: self.adviser.relations(entities))

    def _once(self, key: object, ask: Callable[[], NDArray[np.float64]]) -> NDArray[np.float64]:
        if key not in self._known:
            self._known[key] = ask()
        return self._known[key]


def adviser(nlp: Language, text: str) -> RememberedAdviser:
    """Return the adviser of a text."""
    doc = nlp.make_doc(text)
    for name in _NEEDED:
        doc = nlp.get_pipe(name)(doc)
    return RememberedAdviser(advise(doc))


def main() -> None:
    """Read the command line, fit, write the configuration, print the scores."""
    parser = argparse.ArgumentParser(prog="python -m sciloom.training.advised", description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("annotated", type=Path)
    parser.add_argument("--hold-out", required=True, help="venues, with commas between")
    parser.add_argument("--tables", type=Path, required=True)
    options = parser.parse_args()
    linear.prefer(options.tables)
    model = load(options.model)
    gold = read_gold(options.annotated, options.hold_out.split(","))
    nlp = make_pipeline()
    measurer = Measurer(
        gold,
        Remembered(model.heads),
        model.tokenizer,
        [adviser(nlp, here.paper.text) for here in gold],
    )
    thresholds = tune(measurer)
    report(measurer, thresholds)
    curve = precision_curve(measurer, replace(thresholds, relation=1.0))
    config = options.model / "config.json"
    content = json.loads(config.read_text(encoding="utf8"))
    content |= {"thresholds": asdict(thresholds), "curve": [list(row) for row in curve]}
    config.write_text(json.dumps(content, indent=1) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
