/* Chapters 6 and 12, which events reach the callables of states that are nested: what these ask for must be what the events
 * carry. No function is called here. */
#include "callables.h"
#include "charts.h"

/* INT carries an i32, TEXT a str, and PLAIN nothing. */
enum { INT = 10, TEXT = 11, PLAIN = 12 };
enum { A = 1, B, C, D, E, F, G, H };
enum { FIRST_LINE = 200, MOST_CALLBACKS = 12 };

/* The states of a chart, and its rows. */
typedef struct chart {
    const nested *states;
    size_t state_count;
    const sfsm_row *rows;
    size_t row_count;
    sfsm_entry_exit_policy policy;
} chart;
#define CHART(states, rows) {(states), COUNT(states), (rows), COUNT(rows), SFSM_ON_CHANGE}

/* A callback of a block of its own: that of the first in line 200, of the next in 201. */
typedef struct state_callback {
    int32_t state;
    callback_adder add;
    const char *signature;
} state_callback;

static void unused(void) {
}

static sfsm_builder *builder_of(const chart *chart, const state_callback *callbacks, size_t count) {
    sfsm_builder *const builder = sfsm_builder_create();
    declare_event(builder, INT, "i32");
    declare_event(builder, TEXT, "str");
    for (size_t i = 0; i < chart->state_count; i++) {
        const nested state = chart->states[i];
        size_t block = 0;
        assert_status(sfsm_builder_add_state(builder, state.state, state.flags, &block), SFSM_OK);
        if (state.parent != SFSM_NONE) {
            assert_status(sfsm_builder_nest(builder, block, state.parent), SFSM_OK);
        }
        if (state.target != SFSM_NONE) {
            assert_status(sfsm_builder_set_default(builder, block, state.target), SFSM_OK);
        }
    }
    assert_status(sfsm_builder_add_rows(builder, chart->rows, chart->row_count), SFSM_OK);
    assert_status(sfsm_builder_set_entry_exit_policy(builder, chart->policy), SFSM_OK);
    for (size_t i = 0; i < count; i++) {
        size_t block = 0;
        const int32_t line = FIRST_LINE + (int32_t)i;
        assert_status(sfsm_builder_add_state_at(builder, callbacks[i].state, 0, "gate.c", line, &block), SFSM_OK);
        add_callback(callbacks[i].add, builder, block, callback_of(unused, callbacks[i].signature, NULL, NULL));
    }
    return builder;
}

/* Exactly these callbacks, by their numbers, are reached by an event that carries something else. */
#define CHECK(chart, callbacks, ...)                                                                                  \
    check((chart), (callbacks), COUNT(callbacks), (const int[]){__VA_ARGS__, -1})
