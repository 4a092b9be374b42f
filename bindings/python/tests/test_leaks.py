"""Memory stays flat, whatever is sent, raised, built and closed, however often.

LEAK_COUNT sets how many sends there are of each kind; the full measure is 1000000. Those that raise, or
that only ask, are a quarter of it; there are a tenth as many machines.
"""

from __future__ import annotations

import gc
import os
import tracemalloc
from collections.abc import Callable
from enum import Enum
from typing import Any, Optional
from weakref import ref

import pytest

from swiftfsm import InvalidDefinitionError, Machine, Outcome, Row, StateBlock, Step, Table
from swiftfsm.calling import trampoline

SENDS = int(os.environ.get("LEAK_COUNT", "20000"))
MACHINES = SENDS // 10
PAGES = "/proc/self/statm"


class Mood(Enum):
    CALM = 1
    LOUD = 2


class Boom(Exception):
    pass


class Thing:
    """An object that can be watched."""


def resident() -> int:
    """The bytes of the process that are in memory."""
    with open(PAGES) as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def growth(work: Callable[[int], None], count: int) -> tuple[int, int]:
    """How many bytes Python's memory, and the process, grow by while `work(count)` runs, after it has run before.

    Python and the C library keep some freed memory for later, until they have enough of it: so there are several turns,
    and the one in which least was added counts. A leak adds to each of them.
    """
    work(count // 4)
    process = least(lambda: work(count), resident, 1_000_000)
    # A tenth of it under tracemalloc, which is slow; what leaks at each turn shows there as well.
    tracemalloc.start()
    try:
        work(count // 20)
        return least(lambda: work(count // 10), lambda: tracemalloc.get_traced_memory()[0], 2_000), process
    finally:
        tracemalloc.stop()


def least(work: Callable[[], None], measure: Callable[[], int], enough: int, turns: int = 6) -> int:
    """The least that a turn adds to a measure; there are no more turns once one adds so little."""
    added: list[int] = []
    while len(added) < turns and min(added, default=enough) >= enough:
        gc.collect()
        before = measure()
        work()
        gc.collect()
        added.append(measure() - before)
    return min(added)


def act(step: Step) -> None:
    step.context.append(step.event)
    step.context.clear()


def carry(number: int, text: str, thing: object) -> None:
    assert (number, text) == (7, "text")


def again(machine: Machine[Any, Any, Any], event: int) -> None:
    machine.send(1)


def fail(context: object) -> None:
    raise Boom(context)


def is_loud(mood: Mood) -> bool:
    return mood is Mood.LOUD


def table(**hooks: Any) -> Table[Any, Any]:
    return Table(
        Row(1, 1, 1),
        Row(1, 2, 1, act),
        Row(1, 3, 1, carry),
        Row(1, 4, 1, fail),
        Row(1, 5, 1, again),
        Row(1, 6, 1, act, is_loud, matching=Mood.LOUD),
        arguments={3: (int, str, object)},
        providers={Mood: lambda: Mood.CALM},
        **hooks,
    )


def send_plainly(machine: Machine[Any, Any, Any]) -> None:
    machine.send(1)


def send_with_a_callback(machine: Machine[Any, Any, Any]) -> None:
    machine.send(2)


def send_arguments(machine: Machine[Any, Any, Any]) -> None:
    machine.send(3, 7, "text", Thing())


def send_what_raises(machine: Machine[Any, Any, Any]) -> None:
    with pytest.raises(Boom):
        machine.send(4)


def send_what_sends(machine: Machine[Any, Any, Any]) -> None:
    machine.send(5)


def send_to_hooks(machine: Machine[Any, Any, Any]) -> None:
    machine.send(1)


def send_what_is_wrong(machine: Machine[Any, Any, Any]) -> None:
    with pytest.raises(LookupError):
        machine.send(99)


def ask(machine: Machine[Any, Any, Any]) -> None:
    machine.probe(2)
    machine.permitted(guards=False)


@pytest.mark.skipif(not os.path.exists(PAGES), reason="the system does not tell how much memory is resident")
@pytest.mark.parametrize(
    "once",
    [
        send_plainly,
        send_with_a_callback,
        send_arguments,
        send_what_raises,
        send_what_sends,
        send_to_hooks,
        send_what_is_wrong,
        ask,
    ],
)
def test_sends_leave_memory_flat(once: Callable[[Machine[Any, Any, Any]], None]) -> None:
    # One that asks for a provider, and one that sees the step.
    hooks = [lambda step: None, is_loud] if once is send_to_hooks else []
    with table(on_step=hooks) as shared, shared.machine(1, []) as machine:

        def work(count: int) -> None:
            for _ in range(count):
                once(machine)

        slow = once in (send_what_raises, send_what_is_wrong, ask)
        python, process = growth(work, SENDS // 4 if slow else SENDS)
    assert python < 4_000 and process < 400_000, (python, process)


def run_one_machine(shared: Table[Any, Any]) -> None:
    machine = shared.machine(1, context=[])
    machine.on_step(lambda: None)
    machine.send(2)


def leave_events_waiting(shared: Table[Any, Any]) -> None:
    machine = shared.machine(1, context=[])
    machine.on_step(lambda machine: machine.send(4))
    with pytest.raises(Boom):
        machine.send(2)


def make_a_cycle(shared: Table[Any, Any]) -> None:
    machine = shared.machine(1, context=[])
    machine.context.append(machine)
    machine.on_unhandled(lambda: machine)


def store_and_restore(shared: Table[Any, Any]) -> None:
    machine = shared.machine(1, context=[])
    machine.send_later(1, 5)
    for snapshot in (machine.snapshot(), machine.snapshot(json=True)):
        shared.restore(snapshot, []).send(2)
    for migrate in (lambda missing: 1, lambda missing: None, fail):
        try:
            machine.restore('{"format":1,"states":["other"]}', migrate=migrate)
        except (Boom, LookupError):
            pass


@pytest.mark.skipif(not os.path.exists(PAGES), reason="the system does not tell how much memory is resident")
@pytest.mark.parametrize("once", [run_one_machine, leave_events_waiting, make_a_cycle, store_and_restore])
def test_machines_leave_memory_flat(once: Callable[[Table[Any, Any]], None]) -> None:
    with table() as shared:

        def work(count: int) -> None:
            for _ in range(count):
                once(shared)

        python, process = growth(work, MACHINES)
    assert python < 4_000 and process < 800_000, (python, process)


def build(_: int) -> None:
    table().machine(1, []).send(2)


def build_in_vain(_: int) -> None:
    with pytest.raises(InvalidDefinitionError):
        Table(Row(1, 1, 2, fail), Row(1, 1, 1, act), StateBlock(2, entry=act))


def build_what_refers_to_itself(_: int) -> None:
    class Owner:
        def __init__(self) -> None:
            self.table = Table(Row(1, 1, 1, self.act), Row(1, 2, 1, lambda: self), on_step=lambda step: self)
            self.machine = self.table.machine(1, self)

        def act(self) -> None:
            pass

    Owner().machine.send(1)
    gc.collect(1)  # at once, so that the machines lie in the same memory again and again


@pytest.mark.skipif(not os.path.exists(PAGES), reason="the system does not tell how much memory is resident")
@pytest.mark.parametrize("once", [build, build_in_vain, build_what_refers_to_itself])
def test_tables_leave_memory_flat(once: Callable[[int], None]) -> None:
    def work(count: int) -> None:
        for number in range(count):
            once(number)

    python, process = growth(work, max(SENDS // 100, 200))
    assert python < 4_000 and process < 2_000_000, (python, process)


def test_callbacks_and_contexts_go_with_their_table_and_machine() -> None:
    before = trampoline.slots_in_use()
    action, context, hook = Thing(), Thing(), Thing()

    def watched(thing: Thing) -> Callable[[], None]:
        return lambda: None if thing else None

    shared = Table(Row(1, 1, 1, watched(action)))
    machine = shared.machine(1, context)
    machine.on_step(watched(hook))
    alive = [ref(each) for each in (action, context, hook)]
    del action, context, hook
    shared.close()
    del shared
    assert [each() is not None for each in alive] == [True, True, True]  # the machine needs them still
    assert machine.send(1) is Outcome.TRANSITIONED
    del machine
    gc.collect()
    assert [each() for each in alive] == [None, None, None]
    assert trampoline.slots_in_use() == before


def test_an_object_that_was_sent_is_let_go_once_it_has_been_handled() -> None:
    seen: list[str] = []
    # The second event waits while the first one's step runs, and keeps its object.
    sent: list[Optional[ref[Thing]]] = [None]

    def first(machine: Machine[Any, Any, Any]) -> None:
        thing = Thing()
        sent[0] = ref(thing)
        machine.send(2, thing)

    def second(thing: Thing) -> None:
        seen.append(type(thing).__name__)

    machine = Table(Row(1, 1, 1, first), Row(1, 2, 1, second), arguments={2: object}).machine(1)
    machine.send(1)
    assert seen == ["Thing"]
    machine.send(2, Thing())
    assert sent[0] is not None and sent[0]() is None
