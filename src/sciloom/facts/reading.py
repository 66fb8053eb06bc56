"""Read ``facts.jsonl``, as a build wrote it or as a hand did.

A file written by hand may leave out positions, scores and metadata: they are looked up in the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sciloom.errors import FactsError
from sciloom.model import (
    RELATIONS,
    Claim,
    Entity,
    Extraction,
    Mention,
    Paper,
    Quantity,
    Relation,
    Skipped,
    Source,
)

#: Splits a text into half-open sentence spans.
Sentences = Callable[[str], Sequence[tuple[int, int]]]

_NUMBER = re.compile(r"[-+−]?\d+(?:[.,\s]\d+)*")
#: A form that stands as a word of its own.
_EDGE = r"(?<![^\W_]){}(?![^\W_])"


def read_facts(
    path: Path,
    *,
    on_skip: Callable[[Skipped], None] | None = None,
    sentences: Sentences | None = None,
) -> Iterator[Extraction]:
    """Read a facts file; positions that it leaves out are looked up in the text.

    Parameters
    ----------
    path
        A JSONL file, UTF-8.
    on_skip
        Told of each line that does not hold together; without it the first one raises.
    sentences
        Finds the sentence that is the evidence of a relation given without any; without it the
        evidence is the whole text.

    Raises
    ------
    FactsError
        A line does not hold together and nobody asked to be told.
    """
    with path.open(encoding="utf-8-sig") as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            try:
                yield from_record(line, file=path.name, record=str(number), sentences=sentences)
            except FactsError as error:
                if on_skip is None:
                    raise
                on_skip(Skipped(file=path.name, place=f"line {number}", reason=error.what))


def from_record(
    line: str, *, file: str, record: str, sentences: Sentences | None = None
) -> Extraction:
    """Return what one line says.

    Raises
    ------
    FactsError
        The line is no JSON object, lacks a field, or names what is not there.
    """
    try:
        data = _loaded(line)
        paper = _paper(data, Source(file=file, record=record))
        entities = tuple(_entity(e, paper.text) for e in data.get("entities", ()))
        by_name = {e.name: e for e in entities}
        if len(by_name) < len(entities):
            raise FactsError("two entities have one name")
        spans = tuple((sentences or _whole)(paper.text))
        relations = tuple(
            _relation(r, by_name, spans, len(paper.text)) for r in data.get("relations", ())
        )
        claims = tuple(_claim(c, by_name, paper.text) for c in data.get("claims", ()))
    except FactsError as error:
        raise FactsError(
            error.what, where=f"{file}, line {record}", next="correct the line"
        ) from None
    return Extraction(paper=paper, entities=entities, relations=relations, claims=claims)


def _loaded(line: str) -> dict[str, Any]:
    """Return the object of a line that keeps the form of ``schema.json``."""
    try:
        data = json.loads(line, parse_float=Decimal, parse_constant=_no_number)
        if "\\u" in line:  # an escape may be half a surrogate pair, which no file can hold
            json.dumps(data, ensure_ascii=False, default=str).encode()
    except json.JSONDecodeError as error:
        raise FactsError(f"no JSON: {error.msg}") from None
    except RecursionError:
        raise FactsError("no JSON: nested too deeply") from None
    except UnicodeEncodeError:
        raise FactsError("holds half a surrogate pair") from None
    except ValueError:
        raise FactsError("holds a number of too many digits") from None
    _keeps_form(data)
    return dict(data)


def _no_number(constant: str) -> None:
    raise FactsError(f"{constant} is no number")


def _keeps_form(data: Any) -> None:
    from fastjsonschema import JsonSchemaValueException

    try:
        _validator()(data)
    except JsonSchemaValueException as error:
        # The library calls the object "data": here it is the line.
        raise FactsError(error.message.replace("data", "the line", 1)) from None


@cache
def _validator() -> Callable[[Any], Any]:
    from fastjsonschema import compile as compiled

    schema = json.loads(files("sciloom.facts").joinpath("schema.json").read_text("utf-8"))
    validator: Callable[[Any], Any] = compiled(schema)
    return validator


def _whole(text: str) -> tuple[tuple[int, int], ...]:
    return ((0, len(text)),)


def _paper(data: Mapping[str, Any], here: Source) -> Paper:
    text = data["text"]
    ids = {k: v for k, v in (data.get("ids") or {}).items() if v and k != "doi"}
    sources = tuple(
        Source(file=s["file"], record=s["record"], id=s.get("id")) for s in data.get("sources", ())
    )
    return Paper(
        id=str(data["id"]),
        text=text,
        abstract=data.get("abstract") or text,
        title=data.get("title"),
        year=data.get("year"),
        authors=tuple(data.get("authors") or ()),
        venue=data.get("venue"),
        doi=data.get("doi"),
        ids=MappingProxyType(ids),
        url=data.get("url"),
        keywords=tuple(data.get("keywords") or ()),
        language=data.get("language") or "en",
        sources=sources or (here,),
    )


def _entity(data: Mapping[str, Any], text: str) -> Entity:
    name = data["name"]
    surface = tuple(data.get("surface") or (name,))
    type_ = data["type"]
    score = float(data.get("score", 1.0))
    spans = [(start, end) for start, end in data.get("mentions") or ()]
    for start, end in spans:
        if text[start:end] not in surface:
            raise FactsError(f"the text at {start}-{end} is no form of {name!r}")
    spans = spans or _occurrences(surface, text)
    if not spans:
        raise FactsError(f"no form of {name!r} stands in the text")
    return Entity(
        name=name,
        surface=surface,
        type=type_,
        role=data["role"],
        named=data.get("named", True),
        mentions=tuple(
            Mention(start=s, end=e, text=text[s:e], type=type_, score=score) for s, e in spans
        ),
        score=score,
    )


def _occurrences(surface: Sequence[str], text: str) -> list[tuple[int, int]]:
    """Find each form where it stands as a word of its own; longer forms first, none overlap."""
    found: list[tuple[int, int]] = []
    for form in sorted(surface, key=len, reverse=True):
        left = _EDGE.format(re.escape(form))
        hits = [m.span() for m in re.finditer(left, text)] or [
            m.span() for m in re.finditer(re.escape(form), text)
        ]
        found += [h for h in hits if all(h[1] <= s or e <= h[0] for s, e in found)]
    return sorted(found)


def _relation(
    data: Mapping[str, Any] | Sequence[str],
    entities: Mapping[str, Entity],
    sentences: Sequence[tuple[int, int]],
    length: int,
) -> Relation:
    if not isinstance(data, Mapping):
        subject, predicate, object_ = data
        data = {"subject": subject, "predicate": predicate, "object": object_}
    ends = data["subject"], data["object"]
    for end in ends:
        if end not in entities:
            raise FactsError(f"a relation names {end!r}, which is no entity here")
    if data["predicate"] not in RELATIONS:
        raise FactsError(f"relation {data['predicate']!r} is none of {', '.join(RELATIONS)}")
    evidence = data.get("evidence")
    if evidence and not evidence[0] < evidence[1] <= length:
        raise FactsError(f"the evidence {evidence} is no span of the text")
    return Relation(
        subject=ends[0],
        predicate=data["predicate"],
        object=ends[1],
        evidence=(evidence[0], evidence[1])
        if evidence
        else _stated_in(entities[ends[0]], entities[ends[1]], sentences),
        score=float(data.get("score", 1.0)),
    )


def _stated_in(
    subject: Entity, object_: Entity, sentences: Sequence[tuple[int, int]]
) -> tuple[int, int]:
    """Return the first sentence with both ends, else the span from the one's to the other's."""

    def holding(entity: Entity) -> list[int]:
        return [
            i
            for i, (start, end) in enumerate(sentences)
            if any(start <= m.start and m.end <= end for m in entity.mentions)
        ] or [0]

    one, other = holding(subject), holding(object_)
    _, first, last = min((abs(i - j), min(i, j), max(i, j)) for i in one for j in other)
    return sentences[first][0], sentences[last][1]


def _claim(data: Mapping[str, Any], entities: Mapping[str, Entity], text: str) -> Claim:
    quote = data["quote"]
    start = _find(quote, text, data.get("start"), 0)
    named = [
        data.get("subject"),
        *(n for k in ("metrics", "datasets", "tasks") for n in data.get(k) or ()),
    ]
    for name in named:
        if name is not None and name not in entities:
            raise FactsError(f"a claim names {name!r}, which is no entity here")
    return Claim(
        quote=quote,
        start=start,
        end=start + len(quote),
        type=data["type"],
        subject=data.get("subject"),
        comparators=tuple(data.get("comparators") or ()),
        metrics=tuple(data.get("metrics") or ()),
        datasets=tuple(data.get("datasets") or ()),
        tasks=tuple(data.get("tasks") or ()),
        values=tuple(_quantity(v, text, start, data) for v in data.get("values") or ()),
        novel=data.get("novel", False),
        negated=data.get("negated", False),
        hedged=data.get("hedged", False),
        score=float(data.get("score", 1.0)),
    )


def _quantity(
    data: Mapping[str, Any], text: str, claim_start: int, claim: Mapping[str, Any]
) -> Quantity:
    """Return a number; where it does not say which slots it is of, it is of all of its claim's."""
    quote = data["quote"]
    start = _find(quote, text, data.get("start"), claim_start)
    digits = _NUMBER.search(quote)
    own = {
        slot: tuple(claim.get(slot) or () if data.get(slot) is None else data[slot])
        for slot in ("metrics", "datasets", "tasks")
    }
    for slot, names in own.items():
        for name in names:
            if name not in (claim.get(slot) or ()):
                raise FactsError(f"a value names {name!r}, which is none of its claim's {slot}")
    return Quantity(
        quote=quote,
        start=start,
        end=start + len(quote),
        value=Decimal(data["value"]),
        unit=data.get("unit", ""),
        qualifier=data.get("qualifier", ""),
        printed=data.get("printed") or (digits[0] if digits else quote),
        direction=data.get("direction", ""),
        kind=data.get("kind", ""),
        change=None if data.get("change") is None else Decimal(data["change"]),
        metrics=own["metrics"],
        datasets=own["datasets"],
        tasks=own["tasks"],
        worse=data.get("worse", False),
        rival=data.get("rival", False),
    )


def _find(quote: str, text: str, start: int | None, after: int) -> int:
    """Return where the quote stands: where it says, else its first place from ``after`` on."""
    found = text.find(quote, after) if start is None else start
    if found < 0 or text[found : found + len(quote)] != quote:
        raise FactsError(
            f"the text does not hold {quote[:40]!r}" + ("" if start is None else f" at {start}")
        )
    return found
