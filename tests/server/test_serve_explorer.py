"""The viewer on a server's data, in a browser that reaches this machine alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from served import Server, serving, write_build

from chromium import Browser
from sciloom.facts import read_facts
from sciloom.resolve import resolve

pytestmark = pytest.mark.browser

GOLD = Path(__file__).parents[2] / "examples" / "icml2024" / "gold.jsonl"


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder of the annotated abstracts."""
    path = tmp_path_factory.mktemp("gold")
    write_build(path, resolve(read_facts(GOLD)))
    return path


@pytest.fixture(scope="module")
def explored(gold: Path) -> Iterator[Server]:
    """A server on the annotated abstracts."""
    with serving(gold) as running:
        yield running


def severe(browser: Browser) -> list[str]:
    return [entry["message"] for entry in browser.logs("browser")]


def test_a_search_leads_to_a_card_that_ends_at_the_sentence(
    browser: Browser, explored: Server
) -> None:
    browser.open(f"{explored.url}/graph")
    browser.wait("document.documentElement.dataset.firstPicture")
    drawn, rest = browser.find("#status").text.split(" of ", 1)
    assert 0 < int(drawn) <= 60
    papers, concepts, claims = map(int, browser.texts(".tally .big"))
    assert (papers, claims) == (19, 64)
    assert rest == f"{papers + concepts} nodes drawn · landmarks"
    browser.type("large language")
    browser.wait("document.querySelector('#options [role=option]')")
    assert "12 links" in browser.texts("#options li")[0]
    browser.press("ENTER")
    browser.wait("document.querySelector('#panel h2').textContent === 'large language models'")
    assert browser.find("#panel .kicker").text == "Method · in 4 papers"
    assert "12 neighbours drawn" in browser.find("#near").text
    browser.find("#panel .group .quote-button").click()
    assert "large language models" in "".join(browser.texts(".proof blockquote mark")).lower()
    browser.find("#panel .group .row a").click()
    browser.wait("document.querySelector('#panel .abstract')")
    browser.find("#panel .claim footer a").click()
    browser.wait("document.querySelector('.abstract .lit')")
    sentence = browser.texts(".abstract .lit")[0]
    assert sentence
    asked = [url for url in browser.requests() if not url.startswith(("data:", "blob:", "about:"))]
    assert asked
    assert all(url.startswith(f"{explored.url}/") for url in asked)
    assert severe(browser) == []


def test_a_name_is_found_by_another_of_its_forms(browser: Browser, server: Server) -> None:
    browser.open(f"{server.url}/graph")
    found = browser.run(
        "const read = ({ node }) => [node.label, node.degree];"
        "return Source.suggest('YN').then(({ more }) => more).then((all) => all.map(read))"
    )
    assert "yarn networks" in [name.lower() for name, _ in found]
    assert all(links > 0 for _, links in found)


def test_words_of_claims_are_found(browser: Browser, explored: Server) -> None:
    claim = next(iter(read_facts(GOLD))).claims[0]
    browser.open(f"{explored.url}/graph")
    browser.type(" ".join(re.findall(r"\b[a-z]{5,}\b", claim.quote)[:4]))
    browser.wait("document.querySelector('#options .says b')")
    browser.press("ENTER")
    browser.wait("document.querySelector('.parts blockquote')")
    said = browser.run(
        "const quote = document.querySelector('.parts blockquote').cloneNode(true);"
        "quote.querySelectorAll('.role').forEach((role) => role.remove());"
        "return quote.textContent"
    )
    assert said == claim.quote


def test_the_table_has_the_claims_of_all_papers(browser: Browser, explored: Server) -> None:
    browser.open(f"{explored.url}/graph", "#tab=list&rows=claims")
    browser.wait("document.querySelector('#list tbody tr')")
    assert browser.find(".pager [role=status]").text == "1–50 of 64"
    assert len(browser.texts("#list tbody tr")) == 50
    browser.find(".pager button:last-child").click()
    browser.wait("document.querySelectorAll('#list tbody tr').length === 14")
    for rows, count in (("papers", 19), ("concepts", 50), ("leaders", 2)):
        browser.run("State.go({ rows: arguments[0] })", rows)
        browser.wait(f"document.querySelector('#list table.{rows}')")
        assert len(browser.texts("#list tbody tr")) == count
    assert severe(browser) == []


