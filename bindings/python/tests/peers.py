"""Examples that other packages document, written for them and for swiftfsm: both leave the same trace."""

from __future__ import annotations

from typing import Any, Callable, Optional, Union

import pytest

import swiftfsm
from swiftfsm import Outcome

Trace = list[Any]
"""What happened, in order."""

needs_around = pytest.mark.skipif(
    not hasattr(swiftfsm, "do_before"), reason="this build has no callbacks before and after a row"
)
"""For examples with do_before, do_after, prepare, on_exception or error targets."""


def same(there: Callable[[Trace], None], here: Callable[[Trace], None]) -> None:
    """Run both, and compare their traces."""
    expected: Trace = []
    found: Trace = []
    there(expected)
    here(found)
    assert len(expected) > 2, "nothing happens"
    assert found == expected


def writing(trace: Trace, *words: str) -> dict[str, Callable[[], None]]:
    """Callbacks without parameters that write their own names."""

    def writer(word: str) -> Callable[[], None]:
        return lambda: trace.append(word)

    return {word: writer(word) for word in words}


class Model:
    """A model whose methods write their names, and whose guards agree unless they are refused."""

    def __init__(self, trace: Trace, *words: str, refused: Optional[set[str]] = None) -> None:
        vars(self).update(writing(trace, *words))
        if refused is not None:
            self.refused = refused


def sent(machine: Any, event: Union[str, Any], *arguments: Any) -> bool:
    """Whether the event was taken."""
    return bool(machine.send(event, *arguments) is Outcome.TRANSITIONED)


def triggered(model: Any, event: str, *arguments: Any) -> Any:
    """Whether transitions has taken an event; one that the state does not have is not."""
    return _unless("MachineError", lambda: model.trigger(event, *arguments))


def sent_there(machine: Any, event: str, *arguments: Any) -> bool:
    """Whether python-statemachine has taken an event."""

    def send() -> bool:
        machine.send(event, *arguments)
        return True

    return bool(_unless("TransitionNotAllowed", send))


def _unless(refusal: str, call: Callable[[], Any]) -> Any:
    """What a call returns; False if it raises the exception of this name."""
    try:
        return call()
    except Exception as error:
        if type(error).__name__ != refusal:
            raise
        return False
