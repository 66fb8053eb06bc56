"""The graph as a networkx network, and what can be measured on it."""

from sciloom.graph.measures import most_connected, neighbours, stated_path
from sciloom.graph.network import to_graphml, to_network

__all__ = ["most_connected", "neighbours", "stated_path", "to_graphml", "to_network"]
