"""run: a machine, and what it is told to do."""

from __future__ import annotations

from swiftfsm import NONE

from .case import Call, Case, RunLine
from .reading_traces import read_happening, read_reason, take_result
from .text import Cursor, Fault, Lines
from .words import registered, take_arguments, take_cases, take_id


def read_run(case: Case, heading: Cursor, lines: Lines) -> None:
    """Reads "from locked, lenient, on step -> unknown state", from behind "run", and what stands below it."""
    run = RunLine(heading.line.number, int(NONE))
    if not heading.skip("stopped"):
        heading.expect("from")
        run.initial = take_id(case, heading, "state")
    while heading.skip(","):
        if heading.skip("lenient"):
            run.is_lenient = True
            continue
        heading.expect("on")
        if heading.skip("unhandled"):
            run.on_unhandled = True
            registered(case, "unhandled", "")
        else:
            heading.expect("step")
            run.on_step = True
            registered(case, "step", "")
    if heading.skip("->"):
        run.failure = " ".join(heading.words())
    heading.expect_end()
    run.calls = _read_calls(case, lines, 1, [])
    if bool(run.failure) == bool(run.calls):
        raise Fault(run.line, "a run has either calls or a result of its own")
    case.runs.append(run)


def _read_calls(case: Case, lines: Lines, depth: int, timers: list[str]) -> list[Call]:
    """timers: the names that the run has given to timers."""
    calls = []
    while lines:
        cursor = lines.take()
        call = _take_call(case, cursor, timers)
        if cursor.skip("->"):
            take_result(case, cursor, call)
        cursor.expect_end()
        _read_trace(case, lines.below(depth), depth + 1, call, timers)
        if call.result is None:
            raise Fault(call.line, "the call has no result")
        calls.append(call)
    return calls


def _read_trace(case: Case, lines: Lines, depth: int, call: Call, timers: list[str]) -> None:
    while lines:
        cursor = lines.take()
        below = lines.below(depth)
        if call.result is not None and call.result.line > call.line:
            cursor.fault("nothing stands behind the result")
        if cursor.skip("->"):
            take_result(case, cursor, call)
        elif cursor.sees(":", 1):
            read_reason(case, cursor, call)
        else:
            happening = read_happening(case, cursor)
            happening.calls = _read_calls(case, below, depth + 1, timers)
            call.trace.append(happening)
            continue
        if below:
            raise Fault(below.first(), "nothing stands below this")


def _take_call(case: Case, cursor: Cursor, timers: list[str]) -> Call:
    verb = next((each for each in _VERBS if cursor.skip(each)), None)
    if verb is None:
        cursor.fault(f"a machine has no call that begins with {cursor.peek}")
    call = Call(cursor.line.number, verb)
    if verb == "set" and cursor.skip("states"):
        call.verb = "set states"
        while not call.states or cursor.sees_word:
            call.states.append(take_id(case, cursor, "state"))
        return call
    if verb == "set":
        cursor.expect("state")
    if verb == "cancel":
        call.timer = cursor.word("the name of a timer")
        if call.timer not in timers:
            cursor.fault(f"no timer is called {call.timer}")
    if verb == "advance":
        call.delay = cursor.long("a time")
    if verb == "explain":
        call.is_request = cursor.skip("request")
    if verb in ("request", "start", "set") or call.is_request:
        call.id = take_id(case, cursor, "state")
    elif verb in ("send", "raise", "probe", "explain"):
        call.id = take_id(case, cursor, "event")
    elif verb == "update":
        call.time = cursor.number("a time")
        call.is_handed_over = cursor.skip_all("handed", "over")
    if verb in ("send", "request", "probe", "permitted", "explain") and cursor.sees("["):
        call.cases = take_cases(case, cursor)
    if verb in ("send", "probe", "explain") and not call.is_request and cursor.sees("("):
        call.arguments = take_arguments(cursor, takes_integers=True)
    if verb == "send" and cursor.skip("after"):
        call.verb, call.delay = "send later", cursor.long("a delay")
        if cursor.skip("as"):
            call.timer = cursor.word("the name of a timer")
            timers.append(call.timer)
    if verb == "permitted":
        call.without_guards = cursor.skip_all("without", "guards")
        call.requests = cursor.skip("requests")
    return call


_VERBS = "send raise request start stop update set run discard probe permitted explain cancel advance".split()
