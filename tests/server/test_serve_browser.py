"""The query page and the cards in a browser that reaches this machine alone."""

from __future__ import annotations

import pytest
from served import Server

from chromium import Browser
from factories import first_paper
from sciloom.vocab import BASE, paper_iri

pytestmark = pytest.mark.browser

ROWS = "document.querySelectorAll('.yasr table.dataTable tbody td').length > 1"


@pytest.fixture
def query_page(browser: Browser, server: Server) -> Browser:
    """The query page, its editor ready."""
    browser.open(f"{server.url}/query")
    browser.wait("document.querySelector('.yasqe .CodeMirror')")
    return browser


def run_query(browser: Browser) -> None:
    browser.find(".yasqe_queryButton").click()
    browser.wait(ROWS)


def test_an_example_is_run_and_shows_rows(query_page: Browser, server: Server) -> None:
    query_page.run(
        "const names = document.getElementById('name');"
        "names.value = 'proposals'; names.dispatchEvent(new Event('change'));"
    )
    query_page.find("#library button").click()
    query_page.wait(
        "document.querySelector('.CodeMirror').CodeMirror.getValue().includes('proposes')"
    )
    run_query(query_page)
    assert any("Loom" in text for text in query_page.texts(".yasr table.dataTable td"))
    # Everything it asked for came from the server that it came from.
    asked = [
        url for url in query_page.requests() if not url.startswith(("data:", "about:", "blob:"))
    ]
    assert asked
    assert all(url.startswith(server.url) for url in asked)
    assert [e["message"] for e in query_page.logs("browser") if e["level"] == "SEVERE"] == []


def test_a_query_with_parameters_asks_for_them(query_page: Browser) -> None:
    query_page.run(
        "const names = document.getElementById('name');"
        "names.value = 'evaluated-on'; names.dispatchEvent(new Event('change'));"
    )
    field = query_page.find('fieldset[data-query="evaluated-on"] input[name=dataset]')
    field.send_keys("knotbank")
    query_page.find("#library button").click()
    query_page.wait(
        "document.querySelector('.CodeMirror').CodeMirror.getValue().includes('\"knotbank\"')"
    )
    run_query(query_page)
    assert any("accuracy" in text for text in query_page.texts(".yasr table.dataTable td"))


def test_the_rows_lead_to_the_cards(query_page: Browser, server: Server) -> None:
    run_query(query_page)
    query_page.wait("document.querySelector('.yasr a[href^=\"/id/\"]')")
    links = query_page.run("return [...document.querySelectorAll('.yasr td a')].map((a) => a.href)")
    assert f"{server.url}/id/{paper_iri(first_paper().paper).removeprefix(BASE)}" in links
    assert not [link for link in links if link.startswith(BASE)]


def test_a_mistake_is_shown(query_page: Browser) -> None:
    query_page.run("document.querySelector('.CodeMirror').CodeMirror.setValue('SELECT * { ?s : }')")
    query_page.find(".yasqe_queryButton").click()
    query_page.wait("document.querySelector('.yasr .errorResult, .yasr .errorHeader')")
    assert any("unexpected" in text for text in query_page.texts(".yasr"))


def test_a_card_reads_well_and_runs_no_script(browser: Browser, server: Server) -> None:
    place = paper_iri(first_paper().paper).removeprefix(BASE)
    browser.open(f"{server.url}/id/{place}", state="")
    assert browser.texts("h1") == [first_paper().paper.title]
    assert "".join(browser.texts(".text")) == first_paper().paper.text
    assert browser.run("return document.scripts.length") == 0
    assert [e["message"] for e in browser.logs("browser") if e["level"] == "SEVERE"] == []
