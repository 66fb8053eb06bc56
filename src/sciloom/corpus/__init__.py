"""Readers of papers, and the clean text that every offset refers to."""
