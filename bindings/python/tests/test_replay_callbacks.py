"""Callbacks in replays: with the context of each token."""

from __future__ import annotations

import gc
import signal
import sys
from array import array
from enum import Enum
from typing import Any

import pytest
from replayed_columns import package

from swiftfsm import (
    ANY,
    ArgumentsError,
    BadValueError,
    Machine,
    Step,
    Table,
    UnknownEventError,
    UnsupportedError,
    condition,
    define,
    matching,
    then,
    transition,
    when,
)
from swiftfsm.calling import trampoline

np, pa = map(package, ("numpy", "pyarrow"))


class In(Enum):
    OPEN = 1
    PAID = 2


class Do(Enum):
    PAY = 1
    REFUND = 2


class Size(Enum):
    SMALL = 1
    LARGE = 2


class Order:
    def __init__(self, price: int) -> None:
        self.price = price
        self.seen: list[Any] = []


def is_enough(context: Order, cents: int, note: str) -> bool:
    return cents >= context.price


def note_it(context: Order, event: Do, source: In, target: In, step: Step) -> None:
    context.seen.append((event.name, source.name, target.name, step.arguments, step.row))


# No fixture, which would live longer than the test.
def orders() -> Table[In, Do]:
    return Table(
        define(In.OPEN)(when(Do.PAY) | condition(is_enough) | then(In.PAID) | note_it),
        define(In.PAID)(when(Do.REFUND) | then(In.OPEN) | note_it),
        initial=In.OPEN,
        arguments={Do.PAY: (int, str)},
    )


EVENTS = [Do.PAY, Do.PAY, Do.REFUND, Do.PAY]
TOKENS = ["tea", "jam", "jam", "tea"]
ARGUMENTS: Any = {Do.PAY: ([100, 250, None, 400], ["a", None, None, "ü"])}


def test_guards_are_asked_with_contexts_and_arguments() -> None:
    table = orders()
    contexts = {"tea": Order(300), "jam": Order(200)}
    found = table.replay(EVENTS, TOKENS, guards="ask", arguments=ARGUMENTS, contexts=contexts)
    assert [each.why for each in found.violations] == ["a guard refused 'PAY' in 'OPEN'"]
    assert found.violations[0].index == 0
    assert found.states == [In.PAID, In.OPEN]
    assert contexts["tea"].seen == [], "actions are not called"


def test_actions_are_called() -> None:
    table = orders()
    contexts = [Order(300), Order(200)]
    found = table.replay(EVENTS, [0, 1, 1, 0], guards="ask", call=True, arguments=ARGUMENTS, contexts=contexts)
    assert found.counts.transitioned == 3
    assert contexts[0].seen == [("PAY", "OPEN", "PAID", (400, "ü"), 0)]
    assert contexts[1].seen == [("PAY", "OPEN", "PAID", (250, None), 0), ("REFUND", "PAID", "OPEN", (), 1)]


def test_lists_have_contexts_too() -> None:
    table = orders()
    contexts = [Order(0), Order(999)]
    found = table.replay(
        [[Do.PAY], [Do.PAY]], guards="ask", contexts=contexts, call=True, arguments={Do.PAY: ([1, 2], ["x", "y"])}
    )
    assert found.states == [In.PAID, In.OPEN] and len(contexts[0].seen) == 1


def test_a_replay_gives_what_machines_give() -> None:
    table = orders()
    replayed, sent = {"tea": Order(300), "jam": Order(200)}, {"tea": Order(300), "jam": Order(200)}
    table.replay(EVENTS, TOKENS, guards="ask", call=True, arguments=ARGUMENTS, contexts=replayed)
    machines = {token: table.machine(context=sent[token]) for token in sent}
    for index, (event, token) in enumerate(zip(EVENTS, TOKENS)):
        arguments = [column[index] for column in ARGUMENTS[Do.PAY]] if event is Do.PAY else []
        machines[token].send(event, *arguments)
    assert {token: each.seen for token, each in replayed.items()} == {token: each.seen for token, each in sent.items()}


def test_exceptions_name_the_event_and_what_was_done() -> None:
    table = orders()

    class Broken(Order):
        @property
        def seen(self) -> Any:
            raise RuntimeError("no paper")

        @seen.setter
        def seen(self, value: Any) -> None: ...

    contexts = {"tea": Broken(300), "jam": Order(200)}
    with pytest.raises(RuntimeError, match="no paper") as caught:
        table.replay(EVENTS, TOKENS, guards="ask", call=True, arguments=ARGUMENTS, contexts=contexts)
    done = getattr(caught.value, "replay")
    assert done.counts.events == 3 and done.states == [In.OPEN, In.OPEN]
    if sys.version_info >= (3, 11):
        assert caught.value.__notes__ == ["a callback of the event at index 3, <Do.PAY: 1> of token 'tea' raised this"]


