"""Decorated methods, called on a machine: they send their event."""

from __future__ import annotations

import abc
import asyncio
import copy
import pickle
from enum import Enum, auto
from typing import Any

import pytest

from swiftfsm import ANY, EVENTLESS, InvalidDefinitionError, Machine, Outcome, Table, define, entry, resolver, transition


class Stage(Enum):
    NEW = auto()
    PAID = auto()
    SENT = auto()
    DONE = auto()


class Deed(Enum):
    PAY = auto()
    SEND = auto()
    CLOSE = auto()
    HURRY = auto()
    AWAIT = auto()


class Order(Machine[Stage, Deed, None]):
    initial = Stage.NEW
    arguments = {Deed.PAY: int}
    rows = [(Stage.PAID, Deed.HURRY, Stage.PAID, "run")]

    def __init__(self) -> None:
        super().__init__()
        self.ran: list[Any] = []

    def is_enough(self, cents: int) -> bool:
        return cents >= 20

    @transition(Stage.NEW, Deed.PAY, Stage.PAID, guard="is_enough")
    @transition(Stage.PAID, Deed.PAY, Stage.PAID)
    def pay(self, cents: int) -> str:
        """Take the money."""
        self.ran.append(("pay", cents))
        return "ignored"

    @resolver(Stage.PAID, Deed.SEND)
    def send_off(self) -> Stage:
        return Stage.SENT

    @transition(Stage.SENT, (Deed.CLOSE, Deed.SEND), Stage.DONE)
    def finish(self) -> None:
        self.ran.append("finish")

    @transition((Stage.NEW, Stage.PAID), Deed.AWAIT, Stage.DONE)
    async def wait(self) -> None:
        await asyncio.sleep(0)
        self.ran.append("wait")

    @transition(Stage.DONE, ANY)
    def ignore(self, event: Any = None) -> None:
        self.ran.append(event)

    @transition(Stage.PAID, Deed.CLOSE, Stage.NEW)
    def close(self) -> None:
        self.ran.append("close")


class LoudOrder(Order):
    def pay(self, cents: int) -> Any:
        self.ran.append("loud")
        return super().pay(cents)


def test_a_call_sends_the_event() -> None:
    order = Order()
    assert (order.pay(10), order.state, order.ran) == (Outcome.REFUSED, Stage.NEW, [])
    assert (order.pay(20), order.state, order.ran) == (Outcome.TRANSITIONED, Stage.PAID, [("pay", 20)])
    assert (order.send_off(), order.state) == (Outcome.TRANSITIONED, Stage.SENT)
    assert (order.pay(5), order.ran) == (Outcome.UNHANDLED, [("pay", 20)])


def test_whether_a_call_would_do_something() -> None:
    order: Any = Order()
    assert (order.may_pay(10), order.may_pay(20), order.may_send_off()) == (False, True, False)
    assert order.ran == []
    assert not hasattr(order, "may_finish")  # which event would it be?


def test_which_state_is_active() -> None:
    order: Any = Order()
    assert (order.is_new, order.is_paid) == (True, False)
    order.pay(20)
    assert (order.is_new, order.is_paid) == (False, True)
    order.set_state(Stage.DONE)
    assert order.is_done is False  # what machines have under a name stays
    assert order.is_enough(20) is True


@pytest.mark.parametrize("name, why", [("finish", "of the events Deed.CLOSE, Deed.SEND"), ("ignore", "of rows without")])
def test_a_method_of_several_events_or_none_cannot_be_called(name: str, why: str) -> None:
    order = Order()
    with pytest.raises(TypeError, match=f"{name} is the action {why}"):
        getattr(order, name)()
    assert order.ran == []


def test_a_coroutine_function_is_awaited() -> None:
    async def main() -> None:
        order = Order()
        assert await order.wait() is Outcome.TRANSITIONED
        assert (order.ran, order.state) == (["wait"], Stage.DONE)

    asyncio.run(main())


def test_arguments_are_those_of_the_event() -> None:
    with pytest.raises(TypeError, match="PAY.* takes .i64., but was sent with"):
        Order().pay("much")  # type: ignore[arg-type]


def test_a_callback_that_calls_one_sends_it_later() -> None:
    class Hasty(Order):
        @entry(Stage.PAID)
        def go_on(self) -> None:
            self.ran.append(self.send_off())

    order = Hasty()
    order.pay(20)
    assert (order.ran, order.state) == ([("pay", 20), Outcome.QUEUED], Stage.SENT)


def test_an_overriding_method_calls_the_one_that_it_overrides() -> None:
    order = LoudOrder()
    assert order.pay(30) is Outcome.TRANSITIONED
    assert order.ran == ["loud", ("pay", 30)]
    assert LoudOrder().may_pay(30)  # type: ignore[attr-defined]

    class Louder(LoudOrder):
        @transition(Stage.NEW, Deed.HURRY, Stage.PAID)
        def pay(self, cents: int = 0) -> Any:
            return super().pay(cents)

    louder: Any = Louder()
    assert (louder.pay(), louder.ran) == (Outcome.TRANSITIONED, ["loud", ("pay", 0)])
    assert louder.state is Stage.PAID


def test_the_class_has_the_method_itself() -> None:
    order = Order()
    assert Order.pay(order, 3) == "ignored"
    assert (order.ran, order.state, Order.pay.__doc__) == ([("pay", 3)], Stage.NEW, "Take the money.")


def test_methods_of_a_mixin() -> None:
    class Paying:
        @transition(Stage.NEW, Deed.PAY, Stage.PAID)
        def pay(self) -> None: ...

    class Bill(Paying, Machine[Stage, Deed, None]):
        initial = Stage.NEW
        rows = [(Stage.PAID, Deed.CLOSE, Stage.NEW)]

    class PoliteBill(Bill):
        def pay(self) -> None:
            super().pay()

    for kind in (Bill, PoliteBill):
        bill: Any = kind()
        assert (bill.pay(), bill.is_paid) == (Outcome.TRANSITIONED, True)


