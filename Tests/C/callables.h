/* Short ways to definitions whose events carry arguments and whose callbacks are callables. What a callable's function
 * is told goes to the trace. */
#ifndef SFSM_TESTS_CALLABLES_H
#define SFSM_TESTS_CALLABLES_H

#include "arguments.h"

/* A callback that owns the only reference to a callable. For one with a context NULL, functions get the machine's. */
#define CALLING(function, signature, context) callback_of((sfsm_any_function)(function), (signature), (context), NULL)
sfsm_callback callback_of(sfsm_any_function function, const char *signature, void *context, sfsm_finalizer finalizer);

/* Parts of a row beside those of matches.h. Use: {HOME, GO, AWAY, 7, ASKING_CALLABLE(is_exact, "bool(i32)")}. */
#define ASKING_CALLABLE(function, signature)                                                                          \
    .guards = (const sfsm_callback[]){CALLING(function, signature, NULL)}, .guard_count = 1
#define DOING_CALLABLE(function, signature)                                                                           \
    .actions = (const sfsm_callback[]){CALLING(function, signature, NULL)}, .action_count = 1
#define RESOLVING_CALLABLE(function, signature) .resolver = CALLING(function, signature, NULL)

/* Registers a callback with one of the functions for rows or blocks, sfsm_builder_add_guard and its like. */
typedef sfsm_status (*callback_adder)(sfsm_builder *, size_t, sfsm_function, void *, sfsm_finalizer);
void add_callback(callback_adder add, sfsm_builder *builder, size_t number, sfsm_callback callback);

/* Lets a callback provide the case of a predicate type. */
void provide(sfsm_builder *builder, int32_t predicate, sfsm_callback callback);

/* The only error of a definition that must not build has this kind and this very sentence, and stands in this line of
 * "gate.c". Releases the builder; the strings of the result are gone. */
sfsm_diagnostic fault_that_says(sfsm_builder *builder, int32_t kind, int32_t line, const char *text);

/* (HOME, GO) -> AWAY with this action, and (AWAY, BACK) -> HOME; GO carries these arguments. */
sfsm_builder *builder_doing(const char *arguments, sfsm_callback action);

/* Makes these callbacks the hooks of a machine. */
void hook_on_step(sfsm_machine *machine, sfsm_callback callback);
void hook_on_unhandled(sfsm_machine *machine, sfsm_callback callback);

/* A value as people read it: "i8 -5", "f64 0.5", "str euro", "str NULL", "ptr NULL", "ptr set". */
enum { VALUE_TEXT_SIZE = 64 };
const char *value_text(const sfsm_value *value, char text[static VALUE_TEXT_SIZE]);

/* Whether values are of one type and equal in every bit; strings by what they say. */
bool is_same_value(const sfsm_value *value, const sfsm_value *other);

#endif
