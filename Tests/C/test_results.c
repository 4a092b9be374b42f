/* Chapters 2 and 3, the numbers: what is published once never changes, since programs that were compiled with an
 * older header carry these values. */
#include "support.h"

typedef struct numbered {
    int32_t actual;
    int32_t published;
    const char *name;
} numbered;

#define NUMBER(constant, published) { constant, published, #constant }

static const numbered results[] = {
    NUMBER(SFSM_OK, 0),
    NUMBER(SFSM_NULL_POINTER, -1),
    NUMBER(SFSM_BAD_SIZE, -2),
    NUMBER(SFSM_BAD_VALUE, -3),
    NUMBER(SFSM_RESERVED_ID, -4),
    NUMBER(SFSM_UNKNOWN_STATE, -5),
    NUMBER(SFSM_UNKNOWN_EVENT, -6),
    NUMBER(SFSM_INVALID_DEFINITION, -7),
    NUMBER(SFSM_ALREADY_BUILT, -8),
    NUMBER(SFSM_NOT_RUNNING, -9),
    NUMBER(SFSM_ALREADY_RUNNING, -10),
    NUMBER(SFSM_BUSY, -11),
    NUMBER(SFSM_QUEUE_FULL, -12),
    NUMBER(SFSM_OUT_OF_MEMORY, -13),
    NUMBER(SFSM_CALLBACK_FAILED, -14),
    NUMBER(SFSM_OUT_OF_RANGE, -15),
    NUMBER(SFSM_MISSING_PREDICATE, -16),
    NUMBER(SFSM_UNKNOWN_PREDICATE, -17),
    NUMBER(SFSM_REPEATED_PREDICATE, -18),
    NUMBER(SFSM_UNKNOWN_CASE, -19),
    NUMBER(SFSM_BAD_SIGNATURE, -20),
    NUMBER(SFSM_ARGUMENT_COUNT, -22),
    NUMBER(SFSM_ARGUMENT_TYPE, -23),
    NUMBER(SFSM_UNSUPPORTED, -24),
    NUMBER(SFSM_BAD_CONFIGURATION, -25),
    NUMBER(SFSM_STEP_LIMIT_REACHED, -26),
    NUMBER(SFSM_UNBOUND_CALLBACKS, -27),
    NUMBER(SFSM_UNNAMED_CALLBACK, -28),
    NUMBER(SFSM_TRANSITIONED, 1),
    NUMBER(SFSM_REFUSED, 2),
    NUMBER(SFSM_UNHANDLED, 3),
    NUMBER(SFSM_QUEUED, 4),
    NUMBER(SFSM_DEFERRED, 5),
};

