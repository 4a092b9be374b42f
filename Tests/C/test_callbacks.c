/* Chapter 4: what callbacks are told, what their results mean, what they may do, and what a failure leaves. */
#include "support.h"

enum { HOME, AWAY };
enum { GO, BACK, STAY, CHOOSE };

/* What the last call of `record` was told. */
typedef struct record {
    sfsm_step step;
    void *registered;
    int32_t result;
    size_t calls;
} record;

static int32_t record_step(const sfsm_step *step, void *context) {
    record *const record = step->context;
    record->step = *step;
    record->registered = context;
    record->calls++;
    return record->result;
}

static void a_callback_is_told_machine_context_event_source_and_target(void **state) {
    (void)state;
    record record = {.result = 0};
    int own = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t row = row_from(builder, HOME, GO, AWAY);
    assert_status(sfsm_builder_add_action(builder, row, record_step, &own, NULL), SFSM_OK);
    row_from(builder, AWAY, BACK, HOME);
    sfsm_machine *const machine = machine_from(builder, HOME, &record);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_int_equal(record.calls, 1);
    assert_ptr_equal(record.step.machine, machine);
    assert_ptr_equal(record.step.context, &record);
    assert_ptr_equal(record.registered, &own);
    assert_int_equal(record.step.event, GO);
    assert_int_equal(record.step.source, HOME);
    assert_int_equal(record.step.target, AWAY);
    assert_int_equal(record.step.outcome, SFSM_OK);
    sfsm_machine_release(machine);
}

static void a_row_for_any_event_is_told_the_event_that_was_sent(void **state) {
    (void)state;
    record record = {.result = 0};
    const sfsm_row rows[] = {SFSM_ROW(SFSM_ANY, SFSM_ANY, AWAY, record_step), SFSM_ROW(HOME, GO, AWAY, NULL),
                             SFSM_ROW(AWAY, GO, HOME, NULL)};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), HOME, &record);
    assert_status(sfsm_machine_send(machine, 123456789), SFSM_TRANSITIONED); /* named nowhere: the row takes it */
    assert_int_equal(record.step.event, 123456789);
    assert_int_equal(record.step.source, HOME);
    assert_int_equal(record.step.target, AWAY);
    sfsm_machine_release(machine);
}

/* A machine with one callback at the given place: 0 exit, 1 action, 2 entry of AWAY, 3 cycle of HOME. */
static sfsm_machine *machine_with(size_t place, record *record) {
    size_t home = 0, away = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t go = row_from(builder, HOME, GO, AWAY), stay = row_from(builder, HOME, STAY, SFSM_SAME);
    row_from(builder, AWAY, BACK, HOME);
    assert_status(sfsm_builder_add_state(builder, HOME, SFSM_FINAL, &home), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, AWAY, SFSM_FINAL, &away), SFSM_OK);
    if (place == 0) {
        assert_status(sfsm_builder_on_exit(builder, home, record_step, NULL, NULL), SFSM_OK);
    } else if (place == 1) {
        assert_status(sfsm_builder_add_action(builder, go, record_step, NULL, NULL), SFSM_OK);
        assert_status(sfsm_builder_add_action(builder, stay, record_step, NULL, NULL), SFSM_OK);
    } else if (place == 2) {
        assert_status(sfsm_builder_on_entry(builder, away, record_step, NULL, NULL), SFSM_OK);
    } else {
        assert_status(sfsm_builder_on_cycle(builder, home, record_step, NULL, NULL), SFSM_OK);
    }
    return machine_from(builder, HOME, record);
}

static void a_callback_is_done_with_any_result_from_zero_up(void **state) {
    (void)state;
    static const int32_t results[] = {0, 1, 2, 4711, INT32_MAX};
    for (size_t place = 0; place < 4; place++) {
        for (size_t index = 0; index < COUNT(results); index++) {
            record record = {.result = results[index]};
            sfsm_machine *const machine = machine_with(place, &record);
            assert_status(sfsm_machine_send(machine, place == 3 ? STAY : GO), SFSM_TRANSITIONED);
            assert_int_equal(record.calls, 1);
            assert_int_equal(sfsm_machine_failure(machine), 0);
            sfsm_machine_release(machine);
        }
    }
}

