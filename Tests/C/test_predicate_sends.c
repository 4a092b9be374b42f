/* Chapter 8, sends with cases: what strict and lenient machines take, what they refuse, and how that is told. What
 * callbacks are told of the cases is in test_predicate_steps.c. */
#include "matches.h"

/* STAY depends on POLICY and REWARD; WEATHER is declared and stands in no row. GO and BACK depend on nothing. */
static sfsm_builder *predicate_builder(void) {
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 6, NOTING("silent")},
             {HOME, STAY, SFSM_SAME, 7, MATCHING(SFSM_MATCH(POLICY, WEAK)), NOTING("weak")},
             {HOME, STAY, SFSM_SAME, 8, MATCHING(SFSM_MATCH(POLICY, STRONG), SFSM_MATCH(REWARD, GIVEN)),
              NOTING("given strong")});
    return builder;
}

/* A call, what it comes to, and which case it was that was wrong. */
typedef struct sent {
    sfsm_case cases[5];
    size_t count;
    sfsm_outcome outcome;
    int32_t predicate, value;
} sent;

/* Makes each call; those that are mistakes must change nothing. */
static void check_sends(sfsm_machine *machine, trace *trace, const sent *sent, size_t count) {
    for (size_t index = 0; index < count; index++) {
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, sent[index].cases, sent[index].count)),
                      sent[index].outcome);
        assert_rejected(machine, sent[index].predicate, sent[index].value);
        assert_trace(trace, sent[index].outcome == SFSM_TRANSITIONED ? "silent" : "");
        assert_int_equal(sfsm_machine_pending(machine), 0);
        assert_int_equal(sfsm_machine_state(machine), HOME);
    }
}

static void a_strict_machine_takes_exactly_one_case_of_each_type(void **state) {
    (void)state;
    static const sent calls[] = {
        {{{REWARD, WITHHELD}, {POLICY, STRONG}, {WEATHER, WET}}, 3, SFSM_TRANSITIONED, SFSM_NONE, SFSM_NONE},
        {{{WEATHER, WET}, {POLICY, STRONG}, {REWARD, WITHHELD}}, 3, SFSM_TRANSITIONED, SFSM_NONE, SFSM_NONE},
        {{{POLICY, STRONG}, {REWARD, WITHHELD}}, 2, SFSM_MISSING_PREDICATE, WEATHER, SFSM_NONE},
        {{{POLICY, STRONG}, {WEATHER, DRY}}, 2, SFSM_MISSING_PREDICATE, REWARD, SFSM_NONE},
        {{{REWARD, GIVEN}, {WEATHER, DRY}}, 2, SFSM_MISSING_PREDICATE, POLICY, SFSM_NONE},
        {{{WEATHER, DRY}}, 1, SFSM_MISSING_PREDICATE, REWARD, SFSM_NONE}, /* of several the one with the lowest id */
        {{{REWARD, GIVEN}}, 1, SFSM_MISSING_PREDICATE, POLICY, SFSM_NONE},
        {{{0, 0}}, 0, SFSM_MISSING_PREDICATE, REWARD, SFSM_NONE},
        {{{REWARD, GIVEN}, {POLICY, WEAK}, {WEATHER, WET}, {4, 1}}, 4, SFSM_UNKNOWN_PREDICATE, 4, 1},
        {{{INT32_MAX, -5}, {REWARD, GIVEN}, {POLICY, WEAK}, {WEATHER, WET}}, 4, SFSM_UNKNOWN_PREDICATE, INT32_MAX, -5},
        {{{SFSM_FIRST_ID, 0}}, 1, SFSM_UNKNOWN_PREDICATE, SFSM_FIRST_ID, 0},
        {{{SFSM_ANY, 0}}, 1, SFSM_UNKNOWN_PREDICATE, SFSM_ANY, 0},
        {{{SFSM_NONE, SFSM_NONE}}, 1, SFSM_UNKNOWN_PREDICATE, SFSM_NONE, SFSM_NONE},
        {{{REWARD, WITHHELD}, {POLICY, STRONG}, {WEATHER, WET}}, 3, SFSM_TRANSITIONED, SFSM_NONE, SFSM_NONE},
        {{{REWARD, GIVEN}, {POLICY, WEAK}, {REWARD, WITHHELD}}, 3, SFSM_REPEATED_PREDICATE, REWARD, WITHHELD},
        {{{WEATHER, WET}, {WEATHER, WET}}, 2, SFSM_REPEATED_PREDICATE, WEATHER, WET},
        {{{REWARD, GIVEN}, {POLICY, WEAK}, {WEATHER, SNOWY + 1}}, 3, SFSM_UNKNOWN_CASE, WEATHER, SNOWY + 1},
        {{{POLICY, -1}}, 1, SFSM_UNKNOWN_CASE, POLICY, -1},
        {{{POLICY, INT32_MAX}}, 1, SFSM_UNKNOWN_CASE, POLICY, INT32_MAX},
        {{{POLICY, SFSM_NONE}}, 1, SFSM_UNKNOWN_CASE, POLICY, SFSM_NONE},
        {{{POLICY, SFSM_ANY}}, 1, SFSM_UNKNOWN_CASE, POLICY, SFSM_ANY},
    };
    trace trace = {{0}, 0};
    for (size_t index = 0; index < COUNT(calls); index++) { /* each on a machine that knows of no other mistake */
        sfsm_machine *const machine = machine_from(predicate_builder(), HOME, &trace);
        assert_rejected(machine, SFSM_NONE, SFSM_NONE);
        check_sends(machine, &trace, &calls[index], 1);
        sfsm_machine_release(machine);
    }
}

