"""What decorators make of a function: one of its own for each class."""

from __future__ import annotations

from typing import Any

import pytest

from swiftfsm import Machine, define, on_step, transition


def log(self: Any) -> None:
    """Says that it ran."""
    LOGGED.append(self.state)


LOGGED: list[str] = []


def rows_of(kind: type[Machine[Any, Any, Any]]) -> list[tuple[object, object, object]]:
    return [(row.source, row.event, row.target) for row in kind.table.transitions()]


def test_two_classes_decorate_one_function() -> None:
    class Going(Machine[str, str, None]):
        initial = "a"
        go = transition("a", "go", "b")(log)
        rows = [define("b", final=True)]

    class Paying(Machine[str, str, None]):
        initial = "a"
        pay: Any = transition("a", "pay", "b")(log)
        rows = [define("b", final=True)]

    assert (rows_of(Going), rows_of(Paying)) == ([("a", "go", "b")], [("a", "pay", "b")])
    Paying().pay()
    assert LOGGED == ["a"]
    assert (Paying.pay.__doc__, Paying.pay.__name__, vars(log)) == ("Says that it ran.", "log", {})


def test_a_subclass_decorates_the_method_of_its_base_once_more() -> None:
    class Base(Machine[str, str, None]):
        initial = "a"
        rows = [define("b", final=True)]

        @transition("a", "go", "b")
        def go(self) -> None: ...

    class Both(Base):
        go = transition("a", "pay", "b")(Base.go)

    class Plain(Base): ...

    assert sorted(map(str, rows_of(Both))) == sorted(map(str, [("a", "go", "b"), ("a", "pay", "b")]))
    assert rows_of(Base) == rows_of(Plain) == [("a", "go", "b")]


def test_what_a_decorated_function_keeps() -> None:
    def outer() -> int:
        return 5

    class Base:
        @transition("a", "go", "b")
        def go(self, first: int, *, second: str = "x") -> str:
            return f"{first}{second}{outer()}{super().__repr__() is not None}"

        @transition("a", "stop", "b")
        @staticmethod
        def stop(first: int = 3) -> int:
            return first

    stop: Any = Base.stop
    assert (Base().go(1), Base().go(1, second="y"), stop()) == ("1x5True", "1y5True", 3)
    assert (Base.go.__qualname__, Base.go.__annotations__["second"]) == (f"{Base.__qualname__}.go", "str")


def test_a_function_that_cannot_be_decorated() -> None:
    with pytest.raises(TypeError, match="<built-in function print> cannot be decorated: wrap it in a function"):
        on_step(print)
