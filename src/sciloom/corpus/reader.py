"""What a reader of a format is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sciloom.corpus.document import Document
from sciloom.model import Paper, Skipped

OnSkip = Callable[[Skipped], None]
#: The place of a `Skipped` that is a whole file.
WHOLE_FILE = "whole file"


@dataclass(frozen=True, slots=True)
class Reader:
    """A format: what its files are called, how its content shows, how to read it.

    ``sniff`` sees the first characters of a file; ``read`` yields papers in the order of the file,
    reports each record it cannot read, and raises `CorpusError` where nothing more can be read.
    """

    name: str
    suffixes: tuple[str, ...]
    sniff: Callable[[str], bool]
    read: Callable[[Document, OnSkip], Iterator[Paper]]
