/* Events that wait with their cases: behind a failure, in long queues, for many predicate types, among machines that
 * share a table, and in machines that are stopped or released meanwhile. */
#include "matches.h"

enum { FIRST = 4, SECOND, FAILING };

static const sfsm_case given_weak_dry[] = {{REWARD, GIVEN}, {POLICY, WEAK}, {WEATHER, DRY}};

/* Sends FIRST with WEAK and SECOND with STRONG, for each reward; then returns the number that it is registered with. */
static int32_t send_four(const sfsm_step *step, void *result) {
    for (int32_t number = 0; number < 4; number++) {
        const sfsm_case cases[] = {{POLICY, number % 2}, {WEATHER, number % 3}, {REWARD, number / 2}};
        sfsm_machine_send_message(step->machine, MESSAGE_MATCHING(number % 2 ? SECOND : FIRST, cases, COUNT(cases)));
    }
    return *(const int32_t *)result;
}

/* GO leads from HOME to AWAY and sends; FIRST notes its cases everywhere, SECOND only if they are STRONG; FAILING fails
 * while they are WEAK. */
static sfsm_builder *sending_builder(sfsm_function action, void *context) {
    sfsm_builder *const builder = sfsm_builder_create();
    name_all(builder);
    declare_all(builder);
    ADD_ROWS(builder, {HOME, GO, AWAY, 1, DOING(action, context)},
             {SFSM_ANY, FIRST, SFSM_INTERNAL, 5, DOING(note_cases, "first")},
             {SFSM_ANY, SECOND, SFSM_INTERNAL, 6, MATCHING(SFSM_MATCH(POLICY, STRONG)), DOING(note_cases, "second")},
             {SFSM_ANY, FAILING, SFSM_INTERNAL, 7, MATCHING(SFSM_MATCH(POLICY, WEAK)), DOING(note_failure, "fail")},
             {SFSM_ANY, FAILING, SFSM_INTERNAL, 8, MATCHING(SFSM_MATCH(POLICY, STRONG)), DOING(note_cases, "well")});
    add_row(builder, AWAY, BACK, HOME, 9);
    return builder;
}

static void events_that_a_failure_leaves_waiting_keep_their_cases(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    int32_t result = FAILURE;
    sfsm_machine *const machine = machine_from(sending_builder(send_four, &result), HOME, &trace);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(GO, given_weak_dry, 3)), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_pending(machine), 4);
    assert_trace(&trace, "");
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_trace(&trace, "first GIVEN WEAK DRY, second GIVEN STRONG WET, first WITHHELD WEAK SNOWY, "
                         "second WITHHELD STRONG DRY");
    sfsm_machine_release(machine);
}

static void an_event_sent_while_others_wait_runs_behind_them_with_its_own_cases(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    int32_t result = FAILURE;
    sfsm_machine *const machine = machine_from(sending_builder(send_four, &result), HOME, &trace);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(GO, given_weak_dry, 3)), SFSM_CALLBACK_FAILED);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(FIRST, given_weak_dry, 2)),
                  SFSM_MISSING_PREDICATE);
    assert_rejected(machine, WEATHER, SFSM_NONE);
    assert_int_equal(sfsm_machine_pending(machine), 4); /* a mistake runs nothing */
    assert_trace(&trace, "");
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(FIRST, CASES({POLICY, STRONG}, {REWARD, GIVEN}, {WEATHER, WET}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "first GIVEN WEAK DRY, second GIVEN STRONG WET, first WITHHELD WEAK SNOWY, "
                         "second WITHHELD STRONG DRY, first GIVEN STRONG WET");
    sfsm_machine_release(machine);
}

/* The first of these leaves the machine with one event behind it. */
static int32_t send_failing_and_first(const sfsm_step *step, void *words) {
    note(step, words);
    sfsm_machine_send_message(step->machine,
                              MESSAGE_MATCHING(FAILING, CASES({POLICY, WEAK}, {REWARD, GIVEN}, {WEATHER, WET})));
    sfsm_machine_send_message(step->machine,
                              MESSAGE_MATCHING(FIRST, CASES({POLICY, WEAK}, {REWARD, GIVEN}, {WEATHER, SNOWY})));
    return FAILURE;
}

