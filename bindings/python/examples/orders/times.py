"""The times of an order's machine. The document counts seconds, where a machine counts microseconds."""

from __future__ import annotations

from datetime import timedelta


def machine_time(seconds: int) -> timedelta:
    """The time of a machine."""
    return timedelta(microseconds=seconds)


def seconds_of(machine_time: float) -> int:
    """The seconds of a time that a machine tells."""
    return round(machine_time * 1_000_000)
