"""What a replay has found so far."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from struct import Struct
from typing import Any, Optional

from ..library.generated.records import sfsm_replay_counts
from .given import UNKNOWN_TIME
from .memory import Memory
from .parts import View, loaded_numpy, viewed
from .request import Request

SUMMED = ("events", "transitioned", "refused", "unhandled", "skipped", "violations", "violated_tokens")
"""The fields of `sfsm_replay_counts` that several calls have together."""
RECORD = Struct("=qqiiii")
"""An sfsm_violation."""


class Found:
    """What a replay has found so far."""

    def __init__(self, request: Request, states: bytearray, first: Optional[bytes]) -> None:
        count = request.tokens.number
        self.states: Memory = Memory(states)
        self.first: Memory = Memory(bytearray(first if first is not None else b"\xff" * (8 * count)))
        self.violations: bytearray = bytearray()
        self.labels: Sequence[Any] = request.tokens.labels
        """What the caller calls each token."""
        self.sum: list[int] = [0] * len(SUMMED)
        """Of all calls so far what the fields `SUMMED` told."""
        self._expected: Optional[tuple[sfsm_replay_counts, Optional[Memory], int, int]] = None
        room = 8 * (request.row_count + 1)
        self.row_counts: Optional[Memory] = Memory(bytearray(room)) if request.kept.row_counts else None
        self.outcomes: Optional[Memory] = Memory.zeros(request.event_count) if request.kept.outcomes else None
        # With times, durations are found out of the rows when somebody asks for them.
        has_rows = request.kept.rows or (request.kept.row_counts and request.times is not None)
        self.rows: Optional[Memory] = Memory.zeros(4 * request.event_count) if has_rows else None
        self.entered: Optional[Memory] = None
        self.first_times: Optional[Memory] = None
        self.row_times: Optional[Memory] = None
        if request.times is not None:
            unknown = array("q", [UNKNOWN_TIME]) * count
            self.entered = Memory(bytearray(unknown if request.entered is None else request.entered))
            self.first_times = Memory(bytearray(unknown))
            self.row_times = Memory(bytearray(room))

    def expect(self, counts: sfsm_replay_counts, buffer: Optional[Memory], room: int, first_token: int) -> None:
        """Tell what a call is about to write: its counts, and up to so many violations. first_token: of the call, of
        whose tokens it tells the numbers."""
        self._expected = counts, buffer, room, first_token

    def settle(self) -> None:
        """Add what the last call has found, once. It may be interrupted, as by Ctrl-C, and called again."""
        if self._expected is None:
            return
        counts, buffer, room, first_token = self._expected
        records = b"" if buffer is None else _records(buffer, min(counts.violations, room), first_token)
        total = [former + getattr(counts, name) for former, name in zip(self.sum, SUMMED)]
        # Nothing is called from here on, so that nothing comes between.
        self.violations += records
        self.sum = total
        self._expected = None


    def keep(self, tokens: View, width: int, labels: Sequence[Any]) -> None:
        """Leave all out but some tokens, which all violations are of. tokens: their numbers in ascending order, as an
        array of 64 bits. labels: of these."""
        self.labels = labels
        self.states = Memory(_taken(self.states.view("i"), tokens, width))
        self.first = Memory(_taken(self.first.view("q"), tokens))
        if self.entered is not None:
            self.entered = Memory(_taken(self.entered.view("q"), tokens))
        if self.first_times is not None:
            self.first_times = Memory(_taken(self.first_times.view("q"), tokens))
        _renumber(viewed(self.violations, "q"), tokens)


def _taken(numbers: View, tokens: View, width: int = 1) -> bytearray:
    """The numbers of some tokens, each of which has several one after the other."""
    numpy = loaded_numpy()
    if numpy is not None:
        return bytearray(numpy.frombuffer(numbers, numbers.format).reshape(-1, width)[tokens].data.cast("B"))
    if width == 1:
        return bytearray(array(numbers.format, map(numbers.tolist().__getitem__, tokens)))
    return bytearray().join(numbers[token * width : (token + 1) * width].cast("B") for token in tokens)


def _renumber(records: View, tokens: View) -> None:
    """Write the new numbers of tokens into records of violations, which are four numbers each."""
    numpy = loaded_numpy()
    if numpy is not None:
        former = numpy.frombuffer(records, numpy.int64)[1::4]
        former[:] = numpy.searchsorted(tokens, former)
        return
    for index in range(1, len(records), 4):
        records[index] = bisect_left(tokens, records[index])


def _records(buffer: Memory, count: int, first_token: int) -> bytes:
    """What a call has found, with the numbers that tokens have in all."""
    records = bytes(memoryview(buffer.held)[: count * RECORD.size])
    if not first_token:
        return records
    moved = ((index, token + first_token, *rest) for index, token, *rest in RECORD.iter_unpack(records))
    return b"".join(RECORD.pack(*each) for each in moved)
