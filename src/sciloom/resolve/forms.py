"""What the form of a name tells: a short form of which long one, a head noun that adds nothing."""

from __future__ import annotations

import re
import unicodedata

from sciloom.resolve.normalise import letters, normalise

#: Head nouns that name the kind of thing a proper name already is -> that kind.
HEADS = {
    **dict.fromkeys(
        """algorithm approach architecture framework mechanism method methodology model module
        network paradigm procedure scheme system technique""".split(),
        "Method",
    ),
    **dict.fromkeys("benchmark corpus corpora database dataset data-set suite".split(), "Dataset"),
    **dict.fromkeys("index metric score measure".split(), "Metric"),
    **dict.fromkeys("task problem".split(), "Task"),
}
#: Heads that add nothing even to a plain phrase ("object detection task").
PLAIN_HEADS = frozenset({"task", "problem"})
#: Heads of methods that add nothing even to a plain phrase ("coordinate descent method"): what has
#: an algorithm may be a problem ("Nash equilibrium algorithm").
PLAIN_METHOD_HEADS = frozenset(
    "approach mechanism method paradigm procedure scheme technique".split()
)
_DATA_SET = "-data-set"
_LONGEST_SHORT = 14
#: Letters of a word that, in capitals beside others, is shouted.
_LONG_WORD = 7
#: Letters, and words that lend none, that a long form may have in front of its short form.
_FARTHEST = 120
_SMALL_WORDS = 3
_GAP = re.compile(r"[\s/-]+")
_WORD = re.compile(r"[^\W_]+")
#: What parts phrases, and words that no long form holds.
_CLAUSE = re.compile(
    r"[.,;:()\[\]]|\b(?:the|a|an|and|or|is|are|we|our|that|this|which|by|as|it|its|be|not)\b",
    re.IGNORECASE,
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PLURAL_NUMBER = re.compile(r"(?<=[a-z]{5})s(?=\d)")
#: British spellings and their American ones, by ending or within a word; short words and full ones.
_SPELLINGS = (
    (re.compile(r"our(?=$|-|able|al|ed|ful|hood|i[nst]|less|ly|y)"), "or"),
    (re.compile(r"isation(?=$|-|al)"), "ization"),
    (re.compile(r"is(e|ed|er|ing|able|ability)(?=$|-)"), r"iz\1"),
    (re.compile(r"ys(e|ed|er|ing)(?=$|-)"), r"yz\1"),
    (re.compile(r"([a-z]{3})ll(ed|ing|er)(?=$|-)"), r"\1l\2"),
    (re.compile(r"cuss(ed|ing)(?=$|-)"), r"cus\1"),
    (re.compile(r"(calib|cent|fib|lit|met|theat)re(d?)(?=$|-)"), r"\1er\2"),
    (re.compile(r"centerd"), "centered"),
    (re.compile(r"(def|lic|off|pret)ence(?=$|-|less)"), r"\1ense"),
    (re.compile(r"(?<![a-z])ageing"), "aging"),
    (re.compile(r"dgement"), "dgment"),
    (re.compile(r"gramme(?=$|-)"), "gram"),
    (re.compile(r"learnt(?=$|-)"), "learned"),
    (re.compile(r"ogue(?=$|-)"), "og"),
    (re.compile(r"ae(?=co|di|mi|mo|ol|st)"), "e"),
    (re.compile(r"oe(?=dema|so|str|tal|tus)"), "e"),
    (re.compile(r"artefact"), "artifact"),
    (re.compile(r"grey"), "gray"),
    (re.compile(r"-net(?=$|-)"), "-network"),
)


def is_short(form: str) -> bool:
    """Tell a form that may abbreviate: one word with two capitals, or one and a digit."""
    capitals = sum(c.isupper() for c in form)
    return (
        not any(c.isspace() for c in form)
        and 2 <= len(form) <= _LONGEST_SHORT
        and (capitals > 1 or (capitals == 1 and any(c.isdigit() for c in form)))
    )


def is_coined(form: str) -> bool:
    """Tell a name from common words: a capital after the first letter, or a digit, in a word.

    A heading in capitals is no name.
    """
    words = _GAP.split(form)
    shouts = form.isupper() and len(words) > 1 and max(map(len, words)) >= _LONG_WORD
    return not shouts and any(map(_odd_case, words))


def is_proper(form: str) -> bool:
    """Tell a name: one word with a capital, or several, one of them coined ("Flickr30K Entities").

    More words in capitals may be a heading.
    """
    words = _GAP.split(form)
    told = len(words) == 1 or any(word[:1].isupper() and _odd_case(word) for word in words)
    return told and all(word[:1].isupper() for word in words)


def words_by_case(form: str) -> dict[str, frozenset[str]]:
    """Return the words of a name, folded, that are "odd" (`is_coined`), in "capitals" or "small".

    >>> [sorted(words) for words in words_by_case("LoRA for LLMs").values()]
    [['llm', 'lora'], ['llm'], ['for']]
    """
    words = _GAP.split(form)
    odd = tuple(filter(_odd_case, words)) if is_coined(form) else ()
    capitals = (w for w in odd if (bare := w.removesuffix("s")).isalpha() and bare.isupper())
    small = filter(str.islower, words)
    return {
        case: frozenset(map(normalise, chosen))
        for case, chosen in (("odd", odd), ("capitals", capitals), ("small", small))
    }


def _odd_case(word: str) -> bool:
    return any(c.isupper() or c.isdigit() for c in word[1:])


def stands_for(short: str, long: str) -> bool:
    """Tell whether the letters of ``short`` stand in order in ``long``, most at starts of words.

    >>> stands_for("LLMs", "large language models"), stands_for("LLMs", "Llama 2 and Mistral")
    (True, False)
    """
    wanted = [c.casefold() for c in short.removesuffix("s") if c.isalpha()]
    words = [w.casefold() for w in _WORD.findall(_CAMEL.sub(" ", long)) if not w.isdigit()]
    if len(words) < 2 or not wanted or short in _WORD.findall(long):
        return False
    initials = [w[0] for w in words]
    return (
        initials[0] == wanted[0]
        and _taken(wanted, words)
        and sum(c in wanted for c in initials) * 2 > len(initials)
    )


def _taken(wanted: list[str], words: list[str]) -> bool:
    """Spend the letters on the words in order; a word's first letter before any other of it."""
    states = {0}
    for word in words:
        reached = set(states)  # the word may lend nothing
        for state in states:
            at, k = -1, state
            while k < len(wanted):
                at = 0 if k == state else word.find(wanted[k], at + 1)
                if at < 0 or (k == state and word[0] != wanted[k]):
                    break
                k += 1
                reached.add(k)
        states = reached
    return len(wanted) in states


def spelled_in(short: str, text: str) -> str | None:
    """Return the words of a text whose initials spell the short form, if some do.

    >>> spelled_in("SSMs", "a hierarchical Statistical Shape Model (SSM)")
    'Statistical Shape Model'
    """
    wanted = [c for c in short.removesuffix("s").casefold() if c.isalnum()]
    if len(wanted) < 2:
        return None
    words = [m for m in _WORD.finditer(text) if len(m[0]) > 1]
    initials = "".join(m[0][0].casefold()[0] for m in words)
    at = initials.find("".join(wanted))
    while at >= 0:
        first, last = words[at], words[at + len(wanted) - 1]
        phrase = text[first.start() : last.end()]
        if not _CLAUSE.search(phrase):
            return phrase
        at = initials.find("".join(wanted), at + 1)
    return None


def introduced_as(short: str, text: str) -> str | None:
    """Return the words in front of the bracketed short form that it stands for, if some do.

    >>> introduced_as("CATE", "the task of Connecting Actions and Their Effects (CATE)")
    'Connecting Actions and Their Effects'
    """
    for match in re.finditer(rf"\(\s*{re.escape(short)}\b", text):
        before = list(_WORD.finditer(text, max(0, match.start() - _FARTHEST), match.start()))
        for word in reversed(before[-len(short) - _SMALL_WORDS : -1]):
            phrase = text[word.start() : match.start()].rstrip()
            if stands_for(short, phrase):
                return phrase
    return None


def without_head(key: str) -> tuple[str, str] | None:
    """Return a key's stem and head noun if the head may add nothing: ("lora", "method")."""
    stem, head = parted(key)
    return (stem, head) if stem and head in HEADS else None


def parted(key: str) -> tuple[str, str]:
    """Return a key's stem and last word; a data set is a dataset.

    >>> parted("kestrel-data-set"), parted("kestrel")
    (('kestrel', 'dataset'), ('', 'kestrel'))
    """
    if key.endswith(_DATA_SET):
        return key.removesuffix(_DATA_SET), "dataset"
    stem, _, head = key.rpartition("-")
    return stem, head


def spelling(key: str) -> str:
    """Return what spellings of one key share: letters without accents, American endings.

    A plural within a name ends where a number begins ("EpicKitchens100").
    """
    bare = key
    if not key.isascii():
        split = unicodedata.normalize("NFKD", key)
        bare = "".join(c for c in split if not unicodedata.combining(c))
    for british, american in _SPELLINGS:
        bare = british.sub(american, bare)
    return _PLURAL_NUMBER.sub("", letters(bare))
