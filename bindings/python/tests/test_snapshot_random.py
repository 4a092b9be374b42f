"""Random machines that are stored while events wait, and machines that go on from there: both do the same.

The examples are the same in every run. RANDOM_EXAMPLES sets another number of them, found at random.
"""

from __future__ import annotations

import copy
import json
import os
from collections import Counter
from typing import Any, Optional

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle_model import Model
from random_models import models, sendings
from scripts import Blast, Boom, Effect, Script
from stateful_subject import Subject

from swiftfsm import SwiftFSMError, UnsupportedError

EXAMPLES = int(os.environ.get("RANDOM_EXAMPLES", "0"))
MODELS = settings(
    max_examples=EXAMPLES or 100,
    derandomize=not EXAMPLES,
    database=None,
    deadline=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
pytestmark = pytest.mark.filterwarnings("error", "ignore::swiftfsm.DefinitionWarning")


class Player:
    """A machine of a random model, with a script of its own."""

    def __init__(self, model: Model, is_lenient: bool, script: Script) -> None:
        self.script = script
        self.subject = Subject(model, script)
        self.is_lenient = is_lenient

    def play(self, sending: tuple[int, Any, Any]) -> str:
        try:
            return self.subject.send(*sending)
        except (SwiftFSMError, Boom, Blast) as error:
            return f"{type(error).__name__} {error}"

    def run(self) -> list[Any]:
        """What comes of the events that wait, until none is left."""
        came: list[Any] = []
        while self.subject.waiting:
            try:
                self.subject.act("run")
            except (SwiftFSMError, Boom, Blast) as error:
                came.append(f"{type(error).__name__} {error}")
        return [*came, self.subject.state]


def begin(model: Model, data: st.DataObject, first: Optional[int], least: int) -> Player:
    """A machine in the midst of its life, in which events may wait: the more, the more callbacks send at least."""
    script = Script(lambda error: type(error).__name__)
    player = Player(model, data.draw(st.booleans()), script)
    player.subject.make(first, player.is_lenient)
    script.present.update(dict.fromkeys(model.kinds, 0))
    callbacks = [name for name in player.subject.names if name.startswith(("entry", "action", "exit", "cycle"))]
    names = st.sampled_from(["on_unhandled", "on_unhandled", *callbacks])
    for name in data.draw(st.lists(names, min_size=least, max_size=12)):
        script.effects.setdefault(name, []).append(Effect("send", *data.draw(sendings(model))))
    # What was sent in the step waits then.
    words = ["TRANSITIONED", "UNHANDLED"]
    for word in words * 3 if least else data.draw(st.lists(st.sampled_from(words), max_size=4)):
        script.effects.setdefault(f"on_step {word}", []).append(Effect("raise"))
    for sending in data.draw(st.lists(sendings(model), min_size=least // 2, max_size=5)):
        player.play(sending)
    return player


def stored(player: Player, data: st.DataObject) -> Any:
    """A snapshot in any form; of events that wait with objects there is none until they are dropped."""
    machine, due = player.subject.machine, data.draw(st.booleans())
    try:
        machine.snapshot()
    except UnsupportedError as error:
        assert "is an object: the event waits in this machine" in str(error)
        machine.discard()
    form = data.draw(st.sampled_from(["bytes", "JSON", "reordered"]))
    if form == "bytes":
        return machine.snapshot(due=due)
    text = machine.snapshot(json=True, due=due)
    return text if form == "JSON" else json.dumps(dict(sorted(json.loads(text).items())))


def go_on(model: Model, data: st.DataObject, first: Optional[int], least: int, seen: Counter[str]) -> None:
    player = begin(model, data, first, least)
    machine = player.subject.machine
    snapshot = stored(player, data)
    other = Player(model, player.is_lenient, copy.deepcopy(player.script))
    other.subject.make(1, player.is_lenient)
    other.subject.machine.restore(snapshot)
    assert other.subject.machine.snapshot() == machine.snapshot()
    assert other.subject.machine.snapshot(json=True) == machine.snapshot(json=True)
    seen["stopped" if machine.state is None else "waiting" if machine.pending else "idle"] += 1
    for each in (player, other):
        each.script.trace.clear()
    assert other.run() == player.run()
    for sending in data.draw(st.lists(sendings(model), max_size=4)):
        assert other.play(sending) == player.play(sending)
    assert other.script.trace == player.script.trace
    for each in (player, other):
        each.subject.act("close")


def test_another_machine_does_the_same() -> None:
    seen: Counter[str] = Counter()

    # What waits hardly comes about by chance: one more time for machines that are made for it.
    for least in (0, 6):

        @MODELS
        @given(models(), st.data(), st.sampled_from([1, 1, 2, None]), st.just(least))
        def go(model: Model, data: st.DataObject, first: Optional[int], least: int) -> None:
            go_on(model, data, first, least, seen)

        go()
    assert min(seen[word] for word in ("stopped", "waiting", "idle")) > 10, seen
