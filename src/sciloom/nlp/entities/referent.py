"""When two surface forms name one thing: the key that spelling and number do not change."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from sciloom.nlp.lexicon import words

_LATEX = re.compile(
    r"\\(?:textbf|textit|textsc|texttt|emph|text|mathrm|mathbf|mathcal|mathbb|ell)\b"
)
_MARKUP = re.compile(r"[$*{}\\`_^\"“”'‘’](?![\s\-]|$)|[${}\\`\"“”]")
_BREAK = re.compile(r"[\s\-\u2010-\u2015\u2212/]+")


def key(text: str) -> str:
    """Return ``text`` without case, hyphens, blanks, plural and markup; "" if nothing is left.

    >>> key("Fine-Tuning") == key("fine tuning") == key("finetuning")
    True
    >>> key("QuIP#") == key("QuIP")
    False
    """
    return "".join(parts(text))


@lru_cache(maxsize=1 << 14)
def parts(text: str) -> tuple[str, ...]:
    """Return the words of the key."""
    plain = unicodedata.normalize("NFKC", _LATEX.sub(" ", text)).casefold()
    plain = _MARKUP.sub("", plain)
    found = [singular(word) for word in _BREAK.split(plain) if word]
    while len(found) > 1 and found[0] in words("words", "determiners"):
        found = found[1:]
    return tuple(found)


def singular(word: str) -> str:
    """Return the singular of an English noun, or of an acronym, by its ending.

    >>> singular("networks"), singular("studies"), singular("bias"), singular("processes")
    ('network', 'study', 'bias', 'process')
    """
    if len(word) <= 3:
        return word[:-1] if len(word) == 3 and word[-1] == "s" and word[-2] not in "aious" else word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is", "as", "os")):
        return word[:-1]
    return word
