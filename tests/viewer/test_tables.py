"""The tables of the page: what narrows and orders them."""

from __future__ import annotations

from pathlib import Path

import pytest
from viewer_window import resize

from chromium import Browser

pytestmark = pytest.mark.browser

LOOM = "#focus=paper/doi/10.1234/loom.1"


def test_leaderboard_ranks_and_ends_at_the_sentence(browser: Browser, corpus_page: Path) -> None:
    browser.open(corpus_page, "#tab=list&rows=leaders")
    values = [float(text.rstrip("%")) for text in browser.texts("#list tbody .figure")]
    assert len(values) > 5
    assert values == sorted(values, reverse=True)
    first = browser.texts("#list tbody .figure")[0]
    browser.find("#list tbody .figure").click()
    browser.wait("document.querySelector('.parts blockquote')")
    assert first in browser.find(".parts blockquote").text
    assert first in browser.find(".abstract .lit").text


def test_leaderboard_starts_at_the_metric_of_most_papers(
    browser: Browser, corpus_page: Path
) -> None:
    browser.open(corpus_page, "#tab=list&rows=leaders")
    options = browser.texts("#list .controls label:first-child option")
    papers = [int(text.rsplit("(", 1)[1].split()[0]) for text in options]
    assert papers == sorted(papers, reverse=True)
    assert papers[0] > 1
    assert len(set(browser.texts("#list tbody .of-paper"))) == papers[0]
    assert browser.texts("#list tbody .of-sentence mark") != []


@pytest.mark.parametrize("rows", ["claims", "leaders"])
@pytest.mark.parametrize("width", [1440, 1280, 1024, 375])
@pytest.mark.parametrize("start", ["", LOOM])
def test_tables_are_not_cut(
    browser: Browser, page: Path, rows: str, width: int, start: str
) -> None:
    resize(browser, width, 800)
    browser.open(page, f"{start or '#'}&tab=list&rows={rows}")
    cut = "const box = document.querySelector('.table-box');"
    assert browser.run(cut + "return box.scrollWidth - box.clientWidth") <= 0
    assert browser.texts("#list tbody .sentence mark") != []


def test_claims_of_a_size(browser: Browser, corpus_page: Path) -> None:
    browser.open(corpus_page, "#tab=list&rows=claims&least=90&unit=%25")
    rows = browser.texts("#list tbody td:nth-child(2)")
    assert rows
    assert all(float(text.rstrip("%")) >= 90 for text in rows)
    assert browser.find(".least").get_attribute("value") == "90"


def test_a_size_narrows_as_it_is_typed(browser: Browser, corpus_page: Path) -> None:
    browser.open(corpus_page, "#tab=list&rows=claims&unit=%25")
    field = browser.find(".least")
    field.click()
    for typed in ("9", "90"):
        field.send_keys(typed[-1])
        browser.wait(f"location.hash.includes('least={typed}')")
        browser.wait("document.activeElement.classList.contains('least')")
    browser.wait(
        "[...document.querySelectorAll('#list tbody td:nth-child(2)')]"
        ".every((cell) => parseFloat(cell.textContent) >= 90)"
    )
    assert browser.find(".least").get_attribute("value") == "90"


def test_claims_about_a_concept(browser: Browser, page: Path) -> None:
    browser.open(page, "#focus=concept/knotbank")
    for link in browser.driver.find_elements("css selector", ".actions a"):
        if link.text == "Claims as a table":
            link.click()
            break
    browser.wait("document.querySelector('#list .about')")
    assert len(browser.texts("#list tbody tr")) == 2
    browser.find("#list .about").click()
    browser.wait("document.querySelectorAll('#list tbody tr').length === 5")