static void the_first_mistake_in_the_order_sent_is_told_and_what_is_missing_last(void **state) {
    (void)state;
    static const sent calls[] = {
        {{{POLICY, 7}, {4, 0}, {POLICY, WEAK}}, 3, SFSM_UNKNOWN_CASE, POLICY, 7},
        {{{4, 0}, {POLICY, 7}}, 2, SFSM_UNKNOWN_PREDICATE, 4, 0},
        {{{POLICY, WEAK}, {POLICY, STRONG}, {4, 0}, {WEATHER, 7}}, 4, SFSM_REPEATED_PREDICATE, POLICY, STRONG},
        {{{POLICY, WEAK}, {POLICY, 7}}, 2, SFSM_UNKNOWN_CASE, POLICY, 7}, /* that comes before its repetition */
        {{{WEATHER, WET}, {POLICY, STRONG}, {WEATHER, DRY}, {POLICY, WEAK}}, 4, SFSM_REPEATED_PREDICATE, WEATHER, DRY},
        {{{4, 0}, {4, 0}}, 2, SFSM_UNKNOWN_PREDICATE, 4, 0},
    };
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(predicate_builder(), HOME, &trace);
    check_sends(machine, &trace, calls, COUNT(calls));
    sfsm_machine_release(machine);
}

static void a_rejected_case_is_remembered_until_the_next(void **state) {
    (void)state;
    sfsm_machine *const machine = machine_from(predicate_builder(), HOME, &(trace){{0}, 0});
    int32_t predicate = 4711, value = 4711;
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, CASES({WEATHER, 99}))), SFSM_UNKNOWN_CASE);
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(STAY, CASES({REWARD, GIVEN}, {POLICY, WEAK}, {WEATHER, DRY}))),
                  SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(BACK, CASES({REWARD, GIVEN}, {POLICY, WEAK}, {WEATHER, DRY}))),
                  SFSM_UNHANDLED);
    assert_status(sfsm_machine_send_message(machine, MESSAGE(4711)), SFSM_UNKNOWN_EVENT);
    assert_rejected(machine, WEATHER, 99);
    assert_status(sfsm_machine_rejected_case(machine, &predicate, NULL), SFSM_OK);
    assert_status(sfsm_machine_rejected_case(machine, NULL, &value), SFSM_OK);
    assert_status(sfsm_machine_rejected_case(machine, NULL, NULL), SFSM_OK);
    assert_int_equal(predicate, WEATHER);
    assert_int_equal(value, 99);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_MISSING_PREDICATE);
    assert_rejected(machine, REWARD, SFSM_NONE);
    sfsm_machine_release(machine);
}

