/* What stands below a call: the callbacks that run meanwhile (read_happening.c), reasons, and the result. */
#include <string.h>

#include "sections.h"
#include "values.h"

/* ------------------------------------------------------------------------------------------------------------------
 * Results
 * --------------------------------------------------------------------------------------------------------------- */

/* A type as it was declared or sent; "none" where there is none. */
static int32_t take_told_type(cursor *cursor) {
    if (cursor_skip(cursor, "none")) {
        return 0;
    }
    return cursor_skip(cursor, "integer") ? SFSM_INTEGER : take_type(cursor);
}

/* "argument 1 (declared i32, sent f64)", or "Mood glad" */
static void take_rejected(test_case *test, cursor *cursor, result *result) {
    if (cursor_skip(cursor, "argument")) {
        result->has_rejected_argument = true;
        result->rejected_argument.index = (size_t)cursor_integer(cursor, "the number of an argument");
        cursor_expect(cursor, "(");
        cursor_expect(cursor, "declared");
        result->rejected_argument.declared = take_told_type(cursor);
        cursor_expect(cursor, ",");
        cursor_expect(cursor, "sent");
        result->rejected_argument.sent = take_told_type(cursor);
        cursor_expect(cursor, ")");
        return;
    }
    result->has_rejected = true;
    result->rejected.predicate = take_id(test, cursor, PREDICATE);
    const char *const word = cursor_name(cursor, "a case");
    result->rejected.value = case_number(test, result->line, result->rejected.predicate, word);
}

static void take_detail(test_case *test, cursor *cursor, result *result) {
    if (cursor_skip(cursor, "failure")) {
        result->has_failure = true;
        result->failure = cursor_integer(cursor, "a number");
    } else if (cursor_skip(cursor, "pending")) {
        result->has_pending = true;
        result->pending = (size_t)cursor_integer(cursor, "a number");
    } else if (cursor_skip(cursor, "target")) {
        result->has_target = true;
        result->target = take_id(test, cursor, STATE);
    } else if (cursor_skip(cursor, "event")) {
        result->has_event = true;
        result->event = take_id(test, cursor, EVENT);
    } else if (cursor_skip(cursor, "rejected")) {
        take_rejected(test, cursor, result);
    } else if (cursor_skip(cursor, "active")) {
        result->has_active = true;
        do {
            *LIST_ADD(&test->arena, &result->active) = take_id(test, cursor, STATE);
        } while (cursor_sees_name(cursor));
    } else if (cursor_sees(cursor, "done") || cursor_sees(cursor, "not")) {
        result->has_done = true;
        result->is_done = !cursor_skip(cursor, "not");
        cursor_expect(cursor, "done");
    } else if (cursor_skip(cursor, "due")) {
        result->has_due = true;
        result->is_due = !cursor_skip(cursor, "never");
        result->due = result->is_due ? cursor_long(cursor, "a time") : 0;
    } else {
        cursor_fault(cursor, "failure, pending, target, event, rejected, active, done or due is expected here, not %s",
                     cursor_peek(cursor));
    }
}

/* What only some calls tell has to be written of these. */
static void check_details(cursor *cursor, const call *call) {
    const result *const result = &call->result;
    const bool has_outcome = strcmp(result->outcome, "transitioned") == 0 || strcmp(result->outcome, "refused") == 0 ||
                             strcmp(result->outcome, "unhandled") == 0 || strcmp(result->outcome, "deferred") == 0;
    const bool is_ok = strcmp(result->outcome, "ok") == 0;
    if (result->has_target != (call->verb == PROBE && has_outcome)) {
        cursor_fault(cursor, "a target belongs to a probe that has an outcome, and to nothing else");
    }
    if (result->has_event != (call->is_handed_over && is_ok)) {
        cursor_fault(cursor, "an event belongs to an update that hands it over, and to nothing else");
    }
    if (result->has_ids != (call->verb == PERMITTED && is_ok)) {
        cursor_fault(cursor, "a list belongs to what is permitted, and to nothing else");
    }
}

