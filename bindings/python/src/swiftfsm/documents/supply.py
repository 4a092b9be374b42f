"""Where the callbacks of a document come from: a mapping, an object or a module of the program.

A document names callbacks, and that is all it can do. A name is looked up as it stands, then with `_` instead of `-` and
`.`. Nothing is imported or evaluated, no name is followed from object to object, and none that begins with `_` is found.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

Supplied = Any
"""A mapping from names to functions, or an object or module that has them as attributes."""

NOTHING = object()
"""Is found where there is nothing."""


class Supply:
    """Finds what a program has under the names of a document. Errors: TypeError for a text instead of callbacks."""

    __slots__ = ("_given",)

    def __init__(self, given: Supplied) -> None:
        if isinstance(given, (str, bytes)):
            raise TypeError(f"callbacks must be a mapping, an object or a module, not {given!r}")
        self._given = given

    def find(self, name: str) -> Any:
        """Return what the program has under a name, or NOTHING."""
        for word in dict.fromkeys((name, re.sub("[-.]", "_", name))):
            found = NOTHING if word.startswith("_") else self._get(word)
            if found is not NOTHING:
                return found
        return NOTHING

    def _get(self, word: str) -> Any:
        if isinstance(self._given, Mapping):
            return self._given.get(word, NOTHING)
        return getattr(self._given, word, NOTHING) if word.isidentifier() else NOTHING
