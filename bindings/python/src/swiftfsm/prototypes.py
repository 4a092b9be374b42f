"""What swiftfsm.h declares, in ctypes' terms: the lowest layer of the package.

Each function's C prototype stands above its argument types. A test reads the header and compares the names, the types,
the fields and these quotations with it, so that they cannot drift apart. Every handle is a ``c_void_p``: its address as
an int, kept by one owner (see `swiftfsm.handles`).
"""

from __future__ import annotations

import ctypes
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    Union,
    c_bool,
    c_char_p,
    c_double,
    c_float,
    c_int8,
    c_int16,
    c_int32,
    c_int64,
    c_size_t,
    c_uint8,
    c_uint16,
    c_uint32,
    c_uint64,
    c_void_p,
)

VERSION_MAJOR, VERSION_MINOR = 0, 1
"""SFSM_VERSION_MAJOR and SFSM_VERSION_MINOR of the header that this module mirrors."""

OVERRIDING = 1
"""SFSM_OVERRIDING, in the flags of a row and of a transition."""
INHERITED = 2
"""SFSM_INHERITED, in the flags of a transition."""
LENIENT = 1
"""SFSM_LENIENT, in the flags of a machine's options."""
WITHOUT_GUARDS = 1
"""SFSM_WITHOUT_GUARDS, for sfsm_machine_permitted_matching."""
REQUESTS = 2
"""SFSM_REQUESTS, likewise."""
CASE_LIMIT = 16_384
"""SFSM_CASE_LIMIT: a predicate type has at most so many cases."""
PARAMETER_LIMIT = 64
"""SFSM_PARAMETER_LIMIT: an event has at most so many arguments, and a signature so many parameters."""
BOOL, I8, I16, I32, I64, U8, U16, U32, U64, F32, F64, STR, PTR, INTEGER = range(1, 15)
"""SFSM_BOOL and so on, the types of a value."""
TAKEN, NOT_MATCHED, GUARD_REFUSED, RESOLVER_REFUSED, NOT_TRIED = range(1, 6)
"""SFSM_TAKEN and so on, the kinds of a reason."""

# typedef int32_t (*sfsm_function)(const sfsm_step *step, void *context);
# The step comes as an address: a POINTER would make ctypes build an object for it at each call.
sfsm_function = CFUNCTYPE(c_int32, c_void_p, c_void_p)

# typedef void (*sfsm_finalizer)(void *context);
sfsm_finalizer = CFUNCTYPE(None, c_void_p)

# typedef void (*sfsm_native)(void);
# Any function: ctypes.cast makes one of another type to this.
sfsm_native = CFUNCTYPE(None)


class sfsm_value_as(Union):
    """The value of an sfsm_value: the member that has its type's name."""

    _fields_ = [
        ("boolean", c_bool),
        ("i8", c_int8),
        ("i16", c_int16),
        ("i32", c_int32),
        ("i64", c_int64),
        ("u8", c_uint8),
        ("u16", c_uint16),
        ("u32", c_uint32),
        ("u64", c_uint64),
        ("f32", c_float),
        ("f64", c_double),
        ("str", c_char_p),
        ("ptr", c_void_p),
    ]


class sfsm_value(Structure):
    """A value with its type. ``as`` is a word of Python's own, so its members are reached without it: ``value.i32``."""

    _anonymous_ = ("as",)
    _fields_ = [
        ("type", c_int32),
        ("as", sfsm_value_as),
    ]


# typedef int32_t (*sfsm_handler)(void *context, const sfsm_value *arguments, size_t count, sfsm_value *out_result);
sfsm_handler = CFUNCTYPE(c_int32, c_void_p, POINTER(sfsm_value), c_size_t, POINTER(sfsm_value))


