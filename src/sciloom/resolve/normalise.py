"""String keys: what two spellings of one name share."""

from __future__ import annotations

import hashlib
import re
import unicodedata

_LATEX_COMMAND = re.compile(
    r"\\(?:textbf|textit|textsc|texttt|emph|text|mathrm|mathbf|mathcal|mathbb|ell)\b"
)
_MARKUP = re.compile(r"[\\$*{}\"“”‘’'`^_]")
_DETERMINER = re.compile(r"^(?:the|a|an|our|their|its)\s+")
#: What parts words; "+", "#" and "@" belong to names (C++, QuIP#, pass@1).
_SEPARATOR = re.compile(r"[^\w+#@.]+|(?<!\d)\.|\.(?!\d)")
#: Words that end in a single s and are no plurals.
_SINGULAR = frozenset(
    {
        "bayes",
        "bias",
        "alias",
        "atlas",
        "canvas",
        "chaos",
        "gas",
        "lens",
        "pegasus",
        "series",
        "species",
    }
)
_KEPT_ENDINGS = ("ss", "us", "is", "ics")
_ES_ENDINGS = ("sses", "shes", "ches", "xes", "zes")
_SHORTEST_PLURAL = 4


def normalise(name: str) -> str:
    """Return the key of a name: case, plural, hyphens, markup and leading determiner aside.

    Words are joined by "-". A name of symbols alone is keyed by its digest; never empty.
    """
    text = unicodedata.normalize("NFKC", name)
    text = _MARKUP.sub("", _LATEX_COMMAND.sub(" ", text)).casefold().strip()
    text = _DETERMINER.sub("", text)
    words = [singular(word) for word in _SEPARATOR.split(text) if word]
    return "-".join(words) or hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def singular(word: str) -> str:
    """Return the word without its regular English plural; a word of under 4 letters stays."""
    if len(word) < _SHORTEST_PLURAL or not word.endswith("s") or word in _SINGULAR:
        return word
    if word.endswith(_KEPT_ENDINGS):
        return word
    if word.endswith("ies") and len(word) > len("ties"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(_ES_ENDINGS) else word[:-1]
