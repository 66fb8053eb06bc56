"""What stands around an abstract without being part of it: stamps, headings, labels, notices."""

from __future__ import annotations

import re

_STAMP = re.compile(
    r"arXiv:\s?(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?\s+\[[A-Za-z.-]{2,20}\]"
    r"\s+\d{1,2}\s+[A-Z][a-z]{2,8}\s+\d{4}"
)
_SPACED = re.compile(r"[A-Z](?<!\w.)(?<!\w ..) (?:[A-Z] ){3,}[A-Z](?!\w| \w )")

# Headings and labels -------------------------------------------------------------------------

#: Words an abstract's first sentence starts with, and no name of a thing does.
_OPENING = (
    r"(?:We|This|These|The|In|Our|It|Recent|Recently|A(?= [a-z])|An|To|While|Despite|With|For|As|"
    r"Many|Most|Although|Given|Modern|Existing|Current|Here|However|There|When|How|By|On|From|Since|"
    r"One)\b"
)
_PREFIX = re.compile(
    r"\s*(?i:abstract|summary)\s*(?:[:.]+\s*|—\s*|[–-]+\s*(?=[A-Z])|\n\s*(?=[^\W_a-z]))(?=\S)"
)
_BARE_PREFIX = re.compile(rf"\s*(?:Abstract|ABSTRACT)\s*(?={_OPENING})")
_SECTION = (
    r"(?:background|introduction|motivation|context|importance|objectives?|aims?|goals?|purpose|"
    r"(?:study |research |trial )?design|(?:research )?settings?|participants|patients|"
    r"(?:main )?outcome measures?|main outcomes?|interventions?|measurements?|data sources?|"
    r"data (?:extraction|synthesis|collection(?: and analysis)?)|study selection|"
    r"(?:selection|eligibility) criteria|(?:search|review) methods?|"
    r"(?:materials?|patients|subjects) (?:and|&) methods?|methods?|methodology|approach|"
    r"experimental design|(?:main |key )?results?|(?:main |key )?findings|discussion|"
    r"(?:authors?['’] )?conclusions?|interpretation|significance|relevance|implications?|"
    r"limitations?|(?:plain[- ]language |lay )?summary|highlights|key (?:points|messages)|tl;?dr|"
    r"(?:trial )?registration|funding|availability|implementation|contact|"
    r"supplementary information)"
)
_SECTIONS = rf"{_SECTION}(?:\s*(?:and|&|/)\s*{_SECTION})?"
#: The start of a sentence; "1) Context:" and "1. Context:" are items of a list.
_AT_START = r"(?P<before>^\s*|\n\s*|(?<![\s(]\d)(?<!^\d)[.!?][)\]”\"’]*\s*(?!\d))"
_LABEL = re.compile(rf"{_AT_START}(?:(?=[A-Z])(?i:{_SECTIONS})\s?:(?!\s*https?:)\s*)+(?=\S)")
_CAPITAL_LABEL = re.compile(
    rf"{_AT_START}(?=[A-Z]{{4}})(?P<label>(?i:{_SECTIONS}))\s?[.—–-]?\s+(?=[A-Z])"
)
_CAPITALS = re.compile(r"[A-Z]{5}")
_NUMBERED_LABEL = re.compile(
    rf"(?P<before>^\s*|\n\s*|[.;!?]\s+)\(?\d[.)]\s*(?=[A-Z])(?i:{_SECTIONS})\s?:\s*(?=\S)"
)
_PLAIN_SECTION = (
    r"(?:abstract|background|introduction|objectives?|aims?|purpose|"
    r"(?:materials? (?:and|&) )?methods?|methodology|results?|findings|conclusions?|discussion)"
)
#: Labels that no colon ends: "Results We", "Results. We", "Results—We", "ResultsWe".
_RUN_IN_LABEL = re.compile(
    rf"{_AT_START}(?:(?=[A-Z])(?i:{_PLAIN_SECTION})(?:\s?[—–]\s?|\.?\s+|))+(?=[A-Z]\w)"
)
_HEADING = re.compile(rf"(?=[A-Z])(?i:abstract|{_SECTIONS})\s?:?")

# Notices and footnotes -----------------------------------------------------------------------

