"""What a cell of a table of the pages does: with the other package, and with swiftfsm."""

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


def columns_of(package: str, kind: str) -> tuple[Column, Column]:
    """What runs a cell there, and here."""
    return {
        ("transitions", "transition"): (_transitions_rows, _rows),
        ("transitions", "state"): (_transitions_states, _states),
        ("transitions", "call"): (_transitions_calls, _calls),
        ("statemachine", "transition"): (_statemachine_rows, _rows_from_start),
        ("statemachine", "call"): (_statemachine_calls, _calls),
        ("automat", "transition"): (_automat_rows, _outputs),
        ("automat", "call"): (_automat_calls, _strict_calls),
    }[package, kind]


def _names(trace: Trace) -> dict[str, Any]:
    return {**vars(swiftfsm), **trace.callbacks()}


def _see(trace: Trace, state: Any) -> None:
    trace.append(f"-> {state}")


# ----------------------------------------------------------------------------------------------------------------------
# Here
# ----------------------------------------------------------------------------------------------------------------------


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
        _see(trace, " ".join(map(str, machine.states)))
    return trace


def _rows(code: str) -> list[Any]:
    trace = Trace()
    return _play(_table(eval(code, _names(trace)), trace).machine(), trace)


def _rows_from_start(code: str) -> list[Any]:
    """python-statemachine runs the entry callbacks of the first state."""
    trace = Trace()
    machine = _table(eval(code, _names(trace)), trace).machine(None)
    machine.start()
    return _play(machine, trace, is_told=False)


_states = _rows


def _outputs(code: str) -> list[Any]:
    """automat has neither entry nor exit callbacks, nor does it tell the state."""
    trace = Trace()
    cell = eval(code, _names(trace))
    table = Table(
        define("a")(*(cell if isinstance(cell, list) else [cell])),
        define("b")(when("back") | then("a") | trace.of("returned")),
        define("c")(when("back") | then("a") | trace.of("returned from c")),
        initial="a",
        event_names=["go", "back"],
    )
    machine = table.machine()
    for word in ("go", "back", "go"):
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
    value = _called(code, names)
    # automat does not tell the state, but what it takes.
    return [value, _called('machine.send("back")', names) if strict else machine.state]


def _called(code: str, names: dict[str, Any]) -> Any:
    try:
        value = _result(eval(code, names))
    except Exception as error:
        return f"raises {'no transition' if _is_refusal(error) else error!r}"
    return sorted(value) if isinstance(value, list) else value


def _is_refusal(error: Exception) -> bool:
    return type(error).__name__ in ("UnhandledEventError", "NoTransition", "TransitionNotAllowed", "MachineError")


def _calls(code: str) -> list[Any]:
    return _calls_of(code, strict=False)


def _strict_calls(code: str) -> list[Any]:
    return _calls_of(code, strict=True)


# ----------------------------------------------------------------------------------------------------------------------
# transitions
# ----------------------------------------------------------------------------------------------------------------------


def _leaves(state: Any) -> str:
    return " ".join(map(_leaves, state)) if isinstance(state, list) else str(state)


def _transitions_play(states: list[Any], transitions: list[Any], trace: Trace) -> list[Any]:
    from transitions.extensions import HierarchicalMachine

    model: Any = Model(trace)
    HierarchicalMachine(
        model, states=states, transitions=transitions, initial="a", auto_transitions=False, ignore_invalid_triggers=True
    )
    for word in WORDS:
        trace.append(bool(model.trigger(word)))
        _see(trace, _leaves(model.state))
    return trace


def _transitions_rows(code: str) -> list[Any]:
    trace = Trace()
    cell = eval(code)
    several = cell if isinstance(cell, list) and not isinstance(cell[0], str) else [cell]
    states = [{"name": name, "on_enter": f"enter_{name}", "on_exit": f"leave_{name}"} for name in "abc"]
    back: list[Any] = [["back", "b", "a"], ["back", "c", "a"]]
    return _transitions_play(states, [*several, *back], trace)


