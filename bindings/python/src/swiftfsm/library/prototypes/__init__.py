"""What swiftfsm.h declares, in ctypes' terms: the lowest layer of the package.

Each function's C prototype stands above its argument types. A test reads the header and compares the names, the types,
the fields and these quotations with it, so that they cannot drift apart. Every handle is a ``c_void_p``: its address as
an int, kept by one owner (see `swiftfsm.handles`).
"""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char_p, c_int32, c_uint32

from . import builder, callables, machine, table
from .numbers import *
from .records import sfsm_callback as sfsm_callback
from .records import sfsm_case as sfsm_case
from .records import sfsm_diagnostic as sfsm_diagnostic
from .records import sfsm_finalizer as sfsm_finalizer
from .records import sfsm_function as sfsm_function
from .records import sfsm_closure_handler as sfsm_closure_handler
from .records import sfsm_machine_options as sfsm_machine_options
from .records import sfsm_match as sfsm_match
from .records import sfsm_name as sfsm_name
from .records import sfsm_any_function as sfsm_any_function
from .records import sfsm_reason as sfsm_reason
from .records import sfsm_row as sfsm_row
from .records import sfsm_step as sfsm_step
from .records import sfsm_transition as sfsm_transition
from .records import sfsm_value as sfsm_value
from .records import sfsm_value_as as sfsm_value_as


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

    for each in builder, table, machine, callables:
        each.declare(library)
