"""The records of an XML file, one by one, each parsed on its own.

A record is cut out of the text by its tags, so that a broken one costs no other, and no document
type declaration is ever parsed: there are no entities to expand and nothing to fetch.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from sciloom.corpus.document import Document
from sciloom.corpus.records import MisfitError

_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)(\w+;)?")
#: Characters that XML 1.0 forbids, which exports hold all the same.
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|&#(?:0*[0-8]|x0*[0-8]);")
#: No record is longer: what does not end here is broken.
_LONGEST = 1 << 24
_DEEPEST = 200


@dataclass(slots=True)
class Element:
    """An element: its name without prefix, its attributes, and its text and children in order."""

    name: str
    attributes: dict[str, str]
    content: list[str | Element] = field(default_factory=list)

    def children(self, *names: str) -> Iterator[Element]:
        """Yield the children of these names."""
        return (c for c in self.content if isinstance(c, Element) and c.name in names)

    def child(self, *path: str) -> Element | None:
        """Return the first element under ``path``."""
        found: Element | None = self
        for name in path:
            found = next(found.children(name), None) if found else None
        return found

    def all(self, name: str) -> Iterator[Element]:
        """Yield the elements of this name, however deep."""
        for child in self.content:
            if isinstance(child, Element):
                if child.name == name:
                    yield child
                yield from child.all(name)

    def text(self) -> str:
        """Return the text inside, without tags."""
        parts = (part if isinstance(part, str) else part.text() for part in self.content)
        return "".join(parts).strip()

    def markup(self) -> str:
        """Return what stands inside, tags and all, for `clean` to read."""
        return "".join(escape(p) if isinstance(p, str) else p.whole() for p in self.content)

    def whole(self) -> str:
        """Return the element as it stands in a text."""
        attributes = "".join(f" {key}={quoteattr(v)}" for key, v in self.attributes.items())
        return f"<{self.name}{attributes}>{self.markup()}</{self.name}>"


def text_at(element: Element | None, *path: str) -> str | None:
    """Return the text under ``path``, None where there is none."""
    found = element.child(*path) if element else None
    return (found.text() or None) if found else None


def xml_records(document: Document, *names: str) -> Iterator[tuple[str, Element | MisfitError]]:
    """Yield place and content of each element of one of ``names``, which hold none another."""
    tag = re.compile(rf"<(/?)(?:\w+:)?({'|'.join(names)})(?=[\s>/])[^<>]*>")
    buffer, line, scanned = "", 1, 0
    start: int | None = None
    for chunk in document.chunks():
        buffer += chunk
        for match in tag.finditer(buffer, scanned):
            if not match[1] and not match[0].endswith("/>"):
                if start is not None:
                    yield _place(line, buffer, start), _unended()
                start = match.start()
            elif match[1] and start is not None:
                yield _place(line, buffer, start), _parsed(buffer[start : match.end()])
                start = None
            scanned = match.end()
        if start is not None and len(buffer) - start > _LONGEST:
            yield _place(line, buffer, start), _unended()
            start = None
        # A tag may be cut by the chunk's end.
        last = buffer.rfind("<", scanned)
        scanned = last if last >= 0 and ">" not in buffer[last:] else len(buffer)
        drop = scanned if start is None else start
        line += buffer.count("\n", 0, drop)
        buffer, scanned = buffer[drop:], scanned - drop
        start = None if start is None else 0
    if start is not None:
        yield _place(line, buffer, start), _unended()


def _place(line: int, buffer: str, start: int) -> str:
    breaks = buffer.count("\n", 0, start)
    return f"line {line + breaks}"


def _unended() -> MisfitError:
    return MisfitError("never ends: its closing tag is missing; mend it")


def _parsed(text: str) -> Element | MisfitError:
    root = Element("", {})
    open_elements = [root]

    def start(name: str, attributes: dict[str, str]) -> None:
        element = Element(name.rpartition(":")[2], attributes)
        if len(open_elements) > _DEEPEST:
            raise MisfitError("is nested too deeply to read; mend or drop it")
        open_elements[-1].content.append(element)
        open_elements.append(element)

    def end(_name: str) -> None:
        open_elements.pop()

    def data(characters: str) -> None:
        open_elements[-1].content.append(characters)

    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = data
    text = _ENTITY.sub(_known, _FORBIDDEN.sub("", text))
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        where = f"line {error.lineno} of it, column {error.offset}"
        return MisfitError(f"is no XML ({expat.ErrorString(error.code)}, {where}); mend it there")
    except MisfitError as misfit:
        return misfit
    first = root.content[0]
    return first if isinstance(first, Element) else MisfitError("is no XML; mend it")


def _known(match: re.Match[str]) -> str:
    """Return the characters of an HTML entity; another one says nothing, a bare "&" is itself."""
    if not match[1]:
        return "&amp;"
    meaning = unescape("&" + match[1])
    return "" if meaning.startswith("&") and len(meaning) > 1 else escape(meaning)