static const numbered others[] = {
    NUMBER(SFSM_ANY, INT32_MIN),
    NUMBER(SFSM_SAME, INT32_MIN + 1),
    NUMBER(SFSM_INTERNAL, INT32_MIN + 2),
    NUMBER(SFSM_DYNAMIC, INT32_MIN + 3),
    NUMBER(SFSM_NONE, INT32_MIN + 4),
    NUMBER(SFSM_INITIAL, INT32_MIN + 5),
    NUMBER(SFSM_FAILED, INT32_MIN + 6),
    NUMBER(SFSM_LAST_STATE, INT32_MIN + 7),
    NUMBER(SFSM_REQUEST, INT32_MIN + 8),
    NUMBER(SFSM_EVENTLESS, INT32_MIN + 9),
    NUMBER(SFSM_DEFER, INT32_MIN + 10),
    NUMBER(SFSM_FIRST_ID, INT32_MIN + 16),
    NUMBER(SFSM_FINAL, 1),
    NUMBER(SFSM_PARALLEL, 2),
    NUMBER(SFSM_SHALLOW_HISTORY, 4),
    NUMBER(SFSM_DEEP_HISTORY, 8),
    NUMBER(SFSM_OVERRIDING, 1),
    NUMBER(SFSM_INHERITED, 2),
    NUMBER(SFSM_LOCAL, 4),
    NUMBER(SFSM_STEP_LIMIT, 1000),
    NUMBER(SFSM_BYTE_LIMIT, 16777216),
    NUMBER(SFSM_ROW_LIMIT, 1000000),
    NUMBER(SFSM_UNBOUND, 1),
    NUMBER(SFSM_OWN_SIGNATURES, 2),
    NUMBER(SFSM_ANY_ROLE, 0),
    NUMBER(SFSM_GUARD, 1),
    NUMBER(SFSM_ACTION, 2),
    NUMBER(SFSM_RESOLVER, 3),
    NUMBER(SFSM_ENTRY, 4),
    NUMBER(SFSM_EXIT, 5),
    NUMBER(SFSM_CYCLE, 6),
    NUMBER(SFSM_UPDATE, 7),
    NUMBER(SFSM_PROVIDER, 8),
    NUMBER(SFSM_UNHANDLED_HOOK, 9),
    NUMBER(SFSM_STEP_HOOK, 10),
    NUMBER(SFSM_ON_CHANGE, 0),
    NUMBER(SFSM_ALWAYS, 1),
    NUMBER(SFSM_EXCLUSIVE, 0),
    NUMBER(SFSM_FIRST_MATCH, 1),
    NUMBER(SFSM_PHASE_RESOLVE, 1),
    NUMBER(SFSM_PHASE_EXIT, 2),
    NUMBER(SFSM_PHASE_ACTIONS, 3),
    NUMBER(SFSM_PHASE_COMMIT, 4),
    NUMBER(SFSM_PHASE_ENTRY, 5),
    NUMBER(SFSM_ERROR, 1),
    NUMBER(SFSM_WARNING, 2),
    NUMBER(SFSM_EMPTY_DEFINITION, 1),
    NUMBER(SFSM_EMPTY_BLOCK, 2),
    NUMBER(SFSM_DUPLICATE, 3),
    NUMBER(SFSM_CLASH, 4),
    NUMBER(SFSM_UNKNOWN_TARGET, 5),
    NUMBER(SFSM_UNKNOWN_INITIAL, 6),
    NUMBER(SFSM_RESERVED_ID_USED, 7),
    NUMBER(SFSM_TWO_INITIAL_STATES, 8),
    NUMBER(SFSM_MISSING_RESOLVER, 9),
    NUMBER(SFSM_UNEXPECTED_RESOLVER, 10),
    NUMBER(SFSM_MISPLACED_ROW, 11),
    NUMBER(SFSM_NOTHING_TO_OVERRIDE, 12),
    NUMBER(SFSM_OVERRIDE_OUT_OF_ORDER, 13),
    NUMBER(SFSM_CIRCULAR_ADOPTION, 14),
    NUMBER(SFSM_IMPLICIT_CLASH, 15),
    NUMBER(SFSM_INVALID_MATCH, 16),
    NUMBER(SFSM_UNDECLARED_PREDICATE, 17),
    NUMBER(SFSM_PREDICATE_CONFLICT, 18),
    NUMBER(SFSM_TOO_COMPLEX, 19),
    NUMBER(SFSM_SIGNATURE_MISMATCH, 20),
    NUMBER(SFSM_ARGUMENT_CONFLICT, 21),
    NUMBER(SFSM_UNKNOWN_PARENT, 23),
    NUMBER(SFSM_SECOND_PARENT, 24),
    NUMBER(SFSM_CIRCULAR_NESTING, 25),
    NUMBER(SFSM_MISSING_DEFAULT, 26),
    NUMBER(SFSM_MISPLACED_DEFAULT, 27),
    NUMBER(SFSM_CIRCULAR_DEFAULT, 28),
    NUMBER(SFSM_INVALID_HISTORY, 29),
    NUMBER(SFSM_INVALID_FINAL_STATE, 30),
    NUMBER(SFSM_EXCLUSIVE_TARGETS, 31),
    NUMBER(SFSM_MISPLACED_TARGET, 32),
    NUMBER(SFSM_EVENTLESS_CIRCLE, 33),
    NUMBER(SFSM_MISPLACED_EVENTLESS_ROW, 34),
    NUMBER(SFSM_MISPLACED_NESTING, 35),
    NUMBER(SFSM_CONFLICTING_BLOCKS, 36),
    NUMBER(SFSM_UNKNOWN_CONDITION, 37),
    NUMBER(SFSM_DOCUMENT_SYNTAX, 38),
    NUMBER(SFSM_UNKNOWN_DOCUMENT_NAME, 39),
    NUMBER(SFSM_DOCUMENT_LIMIT, 40),
    NUMBER(SFSM_UNBOUND_CALLBACK, 41),
    NUMBER(SFSM_UNREACHABLE_STATE, 101),
    NUMBER(SFSM_DEAD_END_STATE, 102),
    NUMBER(SFSM_UNUSED_EVENT, 103),
    NUMBER(SFSM_NEVER_TAKEN, 104),
    NUMBER(SFSM_UNUSED_PREDICATE, 105),
    NUMBER(SFSM_UNUSED_SUPERSTATE, 106),
    NUMBER(SFSM_EXIT_FROM_FINAL_STATE, 107),
    NUMBER(SFSM_TARGET_IN_SIBLING_REGION, 108),
    NUMBER(SFSM_CONFLICTING_REGIONS, 109),
    NUMBER(SFSM_SINGLE_REGION, 110),
    NUMBER(SFSM_NEVER_DONE, 111),
    NUMBER(SFSM_USELESS_DEFERRAL, 112),
    NUMBER(SFSM_POSSIBLE_EVENTLESS_CIRCLE, 113),
    NUMBER(SFSM_UNUSED_HISTORY, 114),
    NUMBER(SFSM_ALL_WARNINGS, 100),
    NUMBER(SFSM_LENIENT, 1),
    NUMBER(SFSM_WITHOUT_GUARDS, 1),
    NUMBER(SFSM_PERMITTED_STATES, 2),
    NUMBER(SFSM_TAKEN, 1),
    NUMBER(SFSM_NOT_MATCHED, 2),
    NUMBER(SFSM_GUARD_REFUSED, 3),
    NUMBER(SFSM_RESOLVER_REFUSED, 4),
    NUMBER(SFSM_NOT_TRIED, 5),
    NUMBER(SFSM_BOOL, 1),
    NUMBER(SFSM_I8, 2),
    NUMBER(SFSM_I16, 3),
    NUMBER(SFSM_I32, 4),
    NUMBER(SFSM_I64, 5),
    NUMBER(SFSM_U8, 6),
    NUMBER(SFSM_U16, 7),
    NUMBER(SFSM_U32, 8),
    NUMBER(SFSM_U64, 9),
    NUMBER(SFSM_F32, 10),
    NUMBER(SFSM_F64, 11),
    NUMBER(SFSM_STR, 12),
    NUMBER(SFSM_PTR, 13),
    NUMBER(SFSM_INTEGER, 14),
    NUMBER(SFSM_QUEUE_LIMIT, 16777216),
    NUMBER(SFSM_CASE_LIMIT, 16384),
    NUMBER(SFSM_PARAMETER_LIMIT, 64),
};

