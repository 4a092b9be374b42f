/* Several hooks of one machine: an audit of every step, queued ones and failed ones too, with the row and its label. */
#include "support.h"

enum { ADDED = 5 };

typedef sfsm_status (*adder)(sfsm_machine *, sfsm_function, void *, sfsm_finalizer);
static const adder adders[] = {sfsm_machine_on_step, sfsm_machine_on_unhandled};

static const char shop[] = "definition shop\n"
                           "  initial open\n"
                           "  state open\n"
                           "    paying: pay -> paid / order_all\n"
                           "  state paid\n"
                           "    packing: pack -> same / pack\n"
                           "    breaking: break -> same / fail\n"
                           "    shipping: ship -> shipped / pack\n"
                           "    refusing: look ? no -> shipped\n"
                           "    lose -> open\n"
                           "  state shipped\n"
                           "    back -> open\n";

static int32_t send_named(const sfsm_step *step, const char *event) {
    const sfsm_table *const table = sfsm_machine_table(step->machine);
    const sfsm_outcome outcome = sfsm_machine_send(step->machine, sfsm_table_event_named(table, event, strlen(event)));
    return outcome == SFSM_QUEUED ? 0 : OTHER_FAILURE;
}

/* A callback that sends what follows. */
static int32_t order_all(const sfsm_step *step, void *context) {
    (void)context;
    const char *const events[] = {"pack", "back", "look", "ship", "back"};
    int32_t result = 0;
    for (size_t index = 0; index < COUNT(events) && result == 0; index++) {
        result = send_named(step, events[index]);
    }
    return result;
}

/* One that fails between those. */
static int32_t order_what_fails(const sfsm_step *step, void *context) {
    (void)context;
    const char *const events[] = {"pack", "break", "ship"};
    int32_t result = 0;
    for (size_t index = 0; index < COUNT(events) && result == 0; index++) {
        result = send_named(step, events[index]);
    }
    return result;
}

/* The line of an audit: "TRANSITIONED 1 paying". */
static int32_t audit(const sfsm_step *step, void *context) {
    const size_t row = sfsm_step_row(step);
    const sfsm_table *const table = sfsm_machine_table(step->machine);
    const char *const label = sfsm_table_row_label(table, row), *const event = sfsm_table_event_name(table, step->event);
    trace_note(context, "%s %s %zu %s", event == NULL ? "-" : event, sfsm_status_name(step->outcome) + 5, row,
               label == NULL ? "-" : label);
    return 0;
}

static int32_t count_step(const sfsm_step *step, void *context) {
    (void)step;
    ++*(size_t *)context;
    return 0;
}

static sfsm_machine *shop_machine(sfsm_function ordering, trace *trace) {
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_binding bindings[] = {
        {SFSM_ACTION, "order_all", {ordering, NULL, NULL}}, {SFSM_ACTION, "pack", {note, "act", NULL}},
        {SFSM_ACTION, "fail", {note_failure, "fail", NULL}}, {SFSM_GUARD, "no", {note_no, "no", NULL}}};
    const sfsm_reading reading = {.size = sizeof reading, .bindings = bindings, .binding_count = COUNT(bindings)};
    sfsm_diagnostics *diagnostics = NULL;
    if (sfsm_builder_read(builder, shop, strlen(shop), &reading, &diagnostics) != SFSM_OK) {
        fail_msg("%s", sfsm_diagnostics_text(diagnostics));
    }
    return machine_from(builder, SFSM_INITIAL, trace);
}

static void send_pay(sfsm_machine *machine) {
    assert_status(sfsm_machine_send(machine, sfsm_table_event_named(sfsm_machine_table(machine), "pay", 3)),
                  SFSM_TRANSITIONED);
}

static void every_hook_is_told_of_queued_follow_ups_in_order(void **state) {
    (void)state;
    trace trace = {{0}, 0}, lines = {{0}, 0};
    size_t steps = 0;
    sfsm_machine *const machine = shop_machine(order_all, &trace);
    assert_status(sfsm_machine_on_step(machine, count_step, &steps, NULL), SFSM_OK);
    assert_status(sfsm_machine_on_step(machine, audit, &lines, NULL), SFSM_OK);
    assert_status(sfsm_machine_on_step(machine, count_step, &steps, NULL), SFSM_OK);
    send_pay(machine);
    assert_trace(&trace, "act, no, act");
    assert_trace(&lines, "pay TRANSITIONED 1 paying, pack TRANSITIONED 2 packing, back UNHANDLED 0 -, "
                         "look REFUSED 0 -, ship TRANSITIONED 4 shipping, back TRANSITIONED 7 -");
    assert_int_equal(steps, 2 * 6);
    sfsm_machine_release(machine);
}

static void a_follow_up_that_fails_is_told_and_what_waits_is_told_as_it_runs(void **state) {
    (void)state;
    trace trace = {{0}, 0}, lines = {{0}, 0};
    sfsm_machine *const machine = shop_machine(order_what_fails, &trace);
    assert_status(sfsm_machine_on_step(machine, audit, &lines, NULL), SFSM_OK);
    send_pay(machine);
    assert_trace(&lines, "pay TRANSITIONED 1 paying, pack TRANSITIONED 2 packing, break CALLBACK_FAILED 3 breaking");
    assert_int_equal(sfsm_machine_failure(machine), FAILURE);
    assert_int_equal(sfsm_machine_pending(machine), 1);
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_trace(&lines, "ship TRANSITIONED 4 shipping");
    assert_trace(&trace, "act, fail, act");
    sfsm_machine_release(machine);
}

