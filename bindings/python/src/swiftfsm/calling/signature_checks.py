"""Whether callbacks fit the arguments of the events that reach them. Checked when the table is built."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Optional, Union, cast

from ..building.diagnostics import Diagnostic
from ..definition.arguments import ArgumentTypes
from ..definition.blocks import Scope, StateBlock
from ..definition.callables import Function
from ..definition.places import Place
from ..definition.rows import AnyRow, Row
from ..definition.table_parts import Parts, with_adopted
from ..definition.vocabulary import Vocabulary
from ..library.generated.enumerations import DiagnosticKind, Reserved, Severity
from .annotations import MEANINGS, contradicts_argument, name_faults
from .callbacks import Callbacks
from .hook import hook_faults
from .reached import Reached
from .reached_in_charts import ReachedInChart
from .signatures import Signature


def misfits(
    find_parts: Callable[[], Parts],
    vocabulary: Vocabulary,
    callbacks: Callbacks,
    place: Optional[Place],
    is_always: bool,
) -> list[Diagnostic]:
    """Return an error for each callback that cannot be called, that takes some arguments of an event and drops others,
    or whose annotations contradict what it gets.

    The callbacks of a row are checked against its event; entry, exit and cycle callbacks and the actions of defaults
    against all events that run them; update callbacks, providers and hooks must do without arguments.
    find_parts: returns the parts of the definition, if they are needed.
    place: that of the table, for providers and hooks. is_always: whether entry and exit run also when the state stays the same.
    """
    checks = _Checks(vocabulary, callbacks)
    for function in (*vocabulary.step_hooks, *vocabulary.unhandled_hooks):
        checks.hook(function, place)
    if not checks.has_taken_names and all(signature.is_plain for signature in callbacks.signatures()):
        return checks.found
    parts = find_parts()
    scopes = list(with_adopted(parts.scopes))
    for row in [*parts.rows, *(row for scope in scopes for row in scope.rows)]:
        checks.row(row, place)
    find = ReachedInChart if parts.are_of_chart else Reached
    reached = find(parts, scopes, vocabulary.states, is_always)
    for scope in scopes:
        checks.scope(scope, reached)
    for function, kinds in vocabulary.provided:
        checks.eventless(function, f"the provider of {kinds.__name__}", place)
    return checks.found


class _Checks:
    def __init__(self, vocabulary: Vocabulary, callbacks: Callbacks) -> None:
        self._vocabulary, self._callbacks = vocabulary, callbacks
        self.found: list[Diagnostic] = []
        names = (name for each in vocabulary.argument_types.values() for name in each.names)
        self._taken_names = MEANINGS.keys() & set(names)

    @property
    def has_taken_names(self) -> bool:
        """Whether some argument has a name by which parameters get something else."""
        return bool(self._taken_names)

    def row(self, row: AnyRow, place: Optional[Place]) -> None:
        fields = row if isinstance(row, Row) else Row.at(place, *cast("tuple[Any, ...]", row))
        states, events = self._vocabulary.states, self._vocabulary.events
        described = f"({states.word(fields.source)}, {events.word(fields.event)}) -> {states.word(fields.target)}"
        lists = [("action", fields.actions), ("guard", fields.guards), ("resolver", (fields.resolver,))]
        lists += [("before", fields.around.before), ("after", fields.around.after)] if fields.around else []
        for word, functions in lists:
            for function in functions:
                if function is not None:
                    signature = self._callbacks.signature(function)
                    self._check(signature, f"{word} of {described}", fields.event, fields.place)

    def scope(self, scope: Scope, reached: Union[Reached, ReachedInChart]) -> None:
        owner = self._vocabulary.states.describe(scope.state) if isinstance(scope, StateBlock) else "a superstate"
        for word in ("entry", "exit", "cycle", "on_initial"):
            for function in getattr(scope, word, ()):
                signature = self._callbacks.signature(function)
                subject = f"{'default action' if word == 'on_initial' else f'{word} callback'} of {owner}"
                may_lose = not self._taken_names.isdisjoint(signature.named)
                if signature.fault or signature.required == signature.most == 0 and not may_lose:
                    self._check(signature, subject, None, scope.place)
                elif may_lose or not signature.is_plain:
                    # One event of which it is told is enough.
                    any(self._check(signature, subject, event, scope.place) for event in reached.events(scope, word))
        for function in scope.update:
            self.eventless(function, f"update callback of {owner}", scope.place)

    def eventless(self, function: Function, subject: str, place: Optional[Place]) -> None:
        """Check a callback that runs without an event."""
        signature = self._callbacks.signature(function)
        if signature.required and not signature.fault:
            text = f"{subject} is {signature}, but it gets no arguments: give the parameters defaults"
            self._tell(text, place)
            return
        for text in self._faults(signature):
            self._tell(f"{subject}: {text}", place)

    def hook(self, function: Function, place: Optional[Place]) -> None:
        """Check a hook of all machines."""
        for text in hook_faults(self._callbacks.table_hook(function)[2]):
            self._tell(f"hook of the table: {text}", place)

    def _check(self, signature: Signature, subject: str, event: Any, place: Optional[Place]) -> bool:
        """Report what is wrong when an event reaches a callback. Returns whether something is."""
        if event is not None and self._is_unreadable(event):
            return False
        types = self._types(event)
        texts = [f"{subject}: {text}" for text in self._faults(signature)]
        if not texts:
            texts = [f"{subject} is {signature}, but {text}" for text in self._misfits(signature, event, types)]
        for text in texts:
            self._tell(text, place, event)
        return bool(texts)

    def _faults(self, signature: Signature) -> Iterator[str]:
        """What is wrong with a callback whatever event reaches it."""
        if signature.fault:
            yield signature.fault
            return
        yield from name_faults(signature)

    def _misfits(self, signature: Signature, event: Any, types: Optional[ArgumentTypes]) -> Iterator[str]:
        """What is wrong with a callback that an event with arguments of these types reaches."""
        given = () if types is None else types.types
        given_by = f"{self._sender(event)} has the arguments ({'' if types is None else types.text})"
        told = signature.declared
        way = "declare the arguments of the event (arguments=...), or give the parameters defaults"
        if told is not None:
            if [each.word for each in given[: len(told.types)]] != told.types:
                yield f"the document declares it as {told.text}, and {given_by}: correct one of these"
                return
            given = given if told.takes_all else given[: len(told.types)]
            given_by = f"the document declares it as {told.text}"
            way = "name the others for what they get (context, machine, step, ...), or give them defaults"
        if len(given) < signature.required:
            unresolved = signature.unresolved
            if unresolved is not None:
                parameter, text = unresolved
                fault = f"the annotation {text!r} of {parameter!r} cannot be resolved, as the module has no such name"
                way = f"{fault}; or {way}"
            yield f"{given_by}: {way}"
            return
        takes = len(given) if signature.most is None else signature.most
        names = () if types is None or takes >= len(given) else types.names
        taken = next((name for name in names if name in signature.named), None)
        if taken is not None:
            yield (
                f"{self._sender(event)} has an argument {taken!r}, while a parameter of this name gets "
                f"{MEANINGS[taken]}: rename the argument or the parameter"
            )
            return
        # One that takes none at all has nothing to do with them.
        if 0 < takes < len(given):
            meanings = [f"{name!r} is {MEANINGS[name]}" for name in signature.named]
            yield (
                f"{given_by}, of which it would not get the last {len(given) - takes}: take all, or the rest as *others"
                f"{' (' + ', '.join(meanings) + ')' if meanings else ''}"
            )
        declared_names = () if types is None else types.names
        for index, name in enumerate(signature.argument_names[: len(declared_names)]):
            if name in declared_names and name != declared_names[index]:
                place = declared_names.index(name)
                yield (
                    f"{self._sender(event)} has its argument {name!r} at place {place}, not {index}: put the "
                    f"parameters in the order of the arguments, or name them otherwise"
                )
        annotations = signature.annotations
        for index, declared in enumerate(given[: len(given) if signature.most is None else takes]):
            annotation = annotations[min(index, len(annotations) - 1)] if annotations else object
            if contradicts_argument(annotation, declared):
                yield f"{given_by}: argument {index} is {declared.word}, which contradicts the annotation"

    def _sender(self, event: Any) -> str:
        if isinstance(event, Reserved):
            kinds = {Reserved.REQUEST: "a request", Reserved.EVENTLESS: "a row without an event"}
            return kinds.get(event, "an unknown event")
        return self._vocabulary.events.describe(event)

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

    def _is_unreadable(self, event: Any) -> bool:
        return self._vocabulary.events.identify(event) in self._vocabulary.unreadable

    def _types(self, event: Any) -> Optional[ArgumentTypes]:
        if event is None or isinstance(event, Reserved):
            return None
        return self._vocabulary.argument_types.get(self._vocabulary.events.identify(event))
