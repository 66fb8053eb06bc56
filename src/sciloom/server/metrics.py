"""What Prometheus may ask."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Metrics:
    """The counters of one server, in a registry of its own."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self.requests = Counter(
            "sciloom_requests", "Requests answered", ("route", "status"), registry=registry
        )
        self.seconds = Histogram(
            "sciloom_request_seconds",
            "Time to answer",
            ("route",),
            buckets=_SECONDS,
            registry=registry,
        )
        self.running = Gauge(
            "sciloom_jobs_running", "Jobs in a worker", ("pool",), registry=registry
        )
        self.waiting = Gauge(
            "sciloom_jobs_waiting", "Jobs that wait for a worker", ("pool",), registry=registry
        )
        self.refused = Counter(
            "sciloom_jobs_refused",
            "Jobs that found no worker in time",
            ("pool",),
            registry=registry,
        )
        self.ended = Counter(
            "sciloom_workers_ended",
            "Workers ended or lost: deadline, left, died, size, closed",
            ("pool", "reason"),
            registry=registry,
        )
        self.swaps = Counter("sciloom_swaps", "Builds swapped in", registry=registry)
        self.build = Gauge(
            "sciloom_build", "The build that is served", ("digest",), registry=registry
        )

    def text(self) -> bytes:
        """Return all of it in Prometheus' text format."""
        return generate_latest(self._registry)
