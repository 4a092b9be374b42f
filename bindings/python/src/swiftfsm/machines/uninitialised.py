"""Stands for the parts of a machine whose class has forgotten to initialise it."""

from __future__ import annotations

from typing import NoReturn

from ..library.results import SwiftFSMError


class Uninitialised:
    """Whatever is done with it says that `Machine.__init__` has not run."""

    __slots__ = ("_text",)

    def __init__(self, kind: type, base: type) -> None:
        """kind: the class of the machine. base: the class whose __init__ should have run."""
        owner = next(each for each in kind.__mro__ if "__init__" in vars(each))
        if issubclass(owner, base) and owner is not base:
            self._text = f"{owner.__name__}.__init__ has not called super().__init__()"
        else:
            self._text = f"{base.__name__}.__init__ has not been called for this {kind.__name__}"

    def __bool__(self) -> NoReturn:
        raise SwiftFSMError(self._text)

    def __getattr__(self, name: str) -> NoReturn:
        raise SwiftFSMError(self._text)

    def __getitem__(self, key: object) -> NoReturn:
        raise SwiftFSMError(self._text)

    def __iter__(self) -> NoReturn:
        raise SwiftFSMError(self._text)
