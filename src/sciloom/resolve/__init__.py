"""Extractions in, concepts out: names of one thing are one concept."""

from sciloom.resolve.normalise import normalise
from sciloom.resolve.overrides import Overrides, Ruling, read_overrides
from sciloom.resolve.papers import Identified, identify
from sciloom.resolve.resolver import resolve
from sciloom.resolve.vocabulary import read_vocabulary

__all__ = [
    "Identified",
    "Overrides",
    "Ruling",
    "identify",
    "normalise",
    "read_overrides",
    "read_vocabulary",
    "resolve",
]
