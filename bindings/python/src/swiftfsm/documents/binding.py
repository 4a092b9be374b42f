"""A document with the callbacks of a program: read once to know its names, then again with the callbacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Optional

from ..building.diagnostics import Diagnostic, InvalidDefinitionError
from ..calling.callbacks import Callbacks
from ..calling.step import BaseStep
from ..calling.trampoline import trampoline_address
from ..definition.callables import DeclaredFunction, Function, Role
from ..definition.places import Place
from ..definition.table_parts import Parts as DefinitionParts
from ..definition.vocabulary import Vocabulary
from ..library.generated.constants import (
    GUARD,
    OWN_SIGNATURES,
    PROVIDER,
    RESOLVER,
    STEP_HOOK,
    UNBOUND,
    UNHANDLED_HOOK,
    UPDATE,
)
from ..library.generated.enumerations import DiagnosticKind, Severity
from ..library.loading import library
from ..library.results import error_of
from .outline import Outline
from .reading import DocumentBuilder, Parts, Wanted
from .source import Document
from .structure import parts_of
from .supply import NOTHING, Supplied, Supply
from .writing import written

_ROLES = {
    GUARD: Role.GUARD,
    RESOLVER: Role.RESOLVER,
    UPDATE: Role.UPDATE,
    PROVIDER: Role.PROVIDER,
    UNHANDLED_HOOK: Role.HOOK,
    STEP_HOOK: Role.HOOK,
}
"""What the result of a callback means, by its role in a document; that of the others is ignored."""
_WORDS = ("", "guard", "action", "resolver", "entry", "exit", "cycle", "update", "provider", "unhandled", "step")


class BoundDocument:
    """A document whose callbacks are known."""

    __slots__ = ("document", "text", "outline", "is_bound", "functions", "_by_role", "_wanted")

    def __init__(self, document: Document, supplied: Optional[Supplied]) -> None:
        """Errors: InvalidDefinitionError with all faults of the document, or all callbacks that are missing."""
        self.document: Document = document
        self.is_bound: bool = supplied is not None
        """Whether machines can be made."""
        self._wanted: dict[tuple[int, str], Wanted] = {}
        self.functions: dict[str, Function] = {}
        """By the names that the document has for them."""
        self.text: str = self._read(None if supplied is None else Supply(supplied))
        """The canonical text."""
        self.outline: Outline = Outline(self.text)
        self._by_role: dict[tuple[int, str], Function] = {}

    def _read(self, supply: Optional[Supply]) -> str:
        unfit: list[Diagnostic] = []

        def find(wanted: Wanted) -> Optional[Parts]:
            self._wanted[wanted.role, wanted.name] = wanted
            found = NOTHING if supply is None else supply.find(wanted.name)
            if found is NOTHING:
                return None
            if callable(found):
                self.functions[wanted.name] = found
            else:
                unfit.append(_unfit(wanted, found))
            return trampoline_address, 0, 0  # nothing is called: this builder makes no table

        with DocumentBuilder(Vocabulary(), Callbacks(Vocabulary(), BaseStep), None) as builder:
            try:
                builder.read(self.document, find, 0 if supply is not None else UNBOUND)
            except InvalidDefinitionError as fault:
                raise fault.with_more(unfit) from None
            if unfit:
                raise InvalidDefinitionError.of(unfit)
            status, text = written(lambda writer: library.sfsm_builder_write(builder._argument, None, writer, None))
            if status < 0:
                builder.build()  # what cannot be written is most probably wrong: this tells why
                raise error_of(status, f"{self.document.file} cannot be written as a canonical text")
            return text.decode()

    def function(self, role: int, name: str) -> Function:
        """Return the function for a role and a name: the same object for the same names."""
        key = role, name
        known = self._by_role.get(key)
        if known is None:
            known = self.functions[name]
            signature = self._wanted[key].signature if key in self._wanted else None
            if signature is not None and _ROLES.get(role) not in (Role.PROVIDER, Role.HOOK):
                known = DeclaredFunction(known, signature)
            self._by_role[key] = known
        return known

    def read_into(self, builder: DocumentBuilder, callbacks: Callbacks) -> None:
        """Read it into a builder, with its callbacks."""

        def find(wanted: Wanted) -> Optional[Parts]:
            if not self.is_bound:
                return None
            function, role = self.function(wanted.role, wanted.name), _ROLES.get(wanted.role, Role.ACTION)
            (slot,), (finalizer,) = callbacks.register([(function, role)])
            return callbacks.callback(function, role, slot, finalizer)

        builder.read(self.document, find, OWN_SIGNATURES if self.is_bound else UNBOUND)

    def fill(self, vocabulary: Vocabulary) -> None:
        """Have a vocabulary, which knows the predicate types, know the providers and the hooks."""
        if not self.is_bound:
            return
        for predicate, kind in zip(self.outline.predicates, vocabulary.predicates.kinds):
            if predicate.provider:
                vocabulary.providers.add(predicate.number)
                vocabulary.provided.append((self.function(PROVIDER, predicate.provider), kind))
        vocabulary.step_hooks += [self.function(STEP_HOOK, name) for name in self.outline.hooks["step"]]
        vocabulary.unhandled_hooks += [self.function(UNHANDLED_HOOK, name) for name in self.outline.hooks["unhandled"]]

    def parts(self, places: Optional[Mapping[int, Place]] = None) -> DefinitionParts:
        """Return the definition as one made of code has it. places: those of rows, by number."""
        find = self.function if self.is_bound else _nothing
        return parts_of(
            self.text, self.outline, find, places or {}, {key: each.place for key, each in self._wanted.items()}
        )


def _nothing(role: int, name: str) -> Any:
    """Stands for every callback of a document that was read without them."""
    return _no_callback


def _no_callback() -> None: ...


def _unfit(wanted: Wanted, found: object) -> Diagnostic:
    wish = f"expected a callback for {_WORDS[wanted.role]} {wanted.name!r}"
    text = f"{wish}: {found!r} was supplied, which cannot be called"
    return Diagnostic(
        DiagnosticKind.UNBOUND_CALLBACK,
        Severity.ERROR,
        text,
        (wanted.place,),
        state=None,
        event=None,
        target=None,
        column=wanted.column,
    )
