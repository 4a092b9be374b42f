"""Documents for the tests, and a program that has what they name."""

from __future__ import annotations

from typing import Any

TURNSTILE = """
definition turnstile version 3
  ids states locked = 0 unlocked = 1 alarming = 4
  event coin (i32 cents, str currency)
  predicate Policy weak strong
  callable guard enough bool(context, i32)
  initial locked

  superstate resettable
    reset -> locked / log
  state locked adopts resettable was closed
    entry lock
    exit unlock
    coin ? enough -> unlocked / thank
    pass [Policy weak] -> same / log
    pass [Policy strong] -> alarming
  state unlocked adopts resettable
    coin -> same / thank
    pass -> locked
  state alarming adopts resettable
    any -> internal / log
"""

PLAYER = """
definition player
  initial off
  state off
    power -> on
  parallel on
    power -> off
    state sound
      default quiet
      state quiet
        volume -> loud raises changed
      state loud
        volume -> quiet
        timeout 30000000 volume
    state source
      default last-source
      history last-source
        default radio
      changed -> internal / light-up
      state radio
        next ? in loud -> disc
      state disc
        next -> radio
"""


class Till:
    """What the turnstile names, written down as it is called."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def enough(self, cents: int) -> bool:
        return cents >= 150

    def thank(self, cents: int, currency: str) -> None:
        self.seen.append(f"thanks for {cents} {currency}")

    def log(self, event: int) -> None:
        self.seen.append(event)

    def lock(self) -> None:
        self.seen.append("lock")

    def unlock(self) -> None:
        self.seen.append("unlock")
