/* A machine that is released from inside one of its own callbacks: the present step is finished, then the outermost
 * call frees it. Several machines are in test_release_nested.c. Under valgrind this also tells whether anything was touched after it was freed. */
#include "support.h"

enum { HOME, AWAY };
enum { GO, STAY, CHOOSE, OTHER };

/* A hook's own context: finalizers are given contexts, so the counter stands beside the words. */
typedef struct hook_words {
    size_t finalized; /* first, for count_call */
    const char *words;
} hook_words;

/* The machine's context: which callback releases it (by its words), what that does besides, what became of all. */
typedef struct ending {
    trace trace;
    const char *place;    /* NULL once it was released, which is ours to do only once */
    const int32_t *sends; /* sent before the release, and once more after it */
    size_t send_count;
    bool fails;
    bool early; /* something was freed while a callback still ran */
    size_t table_finalized;
    hook_words hook;
} ending;

static int32_t act(const sfsm_step *step, void *words) {
    ending *const ending = step->context;
    trace_note(&ending->trace, "%s", (const char *)words);
    if (ending->place == NULL || strcmp(ending->place, words) != 0) {
        return 1;
    }
    ending->place = NULL;
    for (size_t index = 0; index < ending->send_count; index++) {
        sfsm_machine_send(step->machine, ending->sends[index]);
    }
    sfsm_machine_release(step->machine);
    for (size_t index = 0; index < ending->send_count; index++) {
        sfsm_machine_send(step->machine, ending->sends[index]);
    }
    ending->early = ending->hook.finalized + ending->table_finalized > 0;
    return ending->fails ? FAILURE : 1;
}

static int32_t act_as_hook(const sfsm_step *step, void *context) {
    return act(step, (void *)((hook_words *)context)->words);
}

static int32_t act_as_resolver(const sfsm_step *step, void *words) {
    return act(step, words) < 0 ? SFSM_FAILED : AWAY;
}

