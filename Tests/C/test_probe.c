/* Chapter 8, probe and permitted: what an event would come to, without sending it. */
#include "support.h"

enum { HOME, AWAY };
enum { GO = 40, STAY = -5, INSIDE = 900000, CHOOSE = 7, CLOSED = INT32_MAX, OTHER = 0 };

/* Answers of the guards and the resolver, as a test wants them. */
typedef struct answers {
    trace trace;
    int32_t open;   /* the guard of GO */
    int32_t chosen; /* the resolver of CHOOSE */
} answers;

static int32_t ask_open(const sfsm_step *step, void *words) {
    trace_step(step->context, words, step);
    return ((const answers *)step->context)->open;
}

static int32_t ask_chosen(const sfsm_step *step, void *words) {
    trace_step(step->context, words, step);
    return ((const answers *)step->context)->chosen;
}

static sfsm_builder *answering_builder(void) {
    static const sfsm_name states[] = {SFSM_NAME(HOME), SFSM_NAME(AWAY)};
    static const sfsm_name events[] = {SFSM_NAME(GO),     SFSM_NAME(STAY),   SFSM_NAME(INSIDE),
                                       SFSM_NAME(CHOOSE), SFSM_NAME(CLOSED), SFSM_NAME(OTHER)};
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t go = row_from(builder, HOME, GO, AWAY), choose = row_from(builder, HOME, CHOOSE, SFSM_DYNAMIC);
    const size_t closed = row_from(builder, HOME, CLOSED, AWAY), stay = row_from(builder, HOME, STAY, SFSM_SAME);
    const size_t inside = row_from(builder, HOME, INSIDE, SFSM_INTERNAL);
    const size_t all[] = {go, choose, closed, stay, inside};
    for (size_t index = 0; index < COUNT(all); index++) {
        assert_status(sfsm_builder_add_action(builder, all[index], note, "action", NULL), SFSM_OK);
    }
    assert_status(sfsm_builder_add_guard(builder, go, ask_open, "open?", NULL), SFSM_OK);
    assert_status(sfsm_builder_set_resolver(builder, choose, ask_chosen, "which?", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_guard(builder, closed, note_no, "closed", NULL), SFSM_OK);
    row_from(builder, AWAY, GO, HOME);
    trace_state(builder, HOME);
    trace_state(builder, AWAY);
    assert_status(sfsm_builder_name_states(builder, states, COUNT(states)), SFSM_OK);
    assert_status(sfsm_builder_name_events(builder, events, COUNT(events)), SFSM_OK);
    return builder;
}

static void check_probe(sfsm_machine *machine, int32_t event, sfsm_outcome outcome, int32_t target) {
    int32_t told = 4711;
    assert_status(sfsm_machine_probe(machine, MESSAGE(event), &told), outcome);
    assert_int_equal(told, outcome > 0 ? target : 4711);
    assert_status(sfsm_machine_probe(machine, MESSAGE(event), NULL), outcome);
    assert_int_equal(sfsm_machine_state(machine), HOME);
}

static void probe_tells_what_sending_would_come_to(void **state) {
    (void)state;
    answers answers = {{{0}, 0}, 1, AWAY};
    sfsm_machine *const machine = machine_from(answering_builder(), HOME, &answers);
    check_probe(machine, GO, SFSM_TRANSITIONED, AWAY);
    answers.open = 0;
    check_probe(machine, GO, SFSM_REFUSED, HOME);
    check_probe(machine, STAY, SFSM_TRANSITIONED, HOME);
    check_probe(machine, INSIDE, SFSM_TRANSITIONED, HOME);
    check_probe(machine, CLOSED, SFSM_REFUSED, HOME);
    check_probe(machine, OTHER, SFSM_UNHANDLED, HOME);
    check_probe(machine, CHOOSE, SFSM_TRANSITIONED, AWAY);
    answers.chosen = HOME;
    check_probe(machine, CHOOSE, SFSM_TRANSITIONED, HOME);
    answers.chosen = SFSM_NONE;
    check_probe(machine, CHOOSE, SFSM_REFUSED, HOME);
    check_probe(machine, 4711, SFSM_UNKNOWN_EVENT, 0);
    check_probe(machine, SFSM_ANY, SFSM_RESERVED_ID, 0);
    assert_int_equal(sfsm_machine_failure(machine), 0);
    answers.open = FAILURE;
    check_probe(machine, GO, SFSM_CALLBACK_FAILED, 0);
    assert_int_equal(sfsm_machine_failure(machine), FAILURE);
    answers.chosen = SFSM_FAILED;
    check_probe(machine, CHOOSE, SFSM_CALLBACK_FAILED, 0);
    assert_int_equal(sfsm_machine_failure(machine), SFSM_FAILED);
    answers.chosen = 4711;
    check_probe(machine, CHOOSE, SFSM_UNKNOWN_STATE, 0);
    sfsm_machine_release(machine);
}

static void probe_asks_guards_and_resolvers_and_runs_nothing_else(void **state) {
    (void)state;
    answers answers = {{{0}, 0}, 1, AWAY};
    sfsm_machine *const machine = machine_from(answering_builder(), HOME, &answers);
    assert_status(sfsm_machine_on_step(machine, note, "step", NULL), SFSM_OK);
    assert_status(sfsm_machine_on_unhandled(machine, note, "unhandled", NULL), SFSM_OK);
    assert_status(sfsm_machine_probe(machine, MESSAGE(GO), NULL), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_probe(machine, MESSAGE(CHOOSE), NULL), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_probe(machine, MESSAGE(OTHER), NULL), SFSM_UNHANDLED);
    assert_status(sfsm_machine_probe(machine, MESSAGE(STAY), NULL), SFSM_TRANSITIONED);
    assert_trace(&answers.trace, "open?: GO from HOME to AWAY in HOME, which?: CHOOSE from HOME to none in HOME");
    sfsm_machine_release(machine);
}

static void probe_asks_the_resolver_alone_whatever_the_order_of_a_step(void **state) {
    (void)state;
    static const int32_t order[] = {SFSM_PHASE_EXIT, SFSM_PHASE_ACTIONS, SFSM_PHASE_RESOLVE, SFSM_PHASE_COMMIT,
                                    SFSM_PHASE_ENTRY};
    answers answers = {{{0}, 0}, 1, AWAY};
    sfsm_builder *const builder = answering_builder();
    assert_status(sfsm_builder_set_phase_order(builder, order, COUNT(order)), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &answers);
    check_probe(machine, CHOOSE, SFSM_TRANSITIONED, AWAY);
    answers.chosen = SFSM_NONE;
    check_probe(machine, CHOOSE, SFSM_REFUSED, HOME);
    answers.chosen = SFSM_FAILED;
    check_probe(machine, CHOOSE, SFSM_CALLBACK_FAILED, 0);
    assert_int_equal(sfsm_machine_failure(machine), SFSM_FAILED);
    sfsm_machine_release(machine);
}

static void permitted_lists_events_in_ascending_order(void **state) {
    (void)state;
    answers answers = {{{0}, 0}, 1, AWAY};
    sfsm_machine *const machine = machine_from(answering_builder(), HOME, &answers);
    static const int32_t all[] = {STAY, CHOOSE, GO, INSIDE};
    for (size_t capacity = 0; capacity <= 6; capacity++) {
        int32_t events[6] = {4711, 4711, 4711, 4711, 4711, 4711};
        size_t count = 99;
        assert_status(sfsm_machine_permitted(machine, NULL, 0, capacity == 0 ? NULL : events, capacity, &count),
                      SFSM_OK);
        assert_int_equal(count, COUNT(all));
        for (size_t index = 0; index < COUNT(events); index++) {
            assert_int_equal(events[index], index < capacity && index < COUNT(all) ? all[index] : 4711);
        }
    }
    int32_t event = 0;
    size_t count = 0;
    answers.open = 0;
    answers.chosen = SFSM_NONE;
    assert_status(sfsm_machine_permitted(machine, NULL, 0, &event, 1, &count), SFSM_OK);
    assert_int_equal(count, 2);
    assert_int_equal(event, STAY);
    assert_status(sfsm_machine_set_state(machine, AWAY), SFSM_OK);
    assert_status(sfsm_machine_permitted(machine, NULL, 0, &event, 1, &count), SFSM_OK);
    assert_int_equal(count, 1);
    assert_int_equal(event, GO);
    sfsm_machine_release(machine);
}

static void permitted_agrees_with_probe(void **state) {
    (void)state;
    answers answers = {{{0}, 0}, 1, AWAY};
    sfsm_builder *const builder = answering_builder();
    row_from(builder, AWAY, SFSM_ANY, SFSM_INTERNAL); /* takes all known events, which are those listed */
    sfsm_machine *const machine = machine_from(builder, AWAY, &answers);
    static const int32_t all[] = {STAY, OTHER, CHOOSE, GO, INSIDE, CLOSED};
    int32_t events[COUNT(all) + 1];
    size_t count = 0;
    assert_status(sfsm_machine_permitted(machine, NULL, 0, events, COUNT(events), &count), SFSM_OK);
    assert_int_equal(count, COUNT(all));
    for (size_t index = 0; index < COUNT(all); index++) {
        assert_int_equal(events[index], all[index]);
        assert_status(sfsm_machine_probe(machine, MESSAGE(all[index]), NULL), SFSM_TRANSITIONED);
    }
    assert_status(sfsm_machine_probe(machine, MESSAGE(4711), NULL), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static void permitted_reports_a_failing_guard_or_resolver(void **state) {
    (void)state;
    answers answers = {{{0}, 0}, FAILURE, AWAY};
    sfsm_machine *const machine = machine_from(answering_builder(), HOME, &answers);
    int32_t events[6];
    size_t count = 4711;
    assert_status(sfsm_machine_permitted(machine, NULL, 0, events, COUNT(events), &count), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_failure(machine), FAILURE);
    assert_int_equal(count, 4711);
    answers.open = 1;
    answers.chosen = SFSM_FAILED;
    assert_status(sfsm_machine_permitted(machine, NULL, 0, events, COUNT(events), &count), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_failure(machine), SFSM_FAILED);
    answers.chosen = AWAY;
    assert_status(sfsm_machine_permitted(machine, NULL, 0, events, COUNT(events), &count), SFSM_OK);
    assert_int_equal(count, 4);
    sfsm_machine_release(machine);
}

/* A guard with effects, which probing does not let it have. */
typedef struct meddler {
    int32_t send, stop, start, set_state, run, probe;
    size_t calls;
} meddler;

static int32_t meddle(const sfsm_step *step, void *context) {
    meddler *const meddler = context;
    meddler->calls++;
    meddler->send = sfsm_machine_send(step->machine, GO);
    meddler->set_state = sfsm_machine_set_state(step->machine, AWAY);
    meddler->start = sfsm_machine_start(step->machine, AWAY);
    meddler->run = sfsm_machine_run_pending(step->machine);
    meddler->probe = sfsm_machine_probe(step->machine, MESSAGE(STAY), NULL);
    return 1;
}

static void what_a_guard_sends_while_it_is_probed_is_busy(void **state) {
    (void)state;
    meddler meddler = {.calls = 0};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_guard(builder, row_from(builder, HOME, GO, AWAY), meddle, NULL, NULL), SFSM_OK);
    row_from(builder, HOME, STAY, SFSM_SAME);
    row_from(builder, AWAY, GO, HOME);
    sfsm_machine *const machine = machine_from(builder, HOME, &meddler);
    for (int round = 0; round < 2; round++) {
        size_t count = 0;
        meddler.send = meddler.set_state = meddler.start = meddler.run = meddler.probe = 4711;
        if (round == 0) {
            assert_status(sfsm_machine_probe(machine, MESSAGE(GO), NULL), SFSM_TRANSITIONED);
        } else {
            assert_status(sfsm_machine_permitted(machine, NULL, 0, NULL, 0, &count), SFSM_OK);
            assert_int_equal(count, 2);
        }
        assert_int_equal(meddler.calls, round + 1);
        assert_status(meddler.send, SFSM_BUSY);
        assert_status(meddler.set_state, SFSM_BUSY);
        assert_status(meddler.start, SFSM_BUSY);
        assert_status(meddler.run, SFSM_BUSY);
        assert_status(meddler.probe, SFSM_TRANSITIONED);
        assert_int_equal(sfsm_machine_pending(machine), 0);
        assert_int_equal(sfsm_machine_state(machine), HOME);
    }
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

/* Probes in each phase of a step, and sends between, which must still be queued. */
static int32_t probe_inside(const sfsm_step *step, void *words) {
    int32_t target = SFSM_NONE;
    const sfsm_outcome outcome = sfsm_machine_probe(step->machine, MESSAGE(GO), &target);
    const sfsm_outcome sent = sfsm_machine_send(step->machine, OTHER);
    trace_note(step->context, "%s %s %d %s", (const char *)words, sfsm_status_name(outcome), (int)target,
               sfsm_status_name(sent));
    return 0;
}

static void probe_may_be_called_inside_a_callback(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    size_t away = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t go = row_from(builder, HOME, GO, AWAY);
    assert_status(sfsm_builder_add_guard(builder, go, note_yes, "go?", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, go, probe_inside, "action", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, go, note_step, "after", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, AWAY, 0, &away), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, away, probe_inside, "entry", NULL), SFSM_OK);
    row_from(builder, SFSM_ANY, OTHER, SFSM_INTERNAL);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "go?, go?, action SFSM_TRANSITIONED 1 SFSM_QUEUED, after: 40 from 0 to 1 in 0, "
                         "entry SFSM_UNHANDLED 1 SFSM_QUEUED");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probe_tells_what_sending_would_come_to),
        cmocka_unit_test(probe_asks_guards_and_resolvers_and_runs_nothing_else),
        cmocka_unit_test(probe_asks_the_resolver_alone_whatever_the_order_of_a_step),
        cmocka_unit_test(permitted_lists_events_in_ascending_order),
        cmocka_unit_test(permitted_agrees_with_probe),
        cmocka_unit_test(permitted_reports_a_failing_guard_or_resolver),
        cmocka_unit_test(what_a_guard_sends_while_it_is_probed_is_busy),
        cmocka_unit_test(probe_may_be_called_inside_a_callback),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
