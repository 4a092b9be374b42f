"""Tables and machines in notebooks: what Jupyter shows of them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Optional

from ..definition.generics import ContextT, EventT, StateT
from ..documents.pictures import has_dot
from .core import MachineCore
from .written_table import WrittenTable


class ShownTable(WrittenTable[StateT, EventT]):
    """A table that is drawn where a notebook shows it."""

    __slots__ = ()

    def _repr_mimebundle_(
        self, include: Optional[Collection[str]] = None, exclude: Optional[Collection[str]] = None
    ) -> dict[str, str]:
        """Return its picture for a notebook. Raises nothing."""
        return _chosen(repr(self), self, None, include, exclude)


class ShownMachine(MachineCore[StateT, EventT, ContextT]):
    """A machine whose present states are marked in the picture of its table."""

    __slots__ = ()

    def _repr_mimebundle_(
        self, include: Optional[Collection[str]] = None, exclude: Optional[Collection[str]] = None
    ) -> dict[str, str]:
        """Return the picture of its table for a notebook, its present states marked. Raises nothing."""
        table = getattr(self, "_table", None)
        return _chosen(repr(self), table, self, include, exclude)


def _chosen(
    text: str, table: Any, current: Any, include: Optional[Collection[str]], exclude: Optional[Collection[str]]
) -> dict[str, str]:
    bundle = {"text/plain": text, **_pictures(table, current)}
    return {
        kind: shown
        for kind, shown in bundle.items()
        if (not include or kind in include) and (not exclude or kind not in exclude)
    }


def _pictures(table: Any, current: Any) -> dict[str, str]:
    """An SVG if graphviz can be run; otherwise Mermaid, which JupyterLab draws, and a table in HTML."""
    if has_dot():
        try:
            return {"image/svg+xml": table.diagram("svg", current=current).decode()}
        except Exception:  # it may be broken, or slow
            pass
    try:
        return {
            "text/vnd.mermaid": table.diagram("mermaid", current=current),
            "text/html": table.diagram("html", current=current),
        }
    except Exception:  # the table may be closed
        return {}
