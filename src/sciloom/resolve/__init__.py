"""Extractions in, concepts out: names of one thing are one concept."""

from sciloom.resolve.normalise import normalise
from sciloom.resolve.resolver import resolve

__all__ = ["normalise", "resolve"]
