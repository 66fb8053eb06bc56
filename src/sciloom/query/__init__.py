"""Ask the graph: SPARQL with limits and good errors, and queries that have a name."""
