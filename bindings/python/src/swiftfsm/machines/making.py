"""What machines of the library are made with, for any thread that makes one. The library keeps none of it."""

from __future__ import annotations

from ctypes import byref, c_void_p, sizeof
from typing import Any

from ..definition.ids import INITIAL
from ..library.generated.records import sfsm_machine_options

Tools = tuple[sfsm_machine_options, Any, c_void_p, Any]
"""Options, those of a machine in its initial state, and where the address of the new machine is written; each with the
reference that the library takes."""

free: list[Tools] = []
"""Those that nobody uses at present."""


def tools() -> Tools:
    """Make new ones, of which some are left in `free`: a list that runs empty is allocated anew."""
    free.extend(_tools() for _ in range(3))
    return _tools()


def _tools() -> Tools:
    options, address = sfsm_machine_options(sizeof(sfsm_machine_options), INITIAL), c_void_p()
    return options, byref(options), address, byref(address)
