"""Positions: a small force layout whose result is the same on every machine of a kind."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Square pixels a node, and how much wider than high the picture is: labels lie across.
_ROOM = 15_000
_ASPECT = 1.2
_STEPS = 260
#: Pull towards the middle: keeps parts that nothing joins within sight.
_GRAVITY = 0.22


def positions(
    nodes: Sequence[str], edges: Sequence[tuple[str, str]]
) -> Mapping[str, tuple[int, int]]:
    """Return (x, y) in whole pixels around (0, 0), y downwards; meant for a few hundred nodes.

    Fruchterman and Reingold (1991) with gravity. Sums run over the first axis, in order, and no
    function beyond the square root is called, so that no instruction set changes a bit.
    """
    if not nodes:
        return {}
    index = {node: i for i, node in enumerate(nodes)}
    rng = random.Random(len(nodes))  # noqa: S311 - positions, not secrets
    spread = len(nodes) ** 0.5
    place = np.array([[rng.random() - 0.5, rng.random() - 0.5] for _ in nodes]) * spread
    pairs = {tuple(sorted((index[a], index[b]))) for a, b in edges if a != b}
    linked = np.zeros((len(nodes), len(nodes)))
    for a, b in sorted(pairs):
        linked[a, b] = linked[b, a] = 1.0
    # A hub pulls each of its many neighbours less, else they pile up on it.
    degree = np.maximum(np.add.reduce(linked, axis=0), 1.0)
    pull = linked / np.sqrt(np.sqrt(degree[:, None] * degree[None, :]))
    for step in range(_STEPS):
        move = _forces(place, pull)
        length = np.sqrt(move[:, 0] ** 2 + move[:, 1] ** 2)
        limit = 0.3 * spread * (1 - step / _STEPS) / 2 + 0.01
        place += move * (np.minimum(length, limit) / np.maximum(length, 1e-9))[:, None]
    place = _scaled(place)
    return {node: (round(x), round(y)) for node, (x, y) in zip(nodes, place.tolist(), strict=True)}


def _scaled(place: NDArray[np.float64]) -> NDArray[np.float64]:
    """Centre the picture and give it the room its nodes need."""
    low, high = place.min(axis=0), place.max(axis=0)
    width, height = (high - low).tolist()
    # A row or a column of nodes is not drawn out into a square.
    width, height = max(width, height / 3, 1e-9), max(height, width / 3, 1e-9)
    area = len(place) * _ROOM
    room = np.array([(area * _ASPECT) ** 0.5 / width, (area / _ASPECT) ** 0.5 / height])
    return np.asarray((place - (low + high) / 2) * room)


def _forces(place: NDArray[np.float64], pull: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what moves each node, in links: others push, neighbours and the middle pull."""
    # [other, node]: the sum over the first axis adds one row after the other.
    dx = place[None, :, 0] - place[:, None, 0]
    dy = place[None, :, 1] - place[:, None, 1]
    square = dx * dx + dy * dy + 1e-4
    factor = 1.0 / square - pull * np.sqrt(square)
    move = np.stack(
        [np.add.reduce(dx * factor, axis=0), np.add.reduce(dy * factor, axis=0)], axis=1
    )
    away = np.sqrt(place[:, 0] ** 2 + place[:, 1] ** 2)
    return move - place * (_GRAVITY * np.sqrt(away))[:, None]
