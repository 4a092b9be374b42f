"""What the machines of one table use in common."""

from __future__ import annotations

from collections import deque
from typing import Any

from ..definition.vocabulary import Vocabulary
from .making import Spare
from .message import Message, pack_any
from .query_rooms import Lists, lists_of
from .quick_events import QuickEvent


class Shared:
    """Beside the table, in which Python looks up a field more slowly: the class of tables has a `__getattr__`."""

    __slots__ = ("event_arguments", "quick", "state_arguments", "any_event", "permitted", "requestable", "spares")

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.event_arguments: dict[type, dict[Any, Any]] = {}
        """What sending an event passes to the library, filled as events are sent, by type and value: 1.0 is equal to 1, but
        no event."""
        self.quick: dict[Any, QuickEvent] = {}
        """Of these events, by the identity of what is passed."""
        self.state_arguments: dict[type, dict[Any, Any]] = {}
        """What setting a state passes to the library, by type and value."""
        self.any_event: Message = pack_any(vocabulary, (), True)
        """For queries about all events."""
        self.permitted: Lists
        self.requestable: Lists
        """What lists of events or states are written into."""
        self.spares: deque[Spare] = deque()  # a list that runs empty is allocated anew
        """Memory for machines to come."""

    def expect(self, states: int, events: int) -> None:
        """Make room for lists of so many states and events."""
        self.permitted, self.requestable = lists_of(events), lists_of(states)
