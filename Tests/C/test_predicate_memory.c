/* Predicates and the allocator: a send with cases allocates nothing, and where the system gives no memory, nothing is
 * added, made or queued, and everything else is intact. */
#include "allocator.h"
#include "matches.h"

/* Also after a test that ended in the midst of it. */
static int grant_all(void **state) {
    (void)state;
    allocator_grant_all();
    return 0;
}

static int32_t done(const sfsm_step *step, void *context) {
    (void)context;
    return sfsm_step_case(step, POLICY) != SFSM_FAILED;
}

static int32_t no(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

/* STAY by a table of combinations, GO by bit sets (it would be a large table), BACK by none. */
static sfsm_builder *builder_of_cells(int32_t policy) {
    sfsm_builder *const builder = sfsm_builder_create();
    name_all(builder);
    declare_all(builder);
    for (int32_t type = 1000; type < 1040; type++) {
        declare(builder, type, 50);
        const size_t row = row_from(builder, HOME, GO, SFSM_SAME);
        for (int32_t named = 1000; named <= type; named++) {
            assert_status(sfsm_builder_add_match(builder, row, named, &(int32_t){7}, 1), SFSM_OK);
        }
    }
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 1, DOING(done, NULL), ASKING(done, NULL)},
             {HOME, STAY, SFSM_SAME, 2, MATCHING(SFSM_MATCH(POLICY, WEAK)), DOING(done, NULL)},
             {HOME, STAY, SFSM_SAME, 3, ASKING(no, NULL),
              MATCHING(SFSM_MATCH(POLICY, STRONG), SFSM_MATCH(WEATHER, WET))},
             {HOME, BACK, SFSM_SAME, 4, DOING(done, NULL)});
    assert_status(sfsm_builder_set_guard_policy(builder, policy), SFSM_OK);
    return builder;
}

enum { SENT = 43 }; /* as many types */

static void fill_cases(sfsm_case cases[SENT], size_t turn) {
    for (size_t index = 0; index < 40; index++) {
        cases[index] = (sfsm_case){1000 + (int32_t)index, index < turn % 41 ? 7 : 0};
    }
    cases[40] = (sfsm_case){POLICY, (int32_t)(turn % 2)};
    cases[41] = (sfsm_case){WEATHER, (int32_t)(turn % 3)};
    cases[42] = (sfsm_case){REWARD, WITHHELD};
}

/* Sends, with mistakes among them; returns how many calls of the allocator that took. */
static size_t calls_for(sfsm_machine *machine, size_t turns) {
    static const int32_t events[] = {STAY, GO, BACK, 4711};
    sfsm_case cases[SENT];
    const size_t before = allocator_calls();
    for (size_t turn = 0; turn < turns; turn++) {
        fill_cases(cases, turn);
        sfsm_machine_send_message(machine, MESSAGE_MATCHING(events[turn % COUNT(events)], cases, SENT));
        sfsm_machine_send_message(machine, MESSAGE_MATCHING(GO, cases, turn % SENT)); /* too few for a strict machine */
    }
    return allocator_calls() - before;
}

static void a_send_with_cases_allocates_nothing(void **state) {
    (void)state;
    for (int32_t policy = SFSM_EXCLUSIVE; policy <= SFSM_FIRST_MATCH; policy++) {
        sfsm_table *const table = table_from(builder_of_cells(policy));
        sfsm_machine *const strict = machine_over(table, HOME, NULL);
        sfsm_machine *const lenient = lenient_machine_over(table, HOME, NULL);
        sfsm_table_release(table);
        calls_for(strict, 100); /* to warm up */
        calls_for(lenient, 100);
        assert_int_equal(calls_for(strict, test_size(5000, 500)), 0);
        assert_int_equal(calls_for(lenient, test_size(5000, 500)), 0);
        sfsm_machine_release(strict);
        const size_t before_release = allocator_calls();
        sfsm_machine_release(lenient);
        assert_true(allocator_calls() > before_release); /* calls of the library are counted indeed */
    }
}

