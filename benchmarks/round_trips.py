"""The papers of a corpus as JSONL, CSV, BibTeX and RIS: the same out of each, in flat memory.

    python benchmarks/round_trips.py CORPUS.jsonl[.gz] [N ...]

CORPUS holds a paper a line with title, abstract, authors, year, venue and url. Its first N papers
are written in each format and read back, each by a process of its own. Exit status 1 if any paper
differs from what the JSONL gives, or is missing.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from sciloom.corpus import read_papers

SIZES = (5_000, 40_519)
FIELDS = ("id", "title", "abstract", "authors", "year", "venue", "url")

Record = dict[str, Any]


def records(corpus: Path, size: int) -> Iterator[Record]:
    opened = gzip.open if corpus.suffix == ".gz" else open
    with opened(corpus, "rt", encoding="utf-8") as file:
        for number, line in enumerate(islice(file, size)):
            record = json.loads(line)
            # What every format can hold: values on one line, names that are not empty, and for
            # BibTeX braces that pair.
            words = {k: paired(" ".join(str(record.get(k) or "").split())) for k in FIELDS}
            names = record.get("authors") or ()
            authors = [paired(" ".join(a.split())) for a in names if a and a.strip()]
            yield {**words, "id": f"p{number:05}", "authors": authors}


def jsonl(file: TextIO, corpus: Iterator[Record]) -> None:
    file.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in corpus)


def table(file: TextIO, corpus: Iterator[Record]) -> None:
    writer = csv.DictWriter(file, FIELDS)
    writer.writeheader()
    for record in corpus:
        writer.writerow({**record, "authors": "; ".join(record["authors"])})


def bibtex(file: TextIO, corpus: Iterator[Record]) -> None:
    for record in corpus:
        fields = {**record, "author": " and ".join(map(braced, record["authors"]))}
        lines = (
            f"  {name} = {{{fields[name]}}},\n"
            for name in ("title", "author", "abstract", "year", "venue", "url")
        )
        file.write(f"@inproceedings{{{record['id']},\n{''.join(lines)}}}\n\n")


def braced(name: str) -> str:
    return f"{{{name}}}"


def paired(text: str) -> str:
    depth = 0
    for sign in text.replace("\\{", "").replace("\\}", ""):
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            break
    return text if depth == 0 else text.replace("{", "(").replace("}", ")")


def ris(file: TextIO, corpus: Iterator[Record]) -> None:
    tags = {"id": "ID", "title": "TI", "abstract": "AB", "year": "PY", "venue": "T2", "url": "UR"}
    for record in corpus:
        authors = [("AU", f"{name},") for name in record["authors"]]
        lines = (*((tag, record[name]) for name, tag in tags.items()), *authors)
        body = "".join(f"{tag}  - {value}\n" for tag, value in lines)
        file.write(f"TY  - CONF\n{body}ER  - \n\n")


FORMATS: dict[str, Callable[[TextIO, Iterator[Record]], None]] = {
    "jsonl": jsonl,
    "csv": table,
    "bib": bibtex,
    "ris": ris,
}


def read(file: Path) -> None:
    """Print the digest of each paper, then what was skipped, seconds and memory."""
    skipped: list[str] = []
    start = time.process_time()
    for paper in read_papers([file], on_skip=lambda s: skipped.append(f"{s.place}: {s.reason}")):
        said = (paper.title, paper.abstract, paper.text, paper.authors, paper.year, paper.venue)
        print(paper.id, hashlib.sha256(repr((*said, paper.url)).encode()).hexdigest())
    seconds = time.process_time() - start
    # Not ru_maxrss: it counts what the process that started this one held.
    status = Path("/proc/self/status").read_text()
    peak = int(status.partition("VmHWM:")[2].split()[0]) // 1024
    print(json.dumps({"skipped": skipped, "seconds": seconds, "peak": peak}))


def main(corpus: Path, sizes: list[int]) -> int:
    wrong = 0
    for size in sizes:
        told: dict[str, set[str]] = {}
        for suffix, write in FORMATS.items():
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / f"papers.{suffix}"
                with path.open("w", encoding="utf-8", newline="") as file:
                    write(file, records(corpus, size))
                command = [sys.executable, __file__, "--read", str(path)]
                done = subprocess.run(command, capture_output=True, text=True, check=True)
                megabytes = path.stat().st_size / 1e6
            *papers, last = done.stdout.splitlines()
            told[suffix] = set(papers)
            found = json.loads(last)
            differ = sorted(told["jsonl"] ^ told[suffix])
            wrong += len(differ) + len(found["skipped"])
            print(
                f"{suffix:6} {megabytes:6.1f} MB {len(papers):6} papers,"
                f" {len(found['skipped'])} skipped, {len(differ)} differ;"
                f" peak {found['peak']} MB, {found['seconds']:.0f} s of processor"
            )
            for example in (*differ[:5], *found["skipped"][:5]):
                print(f"       {example}")
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1] == "--read":
        read(Path(sys.argv[2]))
    else:
        sys.exit(main(Path(sys.argv[1]), [int(size) for size in sys.argv[2:]] or list(SIZES)))
