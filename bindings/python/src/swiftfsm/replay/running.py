"""Carrying out a replay, piece by piece: so that Ctrl-C ends it, and memory for violations stays small."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from ctypes import POINTER, byref, c_int32, c_int64, c_uint8, cast, sizeof
from typing import Any, NamedTuple, Optional

from ..library.generated.constants import STOP
from ..library.generated.records import sfsm_column, sfsm_replay, sfsm_replay_counts, sfsm_violation
from ..library.loading import library_without_gil
from .found import RECORD, Found
from .memory import Memory
from .parts import Column, Part
from .request import Request, argument_columns, case_columns, column_at

PIECE = 1 << 20
PIECE_WITH_CALLBACKS = 1 << 16


class Piece(NamedTuple):
    """Events that are replayed by one call, and the tokens of lists that these are."""

    start: int
    length: int
    events: sfsm_column
    tokens: Optional[sfsm_column]
    first_token: int
    token_count: int


class Failure(NamedTuple):
    """Why a replay ended early."""

    status: int
    place: Optional[int]
    """The index of the event, or of what was told to be wrong before any event; None if it is about none of many."""
    failure: int
    """What a callback returned."""


def run(request: Request, found: Found) -> Optional[Failure]:
    """Replay all pieces. Returns why it ended early, if it did.

    Errors: KeyboardInterrupt, and what a report of progress raises. What was found until then is known once it is
    settled.
    """
    size = PIECE if request.stand_in is None else PIECE_WITH_CALLBACKS
    capacity = min(size, request.event_count)
    buffer: Optional[Memory] = None
    for piece in _pieces(request, size):
        left = piece.length if request.kept.limit is None else request.kept.limit - len(found.violations) // RECORD.size
        room = min(left, max(capacity, piece.length))
        if room and (buffer is None or len(buffer.held) < room * RECORD.size):
            buffer = Memory.zeros(room * RECORD.size)
        counts = sfsm_replay_counts(sizeof(sfsm_replay_counts))
        replay = _replay(request, found, piece, buffer if room else None, room)
        found.expect(counts, buffer, room, piece.first_token)
        status = library_without_gil.sfsm_table_replay(request.table, byref(replay), byref(counts))
        found.settle()
        if status < 0:
            return Failure(status, None if counts.index < 0 else counts.index + _base(request, piece), counts.failure)
        if request.report is not None:
            request.report(found.sum[0], request.event_count)
        if request.on_violation == STOP and counts.violations:
            break
    return None


def _base(request: Request, piece: Piece) -> int:
    """What the indexes of events in a piece are counted from."""
    return 0 if request.offsets is not None else piece.start


def _replay(request: Request, found: Found, piece: Piece, buffer: Optional[Memory], room: int) -> sfsm_replay:
    replay, base = sfsm_replay(sizeof(sfsm_replay)), _base(request, piece)
    width = request.layout.width
    replay.states = _pointer(c_int32, found.states, 4 * width * piece.first_token)
    replay.token_count = piece.token_count
    replay.events, replay.event_count = piece.events, piece.length
    if request.events.map is not None:
        replay.event_map, replay.event_map_count = request.events.map, len(request.events.map)
    if request.offsets is not None:
        replay.event_count = request.event_count
        address = request.offsets.buffer_info()[0] + 8 * piece.first_token
        replay.offsets = cast(address, POINTER(c_int64))
        replay.thread_count = request.threads
    elif piece.tokens is not None:
        replay.tokens = piece.tokens
    replay.cases, replay.case_column_count = case_columns(request.cases, base), len(request.cases)
    replay.arguments = argument_columns(request.arguments, base)
    replay.argument_column_count = len(request.arguments)
    replay.initial, replay.flags = request.initial, request.flags
    replay.guards, replay.on_violation = request.guards, request.on_violation
    if request.stand_in is not None:
        replay.context_stride = request.stand_in.stride
        replay.contexts = request.stand_in.first + piece.first_token * replay.context_stride
    replay.first_index = request.first_index + base
    replay.outcomes = _pointer(c_uint8, found.outcomes, base)
    replay.rows = _pointer(c_int32, found.rows, 4 * base)
    replay.row_counts = _pointer(c_int64, found.row_counts, 0)
    replay.first = _pointer(c_int64, found.first, 8 * piece.first_token)
    if request.times is not None and request.event_count:  # an empty column has no address
        replay.times = cast(request.times.address + 8 * base, POINTER(c_int64))
        replay.row_times = _pointer(c_int64, found.row_times, 0)
        replay.entered = _pointer(c_int64, found.entered, 8 * piece.first_token)
        replay.first_times = _pointer(c_int64, found.first_times, 8 * piece.first_token)
    if buffer is not None:
        replay.violations, replay.violation_capacity = _pointer(sfsm_violation, buffer, 0), room
    return replay


def _pointer(kind: Any, memory: Optional[Memory], offset: int) -> Any:
    return None if memory is None or not memory.address else cast(memory.address + offset, POINTER(kind))


def _pieces(request: Request, size: int) -> Iterator[Piece]:
    if request.offsets is None:
        return _interleaved(request, size)
    return _lists(request, request.offsets, size)


def _interleaved(request: Request, size: int) -> Iterator[Piece]:
    """Cut where a part of the events or of the tokens ends, and where a piece is long enough."""
    count = request.tokens.number
    tokens = _located(request.tokens.column) if request.tokens.column is not None else []
    place = 0
    is_any = False
    for start, part in _located(request.events.column):
        done = 0
        while done < part.length:
            index = start + done
            length, column = min(size, part.length - done), None
            if tokens:
                while index >= tokens[place][0] + tokens[place][1].length:
                    place += 1
                first, owner = tokens[place]
                length = min(length, first + owner.length - index)
                column = column_at(owner, index - first)
            yield Piece(index, length, column_at(part, done), column, 0, count)
            is_any = True
            done += length
    if not is_any:  # what is wrong with the table is told even so; without a column of tokens there is one at most
        yield Piece(0, 0, sfsm_column(), None, 0, min(count, 1))


def _located(column: Column) -> list[tuple[int, Part]]:
    """The parts of a column that are not empty, and where each begins."""
    found, start = [], 0
    for part in column.parts:
        if part.length:
            found.append((start, part))
        start += part.length
    return found


def _lists(request: Request, offsets: array[int], size: int) -> Iterator[Piece]:
    part = request.events.column.parts[0] if request.events.column.parts else None
    events = sfsm_column() if part is None else column_at(part, 0)
    token, count = 0, request.tokens.number
    while True:
        last = min(count, max(token + 1, bisect_right(offsets, offsets[token] + size) - 1))
        yield Piece(offsets[token], offsets[last] - offsets[token], events, None, token, last - token)
        token = last
        if token >= count:
            return
