"""States as classes, in the body of a class of machines and in each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import FunctionType
from typing import Any, ClassVar, Optional

from ..definition.blocks import Adopted, Tags
from ..definition.callables import Actions
from ..definition.ids import Event, State
from ..definition.state_words import Define, define
from ..definition.state_words import parallel as define_parallel
from .decorators import marks_of


class Nested:
    """The base of a class that is a state. The states that are nested in it are classes in its body.

        class Crossing(Machine[State, Event, None]):
            initial = State.DAY

            class Day(Nested, state=State.DAY, initial=State.RED):
                rows = [
                    when(Event.NIGHT) | then(State.DARK),
                    define(State.RED, entry="stop")(when(Event.TICK) | then(State.GREEN)),
                    define(State.GREEN)(when(Event.TICK) | then(State.RED)),
                ]

            def stop(self): ...

    state: the state; the other parameters are those of `define`, and `parallel`. A subclass of such a class has its
        parameters and its body, and may replace them.

    Methods stand in the body of the class of machines. Here they are given by name.
    """

    rows: ClassVar[Sequence[Any]]
    """The rows of the state, and nested states: all that `define(state)(...)` takes."""

    _given: ClassVar[dict[str, Any]] = {}
    _definition: ClassVar[Define[Any, Any]]

    def __init_subclass__(
        cls,
        *,
        state: Optional[State] = None,
        parallel: bool = False,
        adopts: Adopted[Any, Any] = (),
        entry: Actions = (),
        exit: Actions = (),
        cycle: Actions = (),
        update: Actions = (),
        final: bool = False,
        initial: Optional[State] = None,
        on_initial: Actions = (),
        done: Optional[Event] = None,
        error_target: Optional[State] = None,
        error_event: Optional[Event] = None,
        tags: Tags = (),
    ) -> None:
        super().__init_subclass__()
        said = {"state": state, "parallel": parallel, "adopts": adopts, "entry": entry, "exit": exit, "cycle": cycle}
        said |= {"error_target": error_target, "error_event": error_event}
        said |= {"update": update, "final": final, "initial": initial, "on_initial": on_initial, "done": done, "tags": tags}
        cls._given = {**cls._given, **{word: value for word, value in said.items() if not _is_nothing(value)}}
        if "state" not in cls._given:
            raise TypeError(f"{cls.__name__} needs its state: class {cls.__name__}(Nested, state=State.…)")
        cls._definition = _define(cls.__name__, **cls._given)(list(_contents(cls)))


def _is_nothing(value: object) -> bool:
    return value is None or value is False or value == ()


def _define(name: str, parallel: bool = False, **given: Any) -> Define[Any, Any]:
    if not parallel:
        return define(**given)
    wrong = [word for word in ("final", "initial", "on_initial") if word in given]
    if wrong:
        raise TypeError(f"{name} is parallel, so that it has no {' and no '.join(wrong)}: all its children are active")
    return define_parallel(**given)


def _contents(kind: type[Nested]) -> Iterator[Any]:
    """The rows and nested states in the bodies of a class and of its bases, in their order."""
    for owner in reversed(kind.__mro__):
        if owner is not Nested and issubclass(owner, Nested):
            for name, value in vars(owner).items():
                if isinstance(value, FunctionType) or marks_of(value):
                    raise TypeError(
                        f"{kind.__qualname__}.{name} is a method: put it into the body of the class of machines, and "
                        f"name it here"
                    )
            yield from items_of(kind, owner)


def items_of(kind: type, owner: type) -> Iterator[Any]:
    """Return what the body of `owner`, a base of `kind`, says of rows and states, in its order.

    A nested class that `kind` has replaced is left out.
    """
    for name, value in vars(owner).items():
        if name == "rows":
            yield value
        elif is_nested(value) and getattr(kind, name, None) is value:
            yield getattr(value, "_definition")


def is_nested(value: object) -> bool:
    """Return whether an attribute is a state."""
    return isinstance(value, type) and issubclass(value, Nested)
