/* The order of a step. A few orders are spelled out as traces; then every order that the header permits is compared
 * with a reading of its rules, phase by phase. */
#include "support.h"

enum { HOME, AWAY };
enum { GO, STAY, INSIDE, CHOOSE };

/* The machine's context: where the resolver leads, and which callback fails (by its words), if one does. */
typedef struct walk {
    trace trace;
    int32_t chosen;
    const char *failing;
} walk;

static int32_t act(const sfsm_step *step, void *words) {
    const walk *const walk = step->context;
    trace_step(step->context, words, step);
    return walk->failing != NULL && strcmp(walk->failing, words) == 0 ? FAILURE : 0;
}

static int32_t ask(const sfsm_step *step, void *words) {
    return act(step, words) < 0 ? FAILURE : 1;
}

static int32_t choose(const sfsm_step *step, void *words) {
    const walk *const walk = step->context;
    return act(step, words) < 0 ? SFSM_FAILED : walk->chosen;
}

static void add_walking_state(sfsm_builder *builder, int32_t state, const char *entry, const char *exit,
                              const char *cycle) {
    size_t block = 0;
    assert_status(sfsm_builder_add_state(builder, state, 0, &block), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, block, act, (void *)entry, NULL), SFSM_OK);
    assert_status(sfsm_builder_on_exit(builder, block, act, (void *)exit, NULL), SFSM_OK);
    assert_status(sfsm_builder_on_cycle(builder, block, act, (void *)cycle, NULL), SFSM_OK);
}

static sfsm_machine *walking_machine(const int32_t *order, int32_t policy, walk *walk) {
    static const int32_t targets[] = {
        [GO] = AWAY, [STAY] = SFSM_SAME, [INSIDE] = SFSM_INTERNAL, [CHOOSE] = SFSM_DYNAMIC};
    static const sfsm_name states[] = {SFSM_NAME(HOME), SFSM_NAME(AWAY)};
    static const sfsm_name events[] = {SFSM_NAME(GO), SFSM_NAME(STAY), SFSM_NAME(INSIDE), SFSM_NAME(CHOOSE)};
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t event = GO; event <= CHOOSE; event++) {
        const size_t row = row_from(builder, HOME, event, targets[event]);
        assert_status(sfsm_builder_add_guard(builder, row, ask, "guard", NULL), SFSM_OK);
        assert_status(sfsm_builder_add_action(builder, row, act, "action", NULL), SFSM_OK);
        if (event == CHOOSE) {
            assert_status(sfsm_builder_set_resolver(builder, row, choose, "resolve", NULL), SFSM_OK);
        }
    }
    add_walking_state(builder, HOME, "entry", "exit", "cycle");
    add_walking_state(builder, AWAY, "entry", "exit", "cycle");
    assert_status(sfsm_builder_name_states(builder, states, COUNT(states)), SFSM_OK);
    assert_status(sfsm_builder_name_events(builder, events, COUNT(events)), SFSM_OK);
    assert_status(sfsm_builder_set_entry_exit_policy(builder, policy), SFSM_OK);
    if (order != NULL) {
        assert_status(sfsm_builder_set_phase_order(builder, order, 5), SFSM_OK);
    }
    return machine_from(builder, HOME, walk);
}

static void check_walk(const int32_t *order, int32_t policy, int32_t event, int32_t chosen, const char *expected) {
    walk walk = {{{0}, 0}, chosen, NULL};
    sfsm_machine *const machine = walking_machine(order, policy, &walk);
    assert_status(sfsm_machine_send(machine, event), SFSM_TRANSITIONED);
    assert_trace(&walk.trace, expected);
    sfsm_machine_release(machine);
}

static void the_default_is_resolve_exit_actions_commit_entry(void **state) {
    (void)state;
    static const int32_t spelled_out[] = {SFSM_PHASE_RESOLVE, SFSM_PHASE_EXIT, SFSM_PHASE_ACTIONS, SFSM_PHASE_COMMIT,
                                          SFSM_PHASE_ENTRY};
    const int32_t *const orders[] = {NULL, spelled_out};
    for (size_t index = 0; index < COUNT(orders); index++) {
        check_walk(orders[index], SFSM_ON_CHANGE, GO, HOME,
                   "guard: GO from HOME to AWAY in HOME, exit: GO from HOME to AWAY in HOME, "
                   "action: GO from HOME to AWAY in HOME, entry: GO from HOME to AWAY in AWAY");
        check_walk(orders[index], SFSM_ON_CHANGE, CHOOSE, AWAY,
                   "guard: CHOOSE from HOME to none in HOME, resolve: CHOOSE from HOME to none in HOME, "
                   "exit: CHOOSE from HOME to AWAY in HOME, action: CHOOSE from HOME to AWAY in HOME, "
                   "entry: CHOOSE from HOME to AWAY in AWAY");
        check_walk(orders[index], SFSM_ALWAYS, STAY, HOME,
                   "guard: STAY from HOME to HOME in HOME, exit: STAY from HOME to HOME in HOME, "
                   "action: STAY from HOME to HOME in HOME, entry: STAY from HOME to HOME in HOME, "
                   "cycle: STAY from HOME to HOME in HOME");
        check_walk(orders[index], SFSM_ALWAYS, INSIDE, HOME,
                   "guard: INSIDE from HOME to HOME in HOME, action: INSIDE from HOME to HOME in HOME");
    }
}

