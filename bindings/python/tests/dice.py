"""Machines of random models whose callbacks do what dice say, and the same with callbacks that give way."""

from __future__ import annotations

import zlib
from collections.abc import Coroutine
from random import Random
from types import coroutine
from typing import Any, Optional

from oracle_model import Model
from scripts import Blast, Boom, Script
from stateful_subject import KINDS, AnyMachine, Subject

from swiftfsm import Step

Call = tuple[str, tuple[Any, ...]]
"""A method of machines, and its arguments."""

_VALUES: dict[type, list[Any]] = {
    int: [0, -7, 2**62],
    str: ["", "text"],
    object: [None, (), 2.5],
    bool: [True, False],
    float: [0.0, -1.5],
}
_FROM_INSIDE = [*5 * ["send"], "send", "request", "stop", "discard", "start", "update", "run", "set_state"]
_FROM_OUTSIDE = [*6 * ["send"], "request", "update", "stop", "start", "run", "run", "discard", "set_state"]
AWAITED = {"send", "request", "update", "start", "stop", "run"}
"""What has a like that is awaited: asend and so on."""


class DicePlayer(Subject):
    """A machine that is told what to do by calls, and whose callbacks throw dice: as long as two players run the same
    callbacks in the same order, they do the same."""

    def __init__(self, model: Model, seed: int) -> None:
        self._dice = Random(seed)
        self.trace: list[str] = []
        super().__init__(model, Script(str))
        self.make(self._dice.choice([None, *model.states]), self._dice.random() < 0.3)

    def play(self, call: Call) -> None:
        """Does what is called for, and writes down what came of it."""
        self.trace.append(f"{call}")
        try:
            came = self._call(call)
        except (Exception, Blast) as error:
            came = _told(error)
        self.trace.append(f"{call} came to {came}, in {self.state}, with {self.waiting} waiting")

    def _call(self, call: Call) -> Any:
        word, arguments = call
        return getattr(self.machine, word)(*arguments)

    # What callbacks do

    def _perform(self, name: str, machine: AnyMachine, seen: str) -> Any:
        self.trace.append(f"{name} {seen}")
        for call in self._calls():
            try:
                self._note(call, getattr(machine, call[0])(*call[1]))
            except Exception as error:
                self._note(call, _told(error))
        fault = self._fault(name)
        self._see(machine)
        if fault is not None:
            raise fault
        return self._answer(name)

    def _on_step(self, step: Step) -> Any:
        return self._perform(f"on_step {getattr(step.outcome, 'name')}", step.machine, "")

    def _provider(self, kind: str) -> Any:
        def provide(machine: AnyMachine) -> Any:
            return self._perform(f"provider {kind}", machine, "")

        return provide

    def _note(self, call: Call, came: Any) -> None:
        self.trace.append(f"  {call}: {came}")

    def _see(self, machine: AnyMachine) -> None:
        self.trace.append(f"  in {self.state}, with {self.waiting} waiting")

    # The dice

    def _calls(self) -> list[Call]:
        """What one call of a callback does with its machine."""
        dice = self._dice
        if dice.random() < 0.004:
            return [("close", ())]
        return [random_call(dice, self._model, _FROM_INSIDE) for _ in range(dice.choice([0, 0, 0, 0, 0, 0, 1, 2]))]

    def _fault(self, name: str) -> Optional[BaseException]:
        chance = self._dice.random()
        return Boom(name) if chance < 0.05 else Blast(name) if chance < 0.06 else None

    def _answer(self, name: str) -> Any:
        dice = self._dice
        if name.startswith("guard"):
            return dice.choice([True, True, 1, "yes", False, None])
        if name.startswith("resolver"):
            return dice.choice([*self._model.states, *self._model.states, None, 99, "nowhere"])
        if name.startswith("update"):
            return dice.choice([*self._model.events(), None])
        if name.startswith("provider"):
            members: list[Any] = list(KINDS[name.split()[1]])
            return dice.choice([*members, *members, "no member"])
        return dice.choice([None, 5])


class AwaitedPlayer(DicePlayer):
    """The same, with callbacks most of which give way, and are awaited."""

    def _call(self, call: Call) -> Any:
        word, arguments = call
        if word in AWAITED:
            return drive(getattr(self.machine, f"a{word}")(*arguments))
        return super()._call(call)

    def _perform(self, name: str, machine: AnyMachine, seen: str) -> Any:
        # Of each callback's own, so that it is the same at each call.
        count = zlib.crc32(name.encode()) % 4
        return self._slowly(name, machine, seen, count) if count else super()._perform(name, machine, seen)

    async def _slowly(self, name: str, machine: AnyMachine, seen: str, count: int) -> Any:
        self.trace.append(f"{name} {seen}")
        if count > 1:
            await give_way()
        for number, call in enumerate(self._calls()):
            word, arguments = call
            # Each like of send is QUEUED too, or refused.
            is_awaited = word in AWAITED and number % 2 == count % 2
            try:
                came = getattr(machine, f"a{word}" if is_awaited else word)(*arguments)
                self._note(call, await came if is_awaited else came)
            except Exception as error:
                self._note(call, _told(error))
        fault = self._fault(name)
        await give_way()
        self._see(machine)
        if fault is not None and count == 2:
            await give_way(fault)
        if fault is not None:
            raise fault
        return self._answer(name)


@coroutine
def give_way(thrown: Optional[BaseException] = None) -> Any:
    """Gives way, once; with an exception it is cancelled there, by that."""
    yield thrown


def drive(task: Coroutine[Any, Any, Any]) -> Any:
    """Runs a coroutine to its end. Nobody has to wait here, so no library of tasks is needed."""
    thrown: Optional[BaseException] = None
    try:
        while True:
            thrown = task.send(None) if thrown is None else task.throw(thrown)
    except StopIteration as done:
        return done.value


def random_calls(seed: int, model: Model, count: int) -> list[Call]:
    """What a program does with a machine."""
    dice = Random(seed)
    return [random_call(dice, model, _FROM_OUTSIDE) for _ in range(count)]


def random_call(dice: Random, model: Model, words: list[str]) -> Call:
    word = dice.choice(words)
    states = list(model.states)
    if word == "send":
        event = dice.choice([*3 * model.events(), 77])
        values = [dice.choice(_VALUES[each]) for each in model.argument_types.get(event, ())]
        if dice.random() < 0.05:
            values = values[1:] or [object]
        return word, (event, *_cases(dice, model), *values)
    if word == "request":
        return word, (dice.choice([*states, *states, 99]), *_cases(dice, model))
    if word in ("start", "set_state"):
        return word, (dice.choice([*states, *states, 99]),)
    return word, (1.5,) if word == "update" else ()


def _cases(dice: Random, model: Model) -> list[Any]:
    """Mostly one of each predicate type."""
    return [dice.choice(list(KINDS[kind])) for kind in model.kinds for _ in range(dice.choice([0, *8 * [1], 2]))]


def _told(error: BaseException) -> str:
    """Sentences of the package may name more of what is known in an asend."""
    return f"{type(error).__name__} {error if isinstance(error, (Boom, Blast)) else ''}".rstrip()
