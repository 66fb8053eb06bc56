"""Mentions of one referent, the part it plays, whether it has a name."""
