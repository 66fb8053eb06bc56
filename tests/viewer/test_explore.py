"""What a reader does with the page: expand, undo, filter, find paths, compare, copy, export."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import networkx as nx
import pytest
import rdflib
from viewer_corpora import corpus
from viewer_pages import many_papers, star
from viewer_window import prefer, resize

from chromium import Browser
from factories import two_papers
from sciloom.model import Resolution
from sciloom.rdf import BuildInfo, to_quads
from sciloom.resolve import resolve
from sciloom.viewer import render_page
from sciloom.viewer.page import page_of
from sciloom.viewer.payload import to_payload

pytestmark = pytest.mark.browser

Write = Callable[[str], Path]
LOOM = "#focus=paper/doi/10.1234/loom.1"


@pytest.fixture
def downloads(browser: Browser, tmp_path: Path) -> Iterator[Callable[[str], bytes]]:
    """Return a saved file's bytes as soon as it is there."""
    behaviour = {"behavior": "allow", "downloadPath": str(tmp_path)}
    browser.driver.execute_cdp_cmd("Browser.setDownloadBehavior", behaviour)

    def read(name: str) -> bytes:
        path = tmp_path / name
        for _ in range(200):
            if path.exists() and path.stat().st_size:
                return path.read_bytes()
            time.sleep(0.05)
        raise FileNotFoundError(name)

    yield read
    browser.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "default"})


def drawn(browser: Browser) -> int:
    return int(browser.find("#status").text.split()[0].replace(",", ""))


def place(browser: Browser) -> str:
    return str(browser.run("return location.hash"))


def choose(browser: Browser, menu: str, choice: str) -> None:
    """Open the menu found by a selector and take a choice by its name."""
    browser.find(f"{menu} summary").click()
    for button in browser.driver.find_elements("css selector", f"{menu} .choices button"):
        if button.text == choice:
            button.click()
            return
    raise LookupError(choice)


def copied(browser: Browser) -> str:
    browser.wait("window.copied")
    return str(browser.run("const text = window.copied; window.copied = ''; return text"))


def catch_copies(browser: Browser) -> None:
    script = "navigator.clipboard.writeText = async (text) => { window.copied = text; }"
    browser.run(script)


# Expansion, undo, hiding.


def test_expands_one_relation_at_a_time(browser: Browser, written: Write) -> None:
    browser.open(written(render_page(star(200))))
    browser.type("Hub")
    browser.press("ENTER")
    browser.wait("document.querySelector('.grow')")
    grow = browser.find(".grow")
    assert grow.get_attribute("aria-label").startswith("Draw 20 more of ")
    left = int(grow.text.split()[-1])
    before = drawn(browser)
    grow.click()
    browser.wait("location.hash.includes('trail=')")
    assert drawn(browser) == before + 20
    assert browser.find(".grow").text == f"+20 of {left - 20}"
    assert browser.run("return document.activeElement.className") == "grow"


def test_undo_takes_back_the_last_step(browser: Browser, corpus_page: Path) -> None:
    browser.open(corpus_page)
    browser.find(".bars a").click()
    browser.wait("!document.getElementById('back').hidden")
    before, focused = drawn(browser), place(browser)
    browser.find("#expand").click()
    browser.wait("location.hash.includes('trail=')")
    assert drawn(browser) > before
    browser.find("#back").click()
    browser.wait("!location.hash.includes('trail=')")
    assert (drawn(browser), place(browser)) == (before, focused)


def test_hides_a_node_and_brings_it_back(browser: Browser, page: Path) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    browser.open(page, "#focus=concept/loom")
    before = drawn(browser)
    browser.find(".hide").click()
    browser.wait("location.hash.includes('trail=')")
    assert drawn(browser) == before - 1
    assert "1 hidden" in browser.find("#status").text
    assert "focus=" not in place(browser)
    browser.run("document.getElementById('graph').focus()")
    keys = ActionChains(browser.driver)
    keys.key_down(Keys.CONTROL).send_keys("z").key_up(Keys.CONTROL).perform()
    browser.wait("!location.hash.includes('trail=')")
    assert drawn(browser) == before


