"""Make the tables of ``sciloom/nlp/data``; the same inputs give the same bytes on one machine.

``ANNOTATED.jsonl`` holds one object an abstract: ``text``, ``entities``, ``relations`` as in the
annotation guidelines, the strings as the corpus readers clean them. ``UNLABELLED.jsonl.gz`` holds
an ``abstract`` a line.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterator
from pathlib import Path

from sciloom.nlp.assemble import make_pipeline
from sciloom.nlp.fitting.annotated import align, read
from sciloom.nlp.fitting.chain import fit_tagger
from sciloom.nlp.fitting.classes import class_lines
from sciloom.nlp.fitting.decisions import fit_relations, fit_roles
from sciloom.nlp.fitting.tables import write_lines, write_model
from sciloom.nlp.mentions import linear

_DATA = Path(linear.__file__).parent / "data"


def main() -> None:
    """Read the arguments and write the four tables."""
    parser = argparse.ArgumentParser(prog="sciloom.nlp.fitting", description=__doc__)
    parser.add_argument("annotated", type=Path)
    parser.add_argument("unlabelled", type=Path, nargs="?", help="makes the word classes anew too")
    parser.add_argument("-o", "--output", type=Path, default=_DATA)
    options = parser.parse_args()
    if options.unlabelled:
        write_lines(options.output / "clusters.tsv.gz", class_lines(_abstracts(options.unlabelled)))
    papers = align(make_pipeline(), read(options.annotated))
    for name, fit in (("tagger", fit_tagger), ("roles", fit_roles), ("relations", fit_relations)):
        write_model(options.output / f"{name}.tsv.gz", fit(papers))


def _abstracts(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            abstract = json.loads(line)["abstract"]
            if abstract:
                yield abstract


if __name__ == "__main__":
    main()
