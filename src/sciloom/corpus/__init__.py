"""Readers of papers, and the clean text that every offset refers to."""

from sciloom.corpus.clean import clean
from sciloom.corpus.document import file_digest
from sciloom.corpus.read import read_papers

__all__ = ["clean", "file_digest", "read_papers"]
