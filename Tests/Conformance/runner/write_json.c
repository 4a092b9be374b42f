#include "write_json.h"

#include <string.h>

#include "sections.h"
#include "values.h"
#include "write_values.h"

/* ------------------------------------------------------------------------------------------------------------------
 * Runs
 * --------------------------------------------------------------------------------------------------------------- */

static const char *const verbs[] = {
    [SEND] = "send",
    [SEND_LATER] = "send later",
    [CANCEL] = "cancel",
    [ADVANCE] = "advance",
    [RAISE] = "raise",
    [REQUEST] = "request",
    [START] = "start",
    [STOP] = "stop",
    [UPDATE_TIME] = "update time",
    [SET_STATE] = "set state",
    [SET_STATES] = "set states",
    [RUN] = "run",
    [DISCARD] = "discard",
    [PROBE] = "probe",
    [PERMITTED] = "permitted",
    [EXPLAIN] = "explain",
};

static void add_calls(buffer *json, test_case *test, const calls *calls);

/* Of a callback that is a callable, or NULL. */
static const signature *callback_signature(const test_case *test, role role, const char *name) {
    for (size_t i = 0; i < test->callbacks.count; i++) {
        const callback *const callback = test->callbacks.items[i];
        if (callback->role == role && strcmp(callback->name, name) == 0) {
            return callback->signature;
        }
    }
    return NULL;
}

/* What a callable is called with: an item for each parameter; null for context and step, whose words say all. */
static void add_given(buffer *json, test_case *test, const happening *happening) {
    const signature *const signature = callback_signature(test, happening->role, happening->name);
    json_begin_array(json, "given");
    for (size_t i = 0; i < happening->given.count; i++) {
        const passed *const passed = &happening->given.items[i];
        switch (signature->parameters.items[i].kind) {
        case TAKES_CONTEXT:
        case TAKES_STEP:
            json_add_text(json, NULL, NULL);
            break;
        case TAKES_ALL_CASES:
            json_begin_object(json, NULL);
            add_cases(json, "cases", &passed->cases);
            json_end_object(json);
            break;
        case TAKES_REST:
            json_begin_object(json, NULL);
            add_arguments(json, test, "arguments", true, &passed->rest);
            json_end_object(json);
            break;
        default:
            add_value(json, test, &passed->value);
            break;
        }
    }
    json_end_array(json);
}

static void add_happening(buffer *json, test_case *test, const happening *happening) {
    json_begin_object(json, NULL);
    json_add_number(json, "line", happening->line);
    json_add_text(json, "role", role_names[happening->role]);
    json_add_text(json, "name", happening->name);
    json_add_text(json, "outcome", happening->outcome);
    json_add_number(json, "answer", happening->answer);
    if (happening->has_step) {
        add_ids(json, "step", (const int32_t[]){happening->source, happening->event, happening->target}, 3);
    } else {
        json_add_text(json, "step", NULL);
    }
    if (happening->has_state) {
        json_add_number(json, "state", happening->state);
    } else {
        json_add_text(json, "state", NULL);
    }
    if (happening->has_time) {
        add_time(json, "time", happening->time);
    } else {
        json_add_text(json, "time", NULL);
    }
    add_cases(json, "cases", &happening->cases);
    add_arguments(json, test, "arguments", happening->has_arguments, &happening->arguments);
    add_given(json, test, happening);
    add_calls(json, test, &happening->calls);
    json_end_object(json);
}

static void add_reason(buffer *json, const reason *reason) {
    json_begin_object(json, NULL);
    json_add_number(json, "line", reason->line);
    json_add_number(json, "row_line", reason->row_line);
    json_add_number(json, "kind", reason->kind);
    add_ids(json, "mismatch", (const int32_t[]){reason->mismatch.predicate, reason->mismatch.value}, 2);
    json_add_number(json, "guard", reason->guard);
    json_end_object(json);
}