def test_address_brings_back_the_same_picture(browser: Browser, corpus_page: Path) -> None:
    browser.open(corpus_page)
    for _ in range(3):
        browser.find(".bars a").click()
        browser.find("#expand").click()
        browser.press("ESCAPE")
    browser.find(".bars li:nth-child(2) a").click()
    browser.wait("location.hash.includes('focus=')")
    first = (place(browser), browser.find("#status").text)
    browser.open(corpus_page, first[0])
    assert (place(browser), browser.find("#status").text) == first


# Filters.


def test_filters_live_in_the_address(browser: Browser, corpus_page: Path) -> None:
    browser.open(corpus_page, "#year=2023|2024&venue=!Conference 3&kind=Improvement")
    checked = browser.run(
        "return [...document.querySelectorAll('#filters input:checked')].map((i) =>"
        " i.closest('.filter').querySelector('.name').textContent)"
    )
    assert {"2023", "2024", "Improvement", "Papers"} <= set(checked)
    assert not {"2022", "Conference 3", "Finding"} & set(checked)
    browser.run("State.turn({ tab: 'list', rows: 'papers' })")
    browser.wait("document.querySelectorAll('#list tbody tr').length")
    years = set(browser.texts("#list tbody td:nth-child(2)"))
    venues = set(browser.texts("#list tbody td:nth-child(3)"))
    assert years == {"2023", "2024"}
    assert "Conference 3" not in venues
    browser.run("State.turn({ rows: 'claims' })")
    browser.wait("document.querySelector('#list table.claims')")
    assert set(browser.texts("#list tbody td:nth-child(3)")) == {"Improvement"}
    browser.find("#filters .reset").click()
    browser.wait("!location.hash.includes('year=')")
    assert "kind=" not in place(browser)


def test_only_and_counts(browser: Browser, corpus_page: Path) -> None:
    browser.open(corpus_page)
    browser.run("document.querySelector('[aria-label=\"Only 2022\"]').click()")
    browser.wait("location.hash.includes('year=2022')")
    counts = dict(
        zip(
            browser.texts("#filters .name"),
            browser.texts("#filters .filter > .count"),
            strict=True,
        )
    )
    assert counts["2022"] == counts["Papers"] == "8"
    assert counts["2023"] == "8"  # what it would leave
    assert 0 < drawn(browser) < 150
    assert "filtered" in browser.find("#status").text


def test_nothing_left_and_back(browser: Browser, page: Path) -> None:
    browser.open(page, "#year=1900")
    assert browser.find("#nothing").is_displayed()
    browser.find("#unfilter").click()
    browser.wait("!location.hash.includes('year=')")
    assert not browser.find("#nothing").is_displayed()
    browser.open(page, "#year=1900&tab=list")
    assert "No row is left" in browser.find("#list .empty").text
    browser.find("#list .empty button").click()
    browser.wait("document.querySelectorAll('#list tbody tr').length === 2")


# Paths.


