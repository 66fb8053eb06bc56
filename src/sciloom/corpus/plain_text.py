"""Plain text: a heading line, then abstracts as paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from sciloom.corpus.clean import clean_line
from sciloom.corpus.document import Document
from sciloom.corpus.papers import make_paper, parse_year
from sciloom.corpus.reader import OnSkip, Reader
from sciloom.corpus.records import UNDECODABLE
from sciloom.errors import UnreadableInputError
from sciloom.model import Paper, Skipped, Source

_LINE_END = re.compile(r"\r\n?|[\u2028\x85\x0b]")
_BREAK = re.compile(r"[\u2029\f]")
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
#: The text of a paragraph, or the number of a line in it that is in no known encoding.
_Paragraph = str | int
#: Words of the longest body that is still one abstract under its title.
_LONGEST_ABSTRACT = 500


def read(document: Document, on_skip: OnSkip) -> Iterator[Paper]:
    """Yield a paper a paragraph; a heading over them is their venue.

    A first line in the form of a title, over no more than one abstract's length, is the title of
    the one paper that the file holds.

    Raises
    ------
    UnreadableInputError
        There is nothing below a heading.
    """
    rest = _paragraphs(document)
    heading, first = _split_heading(list(_up_to_an_abstract(rest)))
    if heading and not first:
        raise UnreadableInputError(
            f'the file holds the heading "{heading}" and no abstract',
            where=document.place,
            next="put a paragraph for each abstract below it",
        )
    title = venue = None
    if heading and _is_title(heading, first):
        title, first = heading, ["\n\n".join(map(str, first))]
    elif heading:
        venue = _KIND.sub("", heading).strip() or heading
    for number, abstract in enumerate(chain(first, rest), start=1):
        if isinstance(abstract, int):
            place, reason = f"line {abstract}", UNDECODABLE
        else:
            paper = make_paper(
                Source(file=document.name, record=str(number)),
                title=title,
                abstract=abstract,
                venue=venue,
                year=parse_year(venue and heading),
            )
            if paper.text:
                yield paper
                continue
            place = f"paragraph {number}"
            reason = "nothing is left of the paragraph once markup is gone"
        on_skip(Skipped(file=document.place, place=place, reason=reason))


def _paragraphs(document: Document) -> Iterator[_Paragraph]:
    lines: list[str] = []
    bad = 0
    for number, line in enumerate(document.lines(), start=1):
        bad = bad or (number if line is None else 0)
        text = _BREAK.sub("\n\n", UNDECODABLE if line is None else line)
        for piece in _LINE_END.sub("\n", text).split("\n"):
            if piece.strip():
                lines.append(piece)
            elif lines:
                yield bad or "\n".join(lines).strip()
                lines, bad = [], 0
    if lines:
        yield bad or "\n".join(lines).strip()


def _up_to_an_abstract(
    paragraphs: Iterator[_Paragraph],
) -> Iterator[_Paragraph]:
    """Yield as many paragraphs as tell a title over one abstract from a heading over many."""
    words = 0
    for found, paragraph in enumerate(paragraphs, start=1):
        yield paragraph
        words += len(str(paragraph).split())
        if found > 1 and words > _LONGEST_ABSTRACT + _LONGEST_HEADING:
            return


def _split_heading(
    paragraphs: list[_Paragraph],
) -> tuple[str | None, list[_Paragraph]]:
    """Return the heading, if the first line is one, and the paragraphs below it."""
    if not paragraphs or isinstance(paragraphs[0], int):
        return None, paragraphs
    first, _, rest = paragraphs[0].partition("\n")
    heading = clean_line(first)
    if not (0 < len(heading.split()) <= _LONGEST_HEADING) or _SENTENCE_END.search(heading):
        return None, paragraphs
    if not rest:
        # A line that stands alone is an abstract, if a short one, unless it names a collection.
        alone = len(paragraphs) == 1 and not _names_collection(heading)
        return (None, paragraphs) if alone else (heading, paragraphs[1:])
    # Without a blank line below it, only what names a collection is a heading.
    certain = _names_collection(heading) and rest.lstrip()[:1].isupper()
    return (heading, [rest, *paragraphs[1:]]) if certain else (None, paragraphs)


def _names_collection(heading: str) -> bool:
    return bool(_COLLECTION.search(heading)) or parse_year(heading) is not None


def _is_title(heading: str, paragraphs: list[_Paragraph]) -> bool:
    words = len(heading.split())
    shortest = _SHORTEST_TITLE if len(paragraphs) > 1 and ":" not in heading else 2
    if _names_collection(heading) or words < shortest:
        return False
    texts = [paragraph for paragraph in paragraphs if isinstance(paragraph, str)]
    longest = sum(len(text.split()) for text in texts) <= _LONGEST_ABSTRACT
    return len(texts) == len(paragraphs) and longest


PLAIN_TEXT = Reader("text", (".txt", ".text", ""), lambda _head: False, read)
