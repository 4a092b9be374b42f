/* Chapter 8, explain: what it does not do, what it cannot do, and from where it may be called. */
#include "matches.h"

/* An explanation that cannot be given: it is not told how many reasons there are. */
static void check_error(sfsm_machine *machine, int32_t event, int32_t requested, const sfsm_case *cases,
                        size_t case_count, sfsm_outcome outcome) {
    sfsm_reason reasons[4];
    const sfsm_message message = {sizeof(sfsm_message), event, requested, cases, case_count, NULL, 0};
    size_t count = 4711;
    assert_status(sfsm_machine_explain(machine, &message, reasons, COUNT(reasons), &count), outcome);
    assert_int_equal(count, 4711);
}

static sfsm_builder *weather_builder(void) {
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 7, MATCHING(SFSM_MATCH(POLICY, WEAK)), NOTING("7")},
             {HOME, STAY, AWAY, 8, MATCHING(SFSM_MATCH(POLICY, STRONG)), NOTING("8")},
             {HOME, SFSM_REQUEST, AWAY, 9, NOTING("9")});
    return builder;
}

static void what_cannot_be_sent_cannot_be_explained(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(weather_builder(), HOME, &trace);
    const sfsm_case sound[] = {{REWARD, GIVEN}, {WEATHER, DRY}, {POLICY, WEAK}};
    for (int32_t id = INT32_MIN; id < SFSM_FIRST_ID; id++) {
        if (id != SFSM_REQUEST) {
            check_error(machine, id, AWAY, sound, COUNT(sound), SFSM_RESERVED_ID);
        }
        check_error(machine, SFSM_REQUEST, id, sound, COUNT(sound), SFSM_RESERVED_ID);
    }
    check_error(machine, 4711, AWAY, sound, COUNT(sound), SFSM_UNKNOWN_EVENT);
    check_error(machine, SFSM_REQUEST, NOWHERE, sound, COUNT(sound), SFSM_UNKNOWN_STATE);
    check_error(machine, STAY, 0, sound, 2, SFSM_MISSING_PREDICATE);
    assert_rejected(machine, POLICY, SFSM_NONE);
    check_error(machine, SFSM_REQUEST, AWAY, NULL, 0, SFSM_MISSING_PREDICATE);
    assert_rejected(machine, REWARD, SFSM_NONE);
    check_error(machine, STAY, 0, CASES({WEATHER, 3}), SFSM_UNKNOWN_CASE);
    assert_rejected(machine, WEATHER, 3);
    check_error(machine, STAY, 0, CASES({4711, 1}, {WEATHER, 3}), SFSM_UNKNOWN_PREDICATE);
    assert_rejected(machine, 4711, 1);
    check_error(machine, STAY, 0, CASES({POLICY, WEAK}, {POLICY, STRONG}), SFSM_REPEATED_PREDICATE);
    assert_rejected(machine, POLICY, STRONG);
    check_error(machine, STAY, 0, sound, SIZE_MAX, SFSM_OUT_OF_RANGE);
    assert_status(sfsm_machine_set_state(machine, SFSM_NONE), SFSM_OK);
    check_error(machine, STAY, 0, sound, COUNT(sound), SFSM_NOT_RUNNING);
    check_error(machine, SFSM_REQUEST, NOWHERE, sound, COUNT(sound), SFSM_NOT_RUNNING);
    assert_trace(&trace, "");
    sfsm_machine_release(machine);
}

static void no_array_is_as_large_as_that(void **state) {
    (void)state;
    static const size_t capacities[] = {SIZE_MAX, SIZE_MAX / 2 + 1};
    sfsm_machine *const machine = machine_from(sound_builder(), HOME, NULL);
    for (size_t index = 0; index < COUNT(capacities); index++) {
        sfsm_reason reason = {.kind = 4711};
        size_t count = 4711;
        assert_status(sfsm_machine_explain(machine, MESSAGE(GO), &reason, capacities[index], &count),
                      SFSM_OUT_OF_RANGE);
        assert_int_equal(reason.kind, 4711);
        assert_int_equal(count, 4711);
    }
    sfsm_machine_release(machine);
}