static void a_builder_takes_nothing(void **state) {
    (void)state;
    static const sfsm_name type = SFSM_NAME(POLICY), name = SFSM_NAME(WEAK);
    static const int32_t weak[] = {WEAK};
    const sfsm_match match = SFSM_MATCH(POLICY, STRONG);
    size_t finalized = 0;
    const sfsm_callback action = {done, &finalized, count_call};
    const sfsm_row row = {HOME, STAY, SFSM_SAME, 7, .matches = &match, .match_count = 1, .actions = &action,
                          .action_count = 1};
    sfsm_builder *const builder = sound_builder();
    declare(builder, POLICY, 2);
    allocator_grant(0);
    const sfsm_status declared = sfsm_builder_add_predicate(builder, WEATHER, 2);
    const sfsm_status added = sfsm_builder_add_match(builder, 1, POLICY, weak, 1);
    const sfsm_status rows = sfsm_builder_add_rows(builder, &row, 1);
    const sfsm_status types = sfsm_builder_name_predicates(builder, &type, 1);
    const sfsm_status cases = sfsm_builder_name_cases(builder, POLICY, &name, 1);
    allocator_grant_all();
    assert_status(declared, SFSM_OUT_OF_MEMORY);
    assert_status(added, SFSM_OUT_OF_MEMORY);
    assert_status(rows, SFSM_OUT_OF_MEMORY);
    assert_status(types, SFSM_OUT_OF_MEMORY);
    assert_status(cases, SFSM_OUT_OF_MEMORY);
    assert_int_equal(finalized, 1);
    sfsm_machine *const machine = machine_from(builder, HOME, NULL);
    const sfsm_table *const table = sfsm_machine_table(machine);
    assert_int_equal(sfsm_table_predicate_count(table), 1);
    assert_int_equal(sfsm_table_row_count(table), 2);
    assert_null(sfsm_table_predicate_name(table, POLICY));
    assert_null(sfsm_table_case_name(table, POLICY, WEAK));
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(GO, CASES({POLICY, STRONG}))), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static sfsm_status make_machine(const sfsm_table *table, sfsm_machine **out_machine) {
    const sfsm_machine_options options = {.size = sizeof options, .initial = HOME, .flags = SFSM_LENIENT};
    return sfsm_machine_create_with(table, &options, out_machine);
}

/* However much of it there is, a machine is made or not. */
static void a_machine_is_not_made(void **state) {
    (void)state;
    sfsm_table *const table = table_from(builder_of_cells(SFSM_EXCLUSIVE));
    check_machine_is_made_or_not(table, make_machine);
    sfsm_table_release(table);
}

/* Sends without memory until it is told so; how many events were queued, and handled with their own cases. */
typedef struct flood {
    int32_t queued, handled;
    bool is_wrong;
    sfsm_outcome refusal;
} flood;

static int32_t send_without_memory(const sfsm_step *step, void *context) {
    flood *const flood = context;
    allocator_grant(0);
    do {
        const sfsm_case cases[] = {{POLICY, flood->queued % 1000}};
        flood->refusal = sfsm_machine_send_message(step->machine, MESSAGE_MATCHING(STAY, cases, 1));
        flood->queued += flood->refusal == SFSM_QUEUED;
    } while (flood->refusal == SFSM_QUEUED && flood->queued < 100000);
    allocator_grant_all();
    flood->is_wrong = flood->is_wrong || sfsm_step_case(step, POLICY) != 999;
    return 0;
}

static int32_t handle(const sfsm_step *step, void *context) {
    flood *const flood = context;
    flood->is_wrong = flood->is_wrong || sfsm_step_case(step, POLICY) != flood->handled % 1000;
    flood->handled++;
    return 0;
}

static void an_event_is_not_queued_and_everything_else_is_intact(void **state) {
    (void)state;
    flood flood = {0};
    sfsm_builder *const builder = sfsm_builder_create();
    declare(builder, POLICY, 1000);
    const sfsm_row rows[] = {SFSM_ROW(HOME, GO, SFSM_SAME, send_without_memory),
                             SFSM_ROW(HOME, STAY, SFSM_SAME, handle)};
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &flood);
    for (int round = 0; round < 2; round++) {
        flood.queued = flood.handled = 0;
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(GO, CASES({POLICY, 999}))),
                      SFSM_TRANSITIONED);
        assert_status(flood.refusal, SFSM_OUT_OF_MEMORY);
        assert_int_equal(flood.handled, flood.queued);
        assert_false(flood.is_wrong);
    }
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_send_with_cases_allocates_nothing, grant_all),
        cmocka_unit_test_setup(a_builder_takes_nothing, grant_all),
        cmocka_unit_test_setup(a_machine_is_not_made, grant_all),
        cmocka_unit_test_setup(an_event_is_not_queued_and_everything_else_is_intact, grant_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
