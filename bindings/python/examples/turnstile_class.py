"""The turnstile in the class style: its methods are what is done, and it counts what was paid."""

from enum import IntEnum, auto

from swiftfsm import Machine, entry, superstate, then, transition, when


class State(IntEnum):
    LOCKED = auto()
    UNLOCKED = auto()
    ALARMING = auto()


class Event(IntEnum):
    COIN = auto()
    PASS = auto()
    RESET = auto()


class Turnstile(Machine[State, Event, None]):
    """Built into a table once, as the class is made; every instance is a machine over it."""

    initial = State.LOCKED
    arguments = {Event.COIN: int}
    superstates = {tuple(State): superstate(when(Event.RESET) | then(State.LOCKED) | "alarm_off")}

    def __init__(self, price: int) -> None:
        super().__init__()
        self.price = price
        self.cents = 0

    def is_enough(self, cents: int) -> bool:
        return cents >= self.price

    @transition(State.LOCKED, Event.COIN, State.UNLOCKED, guard="is_enough")
    @transition(State.UNLOCKED, Event.COIN)
    def take(self, cents: int) -> None:
        self.cents += cents
        print(f"  {cents} cents taken, {self.cents} in the box")

    @transition(State.LOCKED, Event.PASS, State.ALARMING)
    def alarm_on(self) -> None:
        print("  the alarm sounds")

    def alarm_off(self, source: State) -> None:
        if source is State.ALARMING:
            print("  the alarm is silent")

    @transition(State.UNLOCKED, Event.PASS, State.LOCKED)
    def let_through(self) -> None:
        print("  somebody passes")

    @entry(State.LOCKED)
    def lock(self) -> None:
        print("  the arm is locked")


class FriendlyTurnstile(Turnstile):
    """Inherits all rows; a method that is overridden keeps the decorators of the first one."""

    def let_through(self) -> None:
        super().let_through()
        print("  have a nice day")


if __name__ == "__main__":
    gate = FriendlyTurnstile(price=150)
    for event, *coins in (
        (Event.COIN, 20),
        (Event.COIN, 150),
        (Event.PASS,),
        (Event.PASS,),
        (Event.RESET,),
    ):
        print(f"{gate.state.name}, {event.name}")
        print(f"  {gate.send(event, *coins).name}: {gate.state.name}")
