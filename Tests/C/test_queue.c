/* Events sent from inside a step: their order, and what a failure leaves of them. How many there may be is tested in
 * test_floods.c. */
#include "support.h"

enum { HOME, AWAY };
enum { FIRST, SECOND, THIRD, FAILING, GO, SHUT };

/* What a callback sends to its own machine, and what it was told each time. */
typedef struct sender {
    trace trace;
    int32_t events[4];
    size_t count;
    int32_t results[4];
    size_t pending; /* after the last of them */
} sender;

static int32_t send_all(const sfsm_step *step, void *words) {
    sender *const sender = step->context;
    trace_note(&sender->trace, "%s", (const char *)words);
    for (size_t index = 0; index < sender->count; index++) {
        sender->results[index] = sfsm_machine_send(step->machine, sender->events[index]);
    }
    sender->pending = sfsm_machine_pending(step->machine);
    return 0;
}

static int32_t send_all_and_fail(const sfsm_step *step, void *words) {
    send_all(step, words);
    return OTHER_FAILURE;
}

/* GO leads from HOME to AWAY with this action; everywhere FIRST, SECOND and THIRD are noted, FAILING fails, SHUT is
 * refused. */
static sfsm_machine *machine_whose_action(sfsm_function action, sender *sender) {
    static const struct { int32_t event; sfsm_function action; const char *words; } everywhere[] = {
        {FIRST, note, "first"}, {SECOND, note, "second"}, {THIRD, note, "third"}, {FAILING, note_failure, "fail"}};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_action(builder, row_from(builder, HOME, GO, AWAY), action, "go", NULL), SFSM_OK);
    for (size_t index = 0; index < COUNT(everywhere); index++) {
        const size_t row = row_from(builder, SFSM_ANY, everywhere[index].event, SFSM_INTERNAL);
        void *const words = (void *)everywhere[index].words;
        assert_status(sfsm_builder_add_action(builder, row, everywhere[index].action, words, NULL), SFSM_OK);
    }
    assert_status(sfsm_builder_add_guard(builder, row_from(builder, SFSM_ANY, SHUT, HOME), note_no, "shut", NULL),
                  SFSM_OK);
    trace_state(builder, HOME);
    trace_state(builder, AWAY);
    return machine_from(builder, HOME, sender);
}

static void events_sent_from_inside_run_after_the_step_in_order(void **state) {
    (void)state;
    sender sender = {.events = {THIRD, FIRST, SHUT, SECOND}, .count = 4};
    sfsm_machine *const machine = machine_whose_action(send_all, &sender);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED); /* of GO itself, though SHUT is refused */
    assert_trace(&sender.trace, "exit HOME, go, entry AWAY, third, first, shut, second");
    for (size_t index = 0; index < sender.count; index++) {
        assert_status(sender.results[index], SFSM_QUEUED);
    }
    assert_int_equal(sender.pending, 4);
    assert_int_equal(sfsm_machine_pending(machine), 0);
    sfsm_machine_release(machine);
}

static void an_event_that_cannot_be_sent_is_not_queued(void **state) {
    (void)state;
    sender sender = {.events = {SFSM_NONE, 4711, SFSM_ANY, FIRST}, .count = 4};
    sfsm_machine *const machine = machine_whose_action(send_all, &sender);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_status(sender.results[0], SFSM_RESERVED_ID);
    assert_status(sender.results[1], SFSM_UNKNOWN_EVENT);
    assert_status(sender.results[2], SFSM_RESERVED_ID);
    assert_status(sender.results[3], SFSM_QUEUED);
    assert_int_equal(sender.pending, 1);
    assert_trace(&sender.trace, "exit HOME, go, entry AWAY, first");
    sfsm_machine_release(machine);
}

static void a_failure_leaves_the_queue_to_be_run(void **state) {
    (void)state;
    sender sender = {.events = {FIRST, FAILING, SECOND, THIRD}, .count = 4};
    sfsm_machine *const machine = machine_whose_action(send_all_and_fail, &sender);
    assert_status(sfsm_machine_send(machine, GO), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_failure(machine), OTHER_FAILURE);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_int_equal(sfsm_machine_pending(machine), 4);
    assert_trace(&sender.trace, "exit HOME, go");
    assert_status(sfsm_machine_run_pending(machine), SFSM_CALLBACK_FAILED); /* FAILING, in its turn */
    assert_int_equal(sfsm_machine_failure(machine), FAILURE);
    assert_int_equal(sfsm_machine_pending(machine), 2);
    assert_trace(&sender.trace, "first, fail");
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_int_equal(sfsm_machine_pending(machine), 0);
    assert_trace(&sender.trace, "second, third");
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK); /* nothing waits */
    assert_trace(&sender.trace, "");
    sfsm_machine_release(machine);
}

