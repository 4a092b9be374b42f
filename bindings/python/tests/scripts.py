"""What callbacks do when they are called, for the oracle and for the package alike: each has a copy of one script."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Optional

from oracle_model import Case


class Boom(Exception):
    """What callbacks raise."""


class Blast(BaseException):
    """What nobody catches by accident, as KeyboardInterrupt."""


@dataclass(frozen=True)
class Effect:
    """What one call of a callback does beside its work: word is raise, blast, send, stop, discard or close."""

    word: str
    number: int = 0
    """Of the exception; or the event."""
    cases: tuple[Case, ...] = ()
    arguments: tuple[Any, ...] = ()


class Doer:
    """A machine, as effects see it; errors come as exceptions."""

    def send(self, event: int, cases: tuple[Case, ...], arguments: tuple[Any, ...]) -> str:
        raise NotImplementedError

    def act(self, word: str) -> None:
        """stop, discard or close."""
        raise NotImplementedError


@dataclass
class Script:
    """Verdicts of guards, choices of resolvers and update callbacks, effects that still have to come, and the trace."""

    name_of: Callable[[BaseException], str]
    """How the error of a call reads in the trace."""
    verdicts: dict[str, bool] = field(default_factory=dict)
    choices: dict[str, Optional[int]] = field(default_factory=dict)
    effects: dict[str, list[Effect]] = field(default_factory=dict)
    present: dict[str, int] = field(default_factory=dict)
    """What the providers say."""
    trace: list[str] = field(default_factory=list)

    def perform(self, name: str, seen: str, doer: Doer) -> Any:
        """One call of the callback `name`, which saw `seen`."""
        self.trace.append(f"{name} {seen}".rstrip())
        waiting = self.effects.get(name)
        if waiting:
            self._carry_out(waiting.pop(0), doer)
        return self.verdicts.get(name, True) if name.startswith("guard") else self.choices.get(name)

    def _carry_out(self, effect: Effect, doer: Doer) -> None:
        if effect.word == "raise":
            raise Boom(effect.number)
        if effect.word == "blast":
            raise Blast(effect.number)
        try:
            if effect.word == "send":
                self.trace.append(f"  {effect}: {doer.send(effect.number, effect.cases, effect.arguments)}")
            else:
                doer.act(effect.word)
                self.trace.append(f"  {effect.word}: done")
        except Exception as error:
            self.trace.append(f"  {effect}: {self.name_of(error)}")
