"""What the tagger sees of each token: itself, its neighbours, their classes, the nearest cues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from types import MappingProxyType

from spacy.tokens import Doc

from sciloom.nlp.entities.referent import singular
from sciloom.nlp.extensions import texts_of
from sciloom.nlp.lexicon import load, words
from sciloom.nlp.mentions.clusters import classes, folded, last_part, shape
from sciloom.nlp.mentions.names import is_name, known_type

WINDOW = (-3, -2, -1, 0, 1, 2, 3)
#: What stands before the first and after the last word.
EDGE = "#"
#: How far from a word an edge is seen.
EDGE_REACH = 2
WORD, MIDDLE, COARSE = range(3)
#: What joins neighbours: which of their `columns`, at which distance.
CONTEXT = MappingProxyType(
    {
        "m-": ((MIDDLE, -1), (MIDDLE, 0)),
        "m+": ((MIDDLE, 0), (MIDDLE, 1)),
        "c-": ((COARSE, -2), (COARSE, -1), (COARSE, 0)),
        "c": ((COARSE, -1), (COARSE, 0), (COARSE, 1)),
        "c+": ((COARSE, 0), (COARSE, 1), (COARSE, 2)),
        "w-": ((WORD, -1), (WORD, 0)),
        "w+": ((WORD, 0), (WORD, 1)),
        "w--": ((WORD, -2), (WORD, -1)),
        "w++": ((WORD, 1), (WORD, 2)),
        "wm-": ((WORD, -1), (MIDDLE, 0)),
        "wm+": ((MIDDLE, 0), (WORD, 1)),
    }
)
#: Times in a text, and words since a cue, that are told apart.
MOST, FARTHEST = 4, 3


def sentence_features(doc: Doc) -> Iterator[tuple[list[int], list[list[str]]]]:
    """Yield each sentence's tokens (positions, no white space) with the features of each.

    What they weigh is summed by `sciloom.nlp.mentions.emissions`.
    """
    texts = texts_of(doc)
    counts = Counter(map(str.lower, texts))
    places, shorts = abbreviated(doc)
    sentences = worded(doc, texts)
    for number, sentence in enumerate(sentences):
        where = whereabouts(number, len(sentences))
        inside = [texts[i] for i in sentence]
        rows = _context(inside)
        for i, (text, row) in enumerate(zip(inside, rows, strict=True)):
            often = min(counts[text.lower()], MOST)
            row.extend((f"in={where}", f"n={often}", f"n={min(often, 3)}|{classes(text)[0]}"))
            row.extend(
                f"ab{step}={places[sentence[i + step]]}"
                for step in (-1, 0, 1)
                if 0 <= i + step < len(sentence) and sentence[i + step] in places
            )
            if text in shorts:
                row.append("short")
        yield sentence, rows


def worded(doc: Doc, texts: Sequence[str]) -> list[list[int]]:
    """Return the positions of each sentence's tokens that are no white space, where there are."""
    sentences = (
        [i for i in range(sentence.start, sentence.end) if not texts[i].isspace()]
        for sentence in doc.sents
    )
    return [sentence for sentence in sentences if sentence]


def whereabouts(number: int, count: int) -> str:
    """Return which of ``count`` sentences this is: the first, the last, or between."""
    return "first" if number == 0 else "last" if number == count - 1 else "middle"


def abbreviated(doc: Doc) -> tuple[dict[int, str], frozenset[str]]:
    """Return where in a short or long form tokens stand, and the short forms."""
    places: dict[int, str] = {}
    for pair in doc._.abbreviations:
        for kind, span in zip("sl", pair, strict=True):
            for token in span:
                first, last = token.i == span.start, token.i == span.end - 1
                places[token.i] = kind + ("B" if first else "E" if last else "I")
    return places, frozenset(short.text for short, _ in doc._.abbreviations)


def columns(text: str) -> tuple[str, str, str]:
    """Return a word as its neighbours know it: folded, its middle and its coarse class."""
    coarse, middle, _ = classes(text)
    return folded(text), middle, coarse


def _context(texts: list[str]) -> list[list[str]]:
    size = len(texts)
    edge = [(EDGE, EDGE, EDGE)] * EDGE_REACH
    padded = [*edge, *map(columns, texts), *edge]
    seen = list(map(shown, texts))
    rows: list[list[str]] = []
    for i in range(size):
        row: list[str] = []
        for step in WINDOW:
            if 0 <= i + step < size:
                row += (f"{step}{one}" for far, one in seen[i + step] if abs(step) <= far)
            elif abs(step) <= EDGE_REACH:
                row.append(f"{step}{EDGE}")
        for name, parts in CONTEXT.items():
            joined = (padded[i + EDGE_REACH + step][column] for column, step in parts)
            row.append("|".join((name, *joined)))
        rows.append(row)
    _add_cues(texts, rows)
    return rows


def _add_cues(texts: list[str], rows: list[list[str]]) -> None:
    """Add the nearest cue word on either side, and whether a parenthesis is open."""
    cues = near_cues()
    cue, distance, depth = "", 0, 0
    for text, row in zip(texts, rows, strict=True):
        depth += text in "(["
        if depth > 0:
            row.append("par")
        depth -= text in ")]" and depth > 0
        row.extend((f"cue={cue}", f"cue={cue}|{min(distance, FARTHEST)}"))
        cue, distance = (cues[text.lower()], 0) if text.lower() in cues else (cue, distance + 1)
    cue = ""
    for text, row in zip(reversed(texts), reversed(rows), strict=True):
        row.append(f"next={cue}")
        cue = cues.get(text.lower(), cue)


@cache
def near_cues() -> dict[str, str]:
    """Return which cue each cue word is."""
    return {word: cue for cue, group in load("cues")["near"].items() for word in group}


def shown(text: str) -> list[tuple[int, str]]:
    """Return what a token shows, and how far from it each is seen: less the farther."""
    word = folded(text)
    coarse, middle, fine = classes(text)
    found = [(3, f"C={coarse}"), (3, f"M={middle}"), (2, f"w={word}"), (2, f"sh={shape(text)}")]
    near = [f"s3={word[-3:]}", f"s2={word[-2:]}", f"F={fine}", *_flags(text, word)]
    last = last_part(word)
    if last != word:
        near += (f"h={last}", f"p={word[: -len(last) - 1]}")
    found += ((1, feature) for feature in near)
    return [*found, (0, f"s4={word[-4:]}"), (0, f"p4={word[:4]}")]


def _flags(text: str, word: str) -> Iterator[str]:
    base = singular(word)
    for key in ("generic", "carriers"):
        if base in words("words", key):
            yield key
    for key in ("evaluative", "determiners"):
        if word in words("words", key):
            yield key
    known = known_type(text)
    if known:
        yield f"known={known}"
    if is_name(text):
        yield "name"
