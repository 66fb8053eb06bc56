"""The sentence of a claim with what fills its slots marked in it."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from sciloom.api.records import ClaimRecord
from sciloom.query import Source, select

#: Slots of a claim, with the words that mark them.
_WORDS = MappingProxyType(
    {
        "subject": "subject",
        "comparator": "compared with",
        "metric": "metric",
        "dataset": "dataset",
        "task": "task",
        "value": "value",
    }
)


def marked_sentence(source: Source, claim: ClaimRecord) -> str:
    """Return the sentence of a claim with its slots in brackets: "[subject: Loom] beats …".

    What the sentence only points back to ("our method") is not marked.
    """
    slots = " ".join(f":{slot}" for slot in _WORDS if slot != "value")
    rows = select(
        source,
        f"""SELECT DISTINCT ?slot ?start ?end WHERE {{
            {{ VALUES ?property {{ {slots} }}
               <{claim.iri}> ?property ?concept .
               <{claim.paper}> :entity ?entity . ?entity :concept ?concept ; :mention ?span }}
            UNION {{ VALUES ?property {{ :value }} <{claim.iri}> ?property ?span }}
            ?span oa:start ?start ; oa:end ?end
            BIND(STRAFTER(STR(?property), "#") AS ?slot)
        }}""",
    ).rows
    spans = [
        (int(str(a)) - claim.start, int(str(b)) - claim.start, str(slot)) for slot, a, b in rows
    ]
    for phrase in claim.comparators:
        at = claim.sentence.find(phrase)
        if at >= 0:
            spans.append((at, at + len(phrase), "comparator"))
    return _marked(claim.sentence, spans)


def _marked(sentence: str, spans: Iterable[tuple[int, int, str]]) -> str:
    """Mark the spans that lie within a sentence; of two that overlap the longer."""
    order = list(_WORDS)
    chosen: list[tuple[int, int, str]] = []
    for start, end, slot in sorted(spans, key=lambda s: (s[0] - s[1], s[0], order.index(s[2]))):
        if 0 <= start < end <= len(sentence) and all(
            end <= other or after <= start for other, after, _ in chosen
        ):
            chosen.append((start, end, slot))
    pieces, at = [], 0
    for start, end, slot in sorted(chosen):
        pieces += [sentence[at:start], f"[{_WORDS[slot]}: {sentence[start:end]}]"]
        at = end
    return "".join((*pieces, sentence[at:]))
