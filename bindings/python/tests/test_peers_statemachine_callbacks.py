"""The examples of python-statemachine's documentation, in own words: events, listeners and coroutines."""

from __future__ import annotations

import asyncio
import pickle
from typing import Any

import pytest
from peers import Trace, same, sent, sent_there

from swiftfsm import ANY, Row, Table, condition, define, then, when

statemachine: Any = pytest.importorskip(
    "statemachine", reason="python-statemachine is not installed: it is in the extra test"
)
if not hasattr(statemachine, "StateChart"):
    pytest.skip("python-statemachine is older than 3: it has no charts", allow_module_level=True)

State: Any = statemachine.State


def test_events_inside_callbacks_wait() -> None:
    def there(trace: Trace) -> None:
        class Server(statemachine.StateMachine):  # type: ignore[misc]
            closed = State(initial=True)
            listening = State()
            connected = State(final=True)
            listen = closed.to(listening)
            accept = listening.to(connected)

            def on_enter_listening(self) -> None:
                trace.append("listening")
                self.accept()
                trace.append("still listening")

            def on_enter_connected(self) -> None:
                trace.append("connected")

        server = Server()
        server.listen()
        trace.append(server.current_state_value)

    def here(trace: Trace) -> None:
        def listen(machine: Any) -> None:
            trace.append("listening")
            machine.send("accept")
            trace.append("still listening")

        table = Table(
            define("closed")(when("listen") | then("listening")),
            define("listening", entry=listen)(when("accept") | then("connected")),
            define("connected", entry=lambda: trace.append("connected"), final=True),
            initial="closed",
        )
        server = table.machine()
        server.send("listen")
        trace.append(server.state)

    same(there, here)


def test_a_transition_from_any_state() -> None:
    steps = "start pause start cancel start"

    def there(trace: Trace) -> None:
        class Job(statemachine.StateMachine):  # type: ignore[misc]
            new = State(initial=True)
            running = State()
            cancelled = State(final=True)
            start = new.to(running)
            pause = running.to(new)
            cancel = cancelled.from_.any()

        job = Job()
        for event in steps.split():
            trace.extend((sent_there(job, event), job.current_state_value))

    def here(trace: Trace) -> None:
        table = Table(
            Row("new", "start", "running"),
            Row("running", "pause", "new"),
            Row(ANY, "cancel", "cancelled"),
            define("cancelled", final=True),
            initial="new",
        )
        job = table.machine()
        for event in steps.split():
            trace.extend((sent(job, event), job.state))

    same(there, here)


def test_listeners_are_told_of_each_step() -> None:
    def there(trace: Trace) -> None:
        class Door(statemachine.StateMachine):  # type: ignore[misc]
            open = State(initial=True)
            shut = State()
            toggle = open.to(shut) | shut.to(open)

        class Log:
            def after_transition(self, source: Any, event: Any, target: Any) -> None:
                trace.append(f"{source.id} {event} {target.id}")

        door = Door(listeners=[Log()])
        for _ in range(3):
            door.toggle()

    def here(trace: Trace) -> None:
        def log(source: str, event: str, target: str) -> None:
            trace.append(f"{source} {event} {target}")

        table = Table(
            define("open")(when("toggle") | then("shut")),
            define("shut")(when("toggle") | then("open")),
            initial="open",
            on_step=log,
        )
        door = table.machine()
        for _ in range(3):
            door.send("toggle")

    same(there, here)


def test_an_async_machine() -> None:
    def there(trace: Trace) -> None:
        class Download(statemachine.StateMachine):  # type: ignore[misc]
            idle = State(initial=True)
            done = State(final=True)
            finish = idle.to(done, cond="is_whole")

            async def is_whole(self) -> bool:
                await asyncio.sleep(0)
                trace.append("checked")
                return True

            async def on_enter_done(self) -> None:
                await asyncio.sleep(0)
                trace.append("done")

        async def main() -> None:
            download = Download()
            await download.finish()
            trace.append(download.current_state_value)

        asyncio.run(main())

    def here(trace: Trace) -> None:
        async def is_whole() -> bool:
            await asyncio.sleep(0)
            trace.append("checked")
            return True

        async def done() -> None:
            await asyncio.sleep(0)
            trace.append("done")

        table = Table(
            define("idle")(when("finish") | condition(is_whole) | then("done")),
            define("done", entry=done, final=True),
            initial="idle",
        )

        async def main() -> None:
            download = table.machine()
            await download.asend("finish")
            trace.append(download.state)

        asyncio.run(main())

    same(there, here)


class PickledThere(statemachine.StateMachine):  # type: ignore[misc]
    """Found by pickle."""

    a = State(initial=True)
    b = State()
    go = a.to(b) | b.to(a)


def test_pickled_machines() -> None:
    def there(trace: Trace) -> None:
        machine = PickledThere()
        machine.go()
        again = pickle.loads(pickle.dumps(machine))
        trace.append(again.current_state_value)
        again.go()
        trace.extend((again.current_state_value, machine.current_state_value))

    def here(trace: Trace) -> None:
        machine = Table(Row("a", "go", "b"), Row("b", "go", "a"), initial="a").machine()
        machine.send("go")
        again = pickle.loads(pickle.dumps(machine))
        trace.append(again.state)
        again.send("go")
        trace.extend((again.state, machine.state))

    same(there, here)
