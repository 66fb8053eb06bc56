"""Stands here so that pytest puts this folder on the path: tests import ``merge_gold``."""
