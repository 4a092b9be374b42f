"""The shortest way to a callback that takes the arguments of its event, where all of these are numbers.

Reading one or two values through cells that are kept takes as long as reading a field of a step; making a tuple of a
step and of its arguments would take four times as long as the callback itself.
"""

from __future__ import annotations

from typing import Any, Callable, Optional

from ..definition.cells import Cell, cell_at, cells_of
from .machine_state import ADDRESS, Cells, MachineState, Run
from .signatures import Signature

_MOST_KEPT = 4096

Ending = Callable[[object, MachineState], int]
"""Converts the result of a callback for the library."""


def quick_run(
    signature: Signature, quiet: object, told: int, end: Ending, otherwise: Run
) -> tuple[Optional[Run], Optional[Cells]]:
    """Return how a function is called that takes one or two numbers, after the context or the machine, or neither; None
    for another one. With it, for one that takes the context and one number, the cells that are kept for it.

    quiet, told: a result of the function, and what the library is told then. end: converts other results.
    otherwise: calls it in a step that has no arguments.
    """
    before, cells = signature.before_arguments, _cells(signature)
    if before is None or cells is None:
        return None, None
    if len(cells) == 1:
        kept: Cells = {}
        run = _with_one(signature.function, before, cells[0], kept, quiet, told, end, otherwise)
        return run, kept if before == "context" else None
    return _with_two(signature.function, before, cells[0], cells[1], quiet, told, end, otherwise), None


def _cells(signature: Signature) -> Optional[tuple[Cell, ...]]:
    """The cells of the arguments, if they are the same in all events that the function can be called for."""
    if signature.required != signature.most or signature.most not in (1, 2):
        return None
    kinds = {types.text: types for types in signature.vocabulary.argument_types.values() if len(types) == signature.most}
    return cells_of(next(iter(kinds.values()))) if len(kinds) == 1 else None


def _with_one(
    function: Any, before: str, cell: Cell, kept: Cells, quiet: object, told: int, end: Ending, otherwise: Run
) -> Optional[Run]:
    def find(address: int) -> Any:
        return _keep(kept, address, cell_at(cell, address, 0))

    def run_with_context(machine: MachineState, window: Any) -> int:
        address = window[ADDRESS]
        if not address:
            return otherwise(machine, window)
        try:
            value = kept[address].value
        except KeyError:
            value = find(address).value
        result = function(machine.context, value)
        return told if result is quiet else end(result, machine)

    def run_with_machine(machine: MachineState, window: Any) -> int:
        address = window[ADDRESS]
        if not address:
            return otherwise(machine, window)
        try:
            value = kept[address].value
        except KeyError:
            value = find(address).value
        result = function(machine, value)
        return told if result is quiet else end(result, machine)

    def run(machine: MachineState, window: Any) -> int:
        address = window[ADDRESS]
        if not address:
            return otherwise(machine, window)
        try:
            value = kept[address].value
        except KeyError:
            value = find(address).value
        result = function(value)
        return told if result is quiet else end(result, machine)

    return {"context": run_with_context, "self": run_with_machine, "machine": run_with_machine, "": run}.get(before)


def _with_two(
    function: Any, before: str, one: Cell, two: Cell, quiet: object, told: int, end: Ending, otherwise: Run
) -> Optional[Run]:
    kept: dict[int, Any] = {}

    def find(address: int) -> Any:
        return _keep(kept, address, (cell_at(one, address, 0), cell_at(two, address, 1)))

    def run_with_context(machine: MachineState, window: Any) -> int:
        address = window[ADDRESS]
        if not address:
            return otherwise(machine, window)
        try:
            first, second = kept[address]
        except KeyError:
            first, second = find(address)
        result = function(machine.context, first.value, second.value)
        return told if result is quiet else end(result, machine)

    def run_with_machine(machine: MachineState, window: Any) -> int:
        address = window[ADDRESS]
        if not address:
            return otherwise(machine, window)
        try:
            first, second = kept[address]
        except KeyError:
            first, second = find(address)
        result = function(machine, first.value, second.value)
        return told if result is quiet else end(result, machine)

    def run(machine: MachineState, window: Any) -> int:
        address = window[ADDRESS]
        if not address:
            return otherwise(machine, window)
        try:
            first, second = kept[address]
        except KeyError:
            first, second = find(address)
        result = function(first.value, second.value)
        return told if result is quiet else end(result, machine)

    return {"context": run_with_context, "self": run_with_machine, "machine": run_with_machine, "": run}.get(before)


def _keep(kept: dict[int, Any], address: int, cells: Any) -> Any:
    """Keep cells by their address, which is that of a machine's memory: those of gone machines are dropped at times."""
    if len(kept) >= _MOST_KEPT:
        kept.clear()
    kept[address] = cells
    return cells
