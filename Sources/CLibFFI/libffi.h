/* libffi, and its types by functions: Embedded Swift cannot refer to variables of C. */
#include <ffi.h>

static inline ffi_type *swiftfsm_ffi_void(void) { return &ffi_type_void; }
static inline ffi_type *swiftfsm_ffi_uint8(void) { return &ffi_type_uint8; }
static inline ffi_type *swiftfsm_ffi_sint8(void) { return &ffi_type_sint8; }
static inline ffi_type *swiftfsm_ffi_uint16(void) { return &ffi_type_uint16; }
static inline ffi_type *swiftfsm_ffi_sint16(void) { return &ffi_type_sint16; }
static inline ffi_type *swiftfsm_ffi_uint32(void) { return &ffi_type_uint32; }
static inline ffi_type *swiftfsm_ffi_sint32(void) { return &ffi_type_sint32; }
static inline ffi_type *swiftfsm_ffi_uint64(void) { return &ffi_type_uint64; }
static inline ffi_type *swiftfsm_ffi_sint64(void) { return &ffi_type_sint64; }
static inline ffi_type *swiftfsm_ffi_float(void) { return &ffi_type_float; }
static inline ffi_type *swiftfsm_ffi_double(void) { return &ffi_type_double; }
static inline ffi_type *swiftfsm_ffi_pointer(void) { return &ffi_type_pointer; }
