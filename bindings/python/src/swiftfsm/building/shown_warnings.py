"""The warnings of definitions, as Python shows warnings."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any, Optional

from ..definition.places import Place
from ..library.generated.enumerations import DiagnosticKind
from .diagnostics import Diagnostic


class DefinitionWarning(UserWarning):
    """Something in a definition is probably a mistake; see `Table.warnings`."""


# What was shown, as a module's `__warningregistry__`.
_shown: dict[Any, Any] = {}


def show(diagnostics: Iterable[Diagnostic], place: Optional[Place]) -> None:
    """Show warnings at their places, each once as long as the filters of `warnings` say so. place: that of the table.

    Events that no row has are not shown: with one member of an Enum all of them become known.
    """
    for each in diagnostics:
        if each.kind != DiagnosticKind.UNUSED_EVENT:
            at = next((known for known in each.places if known is not None), place) or Place("<definition>", 1)
            warnings.warn_explicit(each.text, DefinitionWarning, at.file, at.line, registry=_shown)
