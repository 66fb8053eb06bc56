"""What holds for every reader: only its own error leaves it, and no record is lost in silence."""

from __future__ import annotations

import csv
import io
import json
from html import escape
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sciloom.corpus.document import Document
from sciloom.corpus.formats import reader_named, readers
from sciloom.errors import CorpusError

DATA = Path(__file__).parent / "data"
FORMATS = {
    ".bib": ["bibtex"],
    ".ris": ["ris"],
    ".nbib": ["nbib"],
    ".csv": ["csv"],
    ".tsv": ["csv"],
    ".json": ["json"],
    ".atom": ["atom"],
    ".xml": ["pubmed", "acl"],
}
NAMES = [reader.name for reader in readers()]
SIGNS = st.sampled_from(
    [
        *"\"{}[]<>\\,;'#%@\t\n\r\x00\ufeff",
        *(
            "\n\n",
            "@comment{",
            "@article{a,",
            "TY  - ",
            "ER  - ",
            "PMID- 1",
            " - ",
            "null",
            "1e999",
        ),
        *(
            '{"title": 1}',
            '"results":[',
            "<paper>",
            "<entry>",
            "</entry>",
            "<entry/>",
            "]]>",
            "&x;",
        ),
    ]
)
WORDS = st.lists(
    st.text("abcdefghijklmnopqrstuvwxyzÄöü", min_size=1, max_size=8), min_size=1, max_size=6
).map(" ".join)
#: No abstract is a placeholder such as "none".
RECORDS = st.lists(st.tuples(WORDS, WORDS.map("We run {}.".format)), min_size=1, max_size=6)


def read(name, text):
    """Return the papers and the places of what was skipped, the file's own among them."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    document = Document("f", Path("f"), data)
    skipped, papers = [], []
    try:
        papers.extend(reader_named(name).read(document, lambda skip: skipped.append(skip.place)))
    except CorpusError as error:
        skipped.append(error.where)
    return papers, skipped


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None)
@given(st.lists(SIGNS | st.text(max_size=9), max_size=40).map("".join))
def test_any_text_is_read_or_refused(name, text):
    read(name, text)


@pytest.mark.parametrize("path", sorted(DATA.iterdir()), ids=lambda path: path.name)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_damaged_export_is_read_or_refused(path, data):
    text = path.read_bytes().decode()
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        length = data.draw(st.sampled_from([0, 1, 2, 30, 500]))
        text = text[:start] + data.draw(SIGNS | st.just("")) + text[start + length :]
    for name in FORMATS[path.suffix]:
        read(name, text)


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(name, data):
    read(name, data)


def bibtex(title, abstract):
    return f"@article{{k,\n  title = {{{title}}},\n  abstract = {{{abstract}}},\n}}\n"


def ris(title, abstract):
    return f"TY  - JOUR\nTI  - {title}\nAB  - {abstract}\nER  - \n\n"


def nbib(title, abstract):
    return f"PMID- 1\nTI  - {title}\nAB  - {abstract}\n\n"


def jsonl(title, abstract):
    return json.dumps({"title": title, "abstract": abstract}) + "\n"


def row(title, abstract):
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow([title, abstract, "2020"])
    return line.getvalue()


def atom(title, abstract):
    return f"<entry>\n<title>{escape(title)}</title>\n<summary>{escape(abstract)}</summary></entry>"


def pubmed(title, abstract):
    return (
        f"<PubmedArticle><MedlineCitation><Article><ArticleTitle>{escape(title)}</ArticleTitle>"
        f"<Abstract><AbstractText>{escape(abstract)}</AbstractText></Abstract></Article>"
        "</MedlineCitation></PubmedArticle>\n"
    )


def acl(title, abstract):
    return f"<paper><title>{escape(title)}</title><abstract>{escape(abstract)}</abstract></paper>\n"


#: Format -> what stands before the records, one record, what stands between and behind them, and
#: records that are broken.
WRITERS = {
    "bibtex": ("", bibtex, "", "", ["@article{b,\n title = {open,\n}\n", "@article{b, title}\n"]),
    "ris": ("", ris, "", "", ["TY  - JOUR\nER  - \n", "TY  - JOUR\nPY  - 2020\n"]),
    "nbib": ("", nbib, "", "", ["PMID- \nDP  - 2020\n\n"]),
    "json": ("", jsonl, "", "", ['{"title": "open\n', "[1]\n", '{"name": 1}\n', "null\n"]),
    "json array": ("[\n", jsonl, ",\n", "]", ['{"title": 1 2}\n', "3\n", '{"title": {}}\n']),
    "csv": (
        "title,abstract,year\n",
        row,
        "",
        "",
        ["a,b\n", 'a,"b"c,d\n', 'a,"open,d\n', "a,b,c,d\n"],
    ),
    "atom": (
        "<feed>",
        atom,
        "",
        "</feed>",
        ["<entry><title>a</entry>", "<entry><title>a</title>", "<entry>\x01</entry>"],
    ),
    "pubmed": ("", pubmed, "", "", ["<PubmedArticle><a></b></PubmedArticle>"]),
    "acl": ("<collection id='x'>", acl, "", "</collection>", ["<paper></paper>", "<paper><title>"]),
}


@pytest.mark.parametrize("name", WRITERS)
@settings(deadline=None)
@given(records=RECORDS, data=st.data())
def test_every_record_is_read_or_named(name, records, data):
    before, write, between, behind, broken = WRITERS[name]
    written = [write(*record) for record in records]
    faults = data.draw(st.lists(st.tuples(st.integers(0, 6), st.sampled_from(broken)), max_size=3))
    for place, fault in faults:
        written.insert(place, fault)
    text = before + between.join(written) + behind
    papers, skipped = read(name.split()[0], text)
    assert [(p.title, p.abstract) for p in papers] == records
    assert len(skipped) == len(faults)


@settings(deadline=None)
@given(records=RECORDS)
def test_every_format_tells_the_same(records):
    told = set()
    for name, (before, write, between, behind, _) in WRITERS.items():
        text = before + between.join(write(*record) for record in records) + behind
        papers, skipped = read(name.split()[0], text)
        assert skipped == []
        told.add(tuple((p.title, p.abstract, p.text) for p in papers))
    assert len(told) == 1
