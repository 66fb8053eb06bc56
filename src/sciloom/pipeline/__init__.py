"""The only place where the stages meet: inputs in, an output folder out."""

from sciloom.pipeline.build import GIVEN, MERGES, SPLITS, BuildResult, Counts, build, remove
from sciloom.pipeline.extracting import Watch, extract
from sciloom.pipeline.intake import place
from sciloom.pipeline.on_dask import extract_on_dask
from sciloom.pipeline.part_worker import Extracted, extract_parts
from sciloom.pipeline.parts import Partition, partition
from sciloom.pipeline.workers import cores

__all__ = [
    "GIVEN",
    "MERGES",
    "SPLITS",
    "BuildResult",
    "Counts",
    "Extracted",
    "Partition",
    "Watch",
    "build",
    "cores",
    "extract",
    "extract_on_dask",
    "extract_parts",
    "partition",
    "place",
    "remove",
]