def _transitions_states(code: str) -> list[Any]:
    trace = Trace()
    states = [{"name": name, "on_enter": f"enter_{name}", "on_exit": f"leave_{name}"} for name in "ac"]
    states.insert(1, eval(code))
    return _transitions_play(states, [["go", "a", "b"], ["back", "b", "a"], ["back", "c", "a"]], trace)


def _transitions_calls(code: str) -> list[Any]:
    from transitions import Machine

    class Bare:
        state = ""

    model = Bare()
    rows = [["go", "a", "b"], ["stay", "a", "a"], ["back", "b", "a"]]
    machine: Any = Machine(model, states=["a", "b", "c"], transitions=rows, initial="a")
    value = _called(code, {"model": model, "machine": machine})
    if isinstance(value, list):
        value = [each for each in value if not each.startswith("to_")]
    return [value, model.state]


# ----------------------------------------------------------------------------------------------------------------------
# python-statemachine
# ----------------------------------------------------------------------------------------------------------------------

_STATEMACHINE = """
class Machine(StateMachine):
    allow_event_without_transition = True
    a = State(initial=True)
    b = State()
    c = State()
    go = {code}
    back = b.to(a) | c.to(a)
    never = a.to(b, cond="blocked") | a.to(c, cond="blocked")
    def note(self): trace.append("note")
    def call(self): trace.append("call")
    def ready(self): return True
    def blocked(self): return False
    def on_enter_state(self, target): trace.append("enter_" + target.id)
    def on_exit_state(self, source): trace.append("leave_" + source.id)
"""


def _statemachine_rows(code: str) -> list[Any]:
    import statemachine

    trace = Trace()
    names: dict[str, Any] = {**vars(statemachine), "trace": trace}
    exec(_STATEMACHINE.replace("{code}", code), names)
    machine = names["Machine"]()
    for word in WORDS:
        machine.send(word)
        _see(trace, " ".join(machine.configuration_values))
    return trace


def _statemachine_calls(code: str) -> list[Any]:
    from statemachine import State, StateMachine

    class Machine(StateMachine):
        a = State(initial=True)
        b = State()
        c = State(final=True)
        go = a.to(b)
        stay = a.to.itself(on="stayed")
        back = b.to(a)
        leave = b.to(c)

        def stayed(self) -> None: ...

    machine: Any = Machine()
    value = _called(code, {"machine": machine})
    return [value, machine.current_state_value]


# ----------------------------------------------------------------------------------------------------------------------
# automat
# ----------------------------------------------------------------------------------------------------------------------


def _automat(cells: str, trace: Trace) -> Any:
    from automat import TypeMachineBuilder

    names: dict[str, Any] = {"trace": trace, "TypeMachineBuilder": TypeMachineBuilder}
    exec(_AUTOMAT.replace("{code}", cells), names)
    return names["builder"].build()(object())


_AUTOMAT = """
from typing import Protocol

class Inputs(Protocol):
    def go(self) -> None: ...
    def stay(self) -> None: ...
    def back(self) -> None: ...

builder = TypeMachineBuilder(Inputs, object)
a, b, c = builder.state("a"), builder.state("b"), builder.state("c")
def note(inputs, core): trace.append("note")
def call(inputs, core): trace.append("call")
def returned(inputs, core): trace.append("returned")
def returned_from_c(inputs, core): trace.append("returned from c")
{code}
b.upon(Inputs.back).to(a)(returned)
c.upon(Inputs.back).to(a)(returned_from_c)
"""


def _automat_rows(code: str) -> list[Any]:
    from automat import NoTransition

    trace = Trace()
    machine = _automat(code, trace)
    for word in ("go", "back", "go"):
        try:
            getattr(machine, word)()
        except NoTransition:
            trace.append(False)
        else:
            trace.append(True)
    return trace


def _automat_calls(code: str) -> list[Any]:
    machine = _automat("a.upon(Inputs.go).to(b).returns(None)\na.upon(Inputs.stay).loop().returns(None)", Trace())
    value = _called(code, {"machine": machine})
    return [value, _called("machine.back() is None", {"machine": machine})]
