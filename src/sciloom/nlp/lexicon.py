"""Read the word lists and rules that ship as TOML beside this module."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def load(name: str) -> dict[str, Any]:
    """Return ``data/<name>.toml``; read once a process, never to be changed by its readers."""
    return tomllib.loads(files(__package__).joinpath("data", f"{name}.toml").read_text("utf-8"))


@cache
def words(name: str, *keys: str) -> frozenset[str]:
    """Return the union of the lists under ``keys`` of ``data/<name>.toml``."""
    return frozenset(word for key in keys for word in load(name)[key])
