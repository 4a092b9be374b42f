"""A turnstile, whose alarm is wired only where it is enforced strongly. The first program to read."""

from enum import IntEnum, auto

from swiftfsm import Table, define, matching, superstate, then, when


class State(IntEnum):
    LOCKED = auto()
    UNLOCKED = auto()
    ALARMING = auto()


class Event(IntEnum):
    COIN = auto()
    PASS = auto()
    RESET = auto()


class Enforcement(IntEnum):
    WEAK = auto()
    STRONG = auto()


class Hardware:
    """What a machine is the mind of: its context."""

    def __init__(self, name: str) -> None:
        self.name = name

    def show(self, what: str) -> None:
        print(f"  {self.name}: {what}")


def unlock(context: Hardware) -> None:
    context.show("the arm is released")


def lock(context: Hardware) -> None:
    context.show("the arm is locked")


def thank(context: Hardware) -> None:
    context.show('"thank you" lights up')


def alarm_on(context: Hardware) -> None:
    context.show("the alarm sounds")


def alarm_off(context: Hardware) -> None:
    context.show("the alarm is silent")


resettable = superstate(when(Event.RESET) | then(State.LOCKED) | alarm_off | lock)
turnstile = Table(
    define(State.LOCKED, adopts=resettable)(
        when(Event.COIN) | then(State.UNLOCKED) | unlock,
        when(Event.PASS)(
            matching(Enforcement.WEAK) | then(),
            matching(Enforcement.STRONG) | then(State.ALARMING) | alarm_on,
        ),
    ),
    define(State.UNLOCKED, adopts=resettable)(
        when(Event.COIN) | then() | thank,
        when(Event.PASS) | then(State.LOCKED) | lock,
    ),
    define(State.ALARMING, adopts=resettable),
    initial=State.LOCKED,
)

if __name__ == "__main__":
    gate = turnstile.machine(context=Hardware("north"), lenient=True)
    sent: list[tuple[Event, list[Enforcement]]] = [
        (Event.PASS, [Enforcement.WEAK]),
        (Event.COIN, []),
        (Event.COIN, []),
        (Event.PASS, [Enforcement.STRONG]),
        (Event.PASS, [Enforcement.STRONG]),
        (Event.COIN, []),
        (Event.RESET, []),
    ]
    for event, cases in sent:
        print(f"{gate.state.name}, {' '.join([event.name, *(case.name for case in cases)])}")
        print(f"  {gate.send(event, *cases).name}: {gate.state.name}")
