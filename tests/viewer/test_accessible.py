"""axe-core over every view, in light and in dark."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from viewer_window import prefer, resize

from chromium import Browser
from factories import two_papers
from sciloom.viewer import render_page

pytestmark = pytest.mark.browser

AXE = "axe-core@4.14.1"
VIEWS = {
    "start": "",
    "claim": "#focus=paper/doi/10.1234/loom.1&at=claim/1",
    "concept": "#focus=concept/yarn-network",
    "relation": "#edge=concept/loom basedOn concept/yarn-network",
    "path": "#path=concept/accuracy concept/knot-untangling",
    "papers": "#tab=list",
    "claims": "#tab=list&rows=claims&about=concept/loom",
    "leaderboard": "#tab=list&rows=leaders&focus=concept/accuracy",
    "nothing left": "#types=Venue",
    "no such thing": "#focus=concept/nowhere",
}


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm, which fetches axe-core for the browser tests, is not installed")
    folder = tmp_path_factory.mktemp("axe")
    command = [npm, "install", "--no-save", "--ignore-scripts", "--prefix", str(folder), AXE]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"npm could not fetch axe-core for the browser tests: {done.stderr[-200:]}")
    return (folder / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "graph.html"
    path.write_text(render_page(two_papers()), encoding="utf-8")
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 375])
def test_axe_finds_nothing(browser: Browser, both: Path, axe: str, scheme: str, width: int) -> None:
    prefer(browser, scheme)
    resize(browser, width, 800)
    found = {}
    for name, place in VIEWS.items():
        browser.open(both, place)
        browser.run("for (const b of document.querySelectorAll('.quote-button, .menu')) b.click()")
        browser.run(axe + ";window.axe = axe")
        result = browser.driver.execute_async_script(
            "axe.run(document).then(arguments[0], (e) => arguments[0]({ error: String(e) }))"
        )
        assert "error" not in result, result
        assert len(result["passes"]) > 15
        if result["violations"]:
            found[name] = [
                (one["id"], one["impact"], [node["html"][:160] for node in one["nodes"][:3]])
                for one in result["violations"]
            ]
    assert found == {}
