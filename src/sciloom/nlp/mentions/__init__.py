"""Typed spans: a linear-chain tagger over word classes, names by shape, cue phrases."""
