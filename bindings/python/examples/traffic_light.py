"""A traffic light with a light for pedestrians: two regions, which tell each other by raised events.

Cars have green until somebody presses the button. If it is pressed while the cars have to stop, it waits: pedestrians
get another green afterwards. Yellow and the green of the pedestrians end by themselves, after a while that the clock of
asyncio tells.
"""

import asyncio
from enum import Enum, auto
from typing import Any

from swiftfsm import INTERNAL, Machine, Step, Table, after, defer, define, parallel, raising, then, when

SECOND = 0.02
"""So that nobody has to wait long."""


class State(Enum):
    WORKING = auto()
    CARS = auto()
    CARS_GREEN = auto()
    CARS_YELLOW = auto()
    CARS_RED = auto()
    PEDESTRIANS = auto()
    PEDESTRIANS_RED = auto()
    PEDESTRIANS_GREEN = auto()
    BLINKING = auto()


class Event(Enum):
    BUTTON = auto()
    STOPPED = auto()
    CROSSED = auto()
    FAULT = auto()
    REPAIRED = auto()


def show(text: str) -> None:
    print(f"  {text}")


crossing = Table(
    parallel(State.WORKING)(
        when(Event.FAULT) | then(State.BLINKING),
        define(State.CARS, initial=State.CARS_GREEN)(
            define(State.CARS_GREEN, entry=lambda: show("cars: green"))(
                when(Event.BUTTON) | then(State.CARS_YELLOW),
            ),
            define(State.CARS_YELLOW, entry=lambda: show("cars: yellow"))(
                after(3 * SECOND) | then(State.CARS_RED) | raising(Event.STOPPED),
                defer(Event.BUTTON),
            ),
            define(State.CARS_RED, entry=lambda: show("cars: red"))(
                when(Event.CROSSED) | then(State.CARS_GREEN),
                defer(Event.BUTTON),
            ),
        ),
        define(State.PEDESTRIANS, initial=State.PEDESTRIANS_RED)(
            define(State.PEDESTRIANS_RED, entry=lambda: show("pedestrians: red"))(
                when(Event.STOPPED) | then(State.PEDESTRIANS_GREEN),
            ),
            define(State.PEDESTRIANS_GREEN, entry=lambda: show("pedestrians: green"))(
                after(10 * SECOND) | then(State.PEDESTRIANS_RED) | raising(Event.CROSSED),
            ),
        ),
    ),
    define(State.BLINKING, entry=lambda: show("all lights blink"))(
        when(Event.REPAIRED) | then(State.WORKING),
        when(Event.BUTTON) | then(INTERNAL) | (lambda: show("nobody looks at the button")),
    ),
    initial=State.WORKING,
)


def names(light: Machine[State, Event, Any]) -> str:
    return ", ".join(state.name for state in light.states)


def tell(step: Step) -> None:
    assert step.outcome is not None
    name = step.event.name if isinstance(step.event, Event) else "time"
    print(f"{name}: {step.outcome.name}")


async def main() -> None:
    light = crossing.machine()
    light.on_step(tell)
    for second, event in ((1, Event.BUTTON), (5, Event.BUTTON), (16, Event.FAULT), (17, Event.BUTTON)):
        light.send_later(event, second * SECOND)
    light.send_later(Event.REPAIRED, 18 * SECOND)
    async with light.clock():
        while light.next_due is not None:
            await asyncio.sleep(SECOND)
    print(names(light))


if __name__ == "__main__":
    asyncio.run(main())
