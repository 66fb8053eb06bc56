"""Pairs of keys that may name one thing, found by indexes: no step compares all with all."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from sciloom.resolve.clusters import Bond
from sciloom.resolve.evidence import Evidence
from sciloom.resolve.forms import HEADS, PLAIN_HEADS, spelling, without_head
from sciloom.resolve.normalise import letters

SAME_LETTERS = "same letters"
SPELLING = "spelling"
HEAD = "head noun adds nothing"
SHARED_SHORT = "same short form, words of one stem"
STEM = "words of one stem"
SPELLED_OUT = "acronym within the name spelled out"
TYPO = "one letter apart, one of them rare"
ORDER = "words turned round"

#: Two keys of different main types are less likely one thing.
_OTHER_TYPE = 0.9
_FEW_LETTERS = 4
_SHORTEST_TYPO = 9
#: A misspelling is this many times rarer than the word.
_TYPO_RATIO = 8
_SHORTEST_ODD = 5
#: Share of a misspelt word's uses that one letter explains.
_EXPLAINED = 0.8
_SHORTEST_STEM = 4
#: Endings that words of one stem exchange, the stem being at least `_SHORTEST_STEM` long.
_ENDINGS = ("ational", "ation", "ionally", "ional", "ion", "ally", "al", "ic", "ive", "ed", "er",
            "ing", "e", "ly", "y", "or", "ure", "ity", "ence", "ent", "")  # fmt: skip
#: Of those, the ones that leave the meaning of an attribute alone ("convolution(al) network").
_LIGHT = frozenset({("ional", "ion"), ("al", ""), ("ational", "ation"), ("ed", ""), ("ed", "e")})


def bonds(evidence: Evidence) -> Iterator[Bond]:
    """Yield the candidate bonds between keys of spelled-out names, scored and explained."""
    yield from _blocks(evidence, letters, SAME_LETTERS, 0.99)
    yield from _blocks(evidence, spelling, SPELLING, 0.97)
    yield from _heads(evidence)
    yield from _acronyms_within(evidence)
    yield from _turned(evidence)
    yield from _shared_shorts(evidence)
    yield from _stems(evidence)
    yield from _typos(evidence)


def _blocks(
    evidence: Evidence, fold: Callable[[str], str], reason: str, score: float
) -> Iterator[Bond]:
    """Bond the keys that share a fold to the most used of them.

    Few letters say little ("SUN", "SU(N)"): there the types are to agree too.
    """
    index: defaultdict[str, list[str]] = defaultdict(list)
    for key in evidence.uses:
        index[fold(key)].append(key)
    for folded, keys in index.items():
        for bond in _star(evidence, keys, reason, score):
            few = len(folded) <= _FEW_LETTERS and not any(c.isdigit() for c in folded)
            if not few or evidence.type_of(bond.one) == evidence.type_of(bond.other):
                yield bond


def _star(evidence: Evidence, keys: Iterable[str], reason: str, score: float) -> Iterator[Bond]:
    first, *rest = sorted(keys, key=lambda key: (-evidence.uses[key], key))
    for key in rest:
        yield Bond(first, key, reason, score)


def _weighed(evidence: Evidence, one: str, other: str, score: float) -> float:
    agree = evidence.type_of(one) == evidence.type_of(other)
    return round(score * (1 if agree else _OTHER_TYPE), 4)


def _heads(evidence: Evidence) -> Iterator[Bond]:
    """Bond "LoRA method" to "LoRA", if a LoRA is a method."""
    for key in evidence.uses:
        split = without_head(key)
        if not split or split[0] not in evidence.uses:
            continue
        stem, head = split
        kind = HEADS[head]
        if evidence.type_of(stem) != kind or evidence.type_of(key) != kind:
            continue
        if stem in evidence.coined and not _is_field(evidence, stem):
            yield Bond(stem, key, HEAD, 0.93)
        elif head in PLAIN_HEADS:
            yield Bond(stem, key, HEAD, 0.91)


def _is_field(evidence: Evidence, stem: str) -> bool:
    """Tell a short form of a field ("RL" is reinforcement learning): an RL method is no RL."""
    longs: Mapping[str, int] = evidence.expansions.get(stem.rpartition("-")[2], {})
    return bool(longs) and _dominant(longs).endswith("ing")


def _dominant(longs: Mapping[str, int]) -> str:
    """Return the long form with the most votes."""
    return min(longs, key=lambda long: (-longs[long], long))


def _acronyms_within(evidence: Evidence) -> Iterator[Bond]:
    """Bond "deep CNN" to "deep convolutional neural network" by what CNN mostly stands for."""
    dominant = {}
    for short, longs in evidence.expansions.items():
        if longs:
            long = _dominant(longs)
            share = longs[long] / (longs.total() + 0.15)
            dominant[short] = (long, share)
    for key in evidence.uses:
        words = key.split("-")
        if len(words) < 2:
            continue
        for i, word in enumerate(words):
            if word in dominant:
                long, share = dominant[word]
                spelled = "-".join((*words[:i], long, *words[i + 1 :]))
                if spelled in evidence.uses and spelled != key:
                    yield Bond(
                        spelled, key, SPELLED_OUT, _weighed(evidence, spelled, key, 0.97 * share)
                    )


def _turned(evidence: Evidence) -> Iterator[Bond]:
    """Bond "detection of objects" to "object detection"."""
    for key in evidence.uses:
        head, of, rest = key.partition("-of-")
        turned = f"{rest}-{head}"
        if of and turned in evidence.uses:
            yield Bond(turned, key, ORDER, _weighed(evidence, turned, key, 0.92))


def _shared_shorts(evidence: Evidence) -> Iterator[Bond]:
    """Bond two spelled-out forms of one short form whose words share their stems."""
    for longs in evidence.expansions.values():
        index: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
        for long in longs.keys() & evidence.uses.keys():
            split = without_head(long)
            for key in (long, split[0]) if split else (long,):
                index[tuple(word[:3] for word in key.split("-"))].add(long)
        for keys in index.values():
            for bond in _star(evidence, keys, SHARED_SHORT, 0.93):
                if _akin(bond.one, bond.other):
                    score = _weighed(evidence, bond.one, bond.other, bond.score)
                    yield replace(bond, score=score)


def _akin(one: str, other: str) -> bool:
    """Tell whether the words of two keys share their beginnings, most of the shorter word."""
    return all(
        a == b or _shared(a, b) >= max(3, 0.6 * min(len(a), len(b)))
        for a, b in zip(one.split("-"), other.split("-"), strict=False)
    )


def _shared(one: str, other: str) -> int:
    """Return how many letters two words begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _stems(evidence: Evidence) -> Iterator[Bond]:
    """Bond keys whose words differ in light endings alone ("convolution neural network")."""
    index: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for key in evidence.uses:
        words = key.split("-")
        if len(words) > 1 and not any(c.isdigit() for c in key):
            index[tuple(map(_stem, words))].append(key)
    for keys in index.values():
        ordered = sorted(keys, key=lambda key: (-evidence.uses[key], key))
        for other in ordered[1:]:
            light = _light(ordered[0].split("-"), other.split("-"))
            score = 0.86 if light else 0.7
            yield Bond(ordered[0], other, STEM, _weighed(evidence, ordered[0], other, score))


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word.removesuffix(ending)
    return word


