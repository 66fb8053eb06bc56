"""The graph as a networkx network, and what can be measured on it."""