static int32_t do_nothing(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

/* A machine with callbacks everywhere, which holds the only reference to its table. */
static sfsm_machine *ending_machine(int32_t initial, ending *ending) {
    static const struct { int32_t source, event, target; } rows[] = {
        {HOME, GO, AWAY}, {HOME, STAY, SFSM_SAME}, {HOME, CHOOSE, SFSM_DYNAMIC}, {AWAY, GO, HOME}};
    static const sfsm_name events[] = {SFSM_NAME(OTHER)};
    sfsm_builder *const builder = sfsm_builder_create();
    size_t row = 0;
    for (size_t index = 0; index < COUNT(rows); index++) {
        row = row_from(builder, rows[index].source, rows[index].event, rows[index].target);
        assert_status(sfsm_builder_add_guard(builder, row, act, "guard", NULL), SFSM_OK);
        assert_status(sfsm_builder_add_action(builder, row, act, "action", NULL), SFSM_OK);
        if (rows[index].target == SFSM_DYNAMIC) {
            assert_status(sfsm_builder_set_resolver(builder, row, act_as_resolver, "resolver", NULL), SFSM_OK);
        }
    }
    assert_status(sfsm_builder_add_action(builder, row, do_nothing, &ending->table_finalized, count_call), SFSM_OK);
    for (int32_t state = HOME; state <= AWAY; state++) {
        size_t block = 0;
        assert_status(sfsm_builder_add_state(builder, state, 0, &block), SFSM_OK);
        assert_status(sfsm_builder_on_entry(builder, block, act, "entry", NULL), SFSM_OK);
        assert_status(sfsm_builder_on_exit(builder, block, act, "exit", NULL), SFSM_OK);
        assert_status(sfsm_builder_on_cycle(builder, block, act, "cycle", NULL), SFSM_OK);
    }
    assert_status(sfsm_builder_name_events(builder, events, COUNT(events)), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, initial, ending);
    ending->hook.words = "step";
    assert_status(sfsm_machine_on_step(machine, act_as_hook, &ending->hook, count_call), SFSM_OK);
    assert_status(sfsm_machine_on_unhandled(machine, act, "unhandled", NULL), SFSM_OK);
    return machine;
}

static void check_gone(const ending *ending) {
    assert_null(ending->place); /* the callback was called */
    assert_false(ending->early);
    assert_int_equal(ending->hook.finalized, 1);
    assert_int_equal(ending->table_finalized, 1);
}

static void check_send(const char *place, int32_t event, sfsm_outcome outcome, const char *expected) {
    ending ending = {.place = place};
    assert_status(sfsm_machine_send(ending_machine(HOME, &ending), event), outcome);
    check_gone(&ending);
    assert_trace(&ending.trace, expected);
}

static void an_action_that_releases_its_own_machine(void **state) {
    (void)state;
    check_send("action", GO, SFSM_TRANSITIONED, "guard, exit, action, entry, step");
}

/* Without hooks, guards and blocks: a step has no shorter way than this. */
static void the_only_callback_of_a_machine_may_release_it(void **state) {
    (void)state;
    static const int32_t events[] = {GO, STAY};
    for (size_t sends = 0; sends <= COUNT(events); sends++) {
        ending ending = {.place = "action", .sends = events, .send_count = sends};
        sfsm_builder *const builder = sfsm_builder_create();
        const size_t go = row_from(builder, HOME, GO, AWAY), stay = row_from(builder, AWAY, STAY, SFSM_SAME);
        assert_status(sfsm_builder_add_action(builder, go, act, "action", NULL), SFSM_OK);
        assert_status(sfsm_builder_add_action(builder, stay, do_nothing, &ending.table_finalized, count_call), SFSM_OK);
        row_from(builder, AWAY, GO, HOME);
        assert_status(sfsm_machine_send(machine_from(builder, HOME, &ending), GO), SFSM_TRANSITIONED);
        assert_null(ending.place);
        assert_false(ending.early);
        assert_int_equal(ending.table_finalized, 1);
        assert_trace(&ending.trace, "action");
    }
}

static void any_callback_of_a_step_may_release_its_own_machine(void **state) {
    (void)state;
    static const char *const places[] = {"guard", "exit", "entry", "step"};
    for (size_t index = 0; index < COUNT(places); index++) {
        check_send(places[index], GO, SFSM_TRANSITIONED, "guard, exit, action, entry, step");
    }
    check_send("cycle", STAY, SFSM_TRANSITIONED, "guard, action, cycle, step");
    check_send("resolver", CHOOSE, SFSM_TRANSITIONED, "guard, resolver, exit, action, entry, step");
    check_send("unhandled", OTHER, SFSM_UNHANDLED, "unhandled, step");
}

static void events_that_wait_are_dropped(void **state) {
    (void)state;
    static const char *const places[] = {"guard", "exit", "action", "entry"};
    static const int32_t events[] = {GO, STAY, OTHER};
    for (size_t index = 0; index < COUNT(places); index++) {
        ending ending = {.place = places[index], .sends = events, .send_count = COUNT(events)};
        assert_status(sfsm_machine_send(ending_machine(HOME, &ending), GO), SFSM_TRANSITIONED);
        check_gone(&ending);
        assert_trace(&ending.trace, "guard, exit, action, entry, step");
    }
}

static int32_t send_go_twice(const sfsm_step *step, void *words) {
    note(step, words);
    sfsm_machine_send(step->machine, GO);
    sfsm_machine_send(step->machine, GO);
    return 0;
}

static void a_queued_step_may_release_the_machine(void **state) {
    (void)state;
    ending ending = {.place = "exit"};
    sfsm_machine *const machine = ending_machine(HOME, &ending);
    assert_status(sfsm_machine_on_unhandled(machine, NULL, NULL, NULL), SFSM_OK);
    assert_status(sfsm_machine_on_unhandled(machine, send_go_twice, "unhandled", NULL), SFSM_OK);
    assert_status(sfsm_machine_send(machine, OTHER), SFSM_UNHANDLED);
    check_gone(&ending);
    assert_trace(&ending.trace, "unhandled, step, guard, exit, action, entry, step"); /* and not the second GO */
}

static void a_callback_may_fail_after_releasing_its_machine(void **state) {
    (void)state;
    static const char *const places[] = {"guard", "exit", "action", "entry", "step"};
    static const int32_t events[] = {GO, STAY};
    for (size_t index = 0; index < COUNT(places); index++) {
        ending ending = {.place = places[index], .fails = true, .sends = events, .send_count = COUNT(events)};
        assert_status(sfsm_machine_send(ending_machine(HOME, &ending), GO), SFSM_CALLBACK_FAILED);
        check_gone(&ending);
    }
}

static void a_machine_may_be_released_while_it_starts_or_stops(void **state) {
    (void)state;
    ending starting = {.place = "entry"};
    assert_status(sfsm_machine_start(ending_machine(SFSM_NONE, &starting), HOME), SFSM_OK);
    check_gone(&starting);
    assert_trace(&starting.trace, "entry, step");
    ending stopping = {.place = "exit"};
    assert_status(sfsm_machine_stop(ending_machine(HOME, &stopping)), SFSM_OK);
    check_gone(&stopping);
    assert_trace(&stopping.trace, "exit, step");
}

static void a_machine_may_be_released_while_it_is_probed(void **state) {
    (void)state;
    static const struct { const char *place; int32_t event; } cases[] = {{"guard", GO}, {"resolver", CHOOSE}};
    for (size_t index = 0; index < COUNT(cases); index++) {
        int32_t target = SFSM_NONE;
        ending probed = {.place = cases[index].place};
        sfsm_machine *const machine = ending_machine(HOME, &probed);
        assert_status(sfsm_machine_probe(machine, MESSAGE(cases[index].event), &target), SFSM_TRANSITIONED);
        assert_int_equal(target, AWAY);
        check_gone(&probed);

        size_t count = 0;
        ending listed = {.place = cases[index].place};
        assert_status(sfsm_machine_permitted(ending_machine(HOME, &listed), NULL, 0, NULL, 0, &count), SFSM_OK);
        assert_int_equal(count, 3);
        check_gone(&listed);
    }
}

static int32_t probe_own_machine(const sfsm_step *step, void *words) {
    ending *const ending = step->context;
    note(step, words);
    sfsm_machine_probe(step->machine, MESSAGE(STAY), NULL);
    ending->early = ending->early || ending->hook.finalized + ending->table_finalized > 0;
    return 0;
}

static void a_probe_inside_a_step_is_not_the_outermost_call(void **state) {
    (void)state;
    ending ending = {.place = "guard"};
    sfsm_machine *const machine = ending_machine(HOME, &ending);
    assert_status(sfsm_machine_on_unhandled(machine, NULL, NULL, NULL), SFSM_OK);
    assert_status(sfsm_machine_on_unhandled(machine, probe_own_machine, "unhandled", NULL), SFSM_OK);
    assert_status(sfsm_machine_send(machine, OTHER), SFSM_UNHANDLED);
    check_gone(&ending);
    assert_trace(&ending.trace, "unhandled, guard, step");
}

static int32_t send_two_and_fail(const sfsm_step *step, void *words) {
    note(step, words);
    sfsm_machine_send(step->machine, STAY);
    sfsm_machine_send(step->machine, GO);
    return FAILURE;
}

static void a_machine_may_be_released_while_it_runs_what_a_failure_left(void **state) {
    (void)state;
    ending ending = {.place = "cycle"};
    sfsm_machine *const machine = ending_machine(HOME, &ending);
    assert_status(sfsm_machine_on_unhandled(machine, NULL, NULL, NULL), SFSM_OK);
    assert_status(sfsm_machine_on_unhandled(machine, send_two_and_fail, "unhandled", NULL), SFSM_OK);
    assert_status(sfsm_machine_send(machine, OTHER), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_pending(machine), 2);
    ending.trace.length = 0; /* whether a hook for steps sees a failed one is another matter */
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    check_gone(&ending);
    assert_trace(&ending.trace, "guard, action, cycle, step");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_action_that_releases_its_own_machine),
        cmocka_unit_test(the_only_callback_of_a_machine_may_release_it),
        cmocka_unit_test(any_callback_of_a_step_may_release_its_own_machine),
        cmocka_unit_test(events_that_wait_are_dropped),
        cmocka_unit_test(a_queued_step_may_release_the_machine),
        cmocka_unit_test(a_callback_may_fail_after_releasing_its_machine),
        cmocka_unit_test(a_machine_may_be_released_while_it_starts_or_stops),
        cmocka_unit_test(a_machine_may_be_released_while_it_is_probed),
        cmocka_unit_test(a_probe_inside_a_step_is_not_the_outermost_call),
        cmocka_unit_test(a_machine_may_be_released_while_it_runs_what_a_failure_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
