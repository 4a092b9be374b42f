"""The constants of swiftfsm.h that Python has in no Enum of its own."""

from __future__ import annotations

VERSION_MAJOR, VERSION_MINOR = 0, 1
"""SFSM_VERSION_MAJOR and SFSM_VERSION_MINOR of the header that this package mirrors."""

OVERRIDING = 1
"""SFSM_OVERRIDING, in the flags of a row and of a transition."""
INHERITED = 2
"""SFSM_INHERITED, in the flags of a transition."""
LENIENT = 1
"""SFSM_LENIENT, in the flags of a machine's options."""
WITHOUT_GUARDS = 1
"""SFSM_WITHOUT_GUARDS, for sfsm_machine_permitted_matching."""
REQUESTS = 2
"""SFSM_PERMITTED_STATES, likewise."""
QUEUE_LIMIT = 16_777_216
"""SFSM_QUEUE_LIMIT: so many events may wait in one machine's queue."""
CASE_LIMIT = 16_384
"""SFSM_CASE_LIMIT: a predicate type has at most so many cases."""
PARAMETER_LIMIT = 64
"""SFSM_PARAMETER_LIMIT: an event has at most so many arguments, and a signature so many parameters."""
BOOL, I8, I16, I32, I64, U8, U16, U32, U64, F32, F64, STR, PTR, INTEGER = range(1, 15)
"""SFSM_BOOL and so on, the types of a value."""
TAKEN, NOT_MATCHED, GUARD_REFUSED, RESOLVER_REFUSED, NOT_TRIED = range(1, 6)
"""SFSM_TAKEN and so on, the kinds of a reason."""
