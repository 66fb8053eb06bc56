"""Word pieces of a text, aligned with its words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from sciloom.nlp.model.words import features, sentences, words

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

#: What the encoder's table of positions holds, with the two special pieces.
MAX_PIECES = 512


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """A text ready for the encoder.

    ``first[w]`` is the first piece of word ``w``; ``owner[p]`` the word of piece ``p`` (the number
    of words for the special pieces, which stand first and last).
    """

    text: str
    words: list[tuple[int, int]]
    sentences: list[tuple[int, int]]
    features: NDArray[np.int64]
    ids: NDArray[np.int64]
    owner: NDArray[np.int64]
    first: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """The part of a text that the encoder reads at once; counts pieces and words from 0."""

    ids: NDArray[np.int64]
    owner: NDArray[np.int64]
    first: NDArray[np.int64]
    features: NDArray[np.int64]


def encode(text: str, tokenizer: Tokenizer) -> Encoded:
    """Cut ``text`` into words and pieces; a word that the tokenizer drops is no word here."""
    sents = sentences(text)
    opens, closes = _pieces(tokenizer, None)
    found = [(span, ids) for span in words(text) if (ids := _pieces(tokenizer, text[slice(*span)]))]
    kept = [span for span, _ in found]
    sizes = np.array([len(ids) for _, ids in found], dtype=np.int64)
    return Encoded(
        text=text,
        words=kept,
        sentences=sents,
        features=features(text, kept, sents),
        ids=np.array(
            [opens, *chain.from_iterable(ids for _, ids in found), closes], dtype=np.int64
        ),
        owner=np.concatenate(([len(kept)], np.repeat(np.arange(len(kept)), sizes), [len(kept)])),
        first=np.cumsum(sizes) - sizes + 1,
    )


@lru_cache(maxsize=1 << 15)
def _pieces(tokenizer: Tokenizer, word: str | None) -> tuple[int, ...]:
    """Return the pieces of a word, which its neighbours do not change; of None the special two."""
    text = [] if word is None else [word]
    return tuple(tokenizer.encode(text, is_pretokenized=True, add_special_tokens=word is None).ids)


def windows(encoded: Encoded) -> Iterator[Window]:
    """Yield windows of at most `MAX_PIECES` pieces, cut before a sentence where one starts."""
    count = len(encoded.words)
    ends = [*encoded.first[1:].tolist(), len(encoded.ids) - 1]
    starts = {start for start, _ in encoded.sentences}
    begin = 0
    while begin < count:
        origin = int(encoded.first[begin])
        end = begin + 1
        while end < count and ends[end] - origin <= MAX_PIECES - 2:
            end += 1
        if end < count:
            cuts = (i for i in range(end, begin + 1, -1) if encoded.words[i][0] in starts)
            end = next(cuts, end)
        # One word of more pieces than fit is read by its first ones.
        stop = min(ends[end - 1], origin + MAX_PIECES - 2)
        owner = encoded.owner[origin:stop] - begin
        special = np.array([end - begin], dtype=np.int64)
        yield Window(
            ids=np.concatenate([encoded.ids[:1], encoded.ids[origin:stop], encoded.ids[-1:]]),
            owner=np.concatenate([special, owner, special]),
            first=encoded.first[begin:end] - origin + 1,
            features=encoded.features[begin:end],
        )
        begin = end
