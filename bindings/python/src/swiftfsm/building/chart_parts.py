"""What only charts say, as the library takes it: nesting, and what rows say beside their event and target."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..definition.blocks import StateBlock
from ..definition.kinds import RowChart
from ..definition.vocabulary import Vocabulary
from ..library.loading import library

Call = tuple[Any, tuple[Any, ...], str]
"""A function of the builder, what it takes after the builder, and what an error of it says."""


def of_block(block: StateBlock, number: int, vocabulary: Vocabulary) -> Iterator[Call]:
    """What a block with this number says of nesting."""
    states, events = vocabulary.states, vocabulary.events
    described = states.describe(block.state)
    for function, state, said in (
        (library.sfsm_builder_nest, block.parent, "be nested in"),
        (library.sfsm_builder_set_default, block.initial, "have the default"),
    ):
        if state is not None:
            states.adopt((state,))
            yield function, (number, states.identify(state)), f"{described} cannot {said} {states.describe(state)}"
    for timeout in block.timeouts:
        events.adopt((timeout.event,))
        text = f"{described} cannot have the timeout {timeout!r}"
        yield library.sfsm_builder_add_timeout, (number, timeout.delay, events.identify(timeout.event)), text
    if block.done is not None:
        events.adopt((block.done,))
        text = f"{described} cannot have the done event {events.describe(block.done)}"
        yield library.sfsm_builder_on_done, (number, events.identify(block.done)), text


def of_row(chart: RowChart, number: int, vocabulary: Vocabulary) -> Iterator[Call]:
    """What a row with this number, from 0, says."""
    states, events = vocabulary.states, vocabulary.events
    states.adopt((*chart.targets, *(each.state for each in chart.conditions)))
    events.adopt(chart.raising)
    for target in chart.targets:
        text = f"{states.describe(target)} cannot be one of several targets"
        yield library.sfsm_builder_add_target, (number + 1, states.identify(target)), text
    for state, is_active in chart.conditions:
        text = f"{states.describe(state)} cannot be active or not"
        yield library.sfsm_builder_add_in_guard, (number + 1, states.identify(state), is_active), text
    for event in chart.raising:
        text = f"{events.describe(event)} cannot be raised"
        yield library.sfsm_builder_add_raise, (number + 1, events.identify(event)), text
