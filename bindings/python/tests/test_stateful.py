"""Random definitions, and whatever can be done to their machines: the package does as a naive interpreter does.

The examples are the same in every run. STATEFUL_EXAMPLES sets another number of them, found at random.
"""

from __future__ import annotations

import os
from typing import Any, Callable, Optional

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from oracle import Fault, Interpreter, Sending
from oracle_model import Case, Model
from random_models import arguments, cases, models, sendings
from scripts import Blast, Boom, Doer, Effect, Script
from stateful_subject import Subject

_ASKED = ("guard", "resolver", "update")
SOME_CASES = [("Mode", 0), ("Mode", 1), ("Weather", 1)]
EXAMPLES = int(os.environ.get("STATEFUL_EXAMPLES", "0"))


class OracleDoer(Doer):
    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter = interpreter

    def send(self, event: int, cases: tuple[Case, ...], arguments: tuple[Any, ...]) -> str:
        return self._interpreter.send(event, cases, arguments)

    def act(self, word: str) -> None:
        getattr(self._interpreter, word)()


class Comparison(RuleBasedStateMachine):
    """Every rule does the same to both, and compares what came of it, the trace, and what is to be seen afterwards."""

    @initialize(model=models(), is_lenient=st.booleans(), first=st.integers(1, 2))
    def begin(self, model: Model, is_lenient: bool, first: int) -> None:
        self.model = model
        self.expected = Script(str)
        self.found = Script(lambda error: type(error).__name__)
        self.subject = Subject(model, self.found)
        self.is_lenient = is_lenient
        self._make(first)
        for kind in model.kinds:
            self.expected.present[kind] = self.found.present[kind] = 0

    def _make(self, state: Optional[int]) -> None:
        self.oracle = Interpreter(self.model, state, self.is_lenient, self._call, self.expected.present.__getitem__)
        self.subject.make(state, self.is_lenient)

    def _call(self, name: str, interpreter: Interpreter, sending: Sending) -> Any:
        return self.expected.perform(name, _seen(name, interpreter, sending), OracleDoer(interpreter))

    def _compare(self, expect: Callable[[], Any], find: Callable[[], Any]) -> None:
        assert _result(self.found, find) == _result(self.expected, expect)
        assert self.found.trace == self.expected.trace
        self.expected.trace.clear()
        self.found.trace.clear()

    @property
    def is_open(self) -> bool:
        return not self.oracle.closed

    @property
    def runs(self) -> bool:
        return self.is_open and self.oracle.state is not None

    # What callbacks will do

    @rule(data=st.data())
    def arm(self, data: st.DataObject) -> None:
        """Up to eight callbacks will raise, send, stop, discard or close, once each; a guard or resolver only raises,
        and so does an update callback."""
        words = st.sampled_from(["raise", "blast", "send", "send", "send", "stop", "discard", "close"])
        for word in data.draw(st.lists(words, max_size=8)):
            is_raising = word in ("raise", "blast")
            names = [name for name in self.subject.names if is_raising or not name.startswith(_ASKED)]
            name = data.draw(st.sampled_from(names if is_raising else ["on_unhandled", *names]))
            event, sent, values = data.draw(sendings(self.model)) if word == "send" else (len(names), (), ())
            for script in (self.expected, self.found):
                script.effects.setdefault(name, []).append(Effect(word, event, sent, values))

    @rule(data=st.data(), verdict=st.booleans(), choice=st.sampled_from([None, 1, 1, 2, 2, 99]))
    def decide(self, data: st.DataObject, verdict: bool, choice: Optional[int]) -> None:
        name = data.draw(st.sampled_from(self.subject.names))
        if name.startswith("update"):
            choice = None if choice is None else data.draw(st.sampled_from(self.model.events()))
            if choice in self.model.argument_types:
                choice = None
        for script in (self.expected, self.found):
            script.verdicts[name], script.choices[name] = verdict, choice

    @rule(data=st.data())
    def change_what_is_provided(self, data: st.DataObject) -> None:
        for kind, count in self.model.kinds.items():
            self.expected.present[kind] = self.found.present[kind] = data.draw(st.integers(0, count - 1))

    # What is done to the machines

    @rule(data=st.data(), count=st.integers(1, 4))
    def send(self, data: st.DataObject, count: int) -> None:
        for _ in range(count):
            event, sent, values = data.draw(sendings(self.model))
            self._compare(
                lambda: self.oracle.send(event, sent, values), lambda: self.subject.send(event, sent, values)
            )

    @precondition(lambda self: self.runs)
    @rule(sent=st.lists(st.sampled_from(SOME_CASES), max_size=3), event=st.integers(8, 12))
    def send_what_may_not_fit(self, sent: list[Case], event: int) -> None:
        sent = [case for case in sent if case[0] in self.model.kinds]
        if event in self.model.argument_types or (event not in self.model.events() and sent):
            return
        self._compare(lambda: self.oracle.send(event, sent), lambda: self.subject.send(event, tuple(sent), ()))

    @rule(data=st.data(), state=st.integers(1, 4))
    def request(self, data: st.DataObject, state: int) -> None:
        sent = data.draw(cases(self.model))
        if self.runs or state in self.model.states:
            self._compare(lambda: self.oracle.request(state, sent), lambda: self.subject.request(state, sent))

    @rule(data=st.data())
    def probe(self, data: st.DataObject) -> None:
        event = data.draw(st.sampled_from(self.model.events()))
        sent, values = data.draw(cases(self.model)), data.draw(arguments(self.model, event))
        self._compare(
            lambda: self.oracle.probe(Sending(event, cases=sent, arguments=values)),
            lambda: self.subject.probe(event, sent, values),
        )

    @rule(data=st.data(), asks=st.booleans())
    def permitted(self, data: st.DataObject, asks: bool) -> None:
        sent = data.draw(cases(self.model))
        self._compare(lambda: self.oracle.permitted(sent, asks), lambda: self.subject.permitted(sent, asks))

    @precondition(lambda self: self.runs and not self.oracle.queue)
    @rule()
    def update(self) -> None:
        if not self.is_lenient and self.model.provided < set(self.model.kinds):
            return  # an update callback cannot send cases with the event that it names
        self._compare(self.oracle.update, self.subject.update)

    @precondition(lambda self: not self.runs or self.oracle.queue)
    @rule(state=st.integers(1, 2))
    def start(self, state: int) -> None:
        self._compare(lambda: self.oracle.start(state), lambda: self.subject.act("start", state))

    @rule(word=st.sampled_from(["stop", "run", "run", "run", "discard"]))
    def act(self, word: str) -> None:
        self._compare(getattr(self.oracle, word), lambda: self.subject.act(word))

    @rule(state=st.sampled_from([1, 2, 2, 1, None]))
    def set_state(self, state: Optional[int]) -> None:
        self._compare(lambda: self.oracle.set_state(state), lambda: self.subject.act("set_state", state))

    @precondition(lambda self: not self.runs)
    @rule(state=st.sampled_from([1, 2, 2, 1, None]), closes=st.booleans())
    def replace(self, state: Optional[int], closes: bool) -> None:
        if closes:
            self.subject.act("close")
        self._make(state)

    @invariant()
    def looks_the_same(self) -> None:
        if hasattr(self, "subject"):
            waiting = None if self.oracle.closed else len(self.oracle.queue)
            state = "closed" if self.oracle.closed else self.oracle.state
            assert (self.subject.state, self.subject.waiting) == (state, waiting)

    def teardown(self) -> None:
        if hasattr(self, "subject"):
            self.subject.act("close")