static void check(const chart *chart, const state_callback *callbacks, size_t count, const int *expected) {
    sfsm_builder *const builder = builder_of(chart, callbacks, count);
    bool is_wrong[MOST_CALLBACKS] = {false};
    if (expected[0] < 0) {
        check_sound(builder);
        return;
    }
    sfsm_diagnostics *const faults = faults_of(builder);
    for (size_t i = 0; i < sfsm_diagnostics_count(faults); i++) {
        const sfsm_diagnostic fault = diagnostic_at(faults, i);
        if (fault.severity == SFSM_ERROR) {
            assert_int_equal(fault.kind, SFSM_SIGNATURE_MISMATCH);
            assert_in_range(fault.line, FIRST_LINE, FIRST_LINE + (int32_t)count - 1);
            is_wrong[fault.line - FIRST_LINE] = true;
        }
    }
    for (size_t i = 0; i < count; i++) {
        const bool is_expected = *expected == (int)i;
        expected += is_expected;
        if (is_wrong[i] != is_expected) {
            fail_msg("callback %zu (state %d, %s) should %sbe reported:\n%s", i, (int)callbacks[i].state,
                     callbacks[i].signature, is_expected ? "" : "not ", sfsm_diagnostics_text(faults));
        }
    }
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

#define ENTRY sfsm_builder_on_entry
#define EXIT sfsm_builder_on_exit
#define CYCLE sfsm_builder_on_cycle
#define DEFAULT sfsm_builder_on_default

/* A holds B and C, of which B is its default; D stands beside it. */
static const nested two_levels[] = {{A, 0, SFSM_NONE, B}, {B, 0, A, SFSM_NONE}, {C, 0, A, SFSM_NONE}};

static void states_around_are_left_and_entered(void **state) {
    (void)state;
    static const sfsm_row rows[] = {SFSM_ROW(B, INT, C, NULL), SFSM_ROW(D, TEXT, B, NULL), SFSM_ROW(C, TEXT, D, NULL)};
    static const chart chart = CHART(two_levels, rows);
    static const state_callback right[] = {
        {A, ENTRY, "void(str)"}, {A, EXIT, "void(str)"}, {B, ENTRY, "void(str)"}, {B, EXIT, "void(i32)"},
        {C, ENTRY, "void(i32)"}, {C, EXIT, "void(str)"}, {D, ENTRY, "void(str)"}, {D, EXIT, "void(str)"},
        {A, DEFAULT, "void(str)"},
    };
    CHECK(&chart, right, -1);
    static const state_callback wrong[] = {
        {A, ENTRY, "void(i32)"}, {A, EXIT, "void(i32)"}, {B, ENTRY, "void(i32)"}, {B, EXIT, "void(str)"},
        {C, ENTRY, "void(str)"}, {C, EXIT, "void(i32)"}, {D, ENTRY, "void(i32)"}, {D, EXIT, "void(i32)"},
        {A, DEFAULT, "void(i32)"},
    };
    CHECK(&chart, wrong, 0, 1, 2, 3, 4, 5, 6, 7); /* nothing is entered by default in A */
    static const state_callback cycles[] = {{A, CYCLE, "void(i32)"}, {A, CYCLE, "void(str)"}};
    CHECK(&chart, cycles, -1); /* nothing comes back */
}

static void defaults_are_entered_with_their_actions(void **state) {
    (void)state;
    static const sfsm_row rows[] = {SFSM_ROW(D, TEXT, A, NULL), SFSM_ROW(B, INT, D, NULL), SFSM_ROW(C, INT, D, NULL)};
    static const chart chart = CHART(two_levels, rows);
    static const state_callback callbacks[] = {
        {A, DEFAULT, "void(i32)"}, {B, ENTRY, "void(i32)"}, {C, ENTRY, "void(i32)"}, {C, EXIT, "void(str)"}};
    CHECK(&chart, callbacks, 0, 1, 3); /* C is not the default */
}

static void all_regions_are_left_and_entered(void **state) {
    (void)state;
    /* A is parallel: region B holds C and D, region E holds F and G. */
    static const nested states[] = {{A, SFSM_PARALLEL, SFSM_NONE, SFSM_NONE}, {B, 0, A, C}, {C, 0, B, SFSM_NONE},
                                    {D, 0, B, SFSM_NONE}, {E, 0, A, F}, {F, 0, E, SFSM_NONE}, {G, 0, E, SFSM_NONE}};
    static const sfsm_row rows[] = {SFSM_ROW(H, TEXT, D, NULL), SFSM_ROW(C, INT, H, NULL), SFSM_ROW(F, INT, G, NULL)};
    static const chart chart = CHART(states, rows);
    /* The first row enters D, not C, and F by default; the second leaves whatever is active in E. */
    static const state_callback callbacks[] = {
        {C, ENTRY, "void(i32)"}, {D, ENTRY, "void(i32)"}, {F, ENTRY, "void(i32)"}, {G, ENTRY, "void(str)"},
        {G, EXIT, "void(str)"}, {E, EXIT, "void(str)"}, {D, EXIT, "void(i32)"}};
    CHECK(&chart, callbacks, 1, 2, 3, 4, 5);
}

static void a_history_may_lead_to_any_child(void **state) {
    (void)state;
    static const nested states[] = {{A, 0, SFSM_NONE, B}, {B, 0, A, SFSM_NONE}, {C, 0, A, SFSM_NONE},
                                    {H, SFSM_SHALLOW_HISTORY, A, SFSM_NONE}};
    static const sfsm_row rows[] = {SFSM_ROW(D, TEXT, H, NULL), SFSM_ROW(A, INT, D, NULL)};
    static const chart chart = CHART(states, rows);
    static const state_callback wrong[] = {
        {A, ENTRY, "void(i32)"}, {B, ENTRY, "void(i32)"}, {C, ENTRY, "void(i32)"}};
    CHECK(&chart, wrong, 0, 1, 2);
    static const state_callback right[] = {
        {A, ENTRY, "void(str)"}, {B, EXIT, "void(i32)"}, {C, ENTRY, "void(str)"}};
    CHECK(&chart, right, -1);
}

static void what_stays_is_come_back_to(void **state) {
    (void)state;
    static const sfsm_row rows[] = {SFSM_ROW(A, TEXT, A, NULL), SFSM_ROW(B, INT, B, NULL), SFSM_ROW(C, INT, C, NULL)};
    chart chart = CHART(two_levels, rows);
    /* A stays, but its children are left and entered. */
    static const state_callback callbacks[] = {
        {A, CYCLE, "void(str)"}, {A, ENTRY, "void(i32)"}, {A, EXIT, "void(i32)"}, {B, CYCLE, "void(i32)"},
        {B, ENTRY, "void(str)"}, {C, EXIT, "void(str)"},  {C, CYCLE, "void(i32)"}};
    CHECK(&chart, callbacks, -1);
    chart.policy = SFSM_ALWAYS;
    CHECK(&chart, callbacks, 1, 2, 4, 5);
}

static void all_of_it_is_left_and_entered_where_nothing_stays(void **state) {
    (void)state;
    static const sfsm_row rows[] = {SFSM_ROW(A, TEXT, SFSM_SAME, NULL), SFSM_ROW(B, INT, C, NULL),
                                    SFSM_ROW(SFSM_ANY, PLAIN, SFSM_SAME, NULL)};
    chart chart = CHART(two_levels, rows);
    static const state_callback callbacks[] = {
        {A, ENTRY, "void(i32)"}, {B, ENTRY, "void(str)"}, {C, EXIT, "void(i32)"}, {D, CYCLE, "void(i32)"},
        {A, CYCLE, "void(i32)"}};
    CHECK(&chart, callbacks, 3, 4);
    chart.policy = SFSM_ALWAYS;
    CHECK(&chart, callbacks, 0, 1, 2, 3, 4);
}

static void a_dynamic_target_may_be_any_state(void **state) {
    (void)state;
    static const sfsm_row rows[] = {SFSM_ROW(B, INT, SFSM_INTERNAL, NULL), SFSM_ROW(C, TEXT, SFSM_DEFER, NULL),
                                    SFSM_ROW(B, PLAIN, C, NULL)};
    chart chart = CHART(two_levels, rows);
    static const state_callback callbacks[] = {
        {A, DEFAULT, "void(str)"}, {B, ENTRY, "void(str)"}, {C, CYCLE, "void(str)"}, {A, EXIT, "void(str)"}};
    CHECK(&chart, callbacks, -1); /* an event that waits, and one that stays inside, reach nothing */
    sfsm_builder *const builder = builder_of(&chart, callbacks, COUNT(callbacks));
    size_t row = 0;
    assert_status(sfsm_builder_add_row_at(builder, C, INT, SFSM_DYNAMIC, "gate.c", 8, &row), SFSM_OK);
    add_callback(sfsm_builder_set_resolver, builder, row, callback_of(unused, "state()", NULL, NULL));
    sfsm_diagnostics *const faults = faults_of(builder);
    size_t count = 0;
    for (size_t i = 0; i < sfsm_diagnostics_count(faults); i++) {
        count += diagnostic_at(faults, i).kind == SFSM_SIGNATURE_MISMATCH;
    }
    assert_int_equal(count, COUNT(callbacks));
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void a_local_row_stays_in_its_source(void **state) {
    (void)state;
    static const sfsm_row local[] = {{.source = A, .event = INT, .target = C, .flags = SFSM_LOCAL},
                                     SFSM_ROW(C, PLAIN, B, NULL)};
    chart staying = CHART(two_levels, local);
    staying.policy = SFSM_ALWAYS;
    static const state_callback callbacks[] = {
        {A, EXIT, "void(str)"}, {A, ENTRY, "void(str)"}, {B, EXIT, "void(str)"}, {C, ENTRY, "void(str)"}};
    CHECK(&staying, callbacks, 2, 3);
    static const sfsm_row outer[] = {SFSM_ROW(A, INT, C, NULL), SFSM_ROW(C, PLAIN, B, NULL)};
    chart leaving = CHART(two_levels, outer);
    CHECK(&leaving, callbacks, 2, 3);
    leaving.policy = SFSM_ALWAYS;
    CHECK(&leaving, callbacks, 0, 1, 2, 3);
}

static void rows_without_an_event_carry_nothing(void **state) {
    (void)state;
    static const sfsm_row rows[] = {SFSM_ROW(B, INT, C, NULL), SFSM_ROW(B, SFSM_EVENTLESS, D, NULL),
                                    SFSM_ROW(D, PLAIN, A, NULL)};
    static const chart chart = CHART(two_levels, rows);
    static const state_callback callbacks[] = {
        {B, EXIT, "void(i32)"}, {D, ENTRY, "void(i32)"}, {C, ENTRY, "void(i32)"}};
    CHECK(&chart, callbacks, 0, 1);
}

static void a_parallel_state_is_entered_with_all_its_regions(void **state) {
    (void)state;
    /* A is parallel: region B holds C and D, region E is a leaf. */
    static const nested states[] = {{A, SFSM_PARALLEL, SFSM_NONE, SFSM_NONE}, {B, 0, A, C}, {C, 0, B, SFSM_NONE},
                                    {D, 0, B, SFSM_NONE}, {E, 0, A, SFSM_NONE}};
    static const sfsm_row rows[] = {SFSM_ROW(H, TEXT, A, NULL), SFSM_ROW(A, INT, H, NULL), SFSM_ROW(C, INT, D, NULL)};
    static const chart chart = CHART(states, rows);
    static const state_callback wrong[] = {{A, ENTRY, "void(i32)"}, {B, ENTRY, "void(i32)"}, {C, ENTRY, "void(i32)"},
                                           {D, ENTRY, "void(i32)"}, {E, ENTRY, "void(i32)"}};
    CHECK(&chart, wrong, 0, 1, 2, 4); /* D is not the default */
    static const state_callback right[] = {{A, ENTRY, "void(str)"}, {B, ENTRY, "void(str)"}, {C, ENTRY, "void(str)"},
                                           {D, ENTRY, "void(i32)"}, {E, ENTRY, "void(str)"}};
    CHECK(&chart, right, -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_around_are_left_and_entered),
        cmocka_unit_test(defaults_are_entered_with_their_actions),
        cmocka_unit_test(all_regions_are_left_and_entered),
        cmocka_unit_test(a_history_may_lead_to_any_child),
        cmocka_unit_test(what_stays_is_come_back_to),
        cmocka_unit_test(all_of_it_is_left_and_entered_where_nothing_stays),
        cmocka_unit_test(a_dynamic_target_may_be_any_state),
        cmocka_unit_test(a_local_row_stays_in_its_source),
        cmocka_unit_test(rows_without_an_event_carry_nothing),
        cmocka_unit_test(a_parallel_state_is_entered_with_all_its_regions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
