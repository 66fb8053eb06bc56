"""The graph over HTTP: SPARQL Protocol, linked-data pages, a JSON API, a query page.

The gateway (this process) never opens the store: what reads it runs in worker processes that are
bounded, cut off from the network and killed at a deadline.
"""