/* Members are missing of which the case says nothing. */
static void add_result(buffer *json, test_case *test, const result *result) {
    json_begin_object(json, "result");
    json_add_number(json, "line", result->line);
    json_add_text(json, "outcome", result->outcome);
    json_add_number(json, "state", result->state);
    if (result->has_failure) {
        json_add_number(json, "failure", result->failure);
    }
    if (result->has_pending) {
        json_add_number(json, "pending", (int64_t)result->pending);
    }
    if (result->has_target) {
        json_add_number(json, "target", result->target);
    }
    if (result->has_event) {
        json_add_number(json, "event", result->event);
    }
    if (result->has_rejected) {
        add_ids(json, "rejected", (const int32_t[]){result->rejected.predicate, result->rejected.value}, 2);
    }
    if (result->has_rejected_argument) {
        json_begin_object(json, "rejected_argument");
        json_add_number(json, "index", (int64_t)result->rejected_argument.index);
        json_add_text(json, "declared", type_text(test, result->rejected_argument.declared));
        json_add_text(json, "sent", type_text(test, result->rejected_argument.sent));
        json_end_object(json);
    }
    if (result->has_ids) {
        add_ids(json, "ids", result->ids.items, result->ids.count);
    }
    if (result->has_active) {
        add_ids(json, "active", result->active.items, result->active.count);
    }
    if (result->has_done) {
        json_add_bool(json, "done", result->is_done);
    }
    if (result->has_due && result->is_due) {
        add_long(json, "due", result->due);
    } else if (result->has_due) {
        json_add_text(json, "due", NULL);
    }
    json_end_object(json);
}

static void add_call(buffer *json, test_case *test, const call *call) {
    json_begin_object(json, NULL);
    json_add_number(json, "line", call->line);
    json_add_text(json, "verb", verbs[call->verb]);
    json_add_number(json, "id", call->id);
    add_ids(json, "states", call->states.items, call->states.count);
    json_add_bool(json, "is_request", call->is_request);
    if (call->has_cases) {
        add_cases(json, "cases", &call->cases);
    } else {
        json_add_text(json, "cases", NULL);
    }
    add_arguments(json, test, "arguments", call->has_arguments, &call->arguments);
    add_time(json, "time", call->time);
    json_add_bool(json, "is_handed_over", call->is_handed_over);
    add_long(json, "delay", call->delay);
    add_long(json, "now", call->now);
    json_add_number(json, "timer", (int64_t)call->timer);
    json_add_number(json, "flags", call->flags);
    json_begin_array(json, "trace");
    for (size_t i = 0; i < call->trace.count; i++) {
        add_happening(json, test, &call->trace.items[i]);
    }
    json_end_array(json);
    json_begin_array(json, "reasons");
    for (size_t i = 0; i < call->reasons.count; i++) {
        add_reason(json, &call->reasons.items[i]);
    }
    json_end_array(json);
    add_result(json, test, &call->result);
    json_end_object(json);
}

static void add_calls(buffer *json, test_case *test, const calls *calls) {
    json_begin_array(json, "calls");
    for (size_t i = 0; i < calls->count; i++) {
        add_call(json, test, &calls->items[i]);
    }
    json_end_array(json);
}

static void add_run(buffer *json, test_case *test, const run *run) {
    json_begin_object(json, NULL);
    json_add_number(json, "line", run->line);
    if (run->initial == SFSM_NONE) {
        json_add_text(json, "initial", NULL);
    } else {
        json_add_number(json, "initial", run->initial);
    }
    json_add_bool(json, "lenient", run->is_lenient);
    json_add_bool(json, "on_unhandled", run->observes_unhandled);
    json_add_bool(json, "on_step", run->observes_steps);
    json_add_text(json, "failure", run->failure);
    add_calls(json, test, &run->calls);
    json_end_object(json);
}

/* ------------------------------------------------------------------------------------------------------------------
 * A case
 * --------------------------------------------------------------------------------------------------------------- */

static bool has_variadics(const test_case *test) {
    for (size_t i = 0; i < test->callbacks.count; i++) {
        const callback *const callback = test->callbacks.items[i];
        if (callback->signature != NULL && signature_is_variadic(callback->signature)) {
            return true;
        }
    }
    return false;
}

void add_case(buffer *json, test_case *test, const char *path, const char *contents) {
    case_read_sections(test);
    json_begin_object(json, NULL);
    json_add_text(json, "path", strncmp(path, "./", 2) == 0 ? path + 2 : path);
    json_add_text(json, "document", contents);
    json_add_bool(json, "has_errors", test->table == NULL);
    json_add_bool(json, "has_callables", test->callables.count > 0);
    json_add_bool(json, "has_variadics", has_variadics(test));
    json_begin_array(json, "callbacks");
    for (size_t i = 0; i < test->callbacks.count; i++) {
        json_begin_object(json, NULL);
        json_add_text(json, "role", role_names[test->callbacks.items[i]->role]);
        json_add_text(json, "name", test->callbacks.items[i]->name);
        const signature *const signature = test->callbacks.items[i]->signature;
        json_add_text(json, "signature", signature == NULL ? NULL : signature->text);
        json_end_object(json);
    }
    json_end_array(json);
    json_begin_array(json, "runs");
    for (size_t i = 0; test->table != NULL && i < test->runs.count; i++) {
        add_run(json, test, &test->runs.items[i]);
    }
    json_end_array(json);
    json_end_object(json);
}