static void a_hook_that_fails_keeps_those_behind_it_from_being_called(void **state) {
    (void)state;
    for (size_t kind = 0; kind < COUNT(adders); kind++) {
        trace trace = {{0}, 0};
        const sfsm_row rows[] = {SFSM_ROW(0, 1, 1, NULL), SFSM_ROW(1, 0, 0, NULL)};
        sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), 0, &trace);
        assert_status(adders[kind](machine, note, "first", NULL), SFSM_OK);
        assert_status(adders[kind](machine, note_failure, "second", NULL), SFSM_OK);
        assert_status(adders[kind](machine, note, "third", NULL), SFSM_OK);
        assert_status(sfsm_machine_send(machine, 0), SFSM_CALLBACK_FAILED);
        assert_int_equal(sfsm_machine_failure(machine), FAILURE);
        assert_trace(&trace, "first, second");
        sfsm_machine_release(machine);
    }
}

/* Adds one of each kind and removes all of each kind from inside, which is refused. */
static int32_t change_hooks(const sfsm_step *step, void *context) {
    size_t *const finalized = context;
    int32_t result = 0;
    for (size_t kind = 0; kind < COUNT(adders); kind++) {
        const sfsm_status added = adders[kind](step->machine, count_step, finalized, count_call);
        const sfsm_status removed = adders[kind](step->machine, NULL, NULL, NULL);
        result = added == SFSM_BUSY && removed == SFSM_BUSY ? result : -1;
    }
    return result;
}

static void a_hook_adds_and_removes_none_from_inside(void **state) {
    (void)state;
    size_t finalized = 0, steps = 0;
    const sfsm_row rows[] = {SFSM_ROW(0, 1, 1, NULL), SFSM_ROW(1, 0, 0, NULL)};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), 0, NULL);
    for (size_t kind = 0; kind < COUNT(adders); kind++) {
        assert_status(adders[kind](machine, change_hooks, &finalized, NULL), SFSM_OK);
        assert_status(adders[kind](machine, count_step, &steps, NULL), SFSM_OK);
    }
    assert_status(sfsm_machine_send(machine, 0), SFSM_UNHANDLED);
    assert_int_equal(finalized, 4);
    assert_int_equal(steps, 2);
    sfsm_machine_release(machine);
    assert_int_equal(finalized, 4);
}

/* What a finalizer does to the machine whose hook it belonged to, and when. */
typedef struct ending {
    sfsm_machine *machine;
    trace *trace;
    size_t *steps;
    const char *words;
} ending;

static void note_ending(void *context) {
    const ending *const ending = context;
    trace_note(ending->trace, "%s", ending->words);
}

static void add_hook_again(void *context) {
    const ending *const ending = context;
    note_ending(context);
    if (sfsm_machine_on_step(ending->machine, count_step, ending->steps, NULL) != SFSM_OK) {
        trace_note(ending->trace, "not added");
    }
}

static void release_machine(void *context) {
    note_ending(context);
    sfsm_machine_release(((ending *)context)->machine);
}

static void finalizers_run_in_order_and_may_add_hooks_or_release_the_machine(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    size_t steps = 0;
    const sfsm_row rows[] = {SFSM_ROW(0, 0, 1, NULL), SFSM_ROW(1, 0, 0, NULL)};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), 0, NULL);
    ending endings[ADDED] = {{machine, &trace, &steps, "first"}, {machine, &trace, &steps, "second"},
                             {machine, &trace, &steps, "third"}, {machine, &trace, &steps, "fourth"},
                             {machine, &trace, &steps, "fifth"}};
    assert_status(sfsm_machine_on_step(machine, count_step, &endings[0], add_hook_again), SFSM_OK);
    assert_status(sfsm_machine_on_step(machine, count_step, &endings[1], note_ending), SFSM_OK);
    assert_status(sfsm_machine_on_step(machine, NULL, NULL, NULL), SFSM_OK);
    assert_trace(&trace, "first, second");
    assert_status(sfsm_machine_send(machine, 0), SFSM_TRANSITIONED);
    assert_int_equal(steps, 1); /* the one that was added meanwhile is there */
    assert_status(sfsm_machine_on_step(machine, count_step, &endings[2], release_machine), SFSM_OK);
    assert_status(sfsm_machine_on_step(machine, count_step, &endings[3], note_ending), SFSM_OK);
    assert_status(sfsm_machine_on_unhandled(machine, count_step, &endings[4], note_ending), SFSM_OK);
    assert_status(sfsm_machine_on_step(machine, NULL, NULL, NULL), SFSM_OK);
    assert_trace(&trace, "third, fifth, fourth"); /* those of the machine as it goes */
}

static void many_hooks_are_added_and_called(void **state) {
    (void)state;
    const size_t count = test_size(10000, 500);
    size_t steps = 0, finalized = 0;
    const sfsm_row rows[] = {SFSM_ROW(0, 0, 1, NULL), SFSM_ROW(1, 0, 0, NULL)};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), 0, NULL);
    for (size_t index = 0; index < count; index++) {
        assert_status(sfsm_machine_on_step(machine, count_step, &steps, NULL), SFSM_OK);
        assert_status(sfsm_machine_on_unhandled(machine, count_step, &finalized, count_call), SFSM_OK);
    }
    assert_status(sfsm_machine_send(machine, 0), SFSM_TRANSITIONED);
    assert_int_equal(steps, count);
    sfsm_machine_release(machine);
    assert_int_equal(finalized, count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_hook_is_told_of_queued_follow_ups_in_order),
        cmocka_unit_test(a_follow_up_that_fails_is_told_and_what_waits_is_told_as_it_runs),
        cmocka_unit_test(a_hook_that_fails_keeps_those_behind_it_from_being_called),
        cmocka_unit_test(a_hook_adds_and_removes_none_from_inside),
        cmocka_unit_test(finalizers_run_in_order_and_may_add_hooks_or_release_the_machine),
        cmocka_unit_test(many_hooks_are_added_and_called),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