/* A count that no array can have, and an array that is not there, are told before anything else is looked at. */
static void arrays_are_looked_at_before_events_and_cases_after_them(void **state) {
    (void)state;
    static const sfsm_case wrong[] = {{4, 0}};
    for (int is_lenient = 0; is_lenient < 2; is_lenient++) {
        sfsm_builder *const builder = predicate_builder();
        sfsm_machine *const machine =
            is_lenient ? lenient_machine_from(builder, HOME, NULL) : machine_from(builder, HOME, NULL);
        static const int32_t events[] = {STAY, 4711, SFSM_NONE};
        for (size_t index = 0; index < COUNT(events); index++) {
            assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(events[index], NULL, 1)),
                          SFSM_NULL_POINTER);
            assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(events[index], NULL, 4711)),
                          SFSM_NULL_POINTER);
        }
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, wrong, SIZE_MAX)), SFSM_OUT_OF_RANGE);
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, wrong, SIZE_MAX / 2 + 1)),
                      SFSM_OUT_OF_RANGE);
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(4711, wrong, 1)), SFSM_UNKNOWN_EVENT);
        for (int32_t id = INT32_MIN; id < SFSM_FIRST_ID; id++) {
            assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(id, wrong, 1)), SFSM_RESERVED_ID);
        }
        assert_status(sfsm_machine_stop(machine), SFSM_OK);
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(SFSM_ANY, wrong, 1)), SFSM_RESERVED_ID);
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, wrong, 1)), SFSM_NOT_RUNNING);
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(4711, wrong, 1)), SFSM_NOT_RUNNING);
        assert_rejected(machine, SFSM_NONE, SFSM_NONE); /* no case was looked at */
        sfsm_machine_release(machine);
    }
}

static int32_t name_stay(const sfsm_step *step, void *words) {
    note(step, words);
    return STAY;
}

/* HOME names STAY when it is updated. */
static sfsm_builder *updated_builder(void) {
    sfsm_builder *const builder = predicate_builder();
    assert_status(sfsm_builder_on_update(builder, state_from(builder, HOME), name_stay, "update", NULL), SFSM_OK);
    return builder;
}

static void a_strict_machine_takes_no_event_without_cases_from_wherever_it_comes(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    int32_t event = 4711;
    size_t count = 4711;
    sfsm_machine *const machine = machine_from(updated_builder(), HOME, &trace);
    static const int32_t events[] = {STAY, GO, BACK}; /* with and without rows that depend on them */
    for (size_t index = 0; index < COUNT(events); index++) {
        assert_status(sfsm_machine_send(machine, events[index]), SFSM_MISSING_PREDICATE);
        assert_status(sfsm_machine_probe(machine, MESSAGE(events[index]), &event), SFSM_MISSING_PREDICATE);
        assert_rejected(machine, REWARD, SFSM_NONE);
    }
    assert_status(sfsm_machine_permitted(machine, NULL, 0, &event, 1, &count), SFSM_MISSING_PREDICATE);
    assert_int_equal(event, 4711);
    assert_int_equal(count, 4711);
    assert_trace(&trace, "");
    assert_status(sfsm_machine_update(machine, 1, NULL, NULL), SFSM_MISSING_PREDICATE);
    assert_trace(&trace, "update");
    assert_status(sfsm_machine_update(machine, 1, NULL, &event), SFSM_OK); /* what is handed over is not sent */
    assert_int_equal(event, STAY);
    assert_trace(&trace, "update");
    assert_int_equal(sfsm_machine_pending(machine), 0);
    sfsm_machine_release(machine);
}

static void a_lenient_machine_takes_any_cases(void **state) {
    (void)state;
    static const struct { sfsm_case cases[4]; size_t count; const char *expected; } calls[] = {
        {{{0, 0}}, 0, "silent"},
        {{{POLICY, WEAK}}, 1, "weak"},
        {{{POLICY, STRONG}}, 1, "silent"},
        {{{POLICY, STRONG}, {REWARD, GIVEN}}, 2, "given strong"},
        {{{REWARD, GIVEN}, {POLICY, STRONG}, {WEATHER, WET}}, 3, "given strong"},
        {{{REWARD, GIVEN}, {WEATHER, DRY}}, 2, "silent"},
        {{{4, -7}, {POLICY, WEAK}}, 2, "weak"}, /* no type of the table's */
        {{{SFSM_ANY, SFSM_ANY}, {INT32_MAX, 0}, {SFSM_NONE, 1}}, 3, "silent"},
        {{{POLICY, WEAK}, {REWARD, GIVEN}, {POLICY, STRONG}}, 3, "weak"}, /* the first counts */
        {{{POLICY, STRONG}, {REWARD, GIVEN}, {REWARD, WITHHELD}, {POLICY, WEAK}}, 4, "given strong"},
    };
    trace trace = {{0}, 0};
    sfsm_machine *const machine = lenient_machine_from(predicate_builder(), HOME, &trace);
    for (size_t index = 0; index < COUNT(calls); index++) {
        assert_status(
            sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, calls[index].cases, calls[index].count)),
            SFSM_TRANSITIONED);
        assert_trace(&trace, calls[index].expected);
    }
    assert_rejected(machine, SFSM_NONE, SFSM_NONE);
    sfsm_machine_release(machine);
}

