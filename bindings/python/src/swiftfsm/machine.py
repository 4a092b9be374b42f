"""The machine: one token over a table, a state and a context."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import POINTER, byref, c_int32, c_size_t, c_void_p, cast, sizeof
from enum import Enum
from typing import TYPE_CHECKING, Any, Callable, Generic, NamedTuple, NoReturn, Optional, Protocol, TypeVar, Union

from .answers import Role
from .asynchronous import NOTHING, Agenda
from .asynchronous import QUEUE_LIMIT as QUEUE_LIMIT
from .classes import Declared, TableOf, table_of
from .callbacks import Callbacks, add_machine, finalizer, remove_machine, trampoline
from .definition import Action
from .generics import ContextT, EventT, StateT
from .errands import requesting, sending, starting, stopping, updating
from .handles import Handle
from .ids import FIRST_ID, INITIAL, NONE, Member, Reserved
from .loading import library
from .prototypes import (
    LENIENT,
    REQUESTS,
    WITHOUT_GUARDS,
    sfsm_case,
    sfsm_finalizer,
    sfsm_function,
    sfsm_machine_options,
    sfsm_reason,
    sfsm_value,
)
from .reasons import Reason, ReasonKind, sentence
from .results import (
    ArgumentsError,
    BusyError,
    ClosedError,
    Outcome,
    Status,
    UnknownPredicateError,
    error_of,
)

if TYPE_CHECKING:
    from .answers import Run
    from .payloads import Objects
    from .table import Table

_Self = TypeVar("_Self", bound="Machine[Any, Any, Any]")


def _quick(name: str) -> Callable[..., int]:
    """A function of the library that takes ready-made arguments as they are: half the time of one that checks."""
    function = library[name]
    function.restype = c_int32
    return function


_send = _quick("sfsm_machine_send")
_send_with = _quick("sfsm_machine_send_with")
_state = _quick("sfsm_machine_state")

class Runs(Protocol):
    """What calls the callbacks of a machine, by slot."""

    def __getitem__(self, slot: int, /) -> Run: ...


# A tuple is looked up faster than Outcome(number); the first place is never asked for.
_OUTCOMES: tuple[Outcome, ...] = (Outcome.TRANSITIONED, *Outcome)


class Probe(NamedTuple):
    """What sending an event would come to."""

    outcome: Outcome
    target: Member
    """The state after such a step: the present one unless the outcome is TRANSITIONED."""


class Sent(NamedTuple):
    """What is sent with an event, ready for the library."""

    cases: bytes
    case_count: c_size_t
    arguments: Optional[bytes]
    argument_count: c_size_t
    kept: object
    """What the arguments point to."""

    def parts(self) -> tuple[Any, c_size_t, Any, c_size_t]:
        """The arguments of a function with prototypes; good as long as this is kept."""
        # The stubs of cast do not know bytes.
        cases: Any = self.cases
        values: Any = self.arguments
        return cast(cases, POINTER(sfsm_case)), self.case_count, cast(values, POINTER(sfsm_value)), self.argument_count


class Machine(Declared, Handle, Generic[StateT, EventT, ContextT]):
    """A machine in state `state`: a state, INITIAL for the table's, or None for one that is not started yet.

    Made by `Table.machine`, or by a class of machines, whose body is the definition (see `swiftfsm.classes`).

    No callback runs when it is made: entry callbacks run with `start`. `context` is any object of yours; callbacks
    find it in their step. A lenient machine may be sent events without cases of some predicate types.

    An exception of a callback ends the step at once and comes out of the call that ran it (send, start, stop, probe,
    permitted, run), KeyboardInterrupt too. If it came before the commit, the state is the old one, otherwise the new
    one; events that wait stay in the queue until `run` or the next send.

    Only one thread may use a machine at any time; different machines over one table are independent.
    Raises UnknownStateError; every call on a closed machine raises ClosedError.
    """

    __slots__ = (
        "context",
        "_table",
        "_number",
        "_event_arguments",
        "_members",
        "_exception",
        "_hooks",
        "_objects",
        "_is_lenient",
        "_runs",
        "_agenda",
    )
    _noun = "machine"
    _release = library.sfsm_machine_release
    _remove = staticmethod(remove_machine)

    context: ContextT
    """Yours; may be replaced at any time."""

    table = TableOf()
    """Its table; of a class of machines also that of the class."""

    def __init__(
        self,
        context: ContextT = None,  # type: ignore[assignment]
        state: Union[StateT, Reserved, None] = INITIAL,
        *,
        lenient: bool = False,
        table: Optional[Table[StateT, EventT]] = None,
    ) -> None:
        self._table = table = table_of(type(self)) if table is None else table
        self._number = add_machine(self)
        self.context = context
        # What the trampoline calls; an asend has its own instead, while it asks the library for a step.
        self._runs: Runs = table._callbacks
        # What is to be done in turn, once there was an asend.
        self._agenda: Optional[Agenda] = None
        # What a callback raised, until the call under way comes back; set by the trampoline.
        self._exception: Optional[BaseException] = None
        self._hooks: dict[str, Callbacks] = {}
        # Objects that were sent and have not been handled yet.
        self._objects: dict[int, object] = {}
        self._is_lenient = lenient
        self._event_arguments = table._event_arguments
        self._members = table._states.members
        address = c_void_p()
        number = self._state_id(state)
        table._open()
        options = sfsm_machine_options(
            sizeof(sfsm_machine_options), number, LENIENT if lenient else 0, self._number
        )
        status = library.sfsm_machine_create_with(table._argument, byref(options), byref(address))
        if status < 0:
            raise error_of(
                status,
                "this table declares no initial state: name the state in which the machine begins"
                if number == INITIAL and table.initial is None
                else f"this table has no {table._states.describe(state)} in which a machine could begin",
            )
        assert address.value is not None
        super().__init__(address.value)

    @property
    def state(self) -> Member:
        """The present state; inside a step the old one until the commit. None if it is stopped."""
        number = _state(self._argument)
        state = self._members.get(number, number)
        if state is None:
            self._open()
        return state

    def send(self, event: EventT, *things: Any) -> Outcome:
        """Sends an event and runs the step to completion, then those of all events that its callbacks sent here.

        things: cases, members of the table's predicate types; everything else is what the event carries, in order.

        Returns what came of `event` itself; QUEUED from inside a callback of this machine. O(1) in rows, states and
        events. Raises NotRunningError, UnknownEventError, QueueFullError; PredicateError and ArgumentsError for
        `things` that do not fit, nothing having happened then; UnknownStateError if a resolver named a state that the
        table does not have; and whatever a callback raised, of this event or of one that runs before or behind it.
        """
        argument = self._event_arguments.get(event)
        if argument is None:
            if self._is_occupied:
                return Outcome(self._agenda_of().carry_out_plainly(self, sending(self, event, things)))
            argument = self._table._event_argument(event)
        if things:
            return self._send_things(event, argument, things)
        outcome = _send(self._argument, argument)
        if self._objects:
            self._settle()
        if outcome > 0:
            return _OUTCOMES[outcome]
        self._fail(outcome, event=event)

    def _send_things(self, event: Any, argument: Any, things: Sequence[Any]) -> Outcome:
        sent = self._pack(event, things)
        outcome = _send_with(self._argument, argument, sent.cases, sent.case_count, sent.arguments, sent.argument_count)
        if self._objects:
            self._settle()
        if outcome > 0:
            return _OUTCOMES[outcome]
        self._fail(outcome, event=event)

    def _pack(self, event: Any, things: Sequence[Any], objects: Optional[Objects] = None) -> Sent:
        """What is sent with an event, as the library takes it. Objects are kept in `objects`, or by the machine."""
        layout = self._table._layout
        packed = layout.predicates.packed
        cases, values = [], []
        for thing in things:
            known = packed.get(type(thing))
            if known is None:
                values.append(thing)
            else:
                cases.append(known[thing])
        payload = layout.payloads.get(self._table._events.identify(event)) if event is not None else None
        if payload is None:
            strangers = [value for value in values if not isinstance(value, Enum)]
            if strangers:
                raise ArgumentsError(
                    f"{self._table._events.describe(event)} carries nothing, but was sent with {tuple(strangers)!r}: "
                    f"declare what it carries (arguments=...)"
                )
            if values and not self._is_lenient:
                raise UnknownPredicateError(
                    f"{values[0]!r} is of no predicate type of this table: name the type in a row, or in predicates="
                )
            return Sent(b"".join(cases), c_size_t(len(cases)), None, c_size_t(0), None)
        try:
            array, kept = payload.pack(values, self._objects if objects is None else objects)
        except TypeError as error:
            raise ArgumentsError(f"{self._table._events.describe(event)} {error}") from None
        return Sent(b"".join(cases), c_size_t(len(cases)), array, c_size_t(len(payload)), kept)

    def request(self, state: StateT, *cases: Enum) -> Outcome:
        """Requests that the machine go to a state, by a row for requests; as `send` in all else."""
        if self._is_occupied:
            return Outcome(self._agenda_of().carry_out_plainly(self, requesting(self, state, cases)))
        sent = self._pack(None, cases)
        outcome = library.sfsm_machine_request_matching(
            self._argument, self._table._states.identify(state), *sent.parts()[:2]
        )
        if self._objects:
            self._settle()
        if outcome <= 0:
            self._fail(outcome, state=state)
        return Outcome(outcome)

    def update(self, time: float = 0.0) -> Optional[Outcome]:
        """Tells the machine that time has passed: the update callbacks of its state run, up to the first that names an
        event, which is sent. What came of it; None if none was named. Raises as `send` does, and BusyError."""
        if self._is_occupied:
            self._must_be_idle()
            came = self._agenda_of().carry_out_plainly(self, updating(time))
            return Outcome(came) if came else None
        outcome = library.sfsm_machine_update(self._argument, time, None)
        if self._objects:
            self._settle()
        if outcome < 0:
            self._fail(outcome)
        return Outcome(outcome) if outcome else None

    def start(self, state: Union[StateT, Reserved, None] = INITIAL) -> None:
        """Enters `state`, by default the table's initial one, and runs its entry callbacks, then what they sent.

        With LAST it enters the state in which it was when it stopped, or else the initial one.

        Raises AlreadyRunningError, UnknownStateError, BusyError, and what a callback raised: then it runs, in that
        state.
        """
        self._must_be_idle()
        status = library.sfsm_machine_start(self._argument, self._state_id(state))
        if self._objects:
            self._settle()
        if status < 0:
            self._fail(status, state=state)

    def stop(self) -> None:
        """Runs the state's exit callbacks; then the machine has no state, and events that still wait are dropped.

        From inside one of its own callbacks: carried out after the events that wait already. Raises NotRunningError,
        and what an exit callback raised: then the machine still runs, in its state.
        """
        if self._is_occupied:
            self._agenda_of().carry_out_plainly(self, stopping())
            return
        status = library.sfsm_machine_stop(self._argument)
        if self._objects:
            self._settle()
        if status < 0:
            self._fail(status)

    def set_state(self, state: Union[StateT, Reserved, None]) -> None:
        """Puts the machine into a state (or INITIAL), without any callback, to restore one that was saved.

        Events that wait stay; with None the machine is stopped, and they are dropped. Raises UnknownStateError,
        BusyError.
        """
        self._must_be_idle()
        status = library.sfsm_machine_set_state(self._argument, self._state_id(state))
        if self._objects:
            self._settle()
        if status < 0:
            self._fail(status, state=state)
        if state is None and self._agenda is not None:
            self._agenda.clear(self)

    def probe(self, event: EventT, *things: Any) -> Probe:
        """What sending `event` would come to now: (outcome, target). Nothing changes and no action runs.

        Guards and resolvers are asked, so let them have no effects. Raises as `send` does, but BusyError if a guard
        sends an event to this machine. May be called from inside a callback.
        """
        sent = self._pack(event, things)
        target = c_int32()
        outcome = self._plainly(
            library.sfsm_machine_probe_with,
            self._table._events.identify(event),
            *sent.parts(),
            byref(target),
        )
        if self._objects:
            self._settle()
        if outcome <= 0:
            self._fail(outcome, event=event)
        return Probe(Outcome(outcome), self._table._states.member(target.value))

    def _plainly(self, ask: Callable[..., int], *arguments: Any) -> int:
        """Asks the library something, also inside an asend: guards and resolvers are called as in a plain send."""
        former, self._runs = self._runs, self._table._callbacks
        try:
            return ask(self._argument, *arguments)
        finally:
            self._runs = former

    def can(self, event: EventT, *things: Any) -> bool:
        """Whether `event` would be taken now; as `probe`."""
        return self.probe(event, *things).outcome is Outcome.TRANSITIONED

    def explain(self, event: EventT, *things: Any) -> list[Reason]:
        """Why each row that the state has for an event would be taken or not, in the order in which they are tried."""
        sent = self._pack(event, things)
        capacity = 16
        while True:
            reasons, count = (sfsm_reason * capacity)(), c_size_t()
            outcome = self._plainly(
                library.sfsm_machine_explain_with,
                self._table._events.identify(event),
                *sent.parts(),
                reasons,
                capacity,
                byref(count),
            )
            if self._objects:
                self._settle()
            if outcome <= 0:
                self._fail(outcome, event=event)
            if count.value <= capacity:
                return [self._reason(reason) for reason in reasons[: count.value]]
            capacity = count.value

    def _reason(self, reason: Any) -> Reason:
        predicates = self._table._layout.predicates
        return Reason(
            ReasonKind(reason.kind),
            self._table._transition(reason.transition),
            predicates.kinds[reason.predicate] if 0 <= reason.predicate < len(predicates.kinds) else None,
            predicates.member(reason.predicate, reason.value),
            None if reason.guard < 0 else reason.guard,
        )

    def why_not(self, event: EventT, *things: Any) -> Optional[str]:
        """A sentence that says why an event would not be taken now; None if it would be."""
        if self.can(event, *things):
            return None
        states, events = self._table._states, self._table._events
        return sentence(events.describe(event), states.describe(self.state), self.explain(event, *things))

    def permitted(self, *cases: Enum, guards: bool = True) -> list[EventT]:
        """The events that would be taken now, in ascending order of their ids. O(events of the table).

        Guards and resolvers are asked, as by `probe`, unless guards is False; those of events that carry arguments are
        not, since there are none to ask with. Raises NotRunningError, PredicateError, and what a guard raised.
        """
        return self._permitted(cases, guards, 0, self._table._sizes[1], self._table._events.member)

    def requestable(self, *cases: Enum, guards: bool = True) -> list[StateT]:
        """The states that may be requested now; as `permitted`."""
        return self._permitted(cases, guards, REQUESTS, self._table._sizes[0], self._table._states.member)

    def _permitted(
        self, cases: Sequence[Enum], guards: bool, flags: int, capacity: int, member: Callable[[int], Any]
    ) -> list[Any]:
        sent = self._pack(None, cases)
        found, count = (c_int32 * capacity)(), c_size_t()
        status = self._plainly(
            library.sfsm_machine_permitted_matching,
            *sent.parts()[:2],
            flags | (0 if guards else WITHOUT_GUARDS),
            found,
            capacity,
            byref(count),
        )
        if status < 0:
            self._fail(status)
        return [member(number) for number in found[: count.value]]

    def on_unhandled(self, function: Optional[Action]) -> None:
        """Calls `function` for an event that the table knows but has no row for in the present state.

        It may send events. Replaces the former hook; None removes it. Raises BusyError from inside a callback.
        """
        self._hook("on_unhandled", library.sfsm_machine_on_unhandled, function)

    def on_step(self, function: Optional[Action]) -> None:
        """Calls `function` after every step, handled or not, start and stop too; `step.outcome` tells what came of it.

        Replaces the former hook; None removes it. Raises BusyError from inside a callback.
        """
        self._hook("on_step", library.sfsm_machine_on_step, function)

    @property
    def pending(self) -> int:
        """How many events wait: inside a step those sent so far, otherwise those that an exception left behind."""
        self._open()
        waiting = 0 if self._agenda is None else self._agenda.waiting
        return int(library.sfsm_machine_pending(self._argument)) + waiting

    def __copy__(self: _Self) -> _Self:
        """Another machine in the same state, with the same context. Raises BusyError while events wait."""
        twin = self._twin()
        twin.context = self.context
        getattr(twin, "__dict__", {}).update(getattr(self, "__dict__", {}))
        return twin

    def __deepcopy__(self: _Self, memo: dict[int, Any]) -> _Self:
        import copy

        # Known before what it holds is copied, which may hold the machine.
        twin = memo[id(self)] = self._twin()
        twin.context = copy.deepcopy(self.context, memo)
        getattr(twin, "__dict__", {}).update(copy.deepcopy(getattr(self, "__dict__", {}), memo))
        return twin

    def _twin(self: _Self) -> _Self:
        """Another machine in the same state, without anything else yet."""
        self._must_rest()
        twin: _Self = _remake(type(self), self._table, self.state, self._is_lenient)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its table, its state, its context, and what a subclass has put into it; the table of a class
        comes from that class again. Raises BusyError while events wait."""
        self._must_rest()
        table = None if self._table is type(self)._class_table else self._table
        # What is set afterwards may hold the machine.
        held = getattr(self, "__dict__", None), {"context": self.context}
        return _remake, (type(self), table, self.state, self._is_lenient), held

    def _must_rest(self) -> None:
        self._must_be_idle()
        if self.pending:
            raise BusyError("events wait in this machine, and cannot be copied: run or discard them first")

    def run(self) -> None:
        """Runs the events that an exception left waiting. Raises what a callback raises, the rest still waiting;
        BusyError from inside a callback."""
        if self._is_occupied:
            self._must_be_idle()
            self._agenda_of().carry_out_plainly(self, None)
            return
        status = library.sfsm_machine_run(self._argument)
        if self._objects:
            self._settle()
        if status < 0:
            self._fail(status)

    def discard(self) -> None:
        """Drops the events that wait. Allowed from inside a callback."""
        if self._agenda is not None:
            self._agenda.clear(self)
        status = library.sfsm_machine_discard(self._argument)
        if self._objects:
            self._settle()
        if status < 0:
            self._fail(status)

    def close(self) -> None:
        """Releases the machine, without running exit callbacks; events that wait are dropped.

        From inside one of its own callbacks: the present step is finished first. Closing twice does nothing.
        """
        # The attribute is missing if the constructor failed.
        agenda = getattr(self, "_agenda", None)
        if agenda is not None and agenda.is_under_way and self._address is not None:
            agenda.release_later(self._address)
            self._address, self._argument = None, None
        super().close()

    def __del__(self) -> None:
        super().__del__()
        # Only now: a machine that was closed inside its own step still had callbacks to run.
        self._remove(getattr(self, "_number", 0))

    def _state_id(self, state: Any) -> int:
        return int(NONE) if state is None else self._table._states.identify(state)

    def _settle(self) -> None:
        """Drops the objects that were sent, once nothing is left that could ask for them."""
        if library.sfsm_machine_pending(self._argument) or self._is_occupied:
            return
        # With nothing waiting this only tells whether a step is under way.
        if library.sfsm_machine_run(self._argument) != Status.BUSY:
            self._objects.clear()

    def _hook(self, word: str, register: Callable[..., int], function: Optional[Action]) -> None:
        self._must_be_idle()
        callbacks = Callbacks(self._table._layout)
        if function is None:
            status = register(self._argument, sfsm_function(), None, sfsm_finalizer())
        elif callable(function):
            if callbacks.signature(function).fault:
                raise TypeError(f"a hook cannot be called: {callbacks.signature(function).fault}")
            if callbacks.signature(function).required:
                raise TypeError(
                    f"{callbacks.signature(function)} asks for arguments, but a hook is called for all events"
                )
            (slot,), _ = callbacks.register([(function, Role.ACTION)])
            status = register(self._argument, trampoline, slot, finalizer)
        else:
            raise TypeError(f"a hook must be a callable or None, not {function!r}")
        if status < 0:
            self._fail(status)
        self._hooks[word] = callbacks

    async def asend(self, event: EventT, *things: Any) -> Outcome:
        """As `send`, for tasks of asyncio and trio; callbacks may be coroutine functions, or return what is awaited.

        Every callback is called, and awaited, at the moment at which `send` would call it, one after the other, and
        `state` meanwhile is what it would be then. One thing at a time: while a step is awaited, other tasks that use
        asend or its like wait their turn, first come, first served; a plain send of theirs raises BusyError. From
        inside a callback, and from the tasks that it starts, as long as it runs: QUEUED, as with `send`.

        A task that is cancelled leaves the machine as an exception of the callback that it awaits would; one that
        waits for its turn leaves it as it is. `can` and its like cannot await, and so not ask guards that have to be.
        """
        return _OUTCOMES[await self._agenda_of().carry_out(self, sending(self, event, things))]

    async def arequest(self, state: StateT, *cases: Enum) -> Outcome:
        """As `request`; see `asend`."""
        return _OUTCOMES[await self._agenda_of().carry_out(self, requesting(self, state, cases))]

    async def aupdate(self, time: float = 0.0) -> Optional[Outcome]:
        """As `update`; see `asend`."""
        agenda = self._agenda_of()
        agenda.must_not_be_inside()
        came = await agenda.carry_out(self, updating(time))
        return _OUTCOMES[came] if came else None

    async def astart(self, state: Union[StateT, Reserved, None] = INITIAL) -> None:
        """As `start`; see `asend`."""
        agenda = self._agenda_of()
        agenda.must_not_be_inside()
        await agenda.carry_out(self, starting(self, state))

    async def astop(self) -> None:
        """As `stop`; see `asend`. Waits for its turn, but not for events that an exception left behind."""
        await self._agenda_of().carry_out(self, stopping())

    async def arun(self) -> None:
        """As `run`; see `asend`."""
        await self._agenda_of().carry_out(self, None)

    def _agenda_of(self) -> Agenda:
        """What is to be done in turn."""
        if self._agenda is None:
            self._agenda = Agenda()
        return self._agenda

    @property
    def _is_occupied(self) -> bool:
        """Whether a plain call has to go by what is to be done in turn."""
        return self._event_arguments is NOTHING

    def _must_be_idle(self) -> None:
        if self._agenda is not None:
            self._agenda.must_rest()

    def _fail(self, status: int, *, event: Any = None, state: Any = None) -> NoReturn:
        exception = self._exception
        # A call that was refused inside a hook must not take away what an earlier callback of the step has raised.
        if status in (Status.CALLBACK_FAILED, Status.UNKNOWN_STATE, Status.UNKNOWN_CASE):
            self._exception = None
        try:
            if exception is not None and status == Status.CALLBACK_FAILED:
                raise exception
        finally:
            del exception  # its traceback holds this frame
        if self.closed:
            raise ClosedError("this machine was closed")
        raise error_of(status, self._sentence(status, event, state))

    def _sentence(self, status: int, event: Any, state: Any) -> str:
        states, events = self._table._states, self._table._events
        if status == Status.NOT_RUNNING:
            return "this machine is stopped: start it first"
        if status == Status.ALREADY_RUNNING:
            return f"this machine runs already, in {states.describe(self.state)}: stop it first"
        if status == Status.UNKNOWN_EVENT:
            return f"this table has no {events.describe(event)}, and no row for any event"
        if status == Status.UNKNOWN_STATE and event is not None:
            return f"a resolver asked for {events.describe(event)} named a state that this table does not have"
        if status == Status.UNKNOWN_STATE and state is None:
            return "a resolver named a state that this table does not have"
        if status == Status.UNKNOWN_STATE and state == INITIAL:
            return "this table declares no initial state: name one"
        if status == Status.UNKNOWN_STATE:
            return f"this table has no {states.describe(state)}"
        if status == Status.RESERVED_ID:
            return f"{events.describe(event)} is reserved: use an id from {FIRST_ID} upwards"
        if status == Status.BUSY:
            return "not from inside a callback of this machine"
        if status in _CASES:
            return self._case_sentence(status)
        if status == Status.ARGUMENT_COUNT:
            carried = None if event is None else self._table._layout.payloads.get(events.identify(event))
            text = "what an update callback sent"
            if carried is not None:
                text = f"{events.describe(event)} carries ({carried.text})"
            return f"{text}, but was sent without"
        if status == Status.QUEUE_FULL:
            return f"{QUEUE_LIMIT} events wait already in this machine"
        if status == Status.CALLBACK_FAILED:
            code = library.sfsm_machine_failure(self._argument)
            return f"a callback returned {code} without an exception that could be raised again"
        return "the call could not be carried out"

    def _case_sentence(self, status: int) -> str:
        predicate, value = c_int32(), c_int32()
        library.sfsm_machine_rejected_case(self._argument, byref(predicate), byref(value))
        predicates = self._table._layout.predicates
        name = predicates.name(predicate.value)
        if status == Status.MISSING_PREDICATE:
            return f"no case of {name} was sent: send one, give the type a provider, or make the machine lenient"
        if status == Status.REPEATED_PREDICATE:
            return f"two cases of {name} were sent: send one"
        if status == Status.UNKNOWN_CASE:
            return f"the provider of {name} named case {value.value}, which the type does not have"
        return f"{name} is no predicate type of this table"

    def __repr__(self) -> str:
        if self.closed:
            return f"<{type(self).__name__}, closed>"
        where = ", stopped" if self.state is None else f" in {self.state!r}"
        return f"<{type(self).__name__}{where}>"


_CASES = (Status.MISSING_PREDICATE, Status.UNKNOWN_PREDICATE, Status.REPEATED_PREDICATE, Status.UNKNOWN_CASE)


def _remake(kind: type[Machine[Any, Any, Any]], table: Any, state: Any, lenient: bool) -> Any:
    """A machine as it was: what a subclass does in its own __init__ is not done again."""
    machine = kind.__new__(kind)
    Machine.__init__(machine, None, state, lenient=lenient, table=table)
    return machine
