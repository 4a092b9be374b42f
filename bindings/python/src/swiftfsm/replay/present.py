"""Tokens without events, which a result leaves out: numbers that the log skips, and words that it does not use.

The library has a place for each number up to the highest. To find out before a replay which of them the log has would
take longer than the replay. Afterwards, those that have come to no state have had no events, but for events that were
skipped or not reached.
"""

from __future__ import annotations

from array import array
from itertools import compress

from ..definition.ids import NONE
from ..library.generated.constants import SKIP_UNKNOWN, STOP
from .found import Found
from .later import Later
from .parts import CODES, Column, View, loaded_numpy
from .request import Request


def leave_out_absent(request: Request, found: Found, is_complete: bool) -> None:
    """Leave tokens out of what was found if the log has no events of theirs. is_complete: all events were looked at."""
    column, labels = request.tokens.column, request.tokens.labels
    if column is None or not request.leaves_out_absent or not len(labels):
        return
    width = request.layout.width
    has_all, present = _with_state(found.states.view("i")[::width])
    if has_all and not request.has_states:
        return
    if request.has_states or not is_complete or request.on_violation == STOP or request.flags & SKIP_UNKNOWN:
        has_all, present = _with_events(column, len(labels))
        if has_all:
            return
    is_range = isinstance(labels, range)
    found.keep(
        present, width, Later(len(present), lambda: [each if is_range else labels[each] for each in present.tolist()])
    )


def _with_state(states: View) -> tuple[bool, View]:
    """Whether all tokens have come to a state, and else which of them have. states: the first number of each."""
    numpy = loaded_numpy()
    if numpy is not None:
        has = numpy.frombuffer(states.obj, numpy.int32)[:: states.strides[0] // 4] != NONE
        return (True, has) if has.all() else (False, numpy.flatnonzero(has))
    several = states.tolist()
    if int(NONE) not in several:
        return True, states
    has = map(int(NONE).__ne__, several)
    return False, array("q", compress(range(len(several)), has))


def _with_events(column: Column, count: int) -> tuple[bool, View]:
    """Whether a column has all tokens, and else which of them."""
    numpy = loaded_numpy()
    if numpy is None:
        known = sorted({number for part in column.parts for number in part.view()})
        return len(known) == count, array("q", known)
    seen = numpy.zeros(count, bool)
    for part in column.parts:
        seen[numpy.frombuffer(part.view(), CODES[part.type])] = True
    return (True, seen) if seen.all() else (False, numpy.flatnonzero(seen))
