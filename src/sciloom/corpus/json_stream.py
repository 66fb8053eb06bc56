"""The records of a JSON document, one by one: memory holds one record, not the document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from sciloom.corpus.document import Document
from sciloom.corpus.records import MisfitError
from sciloom.errors import UnreadableInputError

#: Keys under which services put a page of records, and those that wrap such a page once more.
PAGES = frozenset(
    """results items notes data papers records articles entries entry works hits docs documents
    publications""".split()
)
WRAPPERS = frozenset(("message", "response", "search-results", "hits", "data"))
_DEEPEST_PAGE = 4
#: Numbers keep their spelling (an id 2301.10150 ends in a nought); control characters may stand in
#: strings; NaN is nothing.
DECODER = json.JSONDecoder(
    strict=False, parse_int=str, parse_float=str, parse_constant=lambda _: None
)
#: An error so close to the end of what was read may only tell that the rest was not read yet.
_NEAR = 64
#: Blanks before a record that help to tell where the next one starts.
_BEFORE = 100
#: No record is longer: what does not end here is broken.
_LONGEST = 1 << 24
_BLANKS = re.compile(r"[ \t\r\n\ufeff]*")
_TOKEN = re.compile(r"\"(?:\\.|[^\"\\])*\"|[\[\]{}]", re.DOTALL)
#: What stands between strings; read as one, it tells that a quote is missing before it.
_FLIPPED = re.compile(r"\"\s*[:,]\s*\"")
_BEHIND = re.compile(r"\s*[,\]]")
_FIRST_KEY = re.compile(r"\{\s*\"[^\"\\]{0,100}\"")


def document_records(document: Document) -> Iterator[tuple[str, Any]]:
    """Yield place and value of each record; a `MisfitError` stands for one that is broken.

    Raises
    ------
    UnreadableInputError
        The document is broken where no record can be told from the next.
    """
    text = _Text(document)
    for number, value in enumerate(_values(text), start=1):
        yield f"record {number}", value


def _values(text: _Text) -> Iterator[Any]:
    while sign := text.peek():
        if sign == "[":
            yield from _array(text)
        elif sign == "{":
            yield from _object(text)
        elif sign == ",":  # lines cut out of an array
            text.take()
        else:
            raise text.error("a JSON document starts with [ or {")


def _array(text: _Text) -> Iterator[Any]:
    text.take()
    while (sign := text.peek()) != "]":
        if not sign:
            raise text.error("the file ends before its array does")
        if sign == ",":
            text.take()
            continue
        start = text.mark()
        try:
            yield text.value()
        except MisfitError as misfit:
            yield misfit
            if not text.skip_to_next(start):
                return
    text.take()


def _object(text: _Text, depth: int = 1) -> Iterator[Any]:
    """Yield the records of the page that an object holds, else the object."""
    text.take()
    pairs: dict[str, Any] = {}
    paged = False
    while (sign := text.peek()) != "}":
        if not sign and paged:
            return
        if sign == ",":
            text.take()
            continue
        try:
            key = text.value()
            if text.peek() != ":" or not isinstance(key, str):
                raise text.error("the object is broken")
            text.take()
            sign = text.peek()
            if "title" not in pairs and sign == "[" and key in PAGES and text.holds_objects():
                paged = True
                yield from _array(text)
            elif sign == "{" and key in WRAPPERS and depth < _DEEPEST_PAGE:
                paged = True
                yield from _object(text, depth + 1)
            else:
                pairs[key] = text.value()
        except MisfitError as misfit:
            raise text.error(str(misfit)) from misfit
    text.take()
    if not paged:
        yield from unwrapped(pairs)


def unwrapped(value: Any, depth: int = 1) -> Iterator[Any]:
    """Yield the records of a page or list, those of an object of records by id, else the value."""
    if isinstance(value, list) and any(isinstance(v, dict) for v in value):
        yield from value
        return
    if not isinstance(value, dict) or "title" in value:
        yield value
        return
    for key, inner in value.items():
        if key in WRAPPERS and isinstance(inner, dict) and depth < _DEEPEST_PAGE:
            yield from unwrapped(inner, depth + 1)
            return
        if key in PAGES and isinstance(inner, list) and any(isinstance(v, dict) for v in inner):
            yield from inner
            return
    if value and all(isinstance(v, dict) and "title" in v for v in value.values()):
        yield from ({"id": key, **record} for key, record in value.items())
    else:
        yield value


class _Text:
    """A document's text from where it is read on, filled as it is used up."""

    def __init__(self, document: Document) -> None:
        self._place = document.place
        self._chunks = document.chunks()
        self._text = ""
        self._at = 0
        self._line = 1

    def error(self, what: str) -> UnreadableInputError:
        line = self._line + self._text.count("\n", 0, self._at)
        return UnreadableInputError(
            f"the file is not JSON: {what}, line {line}",
            where=self._place,
            next="mend it there, or put one record on each line",
        )

    def peek(self) -> str:
        """Return the next character that is no blank, "" at the end."""
        while True:
            match = _BLANKS.match(self._text, self._at)
            self._at = match.end() if match else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._fill():
                return ""

    def take(self) -> None:
        self._at += 1

    def mark(self) -> str:
        """Return how the record that starts here starts, as an expression."""
        if len(self._text) - self._at < _NEAR:
            self._fill()
        before = self._text[max(0, self._at - _BEFORE) : self._at]
        blanks = before[len(before.rstrip()) :]
        match = _FIRST_KEY.match(self._text, self._at)
        lead = re.escape(blanks) if "\n" in blanks else r"[ \t]*"
        return f",{lead}{re.escape(match[0])}" if match else r",\s*\{"

    def holds_objects(self) -> bool:
        """Tell whether the array that starts here holds objects, or nothing."""
        if len(self._text) - self._at < _NEAR:
            self._fill()
        return re.match(r"\[\s*(?:[{\]]|$)", self._text[self._at : self._at + 200]) is not None

    def value(self) -> Any:
        """Return the value that starts here."""
        while True:
            try:
                value, end = DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if self._may_go_on(error) and self._fill():
                    continue
                line = self._line + error.lineno - 1
                raise MisfitError(
                    f"is not JSON ({error.msg}, line {line}, column {error.colno}); mend it there"
                ) from error
            except (RecursionError, ValueError) as error:
                raise MisfitError("is nested too deeply to read; mend or drop it") from error
            if end == len(self._text) and self._fill():
                continue
            self._at = end
            return value

    def skip_to_next(self, start: str) -> bool:
        """Go behind a broken record, or to the next that starts like ``start``, if any does."""
        end = self._end_of_broken()
        if end is not None:
            self._at = end
            return True
        pattern = re.compile(start)
        self._at += 1
        while not (match := pattern.search(self._text, self._at)):
            self._at = max(self._at, len(self._text) - 2 * _NEAR - len(start))
            if not self._fill():
                self._at = len(self._text)
                return False
        self._at = match.start()
        return True

    def _end_of_broken(self) -> int | None:
        """Return where the record's brackets close; None where a quote is missing."""
        while self._text[self._at] in "{[":
            depth = 0
            for match in _TOKEN.finditer(self._text, self._at):
                sign = match[0]
                if _FLIPPED.fullmatch(sign):
                    return None
                depth += (sign in "{[") - (sign in "]}")
                if depth == 0:
                    follows = _BEHIND.match(self._text, match.end())
                    return match.end() if follows else None
            if len(self._text) - self._at > _LONGEST or not self._fill():
                break
        return None

    def _may_go_on(self, error: json.JSONDecodeError) -> bool:
        unended = error.msg.startswith("Unterminated string")
        near = error.pos >= len(self._text) - _NEAR
        return (unended or near) and len(self._text) - self._at < _LONGEST

    def _fill(self) -> bool:
        """Double what is left to be read; tell whether there was more."""
        used = max(0, self._at - _BEFORE)
        self._line += self._text.count("\n", 0, used)
        parts = [self._text[used:]]
        left = len(parts[0])
        more = 0
        for chunk in self._chunks:
            parts.append(chunk)
            more += len(chunk)
            if more > left:
                break
        self._text, self._at = "".join(parts), self._at - used
        return more > 0