/* "transitioned unlocked": the last word, or a name in quotes, is the state, what stands before it the outcome. */
static void take_outcome_and_state(test_case *test, cursor *cursor, result *result) {
    const char *const words = cursor_words(cursor, &test->arena, "", "");
    const char *const space = strrchr(words, ' ');
    if (cursor_sees_quoted(cursor) && *words != '\0') {
        result->outcome = words;
        result->state = take_id(test, cursor, STATE);
    } else if (space == NULL) {
        result->outcome = "";
        cursor_fault(cursor, "an outcome and a state are expected behind ->");
    } else {
        result->outcome = arena_text(&test->arena, words, (size_t)(space - words));
        result->state = id_of(test, cursor, STATE, space + 1);
    }
}

void take_result(test_case *test, cursor *cursor, call *call) {
    result *const result = &call->result;
    if (result->line > 0) {
        cursor_fault(cursor, "the call has a result already");
    }
    result->line = cursor->line->number;
    take_outcome_and_state(test, cursor, result);
    while (cursor_skip(cursor, ",")) {
        take_detail(test, cursor, result);
    }
    if (cursor_skip(cursor, ":")) {
        result->has_ids = true;
        while (!cursor_skip(cursor, "none") && !cursor_is_at_end(cursor)) {
            const bool is_of_states = (call->flags & SFSM_PERMITTED_STATES) != 0;
            *LIST_ADD(&test->arena, &result->ids) = take_id(test, cursor, is_of_states ? STATE : EVENT);
        }
    }
    cursor_expect_end(cursor);
    check_details(cursor, call);
}

/* ------------------------------------------------------------------------------------------------------------------
 * Reasons
 * --------------------------------------------------------------------------------------------------------------- */

/* "a: not matched Mood glad" */
static void read_reason(test_case *test, cursor *cursor, call *call) {
    reason reason = {.line = cursor->line->number, .mismatch = {SFSM_NONE, SFSM_NONE}, .guard = -1};
    const label *const label = use_label(test, reason.line, cursor_word(cursor, "the label of a row"));
    if (label != NULL && !is_row_label(test, label)) {
        cursor_fault(cursor, "%s is not the label of a row", label->word);
    }
    reason.row_line = label == NULL ? 0 : label->line;
    cursor_expect(cursor, ":");
    if (cursor_skip(cursor, "taken")) {
        reason.kind = SFSM_TAKEN;
    } else if (cursor_skip(cursor, "guard")) {
        cursor_expect(cursor, "refused");
        reason.kind = SFSM_GUARD_REFUSED;
        reason.guard = cursor_integer(cursor, "the number of a guard");
    } else if (cursor_skip(cursor, "resolver")) {
        cursor_expect(cursor, "refused");
        reason.kind = SFSM_RESOLVER_REFUSED;
    } else {
        cursor_expect(cursor, "not");
        if (cursor_skip(cursor, "matched")) {
            reason.kind = SFSM_NOT_MATCHED;
            reason.mismatch.predicate = take_id(test, cursor, PREDICATE);
            const char *const word = cursor_name(cursor, "a case");
            reason.mismatch.value = case_number(test, reason.line, reason.mismatch.predicate, word);
        } else {
            cursor_expect(cursor, "tried");
            reason.kind = SFSM_NOT_TRIED;
        }
    }
    cursor_expect_end(cursor);
    *LIST_ADD(&test->arena, &call->reasons) = reason;
}

/* ------------------------------------------------------------------------------------------------------------------
 * All of it
 * --------------------------------------------------------------------------------------------------------------- */

void read_trace(test_case *test, lines lines, size_t depth, call *call) {
    while (lines_are_left(&lines)) {
        cursor cursor = lines_next(&lines);
        struct lines below = lines_below(&lines, depth);
        if (call->result.line > call->line) {
            cursor_fault(&cursor, "nothing stands behind the result");
        }
        if (cursor_skip(&cursor, "->")) {
            take_result(test, &cursor, call);
        } else if (cursor_sees_second(&cursor, ":")) {
            read_reason(test, &cursor, call);
        } else {
            read_happening(test, &cursor, below, depth, call);
            continue;
        }
        if (below.count > 0) {
            report_fault(test->report, below.items[0].number, "nothing stands below this");
        }
    }
}
