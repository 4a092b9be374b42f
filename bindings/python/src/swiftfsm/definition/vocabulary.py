"""What a table knows: its states and events, its predicate types, and the arguments of its events."""

from __future__ import annotations

from enum import Enum
from typing import Any, Callable, Optional

from .arguments import ArgumentTypes
from .around import OnError
from .callables import Function
from .alphabet import Alphabet
from .predicates import PredicateTypes


class Vocabulary:
    """Filled while a table is built, only read afterwards, so any thread may read it."""

    def __init__(self) -> None:
        self.states: Alphabet = Alphabet("state")
        self.events: Alphabet = Alphabet("event")
        self.predicates: PredicateTypes = PredicateTypes()
        self.argument_types: dict[int, ArgumentTypes] = {}
        """The types of the arguments of an event, by its id; nothing for an event without arguments."""
        self.unreadable: set[int] = set()
        """The ids of events whose arguments are declared wrongly, so that no callback can be checked against them."""
        self.providers: set[int] = set()
        """The numbers of the predicate types that have a provider."""
        self.provided: list[tuple[Function, type[Enum]]] = []
        """Each provider, with the type whose current case it returns."""
        self.step_hooks: list[Function] = []
        """The hooks of all machines, called after every step."""
        self.unhandled_hooks: list[Function] = []
        """The hooks of all machines for events without a row."""
        self.is_watched: bool = False
        """Whether steps have to be performed in Python; see `calling.watch`."""
        self.prepare_hooks: tuple[Any, ...] = ()
        self.exception_hooks: tuple[Any, ...] = ()
        """Hooks of all machines that the library does not know."""
        self.error: Optional[OnError] = None
        """Where exceptions lead, unless a row or a state says so."""
        self.state_errors: dict[int, OnError] = {}
        """Where they lead in a state."""
        self.error_events: dict[OnError, int] = {}
        """The event by which they lead there."""
        self.is_chart: Optional[bool] = None
        """Whether the definition is a chart, once something of a machine was awaited."""
        self.find_parts: Callable[[], Any] = lambda: None
        """Returns the parts of the definition; None if its functions are not known."""
        self.rows: Optional[list[Any]] = None
        """All rows in the order of their numbers, once somebody has asked for the names of their functions."""
        self.transitions: dict[int, Any] = {}
        """The rows that explanations have named, by their index."""
        self.final: Optional[frozenset[int]] = None
        """The states that are declared as final, once somebody has asked."""
        self.tags: Optional[dict[int, frozenset[str]]] = None
        """The tags of the states that have some, once somebody has asked."""
        self.keeps_objects: bool = False
        """Whether Python objects that were sent may belong to deferred events, which the library does not count."""
