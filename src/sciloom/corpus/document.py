"""A file, or standard input, as lines of text: encodings found out, binaries refused."""

from __future__ import annotations

import codecs
import hashlib
import io
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from sciloom.errors import UnreadableInputError

_HEAD = 4096
#: Longest first: the mark of UTF-32 starts with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_BINARIES = (
    (b"%PDF", "a PDF", "extract its text first"),
    (b"PK\x03\x04", "a ZIP archive or Office document", "unpack it, or save it as text"),
    (b"\x1f\x8b", "compressed", "unpack it first"),
    (b"BZh", "compressed", "unpack it first"),
    (b"\xfd7zXZ", "compressed", "unpack it first"),
    (b"\x28\xb5\x2f\xfd", "compressed", "unpack it first"),
)
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


@dataclass(frozen=True, slots=True)
class Document:
    """An input: ``place`` is how the user names it; ``data`` holds what cannot be read twice."""

    place: str
    path: Path
    data: bytes | None = None

    @property
    def name(self) -> str:
        """The file's name, without its folder."""
        return self.path.name

    def head(self) -> str:
        """Return the first characters, to tell the format by.

        Raises
        ------
        UnreadableInputError
            The file is empty, binary, or may not be opened.
        """
        with self._open() as stream:
            start = stream.read(_HEAD)
        if not start:
            raise UnreadableInputError("the file is empty", where=self.place)
        for magic, what, advice in _BINARIES:
            if start.startswith(magic):
                raise UnreadableInputError(f"the file is {what}", where=self.place, next=advice)
        encoding = _marked(start)
        if encoding is None and (
            b"\x00" in start or len(_CONTROLS.findall(start)) > len(start) / 20
        ):
            raise UnreadableInputError(
                "the file is binary, or UTF-16 without a byte order mark",
                where=self.place,
                next="save it as UTF-8 text",
            )
        return start.decode(encoding or "utf-8", "replace").lstrip("\ufeff")

    def lines(self) -> Iterator[str | None]:
        r"""Yield the lines without their line feed; None for one that is in no known encoding.

        Only "\n" ends a line. A line that is not UTF-8 is read as Windows-1252, so that files put
        together from several sources come out whole.
        """
        with self._open() as stream:
            encoding = _marked(stream.read(4))
            stream.seek(0)
            if encoding:
                yield from _decoded(stream, encoding)
                return
            for number, line in enumerate(stream):
                yield _line(line.removeprefix(codecs.BOM_UTF8) if number == 0 else line)

    def text(self) -> str:
        """Return the whole text.

        Raises
        ------
        UnreadableInputError
            A line is in no known encoding.
        """
        lines: list[str] = []
        for number, line in enumerate(self.lines(), start=1):
            if line is None:
                raise UnreadableInputError(
                    f"line {number} is neither UTF-8 nor Windows-1252",
                    where=self.place,
                    next="save the file as UTF-8",
                )
            lines.append(line)
        return "\n".join(lines)

    def _open(self) -> BinaryIO:
        if self.data is not None:
            return io.BytesIO(self.data)
        try:
            return self.path.open("rb")
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise UnreadableInputError(
                f"the file cannot be opened: {reason}", where=self.place
            ) from error


def open_document(path: Path, place: str) -> Document:
    """Return the file at ``path``; what cannot be read twice (a pipe) is read at once."""
    data = None if path.is_file() else _all_bytes(path, place)
    return Document(place, path, data)


def standard_input() -> Document:
    """Return what standard input holds."""
    return Document("standard input", Path("stdin"), sys.stdin.buffer.read())


def file_digest(path: str | os.PathLike[str]) -> str:
    """Return the SHA-256 of a file's bytes, in hexadecimal."""
    with Path(path).open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _all_bytes(path: Path, place: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UnreadableInputError(f"the file cannot be read: {reason}", where=place) from error


def _marked(start: bytes) -> str | None:
    return next((encoding for mark, encoding in _MARKS if start.startswith(mark)), None)


def _decoded(stream: BinaryIO, encoding: str) -> Iterator[str | None]:
    # newline="\n" splits there alone, and keeps "\r".
    with io.TextIOWrapper(stream, encoding, "replace", newline="\n") as text:
        for line in text:
            yield line.removesuffix("\n").removesuffix("\r")


def _line(line: bytes) -> str | None:
    line = line.removesuffix(b"\n").removesuffix(b"\r")
    for encoding in ("utf-8", "cp1252"):
        try:
            return line.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None