static void an_event_that_is_sent_in_vain_waits_too_with_its_cases(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(sending_builder(send_failing_and_first, "go"), HOME, &trace);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(GO, given_weak_dry, 3)), SFSM_CALLBACK_FAILED);
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(FAILING, CASES({POLICY, STRONG}, {REWARD, WITHHELD}, {WEATHER, DRY}))),
                  SFSM_QUEUED);
    assert_int_equal(sfsm_machine_pending(machine), 2);
    assert_trace(&trace, "go, fail");
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_trace(&trace, "first GIVEN WEAK SNOWY, well WITHHELD STRONG DRY");
    sfsm_machine_release(machine);
}

static void a_lenient_queue_keeps_what_was_not_sent_too(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = lenient_machine_from(sending_builder(send_failing_and_first, "go"), HOME, &trace);
    assert_status(sfsm_machine_send(machine, GO), SFSM_CALLBACK_FAILED);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(FIRST, CASES({WEATHER, SNOWY}))),
                  SFSM_QUEUED);
    assert_status(sfsm_machine_send(machine, FIRST), SFSM_TRANSITIONED);
    assert_trace(&trace, "go, fail, first GIVEN WEAK SNOWY, first none none SNOWY, first none none none");
    sfsm_machine_release(machine);
}

/* Machines with many types, each of many cases: event number n is sent with case (n + type) of each type. */
enum { TYPES = 70, CASES_OF_EACH = 5000 };

typedef struct count {
    int32_t sent, limit; /* how many events were sent, and how many shall be */
    int32_t at_once;     /* so many by each step */
    int32_t run;         /* how many have run, all of them with their own cases */
    bool is_wrong;
} count;

static void send_numbered(sfsm_machine *machine, count *count) {
    sfsm_case cases[TYPES];
    for (int32_t type = 0; type < TYPES; type++) {
        cases[TYPES - 1 - type] = (sfsm_case){type, (count->sent + type) % CASES_OF_EACH};
    }
    count->sent++;
    count->is_wrong =
        sfsm_machine_send_message(machine, MESSAGE_MATCHING(FIRST, cases, COUNT(cases))) < 0 || count->is_wrong;
}

static int32_t check_numbered(const sfsm_step *step, void *context) {
    count *const count = context;
    for (int32_t round = 0; round < 2; round++) { /* and again after sending */
        for (int32_t type = 0; type < TYPES; type++) {
            const int32_t expected = (count->run + type) % CASES_OF_EACH;
            count->is_wrong = step->cases[type] != expected || count->is_wrong;
            count->is_wrong = sfsm_step_case(step, type) != expected || count->is_wrong;
        }
        for (int32_t more = 0; round == 0 && more < count->at_once && count->sent < count->limit; more++) {
            send_numbered(step->machine, count);
        }
    }
    count->run++;
    return 0;
}

static void long_queues_and_many_types(void **state) {
    (void)state;
    static const int32_t at_once[] = {1, 2, 3, 100, 4000};
    for (size_t index = 0; index < COUNT(at_once); index++) {
        count count = {.limit = (int32_t)test_size(8000, 300), .at_once = at_once[index]};
        sfsm_builder *const builder = sfsm_builder_create();
        for (int32_t type = 0; type < TYPES; type++) {
            declare(builder, type, CASES_OF_EACH);
        }
        const sfsm_callback check = {check_numbered, &count, NULL};
        ADD_ROWS(builder, {HOME, FIRST, SFSM_SAME, 7, .actions = &check, .action_count = 1});
        sfsm_machine *const machine = machine_from(builder, HOME, NULL);
        send_numbered(machine, &count);
        assert_false(count.is_wrong);
        assert_int_equal(count.run, count.limit);
        sfsm_machine_release(machine);
    }
}

/* Two machines over one table whose actions send to each other. */
typedef struct pair {
    trace trace;
    sfsm_machine *machines[2];
} pair;

