"""The structs of swiftfsm.h, and the types of the functions whose address it takes.

Made by ./dev generate from include/swiftfsm.h: change that, not this file.
"""

from __future__ import annotations

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
from typing import Any


class sfsm_value_as(Union):
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
    _anonymous_ = ("as",)
    _fields_ = [
        ("type", c_int32),
        ("as", sfsm_value_as),
    ]


class sfsm_step(Structure):
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
        ("reserved", c_void_p),
    ]


sfsm_function: Any = CFUNCTYPE(c_int32, c_void_p, c_void_p)


sfsm_finalizer: Any = CFUNCTYPE(None, c_void_p)


class sfsm_callback(Structure):
    _fields_ = [
        ("function", sfsm_function),
        ("context", c_void_p),
        ("finalizer", sfsm_finalizer),
    ]


class sfsm_match(Structure):
    _fields_ = [
        ("predicate", c_int32),
        ("value", c_int32),
        ("values", POINTER(c_int32)),
        ("value_count", c_size_t),
    ]


class sfsm_row(Structure):
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
    _fields_ = [
        ("id", c_int32),
        ("name", c_char_p),
    ]


class sfsm_diagnostic(Structure):
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
        ("column", c_int32),
        ("reserved", c_int32),
    ]


class sfsm_transition(Structure):
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
    _fields_ = [
        ("size", c_size_t),
        ("initial", c_int32),
        ("flags", c_uint32),
        ("context", c_void_p),
        ("memory", c_void_p),
        ("memory_size", c_size_t),
    ]


class sfsm_case(Structure):
    _fields_ = [
        ("predicate", c_int32),
        ("value", c_int32),
    ]


class sfsm_message(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("event", c_int32),
        ("requested", c_int32),
        ("cases", POINTER(sfsm_case)),
        ("case_count", c_size_t),
        ("arguments", POINTER(sfsm_value)),
        ("argument_count", c_size_t),
    ]


class sfsm_reason(Structure):
    _fields_ = [
        ("transition", c_size_t),
        ("kind", c_int32),
        ("predicate", c_int32),
        ("value", c_int32),
        ("guard", c_int32),
    ]


sfsm_any_function: Any = CFUNCTYPE(None)


sfsm_closure_handler: Any = CFUNCTYPE(c_int32, c_void_p, POINTER(sfsm_value), c_size_t, POINTER(sfsm_value))


class sfsm_plan(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("outcome", c_int32),
        ("source", c_int32),
        ("target", c_int32),
        ("callback_count", c_size_t),
        ("commit_index", c_size_t),
        ("step", POINTER(sfsm_step)),
        ("reserved", c_uint64 * 12),
    ]


sfsm_allocate_memory: Any = CFUNCTYPE(c_void_p, c_size_t, c_void_p)


sfsm_reallocate_memory: Any = CFUNCTYPE(c_void_p, c_void_p, c_size_t, c_void_p)


sfsm_release_memory: Any = CFUNCTYPE(None, c_void_p, c_void_p)


class sfsm_allocator(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("allocate", sfsm_allocate_memory),
        ("reallocate", sfsm_reallocate_memory),
        ("release", sfsm_release_memory),
        ("context", c_void_p),
    ]


class sfsm_missing(Structure):
    _fields_ = [
        ("part", c_int32),
        ("id", c_int32),
        ("predicate", c_int32),
        ("name", c_char_p),
        ("length", c_size_t),
    ]


sfsm_migrate: Any = CFUNCTYPE(c_int32, c_void_p, POINTER(sfsm_missing))


class sfsm_restoring(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("migrate", sfsm_migrate),
        ("context", c_void_p),
    ]


sfsm_writer: Any = CFUNCTYPE(c_int32, c_void_p, c_char_p, c_size_t)


class sfsm_journal(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("flags", c_uint32),
        ("writer", sfsm_writer),
        ("context", c_void_p),
    ]


class sfsm_binding(Structure):
    _fields_ = [
        ("role", c_int32),
        ("name", c_char_p),
        ("callback", sfsm_callback),
    ]