static void a_callback_that_fails(void **state) {
    (void)state;
    static const int32_t results[] = {-1, -2, -14, -4711, INT32_MIN};
    static const int32_t left_in[] = {HOME, HOME, AWAY, HOME}; /* the commit lies between actions and entry */
    for (size_t place = 0; place < 4; place++) {
        for (size_t index = 0; index < COUNT(results); index++) {
            record record = {.result = results[index]};
            sfsm_machine *const machine = machine_with(place, &record);
            assert_status(sfsm_machine_send(machine, place == 3 ? STAY : GO), SFSM_CALLBACK_FAILED);
            assert_int_equal(sfsm_machine_failure(machine), results[index]);
            assert_int_equal(sfsm_machine_state(machine), left_in[place]);
            assert_int_equal(sfsm_machine_pending(machine), 0);

            record.result = 0; /* everything is intact: the next event is handled as if nothing had been */
            assert_status(sfsm_machine_set_state(machine, HOME), SFSM_OK);
            assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
            assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
            assert_int_equal(sfsm_machine_failure(machine), results[index]); /* the last that was reported */
            sfsm_machine_release(machine);
        }
    }
}

static void later_callbacks_of_the_step_do_not_run_after_a_failure(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t go = row_from(builder, HOME, GO, AWAY);
    assert_status(sfsm_builder_add_guard(builder, go, note_yes, "go?", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, go, note, "go 1", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, go, note_failure, "go 2", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, go, note, "go 3", NULL), SFSM_OK);
    row_from(builder, AWAY, BACK, HOME);
    trace_state(builder, HOME);
    trace_state(builder, AWAY);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, GO), SFSM_CALLBACK_FAILED);
    assert_trace(&trace, "go?, exit HOME, go 1, go 2");
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_int_equal(sfsm_machine_failure(machine), FAILURE);
    assert_status(sfsm_machine_send(machine, GO), SFSM_CALLBACK_FAILED); /* it may be tried again */
    assert_trace(&trace, "go?, exit HOME, go 1, go 2");
    sfsm_machine_release(machine);
}

static int32_t name_chosen(const sfsm_step *step, void *context) {
    (void)step;
    return *(const int32_t *)context;
}

static void a_resolver_may_fail_or_name_a_state_that_does_not_exist(void **state) {
    (void)state;
    static const struct { int32_t named; sfsm_outcome outcome; int32_t arrival; } cases[] = {
        {AWAY, SFSM_TRANSITIONED, AWAY},          {HOME, SFSM_TRANSITIONED, HOME},
        {SFSM_NONE, SFSM_REFUSED, HOME},          {SFSM_FAILED, SFSM_CALLBACK_FAILED, HOME},
        {99, SFSM_UNKNOWN_STATE, HOME},           {-1, SFSM_UNKNOWN_STATE, HOME},
        {INT32_MAX, SFSM_UNKNOWN_STATE, HOME},    {SFSM_FIRST_ID, SFSM_UNKNOWN_STATE, HOME},
        {SFSM_ANY, SFSM_UNKNOWN_STATE, HOME},     {SFSM_SAME, SFSM_UNKNOWN_STATE, HOME},
        {SFSM_INTERNAL, SFSM_UNKNOWN_STATE, HOME}, {SFSM_DYNAMIC, SFSM_UNKNOWN_STATE, HOME},
        {SFSM_INITIAL, SFSM_UNKNOWN_STATE, HOME}, {SFSM_FIRST_ID - 1, SFSM_UNKNOWN_STATE, HOME},
    };
    int32_t chosen = HOME;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t row = row_from(builder, HOME, CHOOSE, SFSM_DYNAMIC);
    assert_status(sfsm_builder_set_resolver(builder, row, name_chosen, &chosen, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, row, note, "act", NULL), SFSM_OK);
    row_from(builder, AWAY, BACK, HOME);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    for (size_t index = 0; index < COUNT(cases); index++) {
        chosen = cases[index].named;
        assert_status(sfsm_machine_set_state(machine, HOME), SFSM_OK);
        assert_status(sfsm_machine_send(machine, CHOOSE), cases[index].outcome);
        assert_int_equal(sfsm_machine_state(machine), cases[index].arrival);
        assert_trace(&trace, cases[index].outcome == SFSM_TRANSITIONED ? "act" : "");
        if (chosen == SFSM_FAILED) {
            assert_int_equal(sfsm_machine_failure(machine), SFSM_FAILED);
        }
    }
    sfsm_machine_release(machine);
}

/* What an action saw when it asked the library about its own machine. */
typedef struct inquiry {
    int32_t state, probed, probe_target, permitted_status, set_context;
    int32_t events[4];
    size_t permitted, pending;
    void *context;
    const sfsm_table *table;
} inquiry;

