"""A traffic light with a light for pedestrians: two regions, which tell each other by raised events.

Cars have green until somebody presses the button. If it is pressed while the cars have to stop, it waits: pedestrians
get another green afterwards.
"""

from enum import Enum, auto
from typing import Any

from swiftfsm import INTERNAL, Machine, Table, defer, define, parallel, raising, then, when


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
    TICK = auto()
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
                when(Event.TICK) | then(State.CARS_RED) | raising(Event.STOPPED),
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
                when(Event.TICK) | then(State.PEDESTRIANS_RED) | raising(Event.CROSSED),
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


if __name__ == "__main__":
    light = crossing.machine()
    for event in (
        Event.BUTTON,
        Event.TICK,
        Event.BUTTON,
        Event.TICK,
        Event.TICK,
        Event.FAULT,
        Event.BUTTON,
        Event.REPAIRED,
    ):
        print(f"{names(light)}: {event.name}")
        print(f"  {light.send(event).name}")
    print(names(light))
