"""The functions of swiftfsm.h for machines."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_double, c_int32, c_size_t, c_uint32, c_void_p

from .records import sfsm_case, sfsm_finalizer, sfsm_function, sfsm_machine_options, sfsm_reason, sfsm_value


def declare(library: ctypes.CDLL) -> None:
    """Gives the functions of machines their types."""
    # sfsm_status sfsm_machine_create(const sfsm_table *table, int32_t initial, void *context, sfsm_machine
    #     **out_machine);
    library.sfsm_machine_create.argtypes = [c_void_p, c_int32, c_void_p, POINTER(c_void_p)]
    library.sfsm_machine_create.restype = c_int32

    # sfsm_status sfsm_machine_create_with(const sfsm_table *table, const sfsm_machine_options *options, sfsm_machine
    #     **out_machine);
    library.sfsm_machine_create_with.argtypes = [c_void_p, POINTER(sfsm_machine_options), POINTER(c_void_p)]
    library.sfsm_machine_create_with.restype = c_int32

    # void sfsm_machine_release(sfsm_machine *machine);
    library.sfsm_machine_release.argtypes = [c_void_p]
    library.sfsm_machine_release.restype = None

    # sfsm_outcome sfsm_machine_send(sfsm_machine *machine, int32_t event);
    library.sfsm_machine_send.argtypes = [c_void_p, c_int32]
    library.sfsm_machine_send.restype = c_int32

    # sfsm_outcome sfsm_machine_send_matching(sfsm_machine *machine, int32_t event, const sfsm_case *cases, size_t
    #     count);
    library.sfsm_machine_send_matching.argtypes = [c_void_p, c_int32, POINTER(sfsm_case), c_size_t]
    library.sfsm_machine_send_matching.restype = c_int32

    # sfsm_outcome sfsm_machine_send_with(sfsm_machine *machine, int32_t event, const sfsm_case *cases, size_t
    #     case_count, const sfsm_value *arguments, size_t argument_count);
    library.sfsm_machine_send_with.argtypes = [
        c_void_p,
        c_int32,
        POINTER(sfsm_case),
        c_size_t,
        POINTER(sfsm_value),
        c_size_t,
    ]
    library.sfsm_machine_send_with.restype = c_int32

    # sfsm_status sfsm_machine_rejected_argument(const sfsm_machine *machine, size_t *out_index, int32_t *out_declared,
    #     int32_t *out_sent);
    library.sfsm_machine_rejected_argument.argtypes = [c_void_p, POINTER(c_size_t), POINTER(c_int32), POINTER(c_int32)]
    library.sfsm_machine_rejected_argument.restype = c_int32

    # sfsm_outcome sfsm_machine_request(sfsm_machine *machine, int32_t state);
    library.sfsm_machine_request.argtypes = [c_void_p, c_int32]
    library.sfsm_machine_request.restype = c_int32

    # sfsm_outcome sfsm_machine_request_matching(sfsm_machine *machine, int32_t state, const sfsm_case *cases, size_t
    #     count);
    library.sfsm_machine_request_matching.argtypes = [c_void_p, c_int32, POINTER(sfsm_case), c_size_t]
    library.sfsm_machine_request_matching.restype = c_int32

    # sfsm_status sfsm_machine_rejected_case(const sfsm_machine *machine, int32_t *out_predicate, int32_t *out_value);
    library.sfsm_machine_rejected_case.argtypes = [c_void_p, POINTER(c_int32), POINTER(c_int32)]
    library.sfsm_machine_rejected_case.restype = c_int32

    # int32_t sfsm_machine_state(const sfsm_machine *machine);
    library.sfsm_machine_state.argtypes = [c_void_p]
    library.sfsm_machine_state.restype = c_int32

    # sfsm_status sfsm_machine_start(sfsm_machine *machine, int32_t state);
    library.sfsm_machine_start.argtypes = [c_void_p, c_int32]
    library.sfsm_machine_start.restype = c_int32

    # sfsm_outcome sfsm_machine_stop(sfsm_machine *machine);
    library.sfsm_machine_stop.argtypes = [c_void_p]
    library.sfsm_machine_stop.restype = c_int32

    # sfsm_outcome sfsm_machine_update(sfsm_machine *machine, double time, int32_t *out_event);
    library.sfsm_machine_update.argtypes = [c_void_p, c_double, POINTER(c_int32)]
    library.sfsm_machine_update.restype = c_int32

    # sfsm_status sfsm_machine_set_state(sfsm_machine *machine, int32_t state);
    library.sfsm_machine_set_state.argtypes = [c_void_p, c_int32]
    library.sfsm_machine_set_state.restype = c_int32

    # void *sfsm_machine_context(const sfsm_machine *machine);
    library.sfsm_machine_context.argtypes = [c_void_p]
    library.sfsm_machine_context.restype = c_void_p

    # sfsm_status sfsm_machine_set_context(sfsm_machine *machine, void *context);
    library.sfsm_machine_set_context.argtypes = [c_void_p, c_void_p]
    library.sfsm_machine_set_context.restype = c_int32

    # const sfsm_table *sfsm_machine_table(const sfsm_machine *machine);
    library.sfsm_machine_table.argtypes = [c_void_p]
    library.sfsm_machine_table.restype = c_void_p

    # sfsm_outcome sfsm_machine_probe(sfsm_machine *machine, int32_t event, int32_t *out_target);
    library.sfsm_machine_probe.argtypes = [c_void_p, c_int32, POINTER(c_int32)]
    library.sfsm_machine_probe.restype = c_int32

    # sfsm_outcome sfsm_machine_probe_with(sfsm_machine *machine, int32_t event, const sfsm_case *cases, size_t
    #     case_count, const sfsm_value *arguments, size_t argument_count, int32_t *out_target);
    library.sfsm_machine_probe_with.argtypes = [
        c_void_p,
        c_int32,
        POINTER(sfsm_case),
        c_size_t,
        POINTER(sfsm_value),
        c_size_t,
        POINTER(c_int32),
    ]
    library.sfsm_machine_probe_with.restype = c_int32

    # sfsm_status sfsm_machine_permitted(sfsm_machine *machine, int32_t *events, size_t capacity, size_t *out_count);
    library.sfsm_machine_permitted.argtypes = [c_void_p, POINTER(c_int32), c_size_t, POINTER(c_size_t)]
    library.sfsm_machine_permitted.restype = c_int32

    # sfsm_status sfsm_machine_permitted_matching(sfsm_machine *machine, const sfsm_case *cases, size_t case_count,
    #     uint32_t flags, int32_t *events, size_t capacity, size_t *out_count);
    library.sfsm_machine_permitted_matching.argtypes = [
        c_void_p,
        POINTER(sfsm_case),
        c_size_t,
        c_uint32,
        POINTER(c_int32),
        c_size_t,
        POINTER(c_size_t),
    ]
    library.sfsm_machine_permitted_matching.restype = c_int32

    # sfsm_outcome sfsm_machine_explain(sfsm_machine *machine, int32_t event, int32_t requested, const sfsm_case *cases,
    #     size_t case_count, sfsm_reason *reasons, size_t capacity, size_t *out_count);
    library.sfsm_machine_explain.argtypes = [
        c_void_p,
        c_int32,
        c_int32,
        POINTER(sfsm_case),
        c_size_t,
        POINTER(sfsm_reason),
        c_size_t,
        POINTER(c_size_t),
    ]
    library.sfsm_machine_explain.restype = c_int32

    # sfsm_outcome sfsm_machine_explain_with(sfsm_machine *machine, int32_t event, const sfsm_case *cases, size_t
    #     case_count, const sfsm_value *arguments, size_t argument_count, sfsm_reason *reasons, size_t capacity, size_t
    #     *out_count);
    library.sfsm_machine_explain_with.argtypes = [
        c_void_p,
        c_int32,
        POINTER(sfsm_case),
        c_size_t,
        POINTER(sfsm_value),
        c_size_t,
        POINTER(sfsm_reason),
        c_size_t,
        POINTER(c_size_t),
    ]
    library.sfsm_machine_explain_with.restype = c_int32

    # sfsm_status sfsm_machine_on_unhandled(sfsm_machine *machine, sfsm_function function, void *context,
    #     sfsm_finalizer finalizer);
    library.sfsm_machine_on_unhandled.argtypes = [c_void_p, sfsm_function, c_void_p, sfsm_finalizer]
    library.sfsm_machine_on_unhandled.restype = c_int32

    # sfsm_status sfsm_machine_on_step(sfsm_machine *machine, sfsm_function function, void *context, sfsm_finalizer
    #     finalizer);
    library.sfsm_machine_on_step.argtypes = [c_void_p, sfsm_function, c_void_p, sfsm_finalizer]
    library.sfsm_machine_on_step.restype = c_int32

    # int32_t sfsm_machine_failure(const sfsm_machine *machine);
    library.sfsm_machine_failure.argtypes = [c_void_p]
    library.sfsm_machine_failure.restype = c_int32

    # size_t sfsm_machine_pending(const sfsm_machine *machine);
    library.sfsm_machine_pending.argtypes = [c_void_p]
    library.sfsm_machine_pending.restype = c_size_t

    # sfsm_status sfsm_machine_run_pending(sfsm_machine *machine);
    library.sfsm_machine_run_pending.argtypes = [c_void_p]
    library.sfsm_machine_run_pending.restype = c_int32

    # sfsm_status sfsm_machine_discard_pending(sfsm_machine *machine);
    library.sfsm_machine_discard_pending.argtypes = [c_void_p]
    library.sfsm_machine_discard_pending.restype = c_int32
