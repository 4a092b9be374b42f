"""The functions of swiftfsm.h for callables and closures, and the checks of their signatures."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char_p, c_int32, c_size_t, c_void_p

from .records import sfsm_callback, sfsm_finalizer, sfsm_closure_handler, sfsm_any_function


def declare(library: ctypes.CDLL) -> None:
    """Gives the functions of callables, closures and signatures their types."""
    # sfsm_status sfsm_signature_check(const char *signature, size_t *out_position, const char **out_expected);
    library.sfsm_signature_check.argtypes = [c_char_p, POINTER(c_size_t), POINTER(c_char_p)]
    library.sfsm_signature_check.restype = c_int32

    # sfsm_status sfsm_arguments_check(const char *arguments, size_t *out_position, const char **out_expected);
    library.sfsm_arguments_check.argtypes = [c_char_p, POINTER(c_size_t), POINTER(c_char_p)]
    library.sfsm_arguments_check.restype = c_int32

    # sfsm_status sfsm_callable_create(sfsm_any_function function, const char *signature, void *context, sfsm_finalizer
    #     finalizer, sfsm_callable **out_callable);
    library.sfsm_callable_create.argtypes = [sfsm_any_function, c_char_p, c_void_p, sfsm_finalizer, POINTER(c_void_p)]
    library.sfsm_callable_create.restype = c_int32

    # void sfsm_callable_release(sfsm_callable *callable);
    library.sfsm_callable_release.argtypes = [c_void_p]
    library.sfsm_callable_release.restype = None

    # sfsm_callback sfsm_callable_callback(sfsm_callable *callable);
    library.sfsm_callable_callback.argtypes = [c_void_p]
    library.sfsm_callable_callback.restype = sfsm_callback

    # sfsm_status sfsm_closure_create(const char *signature, sfsm_closure_handler handler, void *context, sfsm_finalizer
    #     finalizer, sfsm_closure **out_closure);
    library.sfsm_closure_create.argtypes = [c_char_p, sfsm_closure_handler, c_void_p, sfsm_finalizer, POINTER(c_void_p)]
    library.sfsm_closure_create.restype = c_int32

    # sfsm_any_function sfsm_closure_function(const sfsm_closure *closure);
    library.sfsm_closure_function.argtypes = [c_void_p]
    library.sfsm_closure_function.restype = sfsm_any_function

    # void sfsm_closure_release(sfsm_closure *closure);
    library.sfsm_closure_release.argtypes = [c_void_p]
    library.sfsm_closure_release.restype = None