static void published_numbers_stay(void **state) {
    (void)state;
    for (size_t index = 0; index < COUNT(results); index++) {
        assert_int_equal(results[index].actual, results[index].published);
    }
    for (size_t index = 0; index < COUNT(others); index++) {
        assert_int_equal(others[index].actual, others[index].published);
    }
}

/* Where a field stands in a struct that programs fill or read; of what is appended later nothing here changes. */
#define FIELD(type, field, published) { offsetof(type, field), published, #type "." #field }

static const struct { size_t actual, published; const char *name; } fields[] = {
    FIELD(sfsm_row, target, 8),            FIELD(sfsm_row, action, 16),          FIELD(sfsm_row, resolver, 72),
    FIELD(sfsm_row, block, 96),            FIELD(sfsm_row, flags, 104),          FIELD(sfsm_row, matches, 112),
    FIELD(sfsm_row, match_count, 120),     FIELD(sfsm_match, value, 4),          FIELD(sfsm_match, values, 8),
    FIELD(sfsm_match, value_count, 16),    FIELD(sfsm_case, value, 4),           FIELD(sfsm_step, event, 16),
    FIELD(sfsm_step, outcome, 28),         FIELD(sfsm_step, time, 32),           FIELD(sfsm_step, cases, 40),
    FIELD(sfsm_diagnostic, kind, 8),       FIELD(sfsm_diagnostic, line, 28),     FIELD(sfsm_diagnostic, text, 40),
    FIELD(sfsm_diagnostic, place_count, 48), FIELD(sfsm_diagnostic, predicate, 56),
    FIELD(sfsm_diagnostic, case_count, 64), FIELD(sfsm_diagnostic, column, 72),
    FIELD(sfsm_wanted, name, 24),          FIELD(sfsm_wanted, file, 40),
    FIELD(sfsm_binding, callback, 16),     FIELD(sfsm_reading, finder, 32),      FIELD(sfsm_reading, row_limit, 64),
    FIELD(sfsm_machine_options, initial, 8),
    FIELD(sfsm_machine_options, flags, 12), FIELD(sfsm_machine_options, context, 16),
    FIELD(sfsm_machine_options, memory, 24), FIELD(sfsm_machine_options, memory_size, 32),
    FIELD(sfsm_step, arguments, 48),       FIELD(sfsm_step, argument_count, 56), FIELD(sfsm_value, type, 0),
    FIELD(sfsm_value, as.boolean, 8),      FIELD(sfsm_value, as.i64, 8),        FIELD(sfsm_value, as.str, 8),
    FIELD(sfsm_callback, context, 8),      FIELD(sfsm_callback, finalizer, 16),
};

