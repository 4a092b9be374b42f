"""A turnstile: two states, two events, four rows. The first program to read."""

from enum import IntEnum

from swiftfsm import Table

State = IntEnum("State", "LOCKED UNLOCKED")
Event = IntEnum("Event", "COIN PASS")

turnstile = Table(
    [
        (State.LOCKED, Event.COIN, State.UNLOCKED, lambda step: print("  the arm is released")),
        (State.LOCKED, Event.PASS, State.LOCKED, lambda step: print("  the alarm sounds")),
        (State.UNLOCKED, Event.COIN, State.UNLOCKED, lambda step: print('  "thank you" lights up')),
        (State.UNLOCKED, Event.PASS, State.LOCKED, lambda step: print("  the arm is locked")),
    ],
    initial=State.LOCKED,
)
gate = turnstile.machine()
for event in (Event.PASS, Event.COIN, Event.COIN, Event.PASS, Event.PASS):
    print(f"{gate.state.name}, {event.name}")
    print(f"  {gate.send(event)}: {gate.state.name}")