static int32_t inquire(const sfsm_step *step, void *context) {
    inquiry *const inquiry = context;
    inquiry->state = sfsm_machine_state(step->machine);
    inquiry->context = sfsm_machine_context(step->machine);
    inquiry->table = sfsm_machine_table(step->machine);
    inquiry->pending = sfsm_machine_pending(step->machine);
    inquiry->probed = sfsm_machine_probe(step->machine, MESSAGE(GO), &inquiry->probe_target);
    inquiry->permitted_status = sfsm_machine_permitted(step->machine, NULL, 0, inquiry->events, 4, &inquiry->permitted);
    inquiry->set_context = sfsm_machine_set_context(step->machine, inquiry);
    return 0;
}

static void a_callback_may_ask_everything_about_its_machine(void **state) {
    (void)state;
    int given = 0;
    inquiry inquiry = {0};
    const sfsm_callback actions[] = {{inquire, &inquiry, NULL}};
    const sfsm_row rows[] = {
        {.source = HOME, .event = GO, .target = AWAY, .actions = actions, .action_count = COUNT(actions)},
        SFSM_ROW(HOME, STAY, SFSM_SAME, NULL),
        SFSM_ROW(AWAY, BACK, HOME, NULL),
    };
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), HOME, &given);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_int_equal(inquiry.state, HOME);
    assert_ptr_equal(inquiry.context, &given);
    assert_ptr_equal(inquiry.table, sfsm_machine_table(machine));
    assert_int_equal(inquiry.pending, 0);
    assert_status(inquiry.probed, SFSM_TRANSITIONED); /* before the commit: as of the old state */
    assert_int_equal(inquiry.probe_target, AWAY);
    assert_status(inquiry.permitted_status, SFSM_OK);
    assert_int_equal(inquiry.permitted, 2);
    assert_int_equal(inquiry.events[0], GO);
    assert_int_equal(inquiry.events[1], STAY);
    assert_status(inquiry.set_context, SFSM_OK);
    assert_ptr_equal(sfsm_machine_context(machine), &inquiry);
    sfsm_machine_release(machine);
}

/* Defines, builds and runs a whole machine of its own within a step of another. */
static int32_t run_another_machine(const sfsm_step *step, void *context) {
    static const sfsm_row rows[] = {SFSM_ROW(AWAY, BACK, HOME, NULL), SFSM_ROW(HOME, GO, AWAY, NULL)};
    sfsm_table *table = NULL;
    sfsm_machine *machine = NULL;
    sfsm_builder *const builder = sfsm_builder_create();
    bool good = sfsm_builder_add_rows(builder, rows, COUNT(rows)) == SFSM_OK &&
                sfsm_builder_build(builder, &table, NULL) == SFSM_OK &&
                sfsm_machine_create(table, AWAY, NULL, &machine) == SFSM_OK &&
                sfsm_machine_send(machine, BACK) == SFSM_TRANSITIONED && sfsm_machine_state(machine) == HOME &&
                sfsm_machine_send(machine, GO) == SFSM_TRANSITIONED && sfsm_machine_state(machine) == AWAY;
    sfsm_builder_release(builder);
    sfsm_table_release(table);
    sfsm_machine_release(machine);
    (void)step;
    *(bool *)context = good;
    return 0;
}

static void a_callback_may_build_and_run_other_machines(void **state) {
    (void)state;
    bool good = false;
    const sfsm_row rows[] = {SFSM_ROW(HOME, GO, AWAY, run_another_machine), SFSM_ROW(AWAY, BACK, HOME, NULL)};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), HOME, &good);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_true(good);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    sfsm_machine_release(machine);
}

static int32_t break_down(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return FAILURE;
}

/* "home" is left with an action that may fail; "back" leads elsewhere from there than from "away". */
#define ROWS                                                                                                           \
    "  home back -> elsewhere\n"                                                                                       \
    "  away back -> same\n"                                                                                            \
    "  elsewhere back -> home\n"
#define DENSE "definition trip\n  ids states home = 0 away = 1 elsewhere = 2\n  ids events go = 0 back = 1\n"
#define SPARSE "definition trip\n  ids states home = 0 away = 71 elsewhere = -9\n  ids events go = 0 back = 4711\n"
#define MOODS "  predicate mood good bad\n"