def test_every_column_sorts(browser: Browser, explored: Server) -> None:
    browser.open(f"{explored.url}/graph", "#tab=list")
    for rows in ("papers", "concepts", "claims", "leaders"):
        columns = browser.run("return Object.keys(Rows.TABLES[arguments[0]].columns)", rows)
        for column in columns:
            browser.run("State.go({ rows: arguments[0], sort: arguments[1] })", rows, f"{column}-")
            browser.wait(
                f"document.querySelector('#list table.{rows} [aria-sort=descending] button')"
                f"?.textContent.startsWith({column!r})"
            )
            assert browser.texts("#list tbody tr") != []


def test_filters_count_what_the_whole_graph_holds(browser: Browser, explored: Server) -> None:
    browser.open(f"{explored.url}/graph")
    browser.wait("document.querySelectorAll('#filters .filter').length")
    counts = dict(
        zip(
            browser.texts("#filters fieldset:first-of-type .name"),
            browser.texts("#filters fieldset:first-of-type .count"),
            strict=True,
        )
    )
    papers, concepts, _ = map(int, browser.texts(".tally .big"))
    assert list(counts) == ["Papers", "Methods", "Datasets", "Metrics", "Tasks"]
    assert int(counts["Papers"]) == papers == 19
    assert sum(map(int, counts.values())) == papers + concepts
    browser.run("State.turn({ kind: 'Theoretical', tab: 'list', rows: 'papers' })")
    browser.wait("document.querySelector('#status').textContent.includes('filtered')")
    browser.wait("document.querySelector('.pager [role=status]')?.textContent.startsWith('1')")
    papers = browser.texts("#list tbody tr")
    assert 0 < len(papers) < 19
    browser.wait(
        f"document.querySelector('#filters fieldset .count').textContent === '{len(papers)}'"
    )


def test_a_path_shows_a_sentence_a_step(browser: Browser, explored: Server) -> None:
    browser.open(f"{explored.url}/graph", "#path=concept/safety%20concept/large-language-model")
    assert browser.texts("#panel section h3") == ["Way 12 steps", "Way 22 steps"]
    assert len(browser.texts("#panel .steps li")) == 4
    assert len(browser.texts("#panel .steps li blockquote")) == 4
    browser.open(
        f"{explored.url}/graph", "#path=concept/safety%20concept/large-language-model&types=Metric"
    )
    assert "No path within" in browser.find("#panel .hint[role=status]").text


def test_more_is_drawn_by_one_relation(browser: Browser, crowded: Path) -> None:
    with serving(crowded) as running:
        browser.open(f"{running.url}/graph", "#focus=concept/knotbank")
        assert browser.find("#panel .kicker").text == "Dataset · in 201 papers"
        here = "return document.querySelector('#near').textContent.split(' ')"
        before, _, total, *_ = browser.run(here)
        assert int(total) > 200
        browser.find("#panel .grow").click()
        browser.wait(
            f"Number(document.querySelector('#near').textContent.split(' ')[0]) > {before}"
        )
        place = browser.run("return location.hash")
        after = browser.find("#near").text
        browser.open(f"{running.url}/graph", place)
        assert browser.find("#near").text == after


def test_a_place_is_opened_from_its_address(browser: Browser, explored: Server) -> None:
    first = "concept/large-language-model"
    browser.open(f"{explored.url}/graph", f"#focus={first}&trail=concept/transformer%20{first}*")
    assert browser.find("#panel h2").text == "large language models"
    browser.open(f"{explored.url}/graph", "#focus=concept/nowhere")
    assert "concept/nowhere" in browser.find("#panel [role=alert]").text


def test_a_server_that_ends_is_told(browser: Browser, gold: Path) -> None:
    with serving(gold) as running:
        browser.open(f"{running.url}/graph")
        running.process.kill()
        running.process.wait()
        browser.run("State.go({ focus: 'concept/large-language-model' })")
        browser.wait("!document.getElementById('gone').hidden")
        assert "The server does not answer" in browser.find("#gone").text
        assert browser.find("#status").text.endswith("landmarks")
        assert browser.find("#retry").is_displayed()
