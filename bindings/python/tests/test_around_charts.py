"""What is called before and after the rest of a step in charts."""

from __future__ import annotations

from enum import Enum

from awaiting import Send, run, send
from tracing import Trace

from swiftfsm import Table, after, always, define, do_after, do_before, parallel, raising, then, when


class Part(Enum):
    OFF = "off"
    ON = "on"
    SOUND = "sound"
    QUIET = "quiet"
    LOUD = "loud"
    SOURCE = "source"
    RADIO = "radio"
    DISC = "disc"


class Key(Enum):
    POWER = "power"
    NEXT = "next"
    CHANGED = "changed"


def test_in_a_chart_all_rows_of_a_step_have_them_in_their_order(send: Send) -> None:
    trace = Trace()
    table = Table(
        define(Part.OFF)(when(Key.POWER) | then(Part.ON) | do_after(trace("on"))),
        parallel(Part.ON)(
            define(Part.SOUND, initial=Part.QUIET)(
                define(Part.QUIET, exit=trace("-quiet"))(
                    when(Key.NEXT)
                    | then(Part.LOUD)
                    | trace("act")
                    | do_before(trace("b-sound"))
                    | do_after(trace("a-sound"))
                    | raising(Key.CHANGED)
                ),
                define(Part.LOUD, entry=trace("+loud")),
            ),
            define(Part.SOURCE, initial=Part.RADIO)(
                define(Part.RADIO, exit=trace("-radio"))(
                    when(Key.NEXT) | then(Part.DISC) | do_before(trace("b-source")) | do_after(trace("a-source"))
                ),
                define(Part.DISC, entry=trace("+disc"))(
                    when(Key.CHANGED) | then(Part.RADIO) | do_before(trace("b-changed"))
                ),
            ),
        ),
        initial=Part.OFF,
    )
    machine = table.machine()
    send(machine, Key.POWER)
    assert trace.take() == "on"
    send(machine, Key.NEXT)
    assert trace.take() == (
        "b-sound b-source -radio -quiet act +loud +disc a-sound a-source b-changed"
    )
    assert machine.states == [Part.LOUD, Part.RADIO]


def test_in_a_chart_a_row_without_an_event_and_a_timeout_have_them() -> None:
    trace = Trace()
    table = Table(
        define(1)(after(5) | then(2) | do_before(trace("late")), when(7) | then(1)),
        define(2)(always() | then(3) | do_before(trace("b")) | do_after(trace("a"))),
        define(3)(when(7) | then(1)),
        initial=1,
    )
    machine = table.machine()
    machine.advance(4)
    assert (machine.state, trace.take()) == (1, "")
    machine.advance(6)
    assert (machine.state, trace.take(), machine.now) == (3, "late b a", 6.0)
