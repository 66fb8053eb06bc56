"""The only place where the stages meet: inputs in, an output folder out."""

from sciloom.pipeline.build import GIVEN, MERGES, SPLITS, BuildResult, Counts, build, remove
from sciloom.pipeline.extracting import Watch, extract
from sciloom.pipeline.intake import place
from sciloom.pipeline.workers import cores

__all__ = [
    "GIVEN",
    "MERGES",
    "SPLITS",
    "BuildResult",
    "Counts",
    "Watch",
    "build",
    "cores",
    "extract",
    "place",
    "remove",
]