static void the_state_may_change_before_any_action(void **state) {
    (void)state;
    static const int32_t order[] = {SFSM_PHASE_RESOLVE, SFSM_PHASE_COMMIT, SFSM_PHASE_ACTIONS, SFSM_PHASE_EXIT,
                                    SFSM_PHASE_ENTRY};
    check_walk(order, SFSM_ON_CHANGE, GO, HOME,
               "guard: GO from HOME to AWAY in HOME, action: GO from HOME to AWAY in AWAY, "
               "exit: GO from HOME to AWAY in AWAY, entry: GO from HOME to AWAY in AWAY");
}

static void exit_before_the_target_is_known_runs_whatever_the_policy_and_entry_follows(void **state) {
    (void)state;
    static const int32_t order[] = {SFSM_PHASE_EXIT, SFSM_PHASE_RESOLVE, SFSM_PHASE_ACTIONS, SFSM_PHASE_COMMIT,
                                    SFSM_PHASE_ENTRY};
    check_walk(order, SFSM_ON_CHANGE, CHOOSE, HOME,
               "guard: CHOOSE from HOME to none in HOME, exit: CHOOSE from HOME to none in HOME, "
               "resolve: CHOOSE from HOME to none in HOME, action: CHOOSE from HOME to HOME in HOME, "
               "entry: CHOOSE from HOME to HOME in HOME, cycle: CHOOSE from HOME to HOME in HOME");
    /* A row with a fixed target is not concerned. */
    check_walk(order, SFSM_ON_CHANGE, STAY, HOME,
               "guard: STAY from HOME to HOME in HOME, action: STAY from HOME to HOME in HOME, "
               "cycle: STAY from HOME to HOME in HOME");
}

static void actions_before_the_target_is_known_leave_entry_and_exit_to_the_policy(void **state) {
    (void)state;
    static const int32_t order[] = {SFSM_PHASE_ACTIONS, SFSM_PHASE_RESOLVE, SFSM_PHASE_EXIT, SFSM_PHASE_COMMIT,
                                    SFSM_PHASE_ENTRY};
    check_walk(order, SFSM_ON_CHANGE, CHOOSE, HOME,
               "guard: CHOOSE from HOME to none in HOME, action: CHOOSE from HOME to none in HOME, "
               "resolve: CHOOSE from HOME to none in HOME, cycle: CHOOSE from HOME to HOME in HOME");
}

/* What the header says of a step, read off phase by phase; stops after the callback that fails, if one does. */
typedef struct reading {
    trace trace;
    int32_t event, target, told, present; /* where the row leads; what callbacks are told; the state at that moment */
    const char *failing;
    bool failed;
} reading;

static void expect(reading *reading, const char *words) {
    static const char *const states[] = {"HOME", "AWAY"};
    static const char *const events[] = {"GO", "STAY", "INSIDE", "CHOOSE"};
    if (!reading->failed) {
        trace_note(&reading->trace, "%s: %s from HOME to %s in %s", words, events[reading->event],
                   reading->told == SFSM_NONE ? "none" : states[reading->told], states[reading->present]);
        reading->failed = reading->failing != NULL && strcmp(reading->failing, words) == 0;
    }
}

static void read_step(reading *reading, const int32_t *order, int32_t policy, int32_t chosen) {
    const bool dynamic = reading->event == CHOOSE, internal = reading->event == INSIDE;
    reading->target = reading->event == GO ? AWAY : dynamic ? chosen : HOME;
    reading->told = dynamic ? SFSM_NONE : reading->target;
    reading->present = HOME;
    bool both = !internal && (policy == SFSM_ALWAYS || reading->target != HOME);
    expect(reading, "guard");
    for (size_t index = 0; index < 5 && !reading->failed; index++) {
        switch (order[index]) {
        case SFSM_PHASE_RESOLVE:
            if (dynamic) {
                expect(reading, "resolve");
                reading->told = reading->target;
            }
            break;
        case SFSM_PHASE_EXIT:
            both = both || (dynamic && reading->told == SFSM_NONE);
            if (both) {
                expect(reading, "exit");
            }
            break;
        case SFSM_PHASE_ACTIONS:
            expect(reading, "action");
            break;
        case SFSM_PHASE_COMMIT:
            reading->present = reading->target;
            break;
        default:
            if (both) {
                expect(reading, "entry");
            }
            if (!internal && reading->target == HOME) {
                expect(reading, "cycle");
            }
        }
    }
}

