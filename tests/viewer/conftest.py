"""A browser that can reach nothing, and pages for it to open."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from viewer_browser import Browser

from factories import two_papers
from sciloom.viewer import render_page

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--window-size=1280,800",
)


@pytest.fixture(scope="session")
def _browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    chromedriver = shutil.which("chromedriver")
    if not (chromium and chromedriver):
        pytest.skip("Chromium or its driver is not installed (apt install chromium-driver)")
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (*_FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(chromedriver))
    yield Browser(driver)
    driver.quit()


@pytest.fixture
def browser(_browser: Browser) -> Iterator[Browser]:
    """A window in its first state: light, scripts on, wide."""
    yield _browser
    _browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    _browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    _browser.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], Path]:
    """Write a page and return its path."""

    def write(page: str) -> Path:
        path = tmp_path / "graph.html"
        path.write_text(page, encoding="utf-8")
        return path

    return write


@pytest.fixture
def page(written: Callable[[str], Path]) -> Path:
    """The page of the two hand-built papers."""
    return written(render_page(two_papers()))
