"""The builder's view of the callbacks of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..definition.callables import Function, Role

Registration = tuple[Function, Role]


class CallbackRegistry(Protocol):
    """Keeps Python functions, and knows how the library calls them."""

    @property
    def needs_callables(self) -> bool:
        """Whether some function may have to be a callable of the library."""
        ...

    @property
    def predicates(self) -> set[int]:
        """The numbers of the predicate types that registered functions ask for."""
        ...

    def register(self, functions: Sequence[Registration]) -> tuple[list[int], list[int]]:
        """Return a slot for each function, and the address of its finalizer, 0 for a function that is known already.

        The caller passes both to the library at once. Errors: TypeError for a function that cannot be called.
        """
        ...

    def callback(self, function: Function, role: Role, slot: int, finalize: int) -> tuple[int, int, int]:
        """Return an sfsm_callback for a registered function: function, context and finalizer, as addresses."""
        ...
