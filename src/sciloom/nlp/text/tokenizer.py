"""Tokens on whose boundaries names of methods, numbers and emphasis begin and end.

Non-destructive: the tokens and the spaces between them give the text back, character for character.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from spacy import util
from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab

_PIECE = r"[^\W_][^\W_\u0300-\u036f]*(?:[\u0300-\u036f]+[^\W_]*)*"
# "Qwen2.5", "block_size", "pass@1" and "1,234" hold together; "kept.It" does not.
_JOINED = rf"{_PIECE}(?:\.(?=\d){_PIECE}|[_@]{_PIECE}|(?<=\d),(?=\d{{3}}(?!\d)){_PIECE})*"
_DASH = r"[-\u2010\u2011\u2013\u2212]"
_TOKEN = re.compile(
    "|".join(
        (
            r"['’]s(?!\w)",
            r"\s+",
            r"https?://[^\s<>()\[\]\"]*[^\s<>()\[\]\".,;:!?*_]",
            r"\$(?=[^\s$])[^$\n]{1,160}?(?<=[^\s$])\$(?![\d$])",  # inline math, not two prices
            r"(?:[^\W\d_]\.){2,}(?!\w)",  # e.g. i.e. w.r.t. U.S.
            rf"[A-Z]{{1,4}}\((?:\d{{1,2}}|[a-zN])\)(?:-{_PIECE})*",  # SE(3), O(n)
            r"(?<![\w*])[A-Z]\*(?![\w*])",  # A*
            # From a letter on a dash joins digits too (GPT-4, Qwen2.5-7B) ...
            rf"(?=[^\W\d_]){_JOINED}(?:{_DASH}{_JOINED})*(?:\+\+|[#+](?!\w))?",
            # ... from a digit on it does not: 12-15 is a range.
            rf"{_JOINED}(?:{_DASH}(?=[^\W\d_]){_JOINED})*",
            r"[()\[\]{}]",
            r"(\W)\1*",
            r".",
        )
    ),
    re.DOTALL,
)
# "LLM-based" speaks of LLM; "meta-learning-based" is one word.
_NAME_SUFFIX = re.compile(
    r"(?<=\w)-(?=(?:aided|assisted|augmented|aware|based|driven|empowered|enabled|enhanced|equipped"
    r"|free|generated|guided|inspired|integrated|like|only|powered|related|specific|style|trained"
    r"|type)s?$)"
)


class ScienceTokenizer:
    """Split a text into a ``Doc`` in time linear in its length."""

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab

    def __call__(self, text: str) -> Doc:
        """Return the tokens of ``text``; runs of white space beyond one blank are tokens."""
        words: list[str] = []
        spaces: list[bool] = []
        for word in self.split(text):
            if word == " " and words and not spaces[-1] and not words[-1].isspace():
                spaces[-1] = True
            else:
                words.append(word)
                spaces.append(False)
        return Doc(self.vocab, words=words, spaces=spaces)

    @staticmethod
    def split(text: str) -> list[str]:
        """Return the tokens and the white space between them: joined, they are ``text``."""
        out: list[str] = []
        # The last alternative matches anything: there is nothing between two tokens.
        for found in _TOKEN.finditer(text):
            word = found[0]
            suffix = _NAME_SUFFIX.search(word) if "-" in word and not word.islower() else None
            if suffix and any(c.isupper() for c in word[1 : suffix.start()]):
                out += (word[: suffix.start()], "-", word[suffix.end() :])
            else:
                out.append(word)
        return out

    # spaCy asks a tokenizer that is saved with its pipeline for these; there is no state to save.
    def to_bytes(self, **_: object) -> bytes:
        """Return nothing: the tokenizer has no state."""
        return b""

    def from_bytes(self, _data: bytes, **_: object) -> ScienceTokenizer:
        """Return self."""
        return self

    def to_disk(self, _path: object, **_: object) -> None:
        """Write nothing."""

    def from_disk(self, _path: object, **_: object) -> ScienceTokenizer:
        """Return self."""
        return self


@util.registry.tokenizers("sciloom.tokenizer.v1")  # type: ignore[untyped-decorator]
def create_tokenizer() -> Callable[[Language], ScienceTokenizer]:
    """Return the factory that ``Language`` calls with itself."""

    def make(nlp: Language) -> ScienceTokenizer:
        return ScienceTokenizer(nlp.vocab)

    return make
