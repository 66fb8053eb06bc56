"""The page as a file: whole, alone, the same every time, and nothing of the data in its markup."""

from __future__ import annotations

import base64
import gzip
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from viewer_pages import HOSTILE, hostile, paper_of

from factories import two_papers
from sciloom.resolve import resolve
from sciloom.viewer import assets, render_page, to_payload
from sciloom.viewer.page import digest


class Reader(HTMLParser):
    """Collects tags, and the text of scripts and styles as a browser would take it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.raw: dict[str, list[str]] = {"script": [], "style": []}
        self.open = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in self.raw:
            self.open = tag
            self.raw[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        self.open = ""

    def handle_data(self, data: str) -> None:
        if self.open:
            self.raw[self.open][-1] += data


@pytest.fixture(scope="module")
def page() -> str:
    return render_page(two_papers(), title="Two papers")


def test_holds_its_data(page: str) -> None:
    data = re.search(r'<template id="data">([A-Za-z0-9+/=]+)</template>', page)
    assert data
    packed = base64.b64decode(data[1])
    assert packed[4:8] == bytes(4)  # no time
    assert json.loads(gzip.decompress(packed)) == json.loads(json.dumps(to_payload(two_papers())))


def test_asks_for_nothing(page: str) -> None:
    reader = Reader(page)
    for tag, attributes in reader.tags:
        assert tag not in {"link", "img", "iframe", "base", "object", "embed"}
        assert "src" not in attributes
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
        assert (attributes.get("href") or "#").startswith("#")
    assert "url(" not in reader.raw["style"][0]
    assert "@import" not in reader.raw["style"][0]


def test_script_writes_no_markup_and_opens_no_connection() -> None:
    forbidden = (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        "fetch(",
        "XMLHttpRequest",
        "import(",
        "WebSocket",
        "sendBeacon",
    )
    assert [word for word in forbidden if word in assets.script()] == []


def test_policy_names_just_the_parts_of_the_page(page: str) -> None:
    reader = Reader(page)
    policy = next(
        attributes["content"] or ""
        for _, attributes in reader.tags
        if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"].split() == [f"'{digest(part)}'" for part in reader.raw["script"]]
    assert rules["style-src"].split() == [f"'{digest(part)}'" for part in reader.raw["style"]]
    assert len(reader.raw["script"]) == 2


def test_no_part_can_end_early() -> None:
    for part in (*map(assets.script, assets.SOURCES), assets.vis_network()):
        assert "</script" not in part.lower()
        assert "<!--" not in part
        assert "\r" not in part
    assert "</style" not in assets.stylesheet().lower()


def test_every_file_of_the_page_is_used() -> None:
    assert {path.name for path in (assets.STATIC / "js").iterdir()} == {
        *assets.SCRIPTS,
        *assets.SOURCES,
    }
    assert {path.name for path in (assets.STATIC / "css").iterdir()} == set(assets.STYLESHEETS)


def test_hostile_words_add_no_tag() -> None:
    plain = Reader(render_page(two_papers())).tags
    harmed = Reader(render_page(hostile(), title=HOSTILE[0])).tags
    kinds = {"tr", "td", "bdi"}  # rows of the table differ in number
    assert [tag for tag in plain if tag[0] not in kinds and tag[0] != "meta"] == [
        tag for tag in harmed if tag[0] not in kinds and tag[0] != "meta"
    ]


@given(st.text(st.characters(exclude_categories=()), min_size=1, max_size=30))
@settings(max_examples=25, deadline=None)
def test_any_name_makes_a_page_that_can_be_written(name: str) -> None:
    text = f"We present {name} here."
    page = render_page(resolve([paper_of(name, text=text)]), title=name)
    page.encode("utf-8")
    assert len(Reader(page).raw["script"]) == 2


def test_table_for_readers_without_scripts(page: str) -> None:
    table = page[page.index("<noscript>") : page.index("</noscript>")]
    assert "<tr><td><bdi>KnotBank</bdi></td><td>Dataset</td><td>2</td></tr>" in table


def test_same_bytes_under_any_hash_seed(tmp_path: Path) -> None:
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        "from viewer_pages import many_papers; from sciloom.viewer import render_page;"
        "sys.stdout.buffer.write(render_page(many_papers(70)).encode())"
    )
    here = Path(__file__).parent
    path = os.pathsep.join([str(here), str(here.parent)])

    def run(seed: str) -> bytes:
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
        command = [sys.executable, "-c", script, str(here)]
        return subprocess.run(
            command, env=environment, cwd=tmp_path, check=True, capture_output=True
        ).stdout

    first = run("1")
    assert first
    assert run("2") == first