/* A guard that fails behind a row that was already refused, and one in a row for any state. */
static void nothing_is_told_where_a_guard_fails(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    ADD_ROWS(builder, {HOME, STAY, AWAY, 5, ASKING(note_no, "5?")}, {HOME, STAY, AWAY, 6, ASKING(note_failure, "6?")},
             {HOME, STAY, AWAY, 7, ASKING(note_yes, "7?")});
    assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    check_error(machine, STAY, 0, NULL, 0, SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_failure(machine), FAILURE);
    assert_trace(&trace, "5?, 6?");
    sfsm_machine_release(machine);
}

/* Names what the machine's context says. */
static int32_t resolve(const sfsm_step *step, void *context) {
    (void)context;
    return *(const int32_t *)step->context;
}

static void nothing_is_told_where_a_resolver_fails_or_names_no_state_of_the_table(void **state) {
    (void)state;
    int32_t named = SFSM_FAILED;
    sfsm_builder *const builder = sound_builder();
    const size_t row = row_from(builder, HOME, STAY, SFSM_DYNAMIC);
    assert_status(sfsm_builder_set_resolver(builder, row, resolve, NULL, NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &named);
    check_error(machine, STAY, 0, NULL, 0, SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_failure(machine), SFSM_FAILED);
    named = NOWHERE;
    check_error(machine, STAY, 0, NULL, 0, SFSM_UNKNOWN_STATE);
    assert_int_equal(sfsm_machine_failure(machine), NOWHERE);
    sfsm_machine_release(machine);
}

static void any_capacity_gets_the_reasons_that_it_has_room_for(void **state) {
    (void)state;
    sfsm_machine *const machine = machine_from(weather_builder(), HOME, NULL);
    const sfsm_case sent[] = {{REWARD, GIVEN}, {WEATHER, DRY}, {POLICY, STRONG}};
    static const int32_t kinds[] = {SFSM_NOT_MATCHED, SFSM_TAKEN};
    for (size_t capacity = 0; capacity <= 4; capacity++) {
        sfsm_reason reasons[4];
        size_t count = 4711;
        memset(reasons, 0x5a, sizeof reasons);
        assert_status(sfsm_machine_explain(machine, MESSAGE_MATCHING(STAY, sent, COUNT(sent)),
                                           capacity == 0 ? NULL : reasons, capacity, capacity % 2 == 0 ? &count : NULL),
                      SFSM_TRANSITIONED);
        assert_int_equal(count, capacity % 2 == 0 ? COUNT(kinds) : 4711);
        for (size_t index = 0; index < COUNT(reasons); index++) {
            const bool is_told = index < capacity && index < COUNT(kinds);
            assert_int_equal(reasons[index].kind, is_told ? kinds[index] : 0x5a5a5a5a);
        }
    }
    sfsm_machine_release(machine);
}

static void nothing_runs_but_guards_and_resolvers(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    ADD_ROWS(builder, {HOME, STAY, AWAY, 7, ASKING(note_yes, "7?"), NOTING("7")},
             {HOME, SFSM_REQUEST, AWAY, 8, ASKING(note_yes, "8?"), NOTING("8")});
    trace_state(builder, HOME);
    trace_state(builder, AWAY);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_on_step(machine, note, "step", NULL), SFSM_OK);
    assert_status(sfsm_machine_on_unhandled(machine, note, "unhandled", NULL), SFSM_OK);
    assert_status(sfsm_machine_explain(machine, MESSAGE(STAY), NULL, 0, NULL), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_explain(machine, REQUEST(AWAY), NULL, 0, NULL), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_explain(machine, MESSAGE(BACK), NULL, 0, NULL), SFSM_UNHANDLED);
    assert_status(sfsm_machine_explain(machine, REQUEST(HOME), NULL, 0, NULL), SFSM_UNHANDLED);
    assert_trace(&trace, "7?, 8?");
    assert_int_equal(sfsm_machine_state(machine), HOME);
    sfsm_machine_release(machine);
}

/* What a guard with effects was told, which explaining does not let it have. */
static int32_t meddle(const sfsm_step *step, void *words) {
    trace_note(step->context, "%s %s %s", (const char *)words, sfsm_status_name(sfsm_machine_send(step->machine, GO)),
               sfsm_status_name(sfsm_machine_request(step->machine, AWAY)));
    return 1;
}