@pytest.mark.parametrize("raised", [KeyboardInterrupt, SystemExit])
def test_interrupts_end_a_replay(raised: type[BaseException]) -> None:
    def refuse() -> bool:
        raise raised

    made = Table([(In.OPEN, Do.PAY, In.PAID)], define(In.PAID, final=True), initial=In.OPEN)
    guarded = Table(
        define(In.OPEN)(when(Do.PAY) | condition(refuse) | then(In.PAID)), define(In.PAID, final=True), initial=In.OPEN
    )
    with pytest.raises(raised) as caught:
        guarded.replay([Do.PAY], guards="ask")
    assert getattr(caught.value, "replay").counts.events == 0

    def interrupt(done: int, total: int) -> None:
        raise raised

    with pytest.raises(raised) as caught:
        made.replay([Do.PAY, Do.PAY], progress=interrupt)
    assert getattr(caught.value, "replay").counts.events == 2


def test_ctrl_c_ends_a_replay_between_two_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*arguments: Any) -> None:
        raise KeyboardInterrupt

    made = Table([(In.OPEN, 1, In.PAID), (In.PAID, 2, In.OPEN)], initial=In.OPEN)
    events, tokens = array("b", [1, 2, 1, 2, 2] * 800_000), array("h", range(20)) * 200_000
    monkeypatch.setattr("swiftfsm.replay.running.PIECE", 10_000)
    former = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    try:
        with pytest.raises(KeyboardInterrupt) as caught:
            for _ in range(100):
                made.replay(events, tokens, token_count=20)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)
    done = getattr(caught.value, "replay", None)
    if done is not None:  # it came neither before the first call nor after the last
        again = made.replay(events[: done.counts.events], tokens[: done.counts.events], token_count=20)
        assert again.counts == done.counts and again.states == done.states
        assert len(again.violations) == len(done.violations)


def test_callbacks_cannot_ask_for_machines() -> None:
    def act(machine: Any) -> None: ...

    made = Table(define(In.OPEN)(when(Do.PAY) | then() | act), initial=In.OPEN)
    with pytest.raises(UnsupportedError, match=r"act\(machine: Any\) asks for 'machine', but a replay has no machines"):
        made.replay([Do.PAY], call=True)
    assert made.replay([Do.PAY], guards="ask").counts.transitioned == 1, "it is not called then"

    class Gate(Machine[In, Do, None]):
        initial = In.OPEN

        @transition(In.OPEN, Do.PAY, In.OPEN)
        def pay(self) -> None: ...

    with pytest.raises(UnsupportedError, match="asks for 'self'"):
        Gate.table.replay([Do.PAY], call=True)
    assert Gate.table.replay([Do.PAY]).counts.transitioned == 1


def test_threads_do_not_share_callbacks() -> None:
    table = orders()
    with pytest.raises(BadValueError, match="callbacks of Python run one at a time"):
        table.replay([[Do.REFUND]], guards="ask", threads=2)


def test_contexts_are_one_for_each_token() -> None:
    table = orders()
    with pytest.raises(BadValueError, match="there are 1 contexts for 2 tokens"):
        table.replay([[], []], guards="ask", contexts=[Order(1)])
    without = Table(define(In.OPEN)(when(Do.PAY) | then() | (lambda context: seen.append(context))), initial=In.OPEN)
    seen: list[Any] = []
    without.replay([Do.PAY], call=True)
    assert seen == [None]


def test_arguments_have_to_be_there() -> None:
    table = orders()

    def replay(arguments: Any) -> None:
        table.replay([Do.PAY, Do.PAY], guards="ask", contexts=[Order(1)], arguments=arguments)

    with pytest.raises(ArgumentsError, match="the event at index 0, .*: it takes .i64, str., but there is no column"):
        replay({})
    with pytest.raises(ArgumentsError, match="but there are 3 columns of arguments"):
        replay({Do.PAY: ([1, 2], ["a", "b"], [1, 2])})
    with pytest.raises(ArgumentsError, match="argument 0 of the event at index 1, event 1 .PAY., is null"):
        replay({Do.PAY: ([1, None], ["a", "b"])})
    with pytest.raises(TypeError, match="argument 1 of event 1 .PAY. must be texts"):
        replay({Do.PAY: ([1, 2], [1, 2])})
    with pytest.raises(TypeError, match="must be texts without zero characters"):
        replay({Do.PAY: ([1, 2], ["a", "\0"])})
    with pytest.raises(TypeError, match="argument 0 of event 1 .PAY. must be numbers"):
        replay({Do.PAY: (["x", "y"], ["a", "b"])})
    with pytest.raises(BadValueError, match="argument 1 .*: there are 1 values for 2 events"):
        replay({Do.PAY: ([1, 2], ["a"])})
    with pytest.raises(ArgumentsError, match="takes .., but there are 2 columns"):
        replay({Do.REFUND: [1, 2]})