_NOTICE = re.compile(
    r"(?:©|\(c\)\s*\d{4}|copyright\s*(?:©|\(c\)|\d{4}|by\b|held\b|the author)|all rights reserved"
    r"|published (?:by|online)\b(?!.* (?:is|are|was|were|we) )"
    r"|this is an open[- ]access (?:article|paper)"
    r"|(?:key\s?words?(?: and phrases)?|index terms|ccs concepts|general terms"
    r"|(?:\d{4} )?mathematics subject classification(?: \d{4})?|msc(?: \d{4})?|pacs(?: numbers?)?"
    r"|jel (?:classification|codes?))\s?[:—–]"
    r"|(?:comments?:\s*)?\d+ pages\b(?!.* (?:is|are|was|were|we) )"
    r"|(?:accepted|to appear|presented|submitted|in press)\s(?:at|by|in|to|for publication)\b"
    r"(?!.* (?:is|are|was|were|we) ).{0,80}$"
    r"|this (?:article|work|paper|manuscript|preprint) (?:is|has been) "
    r"(?:licensed|distributed|published|made available|protected) (?:under|by)\b"
    r"|(?:licensed|distributed|made available) under (?:a |the )?(?:terms|cc|creative commons)\b"
    r"|personal use of this material|permission to make digital"
    r"|preprint(?:[.,]\s*(?:under review|work in progress|in submission|submitted to .*))?\.?$"
    r"|(?:currently )?under (?:peer )?review(?: (?:as|at|by|for) .*)?\.?$|work in progress\.?$"
    r"|(?:equal|joint) contributions?(?:[.,;:]|$)"
    r"|(?:these |the )?(?:first )?(?:two )?authors contributed equally"
    r"|correspond(?:ence|ing authors?)(?: to)?\s*:|e-?mails?:\s*\S+@"
    r"|[^\s@]{1,64}@[^\s@]+\.\w+[.,;]?$"
    r"|work (?:was )?(?:done|performed|conducted) (?:while|during|when|as an? )"
    r"|proceedings of the \d|pmlr \d)",
    re.IGNORECASE,
)
_AFFILIATION = re.compile(
    r"(?:Department|Dept\.|School|Faculty|Institute|Laboratory|College|University|Center|Centre)\b"
    r"|[A-Z][\w.’' -]{2,40}(?:University|Institute|Research|Labs?|Inc\.)\b[^.]{0,80}$"
)
_MARKER = re.compile(r"\s*(\d{1,2}|[*†‡§¶∗]{1,3})\s{0,2}(?=[A-Z©])")
_SENTENCE_END = re.compile(
    r"(?:(?<!\bCo)(?<!\bLtd)(?<!\bInc)(?<!\bCorp)(?<!\bSt)|(?=.\s+(?:This|All rights|Open)\b))"
    r"[.!?][)”\"’]?\s+(?=[^\W_a-z]|[©(*†])"
)
#: A sentence that ends with its line, or no line at all; a footnote's marker may follow it.
_ENDED = re.compile(r"(?:^|[.!?])[)”\"]?[\d*†‡§¶∗]*\s*$")
_MARKED = 8
_REACH = 700

_PLACEHOLDER = re.compile(
    r"[\[(]?\s*(?:no\s+abstract(?:\s+(?:is\s+|was\s+)?(?:available|provided|given|supplied))?"
    r"|(?:the\s+)?abstract\s+(?:is\s+)?(?:not|un)\s?(?:yet\s+)?available(?:\s+for\s+this\s+\w+)?"
    r"|th(?:is|e)\s+\w+\s+(?:has|contains|does\s+not\s+have)\s+(?:no|an)\s+abstract"
    r"|abstract\s+to\s+(?:follow|be\s+\w+)|n/a|none|null|nan|tba|tbd|[-–—.…?]*)\s*[.!]?\s*[\])]?",
    re.IGNORECASE,
)


def is_placeholder(abstract: str) -> bool:
    """Tell whether ``abstract`` only says that there is none."""
    return bool(_PLACEHOLDER.fullmatch(abstract.strip()))