def test_path_tells_the_sentence_of_each_step(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.find(".actions a").click()
    browser.wait("document.activeElement.id === 'path-from'")
    browser.type("accuracy")
    browser.wait("document.querySelector('#path-from-options [role=option]')")
    browser.press("ENTER")
    browser.wait("document.activeElement.id === 'path-to'")
    browser.type("knot untang")
    browser.wait("document.querySelector('#path-to-options [role=option]')")
    browser.press("ENTER")
    browser.wait("document.querySelectorAll('.steps').length")
    steps = browser.texts(".steps:first-of-type > li")
    sentences = browser.texts(".steps blockquote")
    assert len(sentences) >= len(steps) >= 2
    assert all(sentence.strip() for sentence in sentences)
    assert browser.texts(".steps mark")
    shared = place(browser)
    assert "path=" in shared
    browser.open(page, shared)
    assert browser.texts(".steps blockquote") == sentences


def test_no_path_is_told(browser: Browser, written: Write) -> None:
    from viewer_pages import paper_of

    apart = resolve(
        [paper_of("left", "near left", id="a"), paper_of("right", "near right", id="b")]
    )
    browser.open(written(render_page(apart)), "#path=concept/left concept/right")
    assert "No path within 6 steps" in browser.find("#panel").text


# Copies.


def test_turtle_of_cards_stands_in_the_graph(browser: Browser, page: Path) -> None:
    build = BuildInfo(version="0", pipeline="test", digest="0")
    whole = rdflib.Graph()
    for quad in to_quads(two_papers(), build=build):
        whole.update(f"INSERT DATA {{ {quad.subject} {quad.predicate} {quad.object} }}")
    for start, menu in (
        (LOOM, ".card-head"),
        (LOOM + "&at=claim/1", ".parts"),
        (LOOM + "&at=claim/3", ".parts"),
        ("#focus=concept/yarn-network", ".card-head"),
        ("#focus=concept/knotbank", ".card-head"),
    ):
        browser.open(page, start)
        catch_copies(browser)
        choose(browser, f"{menu} .menu", "Turtle")
        found = rdflib.Graph().parse(data=copied(browser), format="turtle")
        assert len(found) >= 5
        odd = [triple for triple in found if triple not in whole]
        assert odd == []


def test_text_and_citation(browser: Browser, page: Path) -> None:
    browser.open(page, LOOM + "&at=claim/1")
    catch_copies(browser)
    choose(browser, ".parts .menu", "Text")
    text = copied(browser)
    start = two_papers().extractions[0].claims[0].start  # in code points, after an astral one
    assert "“On KnotBank, Loom improves accuracy by up to 26.30 points" in text
    assert f"characters {start}–" in text
    choose(browser, ".card-head .menu", "Citation")
    assert copied(browser) == (
        "Ada Žižek, Wei Li (2024). Loom: weaving 𝒳-parsers. Proc. Knots."
        " https://doi.org/10.1234/Loom.1."
    )
    assert browser.find("#note").text == "Citation copied"


# Exports.


def test_exports_what_is_drawn(
    browser: Browser, page: Path, downloads: Callable[[str], bytes]
) -> None:
    browser.open(page)
    nodes = drawn(browser)
    choose(browser, "#menus", "GraphML")
    network = nx.parse_graphml(downloads("graph.graphml").decode())
    assert network.number_of_nodes() == nodes
    assert network.nodes["concept/loom"]["label"] == "Loom"
    choose(browser, "#menus", "JSON")
    data = json.loads(downloads("graph.json"))
    assert len(data["nodes"]) == nodes
    choose(browser, "#menus", "CSV of the links")
    rows = list(csv.DictReader(io.StringIO(downloads("graph.csv").decode("utf-8-sig"))))
    assert len(rows) == len(data["facts"])
    assert {"outperforms", "proposes"} <= {row["relation"] for row in rows}
    assert all(row["sentence"] for row in rows)
    size = browser.run(
        "const c = document.querySelector('#graph canvas'); return [c.width, c.height]"
    )
    choose(browser, "#menus", "PNG picture")
    picture = downloads("graph.png")
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = (int.from_bytes(picture[at : at + 4]) for at in (16, 20))
    assert [wide, high] == [2 * size[0], 2 * size[1]]
    again = browser.run(
        "const c = document.querySelector('#graph canvas'); return [c.width, c.height]"
    )
    assert again == size


def test_csv_runs_no_formula(
    browser: Browser, written: Write, downloads: Callable[[str], bytes]
) -> None:
    from viewer_pages import paper_of

    names = ("=1+2", "+A1", "-B2", "@SUM(A1)", '"quoted", twice', "plain")
    browser.open(written(render_page(resolve([paper_of(*names)]))), "#tab=list&rows=concepts")
    choose(browser, "#list .menu", "CSV")
    rows = list(csv.DictReader(io.StringIO(downloads("concepts.csv").decode("utf-8-sig"))))
    assert {row["Name"] for row in rows} == {
        "'=1+2", "'+A1", "'-B2", "'@SUM(A1)", '"quoted", twice', "plain",
    }  # fmt: skip
    choose(browser, "#list .menu", "JSON")
    assert {row["Name"] for row in json.loads(downloads("concepts.json"))} == set(names)


def test_list_exports_every_page(
    browser: Browser, written: Write, downloads: Callable[[str], bytes]
) -> None:
    browser.open(written(render_page(many_papers(70))), "#tab=list")
    choose(browser, "#list .menu", "JSON")
    assert len(json.loads(downloads("papers.json"))) == 70


# States and devices.


def test_page_of_landmarks_says_so(browser: Browser, written: Write) -> None:
    resolution = corpus(120, 700)
    payload = to_payload(resolution, most=60)
    browser.open(written(page_of(payload, title="sciloom")))
    assert "sciloom serve" in browser.find(".cut").text
    assert f"of {120} papers" in browser.find(".cut").text
    assert "the page holds a part" in browser.find("#status").text
    assert len(payload["papers"]) == 60


def test_server_gone_keeps_the_picture_and_can_be_asked_again(browser: Browser, page: Path) -> None:
    browser.open(page)
    before = browser.find("#status").text
    browser.run(
        "window.reach = Source.reach; Source.reach = async () => { throw new Source.Gone(); };"
        "State.go({ focus: 'concept/loom' })"
    )
    browser.wait("!document.getElementById('gone').hidden")
    assert browser.find("#status").text == before
    browser.run("Source.reach = window.reach")
    browser.find("#retry").click()
    browser.wait("document.querySelector('#panel h2').textContent === 'Loom'")
    assert not browser.find("#gone").is_displayed()


@pytest.mark.parametrize("size", [(640, 400), (320, 640)], ids=["200 % of 1280", "a phone"])
@pytest.mark.parametrize(
    "start",
    ["", LOOM + "&at=claim/1", "#tab=list&rows=claims", "#path=concept/loom concept/knotbank"],
)
def test_small_screens_scroll_one_way(
    browser: Browser, page: Path, size: tuple[int, int], start: str
) -> None:
    resize(browser, *size)
    browser.open(page, start)
    assert browser.run("return document.documentElement.scrollWidth") <= size[0]
    assert browser.find("#search").is_displayed()


@pytest.mark.parametrize("calm", [True, False])
def test_still_where_motion_is_not_wanted(browser: Browser, corpus_page: Path, calm: bool) -> None:
    prefer(browser, "light", calm=calm)
    browser.open(corpus_page)
    browser.run(
        "window.moves = []; const move = vis.Network.prototype.moveTo;"
        "vis.Network.prototype.moveTo = function (to) { window.moves.push(Boolean(to.animation));"
        " return move.call(this, to); }"
    )
    for number in range(1, 5):
        browser.run(f"document.querySelectorAll('#panel .bars a')[{number}].click()")
        browser.wait("!document.getElementById('back').hidden")
        browser.run("document.getElementById('home').click()")
        browser.run("document.getElementById('home').click()")
    moves = browser.run("return window.moves")
    assert moves
    assert any(moves) is not calm
    fading = browser.run(
        "return getComputedStyle(document.querySelector('button')).transitionDuration"
    )
    assert (set(fading.split(", ")) == {"0s"}) is calm


def other_scripts() -> Resolution:
    from viewer_pages import paper_of

    return resolve([paper_of("רשת קשב.", "شبكة عصبية", "注意力机制", "深層学習モデル", "Loom")])


def test_names_in_other_scripts(browser: Browser, written: Write) -> None:
    browser.open(written(render_page(other_scripts())))
    browser.type("注意")
    browser.wait("document.querySelector('#options [role=option]')")
    browser.press("ENTER")
    browser.wait("location.hash.includes('focus=')")
    assert browser.find("#panel h2").text == "注意力机制"
    assert browser.run("return Text.direction('רשת קשב.')") == "rtl"
    assert browser.run("return Text.direction('注意力机制')") == "ltr"
    browser.run("State.go({ tab: 'list', rows: 'concepts' })")
    browser.wait("document.querySelector('#list bdi[dir=auto]')")


def test_every_control_can_be_reached_by_keyboard(browser: Browser, page: Path) -> None:
    browser.open(page, LOOM)
    browser.run("document.body.tabIndex = -1; document.body.focus()")
    met = []
    for _ in range(70):
        browser.press("TAB")
        met.append(
            browser.run(
                "const e = document.activeElement;"
                "return e.id || e.className || e.textContent.slice(0, 20)"
            )
        )
    assert {"skip", "search", "tab-list", "theme", "graph", "reset", "hide"} <= set(met)
    assert any("Export" in one for one in met)
