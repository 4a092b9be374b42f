/* Callables: their signatures, and what they are passed. */
#include <stdio.h>
#include <string.h>

#include "sections.h"
#include "values.h"

bool signature_is_variadic(const signature *signature) {
    const size_t count = signature->parameters.count;
    return count > 0 && signature->parameters.items[count - 1].kind >= TAKES_ALL_CASES;
}

bool signature_takes(const signature *signature, parameter_kind kind, size_t *out_place) {
    for (size_t i = 0; i < signature->parameters.count; i++) {
        if (signature->parameters.items[i].kind == kind) {
            if (out_place != NULL) {
                *out_place = i;
            }
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------------------------------------------------------
 * Signatures
 * --------------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *word;
    parameter parameter;
} parameter_words[] = {
    {"context", {TAKES_CONTEXT, 0, SFSM_PTR}}, {"event", {TAKES_EVENT, 0, SFSM_I32}},
    {"source", {TAKES_SOURCE, 0, SFSM_I32}},   {"target", {TAKES_TARGET, 0, SFSM_I32}},
    {"step", {TAKES_STEP, 0, SFSM_PTR}},       {"time", {TAKES_TIME, 0, SFSM_F64}},
    {"predicate", {TAKES_CASE, 0, SFSM_I32}},  {"...", {TAKES_ALL_CASES, 0, 0}},
    {"args...", {TAKES_REST, 0, 0}},
};
enum { PARAMETER_WORD_COUNT = sizeof parameter_words / sizeof parameter_words[0] };

/* Adds to the text as the library reads it. */
static void write_text(test_case *test, signature *signature, const char *before, const char *word) {
    const char *const former = signature->text == NULL ? "" : signature->text;
    const size_t size = strlen(former) + strlen(before) + strlen(word) + 1;
    char *const longer = arena_take(&test->arena, size);
    snprintf(longer, size, "%s%s%s", former, before, word);
    signature->text = longer;
}

static void take_parameter(test_case *test, cursor *cursor, signature *signature) {
    const char *const word = cursor_word(cursor, "a parameter");
    parameter parameter = {TAKES_ARGUMENT, 0, type_named(word)};
    for (size_t i = 0; i < PARAMETER_WORD_COUNT; i++) {
        if (strcmp(word, parameter_words[i].word) == 0) {
            parameter = parameter_words[i].parameter;
        }
    }
    if (parameter.kind == TAKES_ARGUMENT && parameter.type == 0) {
        cursor_fault(cursor, "there is no parameter %s", word);
    }
    write_text(test, signature, signature->parameters.count > 0 ? ", " : "", word);
    if (parameter.kind == TAKES_CASE) {
        char number[16];
        cursor_expect(cursor, "(");
        /* The library tells numbers; a document says words. */
        parameter.predicate = test->table == NULL ? cursor_integer(cursor, "the number of a predicate type")
                                                  : take_id(test, cursor, PREDICATE);
        cursor_expect(cursor, ")");
        snprintf(number, sizeof number, "(%d)", (int)parameter.predicate);
        write_text(test, signature, "", number);
    }
    *LIST_ADD(&test->arena, &signature->parameters) = parameter;
}

/* "bool(context, event, i32)" */
static signature *take_signature(test_case *test, cursor *cursor) {
    static const char *const results[] = {"void", "bool", "i32", "state", "event"};
    signature *const signature = arena_take(&test->arena, sizeof *signature);
    signature->line = cursor->line->number;
    size_t result = 0;
    while (result < 5 && !cursor_skip(cursor, results[result])) {
        result++;
    }
    if (result == 5) {
        cursor_fault(cursor, "void, bool, i32, state or event is expected here, not %s", cursor_peek(cursor));
        return signature;
    }
    signature->result = result == 0 ? 0 : result == 1 ? SFSM_BOOL : SFSM_I32;
    write_text(test, signature, results[result], "(");
    cursor_expect(cursor, "(");
    while (!cursor_is_at_end(cursor) && !cursor_sees(cursor, ")")) {
        if (signature->parameters.count > 0) {
            cursor_expect(cursor, ",");
        }
        take_parameter(test, cursor, signature);
    }
    cursor_expect(cursor, ")");
    write_text(test, signature, "", ")");
    return signature;
}

/* Variadic functions must be written in C: there are those for nothing, or context and up to two numbers in front. */
static bool is_among_variadic_functions(const signature *signature) {
    const size_t count = signature->parameters.count - 1;
    for (size_t i = 0; i < count; i++) {
        const parameter *const parameter = &signature->parameters.items[i];
        if (i == 0 ? parameter->kind != TAKES_CONTEXT : parameter->type != SFSM_I32) {
            return false;
        }
    }
    return count <= 3;
}

/* Takes in the signature of a callback. One that is variadic may be beyond what can be called from here. */
static void set_signature(test_case *test, cursor *cursor, callback *callback) {
    const signature *const signature = take_signature(test, cursor);
    callback->signature = signature;
    if (!cursor_is_at_end(cursor) || signature->text == NULL || !signature_is_variadic(signature)) {
        return;
    }
    const bool is_lone = signature->parameters.count == 1;
    const char *beyond = NULL;
    if (!is_among_variadic_functions(signature)) {
        beyond = "before ... and args... stands nothing, or context and at most two numbers";
    } else if (is_lone && test->lone_variadic != NULL) {
        beyond = "only one callable has nothing before ... or args...";
    }
    callback->is_beyond_calling = beyond != NULL;
    if (beyond != NULL && test->report->is_strict) {
        report_fault(test->report, signature->line, "%s", beyond);
    }
    test->lone_variadic = is_lone ? callback : test->lone_variadic;
}

void find_callables(test_case *test) {
    struct report silent = {.is_quiet = true};
    for (size_t i = 0; i < test->definition.count; i++) {
        cursor cursor = {&silent, &test->definition.items[i], 0};
        if (cursor.line->depth > 1 || is_row(cursor.line) || !cursor_skip(&cursor, "callable")) {
            continue;
        }
        callable_line found = {.index = i, .role = take_role(&cursor), .name = ""};
        if ((found.role != STEP && found.role != UNHANDLED) || !cursor_sees_second(&cursor, "(")) {
            found.name = cursor_name(&cursor, "the name of a callback");
        }
        found.signature = cursor.next;
        if (found.role != ROLE_COUNT) {
            *LIST_ADD(&test->arena, &test->callables) = found;
        }
    }
}

void read_signature(test_case *test, callback *callback, const char *text) {
    int32_t number = 1;
    for (size_t i = 0; i < test->callables.count; i++) {
        const callable_line *const found = &test->callables.items[i];
        if (found->role == callback->role && strcmp(found->name, callback->name) == 0) {
            number = test->definition.items[found->index].number;
        }
    }
    const line line = text_read_line(&test->arena, text, number);
    cursor cursor = {test->report, &line, 0};
    set_signature(test, &cursor, callback);
}

void read_hook_signatures(test_case *test) {
    for (size_t i = 0; test->table != NULL && i < test->callables.count; i++) {
        const callable_line *const found = &test->callables.items[i];
        if (*found->name == '\0') {
            cursor cursor = {test->report, &test->definition.items[found->index], found->signature};
            set_signature(test, &cursor, callback_named(test, found->role, ""));
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------
 * What they are passed
 * --------------------------------------------------------------------------------------------------------------- */

static passed take_one_passed(test_case *test, cursor *cursor, const parameter *parameter) {
    passed passed = {.value = {.type = parameter->type, .as.u64 = 0}};
    switch (parameter->kind) {
    case TAKES_CONTEXT:
        cursor_expect(cursor, "context");
        break;
    case TAKES_STEP:
        cursor_expect(cursor, "step");
        break;
    case TAKES_EVENT:
        passed.value.as.i32 = take_id(test, cursor, EVENT);
        break;
    case TAKES_SOURCE:
    case TAKES_TARGET:
        passed.value.as.i32 = take_id(test, cursor, STATE);
        break;
    case TAKES_CASE:
        passed.value.as.i32 =
            case_number(test, cursor->line->number, parameter->predicate, cursor_name(cursor, "a case"));
        break;
    case TAKES_TIME:
    case TAKES_ARGUMENT:
        passed.value = take_value_of(test, cursor, parameter->type);
        break;
    case TAKES_ALL_CASES:
        passed.cases = take_cases(test, cursor);
        break;
    case TAKES_REST:
        passed.rest = take_arguments(test, cursor, false);
        break;
    }
    return passed;
}

passed_list take_passed(test_case *test, cursor *cursor, const signature *signature) {
    passed_list list = {NULL, 0};
    cursor_expect(cursor, "(");
    for (size_t i = 0; i < signature->parameters.count && !cursor_is_at_end(cursor); i++) {
        if (i > 0) {
            cursor_expect(cursor, ",");
        }
        *LIST_ADD(&test->arena, &list) = take_one_passed(test, cursor, &signature->parameters.items[i]);
    }
    cursor_expect(cursor, ")");
    return list;
}