def _light(one: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether the words differ, before the last, by endings that add no meaning."""
    for k, (a, b) in enumerate(zip(one, other, strict=True)):
        if a != b:
            long, short = sorted((a, b), key=len, reverse=True)
            endings = {
                (x, y) for x, y in _LIGHT if long.endswith(x) and long.removesuffix(x) + y == short
            }
            if not endings or k == len(one) - 1:
                return False
    return True


def _typos(evidence: Evidence) -> Iterator[Bond]:
    """Bond a key to one that a letter more, less or other makes of a far more common word.

    The odd word is to occur hardly anywhere but in such keys: "gradient decent" is a misspelling,
    "auction model" none of "action model".
    """
    pairs = {
        pair: words
        for pair in _one_letter_apart(evidence)
        if (words := _odd_words(*pair))
        and evidence.words[words[0]] >= _TYPO_RATIO * evidence.words[words[1]]
    }
    explained: Counter[str] = Counter()
    for rare, odd in {(pair[1], words[1]) for pair, words in pairs.items()}:
        explained[odd] += evidence.uses[rare]
    for pair, (_, odd) in pairs.items():
        if explained[odd] >= _EXPLAINED * evidence.words[odd]:
            yield Bond(*pair, TYPO, _weighed(evidence, *pair, 0.9))


def _one_letter_apart(evidence: Evidence) -> set[tuple[str, str]]:
    """Return pairs of keys, the more used first, that share all letters but one."""
    index: defaultdict[str, list[str]] = defaultdict(list)
    for key in evidence.uses:
        # A letter tells one coined name from another (BERTScore, BARTScore).
        plain = key not in evidence.coined and not any(c.isdigit() for c in key)
        if plain and len(key) >= _SHORTEST_TYPO:
            for variant in {key, *(key[:i] + key[i + 1 :] for i in range(len(key)))}:
                index[variant].append(key)
    pairs: set[tuple[str, str]] = set()
    for keys in index.values():
        if len(keys) > 1:
            first, *rest = sorted(keys, key=lambda key: (-evidence.uses[key], key))
            pairs.update((first, key) for key in rest)
    return pairs


def _odd_words(usual: str, rare: str) -> tuple[str, str] | None:
    """Return the words in which two keys differ, if it is one, of another stem, begun alike."""
    one, other = usual.split("-"), rare.split("-")
    odd = [(a, b) for a, b in zip(one, other, strict=False) if a != b]
    if len(one) != len(other) or len(odd) != 1:
        return None
    a, b = odd[0]
    told = len(b) >= _SHORTEST_ODD and a[0] == b[0] and _stem(a) != _stem(b)
    return (a, b) if told else None
