"""The files that the page is put together from."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

STATIC = Path(__file__).parent / "static"

#: In the order in which the page runs them: each knows only those before it.
SCRIPTS = (
    "dom.js",
    "words.js",
    "text.js",
    "say.js",
    "data.js",
    "names.js",
    "search.js",
    "state.js",
    "filter.js",
    "paths.js",
    "rows.js",
    "shapes.js",
    "picture.js",
    "labels.js",
    "canvas.js",
    "marks.js",
    "facts.js",
    "turtle.js",
    "copy.js",
    "card.js",
    "start.js",
    "facets.js",
    "combobox.js",
    "route.js",
    "export.js",
    "list.js",
    "stage.js",
    "main.js",
)
#: Where the data come from: one of these, and its place among the scripts.
SOURCES = ("embedded.js", "served.js")
_SOURCE = SCRIPTS.index("shapes.js")
STYLESHEETS = ("theme.css", "page.css", "card.css", "list.css")


def script(source: str = SOURCES[0]) -> str:
    """Return the page's own script with one of `SOURCES`."""
    names = (*SCRIPTS[:_SOURCE], source, *SCRIPTS[_SOURCE:])
    parts = [(STATIC / "js" / name).read_text(encoding="utf-8") for name in names]
    return "\n".join(['"use strict";', *parts])


def stylesheet() -> str:
    """Return the page's style."""
    return "\n".join((STATIC / "css" / n).read_text(encoding="utf-8") for n in STYLESHEETS)


def vis_network() -> str:
    """Return vis-network as pyvis ships it, with LF line ends and without its source map.

    An HTML parser makes LF of CRLF, and the policy's hash is taken of what the parser leaves.
    """
    spec = find_spec("pyvis")  # finds without importing: pyvis imports IPython
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("pyvis is not installed", name="pyvis")
    path = Path(spec.origin).parent / "templates/lib/vis-9.1.2/vis-network.min.js"
    lines = path.read_text(encoding="utf-8").split("\n")
    return "\n".join(line for line in lines if not line.startswith("//# sourceMappingURL"))
