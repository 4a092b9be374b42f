#include "callable_work.h"
#include "measure.h"

#include <stdlib.h>

/* ---------------------------------------------------------------------------------------------------------------------
 * ffi_call of what was prepared once
 * ------------------------------------------------------------------------------------------------------------------ */

#define MOST_NUMBERS 4

typedef struct definition {
    void (*function)(void);
    unsigned int variadic_count; /* how many of the numbers stand for ... */
    size_t changing;             /* the one that changes from call to call */
    unsigned int count;
    int32_t numbers[MOST_NUMBERS]; /* what is passed behind the context */
} definition;

typedef struct call {
    ffi_cif interface;
    ffi_type *types[1 + MOST_NUMBERS];
    void *addresses[1 + MOST_NUMBERS];
    void (*function)(void);
    receipts *context;
    int32_t numbers[MOST_NUMBERS];
    int32_t *changing;
} call;

static void *make_call(const void *definition_of, receipts *told)
{
    const definition *defined = definition_of;
    call *self = allocate(sizeof *self);
    self->function = defined->function;
    self->context = told;
    self->changing = &self->numbers[defined->changing];
    self->types[0] = &ffi_type_pointer;
    self->addresses[0] = &self->context;
    for (size_t index = 0; index < defined->count; ++index) {
        self->numbers[index] = defined->numbers[index];
        self->types[1 + index] = &ffi_type_sint32;
        self->addresses[1 + index] = &self->numbers[index];
    }
    const unsigned int all = 1 + defined->count, fixed = all - defined->variadic_count;
    const ffi_status status =
        fixed == all
            ? ffi_prep_cif(&self->interface, FFI_DEFAULT_ABI, all, &ffi_type_void, self->types)
            : ffi_prep_cif_var(&self->interface, FFI_DEFAULT_ABI, fixed, all, &ffi_type_void, self->types);
    if (status != FFI_OK)
        give_up("libffi cannot prepare a call of %u arguments", all);
    return self;
}

static __attribute__((noinline, aligned(64))) void repeat_call(void *subject, uint32_t times)
{
    call *self = subject;
    for (uint32_t index = 0; index < times; ++index) {
        *self->changing = changing_value(index);
        ffi_call(&self->interface, self->function, NULL, self->addresses);
    }
}

/* ---------------------------------------------------------------------------------------------------------------------
 * Closures
 * ------------------------------------------------------------------------------------------------------------------ */

typedef void (*closure_function)(receipts *told, int32_t event, int32_t value);

typedef struct closure {
    closure_function function;
    receipts *told;
    sfsm_closure *closure;     /* the library's, or NULL */
    ffi_closure *bare_closure; /* or libffi's */
    ffi_cif interface;
    ffi_type *types[3];
} closure;

static void *make_closure(const void *definition_of, receipts *told)
{
    (void)definition_of;
    closure *self = allocate(sizeof *self);
    *self = (closure){.told = told};
    const sfsm_status status =
        sfsm_closure_create("void(context, event, i32)", handle_values, NULL, NULL, &self->closure);
    if (status < 0)
        give_up("%s", sfsm_status_name(status));
    self->function = (closure_function)sfsm_closure_function(self->closure);
    return self;
}

static void *make_bare_closure(const void *definition_of, receipts *told)
{
    (void)definition_of;
    closure *self = allocate(sizeof *self);
    *self = (closure){.told = told, .types = {&ffi_type_pointer, &ffi_type_sint32, &ffi_type_sint32}};
    union {
        void *address;
        closure_function function;
    } code = {NULL};
    self->bare_closure = ffi_closure_alloc(sizeof *self->bare_closure, &code.address);
    if (self->bare_closure == NULL ||
        ffi_prep_cif(&self->interface, FFI_DEFAULT_ABI, 3, &ffi_type_void, self->types) != FFI_OK ||
        ffi_prep_closure_loc(self->bare_closure, &self->interface, handle_addresses, NULL, code.address) != FFI_OK)
        give_up("libffi cannot make a closure");
    self->function = code.function;
    return self;
}

static void release_closure(void *subject)
{
    closure *self = subject;
    sfsm_closure_release(self->closure);
    if (self->bare_closure != NULL)
        ffi_closure_free(self->bare_closure);
    free(self);
}

static __attribute__((noinline, aligned(64))) void repeat_closure(void *subject, uint32_t times)
{
    const closure *self = subject;
    for (uint32_t index = 0; index < times; ++index)
        self->function(self->told, WORK, changing_value(index));
}

/* ---------------------------------------------------------------------------------------------------------------------
 * What there is to measure
 * ------------------------------------------------------------------------------------------------------------------ */

static const definition of_value = {FFI_FN(receive_value), 0, 1, 2, {WORK, 0}};
/* Behind their number: the type of the only one, and itself; or two cases. */
static const definition of_arguments = {FFI_FN(receive_arguments), 2, 3, 4, {WORK, 1, SFSM_I32, 0}};
static const definition of_cases = {FFI_FN(receive_cases), 2, 2, 4, {WORK, 2, 0, 0}};

const work bare_call = {make_call, repeat_call, free, &of_value, HEARS_VALUES};
const work bare_call_of_arguments = {make_call, repeat_call, free, &of_arguments, HEARS_VALUES};
const work bare_call_of_cases = {make_call, repeat_call, free, &of_cases, HEARS_VALUES};
const work closure_call = {make_closure, repeat_closure, release_closure, NULL, HEARS_VALUES};
const work bare_closure_call = {make_bare_closure, repeat_closure, release_closure, NULL, HEARS_VALUES};