def sweep(text: str) -> str:
    """Return ``text`` without stamps, headings, labels, notices; sections become paragraphs.

    Lines must stand as they came: some litter shows by its place on a line.
    """
    kept = _SPACED.sub(_unspaced, _STAMP.sub("", text))
    kept = _without_headings(kept)
    kept = _without_footnotes(kept)
    kept = _without_notices(kept)
    return kept if kept.strip() else text


def _unspaced(match: re.Match[str]) -> str:
    letters = match[0].split(" ")
    # "A B C D E" is a list.
    return match[0] if letters == sorted(letters) else "".join(letters)


def _without_headings(text: str) -> str:
    text = _without_series(_RUN_IN_LABEL, text)
    if prefix := _PREFIX.match(text) or _BARE_PREFIX.match(text):
        text = _without_series(_RUN_IN_LABEL, text[prefix.end() :])
    text = _without_series(_NUMBERED_LABEL, text)
    lines = text.split("\n")
    if len(lines) > 1:
        text = "\n".join("" if _is_heading(lines, i) else line for i, line in enumerate(lines))
    if ":" in text:
        text = _LABEL.sub(_unlabelled, text)
    if _CAPITALS.search(text):
        labels = [match["label"] for match in _CAPITAL_LABEL.finditer(text)]
        if len(labels) > 1 and all(map(str.isupper, labels)):
            text = _CAPITAL_LABEL.sub(_unlabelled, text)
    return text


def _without_series(label: re.Pattern[str], text: str) -> str:
    """Drop labels from the first word on; one alone may be how a sentence starts."""
    if label.match(text) and sum(1 for _ in label.finditer(text)) > 1:
        return label.sub(_unlabelled, text)
    return text


def _unlabelled(label: re.Match[str]) -> str:
    before = label["before"].rstrip()
    return f"{before}\n\n" if before else label["before"]


def _is_heading(lines: list[str], index: int) -> bool:
    before = lines[index - 1].rstrip() if index else ""
    after = lines[index + 1 : index + 3]
    return (
        bool(_HEADING.fullmatch(lines[index].strip()))
        and (not before or before.endswith((".", "!", "?")))
        and any(line.strip() for line in after)
    )


def _without_footnotes(text: str) -> str:
    """Drop the lines of footnotes, and the markers in the text that point to them."""
    lines = text.split("\n")
    if len(lines) == 1:
        return text
    markers: dict[str, None] = {}
    for index, line in enumerate(lines):
        marker = _MARKER.match(line)
        note = line[marker.end() :] if marker else line
        affiliation = marker and _AFFILIATION.match(note)
        if not (affiliation or _NOTICE.match(note.strip())):
            continue
        if index == 0 or _ENDED.search(lines[index - 1][-_MARKED:]):
            lines[index] = "" if affiliation else _without_leading_notices(note)
            if marker:
                markers[marker[1]] = None
    text = "\n".join(lines)
    for sign in markers:
        place = r"(?<=[^\W\d_][.,;:)])" if sign.isdigit() else r"(?<=\S)"
        text = re.sub(rf"{place}{re.escape(sign)}(?=\s|$)", "", text, count=1)
    return text


def _without_notices(text: str) -> str:
    """Drop the sentences at either end that speak of rights, venues and correspondence."""
    text = _without_leading_notices(text)
    end = len(text)
    while end:
        start = max(0, end - _REACH)
        window = text[start:end].rstrip()
        ends = [match.end() for match in _SENTENCE_END.finditer(window)]
        last = max((*ends, window.rfind("\n") + 1))
        if start + last == 0 or not _NOTICE.match(window[last:]):
            break
        end = start + last
    return text[:end].rstrip()


def _without_leading_notices(text: str) -> str:
    at = 0
    while True:
        start = at + len(text[at : at + _REACH]) - len(text[at : at + _REACH].lstrip())
        end = _SENTENCE_END.search(text, start, start + _REACH)
        line = text.find("\n", start, start + _REACH)
        stops = [stop for stop in (end.end() if end else -1, line) if stop > start]
        stop = min(stops, default=len(text) if len(text) - start < _REACH else start)
        if stop == start or not _NOTICE.match(text[start:stop].strip()):
            return text[at:] if at else text
        at = stop
