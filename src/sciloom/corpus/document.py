"""A file, or standard input, as text: gzip undone, encodings found out, binaries refused."""

from __future__ import annotations

import codecs
import gzip
import hashlib
import io
import os
import re
import sys
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, cast

from sciloom.errors import UnreadableInputError

_HEAD = 4096
_CHUNK = 1 << 16
_GZIP = b"\x1f\x8b"
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
    (_GZIP, "compressed twice", "unpack it once"),
    (b"BZh", "compressed", "unpack it first"),
    (b"\xfd7zXZ", "compressed", "unpack it first"),
    (b"\x28\xb5\x2f\xfd", "compressed", "unpack it first"),
)
#: A byte that is not UTF-8, as the error handler "surrogateescape" gives it.
_STRAY = re.compile(r"[\udc80-\udcff]")
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


@dataclass(frozen=True, slots=True)
class Document:
    """An input: ``place`` is how the user names it; ``data`` holds what cannot be read twice.

    ``format`` and ``columns`` are what the user says: the name of its format, and what fields are
    called in it. ``recoded`` gathers the numbers of lines that were read as Windows-1252.
    """

    place: str
    path: Path
    data: bytes | None = None
    format: str | None = None
    columns: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    recoded: set[int] = field(default_factory=set)

    @property
    def name(self) -> str:
        """The file's name, without its folder and without ".gz"."""
        return self.path.stem if self.path.suffix.lower() == ".gz" else self.path.name

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
        if encoding is None and len(_CONTROLS.findall(start)) > len(start) / 20:
            raise UnreadableInputError(
                "the file is binary, or UTF-16 without a byte order mark",
                where=self.place,
                next="save it as UTF-8 text",
            )
        return start.decode(encoding or "utf-8", "replace").lstrip("\ufeff")

    def lines(self) -> Iterator[str | None]:
        r"""Yield the lines without their line feed; None for one that is in no known encoding.

        Only "\n" ends a line, or "\r" in a file without it. A line that is not UTF-8
        is read as Windows-1252, so that files put together from several sources come out whole.
        """
        with self._open() as stream:
            encoding = _marked(stream.read(4))
            stream.seek(0)
            if encoding:
                yield from _decoded(stream, encoding)
                return
            for number, line in enumerate(stream):
                yield self._line(
                    line.removeprefix(codecs.BOM_UTF8) if number == 0 else line, number
                )

    def chunks(self) -> Iterator[str]:
        """Yield the text in pieces, for formats whose lines may be as long as the file.

        Bytes that are not UTF-8 are read as Windows-1252, or as U+FFFD where that has none.
        """
        with self._open() as stream:
            encoding = _marked(stream.read(4))
            stream.seek(0)
            decoder = codecs.getincrementaldecoder(encoding or "utf-8-sig")(
                "replace" if encoding else "surrogateescape"
            )
            line = 1
            while raw := stream.read(_CHUNK):
                text = decoder.decode(raw)
                if not encoding and _STRAY.search(text):
                    parts = enumerate(text.split("\n"), start=line)
                    self.recoded.update(number for number, part in parts if _STRAY.search(part))
                    text = _STRAY.sub(_as_cp1252, text)
                line += text.count("\n")
                yield text
            yield _STRAY.sub(_as_cp1252, decoder.decode(b"", final=True))

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

    def _line(self, line: bytes, number: int) -> str | None:
        line = line.removesuffix(b"\n").removesuffix(b"\r")
        try:
            return line.decode("utf-8")
        except UnicodeDecodeError:
            pass
        try:
            text = line.decode("cp1252")
        except UnicodeDecodeError:
            return None
        self.recoded.add(number + 1)
        return text

    @contextmanager
    def _open(self) -> Iterator[BinaryIO]:
        try:
            with self._raw() as raw:
                packed = raw.read(2) == _GZIP
                raw.seek(0)
                yield _modern(cast("BinaryIO", gzip.GzipFile(fileobj=raw)) if packed else raw)
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise UnreadableInputError(
                f"the file is compressed, and damaged: {error}",
                where=self.place,
                next="fetch it again, or unpack what can be saved",
            ) from error
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise UnreadableInputError(
                f"the file cannot be opened: {reason}", where=self.place
            ) from error

    def _raw(self) -> BinaryIO:
        return self.path.open("rb") if self.data is None else io.BytesIO(self.data)


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


def _modern(stream: BinaryIO) -> BinaryIO:
    r"""Return a stream in which "\n" ends the lines, also where "\r" alone did (old Macintosh)."""
    head = stream.read(_HEAD)
    stream.seek(0)
    if b"\n" in head or b"\r" not in head.removesuffix(b"\r") or _marked(head):
        return stream
    return io.BytesIO(stream.read().replace(b"\r\n", b"\n").replace(b"\r", b"\n"))


def _marked(start: bytes) -> str | None:
    return next((encoding for mark, encoding in _MARKS if start.startswith(mark)), None)


def _decoded(stream: BinaryIO, encoding: str) -> Iterator[str | None]:
    # newline="\n" splits there alone, and keeps "\r".
    with io.TextIOWrapper(stream, encoding, "replace", newline="\n") as text:
        for line in text:
            yield line.removesuffix("\n").removesuffix("\r")


def _as_cp1252(stray: re.Match[str]) -> str:
    return bytes([ord(stray[0]) - 0xDC00]).decode("cp1252", "replace")
