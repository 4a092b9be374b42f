/* What is called, by the library through its callables and by libffi alone. Each function leaves what it was told on
 * the receipts, so that afterwards both can be seen to have passed on the same. */
#ifndef CALLABLE_FUNCTIONS_H
#define CALLABLE_FUNCTIONS_H

#include <ffi.h>
#include <swiftfsm.h>

typedef struct receipts {
    uint64_t count; /* of calls */
    uint64_t sum;   /* of the events and values that came with them */
} receipts;

/* A plain action: it is told of the first argument, if there is one. */
int32_t receive_step(const sfsm_step *step, void *context);

/* "void(context, event, i32)" */
void receive_value(receipts *told, int32_t event, int32_t value);

/* "void(context, event, args...)", of arguments of the type i32 */
void receive_arguments(receipts *told, int32_t event, int count, ...);

/* "void(context, event, ...)" */
void receive_cases(receipts *told, int32_t event, int count, ...);

/* Handlers of closures of the signature "void(context, event, i32)": the library's, and libffi's. */
int32_t handle_values(void *context, const sfsm_value *arguments, size_t count, sfsm_value *out_result);
void handle_addresses(ffi_cif *interface, void *result, void **arguments, void *context);

#endif