class sfsm_step(Structure):
    """What a callback is told."""

    _fields_ = [
        ("machine", c_void_p),
        ("context", c_void_p),
        ("event", c_int32),
        ("source", c_int32),
        ("target", c_int32),
        ("outcome", c_int32),
        ("time", c_double),
        ("cases", POINTER(c_int32)),
        ("arguments", POINTER(sfsm_value)),
        ("argument_count", c_size_t),
    ]


class sfsm_callback(Structure):
    """A function, the pointer that it is called with, and what frees that pointer."""

    _fields_ = [
        ("function", sfsm_function),
        ("context", c_void_p),
        ("finalizer", sfsm_finalizer),
    ]


class sfsm_match(Structure):
    """The cases of one predicate type that a row is meant for."""

    _fields_ = [
        ("predicate", c_int32),
        ("value", c_int32),
        ("values", POINTER(c_int32)),
        ("value_count", c_size_t),
    ]


class sfsm_row(Structure):
    """One row of the table."""

    _fields_ = [
        ("source", c_int32),
        ("event", c_int32),
        ("target", c_int32),
        ("line", c_int32),
        ("action", sfsm_function),
        ("guard", sfsm_function),
        ("file", c_char_p),
        ("actions", POINTER(sfsm_callback)),
        ("action_count", c_size_t),
        ("guards", POINTER(sfsm_callback)),
        ("guard_count", c_size_t),
        ("resolver", sfsm_callback),
        ("block", c_size_t),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("matches", POINTER(sfsm_match)),
        ("match_count", c_size_t),
    ]


class sfsm_name(Structure):
    """A name for a state, an event, a predicate type or a case."""

    _fields_ = [
        ("id", c_int32),
        ("name", c_char_p),
    ]


class sfsm_diagnostic(Structure):
    """One diagnostic; ``size`` is set before it is filled."""

    _fields_ = [
        ("size", c_size_t),
        ("kind", c_int32),
        ("severity", c_int32),
        ("state", c_int32),
        ("event", c_int32),
        ("target", c_int32),
        ("line", c_int32),
        ("file", c_char_p),
        ("text", c_char_p),
        ("place_count", c_size_t),
        ("predicate", c_int32),
        ("value", c_int32),
        ("case_count", c_size_t),
    ]


class sfsm_transition(Structure):
    """A row as one state has it; ``size`` is set before it is filled."""

    _fields_ = [
        ("size", c_size_t),
        ("row", c_size_t),
        ("source", c_int32),
        ("event", c_int32),
        ("target", c_int32),
        ("rank", c_int32),
        ("flags", c_uint32),
        ("line", c_int32),
        ("file", c_char_p),
        ("guard_count", c_size_t),
        ("action_count", c_size_t),
    ]


class sfsm_machine_options(Structure):
    """How a machine is made; ``size`` is set by the caller."""

    _fields_ = [
        ("size", c_size_t),
        ("initial", c_int32),
        ("flags", c_uint32),
        ("context", c_void_p),
    ]


class sfsm_case(Structure):
    """A case of a predicate type."""

    _fields_ = [
        ("predicate", c_int32),
        ("value", c_int32),
    ]


class sfsm_reason(Structure):
    """Why a row is taken or not."""

    _fields_ = [
        ("transition", c_size_t),
        ("kind", c_int32),
        ("predicate", c_int32),
        ("value", c_int32),
        ("guard", c_int32),
    ]


