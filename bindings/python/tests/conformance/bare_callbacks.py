"""Callbacks as the library takes them, through nothing but the prototypes."""

from __future__ import annotations

from ctypes import POINTER, byref, c_void_p, cast
from typing import Any, Optional

from swiftfsm import NONE
from swiftfsm.library.generated.records import (
    sfsm_any_function,
    sfsm_callback,
    sfsm_closure_handler,
    sfsm_finalizer,
    sfsm_function,
    sfsm_step,
)
from swiftfsm.library.loading import library

from .bare_values import read_value
from .case import Callback, Case, Signature
from .text import Fault
from .ways import Perform, Skipped, ToldStep
from .words import TYPES


def outcome_words(status: int) -> str:
    """The words of a status or outcome: "unknown event"."""
    name: str = library.sfsm_status_name(status).decode()
    return name.replace("SFSM_", "").replace("_", " ").lower()


class BareCallbacks:
    """All callbacks of a case. Which machine runs is told for each run."""

    def __init__(self, case: Case) -> None:
        self.perform: Optional[Perform] = None
        self.machine = 0
        self.context = 0
        self.faults: list[Exception] = []
        """What went wrong in callbacks with the runner itself: an exception must not cross the library."""
        self._kept: list[Any] = []
        self._release: list[tuple[Any, c_void_p]] = []
        self._known: dict[int, Any] = {}
        for callback in case.callbacks.values():
            make = self._plain if callback.signature is None else self._callable
            try:
                self._known[id(callback)] = make(callback)
            except BaseException:
                self.release()
                raise

    def of(self, callback: Callback) -> Any:
        """The sfsm_callback of a callback, for one registration."""
        known = self._known[id(callback)]
        return library.sfsm_callable_callback(known) if isinstance(known, c_void_p) else known

    def parts(self, callback: Callback) -> tuple[Any, Any, Any]:
        """The three arguments that stand for it."""
        whole = self.of(callback)
        return whole.function, whole.context, whole.finalizer

    def release(self) -> None:
        """Releases callables and closures."""
        while self._release:
            function, address = self._release.pop()
            function(address)

    def _plain(self, callback: Callback) -> Any:
        def perform(step: int, context: Optional[int]) -> int:
            return self._answer(callback, step, None)

        function = sfsm_function(perform)
        self._kept.append(function)
        return sfsm_callback(function, None if callback.role in ("unhandled", "step") else 1, sfsm_finalizer())

    def _callable(self, callback: Callback) -> c_void_p:
        signature = callback.signature
        assert signature is not None
        if signature.is_variadic:
            return self._variadic(signature)

        def handle(context: Any, values: Any, count: int, result: Any) -> int:
            try:
                given = self._read(signature, values, count, result)
            except Exception as error:
                self.faults.append(error)
                return 0
            place = next((i for i, each in enumerate(signature.parameters) if each.kind == "step"), None)
            answer = self._answer(callback, None if place is None else values[place].ptr, given)
            if signature.result == "bool":
                result[0].boolean = answer != 0
            elif signature.result == "i32":
                result[0].i32 = answer
            return 0

        handler, closure, made = sfsm_closure_handler(handle), c_void_p(), c_void_p()
        self._kept.append(handler)
        text = signature.text.encode()
        status = library.sfsm_closure_create(text, handler, None, sfsm_finalizer(), byref(closure))
        if status == 0:
            self._release.append((library.sfsm_closure_release, closure))
            native = library.sfsm_closure_function(closure)
            # Without a context of its own: it is passed the machine's.
            status = library.sfsm_callable_create(native, text, None, sfsm_finalizer(), byref(made))
        return self._made(signature, status, made)

    def _variadic(self, signature: Signature) -> c_void_p:
        """A callable whose signature can be judged, but which cannot be called."""

        def refuse() -> None:
            self.faults.append(Skipped("a function of Python cannot be variadic as one of C is"))

        function, made = sfsm_any_function(refuse), c_void_p()
        self._kept.append(function)
        status = library.sfsm_callable_create(function, signature.text.encode(), 1, sfsm_finalizer(), byref(made))
        return self._made(signature, status, made)

    def _made(self, signature: Signature, status: int, made: c_void_p) -> c_void_p:
        if status < 0:
            raise Fault(signature.line, f"{signature.text} cannot be made a callable: {outcome_words(status)}")
        self._release.append((library.sfsm_callable_release, made))
        return made

    def _read(self, signature: Signature, values: Any, count: int, result: Any) -> list[Any]:
        """What a closure was passed; ids and cases as numbers, all else as values."""
        types = [TYPES.index(each.type) for each in signature.parameters]
        if [each.type for each in values[:count]] != types or result[0].type != TYPES.index(signature.result):
            if TYPES.index(signature.result) or result[0].type:
                raise Fault(signature.line, f"the closure is called with something else than {signature.text}")
        given: list[Any] = []
        for parameter, value in zip(signature.parameters, values[:count]):
            if parameter.kind == "context" and value.ptr != self.context:
                raise Fault(signature.line, "the context is not the machine's")
            is_number = parameter.kind in ("event", "source", "target", "predicate")
            is_pointer = parameter.kind in ("context", "step")
            given.append(value.i32 if is_number else None if is_pointer else read_value(value))
        return given

    def _answer(self, callback: Callback, step: Optional[int], given: Optional[list[Any]]) -> int:
        idle = int(NONE) if callback.role in ("resolver", "update") else 0
        if self.faults or self.perform is None:
            return idle
        try:
            happening = self.perform(callback, None if step is None else self._told(step), given)
        except Exception as error:
            self.faults.append(error)
            return idle
        return idle if happening is None else int(happening.answer)

    def _told(self, address: int) -> ToldStep:
        step = cast(address, POINTER(sfsm_step)).contents
        return ToldStep(
            belongs=step.machine == self.machine and step.context == self.context,
            ids=(step.source, step.event, step.target),
            outcome=outcome_words(step.outcome),
            time=step.time,
            arguments=[read_value(each) for each in step.arguments[: step.argument_count]],
            case_of=lambda predicate: int(library.sfsm_step_case(byref(step), predicate)),
        )


