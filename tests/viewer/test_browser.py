"""The page as a reader meets it, in Chromium with name resolution cut."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from viewer_pages import HOSTILE, hostile, many_papers, paper_of, star, untitled

from chromium import Browser
from factories import two_papers
from sciloom.resolve import resolve
from sciloom.viewer import render_page, to_pyvis

pytestmark = pytest.mark.browser

Write = Callable[[str], Path]

#: Makes the boxes of the labels drawn known to the test, as [name, x, y].
_SPY = """
const draw = Labels.draw;
Labels.draw = (...all) => {
  const boxes = draw(...all);
  window.drawn = boxes.map((b) => [b.node.label, b.x + b.w / 2, b.y + b.h / 2]);
  return boxes;
};
document.getElementById("theme").click();
"""


def severe(browser: Browser) -> list[str]:
    return [entry["message"] for entry in browser.logs("browser")]


def test_opens_alone_and_draws(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.wait("document.documentElement.dataset.firstPicture")
    assert browser.requests() == [page.as_uri()]
    assert browser.run("return performance.getEntriesByType('resource').length") == 0
    assert severe(browser) == []
    assert int(browser.run("return document.documentElement.dataset.firstPicture")) < 10_000
    assert browser.find("#status").text.endswith("nodes drawn · everything")
    inked = """
    const canvas = document.querySelector("#graph canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.some((value) => value > 0);
    """
    assert browser.run(inked)


def test_search_by_keyboard(browser: Browser, page: Path) -> None:
    browser.open(page)
    assert browser.run("return document.activeElement.id") == "search"
    browser.type("yarn net")  # the long form of what most call YN
    assert re.search(r"Yarn [nN]etworks.*Method · \d+ links?$", browser.texts("#options li")[0])
    assert browser.find("#search").get_attribute("aria-activedescendant") == "options-0"
    browser.press("ESCAPE")
    assert not browser.find("#options").is_displayed()
    browser.press("ESCAPE")
    browser.type("knot")
    names = browser.texts("#options .name")
    browser.press("ARROW_DOWN", "ENTER")
    browser.wait("location.hash.includes('focus=')")
    assert browser.find("#panel h2").text == names[1].split(" also ")[0]
    browser.type("/")
    assert browser.run("return document.activeElement.id") == "search"


def test_search_finds_what_papers_say(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.type("knotbank improves")
    browser.wait("document.querySelector('#options .says')")
    assert browser.texts("#options .says b") == ["KnotBank", "improves"]
    browser.press("ENTER")
    browser.wait("document.querySelector('.abstract .lit')")
    assert "On KnotBank" in browser.find(".parts blockquote").text
    browser.type("/knotbank improves")
    browser.wait("document.querySelector('#options .more')")
    browser.find("#options .more").click()
    browser.wait("document.querySelector('#list table.claims')")
    sentences = browser.texts("#list tbody .sentence")
    assert sentences
    assert all("KnotBank" in text and "improves" in text for text in sentences)


def test_search_looks_through_accents_and_takes_signs_as_they_are(
    browser: Browser, written: Write
) -> None:
    text = "Nothing is said here. We draw Erdős (2x)* graphs [a.b] with Loom."
    browser.open(written(render_page(resolve([paper_of("Loom", text=text)]))))
    browser.type("erdos graphs")
    browser.wait("document.querySelector('#options .says')")
    assert browser.texts("#options .says b") == ["Erdős", "graphs"]
    browser.press("ESCAPE", "ESCAPE")
    browser.type("graphs a.b")
    browser.wait("document.querySelector('#options .says')")
    browser.press("ESCAPE", "ESCAPE")
    browser.type("graphs axb")
    assert browser.texts("#options [role=option]") == []


def test_nodes_of_one_label_are_told_apart(browser: Browser, written: Write) -> None:
    twins = resolve(
        [paper_of("Twin", "left", id="a"), paper_of("Twin", "right", id="b"), paper_of("One")]
    )
    browser.open(written(render_page(twins)))
    hints = browser.run(
        "const { papers, concepts } = Data.build(await Data.unpack("
        "document.getElementById('data').content.textContent));"
        "return [...Names.hints([...papers, ...concepts])].map(([n, hint]) => [n.label, hint])"
    )
    assert {label for label, _ in hints} == {"Twin", "One"}
    assert len({tuple(one) for one in hints}) == len(hints) == 5


def test_search_says_when_nothing_matches(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.type("zzzz")
    assert browser.texts("#options [role=option]") == []
    assert "No name, title or abstract holds this" in browser.find("#options").text


def test_card_ends_at_the_sentence(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.find(".headline").click()
    browser.wait("document.querySelector('.abstract .lit')")
    lit = browser.run(
        "const piece = document.querySelector('.abstract .lit').cloneNode(true);"
        "piece.querySelectorAll('.role').forEach((role) => role.remove());"
        "return piece.textContent"
    )
    assert (
        lit == "On KnotBank, Loom improves accuracy by up to 26.30 points over YN and prior work."
    )
    assert set(browser.texts(".abstract .lit mark")) == {
        "KnotBank dataset",
        "Loom subject",
        "accuracy metric",
        "up to 26.30 points change",
        "YN compared with",
        "prior work compared with",
    }
    assert "very likely · 0.90" in browser.find(".fact.chosen").text


def test_offsets_after_an_astral_character(browser: Browser, written: Write) -> None:
    browser.open(written(render_page(resolve([untitled()]))))
    browser.find(".headline").click()
    browser.wait("document.querySelector('.abstract mark')")
    assert "up to 26.30 points change" in browser.texts(".abstract mark")
    assert browser.texts(".abstract .mention, .abstract mark")[0] == "Loom"


def test_concept_card_opens_each_fact_on_its_sentence(browser: Browser, page: Path) -> None:
    browser.open(page, "#focus=concept/loom")
    assert browser.find("#panel .kicker").text == "Method · in 1 paper"
    button = browser.find("#panel .group .quote-button")
    assert browser.texts(".proof blockquote") == []
    button.click()
    assert button.get_attribute("aria-expanded") == "true"
    assert browser.texts(".proof blockquote mark") != []


def test_click_on_a_name_in_the_picture(browser: Browser, page: Path) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    browser.open(page)
    browser.run(_SPY)
    browser.wait("window.drawn && window.drawn.length")
    name, x, y = browser.run("return window.drawn[0]")
    box = browser.find("#graph")
    middle = (box.size["width"] / 2, box.size["height"] / 2)
    move = ActionChains(browser.driver).move_to_element_with_offset
    move(box, round(x - middle[0]), round(y - middle[1])).click().perform()
    browser.wait("location.hash.includes('focus=')")
    assert browser.find("#panel h2").text == name


def test_arrow_keys_walk_the_picture(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.run("document.getElementById('graph').focus()")
    browser.press("ARROW_RIGHT", "ARROW_DOWN", "ARROW_LEFT", "ENTER")
    browser.wait("location.hash.includes('focus=')")
    assert browser.find("#panel h2").text in browser.find("#live").text
    browser.press("ESCAPE")
    browser.wait("!location.hash.includes('focus=')")


def test_address_holds_the_place(browser: Browser, page: Path) -> None:
    browser.open(page, "#focus=concept/loom&tab=list&rows=claims")
    assert browser.find("#panel h2").text == "Loom"
    assert len(browser.texts("#list tbody tr")) == 5
    browser.find("#list tbody a").click()
    browser.wait("location.hash.includes('at=claim')")
    assert "tab=list" in browser.run("return location.hash")
    place = browser.run("return location.hash")
    heading = browser.find("#panel h2").text
    browser.open(page, place)
    assert browser.find("#panel h2").text == heading
    assert browser.texts(".abstract .lit") != []


def test_back_returns(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.run("State.go({ focus: 'concept/loom' })")
    browser.wait("document.querySelector('#panel h2').textContent === 'Loom'")
    browser.find("#back").click()
    browser.wait("document.querySelector('#panel .kicker').textContent === 'Start here'")


def test_unknown_place_is_told(browser: Browser, page: Path) -> None:
    browser.open(page, "#focus=concept/nowhere")
    assert "concept/nowhere" in browser.find("#panel [role=alert]").text


def test_hostile_names_stay_text(browser: Browser, written: Write) -> None:
    browser.open(written(render_page(two_papers())))
    scripts = browser.run("return document.scripts.length")
    browser.open(written(render_page(hostile(), title=HOSTILE[0])))
    for name in HOSTILE:
        browser.run("document.getElementById('search').focus()")
        browser.run("document.getElementById('search').value = arguments[0]", name[:9])
        browser.run("document.getElementById('search').dispatchEvent(new Event('input'))")
        browser.press("ENTER")
        browser.wait("location.hash.includes('focus=')")
        browser.run("for (const b of document.querySelectorAll('.quote-button')) b.click()")
        browser.run("State.go({})")
    for rows in ("papers", "concepts", "claims"):
        browser.run("State.go({ tab: 'list', rows: arguments[0] })", rows)
        browser.wait("document.querySelector('#list tbody tr')")
    browser.run("State.go({ tab: 'list', rows: 'leaders', metric: arguments[0] })", HOSTILE[0])
    for place in ("focus", "path", "at", "trail", "venue", "year", "q", "about", "sort"):
        value = HOSTILE[0].replace(" ", "\u00a0")
        browser.run("State.go({ tab: '', [arguments[0]]: arguments[1] })", place, value)
        browser.run("State.turn({ tab: 'list' }); State.turn({ [arguments[0]]: '' })", place)
    assert browser.run("return window.pwned === undefined")
    assert browser.run("return document.scripts.length") == scripts
    assert browser.run("return document.querySelectorAll('img, iframe, [onerror]').length") == 0
    links = browser.run("return [...document.querySelectorAll('a[href]')].map((a) => a.protocol)")
    assert "javascript:" not in links
    assert severe(browser) == []


def test_hostile_paper_links_only_to_the_web(browser: Browser, written: Write) -> None:
    browser.open(written(render_page(hostile())))
    browser.find(".headline").click()
    browser.wait("document.querySelector('.links')")
    hrefs = browser.run("return [...document.querySelectorAll('.links a')].map((a) => a.href)")
    assert hrefs
    assert all(href.startswith("https://doi.org/") for href in hrefs)
    rels = browser.run("return [...document.querySelectorAll('.links a')].map((a) => a.rel)")
    assert all("noopener" in rel for rel in rels)


def test_policy_stops_what_is_injected(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.run(
        "const holder = document.createElement('div'); document.body.append(holder);"
        "holder['inner' + 'HTML'] = '<img src=x onerror=\"window.pwned = 1\">'"
    )
    browser.wait("true")
    assert any("Content Security Policy" in message for message in severe(browser))
    assert browser.run("return window.pwned === undefined")


def test_empty_graph(browser: Browser, written: Write) -> None:
    browser.open(written(render_page(resolve([]))))
    assert "This graph is empty" in browser.find("#empty").text
    assert severe(browser) == []


@pytest.mark.parametrize(
    "harm",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data[:40] + data[44:],
        lambda data: "",
        lambda data: "not base64!",
    ],
    ids=["cut short", "bytes lost", "no data", "no base64"],
)
def test_damaged_data(browser: Browser, written: Write, harm: Callable[[str], str]) -> None:
    sound = render_page(two_papers())
    damaged = re.sub(r'(<template id="data">)([^<]*)', lambda m: m[1] + harm(m[2]), sound, count=1)
    browser.open(written(damaged), state="failed")
    assert "cannot be read" in browser.find("#failure").text
    assert not browser.find("#tools").is_displayed()


def test_scripts_off(browser: Browser, page: Path) -> None:
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    browser.open(page, state="")
    body = browser.driver.find_element("tag name", "body").text
    assert "The interactive view needs scripts" in body
    assert "KnotBank Dataset 2" in body
    assert not browser.find("#search").is_displayed()


def test_filters(browser: Browser, page: Path) -> None:
    browser.open(page)
    everything = browser.find("#status").text
    boxes = browser.driver.find_elements("css selector", "#filters fieldset:first-of-type input")
    boxes[1].click()
    assert browser.find("#status").text != everything
    for box in (boxes[0], *boxes[2:]):
        box.click()
    assert "The filters leave nothing" in browser.find("#nothing").text
    browser.find("#unfilter").click()
    assert browser.find("#status").text == everything


def test_list_sorts_and_turns_pages(browser: Browser, written: Write) -> None:
    browser.open(written(render_page(many_papers(60))), "#tab=list")
    assert len(browser.texts("#list tbody tr")) == 50
    browser.find(".pager button:last-child").click()
    assert len(browser.texts("#list tbody tr")) == 10
    browser.find("#list th button").click()
    names = browser.texts("#list tbody td:first-child")
    assert names[:3] == ["Net 0", "Net 1", "Net 2"]
    assert browser.find("#list th").get_attribute("aria-sort") == "ascending"
    browser.find(".narrow").send_keys("net 5")
    assert len(browser.texts("#list tbody tr")) == 11


def test_draws_no_more_than_it_can_show(browser: Browser, written: Write) -> None:
    browser.open(written(render_page(star(420))))
    browser.type("Hub")
    browser.press("ENTER")
    for _ in range(25):
        browser.run("document.getElementById('expand').click()")
    drawn = int(browser.find("#status").text.split()[0])
    assert 250 < drawn <= 300


def test_dark_and_narrow(browser: Browser, page: Path) -> None:
    dark = {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", dark)
    phone = {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
    browser.open(page)
    colour = browser.run(
        "return getComputedStyle(document.getElementById('stage')).backgroundColor"
    )
    assert max(int(part) for part in re.findall(r"\d+", colour)[:3]) < 64
    assert browser.run("return document.documentElement.scrollWidth") <= 360
    browser.find("#theme").click()
    colour = browser.run(
        "return getComputedStyle(document.getElementById('stage')).backgroundColor"
    )
    assert min(int(part) for part in re.findall(r"\d+", colour)[:3]) > 192


def test_pyvis_page_is_alone_and_inert(browser: Browser, written: Write) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    path = written(to_pyvis(hostile()).generate_html())
    browser.open(path, state="")
    browser.wait("document.querySelector('canvas')")
    box = browser.find("canvas")
    for x in range(-200, 201, 40):
        ActionChains(browser.driver, duration=10).move_to_element_with_offset(box, x, 0).perform()
    assert browser.run("return window.pwned === undefined")
    assert browser.requests() == [path.as_uri()]
    assert severe(browser) == []
