"""HTML pages; whatever the graph says is escaped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from sciloom.query.library import NamedQuery
from sciloom.vocab import PREFIXES

if TYPE_CHECKING:
    from jinja2 import Environment

#: Where the IRIs of the graph resolve.
_PLACE = "/id/"


def home(report: Mapping[str, Any], *, viewer: bool) -> bytes:
    """Return the first page: counts, a search, the doors."""
    return _render("home.html.j2", report=report, viewer=viewer)


def card(found: Mapping[str, Any], *, base: str, path: str) -> bytes:
    """Return the page of one thing, from its card."""
    marks = list(_marked(found)) if found["kind"] == "Paper" else []
    return _render("card.html.j2", card=found, base=base, path=path, marks=marks)


def search(text: str, hits: list[dict[str, Any]], *, base: str, missing: bool) -> bytes:
    """Return the page of what a search found; ``missing``: an address led to nothing."""
    return _render("search.html.j2", text=text, hits=hits, base=base, missing=missing)


def query(queries: tuple[NamedQuery, ...], *, base: str) -> bytes:
    """Return the page on which queries are written and run."""
    setup = {"base": base, "prefixes": dict(PREFIXES)}
    return _render("query.html.j2", queries=queries, setup=setup, base=base)


def _marked(found: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    """Cut a paper's text at its mentions: pieces, each with the concept it names or None.

    Of mentions that overlap the first is marked.
    """
    text, at = found["text"], 0
    spans = sorted(
        (start, -end, (entity.get("concept") or {}).get("iri"))
        for entity in found.get("entities", ())
        for start, end in entity.get("mentions", ())
    )
    for start, minus_end, concept in spans:
        if start < at:
            continue
        yield text[at:start], None
        yield text[start:-minus_end], concept
        at = -minus_end
    yield text[at:], None


def _render(name: str, **values: Any) -> bytes:
    return _templates().get_template(name).render(values).encode()


@cache
def _templates() -> Environment:
    from jinja2 import Environment, PackageLoader

    templates = Environment(
        loader=PackageLoader("sciloom.server"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters["here"] = _here
    templates.filters["curie"] = _curie
    return templates


def _here(iri: str, base: str) -> str:
    """Return the address of an IRI: on this server if it is the graph's, else its own."""
    if iri.startswith(base):
        return _PLACE + iri.removeprefix(base)
    return iri if iri.startswith(("http://", "https://")) else ""


def _curie(iri: str) -> str:
    """Write an IRI by its prefix, if it has one."""
    for prefix, namespace in PREFIXES:
        if iri.startswith(namespace):
            return f"{prefix}:{iri.removeprefix(namespace)}"
    return iri