static void what_a_guard_sends_or_requests_meanwhile_is_busy(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    ADD_ROWS(builder, {HOME, STAY, AWAY, 7, ASKING(meddle, "7?")}, {HOME, SFSM_REQUEST, AWAY, 8, NOTING("8")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_explain(machine, MESSAGE(STAY), NULL, 0, NULL), SFSM_TRANSITIONED);
    assert_trace(&trace, "7? SFSM_BUSY SFSM_BUSY");
    assert_int_equal(sfsm_machine_pending(machine), 0);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED); /* there it may */
    assert_trace(&trace, "7? SFSM_QUEUED SFSM_QUEUED");
    sfsm_machine_release(machine);
}

/* Explains GO and a request in each phase of a step, and sends between, which must still be queued. */
static int32_t explain_inside(const sfsm_step *step, void *words) {
    size_t go = 4711, request = 4711;
    const sfsm_outcome first = sfsm_machine_explain(step->machine, MESSAGE(GO), NULL, 0, &go);
    const sfsm_outcome sent = sfsm_machine_send(step->machine, BACK);
    const sfsm_outcome second = sfsm_machine_explain(step->machine, REQUEST(HOME), NULL, 0, &request);
    trace_note(step->context, "%s %s %zu %s %s %zu", (const char *)words, sfsm_status_name(first), go,
               sfsm_status_name(sent), sfsm_status_name(second), request);
    return 0;
}

static void it_may_be_called_inside_a_callback(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    const sfsm_callback explain = {explain_inside, "action", NULL};
    ADD_ROWS(builder, {HOME, STAY, AWAY, 7, .actions = &explain, .action_count = 1},
             {AWAY, SFSM_REQUEST, SFSM_ANY, 8, ASKING(note_yes, "HOME?")});
    assert_status(sfsm_builder_on_entry(builder, state_from(builder, AWAY), explain_inside, "entry", NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "action SFSM_TRANSITIONED 1 SFSM_QUEUED SFSM_UNHANDLED 0, HOME?, "
                         "entry SFSM_UNHANDLED 0 SFSM_QUEUED SFSM_TRANSITIONED 1");
    assert_int_equal(sfsm_machine_state(machine), HOME); /* by the first of the two */
    sfsm_machine_release(machine);
}

static int32_t release(const sfsm_step *step, void *context) {
    (void)context;
    sfsm_machine_release(step->machine);
    return 1;
}

/* It is freed as the call returns, and its table with it: valgrind would tell of anything looked at later. */
static void a_guard_may_release_the_machine_that_is_asked(void **state) {
    (void)state;
    for (int asked = 0; asked < 3; asked++) {
        int32_t event = 0;
        size_t count = 4711;
        sfsm_reason reasons[2];
        sfsm_builder *const builder = sound_builder();
        ADD_ROWS(builder, {HOME, STAY, AWAY, 7, ASKING(release, "7?")},
                 {HOME, SFSM_REQUEST, AWAY, 8, ASKING(release, "8?")},
                 {SFSM_ANY, SFSM_ANY, HOME, 9, NOTING("any")});
        sfsm_machine *const machine = machine_from(builder, HOME, NULL);
        if (asked == 2) {
            assert_status(sfsm_machine_permitted(machine, NULL, SFSM_PERMITTED_STATES, &event, 1, &count), SFSM_OK);
            assert_int_equal(count, 1);
            assert_int_equal(event, AWAY);
        } else {
            assert_status(
                sfsm_machine_explain(machine, asked ? REQUEST(AWAY) : MESSAGE(STAY), reasons, COUNT(reasons), &count),
                SFSM_TRANSITIONED);
            assert_int_equal(count, asked ? 1 : 2);
            assert_int_equal(reasons[0].kind, SFSM_TAKEN);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_sent_cannot_be_explained),
        cmocka_unit_test(no_array_is_as_large_as_that),
        cmocka_unit_test(nothing_is_told_where_a_guard_fails),
        cmocka_unit_test(nothing_is_told_where_a_resolver_fails_or_names_no_state_of_the_table),
        cmocka_unit_test(any_capacity_gets_the_reasons_that_it_has_room_for),
        cmocka_unit_test(nothing_runs_but_guards_and_resolvers),
        cmocka_unit_test(what_a_guard_sends_or_requests_meanwhile_is_busy),
        cmocka_unit_test(it_may_be_called_inside_a_callback),
        cmocka_unit_test(a_guard_may_release_the_machine_that_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