class sfsm_wanted(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("role", c_int32),
        ("line", c_int32),
        ("column", c_int32),
        ("name", c_char_p),
        ("signature", c_char_p),
        ("file", c_char_p),
    ]


sfsm_finder: Any = CFUNCTYPE(c_int32, POINTER(sfsm_wanted), c_void_p, POINTER(sfsm_callback))


class sfsm_reading(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("file", c_char_p),
        ("bindings", POINTER(sfsm_binding)),
        ("binding_count", c_size_t),
        ("finder", sfsm_finder),
        ("context", c_void_p),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("byte_limit", c_size_t),
        ("row_limit", c_size_t),
    ]


class sfsm_writing(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("format", c_int32),
        ("flags", c_uint32),
        ("current", POINTER(c_int32)),
        ("current_count", c_size_t),
        ("hidden", POINTER(c_int32)),
        ("hidden_count", c_size_t),
        ("focus", POINTER(c_int32)),
        ("focus_count", c_size_t),
        ("taken", POINTER(c_uint64)),
        ("taken_count", c_size_t),
    ]


class sfsm_callback_name(Structure):
    _fields_ = [
        ("function", sfsm_function),
        ("context", c_void_p),
        ("name", c_char_p),
    ]


class sfsm_column(Structure):
    _fields_ = [
        ("values", c_void_p),
        ("type", c_int32),
        ("reserved", c_int32),
    ]


class sfsm_case_column(Structure):
    _fields_ = [
        ("predicate", c_int32),
        ("reserved", c_int32),
        ("column", sfsm_column),
    ]


class sfsm_argument_column(Structure):
    _fields_ = [
        ("event", c_int32),
        ("number", c_uint32),
        ("column", sfsm_column),
    ]


class sfsm_violation(Structure):
    _fields_ = [
        ("index", c_int64),
        ("token", c_int64),
        ("state", c_int32),
        ("event", c_int32),
        ("outcome", c_int32),
        ("reserved", c_int32),
    ]


sfsm_progress: Any = CFUNCTYPE(c_int32, c_void_p, c_int64, c_int64)


sfsm_part: Any = CFUNCTYPE(None, c_void_p, c_size_t)


sfsm_parallel: Any = CFUNCTYPE(c_int32, c_void_p, sfsm_part, c_void_p, c_size_t)


class sfsm_replay(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("states", POINTER(c_int32)),
        ("token_count", c_size_t),
        ("events", sfsm_column),
        ("event_count", c_size_t),
        ("event_map", POINTER(c_int32)),
        ("event_map_count", c_size_t),
        ("tokens", sfsm_column),
        ("offsets", POINTER(c_int64)),
        ("cases", POINTER(sfsm_case_column)),
        ("case_column_count", c_size_t),
        ("arguments", POINTER(sfsm_argument_column)),
        ("argument_column_count", c_size_t),
        ("times", POINTER(c_int64)),
        ("initial", c_int32),
        ("flags", c_uint32),
        ("guards", c_int32),
        ("on_violation", c_int32),
        ("contexts", c_void_p),
        ("context_stride", c_size_t),
        ("first_index", c_int64),
        ("thread_count", c_size_t),
        ("parallel", sfsm_parallel),
        ("parallel_context", c_void_p),
        ("progress", sfsm_progress),
        ("progress_context", c_void_p),
        ("outcomes", POINTER(c_uint8)),
        ("rows", POINTER(c_int32)),
        ("row_counts", POINTER(c_int64)),
        ("row_times", POINTER(c_int64)),
        ("entered", POINTER(c_int64)),
        ("first", POINTER(c_int64)),
        ("first_times", POINTER(c_int64)),
        ("violations", POINTER(sfsm_violation)),
        ("violation_capacity", c_size_t),
    ]


class sfsm_replay_counts(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("events", c_int64),
        ("transitioned", c_int64),
        ("refused", c_int64),
        ("unhandled", c_int64),
        ("skipped", c_int64),
        ("violations", c_int64),
        ("violated_tokens", c_int64),
        ("index", c_int64),
        ("failure", c_int32),
        ("reserved", c_int32),
    ]
