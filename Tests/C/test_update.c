/* Chapter 8, time and memory: update callbacks and what becomes of the event that they name; SFSM_LAST_STATE. */
#include "support.h"

enum { HOME, AWAY };
enum { GO, BACK, STRANGER };

/* What an update callback names, and what it was told. */
typedef struct clock {
    int32_t event;
    int calls;
    double time;
    sfsm_step step;
} clock;

static int32_t name_event(const sfsm_step *step, void *context) {
    clock *const clock = context;
    clock->calls++;
    clock->time = step->time;
    clock->step = *step;
    return clock->event;
}

/* HOME -GO-> AWAY -BACK-> HOME, with these as the update callbacks of HOME. */
static sfsm_machine *machine_with(clock *first, clock *second) {
    size_t home = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    (void)row_from(builder, HOME, GO, AWAY);
    (void)row_from(builder, AWAY, BACK, HOME);
    assert_status(sfsm_builder_add_state(builder, HOME, 0, &home), SFSM_OK);
    assert_status(sfsm_builder_on_update(builder, home, name_event, first, NULL), SFSM_OK);
    assert_status(sfsm_builder_on_update(builder, home, name_event, second, NULL), SFSM_OK);
    assert_status(sfsm_builder_set_initial(builder, HOME), SFSM_OK);
    return machine_from(builder, HOME, NULL);
}

static void the_first_event_that_is_named_is_sent(void **state) {
    (void)state;
    clock first = {.event = SFSM_NONE}, second = {.event = GO};
    sfsm_machine *const machine = machine_with(&first, &second);
    assert_status(sfsm_machine_update(machine, 1.5, NULL, NULL), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    assert_int_equal(first.calls, 1);
    assert_true(first.time == 1.5 && second.time == 1.5);
    assert_int_equal(first.step.event, SFSM_NONE);
    assert_int_equal(first.step.source, HOME);
    assert_ptr_equal(first.step.machine, machine);
    assert_status(sfsm_machine_update(machine, 1.5, NULL, NULL), SFSM_OK); /* AWAY has none */
    assert_int_equal(first.calls + second.calls, 2);

    assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
    first.event = GO;
    assert_status(sfsm_machine_update(machine, 2.5, NULL, NULL), SFSM_TRANSITIONED);
    assert_int_equal(second.calls, 1);
    sfsm_machine_release(machine);
}

static void or_handed_over(void **state) {
    (void)state;
    clock first = {.event = SFSM_NONE}, second = {.event = GO};
    int32_t event = 4711;
    sfsm_machine *const machine = machine_with(&first, &second);
    assert_status(sfsm_machine_update(machine, -1, NULL, &event), SFSM_OK);
    assert_int_equal(event, GO);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    second.event = SFSM_NONE;
    assert_status(sfsm_machine_update(machine, -1, NULL, &event), SFSM_OK);
    assert_int_equal(event, SFSM_NONE);
    sfsm_machine_release(machine);
}

static void a_wrong_event_is_told_as_by_send(void **state) {
    (void)state;
    clock first = {.event = STRANGER}, second = {.event = SFSM_NONE};
    sfsm_machine *const machine = machine_with(&first, &second);
    assert_status(sfsm_machine_update(machine, 0, NULL, NULL), SFSM_UNKNOWN_EVENT);
    first.event = BACK;
    assert_status(sfsm_machine_update(machine, 0, NULL, NULL), SFSM_UNHANDLED);
    first.event = SFSM_ANY;
    assert_status(sfsm_machine_update(machine, 0, NULL, NULL), SFSM_RESERVED_ID);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    sfsm_machine_release(machine);
}

static void a_failure_is_reported_and_nothing_sent(void **state) {
    (void)state;
    clock first = {.event = SFSM_FAILED}, second = {.event = GO};
    int32_t event = 4711;
    sfsm_machine *const machine = machine_with(&first, &second);
    assert_status(sfsm_machine_update(machine, 0, NULL, &event), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_failure(machine), SFSM_FAILED);
    assert_int_equal(event, 4711);
    assert_int_equal(second.calls, 0);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static int32_t update_own_machine(const sfsm_step *step, void *context) {
    *(sfsm_outcome *)context = sfsm_machine_update(step->machine, 0, NULL, NULL);
    return SFSM_NONE;
}

static int32_t release_own_machine(const sfsm_step *step, void *context) {
    (void)context;
    sfsm_machine_release(step->machine);
    return GO;
}

static void misuse_is_told(void **state) {
    (void)state;
    clock none = {.event = SFSM_NONE};
    size_t finalized = 0, home = 0;
    sfsm_outcome inside = SFSM_OK;
    assert_status(sfsm_machine_update(NULL, 0, NULL, NULL), SFSM_NULL_POINTER);
    sfsm_machine *const machine = machine_with(&none, &none);
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    assert_status(sfsm_machine_update(machine, 0, NULL, NULL), SFSM_NOT_RUNNING);
    sfsm_machine_release(machine);

    sfsm_builder *const builder = sfsm_builder_create();
    (void)row_from(builder, HOME, GO, HOME);
    assert_status(sfsm_builder_add_state(builder, HOME, SFSM_FINAL, &home), SFSM_OK);
    assert_status(sfsm_builder_on_update(builder, home + 1, name_event, &finalized, count_call),
                  SFSM_OUT_OF_RANGE);
    assert_status(sfsm_builder_on_update(builder, home, NULL, &finalized, count_call), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_on_update(NULL, home, name_event, &finalized, count_call), SFSM_NULL_POINTER);
    assert_int_equal(finalized, 3);
    assert_status(sfsm_builder_on_update(builder, home, update_own_machine, &inside, NULL), SFSM_OK);
    assert_status(sfsm_builder_on_update(builder, home, release_own_machine, NULL, NULL), SFSM_OK);
    check_rejection(builder);
    sfsm_machine *const released = machine_from(builder, HOME, NULL);
    /* The event that it names is dropped with it: valgrind sees whether the machine is freed, and once. */
    assert_status(sfsm_machine_update(released, 0, NULL, NULL), SFSM_QUEUED);
    assert_status(inside, SFSM_BUSY);
}

static void a_stopped_machine_remembers_where_it_was(void **state) {
    (void)state;
    clock none = {.event = SFSM_NONE};
    sfsm_machine *const machine = machine_with(&none, &none);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    assert_int_equal(sfsm_machine_state(machine), SFSM_NONE);
    assert_status(sfsm_machine_start(machine, SFSM_LAST_STATE), SFSM_OK);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    sfsm_machine *fresh = NULL;
    assert_status(sfsm_machine_create(sfsm_machine_table(machine), SFSM_NONE, NULL, &fresh), SFSM_OK);
    assert_status(sfsm_machine_start(fresh, SFSM_LAST_STATE), SFSM_OK); /* it was nowhere: the initial state */
    assert_int_equal(sfsm_machine_state(fresh), HOME);
    sfsm_machine_release(fresh);
    assert_status(sfsm_machine_create(sfsm_machine_table(machine), SFSM_LAST_STATE, NULL, &fresh), SFSM_UNKNOWN_STATE);
    assert_status(sfsm_machine_set_state(machine, SFSM_LAST_STATE), SFSM_UNKNOWN_STATE);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_event_that_is_named_is_sent),
        cmocka_unit_test(or_handed_over),
        cmocka_unit_test(a_wrong_event_is_told_as_by_send),
        cmocka_unit_test(a_failure_is_reported_and_nothing_sent),
        cmocka_unit_test(misuse_is_told),
        cmocka_unit_test(a_stopped_machine_remembers_where_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
