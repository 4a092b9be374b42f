"""Random models whose machines are watched by hooks that do nothing: these run as if nobody watched.

Plain calls of such machines perform their steps in Python, as awaited ones do; here they are compared with those of the
library. RANDOM_EXAMPLES sets another number of examples, found at random.
"""

from __future__ import annotations

import pytest
from dice import AwaitedPlayer, DicePlayer, random_calls
from hypothesis import given
from hypothesis import strategies as some
from oracle_model import Model
from random_models import models
from test_async_random_models import MODELS, SEEDS

pytestmark = pytest.mark.filterwarnings("error", "ignore::swiftfsm.DefinitionWarning")


def nothing() -> None:
    """A hook that does nothing."""


def watch(player: DicePlayer) -> None:
    player.machine.on_exception(nothing)
    player.machine.prepare(nothing)


@MODELS
@given(models(), SEEDS, some.integers(1, 12))
def test_a_watched_machine_does_what_any_other_does(model: Model, seed: int, count: int) -> None:
    plain, watched, awaited = DicePlayer(model, seed), DicePlayer(model, seed), AwaitedPlayer(model, seed)
    watch(watched)
    watch(awaited)
    for call in random_calls(seed, model, count):
        plain.play(call)
        watched.play(call)
        awaited.play(call)
        assert watched.trace == plain.trace
        assert awaited.trace == plain.trace
        if plain.machine.closed:
            return
    for player in (plain, watched, awaited):
        player.machine.discard()
        assert player.machine._objects == {}
