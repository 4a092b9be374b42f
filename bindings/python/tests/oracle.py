"""A naive interpreter of definitions: what a machine should do, said as slowly and as plainly as possible.

It knows nothing of the package and shares no code with it. Every step looks through all rows; errors are told by the
name of the class that the package should raise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Callable, Optional

from oracle_model import ANY, DYNAMIC, INTERNAL, REQUEST, SAME, Case, Id, Model, ModelRow


class Fault(Exception):
    """An error of the package, by the name of its class."""


@dataclass
class Sending:
    """An event, or a request, that waits for its turn."""

    event: Id
    requested: Optional[int] = None
    cases: tuple[Case, ...] = ()
    arguments: tuple[Any, ...] = ()
    is_stop: bool = False
    outcome: Optional[str] = None


@dataclass
class Interpreter:
    """One machine over a model. `call(name, self, sending)` is what a callback does, `provide(kind)` what a provider
    says; both may raise anything."""

    model: Model
    state: Optional[int]
    is_lenient: bool
    call: Callable[[str, Interpreter, Sending], Any]
    provide: Callable[[str], int]
    queue: list[Sending] = field(default_factory=list)
    closed: bool = False
    _is_busy: bool = False
    _present: Optional[Sending] = None
    """What is being handled: what is sent meanwhile has its cases."""

    def send(self, event: int, cases: Sequence[Case] = (), arguments: tuple[Any, ...] = ()) -> str:
        """What the package's send does; the outcome by its name."""
        self._must_run()
        if event not in self.model.events() and not any(row.event == ANY for row in self.model.every_row()):
            raise Fault("UnknownEventError")
        return self._submit(Sending(event, cases=self._checked(cases), arguments=arguments))

    def request(self, state: int, cases: Sequence[Case] = ()) -> str:
        if state not in self.model.states:
            raise Fault("UnknownStateError")
        return self._submit(Sending(REQUEST, requested=state, cases=self._checked(cases)))

    def stop(self) -> None:
        self._must_run()
        if self._is_busy:
            self.queue.append(Sending("", is_stop=True))
        else:
            self._outermost(lambda: self._carry_out_stop(Sending("", is_stop=True)))

    def start(self, state: int) -> None:
        self._must_be_open()
        if self.state is not None:
            raise Fault("AlreadyRunningError")

        def enter() -> None:
            self.state = state
            with_start = Sending("")
            self._ending(with_start, lambda: self._run(self.model.callbacks_of(state, "entry"), with_start))
            self._drain()

        self._outermost(enter)

    def update(self) -> Optional[str]:
        """As the package's; only while no event waits."""
        self._must_run()
        sending: list[Sending] = []

        def ask() -> None:
            assert self.state is not None
            for name in self.model.callbacks_of(self.state, "update"):
                event = self.call(name, self, Sending(""))
                if event is not None:
                    sending.append(Sending(event))
                    self.queue.append(sending[0])
                    break
            self._drain(sending[0] if sending else None)

        self._outermost(ask)
        return (sending[0].outcome or "QUEUED") if sending else None

    def run(self) -> None:
        self._must_be_open()
        self._outermost(lambda: self._drain(is_run=True))

    def discard(self) -> None:
        self._must_be_open()
        self.queue.clear()

    def close(self) -> None:
        self.closed = True
        self.queue.clear()

    def set_state(self, state: Optional[int]) -> None:
        self._must_be_open()
        self.state = state
        if state is None:
            self.queue.clear()

    def probe(self, sending: Sending) -> tuple[str, Optional[int]]:
        self._must_run()
        sending.cases = self._checked(sending.cases)
        row, target, was_refused = self._chosen(sending)
        if row is None:
            return ("REFUSED" if was_refused else "UNHANDLED"), self.state
        return "TRANSITIONED", target

    def permitted(self, cases: Sequence[Case], asks: bool) -> list[int]:
        self._must_run()
        return [
            event
            for event in self.model.events()
            if self._chosen(
                Sending(event, cases=self._checked(cases)), asks and event not in self.model.argument_types
            )[0]
        ]

    def _must_be_open(self) -> None:
        if self.closed:
            raise Fault("ClosedError")

    def _must_run(self) -> None:
        self._must_be_open()
        if self.state is None:
            raise Fault("NotRunningError")

    def _checked(self, cases: Sequence[Case]) -> tuple[Case, ...]:
        self._must_run()
        if self._is_busy and self._present is not None:
            named = {kind for kind, _ in cases} | self.model.provided
            cases = (*cases, *(case for case in self._present.cases if case[0] not in named))
        kinds = [kind for kind, _ in cases]
        if not self.is_lenient:
            if len(set(kinds)) < len(kinds):
                raise Fault("RepeatedPredicateError")
            if any(kind not in kinds and kind not in self.model.provided for kind in self.model.kinds):
                raise Fault("MissingPredicateError")
        return tuple(case for index, case in enumerate(cases) if case[0] not in kinds[:index])

    def _submit(self, sending: Sending) -> str:
        self._must_run()
        self.queue.append(sending)
        if not self._is_busy:
            self._outermost(lambda: self._drain(sending))
        return sending.outcome or "QUEUED"

    def _outermost(self, work: Callable[[], None]) -> None:
        self._is_busy = True
        try:
            work()
        finally:
            self._is_busy = False
            self._present = None

    def _drain(self, own: Optional[Sending] = None, is_run: bool = False) -> None:
        """Handles what waits. That another event than one's own is unknown, or led to an unknown state, is not told."""
        unknown: Optional[Fault] = None
        while self.queue:
            sending = self._present = self.queue.pop(0)
            try:
                if sending.is_stop:
                    self._carry_out_stop(sending)
                else:
                    self._step(sending)
            except Fault as fault:
                if str(fault) == "UnknownEventError":  # what waits behind it runs
                    unknown = fault if sending is own else unknown
                elif sending is own or is_run:
                    raise
                else:
                    break
            if self.closed:
                self.queue.clear()
        if unknown is not None:
            self._must_be_open()
            raise unknown

    def _carry_out_stop(self, sending: Sending) -> None:
        assert self.state is not None
        names = self.model.callbacks_of(self.state, "exit")

        def leave() -> None:
            self._run(names, sending)
            self.state = None

        self._ending(sending, leave)
        self.queue.clear()

    def _ending(self, sending: Sending, work: Callable[[], None]) -> None:
        """A step with what the hook for every step sees of it."""
        outcome = "CALLBACK_FAILED"
        try:
            work()
            outcome = sending.outcome or "TRANSITIONED"
        except Fault as fault:
            outcome = "UNKNOWN_STATE" if str(fault) == "UnknownStateError" else ""
            raise
        finally:
            if outcome:
                self.call(f"on_step {outcome}", self, sending)

    def _step(self, sending: Sending) -> None:
        def work() -> None:
            row, target, was_refused = self._chosen(sending)
            if row is None and not was_refused and sending.event not in (*self.model.events(), REQUEST):
                raise Fault("UnknownEventError")
            if row is not None:
                assert isinstance(target, int)
                self._take(row, target, sending)
                sending.outcome = "TRANSITIONED"
            elif was_refused:
                sending.outcome = "REFUSED"
            else:
                self.call("on_unhandled", self, sending)
                sending.outcome = "UNHANDLED"

        self._ending(sending, work)

    def _take(self, row: ModelRow, target: int, sending: Sending) -> None:
        source = self.state
        assert source is not None
        is_internal = row.target == INTERNAL
        enters = not is_internal and (source != target or self.model.is_always)
        for phase in self.model.order:
            if phase == "EXIT" and enters:
                self._run(self.model.callbacks_of(source, "exit"), sending)
            elif phase == "ACTIONS":
                self._run(row.actions, sending)
            elif phase == "COMMIT":
                self.state = target
            elif phase == "ENTRY":
                self._run(self.model.callbacks_of(target, "entry") if enters else (), sending)
                if source == target and not is_internal:
                    self._run(self.model.callbacks_of(target, "cycle"), sending)

    def _run(self, names: Sequence[str], sending: Sending) -> None:
        for name in names:
            self.call(name, self, sending)

    def _candidates(self, sending: Sending) -> list[ModelRow]:
        """The rows that match, the best ones first."""
        assert self.state is not None
        present: dict[str, Optional[int]] = dict(sending.cases)
        for kind in self.model.provided - set(present):
            present[kind] = self.provide(kind)
        found: list[ModelRow] = []
        for rows in (self.model.rows_of(self.state), self.model.anywhere):
            for is_named in (True, False):
                fitting = [row for row in rows if self._is_for(row, sending, is_named) and row.matches(present)]
                found += sorted(fitting, key=lambda row: -row.rank)
        return found

    @staticmethod
    def _is_for(row: ModelRow, sending: Sending, is_named: bool) -> bool:
        if sending.event == REQUEST:
            return row.event == REQUEST and row.target == (sending.requested if is_named else ANY)
        return row.event == (sending.event if is_named else ANY)

    def _chosen(self, sending: Sending, asks: bool = True) -> tuple[Optional[ModelRow], Optional[int], bool]:
        """The row to be taken, the next state, and whether some row was refused."""
        candidates = self._candidates(sending)
        for row in candidates if self.model.is_first_match else candidates[:1]:
            if not asks:
                return row, None, False
            if all(self.call(name, self, sending) for name in row.guards):
                target = self._target(row, sending)
                if target is not None:
                    return row, target, False
        return None, None, bool(candidates)

    def _target(self, row: ModelRow, sending: Sending) -> Optional[int]:
        if sending.event == REQUEST:
            return sending.requested
        if row.target in (SAME, INTERNAL):
            return self.state
        if row.target != DYNAMIC:
            assert isinstance(row.target, int)
            return row.target
        assert row.resolver is not None
        target: Optional[int] = self.call(row.resolver, self, sending)
        if target is not None and target not in self.model.states:
            raise Fault("UnknownStateError")
        return target
