/* A step allocates nothing: no call of the allocator in ten thousand steps of each kind. */
#include "allocator.h"
#include "support.h"

enum { HOME, AWAY };
enum { GO, RETURN, OTHER };
enum { SPARSE = 100000007 };

static int32_t done(const sfsm_step *step, void *context) {
    (void)context;
    return step->event == SFSM_NONE;
}

static int32_t yes(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 1;
}

static int32_t no(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

static int32_t the_other(const sfsm_step *step, void *context) {
    (void)context;
    return step->source == HOME ? AWAY : HOME;
}

static int32_t nowhere(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return SFSM_NONE;
}

/* Sends both events in turn, first to warm up, then counted; releases the machine. */
static void check_steps(sfsm_machine *machine, int32_t first, sfsm_outcome first_outcome, int32_t second,
                        sfsm_outcome second_outcome) {
    const int32_t events[] = {first, second};
    const sfsm_outcome outcomes[] = {first_outcome, second_outcome};
    size_t mistakes = 0, before = 0;
    for (size_t round = 0; round < 2; round++) {
        before = allocator_calls();
        for (size_t step = 0; step < (round == 0 ? 100 : 10000); step++) {
            mistakes += sfsm_machine_send(machine, events[step % 2]) != outcomes[step % 2];
        }
    }
    assert_int_equal(allocator_calls() - before, 0);
    assert_int_equal(mistakes, 0);
    const size_t before_release = allocator_calls();
    sfsm_machine_release(machine);
    assert_true(allocator_calls() > before_release); /* calls of the library are counted indeed */
}

static void a_simple_row(void **state) {
    (void)state;
    const sfsm_row rows[] = {SFSM_ROW(HOME, GO, AWAY, done), SFSM_ROW(AWAY, RETURN, HOME, NULL)};
    check_steps(machine_of_rows(rows, COUNT(rows), HOME, NULL), GO, SFSM_TRANSITIONED, RETURN, SFSM_TRANSITIONED);
}

static sfsm_builder *builder_with_blocks(void) {
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t state = HOME; state <= AWAY; state++) {
        size_t block = 0;
        assert_status(sfsm_builder_add_state(builder, state, SFSM_FINAL, &block), SFSM_OK);
        for (int time = 0; time < 3; time++) {
            assert_status(sfsm_builder_on_entry(builder, block, done, NULL, NULL), SFSM_OK);
            assert_status(sfsm_builder_on_exit(builder, block, done, NULL, NULL), SFSM_OK);
            assert_status(sfsm_builder_on_cycle(builder, block, done, NULL, NULL), SFSM_OK);
        }
    }
    return builder;
}

static void a_row_with_several_callbacks(void **state) {
    (void)state;
    for (int32_t policy = SFSM_ON_CHANGE; policy <= SFSM_ALWAYS; policy++) {
        sfsm_builder *const builder = builder_with_blocks();
        const size_t there = row_from(builder, HOME, GO, AWAY), back = row_from(builder, AWAY, GO, HOME);
        for (int time = 0; time < 5; time++) {
            assert_status(sfsm_builder_add_action(builder, there, done, NULL, NULL), SFSM_OK);
            assert_status(sfsm_builder_add_action(builder, back, done, NULL, NULL), SFSM_OK);
        }
        row_from(builder, SFSM_ANY, OTHER, SFSM_SAME);
        assert_status(sfsm_builder_set_entry_exit_policy(builder, policy), SFSM_OK);
        check_steps(machine_from(builder, HOME, NULL), GO, SFSM_TRANSITIONED, OTHER, SFSM_TRANSITIONED);
    }
}

static void a_guarded_row(void **state) {
    (void)state;
    const sfsm_row rows[] = {SFSM_ROW_IF(HOME, GO, yes, HOME, done), SFSM_ROW_IF(HOME, RETURN, no, HOME, done)};
    check_steps(machine_of_rows(rows, COUNT(rows), HOME, NULL), GO, SFSM_TRANSITIONED, RETURN, SFSM_REFUSED);
}

static void the_first_row_that_matches(void **state) {
    (void)state;
    const sfsm_row rows[] = {
        SFSM_ROW_IF(HOME, GO, no, HOME, done),       SFSM_ROW_IF(HOME, GO, yes, AWAY, done),
        SFSM_ROW_IF(AWAY, RETURN, no, HOME, done),   SFSM_ROW_IF(AWAY, SFSM_ANY, no, HOME, done),
        SFSM_ROW_IF(SFSM_ANY, RETURN, no, AWAY, done), SFSM_ROW(SFSM_ANY, SFSM_ANY, HOME, done),
    };
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    check_steps(machine_from(builder, HOME, NULL), GO, SFSM_TRANSITIONED, RETURN, SFSM_TRANSITIONED);
}

