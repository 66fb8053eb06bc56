"""Write made-up abstracts: sentences of real ones, mixed, with the names in them changed.

    python benchmarks/synthetic_corpus.py 5000 made.jsonl [--of corpus.jsonl.gz]

The sentences are those of the seeds unless ``--of`` names other papers; each stands where it stood
in its own abstract: first sentences first. Half of the names (words such as GPT-4 or QuIP) stay,
as much-used data sets do; the others are invented anew in each abstract, as proposed methods are.
The same seed writes the same bytes.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from sciloom.corpus import read_papers
from sciloom.nlp.model.words import sentences

SEEDS = Path(__file__).parents[1] / "examples" / "icml2024"
#: A word with a capital or a digit behind its first letter.
_NAME = re.compile(r"\b[^\W\d_][\w+-]*[A-Z\d][\w+-]*")
_SYLLABLES = "ba ce di fo gu ka la me ni po ru sa te vi zo".split()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("papers", type=int)
    parser.add_argument("file", type=Path)
    parser.add_argument("--of", type=Path, nargs="+", default=sorted(SEEDS.glob("*.txt")))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    abstracts = [
        [p.abstract[start:end] for start, end in sentences(p.abstract)]
        for p in read_papers(options.of, on_skip=print)
    ]
    with options.file.open("w", encoding="utf-8") as file:
        for record in made(abstracts, options.papers, random.Random(options.seed)):
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def made(
    abstracts: Sequence[Sequence[str]], number: int, chooser: random.Random
) -> Iterator[dict[str, str | int]]:
    """Yield so many records, each as long as one of the abstracts."""
    by_place: dict[int, list[str]] = {}
    for sents in abstracts:
        for place, sentence in enumerate(sents):
            by_place.setdefault(place, []).append(sentence)
    for at in range(number):
        length = len(chooser.choice(abstracts))
        text = " ".join(chooser.choice(by_place[place]) for place in range(length))
        names = {name: invented(chooser) for name in sorted(set(_NAME.findall(text)))}
        own = invented(chooser)
        yield {
            "id": f"made-{at:07}",
            "title": f"{own}: {invented(chooser)} of number {at}",
            "abstract": _NAME.sub(lambda m: m[0] if _stays(m[0]) else names[m[0]], text),  # noqa: B023
            "year": 2000 + at % 25,
            "venue": f"Venue {at % 7}",
        }


def invented(chooser: random.Random) -> str:
    """Return a word that looks like the name of a method."""
    word = "".join(chooser.choices(_SYLLABLES, k=4)).capitalize()
    return word + chooser.choice(("", "Net", "-2", "BERT"))


def _stays(name: str) -> bool:
    return zlib.crc32(name.encode()) % 2 == 0


if __name__ == "__main__":
    main()
