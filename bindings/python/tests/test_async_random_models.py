"""Random models with predicates, providers, arguments, superstates and requests: what is awaited comes to the same.

Everything that a callback can do is done both at once and after giving way: naming, refusing, sending, raising, and
being cancelled. RANDOM_EXAMPLES sets another number of examples, found at random.
"""

from __future__ import annotations

import os
import re

import pytest
from dice import AwaitedPlayer, DicePlayer, random_calls
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from oracle_model import Model
from random_models import models

EXAMPLES = int(os.environ.get("RANDOM_EXAMPLES", "0"))
SEEDS = some.integers(0, 2**32)
MODELS = settings(
    max_examples=EXAMPLES or 150,
    derandomize=not EXAMPLES,
    database=None,
    deadline=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
# A callback that raises in a hook of a closed machine and the like must not be told of behind our back.
pytestmark = pytest.mark.filterwarnings("error", "ignore::swiftfsm.DefinitionWarning")


@MODELS
@given(models(), SEEDS, some.integers(1, 12))
def test_what_is_awaited_comes_to_the_same(model: Model, seed: int, count: int) -> None:
    plain, awaited = DicePlayer(model, seed), AwaitedPlayer(model, seed)
    for call in random_calls(seed, model, count):
        plain.play(call)
        awaited.play(call)
        assert awaited.trace == plain.trace
        if plain.machine.closed:
            return
    for player in (plain, awaited):
        player.machine.discard()
        assert player.machine._objects == {}


def test_the_dice_reach_everything() -> None:
    seen: set[str] = set()

    @settings(MODELS, max_examples=150, derandomize=True)
    @given(models(), SEEDS)
    def play(model: Model, seed: int) -> None:
        player = DicePlayer(model, seed)
        for call in random_calls(seed, model, 12):
            player.play(call)
        for line in player.trace:
            seen.update(re.findall(r"\b(?:[A-Z][A-Za-z]*Error|Boom|Blast|Outcome\.[A-Z]+|\w+ing)\b", line))
            seen.update(re.findall(r"^(?:guard|resolver|update|provider|entry|exit|cycle|action|on_\w+)", line))

    play()
    assert seen >= {
        "Boom", "Blast", "ArgumentsError", "BusyError", "ClosedError", "MissingPredicateError", "NotRunningError",
        "AlreadyRunningError", "RepeatedPredicateError", "UnknownEventError", "UnknownStateError", "TypeError",
        "guard", "resolver", "update", "provider", "entry", "exit", "cycle", "action", "on_step", "on_unhandled",
    }  # fmt: skip
