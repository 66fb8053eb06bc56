"""How well and how fast names are resolved.

python benchmarks/resolution.py                     the curve over each gold of hard pairs
python benchmarks/resolution.py BUILT [N ...]       seconds, memory and counts for the first N
                                                    papers of a facts.jsonl, or of the output folder
                                                    that holds it; the biggest concepts, each with
                                                    its names and how many papers read them
"""

from __future__ import annotations

import resource
import sys
import time
from collections import Counter, defaultdict
from itertools import chain, islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "resolve"))

import merge_gold

from sciloom.facts import read_facts
from sciloom.model import Resolution
from sciloom.resolve import normalise, resolve

THRESHOLDS = (0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
BIGGEST = 50
FORMS = 12


def curves() -> None:
    golds = {name: (merge_gold.corpus(name), merge_gold.pairs(name)) for name in merge_gold.SETS}
    for name, (_, pairs) in golds.items():
        print(f"{name}: {len(pairs)} pairs, kappa of two readings {merge_gold.kappa(pairs):.3f}")
    print("threshold, then precision and recall of", *golds, "all")
    for threshold in THRESHOLDS:
        found = [merge_gold.outcome(*gold, threshold) for gold in golds.values()]
        row = [f"{o.precision:.3f} {o.recall:.3f}" for o in (*found, merge_gold.pooled(found))]
        print(f"{threshold:.2f}", *row, sep=" | ")


def growth(facts: Path, sizes: list[int]) -> None:
    """Resolve the first papers, in sizes that grow: the peak is that of the biggest so far."""
    for size in sizes or [None]:
        papers = list(islice(read_facts(facts), size))
        start = time.process_time()
        resolution = resolve(papers)
        seconds = time.process_time() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        entities = sum(map(len, resolution.links))
        mentions = sum(len(e.mentions) for paper in papers for e in paper.entities)
        print(
            f"{len(papers)} papers: {mentions} mentions, {entities} entities,"
            f" {len(resolution.concepts)} concepts; {seconds:.1f} s of processor, {peak} MB",
            flush=True,
        )
    biggest(resolution)


def biggest(resolution: Resolution) -> None:
    names: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for link in chain.from_iterable(resolution.links):
        names[link.concept][normalise(link.entity)] += 1
    uses = {iri: read.total() for iri, read in names.items()}
    for concept in sorted(resolution.concepts, key=lambda c: (-uses[c.iri], c.key))[:BIGGEST]:
        read = ", ".join(f"{key} {n}" for key, n in names[concept.iri].most_common(FORMS))
        more = len(names[concept.iri]) - FORMS
        rest = f" and {more} more" if more > 0 else ""
        print(f"{uses[concept.iri]:6} {concept.type:8} {concept.pref_label}: {read}{rest}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        built = Path(sys.argv[1])
        facts = built / "facts.jsonl" if built.is_dir() else built
        growth(facts, [int(size) for size in sys.argv[2:]])
    else:
        curves()
