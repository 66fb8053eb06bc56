"""The viewer: one page that starts from a question and ends at the sentence."""

from sciloom.viewer.page import render_page
from sciloom.viewer.payload import to_payload
from sciloom.viewer.pyvis_network import to_pyvis

__all__ = ["render_page", "to_payload", "to_pyvis"]
