/* Many events for one machine in one call. */
#include "support.h"

enum { OFF, ON };
enum { TURN_ON, TURN_OFF, BREAK, LEAVE };

static int32_t break_down(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return -9;
}

static int32_t leave(const sfsm_step *step, void *context) {
    (void)context;
    sfsm_machine_release(step->machine);
    return 0;
}

static size_t sent_inside;

static int32_t run_inside(const sfsm_step *step, void *context) {
    *(sfsm_status *)context = sfsm_machine_run(step->machine, &(const sfsm_id){TURN_OFF}, 1, NULL, &sent_inside);
    return sfsm_machine_send(step->machine, TURN_OFF) == SFSM_QUEUED ? 0 : -1;
}

static const sfsm_row rows[] = {
    SFSM_ROW(OFF, TURN_ON, ON, NULL),
    SFSM_ROW(ON, TURN_OFF, OFF, NULL),
    SFSM_ROW(ON, BREAK, OFF, break_down),
    SFSM_ROW(ON, LEAVE, ON, leave),
};

static void each_outcome_is_told(void **state) {
    (void)state;
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), OFF, NULL);
    static const sfsm_id events[] = {TURN_ON, TURN_ON, TURN_OFF, TURN_ON};
    static const sfsm_outcome expected[] = {SFSM_TRANSITIONED, SFSM_UNHANDLED, SFSM_TRANSITIONED, SFSM_TRANSITIONED};
    sfsm_outcome outcomes[COUNT(events)];
    size_t count = 4711;
    assert_status(sfsm_machine_run(machine, events, COUNT(events), outcomes, &count), SFSM_OK);
    assert_int_equal(count, COUNT(events));
    assert_memory_equal(outcomes, expected, sizeof expected);
    assert_int_equal(sfsm_machine_state(machine), ON);
    assert_status(sfsm_machine_run(machine, NULL, 0, NULL, NULL), SFSM_OK);
    sfsm_machine_release(machine);
}

static void an_error_ends_it(void **state) {
    (void)state;
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), OFF, NULL);
    static const sfsm_id events[] = {TURN_ON, BREAK, TURN_OFF}, unknown[] = {TURN_OFF, 4711, TURN_ON};
    sfsm_outcome outcomes[3] = {0};
    size_t count = 0;
    assert_status(sfsm_machine_run(machine, events, 3, outcomes, &count), SFSM_CALLBACK_FAILED);
    assert_int_equal(count, 2);
    assert_status(outcomes[1], SFSM_CALLBACK_FAILED);
    assert_status(outcomes[2], 0);
    assert_int_equal(sfsm_machine_failure(machine), -9);
    assert_int_equal(sfsm_machine_state(machine), ON);
    assert_status(sfsm_machine_run(machine, unknown, 3, NULL, &count), SFSM_UNKNOWN_EVENT);
    assert_int_equal(count, 2);
    assert_int_equal(sfsm_machine_state(machine), OFF);
    assert_status(sfsm_machine_set_state(machine, SFSM_NONE), SFSM_OK);
    assert_status(sfsm_machine_run(machine, events, 3, outcomes, &count), SFSM_NOT_RUNNING);
    assert_int_equal(count, 1);
    sfsm_machine_release(machine);
}

/* What a callback sends comes before the next of them; running from inside is refused. */
static void what_is_sent_meanwhile_comes_first(void **state) {
    (void)state;
    sfsm_status inside = 0;
    sent_inside = 4711;
    const sfsm_row sending[] = {SFSM_ROW(OFF, TURN_ON, ON, run_inside), rows[1]};
    sfsm_machine *const machine = machine_of_rows(sending, COUNT(sending), OFF, &inside);
    static const sfsm_id events[] = {TURN_ON, TURN_ON};
    sfsm_outcome outcomes[2];
    assert_status(sfsm_machine_run(machine, events, 2, outcomes, NULL), SFSM_OK);
    assert_status(outcomes[1], SFSM_TRANSITIONED);
    assert_status(inside, SFSM_BUSY);
    assert_int_equal(sent_inside, 0);
    assert_int_equal(sfsm_machine_state(machine), OFF);
    sfsm_machine_release(machine);
}

/* It is freed after the event during which it was released, and gets no more of them. */
static void a_machine_may_be_released_meanwhile(void **state) {
    (void)state;
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), ON, NULL);
    static const sfsm_id events[] = {TURN_OFF, TURN_ON, LEAVE, TURN_OFF};
    size_t count = 0;
    assert_status(sfsm_machine_run(machine, events, COUNT(events), NULL, &count), SFSM_OK);
    assert_int_equal(count, 3);
}

static void misuse_is_refused(void **state) {
    (void)state;
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), OFF, NULL);
    size_t count = 4711;
    assert_status(sfsm_machine_run(NULL, &(const sfsm_id){TURN_ON}, 1, NULL, &count), SFSM_NULL_POINTER);
    assert_int_equal(count, 0);
    assert_status(sfsm_machine_run(machine, NULL, 1, NULL, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_run(machine, &(const sfsm_id){TURN_ON}, SIZE_MAX, NULL, NULL), SFSM_OUT_OF_RANGE);
    assert_int_equal(sfsm_machine_state(machine), OFF);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_outcome_is_told),
        cmocka_unit_test(an_error_ends_it),
        cmocka_unit_test(what_is_sent_meanwhile_comes_first),
        cmocka_unit_test(a_machine_may_be_released_meanwhile),
        cmocka_unit_test(misuse_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
