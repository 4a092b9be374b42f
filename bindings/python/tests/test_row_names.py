"""The names of guards, actions and resolvers, in what a table tells of its rows and in explanations."""

from __future__ import annotations

import pickle
from functools import partial
from typing import Any

from swiftfsm import Machine, Row, Table, Transition, condition, define, superstate, then, transition, when


def is_paid(*given: object) -> bool:
    return False


def thank(*given: object) -> None: ...


def choose() -> None: ...


def names(row: Transition) -> tuple[Any, ...]:
    return row.row, row.source, row.event, row.guard_names, row.action_names, row.resolver_name


SHARED = superstate(when("reset") | then("new") | thank, adopts=superstate(when("help") | condition(is_paid) | then()))
TABLE = Table(
    Row("new", "skip", "old", thank, [is_paid]),
    define("new", adopts=SHARED)(
        when("pay") | condition(is_paid, lambda: True) | then("old") | thank | (lambda: None),
        when("try") | condition(partial(is_paid, 1)) | then("old"),
    ),
    ("old", "wait", "new", [thank, thank]),
    ("old", "sleep", "old"),
    define("old", adopts=SHARED)(when("pay") | then(by=choose), when("try") | condition(lambda: False) | then()),
    initial="new",
)


def test_rows_of_all_kinds_have_the_names_of_their_functions() -> None:
    told = {names(each) for each in TABLE.transitions()}
    inherited = {
        (row, state, event, guards, actions, None)
        for state in ("new", "old")
        for row, event, guards, actions in ((3, "reset", (), ("thank",)), (4, "help", ("is_paid",), ()))
    }
    assert told == inherited | {
        (0, "new", "skip", ("is_paid",), ("thank",), None),
        (1, "new", "pay", ("is_paid", "<lambda>"), ("thank", "<lambda>"), None),
        (2, "new", "try", ("is_paid",), (), None),
        (5, "old", "wait", (), ("thank", "thank"), None),
        (6, "old", "sleep", (), (), None),
        (7, "old", "pay", (), (), "choose"),
        (8, "old", "try", ("<lambda>",), (), None),
    }
    for each in TABLE.transitions():
        assert (len(each.guard_names), len(each.action_names)) == (each.guards, each.actions)


def test_explanations_name_what_has_refused() -> None:
    machine = TABLE.machine()
    said = machine.why_not("skip")
    assert said is not None and "guard is_paid of the row to old" in said
    assert machine.explain("pay")[0].guard_name == "is_paid"
    machine.set_state("old")
    assert "the resolver choose of the row to" in (machine.why_not("pay") or "")
    assert "guard number 0 of the row to" in (machine.why_not("try") or "")
    assert machine.explain("try")[0].guard_name == "<lambda>"
    assert machine.explain("sleep")[0].guard_name is None
    again = pickle.loads(pickle.dumps(machine.explain("pay")))
    assert (str(again), again[0].transition.resolver_name) == (str(machine.explain("pay")), "choose")


def test_conditions_on_states_are_no_guards() -> None:
    table = Table(Row("a", "x", "a", guards=[is_paid], active="a"))
    assert table.machine("a").explain("x")[0].guard_name == "is_paid"


def test_a_class_has_the_names_of_its_methods() -> None:
    class Order(Machine[str, str, None]):
        initial = "new"
        rows = [define("old", final=True)]

        def is_enough(self) -> bool:
            return False

        @transition("new", "pay", "old", guard="is_enough")
        def pay(self) -> None: ...

    (row,) = Order.table.transitions()
    assert (row.guard_names, row.action_names) == (("is_enough",), ("pay",))
    assert "guard is_enough" in (Order().why_not("pay") or "")


DOCUMENT = """\
definition order
  initial new
  superstate shared
    reset -> new / thank
  state new adopts shared
    pay ? is-paid -> old / thank
  state old adopts shared
    wait -> new / thank note
"""


def test_a_document() -> None:
    def note() -> None: ...

    table = Table.read(DOCUMENT, callbacks={"is-paid": is_paid, "thank": thank, "note": note})
    told = sorted((each.row, each.guard_names, each.action_names) for each in table.transitions())
    shared = (0, (), ("thank",))
    assert told == [shared, shared, (1, ("is_paid",), ("thank",)), (2, (), ("thank", "note"))]
    assert "guard is_paid of the row to State.old" in (table.machine().why_not(table.Event.pay) or "")
    unbound = Table.read(DOCUMENT)
    assert [(each.guard_names, each.action_names) for each in unbound.transitions()] == [((), ())] * 4
