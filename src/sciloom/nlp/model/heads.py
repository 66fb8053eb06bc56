"""What the entity and pair heads read for one abstract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sciloom.nlp.model.names import key, likenesses
from sciloom.nlp.model.pairs import averaging, pair_features
from sciloom.nlp.model.words import word_span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sciloom.nlp.model.encode import Encoded


@dataclass(frozen=True, slots=True, eq=False)
class HeadInputs:
    """What the entity and pair heads read for one way to group an abstract's mentions."""

    edges: NDArray[np.int64]
    spans: NDArray[np.float32]
    member: NDArray[np.float32]
    distance: NDArray[np.int64]
    gap: NDArray[np.int64]
    likeness: NDArray[np.int64]


def sentence_ranges(enc: Encoded, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return sentences as half-open ranges of words; one without words takes the first word."""
    return [word_span(enc.words, *span) or (0, 1) for span in spans]


def head_inputs(
    encoded: Encoded, mentions: Sequence[tuple[int, int]], groups: Sequence[int]
) -> HeadInputs:
    """Return the inputs for mentions (word ranges) grouped by ``groups`` (0, 1, …)."""
    member = np.zeros((max(groups) + 1, len(groups)), dtype=np.float32)
    member[list(groups), range(len(groups))] = 1
    starts = [start for start, _ in sentence_ranges(encoded, encoded.sentences)]
    sentence = np.searchsorted(starts, [m[0] for m in mentions], side="right") - 1
    distance, gap = pair_features(mentions, member, sentence)
    forms: list[dict[str, None]] = [{} for _ in member]
    for (first, end), group in zip(mentions, groups, strict=True):
        forms[group][key(encoded.text[encoded.words[first][0] : encoded.words[end - 1][1]])] = None
    names = [list(form) for form in forms]
    return HeadInputs(
        edges=np.array([(a, b - 1) for a, b in mentions], dtype=np.int64),
        spans=averaging(mentions, len(encoded.words)),
        member=member,
        distance=distance,
        gap=gap,
        likeness=np.array(likenesses(names), dtype=np.int64),
    )
