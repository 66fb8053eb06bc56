"""Stated links between two entities."""
