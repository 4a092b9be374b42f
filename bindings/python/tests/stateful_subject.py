"""A model as a table of the package, and one of its machines, driven as the oracle is."""

from __future__ import annotations

from enum import Enum
from typing import Any, Optional, Union

import oracle_model
from oracle_model import Case, Id, Model, ModelBlock, ModelRow
from scripts import Doer, Script

from swiftfsm import (
    ANY,
    DYNAMIC,
    INTERNAL,
    NONE,
    SAME,
    EntryExit,
    GuardPolicy,
    Machine,
    Outcome,
    Phase,
    Reserved,
    Row,
    StateBlock,
    Status,
    Step,
    Superstate,
    Table,
)


class Mode(Enum):
    CALM = "calm"
    LOUD = "loud"


class Weather(Enum):
    SUN = 1
    RAIN = 2
    SNOW = 3


KINDS: dict[str, type[Enum]] = {"Mode": Mode, "Weather": Weather}
_WORDS = {
    oracle_model.ANY: ANY,
    oracle_model.SAME: SAME,
    oracle_model.INTERNAL: INTERNAL,
    oracle_model.DYNAMIC: DYNAMIC,
    oracle_model.REQUEST: Reserved.REQUEST,
    "super": NONE,
}
AnyMachine = Machine[Any, Any, Any]


def member(case: Case) -> Enum:
    return list(KINDS[case[0]])[case[1]]


class MachineDoer(Doer):
    """A machine of the package, for effects."""

    def __init__(self, machine: AnyMachine) -> None:
        self._machine = machine

    def send(self, event: int, cases: tuple[Case, ...], arguments: tuple[Any, ...]) -> str:
        return self._machine.send(event, *map(member, cases), *arguments).name

    def act(self, word: str) -> None:
        getattr(self._machine, word)()


class Subject:
    """The package's side of the comparison."""

    machine: AnyMachine

    def __init__(self, model: Model, script: Script) -> None:
        self._model, self._script = model, script
        self.names: list[str] = []
        self._superstates: dict[int, Superstate] = {}
        # Of one half of the models the table has the hooks, of the other half each machine.
        self._has_shared_hooks = (len(model.anywhere) + len(model.states)) % 2 == 0
        hooks = {"on_step": self._on_step, "on_unhandled": self._function("on_unhandled")}
        self._table: Table[Any, Any] = Table(
            [self._row(row) for row in model.anywhere],
            [self._block(block) for block in model.states.values()],
            entry_exit=EntryExit.ALWAYS if model.is_always else EntryExit.ON_CHANGE,
            guards=GuardPolicy.FIRST_MATCH if model.is_first_match else GuardPolicy.EXCLUSIVE,
            order=[Phase[word] for word in model.order],
            predicates=[KINDS[kind] for kind in model.kinds],
            providers={KINDS[kind]: self._provider(kind) for kind in model.provided},
            arguments=model.argument_types,
            **(hooks if self._has_shared_hooks else {}),
        )

    def make(self, state: Optional[int], is_lenient: bool) -> None:
        self.machine = self._table.machine(state, lenient=is_lenient)
        if not self._has_shared_hooks:
            self.machine.on_unhandled(self._function("on_unhandled"))
            self.machine.on_step(self._on_step)

    def send(self, event: int, cases: tuple[Case, ...], arguments: tuple[Any, ...]) -> str:
        return MachineDoer(self.machine).send(event, cases, arguments)

    def request(self, state: int, cases: tuple[Case, ...]) -> str:
        return self.machine.request(state, *map(member, cases)).name

    def probe(self, event: int, cases: tuple[Case, ...], arguments: tuple[Any, ...]) -> tuple[str, Any]:
        outcome, target = self.machine.probe(event, *arguments, *map(member, cases))
        return outcome.name, target

    def permitted(self, cases: tuple[Case, ...], asks: bool) -> list[int]:
        return self.machine.permitted(*map(member, cases), guards=asks)

    def update(self) -> Optional[str]:
        outcome = self.machine.update(1.5)
        return None if outcome is None else outcome.name

    def act(self, word: str, *arguments: Any) -> None:
        getattr(self.machine, word)(*arguments)

    @property
    def state(self) -> Union[int, str, None]:
        return "closed" if self.machine.closed else self.machine.state

    @property
    def waiting(self) -> Optional[int]:
        return None if self.machine.closed else self.machine.pending

    # The definition

    def _row(self, row: ModelRow) -> Row:
        return Row(
            self._id(row.source),
            self._id(row.event),
            self._id(row.target),
            actions=[self._named(name) for name in row.actions],
            guards=[self._named(name) for name in row.guards],
            resolver=None if row.resolver is None else self._named(row.resolver),
            matching=[member(case) for case in row.cases],
            overriding=row.overriding,
        )

    def _block(self, block: ModelBlock) -> StateBlock:
        assert block.state is not None
        return StateBlock(block.state, **self._parts(block))

    def _superstate(self, block: ModelBlock) -> Superstate:
        known = self._superstates.get(id(block))
        if known is None:
            known = self._superstates[id(block)] = Superstate(**self._parts(block))
        return known

    def _parts(self, block: ModelBlock) -> dict[str, Any]:
        parts: dict[str, Any] = {
            word: [self._named(name) for name in names] for word, names in block.callbacks.items()
        }
        return {
            **parts,
            "rows": [self._row(row) for row in block.rows],
            "adopts": [self._superstate(each) for each in block.adopts],
        }

    @staticmethod
    def _id(value: Id) -> int:
        return value if isinstance(value, int) else int(_WORDS[value])

    # The callbacks

    def _named(self, name: str) -> Any:
        self.names.append(name)
        return self._function(name)

    def _function(self, name: str) -> Any:
        """A function that asks for what the way behind the name's slash says."""
        perform = self._perform
        way = name.partition("/")[2]

        def of_machine(machine: AnyMachine, *arguments: Any) -> Any:
            return perform(name, machine, f"in {_state(machine)} with {arguments}")

        def of_step(step: Step, *arguments: Any) -> Any:
            machine = step.machine
            event = "REQUEST" if step.event == Reserved.REQUEST else step.event
            return perform(name, machine, f"in {_state(machine)} for {event} with {arguments}")

        def of_nothing(self: AnyMachine) -> Any:
            return perform(name, self, "")

        if not way.startswith("case "):
            return {"machine": of_machine, "step": of_step}.get(way, of_nothing)
        kind = KINDS[way[5:]]

        def of_case(case: Any, machine: AnyMachine, *arguments: Any) -> Any:
            number = None if case is None else list(kind).index(case)
            return perform(name, machine, f"with {number} and {arguments}")

        of_case.__annotations__["case"] = Optional[kind]
        return of_case

    def _perform(self, name: str, machine: AnyMachine, seen: str) -> Any:
        return self._script.perform(name, seen, MachineDoer(machine))

    def _on_step(self, step: Step) -> None:
        outcome = step.outcome
        assert isinstance(outcome, (Outcome, Status))
        self._perform(f"on_step {outcome.name}", step.machine, "")

    def _provider(self, kind: str) -> Any:
        return lambda: member((kind, self._script.present[kind]))


def _state(machine: AnyMachine) -> Union[int, str, None]:
    return "closed" if machine.closed else machine.state