def declare(library: ctypes.CDLL) -> None:
    """Gives every function of `library` its argument and result types.

    Raises AttributeError if the library lacks one of them.
    """
    # uint32_t sfsm_version(void);
    library.sfsm_version.argtypes = []
    library.sfsm_version.restype = c_uint32

    # const char *sfsm_version_string(void);
    library.sfsm_version_string.argtypes = []
    library.sfsm_version_string.restype = c_char_p

    # const char *sfsm_status_name(sfsm_status status_or_outcome);
    library.sfsm_status_name.argtypes = [c_int32]
    library.sfsm_status_name.restype = c_char_p

    # int32_t sfsm_step_case(const sfsm_step *step, int32_t predicate);
    library.sfsm_step_case.argtypes = [POINTER(sfsm_step), c_int32]
    library.sfsm_step_case.restype = c_int32

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

    # sfsm_status sfsm_builder_add_superstate_at(sfsm_builder *builder, const char *file, int32_t line, size_t *out_block);
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

    # sfsm_status sfsm_builder_set_entry_exit(sfsm_builder *builder, int32_t policy);
    library.sfsm_builder_set_entry_exit.argtypes = [c_void_p, c_int32]
    library.sfsm_builder_set_entry_exit.restype = c_int32

    # sfsm_status sfsm_builder_set_guards(sfsm_builder *builder, int32_t policy);
    library.sfsm_builder_set_guards.argtypes = [c_void_p, c_int32]
    library.sfsm_builder_set_guards.restype = c_int32

    # sfsm_status sfsm_builder_set_order(sfsm_builder *builder, const int32_t *phases, size_t count);
    library.sfsm_builder_set_order.argtypes = [c_void_p, POINTER(c_int32), c_size_t]
    library.sfsm_builder_set_order.restype = c_int32

    # sfsm_status sfsm_builder_build(sfsm_builder *builder, sfsm_table **out_table, sfsm_diagnostics
    #     **out_diagnostics);
    library.sfsm_builder_build.argtypes = [c_void_p, POINTER(c_void_p), POINTER(c_void_p)]
    library.sfsm_builder_build.restype = c_int32

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

    # sfsm_status sfsm_machine_run(sfsm_machine *machine);
    library.sfsm_machine_run.argtypes = [c_void_p]
    library.sfsm_machine_run.restype = c_int32

    # sfsm_status sfsm_machine_discard(sfsm_machine *machine);
    library.sfsm_machine_discard.argtypes = [c_void_p]
    library.sfsm_machine_discard.restype = c_int32

    # sfsm_status sfsm_signature_check(const char *signature, size_t *out_position, const char **out_expected);
    library.sfsm_signature_check.argtypes = [c_char_p, POINTER(c_size_t), POINTER(c_char_p)]
    library.sfsm_signature_check.restype = c_int32

    # sfsm_status sfsm_arguments_check(const char *arguments, size_t *out_position, const char **out_expected);
    library.sfsm_arguments_check.argtypes = [c_char_p, POINTER(c_size_t), POINTER(c_char_p)]
    library.sfsm_arguments_check.restype = c_int32

    # sfsm_status sfsm_callable_create(sfsm_native function, const char *signature, void *context, sfsm_finalizer
    #     finalizer, sfsm_callable **out_callable);
    library.sfsm_callable_create.argtypes = [sfsm_native, c_char_p, c_void_p, sfsm_finalizer, POINTER(c_void_p)]
    library.sfsm_callable_create.restype = c_int32

    # void sfsm_callable_release(sfsm_callable *callable);
    library.sfsm_callable_release.argtypes = [c_void_p]
    library.sfsm_callable_release.restype = None

    # sfsm_callback sfsm_callable_callback(sfsm_callable *callable);
    library.sfsm_callable_callback.argtypes = [c_void_p]
    library.sfsm_callable_callback.restype = sfsm_callback

    # sfsm_status sfsm_closure_create(const char *signature, sfsm_handler handler, void *context, sfsm_finalizer
    #     finalizer, sfsm_closure **out_closure);
    library.sfsm_closure_create.argtypes = [c_char_p, sfsm_handler, c_void_p, sfsm_finalizer, POINTER(c_void_p)]
    library.sfsm_closure_create.restype = c_int32

    # sfsm_native sfsm_closure_function(const sfsm_closure *closure);
    library.sfsm_closure_function.argtypes = [c_void_p]
    library.sfsm_closure_function.restype = sfsm_native

    # void sfsm_closure_release(sfsm_closure *closure);
    library.sfsm_closure_release.argtypes = [c_void_p]
    library.sfsm_closure_release.restype = None
