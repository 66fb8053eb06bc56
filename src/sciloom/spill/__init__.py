"""What grows with the corpus goes to disk: sequences, and rows brought together by key.

Each lies in a private SQLite database that dies with its object, in SQLite's folder for temporary
files (the environment's ``SQLITE_TMPDIR``, else ``TMPDIR``, else ``/var/tmp``). Up to `CACHE` bytes
of it are held in memory: what is small never sees the disk.
"""

from sciloom.spill.shuffle import Shuffle, shared, shuffled
from sciloom.spill.spool import Spool

__all__ = ["Shuffle", "Spool", "shared", "shuffled"]
