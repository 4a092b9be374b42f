"""What a cell of a table of the pages does with the package that it is compared with."""

from __future__ import annotations

from typing import Any

from columns_here import (
    WORDS,
    Column,
    Model,
    Trace,
    called,
    calls,
    outputs,
    rows,
    rows_from_start,
    see,
    states,
    strict_calls,
)


def columns_of(package: str, kind: str) -> tuple[Column, Column]:
    """What runs a cell there, and here."""
    return {
        ("transitions", "transition"): (_transitions_rows, rows),
        ("transitions", "state"): (_transitions_states, states),
        ("transitions", "call"): (_transitions_calls, calls),
        ("statemachine", "transition"): (_statemachine_rows, rows_from_start),
        ("statemachine", "call"): (_statemachine_calls, calls),
        ("automat", "transition"): (_automat_rows, outputs),
        ("automat", "call"): (_automat_calls, strict_calls),
    }[package, kind]


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
        see(trace, _leaves(model.state))
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
    value = called(code, {"model": model, "machine": machine})
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
        see(trace, " ".join(machine.configuration_values))
    return trace


def _statemachine_calls(code: str) -> list[Any]:
    from statemachine import State, StateMachine

    class Machine(StateMachine):  # type: ignore[misc]
        a = State(initial=True)
        b = State()
        c = State(final=True)
        go = a.to(b)
        stay = a.to.itself(on="stayed")
        back = b.to(a)
        leave = b.to(c)

        def stayed(self) -> None: ...

    machine: Any = Machine()
    value = called(code, {"machine": machine})
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
    for word in WORDS:
        try:
            getattr(machine, word)()
        except NoTransition:
            trace.append(False)
        else:
            trace.append(True)
    return trace


def _automat_calls(code: str) -> list[Any]:
    machine = _automat("a.upon(Inputs.go).to(b).returns(None)\na.upon(Inputs.stay).loop().returns(None)", Trace())
    value = called(code, {"machine": machine})
    return [value, called("machine.back() is None", {"machine": machine})]
