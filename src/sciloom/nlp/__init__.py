"""From a paper to what it says: a spaCy pipeline, one component a module."""

from sciloom.nlp.assemble import make_pipeline
from sciloom.nlp.extraction import extract, extract_all, sentence_spans

__all__ = ["extract", "extract_all", "make_pipeline", "sentence_spans"]
