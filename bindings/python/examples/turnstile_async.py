"""The turnstile with actions and guards that take their time: two gates at once, each in order."""

import asyncio
from enum import IntEnum, auto

from swiftfsm import Machine, transition


class State(IntEnum):
    LOCKED = auto()
    UNLOCKED = auto()


class Event(IntEnum):
    CARD = auto()
    PASS = auto()


class Bank:
    """Somewhere else: an answer takes a while."""

    async def pay(self, card: str) -> bool:
        await asyncio.sleep(0.01)
        return not card.startswith("stolen")


class Turnstile(Machine[State, Event, Bank]):
    initial = State.LOCKED
    arguments = {Event.CARD: str}

    def __init__(self, name: str, bank: Bank) -> None:
        super().__init__(context=bank)
        self.name = name
        self.log: list[str] = []

    async def is_paid(self, card: str) -> bool:
        return await self.context.pay(card)

    @transition(State.LOCKED, Event.CARD, State.UNLOCKED, guard="is_paid")
    async def unlock(self, card: str) -> None:
        await asyncio.sleep(0.01)
        self.log.append(f"the arm is released for {card}")

    @transition(State.UNLOCKED, Event.PASS, State.LOCKED)
    async def lock(self) -> None:
        await asyncio.sleep(0.01)
        self.log.append("the arm is locked")


async def visit(gate: Turnstile, card: str) -> None:
    outcome = await gate.asend(Event.CARD, card)
    gate.log.append(f"card: {outcome.name}")
    outcome = await gate.asend(Event.PASS)
    gate.log.append(f"pass: {outcome.name}")


async def main() -> None:
    bank = Bank()
    gates = {Turnstile("north", bank): "Ann's card", Turnstile("south", bank): "stolen card"}
    await asyncio.gather(*(visit(gate, card) for gate, card in gates.items()))
    for gate in gates:
        print(f"{gate.name}, {gate.state.name}", *gate.log, sep="\n  ")


if __name__ == "__main__":
    asyncio.run(main())
