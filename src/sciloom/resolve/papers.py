"""Which records are one paper, which are versions of one, and which only share an identifier."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import Literal

from sciloom.model import Paper, Tie
from sciloom.spill import shuffled
from sciloom.vocab import BASE, paper_iri, text_digest

VERSION = "dcterms:isVersionOf"
#: Key of `Paper.ids` for a DOI that names another paper too.
SHARED_DOI = "shared-doi"

Verdict = Literal["same", "version", "clash", "other"]

_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+)", re.IGNORECASE)
_ARXIV_VERSION = re.compile(r"v[0-9]+$")
_WORD = re.compile(r"\w+")
_NUMERAL = re.compile(r"\d+|[ivx]+")
_RETRACTED = re.compile(
    r"\W*(?:(?:this|the) (?:paper|article|submission|work) (?:has been|was|is) |notice of )?"
    r"(?:(?:editorial )?expression of concern|(?:author|publisher) correction|corrigendum|erratum"
    r"|(?:correction(?: to)?|removed)(?=:)|retracted|retraction|withdrawal|withdrawn)"
    r"(?=\W*(?:$|[:\]).(–—-]| (?:to|of|for|notice|note|article|paper|by|due|because)\b))",
    re.IGNORECASE,
)
_WITHDRAWN = re.compile(
    r"\b(?:paper|article|submission|manuscript) (?:has been|is|was) (?:withdrawn|retracted)\b",
    re.IGNORECASE,
)
#: Records in one block that are compared with each: the nearest in the order of their texts.
_WINDOW = 8
#: Records whose words are held in memory: those of a block are compared one after the other.
_HELD = 1024
_SHINGLE = 3
_BANDS = 4
_SHORTEST_TITLE = 3
#: Words of a title that is enough without an abstract or author.
_TELLING_TITLE = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Identified:
    """Papers, each once, and the numbers of the records that each came of; both in input order.

    ``notes`` tell what is odd, ``ties`` join versions of one work.
    """

    papers: tuple[Paper, ...]
    records: tuple[tuple[int, ...], ...]
    notes: tuple[str, ...]
    ties: tuple[Tie, ...]


def identify(records: Iterable[Paper], *, base: str = BASE) -> Identified:
    """Return each paper once, with all its sources, in the order of its first record.

    Records are one paper if they share a DOI or arXiv id (versions aside) or a title, and their
    texts do not speak against it. A DOI shared by different texts stays with the first paper of
    the input; the others are named by their texts.
    """
    papers = tuple(records)
    same, versions, clashes = _compared(papers)
    groups = _grouped(papers, same)
    kept, notes = _apart([_merge([papers[at] for at in group]) for group in groups], base)
    notes += _told(kept)
    group_of = {at: k for k, group in enumerate(groups) for at in group}
    pairs = {(group_of[a], group_of[b]) for a, b in versions}
    pairs -= {(group_of[a], group_of[b]) for a, b in clashes}
    return Identified(
        papers=tuple(kept),
        records=tuple(map(tuple, groups)),
        notes=tuple(notes),
        ties=tuple(
            Tie(
                subject=paper_iri(kept[later], base),
                predicate=VERSION,
                object=paper_iri(kept[first], base),
                reason="same title or text, in part",
                score=0.9,
            )
            for first, later in sorted({(min(pair), max(pair)) for pair in pairs})
            if first != later
        ),
    )


class _Record:
    """A paper with what it is compared by."""

    __slots__ = ("arxiv", "at", "authors", "doi", "paper", "shingles", "title")

    def __init__(self, at: int, paper: Paper) -> None:
        self.at = at
        self.paper = paper
        self.title = _words(paper.title or "")
        self.shingles = _shingles(paper.abstract)
        self.authors = {words[-1] for a in paper.authors if (words := _words(_first_last(a)))}
        self.doi = _published(paper)
        arxiv = paper.ids.get("arxiv") or _preprint(paper)
        self.arxiv = _ARXIV_VERSION.sub("", arxiv.lower())

    def blocks(self) -> Iterator[str]:
        """Yield what records of one paper may share."""
        if self.doi:
            yield f"doi {self.doi}"
        if self.arxiv:
            yield f"arxiv {self.arxiv}"
        if len(self.title) >= _SHORTEST_TITLE:
            yield "title " + "".join(self.title)
        yield f"text {text_digest(self.paper.text)}"
        hashes = sorted(_hash(shingle) for shingle in self.shingles)
        yield from (f"shingle {h}" for h in hashes[:_BANDS])


def _published(paper: Paper) -> str:
    """Return the DOI of a paper, unless it is that of a preprint."""
    return "" if _preprint(paper) else (paper.doi or "").lower()


def _preprint(paper: Paper) -> str:
    """Return the arXiv id that the DOI of a preprint holds."""
    preprint = _ARXIV_DOI.fullmatch((paper.doi or "").lower())
    return preprint[1] if preprint else ""


def _hash(shingle: tuple[str, ...]) -> int:
    return int.from_bytes(hashlib.blake2b(" ".join(shingle).encode(), digest_size=8).digest())


def _first_last(name: str) -> str:
    """Return "Ann Author" for "Author, Ann"."""
    last, comma, first = name.partition(",")
    return f"{first} {last}" if comma else name


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def _shingles(text: str) -> frozenset[tuple[str, ...]]:
    words = _words(text)
    size = min(_SHINGLE, len(words))
    return frozenset(tuple(words[k : k + size]) for k in range(len(words) - size + 1) if size)


_Pairs = list[tuple[int, int]]


def _compared(papers: Sequence[Paper]) -> tuple[_Pairs, _Pairs, _Pairs]:
    """Return the pairs that are the same, versions, or clash; each once, the earlier first."""
    record: Callable[[int], _Record] = lru_cache(_HELD)(lambda at: _Record(at, papers[at]))
    found: dict[Verdict, _Pairs] = {"same": [], "version": [], "clash": [], "other": []}
    seen: set[tuple[int, int]] = set()
    blocks = ((block, at) for at in range(len(papers)) for block in record(at).blocks())
    for _, members in shuffled(blocks):
        if len(members) < 2:
            continue
        members.sort(key=lambda at: (papers[at].abstract, papers[at].text, at))
        for k, one in enumerate(members):
            for other in members[k + 1 : k + 1 + _WINDOW]:
                pair = (min(one, other), max(one, other))
                if pair not in seen:
                    seen.add(pair)
                    found[_verdict(record(one), record(other))].append(pair)
    return found["same"], found["version"], found["clash"]


def _verdict(one: _Record, other: _Record) -> Verdict:
    apart = bool(one.doi and other.doi and one.doi != other.doi)
    if not apart and text_digest(one.paper.text) == text_digest(other.paper.text):
        return "same"
    overlap = _overlap(one.shingles, other.shingles)
    if (one.doi and one.doi == other.doi) or (one.arxiv and one.arxiv == other.arxiv):
        return _by_identifier(one, other, *overlap)
    verdict = (
        _by_title(one, other, *overlap)
        if _same_title(one, other)
        else _by_text(one, other, *overlap)
    )
    return "version" if apart and verdict == "same" else verdict


def _by_identifier(one: _Record, other: _Record, jaccard: float, contained: float) -> Verdict:
    """Judge records that share a DOI or arXiv id: one paper unless text and title disagree."""
    silent = not (one.shingles and other.shingles)
    untitled = not (one.title and other.title)
    agree = (
        jaccard >= 0.3
        or contained >= 0.6
        or _same_title(one, other)
        or (silent and (untitled or _near_title(one, other)))
    )
    return "same" if agree else "clash"


def _by_title(one: _Record, other: _Record, jaccard: float, contained: float) -> Verdict:
    """Judge records of one title, which many papers may bear."""
    if not (one.shingles and other.shingles):
        anonymous = not (one.authors and other.authors)
        telling = anonymous and len(one.title) >= _TELLING_TITLE
        return "same" if telling or one.authors & other.authors else "other"
    if jaccard >= 0.6 or (jaccard >= 0.4 and contained >= 0.9):
        return "same"
    return "version" if jaccard >= 0.3 or contained >= 0.5 else "other"


def _by_text(one: _Record, other: _Record, jaccard: float, _: float) -> Verdict:
    """Judge records whose titles differ or lack."""
    if jaccard < 0.8 or _numbered_apart(one, other):
        return "other"
    return "same" if jaccard >= 0.95 and one.authors & other.authors else "version"


def _same_title(one: _Record, other: _Record) -> bool:
    return bool(one.title) and "".join(one.title) == "".join(other.title)


def _overlap(one: Set[tuple[str, ...]], other: Set[tuple[str, ...]]) -> tuple[float, float]:
    """Return the Jaccard index of two sets, and how much of the smaller lies in the other."""
    if not one or not other:
        return 0.0, 0.0
    common = len(one & other)
    return common / (len(one) + len(other) - common), common / min(len(one), len(other))


def _near_title(one: _Record, other: _Record) -> bool:
    a, b = set(one.title), set(other.title)
    return bool(a and b) and len(a & b) >= 0.7 * len(a | b) and not _numbered_apart(one, other)


def _numbered_apart(one: _Record, other: _Record) -> bool:
    """Tell whether the titles differ in a number: parts, years, versions of a challenge."""
    return any(_NUMERAL.fullmatch(word) for word in set(one.title) ^ set(other.title))


def _grouped(papers: Sequence[Paper], same: _Pairs) -> list[list[int]]:
    """Return the records by paper, in the order of their first; no group has two published DOIs."""
    group = {at: [at] for pair in same for at in pair}
    # By what they say, not where they stand: of what two DOIs claim, either takes the same.
    named = {at: (_published(papers[at]), papers[at].text, at) for at in group}
    for a, b in sorted(same, key=lambda pair: sorted((named[at] for at in pair), reverse=True)):
        one, other = group[a], group[b]
        joined = sorted((*one, *other))
        dois = {doi for at in joined if (doi := _published(papers[at]))}
        if one is other or (len(dois) > 1 and not _one_text(papers[at] for at in joined)):
            continue
        for at in joined:
            group[at] = joined
    groups = (group.get(at, [at]) for at in range(len(papers)))
    return [one for at, one in enumerate(groups) if one[0] == at]


def _one_text(papers: Iterable[Paper]) -> bool:
    return len({text_digest(paper.text) for paper in papers}) == 1


def _merge(papers: Sequence[Paper]) -> Paper:
    """Return one paper of the records: the fullest text, and what each knows beside it."""
    if len(papers) == 1:
        return papers[0]
    main = min(papers, key=lambda p: (not p.abstract, -len(p.text), p.text))
    ids = dict(chain.from_iterable(p.ids.items() for p in reversed(papers)))
    published = next(filter(None, map(_published, papers)), None)
    return replace(
        main,
        doi=published or next((p.doi for p in papers if p.doi), None),
        ids=MappingProxyType(ids),
        year=main.year or next((p.year for p in papers if p.year), None),
        authors=main.authors or next((p.authors for p in papers if p.authors), ()),
        venue=main.venue or next((p.venue for p in papers if p.venue), None),
        url=main.url or next((p.url for p in papers if p.url), None),
        keywords=main.keywords or next((p.keywords for p in papers if p.keywords), ()),
        sources=tuple(dict.fromkeys(chain.from_iterable(p.sources for p in papers))),
    )


def _apart(papers: Sequence[Paper], base: str) -> tuple[list[Paper], list[str]]:
    """Give papers that share an identifier an IRI each; warn of it."""
    holder: dict[str, Paper] = {}
    kept, notes = [], []
    for paper in papers:
        iri = paper_iri(paper, base)
        if iri not in holder:
            holder[iri] = paper
            kept.append(paper)
            continue
        shared = paper.doi or paper.ids.get("arxiv", "")
        notes.append(
            f"{holder[iri].id} and {paper.id} share {shared} but not their text:"
            " they stay two papers, the second named by its text"
        )
        ids = {k: v for k, v in paper.ids.items() if k != "arxiv"} | {SHARED_DOI: shared}
        own = replace(paper, doi=None, ids=MappingProxyType(ids))
        holder[paper_iri(own, base)] = own
        kept.append(own)
    return kept, notes


def _told(papers: Iterable[Paper]) -> Iterator[str]:
    """Yield what a reader should know of records that are no papers in good standing."""
    empty = []
    for paper in papers:
        notice = _RETRACTED.match(paper.title or "") or _WITHDRAWN.search(paper.abstract[:200])
        if notice or _RETRACTED.match(paper.abstract):
            yield f"{paper.id} says that it is retracted or a correction; it is read all the same"
        elif not paper.abstract:
            empty.append(paper.id)
    if empty:
        more = f" and {len(empty) - 3} more" if len(empty) > 3 else ""
        yield f"without an abstract: {', '.join(empty[:3])}{more}"
