"""The functions of swiftfsm.h for tables, and diagnostics of those that could not be built."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char_p, c_int32, c_size_t, c_void_p

from .records import sfsm_diagnostic, sfsm_transition


def declare(library: ctypes.CDLL) -> None:
    """Gives the functions of tables and diagnostics their types."""
    # size_t sfsm_diagnostics_count(const sfsm_diagnostics *diagnostics);
    library.sfsm_diagnostics_count.argtypes = [c_void_p]
    library.sfsm_diagnostics_count.restype = c_size_t

    # sfsm_status sfsm_diagnostics_get(const sfsm_diagnostics *diagnostics, size_t index, sfsm_diagnostic
    #     *out_diagnostic);
    library.sfsm_diagnostics_get.argtypes = [c_void_p, c_size_t, POINTER(sfsm_diagnostic)]
    library.sfsm_diagnostics_get.restype = c_int32

    # sfsm_status sfsm_diagnostics_place(const sfsm_diagnostics *diagnostics, size_t index, size_t place, const char
    #     **out_file, int32_t *out_line);
    library.sfsm_diagnostics_place.argtypes = [c_void_p, c_size_t, c_size_t, POINTER(c_char_p), POINTER(c_int32)]
    library.sfsm_diagnostics_place.restype = c_int32

    # sfsm_status sfsm_diagnostics_case(const sfsm_diagnostics *diagnostics, size_t index, size_t number, int32_t
    #     *out_predicate, int32_t *out_value);
    library.sfsm_diagnostics_case.argtypes = [c_void_p, c_size_t, c_size_t, POINTER(c_int32), POINTER(c_int32)]
    library.sfsm_diagnostics_case.restype = c_int32

    # const char *sfsm_diagnostics_text(const sfsm_diagnostics *diagnostics);
    library.sfsm_diagnostics_text.argtypes = [c_void_p]
    library.sfsm_diagnostics_text.restype = c_char_p

    # const char *sfsm_diagnostic_kind_name(int32_t kind);
    library.sfsm_diagnostic_kind_name.argtypes = [c_int32]
    library.sfsm_diagnostic_kind_name.restype = c_char_p

    # void sfsm_diagnostics_release(sfsm_diagnostics *diagnostics);
    library.sfsm_diagnostics_release.argtypes = [c_void_p]
    library.sfsm_diagnostics_release.restype = None

    # sfsm_table *sfsm_table_retain(const sfsm_table *table);
    library.sfsm_table_retain.argtypes = [c_void_p]
    library.sfsm_table_retain.restype = c_void_p

    # void sfsm_table_release(const sfsm_table *table);
    library.sfsm_table_release.argtypes = [c_void_p]
    library.sfsm_table_release.restype = None

    # size_t sfsm_table_state_count(const sfsm_table *table);
    library.sfsm_table_state_count.argtypes = [c_void_p]
    library.sfsm_table_state_count.restype = c_size_t

    # size_t sfsm_table_event_count(const sfsm_table *table);
    library.sfsm_table_event_count.argtypes = [c_void_p]
    library.sfsm_table_event_count.restype = c_size_t

    # size_t sfsm_table_predicate_count(const sfsm_table *table);
    library.sfsm_table_predicate_count.argtypes = [c_void_p]
    library.sfsm_table_predicate_count.restype = c_size_t

    # size_t sfsm_table_row_count(const sfsm_table *table);
    library.sfsm_table_row_count.argtypes = [c_void_p]
    library.sfsm_table_row_count.restype = c_size_t

    # int32_t sfsm_table_state_at(const sfsm_table *table, size_t index);
    library.sfsm_table_state_at.argtypes = [c_void_p, c_size_t]
    library.sfsm_table_state_at.restype = c_int32

    # int32_t sfsm_table_event_at(const sfsm_table *table, size_t index);
    library.sfsm_table_event_at.argtypes = [c_void_p, c_size_t]
    library.sfsm_table_event_at.restype = c_int32

    # int32_t sfsm_table_predicate_at(const sfsm_table *table, size_t index);
    library.sfsm_table_predicate_at.argtypes = [c_void_p, c_size_t]
    library.sfsm_table_predicate_at.restype = c_int32

    # int32_t sfsm_table_case_count(const sfsm_table *table, int32_t predicate);
    library.sfsm_table_case_count.argtypes = [c_void_p, c_int32]
    library.sfsm_table_case_count.restype = c_int32

    # size_t sfsm_table_argument_count(const sfsm_table *table, int32_t event);
    library.sfsm_table_argument_count.argtypes = [c_void_p, c_int32]
    library.sfsm_table_argument_count.restype = c_size_t

    # int32_t sfsm_table_argument_type(const sfsm_table *table, int32_t event, size_t index);
    library.sfsm_table_argument_type.argtypes = [c_void_p, c_int32, c_size_t]
    library.sfsm_table_argument_type.restype = c_int32

    # size_t sfsm_table_size(const sfsm_table *table);
    library.sfsm_table_size.argtypes = [c_void_p]
    library.sfsm_table_size.restype = c_size_t

    # int32_t sfsm_table_initial(const sfsm_table *table);
    library.sfsm_table_initial.argtypes = [c_void_p]
    library.sfsm_table_initial.restype = c_int32

    # const char *sfsm_table_state_name(const sfsm_table *table, int32_t state);
    library.sfsm_table_state_name.argtypes = [c_void_p, c_int32]
    library.sfsm_table_state_name.restype = c_char_p

    # const char *sfsm_table_event_name(const sfsm_table *table, int32_t event);
    library.sfsm_table_event_name.argtypes = [c_void_p, c_int32]
    library.sfsm_table_event_name.restype = c_char_p

    # const char *sfsm_table_predicate_name(const sfsm_table *table, int32_t predicate);
    library.sfsm_table_predicate_name.argtypes = [c_void_p, c_int32]
    library.sfsm_table_predicate_name.restype = c_char_p

    # const char *sfsm_table_case_name(const sfsm_table *table, int32_t predicate, int32_t value);
    library.sfsm_table_case_name.argtypes = [c_void_p, c_int32, c_int32]
    library.sfsm_table_case_name.restype = c_char_p

    # size_t sfsm_table_transition_count(const sfsm_table *table);
    library.sfsm_table_transition_count.argtypes = [c_void_p]
    library.sfsm_table_transition_count.restype = c_size_t

    # sfsm_status sfsm_table_transition(const sfsm_table *table, size_t index, sfsm_transition *out_transition);
    library.sfsm_table_transition.argtypes = [c_void_p, c_size_t, POINTER(sfsm_transition)]
    library.sfsm_table_transition.restype = c_int32

    # sfsm_status sfsm_table_transition_cases(const sfsm_table *table, size_t index, int32_t predicate, int32_t *values,
    #     size_t capacity, size_t *out_count);
    library.sfsm_table_transition_cases.argtypes = [
        c_void_p,
        c_size_t,
        c_int32,
        POINTER(c_int32),
        c_size_t,
        POINTER(c_size_t),
    ]
    library.sfsm_table_transition_cases.restype = c_int32
