"""The functions of swiftfsm.h for what a definition is handed over with."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char_p, c_int32, c_size_t, c_uint32, c_void_p

from .records import sfsm_finalizer, sfsm_function, sfsm_name, sfsm_row


def declare(library: ctypes.CDLL) -> None:
    """Gives the functions of builders their types."""
    # sfsm_builder *sfsm_builder_create(void);
    library.sfsm_builder_create.argtypes = []
    library.sfsm_builder_create.restype = c_void_p

    # void sfsm_builder_release(sfsm_builder *builder);
    library.sfsm_builder_release.argtypes = [c_void_p]
    library.sfsm_builder_release.restype = None

    # sfsm_status sfsm_builder_add_rows_at(sfsm_builder *builder, const sfsm_row *rows, size_t count, size_t row_size,
    #     const char *file, int32_t line);
    library.sfsm_builder_add_rows_at.argtypes = [c_void_p, POINTER(sfsm_row), c_size_t, c_size_t, c_char_p, c_int32]
    library.sfsm_builder_add_rows_at.restype = c_int32

    # sfsm_status sfsm_builder_add_row_at(sfsm_builder *builder, int32_t source, int32_t event, int32_t target, const
    #     char *file, int32_t line, size_t *out_row);
    library.sfsm_builder_add_row_at.argtypes = [
        c_void_p,
        c_int32,
        c_int32,
        c_int32,
        c_char_p,
        c_int32,
        POINTER(c_size_t),
    ]
    library.sfsm_builder_add_row_at.restype = c_int32

    # sfsm_status sfsm_builder_add_guard(sfsm_builder *builder, size_t row, sfsm_function function, void *context,
    #     sfsm_finalizer finalizer);
    library.sfsm_builder_add_guard.argtypes = [c_void_p, c_size_t, sfsm_function, c_void_p, sfsm_finalizer]
    library.sfsm_builder_add_guard.restype = c_int32

    # sfsm_status sfsm_builder_add_action(sfsm_builder *builder, size_t row, sfsm_function function, void *context,
    #     sfsm_finalizer finalizer);
    library.sfsm_builder_add_action.argtypes = [c_void_p, c_size_t, sfsm_function, c_void_p, sfsm_finalizer]
    library.sfsm_builder_add_action.restype = c_int32

    # sfsm_status sfsm_builder_set_resolver(sfsm_builder *builder, size_t row, sfsm_function function, void *context,
    #     sfsm_finalizer finalizer);
    library.sfsm_builder_set_resolver.argtypes = [c_void_p, c_size_t, sfsm_function, c_void_p, sfsm_finalizer]
    library.sfsm_builder_set_resolver.restype = c_int32

    # sfsm_status sfsm_builder_add_match(sfsm_builder *builder, size_t row, int32_t predicate, const int32_t *values,
    #     size_t count);
    library.sfsm_builder_add_match.argtypes = [c_void_p, c_size_t, c_int32, POINTER(c_int32), c_size_t]
    library.sfsm_builder_add_match.restype = c_int32

    # sfsm_status sfsm_builder_add_state_at(sfsm_builder *builder, int32_t state, uint32_t flags, const char *file,
    #     int32_t line, size_t *out_block);
    library.sfsm_builder_add_state_at.argtypes = [c_void_p, c_int32, c_uint32, c_char_p, c_int32, POINTER(c_size_t)]
    library.sfsm_builder_add_state_at.restype = c_int32

    # sfsm_status sfsm_builder_add_superstate_at(sfsm_builder *builder, const char *file, int32_t line, size_t
    #     *out_block);
    library.sfsm_builder_add_superstate_at.argtypes = [c_void_p, c_char_p, c_int32, POINTER(c_size_t)]
    library.sfsm_builder_add_superstate_at.restype = c_int32

    # sfsm_status sfsm_builder_adopt(sfsm_builder *builder, size_t block, size_t superstate);
    library.sfsm_builder_adopt.argtypes = [c_void_p, c_size_t, c_size_t]
    library.sfsm_builder_adopt.restype = c_int32

    # sfsm_status sfsm_builder_on_entry(sfsm_builder *builder, size_t block, sfsm_function function, void *context,
    #     sfsm_finalizer finalizer);
    library.sfsm_builder_on_entry.argtypes = [c_void_p, c_size_t, sfsm_function, c_void_p, sfsm_finalizer]
    library.sfsm_builder_on_entry.restype = c_int32

    # sfsm_status sfsm_builder_on_exit(sfsm_builder *builder, size_t block, sfsm_function function, void *context,
    #     sfsm_finalizer finalizer);
    library.sfsm_builder_on_exit.argtypes = [c_void_p, c_size_t, sfsm_function, c_void_p, sfsm_finalizer]
    library.sfsm_builder_on_exit.restype = c_int32

    # sfsm_status sfsm_builder_on_cycle(sfsm_builder *builder, size_t block, sfsm_function function, void *context,
    #     sfsm_finalizer finalizer);
    library.sfsm_builder_on_cycle.argtypes = [c_void_p, c_size_t, sfsm_function, c_void_p, sfsm_finalizer]
    library.sfsm_builder_on_cycle.restype = c_int32

    # sfsm_status sfsm_builder_on_update(sfsm_builder *builder, size_t block, sfsm_function function, void *context,
    #     sfsm_finalizer finalizer);
    library.sfsm_builder_on_update.argtypes = [c_void_p, c_size_t, sfsm_function, c_void_p, sfsm_finalizer]
    library.sfsm_builder_on_update.restype = c_int32

    # sfsm_status sfsm_builder_name_states(sfsm_builder *builder, const sfsm_name *names, size_t count);
    library.sfsm_builder_name_states.argtypes = [c_void_p, POINTER(sfsm_name), c_size_t]
    library.sfsm_builder_name_states.restype = c_int32

    # sfsm_status sfsm_builder_name_events(sfsm_builder *builder, const sfsm_name *names, size_t count);
    library.sfsm_builder_name_events.argtypes = [c_void_p, POINTER(sfsm_name), c_size_t]
    library.sfsm_builder_name_events.restype = c_int32

    # sfsm_status sfsm_builder_add_predicate_at(sfsm_builder *builder, int32_t predicate, int32_t case_count, const char
    #     *file, int32_t line);
    library.sfsm_builder_add_predicate_at.argtypes = [c_void_p, c_int32, c_int32, c_char_p, c_int32]
    library.sfsm_builder_add_predicate_at.restype = c_int32

    # sfsm_status sfsm_builder_name_predicates(sfsm_builder *builder, const sfsm_name *names, size_t count);
    library.sfsm_builder_name_predicates.argtypes = [c_void_p, POINTER(sfsm_name), c_size_t]
    library.sfsm_builder_name_predicates.restype = c_int32

    # sfsm_status sfsm_builder_name_cases(sfsm_builder *builder, int32_t predicate, const sfsm_name *names, size_t
    #     count);
    library.sfsm_builder_name_cases.argtypes = [c_void_p, c_int32, POINTER(sfsm_name), c_size_t]
    library.sfsm_builder_name_cases.restype = c_int32

    # sfsm_status sfsm_builder_set_provider(sfsm_builder *builder, int32_t predicate, sfsm_function function, void
    #     *context, sfsm_finalizer finalizer);
    library.sfsm_builder_set_provider.argtypes = [c_void_p, c_int32, sfsm_function, c_void_p, sfsm_finalizer]
    library.sfsm_builder_set_provider.restype = c_int32

    # sfsm_status sfsm_builder_add_event_at(sfsm_builder *builder, int32_t event, const char *arguments, const char
    #     *file, int32_t line);
    library.sfsm_builder_add_event_at.argtypes = [c_void_p, c_int32, c_char_p, c_char_p, c_int32]
    library.sfsm_builder_add_event_at.restype = c_int32

    # sfsm_status sfsm_builder_set_initial_at(sfsm_builder *builder, int32_t state, const char *file, int32_t line);
    library.sfsm_builder_set_initial_at.argtypes = [c_void_p, c_int32, c_char_p, c_int32]
    library.sfsm_builder_set_initial_at.restype = c_int32

    # sfsm_status sfsm_builder_set_entry_exit_policy(sfsm_builder *builder, int32_t policy);
    library.sfsm_builder_set_entry_exit_policy.argtypes = [c_void_p, c_int32]
    library.sfsm_builder_set_entry_exit_policy.restype = c_int32

    # sfsm_status sfsm_builder_set_guard_policy(sfsm_builder *builder, int32_t policy);
    library.sfsm_builder_set_guard_policy.argtypes = [c_void_p, c_int32]
    library.sfsm_builder_set_guard_policy.restype = c_int32

    # sfsm_status sfsm_builder_set_phase_order(sfsm_builder *builder, const int32_t *phases, size_t count);
    library.sfsm_builder_set_phase_order.argtypes = [c_void_p, POINTER(c_int32), c_size_t]
    library.sfsm_builder_set_phase_order.restype = c_int32

    # sfsm_status sfsm_builder_build(sfsm_builder *builder, sfsm_table **out_table, sfsm_diagnostics
    #     **out_diagnostics);
    library.sfsm_builder_build.argtypes = [c_void_p, POINTER(c_void_p), POINTER(c_void_p)]
    library.sfsm_builder_build.restype = c_int32
