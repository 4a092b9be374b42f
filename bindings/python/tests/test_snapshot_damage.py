"""Snapshots that were damaged on their way: refused, or a machine like any other, and never a half of each."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from radio import LOUD, NEXT, OFF, ON, POWER, RADIO, VOLUME, Event, State

from swiftfsm import (
    BadConfigurationError,
    BadValueError,
    Machine,
    SwiftFSMError,
    Table,
    after,
    defer,
    define,
    history,
    matching,
    parallel,
    then,
    when,
)

OTHER = Event.READY
TABLE = Table(
    define(OFF)(when(POWER) | then(ON)),
    parallel(ON)(
        when(POWER) | then(OFF),
        defer(NEXT),
        define(State.SOUND, initial=State.QUIET)(
            define(State.QUIET)(when(VOLUME) | then(LOUD)),
            define(LOUD)(after(5, VOLUME) | then(State.QUIET)),
        ),
        define(State.SOURCE, initial=State.LAST)(
            history(State.LAST, default=RADIO),
            define(RADIO)(matching(State.GONE) | when(OTHER) | then(State.DISC)),
            define(State.DISC),
        ),
    ),
    initial=OFF,
    arguments={NEXT: (int, str, float)},
)


def busy_machine() -> Machine[State, Event, Any]:
    """A machine of which there is something to damage everywhere."""
    machine = TABLE.machine(lenient=True)
    for event in (POWER, POWER, POWER, VOLUME):
        machine.send(event)
    machine.send(NEXT, 5, "größe", 1.5)
    machine.send(NEXT, -1, None, 0.0, State.GONE)
    machine.send_later(OTHER, 30)
    return machine


def test_there_is_something_to_damage() -> None:
    said = json.loads(busy_machine().snapshot(json=True))
    assert all(said[name] for name in ("states", "timers", "timeouts", "histories", "deferred"))


@pytest.mark.parametrize("is_json", [False, True], ids=["bytes", "JSON"])
def test_no_part_is_a_snapshot(is_json: bool) -> None:
    machine = busy_machine()
    good = machine.snapshot(json=True).encode() if is_json else machine.snapshot()
    for size in range(len(good)):
        with pytest.raises((BadValueError, BadConfigurationError)):
            machine.restore(good[:size])
    for more in (good + b"x", good + good):
        with pytest.raises((BadValueError, BadConfigurationError)):
            machine.restore(more)
    assert machine.snapshot() == busy_machine().snapshot()


def check(machine: Machine[State, Event, Any], damaged: bytes) -> bool:
    """Restores what may be damaged. Returns whether it was taken; then the machine can be stored and go on."""
    before = machine.snapshot(due=True)
    try:
        machine.restore(damaged, migrate=lambda missing: None)
    except SwiftFSMError as error:
        assert str(error)
        assert machine.snapshot(due=True) == before
        return False
    for again in (TABLE.restore(machine.snapshot()), TABLE.restore(machine.snapshot(json=True))):
        assert (again.states, again.pending) == (machine.states, machine.pending)
    try:
        if machine.states:
            machine.send(POWER, State.GONE)
        machine.advance(machine.now + 100)
    except SwiftFSMError:
        pass  # of a machine that was stopped, or waits
    return True


def test_2000_random_damages() -> None:
    seed = 16
    print("seed", seed)
    random = Random(seed)
    good = [busy_machine().snapshot(), busy_machine().snapshot(due=True), busy_machine().snapshot(json=True).encode()]
    taken = 0
    for number in range(2000):
        damaged = bytearray(good[number % len(good)])
        for _ in range(random.randint(1, 3)):
            place = random.randrange(len(damaged))
            kind = random.randrange(4)
            if kind == 0:
                damaged[place] ^= 1 << random.randrange(8)
            elif kind == 1:
                damaged[place] = random.choice(b'0129"[]{},:-ae\xff')
            elif kind == 2:
                del damaged[place : place + random.randint(1, 8)]
            else:
                damaged[place:place] = damaged[random.randrange(len(damaged)) :][: random.randint(1, 8)]
        taken += check(busy_machine(), bytes(damaged))
    assert 20 < taken < 1000


def test_json_whose_parts_are_exchanged() -> None:
    """Any value of the JSON in the place of any other one."""
    seed = 17
    print("seed", seed)
    random = Random(seed)
    good = busy_machine().snapshot(json=True)
    taken = 0
    for _ in range(1000):
        said = json.loads(good)
        one, other = random.choice(list(places(said))), random.choice(list(places(said)))
        one[0][one[1]] = json.loads(json.dumps(other[0][other[1]]))
        taken += check(busy_machine(), json.dumps(said).encode())
    assert 10 < taken < 900


def places(value: Any) -> Any:
    """Every list or object in a value, with each key in it."""
    for key in value if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from places(value[key])


def test_times_beyond_64_bits_are_kept_in_them() -> None:
    said = json.loads(busy_machine().snapshot(json=True))
    said["timers"][-1]["left"] = 2**63 - 1
    machine = TABLE.machine()
    machine.advance(100)
    machine.restore(json.dumps(said))
    assert json.loads(machine.snapshot(json=True, due=True))["timers"][-1]["due"] == 2**63 - 1
    said["timers"][-1]["left"] = 2**63
    with pytest.raises(BadValueError, match="expected an integer"):
        machine.restore(json.dumps(said))
