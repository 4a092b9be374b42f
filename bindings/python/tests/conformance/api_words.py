"""Which cases the package has words for; the others are run through its prototypes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Optional

from swiftfsm import FIRST_ID, NONE

from .case import BLOCK_ROLES, Call, Case, Signature

STRANGERS = 20
"""So many members has an Enum that the table does not know."""
_LATEST = 2**53
"""The latest time, in microseconds, that is told to the microsecond."""
_ERRORS_OF_PLACES = ("duplicate", "clash", "implicit clash")
_LARGEST = 1000
"""An Enum of more members takes longer to make than the case is worth."""


def unsayable(case: Case) -> Optional[str]:
    """Why the package has no words for a case; None if it has."""
    return next(_reasons(case), None)


_SAID_BY_DOCUMENTS = (
    "a table has no hooks, its machines have",
    "all warnings are told",
    "superstates have no names",
    "declarations have the place of the table",
    "the arguments of an event are declared once",
    "that two rows have the same function is not told",
    "what matching() says of one type is one match",
    "there is one initial state at most",
    "a superstate that no state adopts is not handed over",
)
"""What the package has no words for, but documents have."""


def unreadable(case: Case) -> Optional[str]:
    """Why the package cannot run a case as the document that it is; None if it can."""
    return next(_reasons_against_reading(case), None)


def _reasons_against_reading(case: Case) -> Iterator[str]:
    if not case.is_document:
        yield "reserved ids have words in cases, and none in documents"
    names = [name for role, name in case.callbacks if name]
    if len(set(names)) < len(names):
        yield "a name is that of one function, whatever its roles"
    yield from (reason for reason in _reasons(case) if reason not in _SAID_BY_DOCUMENTS)


def calls_of(case: Case) -> Iterator[Call]:
    """All calls, also those from inside callbacks."""
    waiting = [call for run in case.runs for call in run.calls]
    while waiting:
        call = waiting.pop()
        yield call
        waiting += [inner for happening in call.trace for inner in happening.calls]


def _reasons(case: Case) -> Iterator[str]:
    yield from _in_declarations(case)
    yield from _in_rows(case)
    yield from _are_shared(case)
    for callback in case.callbacks.values():
        if callback.signature is not None:
            yield from _in_signature(case, callback.role, callback.signature)
    for call in calls_of(case):
        yield from _in_call(case, call)


def told_otherwise(case: Case) -> Optional[str]:
    """Why the package may tell something else of a case, which it finds out by itself; None if it has to tell the same.
    It does so of more cases than need it."""
    return next(_told_otherwise(case), None)


def _told_otherwise(case: Case) -> Iterator[str]:
    errors = [finding for finding in case.findings if finding.kind in _ERRORS_OF_PLACES]
    block_of = {row.line: row.block for row in case.rows}
    for finding in errors:
        if len({block_of.get(line, 0) for line in finding.places}) > 1:
            yield "the rows of a block are handed over behind those without one"
    asked = [(callback.role, callback.signature) for callback in case.callbacks.values() if callback.signature]
    carried = [each.types for each in case.events]
    for role, signature in asked:
        taken = [each.type for each in signature.parameters if each.kind == "argument"]
        if taken and role in BLOCK_ROLES and not all(types[: len(taken)] == taken for types in [*carried, []]):
            yield "which events reach a callback of a state is judged less closely"
        if taken and not case.runs:
            yield "functions of Python are judged also where rows are at fault"


def _in_declarations(case: Case) -> Iterator[str]:
    numbers = [each.id for each in case.predicates]
    if len(set(numbers)) < len(numbers):
        yield "an Enum cannot be declared twice, with other cases"
    if any(not 1 <= each.count <= _LARGEST for each in case.predicates) or any(each < FIRST_ID for each in numbers):
        yield "an Enum has members, which are not too many, and no reserved number"
    events = [each.id for each in case.events]
    if len(set(events)) < len(events):
        yield "the arguments of an event are declared once"
    if len(case.initials) > 1:
        yield "there is one initial state at most"
    if len(_handed_over(case)) < len(case.blocks):
        yield "a superstate that no state adopts is not handed over"
    if case.hooks:
        yield "a table has no hooks, its machines have"
    if case.warnings:
        yield "all warnings are told"
    if any(block.name is not None for block in case.blocks):
        yield "superstates have no names"
    declared = {each.line for each in case.predicates} | {each.line for each in case.events}
    declared |= {line for line, _ in case.initials}
    if any(declared.intersection(finding.places) for finding in case.findings):
        yield "declarations have the place of the table"
    if any(finding.kind == "signature mismatch" for finding in case.findings):
        yield "functions of Python have no types that could be wrong"


def _handed_over(case: Case) -> set[int]:
    """The numbers of the blocks of states, and of those that they adopt over some way."""
    waiting = [number for number, block in enumerate(case.blocks, 1) if block.state is not None]
    for number in waiting:  # which grows meanwhile
        waiting += [each for each in case.blocks[number - 1].adopts if each not in waiting]
    return set(waiting)


def _in_rows(case: Case) -> Iterator[str]:
    counts = {each.id: each.count for each in case.predicates}
    for row in case.rows:
        types = [match.predicate for match in row.matches]
        if len(set(types)) < len(types):
            yield "what matching() says of one type is one match"
        for match in row.matches:
            if not match.values or any(not 0 <= value < counts.get(match.predicate, 0) for value in match.values):
                yield "a match names members, and its type is declared by that"


def _are_shared(case: Case) -> Iterator[str]:
    """Whether rows have the same guards or resolver, and diagnostics that depend on it."""
    told = [row for row in case.rows if any(row.line in each.places for each in case.findings)]
    for one in told:
        for other in told:
            shares_guards = case.first_match and one.guards and one.guards == other.guards
            if one is not other and (shares_guards or (one.resolver and one.resolver is other.resolver)):
                yield "that two rows have the same function is not told"


def _in_signature(case: Case, role: str, signature: Signature) -> Iterator[str]:
    names = [each.kind for each in signature.parameters if each.kind not in ("argument", "predicate")]
    if len(set(names)) < len(names):
        yield "a function of Python has no two parameters of one name"
    known = {each.id for each in case.predicates}
    if any(each.kind == "predicate" and each.predicate not in known for each in signature.parameters):
        yield "a parameter names a type by its Enum, which is declared by that"
    if signature.result == "none" and role in ("guard", "resolver", "provider"):
        yield "functions of Python have no types that could be wrong"
    if role == "update" and signature.takes("argument"):
        yield "an update callback gets no arguments, and asks for none"
    if role in ("step", "unhandled"):
        if signature.takes("argument") or any(run.failure == "bad signature" for run in case.runs):
            yield "functions of Python have no types that could be wrong"


def _in_call(case: Case, call: Call) -> Iterator[str]:
    if call.delay > _LATEST:
        yield "a float has not so many digits"
    counts = {each.id: each.count for each in case.predicates}
    if any(not 0 <= value < counts.get(predicate, STRANGERS) for predicate, value in call.cases or ()):
        yield "what is sent as a case is a member of its Enum"
    declared = case.declared(call.id)
    are_strangers = any(predicate not in counts for predicate, _ in call.cases or ())
    if call.result is not None and call.result.outcome == "unknown event" and (call.arguments or are_strangers):
        yield "of two mistakes in a call another one is told"
    if are_strangers and (call.arguments or any(each.id == call.id for each in case.events)):
        yield "a member of an Enum that the table does not know is an argument"
    if call.verb in ("send", "probe", "explain") and len(call.arguments or ()) == len(declared):
        for argument, kind in zip(call.arguments or (), declared):
            if argument.type != kind and not (argument.type == "integer" and kind[0] in "iu"):
                yield "values of Python have no types of C"
    for happening in call.trace:
        if happening.role == "provider" and not happening.fails:
            provided = [each for each in case.predicates if each.provider and each.provider.name == happening.name]
            if any(happening.answer >= each.count for each in provided):
                yield "a provider returns a member of its Enum"
        if happening.role in ("resolver", "update") and happening.answer < FIRST_ID and not happening.fails:
            if happening.answer != int(NONE):
                yield "a reserved id that a callback returns is an exception"
