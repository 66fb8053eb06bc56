"""Build, query and draw a knowledge graph of what scientific papers say."""
