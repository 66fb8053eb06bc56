"""What the tagger sees of each token: itself, its neighbours, their classes, the nearest cues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache

from spacy.tokens import Doc, Token

from sciloom.nlp.entities.referent import singular
from sciloom.nlp.lexicon import load, words
from sciloom.nlp.mentions.clusters import classes, folded, last_part, shape
from sciloom.nlp.mentions.names import is_name, known_type

_WINDOW = (-3, -2, -1, 0, 1, 2, 3)
_EDGE = "#"


def sentence_features(doc: Doc) -> Iterator[tuple[list[Token], list[list[str]]]]:
    """Yield each sentence's tokens (no white space) with the features of each."""
    counts = Counter(token.lower_ for token in doc)
    places, shorts = _abbreviation_places(doc)
    sentences = [[token for token in sentence if not token.is_space] for sentence in doc.sents]
    sentences = [sentence for sentence in sentences if sentence]
    for number, sentence in enumerate(sentences):
        where = "first" if number == 0 else "last" if number == len(sentences) - 1 else "middle"
        texts = [token.text for token in sentence]
        rows = _context(texts)
        for i, (token, row) in enumerate(zip(sentence, rows, strict=True)):
            often = min(counts[token.lower_], 4)
            row.extend((f"in={where}", f"n={often}", f"n={min(often, 3)}|{classes(token.text)[0]}"))
            row.extend(
                f"ab{step}={places[sentence[i + step].i]}"
                for step in (-1, 0, 1)
                if 0 <= i + step < len(sentence) and sentence[i + step].i in places
            )
            if token.text in shorts:
                row.append("short")
        yield sentence, rows


def _abbreviation_places(doc: Doc) -> tuple[dict[int, str], frozenset[str]]:
    places: dict[int, str] = {}
    for pair in doc._.abbreviations:
        for kind, span in zip("sl", pair, strict=True):
            for token in span:
                first, last = token.i == span.start, token.i == span.end - 1
                places[token.i] = kind + ("B" if first else "E" if last else "I")
    return places, frozenset(short.text for short, _ in doc._.abbreviations)


def _context(texts: list[str]) -> list[list[str]]:
    size = len(texts)
    padded = [_EDGE, _EDGE, *(folded(text) for text in texts), _EDGE, _EDGE]
    found = [classes(text) for text in texts]
    coarse = [_EDGE, _EDGE, *(paths[0] for paths in found), _EDGE, _EDGE]
    middle = [_EDGE, _EDGE, *(paths[1] for paths in found), _EDGE, _EDGE]
    rows: list[list[str]] = []
    for i in range(size):
        row: list[str] = []
        for step in _WINDOW:
            if 0 <= i + step < size:
                row += _seen(texts[i + step], step)
            elif -3 < step < 3:
                row.append(f"{step}{_EDGE}")
        k = i + 2
        row += (
            f"m-|{middle[k - 1]}|{middle[k]}",
            f"m+|{middle[k]}|{middle[k + 1]}",
            f"c-|{coarse[k - 2]}|{coarse[k - 1]}|{coarse[k]}",
            f"c|{coarse[k - 1]}|{coarse[k]}|{coarse[k + 1]}",
            f"c+|{coarse[k]}|{coarse[k + 1]}|{coarse[k + 2]}",
            f"w-|{padded[k - 1]}|{padded[k]}",
            f"w+|{padded[k]}|{padded[k + 1]}",
            f"w--|{padded[k - 2]}|{padded[k - 1]}",
            f"w++|{padded[k + 1]}|{padded[k + 2]}",
            f"wm-|{padded[k - 1]}|{middle[k]}",
            f"wm+|{middle[k]}|{padded[k + 1]}",
        )
        rows.append(row)
    _add_cues(texts, rows)
    return rows


def _add_cues(texts: list[str], rows: list[list[str]]) -> None:
    """Add the nearest cue word on either side, and whether a parenthesis is open."""
    cues = _cues()
    cue, distance, depth = "", 0, 0
    for text, row in zip(texts, rows, strict=True):
        depth += text in "(["
        if depth > 0:
            row.append("par")
        depth -= text in ")]" and depth > 0
        row.extend((f"cue={cue}", f"cue={cue}|{min(distance, 3)}"))
        cue, distance = (cues[text.lower()], 0) if text.lower() in cues else (cue, distance + 1)
    cue = ""
    for text, row in zip(reversed(texts), reversed(rows), strict=True):
        row.append(f"next={cue}")
        cue = cues.get(text.lower(), cue)


@cache
def _cues() -> dict[str, str]:
    return {word: cue for cue, group in load("cues")["near"].items() for word in group}


@lru_cache(maxsize=1 << 17)
def _seen(text: str, step: int) -> tuple[str, ...]:
    """Return what a token shows at a distance of ``step``: less the farther it is."""
    word = folded(text)
    coarse, middle, fine = classes(text)
    seen = [f"C={coarse}", f"M={middle}"]
    if abs(step) < 3:
        seen += (f"w={word}", f"sh={shape(text)}")
    if abs(step) < 2:
        seen += (f"s3={word[-3:]}", f"s2={word[-2:]}", f"F={fine}", *_flags(text, word))
        last = last_part(word)
        if last != word:
            seen += (f"h={last}", f"p={word[: -len(last) - 1]}")
    if step == 0:
        seen += (f"s4={word[-4:]}", f"p4={word[:4]}")
    return tuple(f"{step}{feature}" for feature in seen)


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
