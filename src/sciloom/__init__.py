"""Build, query and draw a knowledge graph of what scientific papers say.

>>> import sciloom
>>> kg = sciloom.build("abstracts.txt")  # doctest: +SKIP
>>> kg = sciloom.open("output")  # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sciloom.version import __version__

if TYPE_CHECKING:
    from sciloom.api import KnowledgeGraph, build, open  # noqa: A004
    from sciloom.errors import SciloomError

__all__ = ["KnowledgeGraph", "SciloomError", "__version__", "build", "open"]


def __getattr__(name: str) -> Any:
    # Importing the package defines names and loads nothing heavy.
    if name not in __all__:
        raise AttributeError(f"module 'sciloom' has no attribute {name!r}")
    return getattr(
        import_module("sciloom.errors" if name == "SciloomError" else "sciloom.api"), name
    )


def __dir__() -> list[str]:
    return sorted(__all__)
