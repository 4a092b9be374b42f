/* A callback that is called: what it checks, does and answers. */
#include <string.h>

#include "sections.h"
#include "values.h"

/* What a callback returns where nothing is written, by its role. */
static const int32_t usual_answers[ROLE_COUNT] = {[GUARD] = 1, [RESOLVER] = SFSM_NONE, [UPDATE] = SFSM_NONE};

/* The case that a provider says, by its name in a type that it provides for, or as a number. */
static int32_t take_provided(test_case *test, cursor *cursor, const char *name) {
    const bool is_quoted = cursor_sees_quoted(cursor);
    const char *const word = cursor_name(cursor, "a case");
    int32_t value = 0;
    if (!is_quoted && is_integer(word, &value)) {
        if (value < 0) {
            cursor_fault(cursor, "a case is a number from 0: below that a provider fails");
        }
        return value;
    }
    for (size_t i = 0; i < test->predicates.count; i++) {
        const predicate *const type = &test->predicates.items[i];
        const bool is_provided = type->provider != NULL && strcmp(type->provider, name) == 0;
        for (size_t j = 0; is_provided && j < type->words.count; j++) {
            if (strcmp(type->words.items[j], word) == 0) {
                return (int32_t)j;
            }
        }
    }
    cursor_fault(cursor, "%s is no case that the provider %s could say", word, name);
    return 0;
}

/* "no", "unlocked", from behind "says" */
static int32_t take_saying(test_case *test, cursor *cursor, const happening *happening) {
    switch (happening->role) {
    case GUARD:
        cursor_expect(cursor, "no");
        return 0;
    case RESOLVER:
        return take_id(test, cursor, STATE);
    case UPDATE:
        return take_id(test, cursor, EVENT);
    case PROVIDER:
        return take_provided(test, cursor, happening->name);
    default:
        cursor_fault(cursor, "only guards, resolvers, providers and update callbacks say something");
        return 0;
    }
}

/* "says no", "fails -7". The signature, if it is a callable's, decides what it can return. */
static void take_answer(test_case *test, cursor *cursor, happening *happening, const signature *signature) {
    const bool names_id = happening->role == RESOLVER || happening->role == UPDATE;
    happening->answer = usual_answers[happening->role];
    if (cursor_sees(cursor, "fails") && signature != NULL && signature->result != SFSM_I32) {
        cursor_fault(cursor, "a callable that returns void or bool does not fail");
    } else if (cursor_sees(cursor, "says") && signature != NULL && signature->result == 0) {
        cursor_fault(cursor, "a callable that returns void says nothing");
    } else if (cursor_skip(cursor, "fails")) {
        happening->answer = names_id ? SFSM_FAILED : -1;
        if (!names_id && cursor_sees_word(cursor) && is_integer(cursor_peek(cursor), &happening->answer)) {
            cursor->next++;
        }
        if (happening->answer >= 0) {
            cursor_fault(cursor, "a failure is a number below zero");
        }
    } else if (cursor_skip(cursor, "says")) {
        happening->answer = take_saying(test, cursor, happening);
        if (happening->role == PROVIDER && signature != NULL && signature->result == SFSM_BOOL &&
            happening->answer > 1) {
            cursor_fault(cursor, "a callable that returns bool says case 0 or 1");
        }
    } else if (happening->role == RESOLVER) {
        cursor_fault(cursor, "a resolver says a state, or none, or fails");
    } else if (happening->role == PROVIDER) {
        cursor_fault(cursor, "a provider says a case, or fails");
    }
}

/* "given (context, coin, 150)" */
static void take_given(test_case *test, cursor *cursor, happening *happening, const signature *signature) {
    if (!cursor_skip(cursor, "given")) {
        return;
    }
    if (signature == NULL) {
        cursor_fault(cursor, "only a callable is given something: every other callback is told the step");
    } else {
        happening->given = take_passed(test, cursor, signature);
    }
}

/* "(locked coin unlocked) in locked with [Mood glad] carrying (i32 150) at 2.5", any of these or none */
static void take_checks(test_case *test, cursor *cursor, happening *happening, const signature *signature) {
    if (cursor_skip(cursor, "(")) {
        happening->has_step = true;
        happening->source = take_id(test, cursor, STATE);
        happening->event = take_id(test, cursor, EVENT);
        happening->target = take_id(test, cursor, STATE);
        cursor_expect(cursor, ")");
    }
    if (cursor_skip(cursor, "in")) {
        happening->has_state = true;
        happening->state = take_id(test, cursor, STATE);
    }
    if (cursor_skip(cursor, "with")) {
        happening->cases = take_cases(test, cursor);
    }
    if (cursor_skip(cursor, "carrying")) {
        happening->has_arguments = true;
        happening->arguments = take_arguments(test, cursor, false);
    }
    if (cursor_skip(cursor, "at")) {
        happening->has_time = true;
        happening->time = cursor_number(cursor, "a time");
    }
    const bool checks_step =
        happening->has_step || happening->has_arguments || happening->has_time || happening->cases.count > 0;
    if (checks_step && signature != NULL && !signature_takes(signature, TAKES_STEP, NULL)) {
        cursor_fault(cursor, "a callable without the parameter step is told no more than it is given");
    }
}

/* The words of the outcome that the hook for steps is told. */
static const char *take_outcome(cursor *cursor) {
    if (cursor_skip(cursor, "callback")) {
        cursor_expect(cursor, "failed");
        return "callback failed";
    }
    if (cursor_skip(cursor, "unknown")) {
        const bool is_state = cursor_skip(cursor, "state");
        if (!is_state) {
            cursor_expect(cursor, "case");
        }
        return is_state ? "unknown state" : "unknown case";
    }
    return cursor_word(cursor, "an outcome");
}

void read_happening(test_case *test, cursor *cursor, lines below, size_t depth, call *call) {
    happening happening = {.line = cursor->line->number, .role = take_role(cursor), .name = "",
                           .outcome = ""};
    if (happening.role == ROLE_COUNT) {
        cursor_fault(cursor, "there is no callback that is called %s", cursor_peek(cursor));
        return;
    }
    const bool is_hook = happening.role == STEP || happening.role == UNHANDLED;
    /* Behind a hook stands its name if it is one of the table. */
    if (!is_hook || (cursor_sees_name(cursor) && find_callback(test, happening.role, cursor_peek(cursor)) != NULL)) {
        happening.name = cursor_name(cursor, "the name of a callback");
    }
    const callback *const callback = find_callback(test, happening.role, happening.name);
    const signature *const signature = callback == NULL ? NULL : callback->signature;
    if (happening.role == STEP) {
        const bool is_told = signature == NULL || signature_takes(signature, TAKES_STEP, NULL);
        happening.outcome = is_told ? take_outcome(cursor) : "";
    }
    take_answer(test, cursor, &happening, signature);
    take_given(test, cursor, &happening, signature);
    take_checks(test, cursor, &happening, signature);
    cursor_expect_end(cursor);
    read_calls(test, below, depth + 1, &happening.calls);
    *LIST_ADD(&test->arena, &call->trace) = happening;
}
