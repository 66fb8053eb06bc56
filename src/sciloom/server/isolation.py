"""What a worker process may not do: take more memory than it is given, speak to anyone."""

from __future__ import annotations

import ctypes
import math
import os
import sys

_CLONE_NEWUSER = 0x1000_0000
_CLONE_NEWNET = 0x4000_0000


def cut_network() -> bool:
    """Leave this process without any network, its loopback included; False if it cannot be done.

    Linux with user namespaces only. To be called while the process has a single thread.
    """
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    return bool(libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNET) == 0)


def limit_memory(most: int) -> None:
    """Give this process so many bytes of address space, and no core dump."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_job(seconds: float) -> None:
    """Let the next job burn so many CPU seconds: it ends even if nobody is left to kill it."""
    if sys.platform == "win32":
        return
    import resource

    used = sum(os.times()[:2])
    most = math.ceil(used + seconds)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


def peak_memory() -> int:
    """Return the most resident bytes this process has had, 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
