"""Random configurations of transitions: the document that the importer makes does what transitions does."""

from __future__ import annotations

import copy
import json
import os
import random
from typing import Any, Optional

import pytest
from imported import Imported, imported

from swiftfsm import formats

core = pytest.importorskip("transitions", reason="transitions is not installed (the extra test)")
nesting = pytest.importorskip("transitions.extensions.nesting", reason="transitions is not installed")

COUNT = int(os.environ.get("TRANSITIONS_EXAMPLES", "240"))
EVENTS = ["e0", "e1", "e2"]


class Dice:
    """Rolls a configuration."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._count = 0
        self.is_nested: bool = self._random.random() < 0.7
        self.has_parallel: bool = False
        self.paths: list[str] = []
        states = [self._state("", 0) for _ in range(self._random.choice((2, 3)))]
        self._starts = [state["name"] for state in states]
        self.config: dict[str, Any] = {"states": states, "initial": self._random.choice(self._starts)}
        names = self.paths if self.is_nested else self._starts
        self.config["transitions"] = [self._transition(names, names) for _ in range(self._random.randint(2, 7))]
        self.config["auto_transitions"] = self._chance(0.3)
        self._maybe(self.config, 0.2, ("before_state_change", "after_state_change", "on_final"), "all")
        if self._chance(0.1):
            self.config["ordered_transitions"] = True

    def _chance(self, share: float) -> bool:
        return self._random.random() < share

    def _word(self, prefix: str) -> str:
        self._count += 1
        return f"{prefix}{self._count}"

    def _maybe(self, owner: dict[str, Any], share: float, keys: tuple[str, ...], prefix: str) -> None:
        for key in keys:
            if self._chance(share):
                owner[key] = [self._word(prefix) for _ in range(self._random.choice((1, 1, 2)))]

    def _state(self, around: str, depth: int, is_region: bool = False) -> dict[str, Any]:
        state: dict[str, Any] = {"name": self._word("s")}
        path = f"{around}{state['name']}"
        self.paths.append(path)
        self._maybe(state, 0.4, ("on_enter", "on_exit"), "c")
        if self.is_nested and depth < 2 and self._chance(0.6):
            # transitions calls callbacks twice, or not at all, in parallel states right inside each other.
            is_parallel = not is_region and self._chance(0.3)
            count = self._random.choice((2, 2, 3))
            children = [self._state(f"{path}_", depth + 1, is_parallel) for _ in range(count)]
            if is_parallel:
                state["parallel"] = children
                self.has_parallel = True
            else:
                state["children"] = children
                if self._chance(0.6):
                    state["initial"] = self._random.choice(children)["name"]
            # transitions runs those that stand in a parallel state once for each of its children.
            if "parallel" not in state and self._chance(0.3):
                names = [child["name"] for child in children]
                state["transitions"] = [self._transition(names, names) for _ in range(2)]
        elif self._chance(0.15):
            state["final"] = True
            self._maybe(state, 0.5 if self.is_nested else 0, ("on_final",), "f")
        return state

    def _transition(self, sources: list[str], targets: list[str]) -> dict[str, Any]:
        source: Any = self._random.choice(sources)
        if self._chance(0.15):
            source = "*"
        elif self._chance(0.15):
            source = self._random.sample(sources, 2)
        beside = [each for each in targets if each.rpartition("_")[0] == str(source).rpartition("_")[0]]
        dest: Optional[str] = self._random.choice(beside if beside and self._chance(0.7) else targets)
        if self._chance(0.2):
            dest = self._random.choice(("=", None))
        found = {"trigger": self._random.choice(EVENTS), "source": source, "dest": dest}
        if self._chance(0.4):
            found["conditions"] = [self._random.choice(("g1", "g2"))]
        if self._chance(0.2):
            found["unless"] = [self._random.choice(("g1", "g2"))]
        self._maybe(found, 0.25, ("before", "after"), "a")
        return found


class Broken(Exception):
    """transitions 0.9.3 fails by itself: a final state that stays active, or parallel states inside each other."""


class Model:
    """Writes down what is called."""

    def __init__(self) -> None:
        self.trace: list[str] = []
        self.refused: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        if name[0] == "g":
            return lambda: name not in self.refused
        if name.startswith(("c", "f", "all")) or (name[0] == "a" and name[1:].isdigit()):
            return lambda: self.trace.append(name)
        raise AttributeError(name)

    def send(self, event: str) -> str:
        """What was called, and the states that are active now."""
        try:
            self.trigger(event)
        except (core.MachineError, AttributeError, ValueError) as error:
            if "scoped_enter" in str(error) or "is not a registered state" in str(error):
                raise Broken from error
            assert "Can't trigger" in str(error) or "Do not know" in str(error), error
        called = ", ".join(self.trace)
        self.trace.clear()
        return f"{called} -> {' '.join(_flat(self.state))}".strip()


def _flat(state: Any) -> list[str]:
    return [leaf for each in state for leaf in _flat(each)] if isinstance(state, list) else [str(state)]


def seen(told: str, is_sorted: bool) -> str:
    """What the document did, as the model tells it: names alone; of parallel states in any order."""
    called, _, states = told.rpartition("-> ")
    names = [each.rpartition(" ")[2] for each in called.strip().split(", ") if each]
    leaves = [state.replace(".itself", "") for state in states.split()]
    if is_sorted:
        names, leaves = sorted(names), sorted(leaves)
    return f"{', '.join(names)} -> {' '.join(leaves)}".strip()


def play(seed: int) -> int:
    """The number of events that did something; -1 if the configuration is refused."""
    dice = Dice(seed)
    config = dice.config
    try:
        document = formats.read(copy.deepcopy(config), "transitions")
    except formats.FormatError:
        return -1
    model = Model()
    kind = nesting.HierarchicalMachine if dice.is_nested else core.Machine
    kind(model, **copy.deepcopy(config))
    events = random.Random(seed)
    taken = 0
    with imported(document) as machine:
        machine.start()
        for number in range(15):
            word = events.choice([*EVENTS, "next_state", "to"])
            model.refused = {guard for guard in ("g1", "g2") if events.random() < 0.3}
            machine.refused.clear()
            machine.refused |= model.refused | {f"not.{guard}" for guard in ("g1", "g2") if guard not in model.refused}
            try:
                told = _send(machine, model, word, events.choice(dice.paths), config)
            except Broken:
                return taken
            if told is not None:
                expected, found = (seen(each, dice.has_parallel) for each in told)
                taken += not expected.startswith("->")
                text = json.dumps(config, indent=1)
                assert found == expected, f"seed {seed}, event {number} {word}\n{text}\n{document}"
    return taken


def _send(
    machine: Imported, model: Model, word: str, target: str, config: dict[str, Any]
) -> Optional[tuple[str, str]]:
    """What transitions and the document do; None for an event that there is not."""
    if word == "to":
        if not config["auto_transitions"]:
            return None
        return model.send(f"to_{target}"), machine.request(target)
    if not machine.knows(word):
        return None
    return model.send(word), machine.send(word)


@pytest.mark.parametrize("part", range(4))
def test_random_configurations_do_what_transitions_does(part: int) -> None:
    taken = [play(seed) for seed in range(part, COUNT, 4)]
    assert sum(each > 0 for each in taken) > len(taken) / 4
