"""Annotated abstracts -> training examples: every mention of every surface, on words."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sciloom.corpus.clean import clean, clean_line
from sciloom.model import CLAIM_TYPES, ENTITY_TYPES, RELATIONS, ROLES
from sciloom.nlp.model.encode import Encoded, encode
from sciloom.nlp.model.names import key
from sciloom.nlp.model.words import sentences, word_span

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from numpy.typing import NDArray
    from tokenizers import Tokenizer


#: How many abstracts a variant cuts to some sentences, and how many it gives their title.
_PART, _TITLED = 0.15, 0.4


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """An abstract with its targets.

    ``tags`` holds one BIO tag a word (0, ``1 + 2 * type`` to begin, ``2 + 2 * type`` inside);
    ``mentions`` rows are (first word, word after the last, entity, surface group); ``relations``
    rows are (subject, relation, object); ``claims`` has one row of 0 and 1 a sentence.
    """

    id: str
    record: dict[str, Any]
    encoded: Encoded
    tags: NDArray[np.int64]
    mentions: NDArray[np.int64]
    types: NDArray[np.int64]
    roles: NDArray[np.int64]
    named: NDArray[np.int64]
    relations: NDArray[np.int64]
    claims: NDArray[np.float32]


def find_surface(text: str, surface: str) -> list[tuple[int, int]]:
    """Return where a surface stands in a text, never within a longer word.

    Short forms with capitals ("OT") must stand as written; others match in any case.
    """
    exact = len(surface) <= 6 and surface != surface.lower() and not surface.istitle()
    head = r"(?<![^\W_])" if surface[:1].isalnum() else ""
    tail = r"(?![^\W_])" if surface[-1:].isalnum() else ""
    body = r"\s+".join(map(re.escape, surface.split()))
    flags = 0 if exact else re.IGNORECASE
    return [m.span() for m in re.finditer(head + body + tail, text, flags)]


def project(text: str, entities: list[dict[str, Any]]) -> list[tuple[int, int, int]]:
    """Return (start, end, entity) of every mention: longer surfaces take the text first."""
    found = [
        (start, end, index)
        for index, entity in enumerate(entities)
        for surface in dict.fromkeys([*entity["surface"], entity["name"]])
        if surface.strip()
        for start, end in find_surface(text, surface)
    ]
    found.sort(key=lambda span: (span[0] - span[1], span[0], span[2]))
    taken = np.zeros(len(text), dtype=bool)
    mentions = []
    for start, end, index in found:
        if not taken[start:end].any():
            taken[start:end] = True
            mentions.append((start, end, index))
    return sorted(mentions)


def cleaned(record: dict[str, Any]) -> dict[str, Any]:
    """Return an annotated abstract as the product would read it; what is quoted follows."""
    return record | {
        "text": clean(record["text"]),
        "entities": [
            e | {"name": clean_line(e["name"]), "surface": [clean_line(s) for s in e["surface"]]}
            for e in record["entities"]
        ],
        "relations": [[clean_line(s), p, clean_line(o)] for s, p, o in record["relations"]],
        "claims": [_cleaned_claim(claim) for claim in record["claims"]],
    }


def _cleaned_claim(claim: dict[str, Any]) -> dict[str, Any]:
    slots = ("comparators", "metrics", "datasets", "tasks")
    return claim | {
        "quote": clean(claim["quote"]),
        "subject": claim["subject"] and clean_line(claim["subject"]),
        **{slot: [clean_line(name) for name in claim[slot]] for slot in slots},
    }


def example(record: dict[str, Any], tokenizer: Tokenizer) -> Example:
    """Return the targets of one annotated abstract."""
    text = record["text"]
    encoded = encode(text, tokenizer)
    spans = encoded.words
    tags = np.zeros(len(spans), dtype=np.int64)
    rows: list[tuple[int, int, int, int]] = []
    groups: dict[tuple[int, str], int] = {}
    for start, end, index in project(text, record["entities"]):
        span = word_span(spans, start, end)
        if span is None or tags[span[0] : span[1]].any():
            continue
        kind = ENTITY_TYPES.index(record["entities"][index]["type"])
        tags[span[0]] = 1 + 2 * kind
        tags[span[0] + 1 : span[1]] = 2 + 2 * kind
        group = groups.setdefault((index, key(text[start:end])), len(groups))
        rows.append((*span, index, group))
    # An entity whose every surface lies within longer ones has no mention: it drops out.
    present = sorted({row[2] for row in rows})
    place = {index: i for i, index in enumerate(present)}
    names = {e["name"]: i for i, e in enumerate(record["entities"])}
    relations = [
        (place[names[s]], RELATIONS.index(p), place[names[o]])
        for s, p, o in map(tuple, record["relations"])
        if names.get(s) in place and names.get(o) in place and s != o
    ]
    kept = [record["entities"][i] for i in present]
    return Example(
        id=record["id"],
        record=record,
        encoded=encoded,
        tags=tags,
        mentions=np.array([(a, b, place[i], g) for a, b, i, g in rows], dtype=np.int64).reshape(
            -1, 4
        ),
        types=np.array([ENTITY_TYPES.index(e["type"]) for e in kept], dtype=np.int64),
        roles=np.array([ROLES.index(e["role"]) for e in kept], dtype=np.int64),
        named=np.array([bool(e.get("named", True)) for e in kept], dtype=np.int64),
        relations=np.array(relations, dtype=np.int64).reshape(-1, 3),
        claims=claim_targets(text, encoded.sentences, record["claims"]),
    )


def claim_targets(
    text: str,
    sents: list[tuple[int, int]],
    claims: list[dict[str, Any]],
) -> NDArray[np.float32]:
    """Return the kinds of claim in each sentence: those whose quote covers half of it or more."""
    targets = np.zeros((len(sents), len(CLAIM_TYPES)), dtype=np.float32)
    for claim in claims:
        quote = claim["quote"]
        begin = text.find(quote)
        if begin < 0:
            continue
        for row, (start, end) in zip(targets, sents, strict=True):
            shared = min(end, begin + len(quote)) - max(start, begin)
            if 2 * shared >= min(end - start, len(quote)):
                row[CLAIM_TYPES.index(claim["type"])] = 1
    return targets


def variant(record: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return the abstract as some input may hold it: alone, under its title, or a part of it.

    What is annotated is what still stands in the text.
    """
    text = record["text"]
    if rng.random() < _PART:
        sents = sentences(text)
        first = rng.randrange(len(sents))
        last = min(len(sents), first + rng.randint(1, 3)) - 1
        text = text[sents[first][0] : sents[last][1]]
    title = clean_line(record.get("title") or "")
    if title and rng.random() < _TITLED:
        text = f"{title}\n\n{text}"
    return record | {"text": text}


def records(path: Path) -> list[dict[str, Any]]:
    """Return the annotated abstracts of a JSONL file, cleaned, in its order."""
    with path.open(encoding="utf8") as lines:
        return [cleaned(json.loads(line)) for line in lines if line.strip()]


def read(path: Path, tokenizer: Tokenizer) -> list[Example]:
    """Return the examples of a JSONL file of annotated abstracts, cleaned, in its order."""
    return [example(record, tokenizer) for record in records(path)]


def mask_piece(tokenizer: Tokenizer) -> int:
    """Return the piece that hides a word."""
    found = (tokenizer.token_to_id(name) for name in ("[MASK]", "<mask>"))
    return next(piece for piece in found if piece is not None)


def venue(identifier: str) -> str:
    """Return the venue in an abstract's id: ``icml2019`` of ``icml2019-r2-013``."""
    return re.sub(r"(-r\d+)?-\d+$", "", identifier)


def split(
    examples: Iterable[Example], held_out: frozenset[str]
) -> tuple[list[Example], list[Example]]:
    """Return the examples of other venues and those of the venues held out."""
    rest: list[Example] = []
    held: list[Example] = []
    for item in examples:
        (held if venue(item.id) in held_out else rest).append(item)
    return rest, held
