"""Whether callbacks fit what the events carry that reach them: told as the table is built, with all that is wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Optional

from ..building.diagnostics import Diagnostic, DiagnosticKind, Severity
from ..definition.arguments import ArgumentTypes
from ..definition.blocks import Scope, StateBlock
from ..definition.callables import Function
from ..definition.ids import DYNAMIC, INTERNAL, SAME, Reserved
from ..definition.places import Place
from ..definition.rows import AnyRow, Row
from ..definition.table_parts import Parts, with_adopted
from ..definition.vocabulary import Vocabulary
from .callbacks import Callbacks
from .signatures import Signature


def misfits(parts: Parts, vocabulary: Vocabulary, callbacks: Callbacks, place: Optional[Place]) -> list[Diagnostic]:
    """The callbacks that cannot be called with what there is, or that name more arguments than an event carries that
    reaches them.

    Rows are judged by their event; entry, exit and cycle callbacks by all events with which some row leads there;
    update callbacks and providers must do without arguments. place: the table's, for providers.
    """
    if not any(signature.required or signature.fault for signature in callbacks.signatures()):
        return []
    judge = _Judge(vocabulary, callbacks)
    scopes = list(with_adopted(parts.scopes))
    every = [*parts.rows, *(row for scope in scopes for row in scope.rows)]
    for row in every:
        judge.row(row, place)
    for scope in scopes:
        judge.scope(scope, every)
    for function, kinds in vocabulary.provided:
        judge.eventless(function, f"the provider of {kinds.__name__}", place)
    return judge.found


class _Judge:
    def __init__(self, vocabulary: Vocabulary, callbacks: Callbacks) -> None:
        self._vocabulary, self._callbacks = vocabulary, callbacks
        self.found: list[Diagnostic] = []

    def row(self, row: AnyRow, place: Optional[Place]) -> None:
        fields = row if isinstance(row, Row) else Row.at(place, *row)
        states, events = self._vocabulary.states, self._vocabulary.events
        described = f"({states.word(fields.source)}, {events.word(fields.event)}) -> {states.word(fields.target)}"
        for word, functions in (("action", fields.actions), ("guard", fields.guards), ("resolver", (fields.resolver,))):
            for function in functions:
                if function is not None:
                    signature = self._callbacks.signature(function)
                    self._check(signature, f"{word} of {described}", fields.event, fields.place)

    def scope(self, scope: Scope, rows: Iterable[AnyRow]) -> None:
        owner = self._vocabulary.states.describe(scope.state) if isinstance(scope, StateBlock) else "a superstate"
        for word in ("entry", "exit", "cycle"):
            for function in getattr(scope, word):
                signature = self._callbacks.signature(function)
                if signature.fault:
                    self._tell(f"{word} callback of {owner}: {signature.fault}", scope.place)
                    continue
                for row in rows if signature.required else ():
                    if _reaches(row, scope, word) and self._check(
                        signature, f"{word} callback of {owner}", row[1], scope.place
                    ):
                        break
        for function in scope.update:
            self.eventless(function, f"update callback of {owner}", scope.place)

    def eventless(self, function: Function, subject: str, place: Optional[Place]) -> None:
        """Judges what is called for no event, or for all of them."""
        signature = self._callbacks.signature(function)
        if signature.required and not signature.fault:
            self._tell(f"{subject} is {signature}, but nothing is carried to it: give its parameters defaults", place)
        elif signature.fault:
            self._tell(f"{subject}: {signature.fault}", place)

    def _check(self, signature: Signature, subject: str, event: Any, place: Optional[Place]) -> bool:
        if signature.fault:
            self._tell(f"{subject}: {signature.fault}", place, event)
            return True
        payload = self._payload(event)
        if not signature.misfit(payload):
            return False
        carrier = self._vocabulary.events.describe(event)
        if isinstance(event, Reserved):
            carrier = "a request" if event is Reserved.REQUEST else "an unknown event"
        self._tell(
            f"{subject} is {signature}, but {carrier} carries ({payload.text if payload else ''}): declare what "
            f"the event carries (arguments=...), or give its parameters defaults",
            place,
            event,
        )
        return True

    def _tell(self, text: str, place: Optional[Place], event: Any = None) -> None:
        self.found.append(
            Diagnostic(
                kind=DiagnosticKind.SIGNATURE_MISMATCH,
                severity=Severity.ERROR,
                text=text,
                places=(place,),
                state=None,
                event=None if isinstance(event, Reserved) else event,
                target=None,
            )
        )

    def _payload(self, event: Any) -> Optional[ArgumentTypes]:
        if isinstance(event, Reserved):
            return None
        return self._vocabulary.argument_types.get(self._vocabulary.events.identify(event))


def _reaches(row: AnyRow, scope: Scope, word: str) -> bool:
    """Whether a row runs these callbacks of a scope; of a superstate, which may be anybody's, any row may."""
    source, target = row[0], row[2]
    if target == INTERNAL:
        return False
    if not isinstance(scope, StateBlock):
        return True
    stays = target == SAME or target == source
    may_be_anywhere = target == DYNAMIC or isinstance(source, Reserved)
    if word == "exit":
        return may_be_anywhere or (source == scope.state and not stays)
    if word == "entry":
        return target == DYNAMIC or (target == scope.state and not stays)
    return may_be_anywhere or (stays and source == scope.state)