def test_actions_with_names_that_machines_have() -> None:
    order = Order()
    order.pay(20)
    assert (order.close(), order.state, order.ran[-1], order.closed) == (Outcome.TRANSITIONED, Stage.NEW, "close", False)
    with order:
        pass
    assert order.closed
    another = Order()
    Machine.close(another)
    assert another.closed


def test_every_name_of_a_method_of_machines() -> None:
    names = [name for name, value in vars_of(Machine).items() if callable(value) and not name.startswith("_")]
    assert len(names) > 30 and {"send", "restore", "on_step", "close", "can", "start"} <= set(names)
    for name in names:

        def act(self: Any) -> None:
            ran.append(type(self).__name__)

        ran: list[str] = []
        body: dict[str, Any] = {name: transition(Stage.NEW, Deed.HURRY, Stage.PAID)(act), "initial": Stage.NEW}
        body["rows"] = [(Stage.PAID, Deed.PAY, Stage.NEW)]
        kind: Any = type("Kind", (Machine,), body)
        machine = kind()
        assert (getattr(machine, name)(), ran) == (Outcome.TRANSITIONED, ["Kind"]), name
        machine.__dict__["note"] = 5
        Machine.on_step(machine, lambda: None)
        assert (Machine.can(machine, Deed.HURRY), Machine.why_not(machine, Deed.HURRY) is None) == (False, False)
        twin = copy.copy(machine)
        assert (twin.state, twin.note) == (Stage.PAID, 5)
        again = kind.from_snapshot(Machine.snapshot(machine)) if name not in ("from_snapshot", "snapshot") else twin
        assert again.state is Stage.PAID
        with machine:
            pass
        assert machine.closed


def vars_of(kind: type) -> dict[str, Any]:
    return {name: value for each in reversed(kind.__mro__[:-1]) for name, value in vars(each).items()}


def test_a_method_of_machines_as_an_action() -> None:
    class Job(Machine[Stage, Deed, None]):
        initial = Stage.NEW
        rows = [(Stage.NEW, Deed.CLOSE, Stage.PAID, "stop"), (Stage.PAID, Deed.CLOSE, Stage.NEW)]

    job = Job()
    job.send(Deed.CLOSE)
    assert job.state is None


def test_tables_and_machines_are_pickled() -> None:
    order = LoudOrder()
    order.pay(20)
    again = pickle.loads(pickle.dumps(order))
    assert (again.state, again.pay(1), again.ran[-1]) == (Stage.PAID, Outcome.TRANSITIONED, ("pay", 1))
    assert pickle.loads(pickle.dumps(Order.table)).row_count == Order.table.row_count


def test_strs() -> None:
    class Door(Machine[str, str, None]):
        initial = "half open"

        @transition("half open", "push", "shut")
        def push(self) -> None: ...

        @transition("shut", "pull", "half open")
        def pull(self) -> None: ...

    door: Any = Door()
    assert (door.is_shut, door.push(), door.is_shut, door.may_pull()) == (False, Outcome.TRANSITIONED, True, True)


def test_a_row_without_an_event() -> None:
    class Chain(Machine[Stage, Deed, None]):
        initial = Stage.NEW
        rows = [when_paid, (Stage.SENT, Deed.PAY, Stage.NEW)]

        @transition(Stage.PAID, EVENTLESS, Stage.SENT)
        def go_on(self) -> None: ...

    chain: Any = Chain()
    with pytest.raises(TypeError, match="go_on is the action of rows without an event of their own"):
        chain.go_on()
    chain.send(Deed.PAY)
    assert chain.is_sent


when_paid = (Stage.NEW, Deed.PAY, Stage.PAID)


def test_one_order_of_state_and_context() -> None:
    class Bill(Machine[Stage, Deed, Any]):
        rows = [when_paid, (Stage.PAID, Deed.PAY, Stage.NEW)]

    table: Table[Any, Any] = Bill.table
    for machine in (Bill(Stage.PAID, "mine"), table.machine(Stage.PAID, "mine"), Machine(Stage.PAID, "mine", table=table)):
        assert (machine.state, machine.context) == (Stage.PAID, "mine")
    with pytest.raises(TypeError, match="state must be an int, or a member"):
        Bill("mine")  # type: ignore[arg-type]


def test_a_hook_cannot_have_the_name_of_a_method_of_machines() -> None:
    from swiftfsm import on_step

    with pytest.raises(TypeError, match="Bill.send hides what machines have under this name"):
        type("Bill", (Machine,), {"rows": [when_paid], "send": on_step(lambda self: None)})
    with pytest.raises(InvalidDefinitionError, match="has no method 'nothing'"):
        type("Bill", (Machine,), {"rows": [(Stage.NEW, Deed.PAY, Stage.NEW, "nothing")]})


def test_an_abstract_method_stays_abstract() -> None:
    class Door(Machine[str, str, None], abc.ABC):
        initial = "shut"
        rows = [define("open", final=True)]

        @transition("shut", "push", "open")
        @abc.abstractmethod
        def push(self) -> None: ...

    class Same(Door): ...

    class Wooden(Door):
        def push(self) -> None: ...

    assert Door.__abstractmethods__ == Same.__abstractmethods__ == {"push"}
    kinds: list[Any] = [Door, Same]
    for kind in kinds:
        with pytest.raises(TypeError, match="abstract"):
            kind()
    machine = Wooden()
    machine.push()
    assert machine.state == "open"