static const char *const trips[] = {
    DENSE "  home go -> away / act\n" ROWS,
    SPARSE "  home go -> away / act\n" ROWS,
    DENSE "  state home\n    exit leave\n    go -> away / act\n" ROWS,
    SPARSE "  state home\n    exit leave\n    go -> away / act leave\n" ROWS,
    DENSE "  home go ? sure -> away / act\n" ROWS,
    DENSE MOODS "  home go [mood good] -> away / act\n" ROWS,
    DENSE MOODS "  state home\n    exit leave\n    go [mood bad] -> away\n    go [mood good] -> away / act\n" ROWS,
};

static int32_t pass(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 1;
}

static sfsm_outcome send_in_way(sfsm_machine *machine, int way, sfsm_id event) {
    const sfsm_case good = {0, 0};
    const size_t count = sfsm_table_predicate_count(sfsm_machine_table(machine));
    sfsm_outcome outcome = SFSM_OK;
    if (count > 0 || way == 0) {
        return sfsm_send_matching(machine, &good, count, event);
    }
    if (way == 1) {
        return sfsm_machine_send(machine, event);
    }
    const sfsm_status status = sfsm_machine_run(machine, &event, 1, &outcome, NULL);
    return status < 0 ? status : outcome;
}

static void after_an_action_that_failed_the_next_step_begins_in_the_old_state(void **state) {
    (void)state;
    record record = {.result = 0};
    const sfsm_binding bindings[] = {{SFSM_ACTION, "act", {record_step, NULL, NULL}},
                                     {SFSM_ANY_ROLE, "leave", {pass, NULL, NULL}},
                                     {SFSM_GUARD, "sure", {pass, NULL, NULL}}};
    const sfsm_reading reading = {.size = sizeof reading, .bindings = bindings, .binding_count = COUNT(bindings)};
    for (size_t i = 0; i < COUNT(trips) * 3; i++) {
        sfsm_builder *const builder = sfsm_builder_create();
        assert_status(sfsm_builder_read(builder, trips[i / 3], strlen(trips[i / 3]), &reading, NULL), SFSM_OK);
        sfsm_table *const table = table_from(builder);
        const sfsm_id elsewhere = sfsm_table_state_named(table, "elsewhere", 9);
        const sfsm_id back = sfsm_table_event_named(table, "back", 4);
        sfsm_machine *machine = NULL;
        assert_status(sfsm_machine_create(table, HOME, &record, &machine), SFSM_OK);
        sfsm_table_release(table);
        for (int round = 0; round < 2; round++) {
            record.result = FAILURE;
            assert_status(send_in_way(machine, (int)i % 3, GO), SFSM_CALLBACK_FAILED);
            assert_int_equal(sfsm_machine_state(machine), HOME);
            record.result = 0;
            assert_status(send_in_way(machine, (int)i % 3, back), SFSM_TRANSITIONED);
            assert_int_equal(sfsm_machine_state(machine), elsewhere);
            assert_status(send_in_way(machine, (int)i % 3, back), SFSM_TRANSITIONED);
        }
        assert_status(send_in_way(machine, (int)i % 3, GO), SFSM_TRANSITIONED);
        sfsm_machine_release(machine);
    }
}

static void after_an_entry_that_failed_the_next_step_begins_in_the_new_state(void **state) {
    (void)state;
    record record = {.result = 0};
    size_t away = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    row_from(builder, HOME, GO, AWAY);
    assert_status(sfsm_builder_add_action(builder, row_from(builder, AWAY, BACK, HOME), record_step, NULL, NULL),
                  SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, AWAY, 0, &away), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, away, break_down, NULL, NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &record);
    assert_status(sfsm_machine_send(machine, GO), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
    assert_int_equal(record.step.source, AWAY);
    assert_int_equal(record.step.target, HOME);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_callback_is_told_machine_context_event_source_and_target),
        cmocka_unit_test(a_row_for_any_event_is_told_the_event_that_was_sent),
        cmocka_unit_test(a_callback_is_done_with_any_result_from_zero_up),
        cmocka_unit_test(a_callback_that_fails),
        cmocka_unit_test(later_callbacks_of_the_step_do_not_run_after_a_failure),
        cmocka_unit_test(a_resolver_may_fail_or_name_a_state_that_does_not_exist),
        cmocka_unit_test(a_callback_may_ask_everything_about_its_machine),
        cmocka_unit_test(a_callback_may_build_and_run_other_machines),
        cmocka_unit_test(after_an_action_that_failed_the_next_step_begins_in_the_old_state),
        cmocka_unit_test(after_an_entry_that_failed_the_next_step_begins_in_the_new_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