def _seen(name: str, interpreter: Interpreter, sending: Sending) -> str:
    """What a callback sees of a step, by the way in which it is called."""
    way = name.partition("/")[2]
    state = "closed" if interpreter.closed else interpreter.state
    if way == "machine":
        return f"in {state} with {sending.arguments}"
    if way == "step":
        return f"in {state} for {sending.event or None} with {sending.arguments}"
    if way.startswith("case "):
        kind = way[5:]
        case = dict(sending.cases).get(kind)
        if case is None and kind in interpreter.model.provided:
            case = interpreter.provide(kind)
        return f"with {case} and {sending.arguments}"
    return ""


def _result(script: Script, call: Callable[[], Any]) -> Any:
    try:
        return call()
    except (Boom, Blast) as exception:
        return exception.__class__, exception.args
    except Exception as exception:
        if isinstance(exception, Fault) or type(exception).__module__.startswith("swiftfsm"):
            return script.name_of(exception)
        raise


@pytest.mark.filterwarnings("error", "ignore::swiftfsm.DefinitionWarning")
def test_random_definitions_against_the_oracle() -> None:
    chosen = settings(
        max_examples=EXAMPLES or 60,
        stateful_step_count=30,
        derandomize=not EXAMPLES,
        database=None,
        deadline=None,
        print_blob=True,
        phases=[Phase.explicit, Phase.generate, *([Phase.shrink] if EXAMPLES else [])],
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Comparison, settings=chosen)