static void a_lenient_machine_too_refuses_cases_that_a_type_does_not_have(void **state) {
    (void)state;
    static const sent calls[] = {
        {{{POLICY, STRONG + 1}}, 1, SFSM_UNKNOWN_CASE, POLICY, STRONG + 1},
        {{{WEATHER, -1}, {POLICY, 7}}, 2, SFSM_UNKNOWN_CASE, WEATHER, -1},
        {{{4, 0}, {REWARD, SFSM_NONE}}, 2, SFSM_UNKNOWN_CASE, REWARD, SFSM_NONE},
        {{{POLICY, STRONG}, {POLICY, 2}}, 2, SFSM_UNKNOWN_CASE, POLICY, 2}, /* though it would not count */
    };
    trace trace = {{0}, 0};
    sfsm_machine *const machine = lenient_machine_from(predicate_builder(), HOME, &trace);
    check_sends(machine, &trace, calls, COUNT(calls));
    sfsm_machine_release(machine);
}

static void a_lenient_machine_takes_events_without_cases_from_wherever_they_come(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    int32_t target = 4711, events[3];
    size_t count = 0;
    sfsm_machine *const machine = lenient_machine_from(updated_builder(), HOME, &trace);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_probe(machine, MESSAGE(GO), &target), SFSM_TRANSITIONED);
    assert_int_equal(target, AWAY);
    assert_status(sfsm_machine_permitted(machine, NULL, 0, events, COUNT(events), &count), SFSM_OK);
    assert_int_equal(count, 2);
    assert_int_equal(events[0], GO);
    assert_int_equal(events[1], STAY);
    assert_status(sfsm_machine_update(machine, 1, NULL, NULL), SFSM_TRANSITIONED);
    assert_trace(&trace, "silent, update, silent");
    sfsm_machine_release(machine);
}

/* Only if a type is missing can several rows of one rank match: then they count as they were added. */
static void of_rows_that_only_a_missing_type_tells_apart_the_first_is_taken(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 6, MATCHING(SFSM_MATCH(REWARD, GIVEN)), NOTING("given")},
             {HOME, STAY, SFSM_SAME, 7, MATCHING(SFSM_MATCH(POLICY, WEAK)), NOTING("weak")});
    for (int32_t weather = DRY; weather <= SNOWY; weather++) { /* with these three there is no clash */
        ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 8, NOTING("all"), MATCHING(SFSM_MATCH(REWARD, GIVEN),
                           SFSM_MATCH(POLICY, WEAK), SFSM_MATCH(WEATHER, weather))});
    }
    sfsm_machine *const machine = lenient_machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, CASES({POLICY, WEAK}, {REWARD, GIVEN}))),
                  SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, CASES({POLICY, WEAK}))), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(STAY, CASES({POLICY, WEAK}, {REWARD, GIVEN}, {WEATHER, WET}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "given, weak, all");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_strict_machine_takes_exactly_one_case_of_each_type),
        cmocka_unit_test(the_first_mistake_in_the_order_sent_is_told_and_what_is_missing_last),
        cmocka_unit_test(a_rejected_case_is_remembered_until_the_next),
        cmocka_unit_test(arrays_are_looked_at_before_events_and_cases_after_them),
        cmocka_unit_test(a_strict_machine_takes_no_event_without_cases_from_wherever_it_comes),
        cmocka_unit_test(a_lenient_machine_takes_any_cases),
        cmocka_unit_test(a_lenient_machine_too_refuses_cases_that_a_type_does_not_have),
        cmocka_unit_test(a_lenient_machine_takes_events_without_cases_from_wherever_they_come),
        cmocka_unit_test(of_rows_that_only_a_missing_type_tells_apart_the_first_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
