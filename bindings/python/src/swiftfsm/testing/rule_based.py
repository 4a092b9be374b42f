"""State machine tests of Hypothesis, made of tables."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any, Callable, Optional, Union

from hypothesis.stateful import precondition, rule
from hypothesis.strategies import SearchStrategy

from ..classes.machine import Machine, Table
from ..documents.enums import identifier
from ..library.results import UnknownEventError
from .checked_machine import CheckedMachine, Invariant, Subject
from .strategies import Strategies, arguments_of, cases_of

Tested = Union[Table[Any, Any], type[Machine[Any, Any, Any]]]


def rule_based(
    table: Tested,
    *,
    machine: Optional[Callable[[], Machine[Any, Any, Any]]] = None,
    context: Optional[Callable[[], Any]] = None,
    arguments: Optional[Strategies] = None,
    cases: Optional[Strategies] = None,
    events: Optional[Iterable[Any]] = None,
    invariants: Union[Invariant, Iterable[Invariant]] = (),
    model: Optional[Callable[[], Any]] = None,
    compare: Optional[Callable[[Any, Any], object]] = None,
    impossible: bool = False,
    name: Optional[str] = None,
) -> type[CheckedMachine]:
    """Return a state machine test of a table, or of a class of machines: a subclass of Hypothesis's
    `RuleBasedStateMachine`. Run its `TestCase`, or add rules and invariants in a subclass.

    It has a rule for each event, of its name as an identifier (`pass_`), which sends the event when some state that is
    active has a row for it; of an event without arguments and cases, when a row would take it. A rule `wait` advances the
    machine to what is due next. Where nothing can happen any more, `begin_again` makes a new machine.

    machine: makes the machine; without it `table.machine(context=context())`, or `table()` of a class.
    context: makes the context.
    arguments: for an event a strategy for its argument, or several; without it any of the declared type, floats without
        nan and infinities. Events with objects need one.
    cases: for a predicate type a strategy for its cases, which are sent with each event; without it any.
    events: only these; without it all that the table knows.
    invariants: functions of the machine, or with a model of the machine and the model, one or several. They hold unless
        they raise an exception or return False. They are asked before the first event and after each.
    model: makes a model: an object with a method for each event, named as the rule, that takes the same arguments, and
        an attribute `state`. A model refuses an event by an exception or by returning False, and must do so if and only
        if the machine does not take the event.
    compare: tells of the machine and the model whether they agree, by an exception or by returning False; without it their
        states are compared; a member and a str, or members of two Enums, by names and values that are strs.
    impossible: send events that no state has a row for too, which must change nothing.
    name: of the class.

    Each event is checked against `Machine.can`, which was asked before: a guard that has effects is found.

    Errors: UnknownEventError, UnknownPredicateError, ArgumentsError, TypeError for strategies that are missing or none.
    """
    rules, make = _table_of(table), machine or _maker(table, context)
    given, case_strategies = dict(arguments or {}), cases_of(rules, dict(cases or {}))
    chosen = _chosen(rules, events)
    for event in given:
        _check_event(rules, event)
    plain: dict[Any, bool] = {}
    several = [invariants] if callable(invariants) else list(invariants)
    body: dict[str, Any] = {
        "_subject": Subject(rules, make, model, compare, several, plain, bool(impossible)),
        "__module__": sys._getframe(1).f_globals.get("__name__", __name__),
        "__doc__": f"A state machine test of {rules!r}.",
    }
    for event in chosen:
        strategies = arguments_of(rules, event, given)
        word = _free(identifier(rules._events.word(event), "event"), body)
        body[word] = _rule(event, word, strategies, case_strategies)
        plain[event] = not strategies and not case_strategies
    title = name or f"{identifier(getattr(table, '__name__', None) or rules.name or 'Table', 'table').title()}Test"
    return type(title.replace("_", ""), (CheckedMachine,), body)


def _table_of(tested: Tested) -> Table[Any, Any]:
    found = tested.table if isinstance(tested, type) and issubclass(tested, Machine) else tested
    if not isinstance(found, Table):
        raise TypeError(f"a table or a class of machines is tested, not {tested!r}")
    return found


def _maker(tested: Any, context: Optional[Callable[[], Any]]) -> Callable[[], Machine[Any, Any, Any]]:
    if isinstance(tested, Table):
        return lambda: tested.machine(context=None if context is None else context())
    return tested if context is None else lambda: tested(context=context())


def _chosen(table: Table[Any, Any], events: Optional[Iterable[Any]]) -> Sequence[Any]:
    if events is None:
        return table.events
    chosen = list(events)
    for event in chosen:
        _check_event(table, event)
    return chosen


def _check_event(table: Table[Any, Any], event: Any) -> None:
    if event not in table.events:
        raise UnknownEventError(f"{event!r} is no event of {table!r}")


def _free(word: str, body: dict[str, Any]) -> str:
    """A name that nothing has yet."""
    while word in body or word in ("machine", "model") or hasattr(CheckedMachine, word):
        word += "_"
    return word


def _rule(
    event: Any,
    word: str,
    arguments: dict[str, SearchStrategy[Any]],
    cases: dict[str, SearchStrategy[Any]],
) -> Any:
    names, kinds = list(arguments), list(cases)

    def send(self: CheckedMachine, **given: Any) -> None:
        self._send(event, word, [given[each] for each in names], [given[each] for each in kinds])

    send.__name__ = word
    is_plain = not names and not kinds
    decorate: Any = rule
    made = decorate(**arguments, **cases)(send)
    found: Any = precondition(lambda self: self._may_send(event, is_plain))(made)
    return found
