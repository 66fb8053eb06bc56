"""What part an entity plays in its paper."""

from __future__ import annotations

import re

from spacy.tokens import Doc, Span

_PROPOSES = re.compile(
    r"\b(?:propos|introduc|present|develop|design|devis|release|construct|create|call|dub|term)\w*\b"
)
_EVALUATED = frozenset({"Dataset", "Metric", "Task"})


def roles(doc: Doc, groups: list[list[Span]], types: list[str]) -> list[str]:
    """Return the role of each group of spans, the most contribution-like that a cue shows."""
    return [_role(spans, kind) for spans, kind in zip(groups, types, strict=True)]


def _role(spans: list[Span], kind: str) -> str:
    for span in spans:
        before = span.doc[max(span.sent.start, span.start - 8) : span.start].text.lower()
        if _PROPOSES.search(before):
            return "proposed"
    return "evaluated" if kind in _EVALUATED else "used"
