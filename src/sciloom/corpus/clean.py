"""The one text that every offset, hash and training example refers to."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

from sciloom.corpus.characters import repair
from sciloom.corpus.latex import unlatex
from sciloom.corpus.layout import tidy, unwrap
from sciloom.corpus.litter import sweep
from sciloom.corpus.markdown import strip_markdown
from sciloom.corpus.markup import strip_tags, unescape_entities

#: Each sees what the ones before it left: tags may hold LaTeX, LaTeX may hold "_" and "*" that are
#: no Markdown, and litter shows by lines that the layout joins.
_STEPS = (unescape_entities, repair, strip_tags, unlatex, strip_markdown, tidy)
_LINES = re.compile(r"\s*\n\s*")
#: Layers of escaping that are undone; real texts have two or three.
_DEEPEST = 12


def clean(text: str) -> str:
    """Return an abstract as a reader sees it: prose in paragraphs, no markup, no litter, NFC.

    Idempotent: ``clean(clean(text)) == clean(text)``, unless hostile input nests its escapes deeper
    than `_DEEPEST`. Linear in the length of the text.
    """
    return _settled(text, (*_STEPS, sweep, unwrap))


def clean_line(text: str) -> str:
    """Return a title, name or keyword as a reader sees it, on one line; headings in it stay."""
    return _settled(text, (*_STEPS, unwrap, _on_one_line))


def _on_one_line(text: str) -> str:
    return _LINES.sub(" ", text)


def _settled(text: str, steps: Iterable[Callable[[str], str]]) -> str:
    for _ in range(_DEEPEST):
        before = text
        for step in steps:
            text = step(text)
        text = unicodedata.normalize("NFC", text)
        if text == before:
            break
    return text