static int32_t name_no_state(const sfsm_step *step, void *words) {
    send_all(step, words);
    return 4711;
}

static void a_resolver_that_names_no_state_leaves_the_queue_too(void **state) {
    (void)state;
    sender sender = {.events = {FIRST, SECOND}, .count = 2};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_set_resolver(builder, row_from(builder, HOME, GO, SFSM_DYNAMIC), name_no_state,
                                            "where?", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, row_from(builder, HOME, FIRST, SFSM_SAME), note, "first", NULL),
                  SFSM_OK);
    row_from(builder, HOME, SECOND, SFSM_SAME);
    sfsm_machine *const machine = machine_from(builder, HOME, &sender);
    assert_status(sfsm_machine_send(machine, GO), SFSM_UNKNOWN_STATE);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_int_equal(sfsm_machine_pending(machine), 2);
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_trace(&sender.trace, "where?, first");
    sfsm_machine_release(machine);
}

static void a_queued_event_that_fails_leaves_the_outcome_of_the_one_that_was_sent(void **state) {
    (void)state;
    sender sender = {.events = {FIRST, FAILING, SECOND}, .count = 3};
    sfsm_machine *const machine = machine_whose_action(send_all, &sender);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    assert_int_equal(sfsm_machine_failure(machine), FAILURE);
    assert_int_equal(sfsm_machine_pending(machine), 1);
    assert_trace(&sender.trace, "exit HOME, go, entry AWAY, first, fail");
    sfsm_machine_release(machine); /* what waits is dropped */
    assert_trace(&sender.trace, "");
}

static void events_that_were_waiting_run_before_the_one_that_is_sent(void **state) {
    (void)state;
    sender sender = {.events = {FIRST, SECOND}, .count = 2};
    sfsm_machine *const machine = machine_whose_action(send_all_and_fail, &sender);
    assert_status(sfsm_machine_send(machine, GO), SFSM_CALLBACK_FAILED);
    assert_trace(&sender.trace, "exit HOME, go");
    assert_status(sfsm_machine_send(machine, SHUT), SFSM_REFUSED); /* what came of SHUT itself */
    assert_trace(&sender.trace, "first, second, shut");
    assert_int_equal(sfsm_machine_pending(machine), 0);

    assert_status(sfsm_machine_send(machine, GO), SFSM_CALLBACK_FAILED);
    assert_status(sfsm_machine_send(machine, 4711), SFSM_UNKNOWN_EVENT); /* a mistake: nothing happened */
    assert_int_equal(sfsm_machine_pending(machine), 2);
    assert_trace(&sender.trace, "exit HOME, go");
    sfsm_machine_release(machine);
}

static void what_waits_may_be_discarded(void **state) {
    (void)state;
    sender sender = {.events = {FIRST, SECOND}, .count = 2};
    sfsm_machine *const machine = machine_whose_action(send_all_and_fail, &sender);
    assert_status(sfsm_machine_discard_pending(machine), SFSM_OK); /* nothing waits */
    assert_status(sfsm_machine_send(machine, GO), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_pending(machine), 2);
    assert_status(sfsm_machine_discard_pending(machine), SFSM_OK);
    assert_int_equal(sfsm_machine_pending(machine), 0);
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_status(sfsm_machine_send(machine, THIRD), SFSM_TRANSITIONED);
    assert_trace(&sender.trace, "exit HOME, go, third");
    sfsm_machine_release(machine);
}

static int32_t send_discard_send(const sfsm_step *step, void *words) {
    sender *const sender = step->context;
    trace_note(&sender->trace, "%s", (const char *)words);
    sender->results[0] = sfsm_machine_send(step->machine, FIRST);
    sender->results[1] = sfsm_machine_send(step->machine, SECOND);
    sender->results[2] = sfsm_machine_discard_pending(step->machine);
    sender->pending = sfsm_machine_pending(step->machine);
    sender->results[3] = sfsm_machine_send(step->machine, THIRD);
    return 0;
}

