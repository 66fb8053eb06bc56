"""What the reader's device prefers: colours, motion, size."""

from __future__ import annotations

from chromium import Browser


def prefer(browser: Browser, scheme: str, *, calm: bool = False) -> None:
    """Prefer light or dark and, if calm, no motion."""
    features = [
        {"name": "prefers-color-scheme", "value": scheme},
        {"name": "prefers-reduced-motion", "value": "reduce" if calm else "no-preference"},
    ]
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def resize(browser: Browser, width: int, height: int) -> None:
    """Set the window's size in CSS pixels; below 600 it is a phone's."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
