"""Exports as services and reference managers write them: every record, every field."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from sciloom.corpus import read_papers

DATA = Path(__file__).parent / "data"
LOOM = "10.1000/loom.1"
#: File -> what its papers say; fields that are not named are empty.
PAPERS = {
    "zotero.bib": [
        {
            "id": "lovelace2021loom",
            "title": "LoomNet: Weaving Graphs",
            "abstract": "LoomNet weaves graphs. It gains 3% on the Thread data at 50% of the cost.",
            "authors": (
                "Ada Lovelace",
                "Bo van der Berg",
                "The Loom and Shuttle Team",
                "Martin King Jr.",
            ),
            "year": 2021,
            "venue": "Proceedings of the International Conference on Examples, Volume 7",
            "doi": LOOM,
            "url": "https://example.org/loom_1",
            "keywords": ("graphs", "weaving"),
        },
        {
            "id": "parens2020",
            "title": 'A "Quoted" Title in Parentheses',
            "abstract": "It ends with a brace: x.",
            "year": 2020,
            "venue": "Journal of Braces",
            "ids": {"arxiv": "2005.00010"},
        },
        {"id": "zotero#3", "title": "No Key", "abstract": "A comma is missing above."},
        {"id": "sub:1", "title": "Main: Below"},
    ],
    "anthology.bib": [
        {
            "id": "author-2099-hantok",
            "title": "HanTok: Tokens for NMT",
            "abstract": "HanTok learns tokens.",
            "authors": ("Ann Author", "Will Writer"),
            "year": 2099,
            "venue": "Proceedings of the Demo",
            "doi": "10.9999/v1/2099.demo-1.1",
            "url": "https://aclanthology.org/2099.demo-1.1/",
        }
    ],
    "zotero.ris": [
        {
            "id": "007",
            "title": "Loom Nets",
            "abstract": "LoomNet weaves graphs in two lines.",
            "authors": ("Ada Lovelace", "Martin King Jr."),
            "year": 2021,
            "venue": "Conference on Looms",
            "doi": LOOM,
            "url": "https://example.org/loom",
            "keywords": ("graphs", "weaving", "cloth"),
        },
        {
            "id": "zotero#2",
            "title": "No End Tag",
            "abstract": "First.",
            "year": 2019,
            "venue": "Journal of Looms",
            "doi": "10.1000/loom.2",
        },
        {"id": "zotero#3", "title": "Last"},
    ],
    "cochrane.ris": [
        {
            "id": "cochrane#1",
            "title": "Elbow Scores",
            "abstract": "ElbowNet rates elbows.",
            "authors": ("Jane Doe",),
            "year": 2020,
        },
        {"id": "cochrane#2", "title": "Knee Scores", "abstract": "KneeNet rates knees."},
    ],
    "pubmed.nbib": [
        {
            "id": "00000123",
            "title": "Leaf tracking with LeafNet - a study.",
            "abstract": "LeafNet tracks leaves. It - the net - needs no labels.",
            "authors": ("Ivy Green", "Will Jr Oak"),
            "year": 2021,
            "venue": "Journal of leaves",
            "doi": "10.9999/leaf.1",
            "keywords": ("leaves", "Plant Leaves"),
            "ids": {"pmid": "00000123", "pmcid": "PMC0000001"},
        },
        {"id": "124", "title": "Bare", "ids": {"pmid": "124"}},
    ],
    "scopus.csv": [
        {
            "id": "2-s2.0-0085",
            "title": 'Loom nets, and "quotes"',
            "abstract": "LoomNet weaves graphs.",
            "authors": ("Lovelace A.", "Gödel K."),
            "year": 2021,
            "venue": "Journal of Looms",
            "doi": LOOM,
            "url": "https://www.scopus.com/x",
            "keywords": ("graphs", "weaving"),
        },
        {
            "id": "2-s2.0-0086",
            "title": "Rings",
            "authors": ("Noether E.",),
            "year": 1921,
            "venue": "Annals",
        },
    ],
    "wos.tsv": [
        {
            "id": "WOS:000001",
            "title": 'Loom "nets" at 5" width',
            "abstract": '"LoomNet" weaves.',
            "authors": ("Lovelace, A", "Godel, K"),
            "year": 2021,
            "venue": "J LOOMS",
            "doi": LOOM,
            "keywords": ("graphs", "looms"),
        },
        {
            "id": "WOS:000002",
            "title": "Rings",
            "abstract": "quoted, whole",
            "authors": ("Noether, E",),
            "year": 1921,
            "venue": "ANN",
        },
    ],
    "dimensions.csv": [
        {
            "id": "pub.0000001",
            "title": "Loom nets",
            "abstract": "LoomNet weaves.",
            "authors": ("Lovelace, Ada", "Gödel, Kurt"),
            "year": 2021,
            "venue": "Journal of Looms",
            "doi": LOOM,
        }
    ],
    "kaggle.csv": [
        {
            "id": "kaggle#1",
            "title": "Loom nets",
            "abstract": "LoomNet weaves graphs over lines.",
        },
        {"id": "kaggle#2", "title": "Shuttle", "abstract": "ShuttleNet flies."},
    ],
    "arxiv_snapshot.json": [
        {
            "id": "0704.0010",
            "title": "Loom nets: weaving",
            "abstract": "LoomNet weaves α graphs.",
            "authors": ("Ada Lovelace", "Kurt Gödel Jr."),
            "year": 2007,
            "venue": "J. Looms 7 (2008)",
            "doi": LOOM,
            "ids": {"arxiv": "0704.0010"},
        },
        {
            "id": "hep-th/9901001",
            "title": "Rings",
            "abstract": "Rings.",
            "authors": ("E. Noether",),
            "year": 1999,
            "ids": {"arxiv": "hep-th/9901001"},
        },
    ],
    "openalex.json": [
        {
            "id": "https://openalex.org/W1",
            "title": "Loom nets",
            "abstract": "LoomNet weaves graphs. LoomNet wins.",
            "authors": ("Ada Lovelace", "Kurt Gödel"),
            "year": 2021,
            "venue": "Journal of Looms",
            "doi": LOOM,
            "keywords": ("Weaving",),
            "ids": {"pmid": "123"},
        },
        {"id": "https://openalex.org/W2", "title": "Rings"},
    ],
    "semantic_scholar.json": [
        {
            "id": "abc123",
            "title": "Loom nets",
            "authors": ("Ada Lovelace",),
            "year": 2024,
            "venue": "Journal of Looms",
            "doi": LOOM,
            "url": "https://www.semanticscholar.org/paper/abc123",
            "ids": {"arxiv": "2401.00010", "acl": "2024.demo-1.1"},
        }
    ],
    "crossref.json": [
        {
            "id": LOOM,
            "title": "Loom nets: A study",
            "abstract": "LoomNet weaves CO2.",
            "authors": ("Ada Lovelace", "The Loom Team"),
            "year": 2021,
            "venue": "Journal of Looms",
            "doi": LOOM,
            "url": "http://dx.doi.org/10.1000/loom.1",
            "keywords": ("Weaving",),
        },
        {"id": "10.1000/loom.2", "doi": "10.1000/loom.2"},
        {"id": "10.1000/loom.3", "doi": "10.1000/loom.3", "title": "Rings", "year": 1921},
    ],
    "openreview.json": [
        {
            "id": "n2",
            "title": "Version two",
            "abstract": "NoteNet.",
            "authors": ("Ann Author",),
            "year": 2024,
            "venue": "Demo 2024",
            "keywords": ("notes",),
        },
        {"id": "n1", "title": "Version one", "abstract": "OldNet.", "authors": ("Ann Author",)},
    ],
    "paperlists.json": [
        {
            "id": "hE7eGew",
            "title": "Loom nets",
            "abstract": "LoomNet weaves.",
            "authors": ("Ada Lovelace", "Kurt Gödel"),
            "keywords": ("graphs", "weaving"),
            "url": "https://example.org/1",
        },
        {"id": "paperlists#2", "title": "No id"},
    ],
    "csl.json": [
        {
            "id": "http://zotero.org/users/1/items/AB",
            "title": "Loom nets",
            "abstract": "LoomNet weaves.",
            "authors": ("Ada Lovelace", "The Loom Team"),
            "year": 2021,
            "venue": "Journal of Looms",
            "doi": LOOM,
            "url": "https://example.org/1",
            "keywords": ("graphs", "weaving"),
        }
    ],
    "arxiv.atom": [
        {
            "id": "2401.00010v2",
            "title": "Loom nets: weaving",
            "abstract": "LoomNet weaves with α < 0.5 and a & b.",
            "authors": ("Ada Lovelace", "Kurt Gödel"),
            "year": 2023,
            "venue": "J. Looms 7",
            "doi": LOOM,
            "url": "http://arxiv.org/abs/2401.00010v2",
            "ids": {"arxiv": "2401.00010v2"},
        },
        {
            "id": "hep-th/9901001v1",
            "title": "Rings",
            "abstract": "Rings ét al stay.",
            "year": 1999,
            "url": "http://arxiv.org/abs/hep-th/9901001v1",
            "ids": {"arxiv": "hep-th/9901001v1"},
        },
    ],
    "pubmed.xml": [
        {
            "id": "00000123",
            "title": "Leaf in situ tracking of CO2.",
            "abstract": "LeafNet tracks leaves.\n\nIt gains 3 points (p < 0.05).",
            "authors": ("Ivy A Green", "Leaf Group"),
            "year": 2021,
            "venue": "Journal of leaves",
            "doi": "10.9999/leaf.1",
            "keywords": ("leaves",),
            "ids": {"pmid": "00000123", "pmcid": "PMC1"},
        },
        {"id": "124", "title": "Bare", "ids": {"pmid": "124"}},
    ],
    "anthology.xml": [
        {
            "id": "2099.demo-1.1",
            "title": "HanTok: Tokens",
            "abstract": "HanTok learns α₁ ≤ 0.5 tokens; see https://example.org.",
            "authors": ("Ann Author", "Mono"),
            "year": 2099,
            "venue": "Proceedings of the Demo",
            "doi": "10.9999/v1/2099.demo-1.1",
            "url": "https://aclanthology.org/2099.demo-1.1",
        },
        {"id": "second-2098", "title": "Second", "year": 2098, "venue": "Workshop"},
    ],
}
SKIPPED = {"openreview.json": ["record 3"]}
EMPTY = {
    "title": None,
    "abstract": "",
    "authors": (),
    "year": None,
    "venue": None,
    "doi": None,
    "url": None,
    "keywords": (),
    "ids": {},
}


def read(path: Path) -> tuple[list[dict[str, object]], list[str]]:
    skipped = []
    papers = [
        {name: getattr(paper, name) for name in EMPTY} | {"id": paper.id, "ids": dict(paper.ids)}
        for paper in read_papers([path], on_skip=skipped.append)
    ]
    return papers, [skip.place for skip in skipped]


def test_every_export_is_looked_at():
    assert {path.name for path in DATA.iterdir()} == PAPERS.keys()


@pytest.mark.parametrize("name", PAPERS)
def test_an_export_is_read(name):
    papers, skipped = read(DATA / name)
    assert papers == [EMPTY | paper for paper in PAPERS[name]]
    assert skipped == SKIPPED.get(name, [])


@pytest.mark.parametrize("name", PAPERS)
def test_content_tells_the_format_whatever_the_name(name, tmp_path):
    stem = Path(name).stem
    (tmp_path / f"{stem}.txt.gz").write_bytes(gzip.compress((DATA / name).read_bytes()))
    papers, _ = read(tmp_path / f"{stem}.txt.gz")
    assert papers == [EMPTY | paper for paper in PAPERS[name]]


@pytest.mark.parametrize("name", PAPERS)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_marked_encodings(name, encoding, tmp_path):
    text = (DATA / name).read_bytes().decode()
    (tmp_path / name).write_bytes(text.encode(encoding))
    assert read(tmp_path / name)[0] == [EMPTY | paper for paper in PAPERS[name]]


def test_bibtex_entries_take_from_the_entries_that_they_name(folder):
    folder.write(
        "a.bib",
        """@xdata{acm, publisher = {ACM}, keywords = {knots}}
