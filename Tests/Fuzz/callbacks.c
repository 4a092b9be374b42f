#include "callbacks.h"

#include "machines.h"

static bool is_state_of(const sfsm_table *table, sfsm_id id) {
    for (size_t i = 0; i < sfsm_table_state_count(table); i++) {
        if (sfsm_table_state_at(table, i) == id) {
            return true;
        }
    }
    return false;
}

static void check_step(const sfsm_step *step, const place *place) {
    const sfsm_table *const table = sfsm_machine_table(step->machine);
    expect(place == NULL || !place->is_finalized, "no callback runs behind its finalizer");
    expect(sfsm_step_row(step) <= sfsm_table_row_count(table), "the row of a step is one of the table");
    const sfsm_id state = sfsm_step_state(step);
    expect(state == SFSM_NONE || is_state_of(table, state), "the state of a step is one of the table");
    expect(step->argument_count == 0 || step->argument_count == sfsm_table_argument_count(table, step->event),
           "a step has the arguments that its event declares");
    for (size_t i = 0; i < step->argument_count; i++) {
        expect(step->arguments[i].type == sfsm_table_argument_type(table, step->event, i),
               "arguments have the types that their event declares");
    }
    const size_t types = sfsm_table_predicate_count(table);
    expect((step->cases == NULL) == (types == 0), "a step has cases if there are predicate types");
    for (size_t i = 0; i < types; i++) {
        expect(sfsm_step_case(step, sfsm_table_predicate_at(table, i)) == step->cases[i], "cases are by ascending id");
    }
}

/* Calls from inside a callback, as long as there are bytes and some are left. */
static void meddle(const sfsm_step *step) {
    if (current.budget == 0 || current.depth >= 4 || take_byte() % 4 != 3) {
        return;
    }
    current.budget--;
    current.depth++;
    const uint32_t other = below(8);
    if (other < MACHINES && current.machines[other].machine != NULL && other % 2 == 1) {
        call_machine(&current.machines[other]);
    } else {
        call_inside(step->machine);
    }
    current.depth--;
}

int32_t guard(const sfsm_step *step, void *context) {
    check_step(step, context);
    if (current.is_wild) {
        meddle(step);
    }
    return answer_of_guard(((const place *)context)->number);
}

int32_t resolver(const sfsm_step *step, void *context) {
    check_step(step, context);
    if (current.is_wild) {
        meddle(step);
    }
    return answer_of_resolver(((const place *)context)->number);
}

/* It is asked while the cases of the step are being found. */
int32_t provider(const sfsm_step *step, void *context) {
    if (current.is_wild) {
        meddle(step);
    }
    return answer_of_provider(((const place *)context)->number);
}

int32_t action(const sfsm_step *step, void *context) {
    const place *const place = context;
    check_step(step, place);
    meddle(step);
    return place->number == current.failing ? -5 : 0;
}

int32_t hook(const sfsm_step *step, void *context) {
    return action(step, context);
}

int32_t updater(const sfsm_step *step, void *context) {
    const place *const place = context;
    check_step(step, place);
    meddle(step);
    return place->number == current.failing  ? SFSM_FAILED
           : (current.weather >> place->number % 32 & 1) ? event_id(place->number % MOST_EVENTS)
                                                         : SFSM_NONE;
}

int32_t watch_steps(const sfsm_step *step, void *context) {
    check_step(step, context);
    expect(step->outcome != SFSM_OK, "a step hook has an outcome");
    if (step->machine == current.watched) {
        current.seen_last = step->outcome;
    }
    if (step->machine == current.watched && current.seen++ == 0) {
        current.seen_outcome = step->outcome;
        current.seen_source = step->source;
        current.seen_target = step->target;
        current.seen_row = sfsm_step_row(step);
    }
    return 0;
}

sfsm_function function_of(sfsm_role role) {
    switch (role) {
    case SFSM_GUARD: return guard;
    case SFSM_RESOLVER: return resolver;
    case SFSM_PROVIDER: return provider;
    case SFSM_UPDATE: return updater;
    default: return action;
    }
}

/* ------------------------------------------------------------------------------------------------------------------
 * Callables
 * --------------------------------------------------------------------------------------------------------------- */

static bool native_guard(void *context) { return answer_of_guard(((const place *)context)->number) > 0; }
static int32_t native_state(void *context, int32_t source) {
    (void)source;
    return answer_of_resolver(((const place *)context)->number);
}
static void native_action(void *context, int32_t event, int32_t source, int32_t target, double time) {
    expect(!((const place *)context)->is_finalized && time == time, "a callable is called behind no finalizer");
    (void)event, (void)source, (void)target;
}
static int32_t native_step(const sfsm_step *step, void *context) { return action(step, context); }
static void native_rest(void *context, int count, ...) {
    (void)context;
    expect(count >= 0 && count <= SFSM_PARAMETER_LIMIT, "a variadic callable has a count");
}

static int32_t handle(void *context, const sfsm_value *arguments, size_t count, sfsm_value *out_result) {
    const place *const place = context;
    expect(!place->is_finalized && (count == 0 || arguments != NULL), "a closure is called behind no finalizer");
    if (out_result->type == SFSM_BOOL) {
        out_result->as.boolean = answer_of_guard(place->number) > 0;
    } else if (out_result->type == SFSM_I32) {
        out_result->as.i32 = answer_of_resolver(place->number);
    }
    return place->number == current.failing ? -6 : 0;
}

/* A function that calls a closure of this signature, or NULL. */
static sfsm_any_function closure_of(const char *signature, uint32_t number) {
    sfsm_closure *closure = NULL;
    if (current.closure_count == MOST_CLOSURES) {
        return NULL;
    }
    sfsm_finalizer finalizer = NULL;
    place *const context = place_like(number, &finalizer);
    known(sfsm_closure_create(signature, handle, context, finalizer, &closure));
    if (closure != NULL) {
        current.closures[current.closure_count++] = closure;
    }
    return sfsm_closure_function(closure);
}

sfsm_callback callback_for(sfsm_role role, uint32_t *out_number) {
    sfsm_finalizer finalizer = NULL;
    place *const place = new_place(&finalizer);
    *out_number = place->number;
    const uint32_t kind = below(16);
    const char *signature = NULL;
    sfsm_any_function function = NULL;
    if (kind >= 13 && role == SFSM_GUARD) {
        signature = "bool(context)";
        function = kind == 13 ? closure_of(signature, place->number) : (sfsm_any_function)native_guard;
    } else if (kind >= 13 && role == SFSM_RESOLVER) {
        signature = "state(context, source)";
        function = kind == 13 ? closure_of(signature, place->number) : (sfsm_any_function)native_state;
    } else if (kind >= 13 && role == SFSM_ACTION) {
        signature = kind == 13 ? "void(context, event, source, target, time)" : kind == 14 ? "i32(step, context)"
                                                                              : "void(context, args...)";
        function = kind == 13   ? (sfsm_any_function)native_action
                   : kind == 14 ? (sfsm_any_function)native_step
                                : (sfsm_any_function)native_rest;
    }
    sfsm_callable *callable = NULL;
    if (function == NULL) {
        return (sfsm_callback){function_of(role), place, finalizer};
    }
    current.definition.has_callables = true;
    known(sfsm_callable_create(function, signature, place, finalizer, &callable));
    const sfsm_callback callback = sfsm_callable_callback(callable);
    sfsm_callable_release(callable);
    return callback;
}