static void published_fields_stay_where_they_are(void **state) {
    (void)state;
    for (size_t index = 0; index < COUNT(fields); index++) {
        if (sizeof(void *) == 8 && fields[index].actual != fields[index].published) {
            print_error("%s has moved\n", fields[index].name);
            assert_int_equal(fields[index].actual, fields[index].published);
        }
    }
    assert_true(sizeof(sfsm_row) >= 128 || sizeof(void *) != 8); /* structs only grow */
    assert_true(sizeof(sfsm_diagnostic) >= 80 || sizeof(void *) != 8);
    assert_true(sizeof(sfsm_machine_options) >= 40 || sizeof(void *) != 8);
    assert_int_equal(sizeof(sfsm_value), 16); /* it stands in arrays, so that it cannot grow */
    assert_true(sizeof(sfsm_callback) == 24 || sizeof(void *) != 8);
}

static void each_status_and_outcome_has_its_constants_name(void **state) {
    (void)state;
    for (size_t index = 0; index < COUNT(results); index++) {
        assert_string_equal(sfsm_status_name(results[index].actual), results[index].name);
    }
}

/* One sentence of its own for each, and none for what is no status. */
static void each_status_and_outcome_has_a_sentence(void **state) {
    (void)state;
    for (size_t index = 0; index < COUNT(results); index++) {
        const char *const text = sfsm_status_text(results[index].actual);
        const size_t length = strlen(text);
        assert_true(length > 4 && length < 100 && text[0] >= 'A' && text[0] <= 'Z' && text[length - 1] == '.');
        assert_string_not_equal(text, sfsm_status_text(6));
        for (size_t other = 0; other < index; other++) {
            assert_string_not_equal(text, sfsm_status_text(results[other].actual));
        }
    }
    assert_string_equal(sfsm_status_text(SFSM_NOT_RUNNING), "The machine is stopped: start it first.");
    assert_non_null(strstr(sfsm_status_text(SFSM_BAD_CONFIGURATION), "damaged")); /* as a snapshot may be */
    assert_null(strstr(sfsm_status_text(SFSM_ARGUMENT_TYPE), "sfsm_")); /* other languages show it too */
}

static void any_other_number_is_unknown(void **state) {
    (void)state;
    static const int32_t strangers[] = {6, 7, 100, INT32_MAX, -29, -30, -100, INT32_MIN, SFSM_NONE, SFSM_FIRST_ID};
    for (size_t index = 0; index < COUNT(strangers); index++) {
        assert_string_equal(sfsm_status_name(strangers[index]), "unknown");
        assert_string_equal(sfsm_status_text(strangers[index]), "Unknown status.");
    }
}

static void names_are_static(void **state) {
    (void)state;
    assert_ptr_equal(sfsm_status_name(SFSM_BUSY), sfsm_status_name(SFSM_BUSY));
    assert_ptr_equal(sfsm_status_name(77), sfsm_status_name(77));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_numbers_stay),
        cmocka_unit_test(published_fields_stay_where_they_are),
        cmocka_unit_test(each_status_and_outcome_has_its_constants_name),
        cmocka_unit_test(each_status_and_outcome_has_a_sentence),
        cmocka_unit_test(any_other_number_is_unknown),
        cmocka_unit_test(names_are_static),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
