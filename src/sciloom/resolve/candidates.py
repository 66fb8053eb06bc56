"""Pairs of keys that may name one thing, found by indexes: no step compares all with all."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import takewhile

from sciloom.resolve.clusters import Bond
from sciloom.resolve.evidence import Evidence
from sciloom.resolve.forms import HEADS, PLAIN_HEADS, spelling, without_head
from sciloom.resolve.heads import head_bonds, like_head_bonds
from sciloom.resolve.normalise import letters
from sciloom.spill import shared, shuffled

SAME_LETTERS = "same letters"
SPELLING = "spelling"
SHARED_SHORT = "same short form, words of one stem"
STEM = "words of one stem"
SPELLED_OUT = "acronym within the name spelled out"
TYPO = "one letter apart, one of them rare"
ORDER = "words turned round"

#: Two keys of different main types are less likely one thing.
_OTHER_TYPE = 0.9
_FEW_LETTERS = 4
#: Words that a long form may lack and be the same.
_EMPTY = frozenset("and based by for from in level neural of on or over scale the to with".split())
#: Letters of an ending that one word may have in another's place.
_ENDING = 3
_SUFFIXES = frozenset(
    """ able al ance ant ation cy e ed ence ency ent er es ial ian ible ic ical ication ing ion is
    ism ist ity ive ly ment or s te ular um work y""".replace("\n", " ").split(" ")
)
_SPELLED = 0.92
#: Letters of a key in which a slip is looked for: what is longer is a sentence.
_SHORTEST_TYPO = 9
_LONGEST_TYPO = 120
#: Words of a name that is looked at word by word.
_MOST_WORDS = 30
#: A misspelling is this many times rarer than the word.
_TYPO_RATIO = 8
_SHORTEST_ODD = 5
#: Share of a misspelt word's uses that one letter explains.
_EXPLAINED = 0.8
_SHORTEST_STEM = 4
#: Below the threshold: the two may be one, as often as not.
_UNSURE = 0.72
#: Pairs of endings of an attribute that mean the same ("predictive accuracy", "prediction
#: accuracy").
_ENDINGS = frozenset(
    "-al -ed -ic ated-atic e-ation e-ational e-ed e-ive ing-ation ion-ive y-ic y-ical".split()
)
_VERBS = frozenset(("-ing", "e-ing"))
#: What "-al" makes an attribute of, and no other thing ("margin", "marginal").
_NOUNS = ("ic", "ion", "ior", "ment", "ure")
_TELLING = frozenset(("distribution", "function", "relation"))
#: Things that are not the making of them.
_MADE = frozenset(("image", "label", "model"))
#: Endings that say something but in a measure: of what does a thing, of what was done to it.
_MEASURED = frozenset(("ion-ive", "-ed", "e-ed"))
#: Names in which two words stand for each other, if they usually do.
_FRAMES = 3
_COUNTS = frozenset(
    "bi double dual four many multi multiple n one single three tri triple two".split()
)


def bonds(evidence: Evidence) -> Iterator[Bond]:
    """Yield the candidate bonds between keys of spelled-out names, scored and explained."""
    yield from _blocks(evidence, letters, SAME_LETTERS, 0.99)
    yield from _blocks(evidence, spelling, SPELLING, 0.97)
    yield from head_bonds(evidence)
    yield from like_head_bonds(evidence)
    yield from _acronyms_within(evidence)
    yield from _turned(evidence)
    yield from _shared_shorts(evidence)
    yield from _stems(evidence)
    yield from _typos(evidence)


def _blocks(
    evidence: Evidence, fold: Callable[[str], str], reason: str, score: float
) -> Iterator[Bond]:
    """Bond the keys that share a fold to the most used of them.

    Few letters say little ("SUN", "SU(N)"), and a coined name is not what its letters say in words
    ("ClinicalTrial"): there the types are to agree too.
    """
    for folded, keys in shuffled((fold(key), key) for key in evidence.uses):
        for bond in _star(evidence, keys, reason, score):
            few = len(folded) <= _FEW_LETTERS and not any(c.isdigit() for c in folded)
            doubtful = few or (bond.one in evidence.coined) != (bond.other in evidence.coined)
            if not doubtful or _same_type(evidence, bond.one, bond.other):
                yield bond


def _star(evidence: Evidence, keys: Iterable[str], reason: str, score: float) -> Iterator[Bond]:
    first, *rest = sorted(keys, key=lambda key: (-evidence.uses[key], key))
    for key in rest:
        yield Bond(first, key, reason, score)


def _same_type(evidence: Evidence, one: str, other: str) -> bool:
    return evidence.type_of(one) == evidence.type_of(other)


def _weighed(evidence: Evidence, one: str, other: str, score: float) -> float:
    return round(score * (1 if _same_type(evidence, one, other) else _OTHER_TYPE), 4)


def _acronyms_within(evidence: Evidence) -> Iterator[Bond]:
    """Bond "deep CNN" to "deep convolutional neural network" by what CNN stands for.

    That the corpus knows the name spelled out speaks for that expansion, if for no other. In
    "cross-entropy (CE) loss" it only repeats the words in front of it.
    """
    for key in evidence.uses:
        words = key.split("-")
        for i, word in enumerate(words if 1 < len(words) <= _MOST_WORDS else ()):
            if word == "".join(w[0] for w in words[max(0, i - len(word)) : i]) and len(word) > 1:
                bare = "-".join((*words[:i], *words[i + 1 :]))
                if bare in evidence.uses:
                    yield Bond(bare, key, SPELLED_OUT, _weighed(evidence, bare, key, 0.95))
            longs: Mapping[str, int] = evidence.expansions.get(word, {})
            spelled = {
                name: longs[long]
                for long in longs
                if (name := "-".join((*words[:i], long, *words[i + 1 :]))) in evidence.uses
            }
            spelled.pop(key, None)
            votes: Counter[str] = Counter()
            for name, n in spelled.items():
                votes[_gist(name)] += n
            for name in spelled:
                score = _SPELLED * votes[_gist(name)] / votes.total()
                yield Bond(name, key, SPELLED_OUT, _weighed(evidence, name, key, score))


def _turned(evidence: Evidence) -> Iterator[Bond]:
    """Bond "detection of objects" to "object detection", "speed and memory" to "memory and speed".

    The words beside "and" change places, what follows stays.
    """
    for key in evidence.uses:
        head, of, rest = key.partition("-of-")
        turned = f"{rest}-{head}"
        if of and turned in evidence.uses:
            yield Bond(turned, key, ORDER, _weighed(evidence, turned, key, 0.92))
        one, both, tail = key.partition("-and-")
        other, gap, rest = tail.partition("-")
        turned = f"{other}-and-{one}{gap}{rest}"
        if both and "-" not in one and key < turned and turned in evidence.uses:
            yield Bond(key, turned, ORDER, _weighed(evidence, key, turned, 0.92))


def _shared_shorts(evidence: Evidence) -> Iterator[Bond]:
    """Bond two spelled-out forms of one short form whose words share their beginnings.

    A form with a head noun more is to be the same otherwise, and of the head's kind.
    """
    for longs in evidence.expansions.values():
        index: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
        gists: defaultdict[str, set[str]] = defaultdict(set)
        words: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
        for long in longs.keys() & evidence.uses.keys():
            index[tuple(word[:3] for word in long.split("-"))].add(long)
            gists[_gist(long)].add(long)
            words[tuple(sorted(long.split("-")))].add(long)
            split = without_head(long)
            while split:
                if split[0] in longs and _repeats(evidence, *split):
                    yield Bond(split[0], long, SHARED_SHORT, 0.93)
                split = without_head(split[0])
        yield from _shortened(evidence, longs)
        for keys in (*gists.values(), *words.values()):
            yield from _star(evidence, keys, SHARED_SHORT, 0.9)
        for keys in index.values():
            for bond in _star(evidence, keys, SHARED_SHORT, 0.93):
                heads = {key.rpartition("-")[2] for key in (bond.one, bond.other)}
                alike = len(heads) == 1 or _same_type(evidence, bond.one, bond.other)
                if alike and _akin(bond.one, bond.other):
                    score = _weighed(evidence, bond.one, bond.other, bond.score)
                    yield replace(bond, score=score)


def _repeats(evidence: Evidence, stem: str, head: str) -> bool:
    """Tell whether the head names the kind of thing that the stem is."""
    return stem in evidence.uses and (head in PLAIN_HEADS or HEADS[head] == evidence.type_of(stem))


def _shortened(evidence: Evidence, longs: Iterable[str]) -> Iterator[Bond]:
    """Bond "residual network" to "residual neural network", both short for ResNet.

    Where the word left out says something, the two may differ ("neural field", of "neural radiance
    field").
    """
    index: defaultdict[tuple[str, str], list[list[str]]] = defaultdict(list)
    for long in longs:
        if long in evidence.uses:
            words = long.split("-")
            index[words[0], words[-1]].append(words)
    for alike in index.values():
        full = min(alike, key=lambda words: (-evidence.uses["-".join(words)], words))
        for words in alike:
            few, many = sorted((full, words), key=len)
            rest = iter(many)
            if len(few) < len(many) and len(few) > 1 and all(word in rest for word in few):
                one, other = "-".join(full), "-".join(words)
                says_nothing = set(many) - set(few) <= _EMPTY
                score = _weighed(evidence, one, other, 0.9 if says_nothing else _UNSURE)
                yield Bond(one, other, SHARED_SHORT, score)


def _gist(key: str) -> str:
    """Return what spellings of a name share, words that say nothing left out."""
    return spelling("-".join(word for word in key.split("-") if word not in _EMPTY))


def _akin(one: str, other: str) -> bool:
    """Tell whether the words of two keys share their beginnings, all but a short ending.

    Who does a thing is not the doing ("recogniser", "recognition"); the last word, which says what
    it is, is to be the same but for a suffix ("shading" is no "shadow").
    """
    *_, (a, b) = pairs = list(zip(one.split("-"), other.split("-"), strict=False))
    if a != b and not _MADE.isdisjoint((a, b)):
        return False
    stem = _shared(a, b)
    return (_is_suffix(a, stem) and _is_suffix(b, stem)) and all(
        a == b or (_begin_alike(a, b) and _is_agent(a) == _is_agent(b)) for a, b in pairs
    )


def _begin_alike(one: str, other: str) -> bool:
    shared, shorter = _shared(one, other), min(len(one), len(other))
    rest = max(len(one), len(other)) - shared
    inflected = _is_suffix(one, shared) and _is_suffix(other, shared)
    return shared >= max(3, 0.6 * shorter) and (rest <= _ENDING or shared == shorter or inflected)


def _is_suffix(word: str, stem: int) -> bool:
    """Tell whether the rest of a word is a suffix, be its first letter doubled ("mapping")."""
    rest = word[stem:]
    return rest in _SUFFIXES or (rest[:1] == word[stem - 1 : stem] and rest[1:] in _SUFFIXES)


def _is_agent(word: str) -> bool:
    return word.endswith(("er", "or"))


def _shared(one: str, other: str) -> int:
    """Return how many letters two words begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _stems(evidence: Evidence) -> Iterator[Bond]:
    """Bond keys that differ in the ending of one word but the last ("convolution(al) network")."""
    found = []
    frames: Counter[frozenset[str]] = Counter()
    for frame, keys in shuffled(_frames(evidence.uses)):
        pattern = frame.split("-")
        at = pattern.index("")
        first, *rest = sorted(keys, key=lambda key: (-evidence.uses[key], key))
        for key in rest:
            a, b = first.split("-")[at - 1], key.split("-")[at - 1]
            if ending := _endings(a, b, verbs=at == 1 and len(pattern) > 3):
                counted = pattern[at - 2] in _COUNTS if at > 1 else False
                frames[frozenset((a, b))] += 1
                found.append((first, key, frozenset((a, b)), ending, counted))
    for one, other, pair, ending, counted in found:
        usual = frames[pair] >= _FRAMES
        score = _stem_score(evidence, one, other, ending, counted=counted, usual=usual)
        yield Bond(one, other, STEM, score)


def _frames(keys: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each key by what it shares with others: "conv--network" of "convolution-network"."""
    for key in keys:
        words = key.split("-")
        if len(words) <= _MOST_WORDS and not any(c.isdigit() for c in key):
            for k, word in enumerate(words[:-1]):
                if len(word) > _SHORTEST_STEM:
                    yield "-".join((*words[:k], word[:_SHORTEST_STEM], "", *words[k + 1 :])), key


def _endings(one: str, other: str, *, verbs: bool) -> str | None:
    """Return the endings in which two words of one stem differ, if they may mean the same."""
    stem = _shared(one, other)
    allowed = _ENDINGS | _VERBS if verbs else _ENDINGS
    found = (
        f"{a[k:]}-{b[k:]}"
        for k in range(max(_SHORTEST_STEM, stem - 2), stem + 1)
        for a, b in ((one, other), (other, one))
    )
    return next((ending for ending in found if ending in allowed), None)


def _stem_score(
    evidence: Evidence, one: str, other: str, ending: str, *, counted: bool, usual: bool
) -> float:
    """Return how sure a bond by stem is.

    Who interacts learns interactively, but predictive accuracy is that of a prediction: what does a
    thing and the doing are one in a measure alone, of words that ``usual``ly stand for each other.
    A smoothed loss was not smooth; what is ``counted`` is of so many layers, multi-layered or not.
    """
    alike = _same_type(evidence, one, other)
    measured = alike and evidence.type_of(one) == "Metric"
    if (ending == "ion-ive" and not usual) or (ending in _MEASURED and not (measured or counted)):
        return _UNSURE
    if ending == "-al" and not _is_attribute(one, other):
        return _UNSURE
    return 0.9 if alike else 0.81 if ending == "ated-atic" else _UNSURE


def _is_attribute(one: str, other: str) -> bool:
    """Tell whether the word that has an "-al" more says no more."""
    nouns = (
        min(pair, key=len)
        for pair in zip(one.split("-"), other.split("-"), strict=True)
        if len(set(pair)) > 1
    )
    return all(noun.endswith(_NOUNS) and noun not in _TELLING for noun in nouns)


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
    keys = tuple(
        key
        for key in evidence.uses
        # A letter tells one coined name from another (BERTScore, BARTScore).
        if _SHORTEST_TYPO <= len(key) <= _LONGEST_TYPO
        and key not in evidence.coined
        and not any(c.isdigit() for c in key)
    )

    def variants() -> Iterator[tuple[str, str]]:
        for key in keys:
            yield from ((variant, key) for variant in _without_a_letter(key))

    pairs: set[tuple[str, str]] = set()
    for _, alike in shared(variants, sum(map(len, keys))):
        first, *rest = sorted(alike, key=lambda key: (-evidence.uses[key], key))
        pairs.update((first, key) for key in rest)
    return pairs


def _without_a_letter(key: str) -> set[str]:
    """Return a key, and what is left of it without each of its letters."""
    return {key, *(key[:i] + key[i + 1 :] for i in range(len(key)))}


def _odd_words(usual: str, rare: str) -> tuple[str, str] | None:
    """Return the words in which two keys differ, if it is one, of another stem, begun alike."""
    one, other = usual.split("-"), rare.split("-")
    odd = [(a, b) for a, b in zip(one, other, strict=False) if a != b]
    if len(one) != len(other) or len(odd) != 1:
        return None
    a, b = odd[0]
    told = len(b) >= _SHORTEST_ODD and (a + b).isalpha() and a[0] == b[0] and not _inflected(a, b)
    return (a, b) if told else None


def _inflected(one: str, other: str) -> bool:
    """Tell whether the words differ in their last two letters alone: an ending, no slip."""
    return one[-1] != other[-1] and _shared(one, other) >= max(len(one), len(other)) - 2
