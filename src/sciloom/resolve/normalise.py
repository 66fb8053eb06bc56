"""String keys: what two spellings of one name share."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache
from typing import Final

#: Commands that set a name in another font.
_LATEX_COMMAND = re.compile(
    r"\\(?:text(?:bf|it|md|normal|rm|sc|sf|sl|tt|up)?|math(?:bb|bf|cal|frak|it|rm|scr|sf|tt)"
    r"|bm|boldsymbol|emph|mbox|operatorname"
    r"|(?:bf|it|rm|sc|sf|sl|tt)(?:family|series|shape)?|em)(?![A-Za-z])"
)
#: Signs that are written as others, and marks of the law, which NFKC would make letters.
_SIGNS = str.maketrans({**dict.fromkeys("⋆★∗", "*"), "♯": "#", **dict.fromkeys("™®©", "")})
#: A lone star behind a word is part of its name (A*).
_EMPHASIS = re.compile(r"\*+(?=\w)|\*\*+")
_MARKUP = re.compile(r"[\\${}\"“”‘’'`^_]")
_DETERMINER = re.compile(r"^(?:the|a|an|our|their|its)\s+", re.IGNORECASE)
#: What parts words; "+", "#", "@" and "*" belong to names (C++, QuIP#, pass@1, A*), as do signs
#: that are read as words.
_SEPARATOR = re.compile(r"[^\w+#@*.∞∂∇√¬∀∃]+|(?<!\d)\.|\.(?!\d)")
#: Words in s that are no plurals, or whose plural is another word.
_SINGULAR = frozenset(
    """alias atlas bayes bias canvas chaos gas lens series species
    acoustics aerodynamics analytics bioinformatics dynamics economics electronics ethics forensics
    genetics genomics graphics hydrodynamics informatics kinetics linguistics logistics mathematics
    mechanics metabolomics optics physics politics pragmatics proteomics robotics semantics
    statistics thermodynamics transcriptomics""".split()
)
_IRREGULAR = {
    "analyses": "analysis",
    "axes": "axis",
    "caches": "cache",
    "corpora": "corpus",
    "criteria": "criterion",
    "equilibria": "equilibrium",
    "hypotheses": "hypothesis",
    "indices": "index",
    "matrices": "matrix",
    "phenomena": "phenomenon",
    "vertices": "vertex",
}
_KEPT_ENDINGS = ("ss", "us", "is")
_ES_ENDINGS = ("sses", "shes", "ches", "xes", "zes")
_SHORTEST_PLURAL = 4
#: Names whose keys are remembered: most papers speak of what others do.
_REMEMBERED: Final = 1 << 16


@lru_cache(_REMEMBERED)
def normalise(name: str) -> str:
    """Return the key of a name: case, plural, hyphens, markup and leading determiner aside.

    Words are joined by "-". A name of symbols alone is keyed by its digest; never empty.
    """
    text = unicodedata.normalize("NFKC", name.translate(_SIGNS).replace(r"\ell", "l"))
    text = _MARKUP.sub("", _EMPHASIS.sub("", _LATEX_COMMAND.sub(" ", text))).strip()
    text = _DETERMINER.sub("", text)
    shouted = text.isupper() and " " in text
    words = [_word(w, shouted=shouted) for w in _SEPARATOR.split(text) if w]
    return "-".join(words) or hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def letters(key: str) -> str:
    """Return a key without the gaps between its words ("fine-tuning" and "finetuning" agree).

    Between two digits the gap stays: "3-5" is not "35".
    """
    return re.sub(r"(?<!\d)-|-(?!\d)", "", key)


def _word(word: str, *, shouted: bool) -> str:
    """Fold a word's case; an acronym in S (EconCS) is no plural, unless the whole name shouts."""
    folded = word.casefold()
    if word[-1:] == "s" and len(word) > 2 and word[:-1].isupper():
        return folded[:-1]
    return folded if word.endswith("S") and not shouted else singular(folded)


def singular(word: str) -> str:
    """Return the singular of an English noun by its ending; a word of under 4 letters stays.

    So does one whose letters end in a number: "YOLOv5s" is a small YOLOv5.
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < _SHORTEST_PLURAL or not word.endswith("s") or word in _SINGULAR:
        return word
    if word.endswith(_KEPT_ENDINGS) or word[-2].isdigit():
        return word
    if word.endswith("ies") and len(word) > len("ties"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(_ES_ENDINGS) else word[:-1]
