/* Chapter 6, rows for requests: what the warnings know of them. */
#include "faults.h"

/* The kinds of warning of a definition that builds, in their order: "never taken 9". Takes the builder. */
static void check_warnings(sfsm_builder *builder, const char *expected) {
    trace trace = {{0}, 0};
    sfsm_diagnostics *const warnings = warnings_of(builder);
    for (size_t index = 0; index < sfsm_diagnostics_count(warnings); index++) {
        const sfsm_diagnostic warning = diagnostic_at(warnings, index);
        if (warning.kind != SFSM_UNUSED_EVENT) { /* STAY has a name in all of these definitions */
            trace_note(&trace, "%s %d", sfsm_diagnostic_kind_name(warning.kind),
                       (int)(warning.kind == SFSM_NEVER_TAKEN ? warning.line : warning.state));
        }
    }
    assert_trace(&trace, expected);
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(builder);
}

/* HOME, the initial state, and AWAY lead to each other; END leads to HOME, and what leads to END is the test's. */
static sfsm_builder *builder_with_end(void) {
    sfsm_builder *const builder = sound_builder();
    add_row(builder, END, GO, HOME, 3);
    assert_status(sfsm_builder_set_initial(builder, HOME), SFSM_OK);
    return builder;
}

static void a_state_that_may_be_requested_is_reachable(void **state) {
    (void)state;
    static const struct { int32_t source, target; const char *expected; } rows[] = {
        {AWAY, END, ""},
        {SFSM_ANY, END, ""},
        {AWAY, SFSM_ANY, ""},
        {SFSM_ANY, SFSM_ANY, ""},
        {AWAY, HOME, "unreachable state 30"},
        {END, END, "unreachable state 30"},
        {END, SFSM_ANY, "unreachable state 30"},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        sfsm_builder *const builder = builder_with_end();
        add_row(builder, rows[index].source, SFSM_REQUEST, rows[index].target, 9);
        check_warnings(builder, rows[index].expected);
    }
}

static void a_state_from_which_others_may_be_requested_has_a_way_out(void **state) {
    (void)state;
    static const struct { int32_t source, target; const char *expected; } rows[] = {
        {END, HOME, ""},
        {END, SFSM_ANY, ""},
        {SFSM_ANY, HOME, ""},
        {SFSM_ANY, SFSM_ANY, ""},
        {END, END, "dead end state 30"},
        {SFSM_ANY, END, "dead end state 30"},
        {HOME, SFSM_ANY, "dead end state 30"},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        sfsm_builder *const builder = sound_builder();
        add_row(builder, HOME, STAY, END, 3);
        add_row(builder, END, STAY, SFSM_INTERNAL, 4);
        add_row(builder, rows[index].source, SFSM_REQUEST, rows[index].target, 9);
        check_warnings(builder, rows[index].expected);
    }
}

static void a_row_for_requests_behind_others_is_never_taken(void **state) {
    (void)state;
    static const struct { int32_t rows[4][2]; const char *expected; } definitions[] = {
        {{{SFSM_ANY, AWAY}, {HOME, AWAY}, {AWAY, AWAY}}, "never taken 10"},
        {{{SFSM_ANY, AWAY}, {HOME, AWAY}}, ""},
        {{{SFSM_ANY, AWAY}, {HOME, AWAY}, {AWAY, SFSM_ANY}}, "never taken 10"},
        {{{HOME, SFSM_ANY}, {HOME, AWAY}, {HOME, HOME}}, "never taken 10"},
        {{{HOME, SFSM_ANY}, {HOME, AWAY}, {AWAY, HOME}}, ""},
        {{{SFSM_ANY, SFSM_ANY}, {HOME, SFSM_ANY}, {AWAY, SFSM_ANY}}, "never taken 10"},
        {{{SFSM_ANY, SFSM_ANY}, {SFSM_ANY, HOME}, {SFSM_ANY, AWAY}}, "never taken 10"},
        {{{SFSM_ANY, SFSM_ANY}, {SFSM_ANY, HOME}, {HOME, SFSM_ANY}}, ""},
    };
    for (size_t index = 0; index < COUNT(definitions); index++) {
        sfsm_builder *const builder = sound_builder();
        for (int32_t row = 0; row < 4 && definitions[index].rows[row][0] != 0; row++) {
            add_row(builder, definitions[index].rows[row][0], SFSM_REQUEST, definitions[index].rows[row][1], 10 + row);
        }
        check_warnings(builder, definitions[index].expected);
    }
}

static void rows_for_any_event_and_for_requests_do_not_hide_each_other(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    add_row(builder, HOME, SFSM_ANY, AWAY, 4);
    add_row(builder, AWAY, SFSM_ANY, HOME, 5);
    add_row(builder, SFSM_ANY, SFSM_REQUEST, SFSM_ANY, 6);
    check_warnings(builder, "");
    sfsm_builder *const other = sound_builder();
    add_row(other, HOME, SFSM_REQUEST, SFSM_ANY, 4);
    add_row(other, AWAY, SFSM_REQUEST, SFSM_ANY, 5);
    add_row(other, SFSM_ANY, STAY, HOME, 6);
    add_row(other, SFSM_ANY, SFSM_ANY, HOME, 7);
    check_warnings(other, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_that_may_be_requested_is_reachable),
        cmocka_unit_test(a_state_from_which_others_may_be_requested_has_a_way_out),
        cmocka_unit_test(a_row_for_requests_behind_others_is_never_taken),
        cmocka_unit_test(rows_for_any_event_and_for_requests_do_not_hide_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