static int32_t send_to_the_other(const sfsm_step *step, void *words) {
    pair *const pair = step->context;
    sfsm_machine *const other = pair->machines[step->machine == pair->machines[0]];
    const int32_t weather = sfsm_step_case(step, WEATHER);
    note_cases(step, words);
    if (weather < SNOWY) {
        sfsm_machine_send_message(
            other, MESSAGE_MATCHING(GO, CASES({WEATHER, weather + 1}, {POLICY, STRONG}, {REWARD, WITHHELD})));
    }
    note_cases(step, "again");
    return 0;
}

static void machines_over_one_table_have_cases_of_their_own(void **state) {
    (void)state;
    pair pair = {{{0}, 0}, {NULL, NULL}};
    sfsm_table *const table = table_from(sending_builder(send_to_the_other, "go"));
    pair.machines[0] = machine_over(table, HOME, &pair);
    pair.machines[1] = machine_over(table, HOME, &pair);
    sfsm_table_release(table);
    assert_status(sfsm_machine_send_message(
                      pair.machines[0], MESSAGE_MATCHING(GO, CASES({WEATHER, WET}, {POLICY, WEAK}, {REWARD, GIVEN}))),
                  SFSM_TRANSITIONED);
    assert_trace(&pair.trace, "go GIVEN WEAK WET, go WITHHELD STRONG SNOWY, again WITHHELD STRONG SNOWY, "
                              "again GIVEN WEAK WET");
    sfsm_machine_release(pair.machines[0]);
    sfsm_machine_release(pair.machines[1]);
}

static int32_t send_and_stop(const sfsm_step *step, void *words) {
    note_cases(step, words);
    sfsm_machine_send_message(step->machine, MESSAGE_MATCHING(FIRST, given_weak_dry, 3));
    sfsm_machine_stop(step->machine);
    sfsm_machine_send_message(step->machine, MESSAGE_MATCHING(FIRST, given_weak_dry, 3));
    return 0;
}

static int32_t send_and_release(const sfsm_step *step, void *words) {
    sfsm_machine_send_message(step->machine, MESSAGE_MATCHING(FIRST, given_weak_dry, 3));
    sfsm_machine_release(step->machine);
    return note_cases(step, words);
}

static void events_that_are_dropped_take_their_cases_with_them(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const stopped = machine_from(sending_builder(send_and_stop, "go"), HOME, &trace);
    assert_status(sfsm_machine_send_message(
                      stopped, MESSAGE_MATCHING(GO, CASES({POLICY, STRONG}, {WEATHER, WET}, {REWARD, GIVEN}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "go GIVEN STRONG WET, first GIVEN WEAK DRY");
    assert_int_equal(sfsm_machine_state(stopped), SFSM_NONE);
    assert_int_equal(sfsm_machine_pending(stopped), 0);
    assert_status(sfsm_machine_start(stopped, HOME), SFSM_OK);
    assert_status(sfsm_machine_send_message(
                      stopped, MESSAGE_MATCHING(FIRST, CASES({POLICY, STRONG}, {WEATHER, WET}, {REWARD, GIVEN}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "first GIVEN STRONG WET");
    sfsm_machine_release(stopped);

    sfsm_machine *const released = machine_from(sending_builder(send_and_release, "go"), HOME, &trace);
    assert_status(sfsm_machine_send_message(
                      released, MESSAGE_MATCHING(GO, CASES({POLICY, STRONG}, {WEATHER, WET}, {REWARD, GIVEN}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "go GIVEN STRONG WET");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_that_a_failure_leaves_waiting_keep_their_cases),
        cmocka_unit_test(an_event_sent_while_others_wait_runs_behind_them_with_its_own_cases),
        cmocka_unit_test(an_event_that_is_sent_in_vain_waits_too_with_its_cases),
        cmocka_unit_test(a_lenient_queue_keeps_what_was_not_sent_too),
        cmocka_unit_test(long_queues_and_many_types),
        cmocka_unit_test(machines_over_one_table_have_cases_of_their_own),
        cmocka_unit_test(events_that_are_dropped_take_their_cases_with_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
