"""The mentions of one abstract: the best path, and the names that an adviser adds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sciloom.model import ENTITY_TYPES
from sciloom.nlp.lexicon import words
from sciloom.nlp.model.decode import CLOSING, balanced, best_path, marginals, tagged_spans
from sciloom.nlp.model.group import Found, Group, group_mentions, spread
from sciloom.nlp.model.words import word_span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from sciloom.nlp.model.advice import Adviser, Name, Span
    from sciloom.nlp.model.encode import Encoded
    from sciloom.nlp.model.read import Thresholds

#: What a mention is worth that only its shape or a cue shows.
BY_RULE = 0.4


def sigmoid(x: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the logistic function of ``x``, without overflow."""
    return np.asarray(0.5 * (1 + np.tanh(0.5 * x.astype(np.float64))))


def odds(shares: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the log-odds of probabilities, those of 0 and 1 finite."""
    inside = np.clip(shares.astype(np.float64), 1e-6, 1 - 1e-6)
    return np.asarray(np.log(inside / (1 - inside)))


def find_groups(
    encoded: Encoded,
    emissions: NDArray[np.float32],
    moves: NDArray[np.float32],
    thresholds: Thresholds,
    adviser: Adviser | None = None,
) -> list[Group]:
    """Return the mentions of the best path and the adviser's, those of one name together."""
    found, shares = _decoded(encoded, emissions, moves, thresholds)
    same: list[tuple[int, int]] = []
    if adviser:
        found = _with_names(encoded, _apart(encoded, found, adviser.names), shares, adviser.names)
        found, same = _with_forms(found, list(_in_words(encoded, adviser.abbreviations)))
    groups = group_mentions(encoded, found, same)
    return spread(encoded, [g for g in groups if g.score >= thresholds.entity])


def _decoded(
    encoded: Encoded,
    emissions: NDArray[np.float32],
    moves: NDArray[np.float32],
    thresholds: Thresholds,
) -> tuple[list[Found], NDArray[np.float64]]:
    """Return the mentions of the best path, and the share of each type at each word."""
    shares = marginals(emissions, moves)
    kinds = shares[:, 1::2] + shares[:, 2::2]
    scores = emissions.copy()
    scores[:, 0] += thresholds.outside
    found: list[Found] = []
    tokens = [encoded.text[a:b] for a, b in encoded.words]
    for begin, stop, kind in tagged_spans(best_path(scores, moves)):
        first, end = balanced(tokens, begin, stop)
        if first < begin and found and found[-1][1] == first:
            # "long form (SHORT) head": the bracket holds the other form of what stands before it.
            first, end = begin, next(i for i in range(begin, stop) if tokens[i] in CLOSING)
        first = _after_breaks(encoded, first, end)
        if first >= end:
            continue
        inside = kinds[first:end, kind]
        chars = (encoded.words[first][0], encoded.words[end - 1][1])
        if not any(c.isalnum() for c in encoded.text[slice(*chars)]):
            continue
        found.append((first, end, kinds[first:end].mean(0), np.sqrt(inside.min() * inside.mean())))
    sure = np.array([score for *_, score in found])
    scores = sigmoid(thresholds.entity_scale * odds(sure) + thresholds.entity_shift).tolist()
    return [(*row[:3], score) for row, score in zip(found, scores, strict=True)], kinds


def _apart(encoded: Encoded, found: list[Found], names: Sequence[Name]) -> list[Found]:
    """Return the mentions with "A and B" and "A follows B" as two, where A and B are names."""
    firsts, ends = {name.start for name in names}, {name.end for name in names}
    out: list[Found] = []
    for first, end, kinds, score in found:
        inner = [
            i
            for i in range(first + 1, end - 1)
            if encoded.words[i - 1][1] in ends and encoded.words[i + 1][0] in firsts
        ]
        whole = encoded.words[first][0] in firsts and encoded.words[end - 1][1] in ends
        cuts = [i for i in inner if _parts(encoded.text[slice(*encoded.words[i])])] if whole else []
        bounds = [first, *(b for i in cuts for b in (i, i + 1)), end]
        out += [(a, b, kinds, score) for a, b in zip(bounds[::2], bounds[1::2], strict=True)]
    return out


def _parts(word: str) -> bool:
    """Tell whether a word between two names is part of neither."""
    return word.isalpha() and word.islower() and word not in words("words", "prepositions")


def _with_names(
    encoded: Encoded, found: list[Found], kinds: NDArray[np.float64], names: Sequence[Name]
) -> list[Found]:
    """Return the mentions with the names among them: settled, made whole, or added."""
    out = list(found)
    for name in names:
        span = word_span(encoded.words, name.start, name.end)
        if span is None:
            continue
        type_ = name.weight * np.eye(len(ENTITY_TYPES))[ENTITY_TYPES.index(name.type)]
        beside = [i for i, (first, end, *_) in enumerate(out) if first < span[1] and span[0] < end]
        if not beside:
            out.append((*span, kinds[slice(*span)].mean(0) + type_, BY_RULE))
        elif len(beside) == 1 and span[0] <= out[beside[0]][0] and out[beside[0]][1] <= span[1]:
            _, _, seen, score = out[beside[0]]
            out[beside[0]] = (*span, seen + type_, max(score, BY_RULE))
    return sorted(out, key=lambda mention: mention[:2])


def _with_forms(
    found: list[Found], pairs: Sequence[tuple[Span, Span]]
) -> tuple[list[Found], list[tuple[int, int]]]:
    """Return the mentions with the other form of each abbreviation, and which belong together.

    ``pairs`` holds ranges of words: short form, long form.
    """
    out = list(found)
    same = []
    for short, long in pairs:
        around = _around(out, short, long)
        if around is not None:
            # "Gaussian process (GP) models" is known by either form as well.
            same += [(around, len(out)), (around, len(out) + 1)]
            out += [(*span, *out[around][2:]) for span in (long, short)]
            continue
        places = [_place(out, short), _place(out, long)]
        for here, there, span in ((0, 1, long), (1, 0, short)):
            seen = places[here]
            if seen is None or places[there] is not None:
                continue
            beside = [
                i for i, (first, end, *_) in enumerate(out) if first < span[1] and span[0] < end
            ]
            if not beside:
                places[there] = len(out)
                out.append((*span, *out[seen][2:]))
            elif len(beside) == 1 and span[0] <= out[beside[0]][0] and out[beside[0]][1] <= span[1]:
                places[there] = beside[0]
                out[beside[0]] = (*span, *out[beside[0]][2:])
        if places[0] is not None and places[1] is not None:
            same.append((places[0], places[1]))
    order = sorted(range(len(out)), key=lambda i: out[i][:2])
    rank = {i: k for k, i in enumerate(order)}
    return [out[i] for i in order], [(rank[i], rank[j]) for i, j in same]


def _in_words(encoded: Encoded, pairs: Sequence[tuple[Span, Span]]) -> Iterator[tuple[Span, Span]]:
    """Yield pairs of spans of characters as ranges of words."""
    for one, other in pairs:
        short, long = word_span(encoded.words, *one), word_span(encoded.words, *other)
        if short and long:
            yield short, long


def _around(found: Sequence[Found], short: Span, long: Span) -> int | None:
    """Return which mention begins with the long form and holds the short one after it."""
    return next(
        (
            i
            for i, (first, end, *_) in enumerate(found)
            if first == long[0] and long[1] < short[0] and short[1] <= end
        ),
        None,
    )


def _place(found: Sequence[Found], span: tuple[int, int]) -> int | None:
    """Return which mention ends with the span."""
    ends = [i for i, (first, end, *_) in enumerate(found) if end == span[1] and first < span[1]]
    return ends[0] if ends else None


def _after_breaks(encoded: Encoded, first: int, end: int) -> int:
    """Return where a span begins behind its last line break: none runs from a title into a text."""
    for i in range(end - 1, first, -1):
        if "\n" in encoded.text[encoded.words[i - 1][1] : encoded.words[i][0]]:
            return i
    return first
