"""The page: one file that holds its data, its script and its style, and asks for nothing."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from sciloom.model import Resolution
from sciloom.viewer.assets import SOURCES, STATIC, script, stylesheet, vis_network
from sciloom.viewer.payload import to_payload

#: Rows of the table that stands in for the page where scripts are off.
_TOP = 40


def render_page(resolution: Resolution, *, title: str = "sciloom", base: str | None = None) -> str:
    """Return ``graph.html``, to be written as UTF-8: the same text for the same input."""
    return page_of(to_payload(resolution, base=base), title=title)


def page_of(payload: dict[str, Any], *, title: str) -> str:
    """Return the page that shows a payload.

    Data travel as base64, which no parser takes for markup; the policy allows the two scripts and
    the style by their digests, and nothing else.
    """
    parts = {"vis": vis_network(), "script": script(), "style": stylesheet()}
    return _rendered(
        parts,
        title=title,
        top=_top(payload),
        cut=payload.get("cut"),
        data=pack(payload),
        policy=_policy(parts),
    )


@cache
def served_page() -> tuple[str, str]:
    """Return the page that asks a server for its data, and its content security policy."""
    parts = {"vis": vis_network(), "script": script(SOURCES[1]), "style": stylesheet()}
    policy = f"{_policy(parts)}; connect-src 'self'"
    return _rendered(parts, title="sciloom", data=None, policy=policy), policy


def _policy(parts: Mapping[str, str]) -> str:
    digests = {name: digest(part) for name, part in parts.items()}
    return (
        f"default-src 'none'; script-src '{digests['vis']}' '{digests['script']}';"
        f" style-src '{digests['style']}'; base-uri 'none'; form-action 'none'"
    )


def _rendered(parts: Mapping[str, str], **values: Any) -> str:
    from jinja2 import Environment, FileSystemLoader

    environment = Environment(
        loader=FileSystemLoader(STATIC), autoescape=True, keep_trailing_newline=True
    )
    text = environment.get_template("page.html.j2").render(**values, **parts)
    return text.encode("utf-8", "replace").decode("utf-8")  # lone surrogates are no UTF-8


def pack(payload: dict[str, Any]) -> str:
    """Return JSON, gzipped without a time, as base64."""
    data = json.dumps(payload, sort_keys=True, separators=(",", ":")).encode("ascii")
    return base64.b64encode(gzip.compress(data, compresslevel=9, mtime=0)).decode("ascii")


def digest(part: str) -> str:
    """Return the source expression of a content security policy for an inline part."""
    return "sha256-" + base64.b64encode(hashlib.sha256(part.encode("utf-8")).digest()).decode()


def _top(payload: dict[str, Any]) -> list[tuple[str, str, int]]:
    """Return label, type and number of papers of the concepts that most papers name."""
    papers = [0] * len(payload["concepts"])
    for paper in payload["papers"]:
        for concept in {entity["concept"] for entity in paper.get("entities", ())}:
            papers[concept] += 1
    if payload.get("cut"):
        papers = [concept["papers"] for concept in payload["concepts"]]
    rows = zip(payload["concepts"], papers, strict=True)
    top = sorted(rows, key=lambda row: (-row[1], row[0]["id"]))[:_TOP]
    return [(concept.get("label", ""), concept["type"], count) for concept, count in top]
