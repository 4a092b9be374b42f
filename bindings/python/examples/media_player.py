"""A media player in the class style: nested classes are nested states, and a call interrupts whatever plays."""

from collections import deque
from enum import Enum, auto

from swiftfsm import Machine, Nested, define, entry, history, then, transition, when


class State(Enum):
    EMPTY = auto()
    LOADED = auto()
    PLAYING = auto()
    PAUSED = auto()
    ENDED = auto()
    BEFORE_THE_CALL = auto()
    CALL = auto()


class Event(Enum):
    LOAD = auto()
    PLAY = auto()
    NEXT = auto()
    OVER = auto()
    RING = auto()
    HANG_UP = auto()


class Player(Machine[State, Event, None]):
    initial = State.EMPTY
    arguments = {Event.LOAD: object}

    class Loaded(Nested, state=State.LOADED, initial=State.PLAYING, done=Event.OVER):
        rows = [
            when(Event.OVER) | then(State.EMPTY) | "eject",
            when(Event.RING) | then(State.CALL),
            history(State.BEFORE_THE_CALL),
            define(State.PAUSED)(when(Event.PLAY) | then(State.PLAYING)),
            define(State.ENDED, final=True),
        ]

        class Playing(Nested, state=State.PLAYING, entry="play", cycle="play"):
            rows = [when(Event.PLAY) | then(State.PAUSED)]

    rows = [define(State.CALL)(when(Event.HANG_UP) | then(State.BEFORE_THE_CALL))]

    def __init__(self) -> None:
        super().__init__()
        self.titles: deque[str] = deque()

    @transition(State.EMPTY, Event.LOAD, State.LOADED)
    def load(self, titles: object) -> None:
        assert isinstance(titles, list)
        self.titles.extend(titles)

    def play(self) -> None:
        print(f"  plays {self.titles[0]}")

    def has_more(self) -> bool:
        return len(self.titles) > 1

    @transition(State.PLAYING, Event.NEXT, guard="has_more")
    def skip(self) -> None:
        self.titles.popleft()

    @transition(State.LOADED, Event.NEXT, State.ENDED)
    def end(self) -> None:
        self.titles.clear()

    def eject(self) -> None:
        print("  ejects the disc")

    @entry(State.CALL)
    def answer(self) -> None:
        print("  is silent")


if __name__ == "__main__":
    player = Player()
    discs = [["Blue", "All I Want"]]
    for event in (
        Event.LOAD,
        Event.RING,
        Event.HANG_UP,
        Event.PLAY,
        Event.RING,
        Event.HANG_UP,
        Event.PLAY,
        Event.NEXT,
        Event.NEXT,
    ):
        print(f"{player.state.name}, {event.name}")
        player.send(event, *(discs if event is Event.LOAD else []))
    print(player.state.name)
