"""The network in torch as the run-time side sees it: to measure checkpoints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from sciloom.nlp.model.encode import windows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sciloom.nlp.model.encode import Encoded
    from sciloom.nlp.model.heads import HeadInputs
    from sciloom.training.network import Network


class TorchHeads:
    """`sciloom.nlp.model.read.Heads` over a network in evaluation mode."""

    def __init__(self, network: Network) -> None:
        self.network = network.eval()
        self.moves: NDArray[np.float32] = network.crf.transitions().detach().numpy()

    @torch.inference_mode()
    def encode(self, encoded: Encoded) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the tag scores and the states of the words."""
        emissions, states = [], []
        for window in windows(encoded):
            parts = (window.ids, window.owner, window.first, window.features)
            words = self.network.encoder(*(torch.from_numpy(part)[None] for part in parts), None)[0]
            states.append(words.numpy())
            emissions.append(self.network.tags(words).numpy())
        return np.concatenate(emissions), np.concatenate(states)

    @torch.inference_mode()
    def entities(
        self, words: NDArray[np.float32], inputs: HeadInputs, kinds: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
        """Return entity states, role logits and named logits."""
        parts = (words, inputs.edges, inputs.spans, inputs.member, kinds)
        states, roles, named = self.network.entities(*map(torch.from_numpy, parts))
        return states.numpy(), roles.numpy(), named.numpy()

    @torch.inference_mode()
    def pairs(
        self, words: NDArray[np.float32], states: NDArray[np.float32], inputs: HeadInputs
    ) -> NDArray[np.float32]:
        """Return the logits of ordered pairs."""
        parts = (words, states, inputs.distance, inputs.gap, inputs.likeness)
        logits: NDArray[np.float32] = self.network.pairs(*map(torch.from_numpy, parts)).numpy()
        return logits

    @torch.inference_mode()
    def sentences(
        self, words: NDArray[np.float32], spans: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return the logits of claim kinds."""
        parts = (words, spans)
        logits: NDArray[np.float32] = self.network.sentences(*map(torch.from_numpy, parts)).numpy()
        return logits
