"""Typed mentions of methods, datasets, metrics and tasks."""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc, Span

from sciloom.nlp import extensions
from sciloom.nlp.mentions.cued import beaten, cued
from sciloom.nlp.mentions.names import known_type, shaped
from sciloom.nlp.mentions.tagger import tag

#: What a mention is worth at least that its shape or a cue shows.
_BY_RULE = 0.4

Place = tuple[int, int]
Found = dict[Place, tuple[str, float]]


@Language.factory(
    "sciloom_mentions_v1",
    requires=["doc.sents", "doc._.abbreviations"],
    assigns=["doc.spans"],
)
class Mentions:
    """Set ``doc.spans["mentions"]``: spans labelled with an entity type, in order of the text."""

    def __init__(self, nlp: Language, name: str) -> None:  # noqa: ARG002  # spaCy passes it
        extensions.register()
        self.name = name

    def __call__(self, doc: Doc) -> Doc:
        """Find the mentions of ``doc``; outside English only names by their shape."""
        found: Found = {}
        if doc._.language == "en":
            for start, end, kind, chance in tag(doc):
                if span := _unquoted(doc, start, end):
                    found[span] = (kind, chance)
        names = [(span.start, span.end) for span in shaped(doc)]
        _widen(found, names)
        for name in names:
            if name in found:
                found[name] = (found[name][0], max(found[name][1], _BY_RULE))
            _add(found, name, known_type(doc[name[0] : name[1]].text) or "Method")
        if doc._.language == "en":
            for start, end, kind in cued(doc):
                _add(found, (start, end), kind)
            _retype(doc, found)
        for short, long in doc._.abbreviations:
            _complete(found, (short.start, short.end), (long.start, long.end))
        doc.spans[extensions.MENTIONS] = [
            _labelled(doc[start:end], kind, chance)
            for (start, end), (kind, chance) in sorted(found.items())
        ]
        return doc


def _unquoted(doc: Doc, start: int, end: int) -> Place | None:
    """Return the span without a quotation mark at either end that has no partner inside."""
    marks = [i for i in range(start, end) if doc[i].is_quote]
    if marks == [start]:
        start += 1
    elif marks == [end - 1]:
        end -= 1
    return (start, end) if start < end else None


def _add(found: Found, span: Place, kind: str, chance: float = _BY_RULE) -> None:
    """Add a span unless it overlaps what is there."""
    if not any(start < span[1] and span[0] < end for start, end in found):
        found[span] = (kind, chance)


def _widen(found: Found, names: list[Place]) -> None:
    """Take the whole of a name of which the tagger saw one part: "Tiny ImageNet"."""
    for start, end in names:
        inside = [span for span in found if start < span[1] and span[0] < end]
        if len(inside) == 1 and start <= inside[0][0] and inside[0][1] <= end:
            found[start, end] = found.pop(inside[0])


def _retype(doc: Doc, found: Found) -> None:
    """Correct types: of names that many papers share, and of what is compared with."""
    compared = frozenset(beaten(doc))
    for (start, end), (kind, chance) in list(found.items()):
        known = known_type(doc[start:end].text)
        if known:
            found[start, end] = (known, chance)
        elif start in compared and end == start + 1 and kind == "Dataset":
            found[start, end] = ("Method", chance)


def _complete(found: Found, short: Place, long: Place) -> None:
    """Add the form of an abbreviation that was missed, if the other was seen."""
    for one, other in ((short, long), (long, short)):
        if one in found:
            _add(found, other, *found[one])


def _labelled(span: Span, kind: str, score: float) -> Span:
    labelled = Span(span.doc, span.start, span.end, label=kind)
    labelled._.score = score
    return labelled
