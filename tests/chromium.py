"""Chromium as the tests drive it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


class Browser:
    """Chromium, with what tests of the page ask of it."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(self, path: Path | str, place: str = "", *, state: str = "ready") -> None:
        """Open a page, by its file or address, and wait for it; ``place`` is the hash."""
        self.driver.get("about:blank")
        self.logs("browser")
        self.logs("performance")
        self.driver.get((path if isinstance(path, str) else path.as_uri()) + place)
        if state:
            self.wait(f"document.documentElement.dataset.state === '{state}'")

    def run(self, script: str, *args: Any) -> Any:
        return self.driver.execute_script(script, *args)

    def wait(self, condition: str) -> None:
        from selenium.webdriver.support.ui import WebDriverWait

        WebDriverWait(self.driver, 20, poll_frequency=0.05).until(
            lambda driver: driver.execute_script(f"return Boolean({condition})"), condition
        )

    def find(self, selector: str) -> Any:
        return self.driver.find_element("css selector", selector)

    def texts(self, selector: str) -> list[str]:
        script = "return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)"
        return self.run(script, selector)

    def type(self, text: str) -> None:
        """Type into whatever has the focus."""
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(text).perform()

    def press(self, *names: str) -> None:
        """Press keys by Selenium's names: ENTER, ESCAPE, ARROW_DOWN."""
        from selenium.webdriver.common.keys import Keys

        for name in names:
            self.type(getattr(Keys, name))

    def logs(self, kind: str) -> list[dict[str, Any]]:
        return self.driver.get_log(kind)

    def requests(self) -> list[str]:
        """Return the address of every request since the page was opened."""
        messages = [json.loads(entry["message"])["message"] for entry in self.logs("performance")]
        return [
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        ]
