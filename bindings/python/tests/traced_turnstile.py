"""A turnstile whose callbacks write down their names and the state in which they run."""

from __future__ import annotations

from enum import Enum
from typing import Any, Callable

from tracing import Event, State

from swiftfsm import INTERNAL, Machine, Table, define, do_after, do_before, then, when

LOCKED, UNLOCKED, _ = State
COIN, PASS, RESET = Event


def named(trace: list[str], word: str) -> Callable[..., None]:
    """A callback that writes its name and the state in which it runs."""

    def callback(machine: Machine[Any, Any, Any]) -> None:
        state = machine.state
        trace.append(f"{word} {state.name if isinstance(state, Enum) else state}")

    callback.__name__ = word
    return callback


class Traced:
    """A turnstile of which everything is written down."""

    def __init__(self, **options: Any) -> None:
        self.trace: list[str] = []

        def note(word: str) -> Callable[..., None]:
            return named(self.trace, word)

        self.table = Table(
            define(LOCKED, exit=note("exit"), cycle=note("cycle"))(
                when(COIN) | then(UNLOCKED) | note("act") | do_before(note("b1"), note("b2")) | do_after(note("a1")),
                when(PASS) | then() | do_before(note("b3")) | do_after(note("a3")),
                when(RESET) | then(INTERNAL) | do_after(note("a4")),
            ),
            define(UNLOCKED, entry=note("entry"))(when(PASS) | then(LOCKED)),
            initial=LOCKED,
            on_step=note("hook"),
            **options,
        )

    def take(self) -> str:
        words = ", ".join(self.trace)
        self.trace.clear()
        return words
