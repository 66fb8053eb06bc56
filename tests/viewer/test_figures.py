"""How long the page takes over large graphs.

Bounds hold for the main thread's own time, which other work on the machine does not lengthen; the
wall clock's time is printed beside it.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

import pytest
from viewer_corpora import corpus

from chromium import Browser
from sciloom.viewer import render_page

pytestmark = pytest.mark.browser

#: Papers, concepts, and what the first picture may take (ms).
SIZES = {"57 papers": (57, 640, 1_000), "2,600 papers": (2_600, 22_400, 3_000)}
LARGEST = {"50,000 nodes": (6_500, 43_400, 5_000)}
#: Runs `act()` and calls back with the milliseconds until the next frame that follows `until()`.
_TIMED = """
const done = arguments[arguments.length - 1];
const [act, until] = [arguments[0], arguments[1]].map((code) => new Function(`return ${code}`));
const started = performance.now();
const shown = () => requestAnimationFrame(() => done(performance.now() - started));
const look = () => (until() ? shown() : setTimeout(look, 1));
act();
setTimeout(look, 0);
"""


def tell(text: str) -> None:
    """Show a figure (with pytest -s)."""
    sys.stdout.write(text + "\n")


def busy(browser: Browser) -> float:
    """Return for how long the main thread has worked on this page (ms)."""
    metrics = browser.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return 1000 * next(one["value"] for one in metrics if one["name"] == "TaskDuration")


def timed(browser: Browser, act: str, until: str) -> tuple[float, float]:
    """Return (main thread, wall clock) milliseconds from an act to the frame that shows it."""
    before = busy(browser)
    wall = float(browser.driver.execute_async_script(_TIMED, act, until))
    return busy(browser) - before, wall


@pytest.fixture
def clocked(browser: Browser) -> Browser:
    browser.driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    return browser


@pytest.fixture(scope="module", params=[*SIZES, *LARGEST])
def large(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    papers, concepts, _ = (SIZES | LARGEST)[request.param]
    path = tmp_path_factory.mktemp("large") / f"{request.param}.html"
    path.write_text(render_page(corpus(papers, concepts)), encoding="utf-8")
    return path


def test_first_picture_and_size(clocked: Browser, large: Path) -> None:
    _, _, bound = (SIZES | LARGEST)[large.stem]
    times, walls = [], []
    for _ in range(3):
        clocked.open(large, state="")
        clocked.wait("document.documentElement.dataset.firstPicture")
        times.append(busy(clocked))
        walls.append(int(clocked.run("return document.documentElement.dataset.firstPicture")))
    megabytes = large.stat().st_size / 1e6
    tell(
        f"\n{large.stem}: first picture {min(times):.0f} ms of the main thread,"
        f" {min(walls)} ms by the clock; file {megabytes:.2f} MB"
    )
    assert min(times) < bound
    if large.stem == "2,600 papers":
        assert megabytes < 6
    clocked.wait("document.documentElement.dataset.state === 'ready'")
    assert 20 < int(clocked.find("#status").text.split()[0]) <= 300


def test_answers_at_once(clocked: Browser, large: Path) -> None:
    clocked.open(large)
    clocked.driver.execute_async_script("setTimeout(arguments[0], 1000)")
    key = "document.getElementById('search')"
    options = "document.querySelectorAll('#options:not([hidden]) li').length"
    strokes = [
        timed(
            clocked,
            f"({key}.focus(), {key}.value = '{text}', {key}.dispatchEvent(new Event('input')))",
            options,
        )
        for text in ("p", "pr", "pra", "pr", "p", "tr", "tre")
    ]
    focuses, expansions = _walk(clocked)
    drawn = int(clocked.find("#status").text.split()[0])
    for name, times, bound in (
        ("search key stroke", strokes, 50),
        ("focus", focuses, 500),
        ("expansion", expansions, 500),
    ):
        own, wall = (statistics.median(one) for one in zip(*times, strict=True))
        tell(
            f"\n{large.stem}: {name} {own:.0f} ms of the main thread, {wall:.0f} ms by the clock"
            f" (median of {len(times)}; {drawn} nodes drawn)"
        )
        assert own < bound


def _walk(browser: Browser) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Focus on the concepts that most papers name, and expand each, until the picture is full."""
    script = "return [...document.querySelectorAll('.bars a')].map((a) => parsed(a.hash))"
    parsed = "const parsed = (hash) => new URLSearchParams(hash.slice(1)).get('focus');"
    focuses, expansions = [], []
    status = "document.querySelector('#status').textContent"
    for hub in browser.run(parsed + script)[:6]:
        act = f"State.go({{ focus: '{hub}' }})"
        focuses.append(timed(browser, act, "document.querySelector('.actions .hide')"))
        for _ in range(4):
            if browser.run("return document.getElementById('expand').hidden"):
                break
            before = browser.run(f"return {status}")
            act = "document.getElementById('expand').click()"
            expansions.append(timed(browser, act, f"{status} !== `{before}`"))
    return focuses, expansions