ANY_WIDTH: dict[str, Any] = {
    "lists": lambda: ([True, False], [1, 255], [0.5, 2.0]),
    "arrays": lambda: (bytes([1, 0]), array("q", [1, 255]), array("f", [0.5, 2])),
    "numpy": lambda: (np.array([True, False]), np.array([1, 255], "i8"), np.array([0.5, 2], "f4")),
    "arrow": lambda: (pa.array([True, False]), pa.array([1, 255], pa.uint8()), pa.array([0.5, 2.0])),
}


@pytest.mark.parametrize("kind", ANY_WIDTH)
def test_arguments_are_numbers_of_any_width(kind: str) -> None:
    seen: list[Any] = []

    def see(flag: bool, small: int, ratio: float) -> None:
        seen.append((flag, small, ratio))

    made = Table(define(In.OPEN)(when(Do.PAY) | then() | see), initial=In.OPEN, arguments={Do.PAY: (bool, "u8", float)})
    made.replay([Do.PAY] * 2, call=True, arguments={Do.PAY: ANY_WIDTH[kind]()})
    assert seen == [(True, 1, 0.5), (False, 255, 2.0)]
    with pytest.raises(ArgumentsError, match="the event at index 1, .*none of its type"):
        made.replay([Do.PAY] * 2, call=True, arguments={Do.PAY: ([True, False], [1, 256], [1.0, 1.0])})


@pytest.mark.parametrize("kind", [list, lambda given: array("Q", given)])
def test_the_highest_numbers_without_sign_are_arguments(kind: Any) -> None:
    seen: list[Any] = []

    def see(number: Any) -> None:
        seen.append(number)

    highest = [2**64 - 1, 2**63]
    for type, expected in (("u64", highest), ("f64", [2.0**63] * 2)):
        made = Table(define(In.OPEN)(when(Do.PAY) | then() | see), initial=In.OPEN, arguments={Do.PAY: type})
        given = highest if type == "u64" else [2**63] * 2
        made.replay([Do.PAY] * 2, call=True, arguments={Do.PAY: [kind(given)]})
        assert seen == expected
        seen.clear()
    signed = Table(define(In.OPEN)(when(Do.PAY) | then() | see), initial=In.OPEN, arguments={Do.PAY: int})
    with pytest.raises(ArgumentsError, match="the event at index 0, .*none of its type"):
        signed.replay([Do.PAY] * 2, call=True, arguments={Do.PAY: [kind(highest)]})


def test_resolvers_providers_and_hooks_are_called() -> None:
    sizes = iter([Size.LARGE, Size.SMALL])
    steps: list[Any] = []

    def size() -> Size:
        return next(sizes)

    def resolve() -> In:
        return In.PAID

    def hook(step: Step) -> None:
        assert step.outcome is not None
        steps.append(step.outcome.name)

    made = Table(
        define(In.OPEN)(
            when(Do.PAY)(matching(Size.LARGE) | then(by=resolve), matching(Size.SMALL) | then()),
        ),
        define(In.PAID)(when(Do.REFUND) | then(In.OPEN)),
        initial=In.OPEN,
        providers={Size: size},
        on_step=hook,
    )
    with pytest.raises(UnsupportedError):
        made.replay([Do.PAY], guards="assume")
    assert made.replay([Do.PAY], guards="ask").states == [In.PAID]
    assert steps == []
    made.replay([Do.PAY, Do.REFUND], guards="ask", call=True)
    assert steps == ["TRANSITIONED", "UNHANDLED"]


def test_nothing_is_left_of_a_replay() -> None:
    table = orders()
    gc.collect()
    before = len(trampoline.machines)
    context = Order(1)
    count = sys.getrefcount(context)
    for _ in range(10):
        table.replay(EVENTS, [0] * 4, guards="ask", call=True, arguments=ARGUMENTS, contexts=[context])
    context.seen.clear()
    gc.collect()
    assert len(trampoline.machines) == before and sys.getrefcount(context) == count


def taking_any() -> Table[In, Do]:
    return Table([(In.OPEN, ANY, In.PAID)], define(In.PAID, final=True), initial=In.OPEN, event_names=Do)


def test_a_row_for_any_event_takes_unknown_ones() -> None:
    assert taking_any().replay([77]).states == [In.PAID]


@pytest.mark.parametrize(
    "column",
    [lambda: [None], lambda: ["lost"], lambda: [Do.PAY, None], lambda: pa.array([None, 1])],
    ids=["null", "text", "null later", "arrow"],
)
def test_a_row_for_any_event_does_not_take_what_is_none(column: Any) -> None:
    with pytest.raises(UnknownEventError, match="null is no event|'lost' is no event"):
        taking_any().replay(column())
