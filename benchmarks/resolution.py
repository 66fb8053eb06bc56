"""How well and how fast names are resolved.

python benchmarks/resolution.py                     the curve over each gold of hard pairs
python benchmarks/resolution.py FACTS [N ...]       seconds, memory and counts for the first N
                                                    papers of a facts.jsonl
"""

from __future__ import annotations

import resource
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "resolve"))

import merge_gold

from sciloom.facts import read_facts
from sciloom.resolve import resolve

THRESHOLDS = (0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
BIGGEST = 50


def curve(name: str) -> None:
    papers, pairs = merge_gold.corpus(name), merge_gold.pairs(name)
    print(f"{name}: {len(pairs)} pairs, kappa of two readings {merge_gold.kappa(pairs):.3f}")
    print("threshold precision recall")
    for threshold in THRESHOLDS:
        found = merge_gold.outcome(papers, pairs, threshold)
        print(f"{threshold:9} {found.precision:9.3f} {found.recall:6.3f}")


def growth(facts: Path, sizes: list[int]) -> None:
    every = list(read_facts(facts))
    for size in sizes or [len(every)]:
        papers = every[:size]
        start = time.process_time()
        resolution = resolve(papers)
        seconds = time.process_time() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        mentions = sum(len(e.mentions) for paper in papers for e in paper.entities)
        print(
            f"{len(papers)} papers: {mentions} mentions, {len(resolution.links)} entities,"
            f" {len(resolution.concepts)} concepts; {seconds:.1f} s of processor, {peak} MB"
        )
    uses = Counter(link.concept for link in resolution.links)
    for concept in sorted(resolution.concepts, key=lambda c: (-uses[c.iri], c.key))[:BIGGEST]:
        print(f"{uses[concept.iri]:6} {concept.type:8} {concept.pref_label} = {concept.alt_labels}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        growth(Path(sys.argv[1]), [int(size) for size in sys.argv[2:]])
    else:
        for name in merge_gold.SETS:
            curve(name)
