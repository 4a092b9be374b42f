/* Chapter 5, providers: what probes, lists of what is permitted and explanations ask. */
#include "charts.h"
#include "providers.h"

static void a_probe_asks_once(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    services services = SERVICES(GIVEN, STRONG, WET);
    sfsm_machine *const machine = machine_from(depending_builder(&services), HOME, &trace);
    assert_status(sfsm_machine_probe(machine, MESSAGE(DEPENDS), NULL), SFSM_TRANSITIONED);
    assert_trace(&trace, "reward?, policy?, weather?, guard");
    assert_status(sfsm_machine_probe(machine, MESSAGE_MATCHING(DEPENDS, CASES({WEATHER, SNOWY})), NULL), SFSM_UNHANDLED);
    assert_trace(&trace, "reward?, policy?");
    assert_status(sfsm_machine_probe(machine, MESSAGE(PLAIN), NULL), SFSM_TRANSITIONED);
    assert_trace(&trace, "");
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED); /* nothing of it is remembered */
    assert_trace(&trace, "policy?, strong none STRONG none");
    sfsm_machine_release(machine);
}

static void the_events_that_are_permitted_are_found_with_one_answer_of_each(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    int32_t events[8];
    size_t count = 0;
    services services = SERVICES(GIVEN, STRONG, WET);
    sfsm_machine *const machine = machine_from(depending_builder(&services), HOME, &trace);
    assert_status(sfsm_machine_permitted(machine, NULL, 0, events, COUNT(events), &count), SFSM_OK);
    assert_int_equal(count, 4);
    assert_memory_equal(events, ((const int32_t[]){GO, STAY, PLAIN, DEPENDS}), 4 * sizeof *events);
    assert_trace(&trace, "policy?, reward?, weather?, guard"); /* POLICY for STAY, which comes before DEPENDS */
    services.weather.answer = DRY;
    assert_status(sfsm_machine_permitted(machine, MESSAGE_MATCHING(SFSM_ANY, CASES({POLICY, STRONG})),
                                         SFSM_WITHOUT_GUARDS, events, COUNT(events), &count),
                  SFSM_OK);
    assert_int_equal(count, 3);
    assert_trace(&trace, "reward?, weather?");
    sfsm_machine_release(machine);
}

/* A step takes the row of the state inside, and so does not ask what the one around it needs: here an unknown case. */
static void in_a_chart_states_are_asked_from_the_inside_out(void **state) {
    (void)state;
    enum { OUTSIDE = 100, INSIDE };
    trace trace = {{0}, 0};
    services services = SERVICES(GIVEN, 99, WET);
    sfsm_builder *const builder = sfsm_builder_create();
    declare_all(builder);
    provide_all(builder, &services);
    add_nested(builder, OUTSIDE, 0, SFSM_NONE, INSIDE);
    add_nested(builder, INSIDE, 0, OUTSIDE, SFSM_NONE);
    ADD_ROWS(builder, {OUTSIDE, STAY, SFSM_SAME, 1, MATCHING(SFSM_MATCH(POLICY, WEAK))});
    row_from(builder, INSIDE, STAY, SFSM_SAME);
    row_from(builder, OUTSIDE, PLAIN, SFSM_SAME);
    sfsm_machine *const machine = machine_from(builder, OUTSIDE, &trace);
    for (uint32_t flags = 0; flags <= SFSM_WITHOUT_GUARDS; flags++) {
        int32_t events[8];
        size_t count = 0;
        assert_status(sfsm_machine_permitted(machine, NULL, flags, events, COUNT(events), &count), SFSM_OK);
        assert_int_equal(count, 2);
        assert_memory_equal(events, ((const int32_t[]){STAY, PLAIN}), 2 * sizeof *events);
        assert_trace(&trace, "");
    }
    sfsm_machine_release(machine);
}

static void an_explanation_asks_once_and_tells_what_was_answered(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_reason reasons[4];
    size_t count = 0;
    services services = SERVICES(WITHHELD, STRONG, WET);
    sfsm_machine *const machine = machine_from(depending_builder(&services), HOME, &trace);
    assert_status(
        sfsm_machine_explain(machine, MESSAGE_MATCHING(DEPENDS, CASES({WEATHER, WET})), reasons, COUNT(reasons), &count),
        SFSM_UNHANDLED);
    assert_trace(&trace, "reward?, policy?");
    assert_int_equal(count, 2);
    for (size_t index = 0; index < count; index++) {
        assert_int_equal(reasons[index].kind, SFSM_NOT_MATCHED);
        assert_int_equal(reasons[index].predicate, index == 0 ? REWARD : POLICY);
        assert_int_equal(reasons[index].value, index == 0 ? WITHHELD : STRONG);
    }
    services.policy.answer = WEAK;
    assert_status(sfsm_machine_explain(machine, MESSAGE(STAY), reasons, COUNT(reasons), &count), SFSM_TRANSITIONED);
    assert_trace(&trace, "policy?");
    assert_int_equal(count, 2);
    assert_int_equal(reasons[0].kind, SFSM_TAKEN);
    assert_int_equal(reasons[1].kind, SFSM_NOT_MATCHED);
    assert_int_equal(reasons[1].value, WEAK);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_probe_asks_once),
        cmocka_unit_test(the_events_that_are_permitted_are_found_with_one_answer_of_each),
        cmocka_unit_test(in_a_chart_states_are_asked_from_the_inside_out),
        cmocka_unit_test(an_explanation_asks_once_and_tells_what_was_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