static void discarding_is_allowed_from_inside_a_callback(void **state) {
    (void)state;
    sender sender = {.count = 0};
    sfsm_machine *const machine = machine_whose_action(send_discard_send, &sender);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_trace(&sender.trace, "exit HOME, go, entry AWAY, third");
    assert_status(sender.results[0], SFSM_QUEUED);
    assert_status(sender.results[1], SFSM_QUEUED);
    assert_status(sender.results[2], SFSM_OK);
    assert_int_equal(sender.pending, 0);
    assert_status(sender.results[3], SFSM_QUEUED);
    sfsm_machine_release(machine);
}

static int32_t call_outer_functions(const sfsm_step *step, void *words) {
    sender *const sender = step->context;
    (void)words;
    sender->results[0] = sfsm_machine_run_pending(step->machine);
    sender->results[1] = sfsm_machine_start(step->machine, HOME);
    sender->results[2] = sfsm_machine_set_state(step->machine, HOME);
    sender->results[3] = sfsm_machine_set_state(step->machine, SFSM_NONE);
    return 0;
}

static void what_belongs_outside_a_step_is_busy_inside(void **state) {
    (void)state;
    sender sender = {.count = 0};
    sfsm_machine *const machine = machine_whose_action(call_outer_functions, &sender);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    for (size_t index = 0; index < COUNT(sender.results); index++) {
        assert_status(sender.results[index], SFSM_BUSY);
    }
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    assert_trace(&sender.trace, "exit HOME, entry AWAY");
    sfsm_machine_release(machine);
}

/* Two machines that send to each other: only one's own events wait. */
typedef struct pair {
    trace trace;
    sfsm_machine *first, *second;
    int32_t results[2];
} pair;

static int32_t send_to_second(const sfsm_step *step, void *words) {
    pair *const pair = step->context;
    trace_note(&pair->trace, "%s begins", (const char *)words);
    pair->results[0] = sfsm_machine_send(pair->second, SECOND);
    trace_note(&pair->trace, "%s ends", (const char *)words);
    return 0;
}

static int32_t send_to_first(const sfsm_step *step, void *words) {
    pair *const pair = step->context;
    trace_note(&pair->trace, "%s", (const char *)words);
    pair->results[1] = sfsm_machine_send(pair->first, THIRD);
    return 0;
}

static void another_machine_runs_at_once_and_what_it_sends_back_waits(void **state) {
    (void)state;
    pair pair = {.first = NULL};
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t first = row_from(builder, HOME, FIRST, SFSM_SAME), second = row_from(builder, HOME, SECOND, SFSM_SAME);
    const size_t third = row_from(builder, HOME, THIRD, SFSM_SAME);
    assert_status(sfsm_builder_add_action(builder, first, send_to_second, "first", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, second, send_to_first, "second", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, third, note, "third", NULL), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    pair.first = machine_over(table, HOME, &pair);
    pair.second = machine_over(table, HOME, &pair);
    sfsm_table_release(table);
    assert_status(sfsm_machine_send(pair.first, FIRST), SFSM_TRANSITIONED);
    assert_trace(&pair.trace, "first begins, second, first ends, third");
    assert_status(pair.results[0], SFSM_TRANSITIONED);
    assert_status(pair.results[1], SFSM_QUEUED);
    sfsm_machine_release(pair.first);
    sfsm_machine_release(pair.second);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_sent_from_inside_run_after_the_step_in_order),
        cmocka_unit_test(an_event_that_cannot_be_sent_is_not_queued),
        cmocka_unit_test(a_failure_leaves_the_queue_to_be_run),
        cmocka_unit_test(a_resolver_that_names_no_state_leaves_the_queue_too),
        cmocka_unit_test(a_queued_event_that_fails_leaves_the_outcome_of_the_one_that_was_sent),
        cmocka_unit_test(events_that_were_waiting_run_before_the_one_that_is_sent),
        cmocka_unit_test(what_waits_may_be_discarded),
        cmocka_unit_test(discarding_is_allowed_from_inside_a_callback),
        cmocka_unit_test(what_belongs_outside_a_step_is_busy_inside),
        cmocka_unit_test(another_machine_runs_at_once_and_what_it_sends_back_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
