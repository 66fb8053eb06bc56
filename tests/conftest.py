"""Stands here so that pytest puts this folder on the path: tests import ``factories``.

A browser that can reach nothing but this machine.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from hypothesis import settings

from chromium import Browser

# No test is timed; CI sees the same examples every time, a person's run looks for others.
settings.register_profile("here", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("here")

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
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
