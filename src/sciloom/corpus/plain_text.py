"""Plain text: a heading line, then abstracts as paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sciloom.corpus.clean import clean_line
from sciloom.corpus.document import Document
from sciloom.corpus.papers import make_paper, parse_year
from sciloom.corpus.reader import OnSkip, Reader
from sciloom.model import Paper, Skipped, Source

_LINE_END = re.compile(r"\r\n?|[\u2028\x85\x0b]")
_BLANK_LINES = re.compile(r"\n(?:[^\S\n]*\n)+|\u2029|\f")
_SENTENCE_END = re.compile(r"[.!?:;,。．！？…][\"'”’)\]]*$")
_COLLECTION = re.compile(
    r"\b(?:papers|abstracts|proceedings|conference|workshop|symposium|transactions|accepted)\b",
    re.IGNORECASE,
)
_KIND = re.compile(
    r"^(?:accepted\s+)?(?:papers|abstracts)\s+(?:of|at|from|in)\s+(?:the\s+)?"
    r"|[\s,:–-]+(?:\(?accepted\)?\s+)?(?:papers|abstracts|titles and abstracts)$",
    re.IGNORECASE,
)
_LONGEST_HEADING = 15
_SHORTEST_TITLE = 4
#: Words of the longest body that is still one abstract under its title.
_LONGEST_ABSTRACT = 500


def read(document: Document, on_skip: OnSkip) -> Iterator[Paper]:
    """Yield a paper a paragraph; a heading over them is their venue.

    A first line in the form of a title, over no more than one abstract's length, is the title of
    the one paper that the file holds.
    """
    text = _LINE_END.sub("\n", document.text())
    paragraphs = [part.strip() for part in _BLANK_LINES.split(text) if part.strip()]
    heading, paragraphs = _split_heading(paragraphs)
    title = venue = None
    if heading and _is_title(heading, paragraphs):
        title, paragraphs = heading, ["\n\n".join(paragraphs)]
    elif heading:
        venue = _KIND.sub("", heading).strip() or heading
    for number, abstract in enumerate(paragraphs, start=1):
        paper = make_paper(
            Source(file=document.name, record=str(number)),
            title=title,
            abstract=abstract,
            venue=venue,
            year=parse_year(venue and heading),
        )
        if paper.text:
            yield paper
        else:
            reason = "nothing is left of the paragraph once markup is gone"
            on_skip(Skipped(file=document.place, place=f"paragraph {number}", reason=reason))


def _split_heading(paragraphs: list[str]) -> tuple[str | None, list[str]]:
    """Return the heading, if the first line is one, and the paragraphs below it."""
    if not paragraphs:
        return None, []
    first, _, rest = paragraphs[0].partition("\n")
    heading = clean_line(first)
    if not (0 < len(heading.split()) <= _LONGEST_HEADING) or _SENTENCE_END.search(heading):
        return None, paragraphs
    if not rest:
        return (heading, paragraphs[1:]) if len(paragraphs) > 1 else (None, paragraphs)
    # Without a blank line below it, only what names a collection is a heading.
    certain = _names_collection(heading) and rest.lstrip()[:1].isupper()
    return (heading, [rest, *paragraphs[1:]]) if certain else (None, paragraphs)


def _names_collection(heading: str) -> bool:
    return bool(_COLLECTION.search(heading)) or parse_year(heading) is not None


def _is_title(heading: str, paragraphs: list[str]) -> bool:
    words = len(heading.split())
    shortest = _SHORTEST_TITLE if len(paragraphs) > 1 and ":" not in heading else 2
    if _names_collection(heading) or words < shortest:
        return False
    return sum(len(paragraph.split()) for paragraph in paragraphs) <= _LONGEST_ABSTRACT


PLAIN_TEXT = Reader("text", (".txt", ".text", ""), lambda _head: False, read)