static void check_order(const int32_t *order) {
    static const struct { int32_t event, chosen; } kinds[] = {
        {GO, HOME}, {STAY, HOME}, {INSIDE, HOME}, {CHOOSE, HOME}, {CHOOSE, AWAY}};
    static const char *const failing[] = {NULL, "guard", "resolve", "exit", "action", "entry", "cycle"};
    for (int32_t policy = SFSM_ON_CHANGE; policy <= SFSM_ALWAYS; policy++) {
        walk walk = {{{0}, 0}, HOME, NULL};
        sfsm_machine *const machine = walking_machine(order, policy, &walk);
        for (size_t kind = 0; kind < COUNT(kinds); kind++) {
            for (size_t fault = 0; fault < COUNT(failing); fault++) {
                reading reading = {.event = kinds[kind].event, .failing = failing[fault]};
                read_step(&reading, order, policy, kinds[kind].chosen);
                walk.chosen = kinds[kind].chosen;
                walk.failing = failing[fault];
                assert_status(sfsm_machine_set_state(machine, HOME), SFSM_OK);
                assert_status(sfsm_machine_send(machine, kinds[kind].event),
                              reading.failed ? SFSM_CALLBACK_FAILED : SFSM_TRANSITIONED);
                assert_int_equal(sfsm_machine_state(machine), reading.present);
                assert_trace(&walk.trace, reading.trace.text);
            }
        }
        sfsm_machine_release(machine);
    }
}

static bool is_permitted(const int32_t *order) {
    size_t at[6] = {0}, seen[6] = {0};
    for (size_t index = 0; index < 5; index++) {
        at[order[index]] = index;
        seen[order[index]]++;
    }
    for (size_t phase = 1; phase <= 5; phase++) {
        if (seen[phase] != 1) {
            return false;
        }
    }
    return at[SFSM_PHASE_RESOLVE] < at[SFSM_PHASE_COMMIT] && at[SFSM_PHASE_RESOLVE] < at[SFSM_PHASE_ENTRY];
}

static void every_order_in_which_resolve_precedes_commit_and_entry_is_kept_and_no_other(void **state) {
    (void)state;
    size_t permitted = 0;
    for (int32_t number = 0; number < 5 * 5 * 5 * 5 * 5; number++) {
        int32_t order[5];
        for (int32_t index = 0, rest = number; index < 5; index++, rest /= 5) {
            order[index] = 1 + rest % 5;
        }
        if (is_permitted(order)) {
            permitted++;
            check_order(order);
        } else {
            sfsm_builder *const builder = sfsm_builder_create();
            assert_status(sfsm_builder_set_phase_order(builder, order, 5), SFSM_BAD_VALUE);
            sfsm_builder_release(builder);
        }
    }
    assert_int_equal(permitted, 40); /* a third of the 120 permutations */
}

static int32_t refuse(const sfsm_step *step, void *words) {
    note(step, words);
    return SFSM_NONE;
}

static void a_refusal_after_exit_and_actions_keeps_the_state(void **state) {
    (void)state;
    static const int32_t order[] = {SFSM_PHASE_EXIT, SFSM_PHASE_ACTIONS, SFSM_PHASE_RESOLVE, SFSM_PHASE_COMMIT,
                                    SFSM_PHASE_ENTRY};
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t row = row_from(builder, HOME, CHOOSE, SFSM_DYNAMIC);
    assert_status(sfsm_builder_add_action(builder, row, note, "action", NULL), SFSM_OK);
    assert_status(sfsm_builder_set_resolver(builder, row, refuse, "resolve", NULL), SFSM_OK);
    trace_state(builder, HOME);
    assert_status(sfsm_builder_set_phase_order(builder, order, COUNT(order)), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, CHOOSE), SFSM_REFUSED);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_trace(&trace, "exit HOME, action, resolve");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_is_resolve_exit_actions_commit_entry),
        cmocka_unit_test(the_state_may_change_before_any_action),
        cmocka_unit_test(exit_before_the_target_is_known_runs_whatever_the_policy_and_entry_follows),
        cmocka_unit_test(actions_before_the_target_is_known_leave_entry_and_exit_to_the_policy),
        cmocka_unit_test(every_order_in_which_resolve_precedes_commit_and_entry_is_kept_and_no_other),
        cmocka_unit_test(a_refusal_after_exit_and_actions_keeps_the_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
