"""Sentences that assert a result, with their slots."""
