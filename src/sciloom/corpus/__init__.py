"""Readers of papers, and the clean text that every offset refers to."""

from sciloom.corpus.clean import clean
from sciloom.corpus.document import Document, file_digest
from sciloom.corpus.read import documents, read_document, read_papers, settled

__all__ = [
    "Document",
    "clean",
    "documents",
    "file_digest",
    "read_document",
    "read_papers",
    "settled",
]