static void a_dynamic_row(void **state) {
    (void)state;
    static const int32_t orders[][5] = {
        {SFSM_PHASE_RESOLVE, SFSM_PHASE_EXIT, SFSM_PHASE_ACTIONS, SFSM_PHASE_COMMIT, SFSM_PHASE_ENTRY},
        {SFSM_PHASE_EXIT, SFSM_PHASE_ACTIONS, SFSM_PHASE_RESOLVE, SFSM_PHASE_COMMIT, SFSM_PHASE_ENTRY},
    };
    for (size_t index = 0; index < COUNT(orders); index++) {
        sfsm_builder *const builder = builder_with_blocks();
        const size_t go = row_from(builder, SFSM_ANY, GO, SFSM_DYNAMIC);
        assert_status(sfsm_builder_set_resolver(builder, go, the_other, NULL, NULL), SFSM_OK);
        row_from(builder, AWAY, OTHER, HOME);
        row_from(builder, HOME, OTHER, SFSM_SAME);
        assert_status(sfsm_builder_set_phase_order(builder, orders[index], 5), SFSM_OK);
        check_steps(machine_from(builder, HOME, NULL), GO, SFSM_TRANSITIONED, OTHER, SFSM_TRANSITIONED);
    }
}

static void a_refused_dynamic_row_and_an_internal_one(void **state) {
    (void)state;
    const sfsm_row rows[] = {
        {.source = HOME, .event = GO, .target = SFSM_DYNAMIC, .resolver = {nowhere, NULL, NULL}},
        SFSM_ROW(HOME, OTHER, SFSM_INTERNAL, done),
    };
    check_steps(machine_of_rows(rows, COUNT(rows), HOME, NULL), GO, SFSM_REFUSED, OTHER, SFSM_TRANSITIONED);
}

static void an_unhandled_and_an_unknown_event(void **state) {
    (void)state;
    const sfsm_row rows[] = {SFSM_ROW(HOME, GO, AWAY, done), SFSM_ROW(AWAY, RETURN, HOME, NULL)};
    check_steps(machine_of_rows(rows, COUNT(rows), HOME, NULL), RETURN, SFSM_UNHANDLED, 4711, SFSM_UNKNOWN_EVENT);
}

static void hooks(void **state) {
    (void)state;
    const sfsm_row rows[] = {SFSM_ROW(HOME, GO, SFSM_SAME, done), SFSM_ROW(AWAY, RETURN, HOME, NULL)};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), HOME, NULL);
    assert_status(sfsm_machine_on_step(machine, done, NULL, NULL), SFSM_OK);
    assert_status(sfsm_machine_on_unhandled(machine, done, NULL, NULL), SFSM_OK);
    check_steps(machine, GO, SFSM_TRANSITIONED, RETURN, SFSM_UNHANDLED);
}

static void sparse_ids(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t number = -20; number < 20; number++) {
        const sfsm_row row = SFSM_ROW(number * SPARSE, number * SPARSE, SFSM_SAME, done);
        assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    }
    check_steps(machine_from(builder, 3 * SPARSE, NULL), 3 * SPARSE, SFSM_TRANSITIONED, 4 * SPARSE, SFSM_UNHANDLED);
}

static void a_table_too_large_to_be_dense(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t number = 0; number < 3000; number++) {
        const sfsm_row row = SFSM_ROW(number, number, (number + 1) % 3000, done);
        assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    }
    row_from(builder, SFSM_ANY, 3000, 7);
    check_steps(machine_from(builder, 7, NULL), 7, SFSM_TRANSITIONED, 3000, SFSM_TRANSITIONED);
}

static int32_t send_one(const sfsm_step *step, void *context) {
    (void)context;
    return sfsm_machine_send(step->machine, OTHER) == SFSM_QUEUED ? 0 : -1;
}

/* "The queue grows only when a callback sends": it does not grow again for as many events as it once held. */
static void an_event_that_is_queued_where_others_were_before(void **state) {
    (void)state;
    const sfsm_row rows[] = {SFSM_ROW(HOME, GO, SFSM_SAME, send_one), SFSM_ROW(HOME, OTHER, SFSM_SAME, done)};
    check_steps(machine_of_rows(rows, COUNT(rows), HOME, NULL), GO, SFSM_TRANSITIONED, OTHER, SFSM_TRANSITIONED);
}

static void asking_for_the_state_and_what_is_permitted(void **state) {
    (void)state;
    const sfsm_row rows[] = {SFSM_ROW_IF(HOME, GO, yes, AWAY, done), SFSM_ROW(AWAY, RETURN, HOME, NULL)};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), HOME, NULL);
    int32_t target = 0, events[2];
    size_t count = 0, mistakes = 0;
    const size_t before = allocator_calls();
    for (size_t round = 0; round < 10000; round++) {
        mistakes += sfsm_machine_state(machine) != HOME;
        mistakes += sfsm_machine_probe(machine, MESSAGE(GO), &target) != SFSM_TRANSITIONED || target != AWAY;
        mistakes += sfsm_machine_permitted(machine, NULL, 0, events, 2, &count) != SFSM_OK || count != 1;
    }
    assert_int_equal(allocator_calls() - before, 0);
    assert_int_equal(mistakes, 0);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_simple_row),
        cmocka_unit_test(a_row_with_several_callbacks),
        cmocka_unit_test(a_guarded_row),
        cmocka_unit_test(the_first_row_that_matches),
        cmocka_unit_test(a_dynamic_row),
        cmocka_unit_test(a_refused_dynamic_row_and_an_internal_one),
        cmocka_unit_test(an_unhandled_and_an_unknown_event),
        cmocka_unit_test(hooks),
        cmocka_unit_test(sparse_ids),
        cmocka_unit_test(a_table_too_large_to_be_dense),
        cmocka_unit_test(an_event_that_is_queued_where_others_were_before),
        cmocka_unit_test(asking_for_the_state_and_what_is_permitted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
