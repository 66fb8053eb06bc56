"""Head nouns that add nothing: "LoRA method" names what "LoRA" does."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from sciloom.resolve.clusters import Bond
from sciloom.resolve.evidence import Evidence
from sciloom.resolve.forms import (
    HEADS,
    PLAIN_HEADS,
    PLAIN_METHOD_HEADS,
    parted,
    without_head,
)

HEAD = "head noun adds nothing"
LIKE_HEADS = "head nouns of one meaning"

#: Heads that mean the same of whatever they stand with ("augmented Lagrangian method").
_ALIKE = ("approach method methodology technique".split(), "problem task".split())

#: Endings of the names of languages: there are many Finnish datasets.
_LANGUAGES = ("ese", "ian", "ic", "ish")
#: Endings of what a method is for, rather than of a method: an estimation method is one of many.
_FIELDS = ("tion", "sion", "ment", "search", "analysis", "learning", "processing", "modeling")
#: Endings of what one does: the problem of it is the task itself, though it be read as a method.
_DOINGS = ("tion", "sion", "ment", "ing", "search", "analysis")
#: What is a model by its own name: "feed-forward network architecture".
_MODELS = frozenset(
    """autoencoder classifier decoder discriminator encoder forest generator machine mixture net
    network perceptron transformer tree""".split()
)
_MODEL_HEADS = frozenset({"architecture", "framework", "model", "network"})
#: Endings of the names of networks.
_NETWORKS = ("bert", "former", "gan", "gru", "lstm", "net", "nn", "vae")
#: What a function is by its own name: "auxiliary loss function".
_FUNCTIONS = frozenset("cost kernel loss objective reward utility".split())
#: One reading as a task in this many makes a field of it; so many names that go on from it to one
#: of its own make it a modifier.
_FEW_TASKS = 3
_MODIFIES = 30
_FEW_CAPITALS = 4
#: Share of the names that end with a word that are tasks, if it is one of a field; at least, if of
#: something done: an invariant representation is none.
_FIELD = 0.5
_DONE = 0.25
#: Share of its spelled-out uses that makes a short form clear.
_DOMINANT = 0.7


def head_bonds(evidence: Evidence) -> Iterator[Bond]:
    """Bond "LoRA method", "LoRA algorithm" and "LoRA" to the most used of them."""
    variants: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for key in evidence.uses:
        stem, head = parted(key)
        if stem in evidence.uses and (score := _score(evidence, key, stem, head)):
            variants[stem][key] = score
    for stem, scores in variants.items():
        scores[stem] = 1.0
        hub, *rest = sorted(scores, key=lambda key: (-evidence.uses[key], key))
        for key in rest:
            yield Bond(hub, key, HEAD, min(scores[hub], scores[key]))


def like_head_bonds(evidence: Evidence) -> Iterator[Bond]:
    """Bond "X method" to "X approach", "X task" to "X problem", whether "X" is a name or not."""
    for heads in _ALIKE:
        index: defaultdict[str, list[str]] = defaultdict(list)
        for key in evidence.uses:
            stem, _, head = key.rpartition("-")
            if stem and head in heads:
                index[stem].append(key)
        for keys in index.values():
            hub, *rest = sorted(keys, key=lambda key: (-evidence.uses[key], key))
            for key in rest:
                if evidence.type_of(hub) == evidence.type_of(key):
                    yield Bond(hub, key, LIKE_HEADS, 0.88)


def _score(evidence: Evidence, key: str, stem: str, head: str) -> float | None:
    """Return how sure it is that the head adds nothing, if it may."""
    last = stem.rpartition("-")[2]
    ours, its = evidence.type_of(key), evidence.type_of(stem)
    if head == "function" and last in _FUNCTIONS and ours == its:
        return 0.92
    if without_head(key) is None:
        return None
    kind = HEADS[head]
    if ours == its == kind:
        return _same_kind(evidence, stem, last, head)
    done = last.endswith(_DOINGS) and evidence.tasks[last] >= _DONE
    posed = head == "problem" and "-" in stem and done
    return 0.82 if posed and {ours, its} <= {"Method", "Task"} else None


def _same_kind(evidence: Evidence, stem: str, last: str, head: str) -> float | None:
    kind = HEADS[head]
    coined = last in evidence.coined_words
    if coined and (kind == "Dataset" or _is_artefact(evidence, last, head)):
        return 0.93
    if head in PLAIN_HEADS:
        return 0.91
    if kind == "Dataset" and stem in evidence.proper - evidence.common:
        return None if stem.endswith(_LANGUAGES) else 0.9
    if last in _MODELS and head in _MODEL_HEADS:
        return 0.85
    plain = head in PLAIN_METHOD_HEADS and "-" in stem and not last.endswith(_FIELDS)
    return 0.82 if plain and not coined and not _is_field(evidence, stem) else None


def _is_field(evidence: Evidence, stem: str) -> bool:
    """Tell what methods are for, or about, from a method.

    Often read as a task ("linear bandit"), one of a field ("motion planning"), or mostly met in
    front of other words ("first-order").
    """
    uses = evidence.uses[stem]
    tasks = evidence.as_task[stem] * _FEW_TASKS > uses
    field = evidence.tasks[stem.rpartition("-")[2]] > _FIELD
    return tasks or field or evidence.extended[stem] > _MODIFIES * uses


def _is_artefact(evidence: Evidence, word: str, head: str) -> bool:
    """Tell a short form of one thing from that of a field (an RL method is no RL) or of several.

    Two letters always stand for several, four capitals where no paper spells them out. A ReLU
    network is no ReLU, a CNN module no CNN.
    """
    if len(word) <= 2 and word.isalpha():
        return False
    if head == "network" and not word.endswith(_NETWORKS):
        return False
    longs: Mapping[str, int] = evidence.expansions.get(word, {})
    if not longs:
        return len(word) > _FEW_CAPITALS or word not in evidence.acronyms
    long = min(longs, key=lambda long: (-longs[long], long))
    clear = longs[long] >= _DOMINANT * sum(longs.values())
    part = head == "module" and long.rpartition("-")[2] in _MODELS
    return (
        clear
        and not part
        and not long.endswith(("ing", "search"))
        and evidence.type_of(long) != "Task"
    )
