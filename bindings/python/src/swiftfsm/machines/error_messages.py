"""The errors of calls of a machine: an exception for a status, with a message and with what was rejected."""

from __future__ import annotations

from ctypes import byref, c_int32, c_size_t
from typing import Any, Optional

from ..definition.arguments import word_of
from ..definition.ids import INITIAL
from ..definition.vocabulary import Vocabulary
from ..library.generated.constants import FIRST_ID, QUEUE_LIMIT, STEP_LIMIT
from ..library.generated.enumerations import Status
from ..library.loading import library
from ..library.results import ArgumentsError, PredicateError, SwiftFSMError, error_of

_CASES = (Status.MISSING_PREDICATE, Status.UNKNOWN_PREDICATE, Status.REPEATED_PREDICATE, Status.UNKNOWN_CASE)


def error_of_call(machine: Any, vocabulary: Vocabulary, status: int, event: Any, state: Any) -> SwiftFSMError:
    """Return the exception for the status that a call of a machine has just returned.

    machine: as the library takes it. event, state: what was sent or requested, or None.
    """
    if status in _CASES:
        return _case_error(machine, vocabulary, status)
    if status in (Status.ARGUMENT_COUNT, Status.ARGUMENT_TYPE):
        return _arguments_error(machine, vocabulary, Status(status), event)
    return error_of(status, _text(machine, vocabulary, status, event, state))


def _text(machine: Any, vocabulary: Vocabulary, status: int, event: Any, state: Any) -> str:
    states, events = vocabulary.states, vocabulary.events
    if status == Status.NOT_RUNNING:
        return "this machine is stopped: start it first"
    if status == Status.ALREADY_RUNNING:
        present = states.member(library.sfsm_machine_state(machine))
        return f"this machine runs already, in {states.describe(present)}: stop it first"
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
    if status == Status.QUEUE_FULL:
        return f"{QUEUE_LIMIT} events wait already in this machine"
    if status == Status.BAD_CONFIGURATION:
        return "these states cannot be active together, or not alone: name all active leaves, as `states` lists them"
    if status == Status.STEP_LIMIT_REACHED:
        return f"one event has led to {STEP_LIMIT} steps: some eventless rows or raised events lead back to themselves"
    if status == Status.CALLBACK_FAILED:
        code = library.sfsm_machine_failure(machine)
        return f"a callback returned {code} without an exception that could be raised again"
    return "the call could not be carried out"


def _case_error(machine: Any, vocabulary: Vocabulary, status: int) -> SwiftFSMError:
    number, value = c_int32(), c_int32()
    library.sfsm_machine_rejected_case(machine, byref(number), byref(value))
    predicates = vocabulary.predicates
    name = predicates.name(number.value)
    case = None if status == Status.MISSING_PREDICATE else predicates.member(number.value, value.value)
    if status == Status.MISSING_PREDICATE:
        text = f"no case of {name} was sent: send one, give the type a provider, or make the machine lenient"
    elif status == Status.REPEATED_PREDICATE:
        text = f"two cases of {name} were sent: send one"
    elif status == Status.UNKNOWN_CASE:
        text = f"the provider of {name} named case {value.value}, which the type does not have"
    else:
        text = f"{name} is no predicate type of this table"
    error = error_of(status, text)
    assert isinstance(error, PredicateError)
    error.predicate = predicates.kind(number.value)
    error.case = value.value if case is None and status != Status.MISSING_PREDICATE else case
    return error


def _arguments_error(machine: Any, vocabulary: Vocabulary, status: Status, event: Any) -> SwiftFSMError:
    index, declared = c_size_t(), c_int32()
    library.sfsm_machine_rejected_argument(machine, byref(index), byref(declared), None)
    expected: Optional[str] = word_of(declared.value)
    types = None if event is None else vocabulary.argument_types.get(vocabulary.events.identify(event))
    subject = "what an update callback sent"
    if types is not None:
        subject = f"{vocabulary.events.describe(event)} takes ({types.text})"
    return ArgumentsError(f"{subject}, but was sent without", status=status, index=index.value, expected=expected)
