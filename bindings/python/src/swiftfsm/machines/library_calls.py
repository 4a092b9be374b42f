"""The functions of the library that machines call, without the checks of ctypes.

They take ready-made arguments unchanged, in half the time of a function with prototypes. Nothing is converted, so
nothing can fail on the way: ctypes would turn an exception raised during a conversion into an ArgumentError.
"""

from __future__ import annotations

from ctypes import c_int32
from typing import Callable

from ..library.loading import library


Call = Callable[..., int]


def _quick(name: str) -> Call:
    function = library[name]
    function.restype = c_int32
    return function


def _silent(name: str) -> Callable[..., None]:
    function = library[name]
    function.restype = None
    return function


machine_state: Call = _quick("sfsm_machine_state")
machine_pending: Call = _quick("sfsm_machine_pending")
machine_start: Call = _quick("sfsm_machine_start")
machine_create_with: Call = _quick("sfsm_machine_create_with")
machine_release: Callable[..., None] = _silent("sfsm_machine_release")
machine_set_state: Call = _quick("sfsm_machine_set_state")
machine_send: Call = _quick("sfsm_machine_send")
machine_send_message: Call = _quick("sfsm_machine_send_message")
machine_request: Call = _quick("sfsm_machine_request")
machine_update: Call = _quick("sfsm_machine_update")
machine_probe: Call = _quick("sfsm_machine_probe")
machine_explain: Call = _quick("sfsm_machine_explain_sized")
machine_permitted: Call = _quick("sfsm_machine_permitted")
machine_plan: Call = _quick("sfsm_machine_plan")
machine_plan_pending: Call = _quick("sfsm_machine_plan_pending")
machine_plan_due: Call = _quick("sfsm_machine_plan_due")
machine_postpone: Call = _quick("sfsm_machine_postpone")
machine_plan_start: Call = _quick("sfsm_machine_plan_start")
machine_plan_stop: Call = _quick("sfsm_machine_plan_stop")
plan_next: Call = _quick("sfsm_plan_next")
machine_resolve: Call = _quick("sfsm_machine_resolve")
machine_commit: Call = _quick("sfsm_machine_commit")
machine_complete: Call = _quick("sfsm_machine_complete")
machine_abandon: Call = _quick("sfsm_machine_abandon")