@inproceedings{one, title = {One}, abstract = {We run.}, crossref = {Vol}, xdata = {acm}}
@inproceedings{two, title = {Two}, booktitle = {Mine}, date = {2019-05-01}, crossref = {vol}}
@article{three, title = {Three}, crossref = {gone}}
@proceedings{vol, title = {Proc. Knots}, year = 2020, abstract = {Of all.}, doi = {10.1234/v}}
@xdata{loop, xdata = {loop}}
@misc{four, title = {Four}, xdata = {loop}}
""",
    )
    one, two, three, volume, four = folder.read("a.bib")
    assert (one.venue, one.year, one.keywords) == ("Proc. Knots", 2020, ("knots",))
    assert (one.abstract, one.doi) == ("We run.", None)
    assert (two.venue, two.year, two.abstract) == ("Mine", 2019, "")
    assert (three.title, three.venue, four.title) == ("Three", None, "Four")
    assert (volume.id, volume.doi) == ("vol", "10.1234/v")
    assert folder.skipped == []


def test_a_bibtex_key_may_stand_on_the_next_line(folder):
    folder.write("a.bib", "@misc{\n  loom ,\n  title = {Loom}}\n@misc{\n  title = {Bare}}\n")
    assert [(p.id, p.title) for p in folder.read("a.bib")] == [("loom", "Loom"), ("a#2", "Bare")]


def test_facts_are_no_papers_unless_asked_for(folder):
    folder.write("gold.jsonl", '{"id": "g", "text": "We run Loom.", "entities": []}\n' * 2)
    assert folder.read("gold.jsonl") == []
    (skip,) = folder.skipped
    assert "--facts" in skip.reason
    path = str(folder.path / "gold.jsonl")
    papers = read_papers([path], on_skip=folder.skipped.append, columns={"abstract": "text"})
    assert {p.text for p in papers} == {"We run Loom."}
