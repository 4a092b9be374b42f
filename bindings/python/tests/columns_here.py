"""What a cell of a table of the pages does with swiftfsm."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Callable

import swiftfsm
from swiftfsm import EntryExit, GuardPolicy, Outcome, Row, Table, define, then, when

Column = Callable[[str], "list[Any]"]
"""Runs a cell, and returns what happened."""


class Trace(list[Any]):
    """What happened, and the callbacks that write it down."""

    def callbacks(self) -> dict[str, Any]:
        return {
            "note": lambda: self.append("note"),
            "call": lambda: self.append("call"),
            "ready": lambda: True,
            "blocked": lambda: False,
        }

    def of(self, word: str) -> Callable[[], None]:
        return lambda: self.append(word)


class Model:
    """A model of other packages, whose methods write down what is called."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("enter_", "leave_")):
            return self._trace.of(name)
        known = self.__dict__.get("_trace")
        if known is None or name not in known.callbacks():
            raise AttributeError(name)
        return known.callbacks()[name]


WORDS = ("go", "stay", "back", "go")
"""The events that are sent to see what a transition does."""


def _names(trace: Trace) -> dict[str, Any]:
    return {**vars(swiftfsm), **trace.callbacks()}


def see(trace: Trace, state: Any) -> None:
    trace.append(f"-> {state}")


def _parts(given: Any, trace: Trace) -> Iterator[Any]:
    """The items of a table of which a cell is one: three states, and rows."""
    several = given if isinstance(given, list) else [given]
    clauses = [each for each in several if not isinstance(each, (Row, swiftfsm.Define))]
    yield [each for each in several if isinstance(each, Row)]
    own = {each.block.state: each for each in several if isinstance(each, swiftfsm.Define)}
    for name in "abc":
        if name in own:
            yield own[name](when("back") | then("a"))
            continue
        rows = clauses if name == "a" else [when("back") | then("a")]
        rows = [*rows, when("go") | then("b")] if own and name == "a" else rows
        yield define(name, entry=trace.of(f"enter_{name}"), exit=trace.of(f"leave_{name}"))(*rows)


def _table(given: Any, trace: Trace, **options: Any) -> Table[Any, Any]:
    return Table(
        *_parts(given, trace),
        initial="a",
        entry_exit=EntryExit.ALWAYS,
        guards=GuardPolicy.FIRST_MATCH,
        event_names=["go", "stay", "back"],
        **options,
    )


def _play(machine: Any, trace: Trace, is_told: bool = True) -> list[Any]:
    for word in WORDS:
        outcome = machine.send(word)
        if is_told:
            trace.append(outcome is Outcome.TRANSITIONED)
        see(trace, " ".join(map(str, machine.states)))
    return trace


def rows(code: str) -> list[Any]:
    trace = Trace()
    return _play(_table(eval(code, _names(trace)), trace).machine(), trace)


def rows_from_start(code: str) -> list[Any]:
    """python-statemachine runs the entry callbacks of the first state."""
    trace = Trace()
    machine = _table(eval(code, _names(trace)), trace).machine(None)
    machine.start()
    return _play(machine, trace, is_told=False)


states = rows


def outputs(code: str) -> list[Any]:
    """automat has neither entry nor exit callbacks, nor does it tell the state."""
    trace = Trace()
    cell = eval(code, _names(trace))
    table = Table(
        define("a")(*(cell if isinstance(cell, list) else [cell])),
        define("b")(when("back") | then("a") | trace.of("returned")),
        define("c")(when("back") | then("a") | trace.of("returned from c")),
        initial="a",
        event_names=["go", "stay", "back"],
    )
    machine = table.machine()
    for word in WORDS:
        trace.append(machine.send(word) is Outcome.TRANSITIONED)
    return trace


def _result(value: Any) -> Any:
    return value in (Outcome.TRANSITIONED, Outcome.QUEUED) if isinstance(value, Outcome) else value


def _calls_of(code: str, strict: bool) -> list[Any]:
    table = Table(
        define("a")(when("go") | then("b"), when("stay") | then("a")),
        define("b")(when("back") | then("a")),
        define("c", final=True),
        Row(swiftfsm.ANY, swiftfsm.Reserved.REQUEST, swiftfsm.ANY),
        initial="a",
        strict=strict,
    )
    machine = table.machine()
    names = {**vars(swiftfsm), "machine": machine, "table": table}
    value = called(code, names)
    # automat does not tell the state, but what it takes.
    return [value, called('machine.send("back")', names) if strict else machine.state]


def called(code: str, names: dict[str, Any]) -> Any:
    try:
        value = _result(eval(code, names))
    except Exception as error:
        return f"raises {'no transition' if _is_refusal(error) else error!r}"
    return sorted(value) if isinstance(value, list) else value


def _is_refusal(error: Exception) -> bool:
    return type(error).__name__ in ("UnhandledEventError", "NoTransition", "TransitionNotAllowed", "MachineError")


def calls(code: str) -> list[Any]:
    return _calls_of(code, strict=False)


def strict_calls(code: str) -> list[Any]:
    return _calls_of(code, strict=True)
