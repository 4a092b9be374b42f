/* The limit to the steps that one event of a chart may lead to (SFSM_STEP_LIMIT), and how to go on from there. */
#include "charts.h"
#include "plans.h"

enum { OUTER, HERE, THERE, ASIDE };
enum { GO, TELL, ECHO, RING };

/* How many steps were taken, and how many shall be: each but the last raises the next one. */
typedef struct chain {
    int taken, wanted;
} chain;

static int32_t raise_next(const sfsm_step *step, void *context) {
    chain *const chain = context;
    chain->taken++;
    return chain->taken < chain->wanted ? sfsm_machine_raise(step->machine, GO) : 0;
}

static int32_t raise_echo(const sfsm_step *step, void *context) {
    ++*(int *)context;
    return sfsm_machine_raise(step->machine, ECHO);
}

/* HERE and THERE are nested in OUTER, of the kind `flags`; in HERE the event GO goes on with a chain. Row 2 takes TELL
 * there, row 4 in a state that is never active. */
static sfsm_builder *chain_builder(uint32_t flags) {
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_row rows[] = {
        SFSM_ROW(HERE, GO, flags == SFSM_PARALLEL ? HERE : SFSM_INTERNAL, raise_next),
        SFSM_ROW(OUTER, TELL, SFSM_INTERNAL, NULL),
        SFSM_ROW(OUTER, GO, SFSM_INTERNAL, NULL),
        SFSM_ROW(ASIDE, TELL, SFSM_INTERNAL, NULL),
    };
    size_t outer, here, there;
    assert_status(sfsm_builder_add_state(builder, OUTER, flags, &outer), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, HERE, 0, &here), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, THERE, 0, &there), SFSM_OK);
    assert_status(sfsm_builder_nest(builder, here, OUTER), SFSM_OK);
    assert_status(sfsm_builder_nest(builder, there, OUTER), SFSM_OK);
    if (flags != SFSM_PARALLEL) assert_status(sfsm_builder_set_default(builder, outer, HERE), SFSM_OK);
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    return builder;
}

static sfsm_machine *chain_machine(uint32_t flags, chain *chain) {
    return machine_from(chain_builder(flags), OUTER, chain);
}

static void an_event_may_lead_to_so_many_steps(void **state) {
    (void)state;
    const uint32_t kinds[] = {0, SFSM_PARALLEL};
    for (size_t kind = 0; kind < COUNT(kinds); kind++) {
        chain chain = {0, SFSM_STEP_LIMIT};
        sfsm_machine *const machine = chain_machine(kinds[kind], &chain);
        /* Each event begins to count anew. */
        for (int again = 0; again < 3; again++) {
            chain.taken = 0;
            assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
            assert_int_equal(chain.taken, SFSM_STEP_LIMIT);
        }
        sfsm_machine_release(machine);
    }
}

static void the_next_call_goes_on(void **state) {
    (void)state;
    const uint32_t kinds[] = {0, SFSM_PARALLEL};
    for (size_t kind = 0; kind < COUNT(kinds); kind++) {
        chain chain = {0, 2 * SFSM_STEP_LIMIT + 1};
        sfsm_machine *const machine = chain_machine(kinds[kind], &chain);
        assert_status(sfsm_machine_send(machine, GO), SFSM_STEP_LIMIT_REACHED);
        assert_int_equal(chain.taken, SFSM_STEP_LIMIT);
        assert_int_equal(sfsm_machine_pending(machine), 1);
        assert_status(sfsm_machine_run_pending(machine), SFSM_STEP_LIMIT_REACHED);
        assert_int_equal(chain.taken, 2 * SFSM_STEP_LIMIT);
        /* What waited comes before the event that is sent. */
        assert_status(sfsm_machine_send(machine, TELL), SFSM_TRANSITIONED);
        assert_int_equal(chain.taken, chain.wanted);
        assert_int_equal(sfsm_machine_pending(machine), 0);
        sfsm_machine_release(machine);
    }
}

static void an_event_that_is_sent_waits_for_an_endless_one(void **state) {
    (void)state;
    chain chain = {0, 1000 * SFSM_STEP_LIMIT};
    sfsm_machine *const machine = chain_machine(0, &chain);
    assert_status(sfsm_machine_send(machine, GO), SFSM_STEP_LIMIT_REACHED);
    assert_status(sfsm_machine_send(machine, TELL), SFSM_STEP_LIMIT_REACHED);
    assert_int_equal(chain.taken, 2 * SFSM_STEP_LIMIT);
    assert_int_equal(sfsm_machine_pending(machine), 2);
    chain.wanted = 0;
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_int_equal(sfsm_machine_pending(machine), 0);
    sfsm_machine_release(machine);
}

static void plans_have_the_same_limit(void **state) {
    (void)state;
    chain chain = {0, SFSM_STEP_LIMIT + 2};
    sfsm_machine *const machine = chain_machine(0, &chain);
    sfsm_plan plan = {.size = sizeof plan};
    sfsm_outcome outcome = plan_event(machine, GO, &plan);
    for (; outcome == SFSM_TRANSITIONED; outcome = sfsm_machine_plan_pending(machine, &plan)) {
        assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    }
    assert_status(outcome, SFSM_STEP_LIMIT_REACHED);
    assert_int_equal(chain.taken, SFSM_STEP_LIMIT);
    for (int left = 2; left > 0; left--) {
        assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_TRANSITIONED);
        assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    }
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_OK);
    assert_int_equal(chain.taken, chain.wanted);
    sfsm_machine_release(machine);
}

static void a_snapshot_goes_on_as_the_machine(void **state) {
    (void)state;
    chain chain = {0, SFSM_STEP_LIMIT + 5}, other = {0, 7};
    sfsm_table *const table = table_from(chain_builder(0));
    sfsm_machine *const machine = machine_over(table, OUTER, &chain), *const copy = machine_over(table, OUTER, &other);
    char bytes[512];
    size_t size = 0;
    assert_status(sfsm_machine_send(machine, GO), SFSM_STEP_LIMIT_REACHED);
    assert_status(sfsm_machine_snapshot(machine, 0, bytes, sizeof bytes, &size), SFSM_OK);
    assert_status(sfsm_machine_restore(copy, bytes, size, NULL, NULL), SFSM_OK);
    assert_status(sfsm_machine_run_pending(copy), SFSM_OK);
    assert_int_equal(other.taken, other.wanted);
    sfsm_machine_release(copy);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
}

/* Only steps that take a row are counted. */
static void raised_events_that_no_row_takes_are_no_steps(void **state) {
    (void)state;
    chain chain = {0, 1};
    sfsm_builder *const builder = chain_builder(0);
    for (int again = 0; again < 2 * SFSM_STEP_LIMIT; again++) {
        assert_status(sfsm_builder_add_raise(builder, 2, ECHO), SFSM_OK);
    }
    sfsm_machine *const machine = machine_from(builder, OUTER, &chain);
    assert_status(sfsm_machine_send(machine, TELL), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_pending(machine), 0);
    sfsm_machine_release(machine);
}

/* But a hook that raises an event whenever none is taken would never end. */
static void hooks_that_raise_for_ever_have_an_end(void **state) {
    (void)state;
    chain chain = {0, 1};
    sfsm_builder *const builder = chain_builder(0);
    assert_status(sfsm_builder_add_raise(builder, 4, ECHO), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, OUTER, &chain);
    int unhandled = 0;
    assert_status(sfsm_machine_on_unhandled(machine, raise_echo, &unhandled, NULL), SFSM_OK);
    assert_status(sfsm_machine_send(machine, ECHO), SFSM_STEP_LIMIT_REACHED);
    assert_int_equal(unhandled, SFSM_STEP_LIMIT + 1);
    assert_int_equal(sfsm_machine_pending(machine), 1);
    assert_status(sfsm_machine_run_pending(machine), SFSM_STEP_LIMIT_REACHED);
    assert_int_equal(unhandled, 2 * SFSM_STEP_LIMIT + 1);
    assert_status(sfsm_machine_discard_pending(machine), SFSM_OK);
    assert_status(sfsm_machine_send(machine, TELL), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

/* Also where the first step was one within a region. */
static void the_first_event_has_no_other_limit(void **state) {
    (void)state;
    int unhandled = 0;
    chain chain = {0, 2};
    sfsm_builder *const builder = chain_builder(SFSM_PARALLEL);
    const size_t row = row_from(builder, THERE, RING, SFSM_INTERNAL);
    assert_status(sfsm_builder_add_raise(builder, 4, ECHO), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, row, raise_echo, &unhandled, NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, OUTER, &chain);
    assert_status(sfsm_machine_on_unhandled(machine, raise_echo, &unhandled, NULL), SFSM_OK);
    for (int again = 0; again < 2; again++) {
        unhandled = 0;
        assert_status(sfsm_machine_send(machine, RING), SFSM_STEP_LIMIT_REACHED);
        assert_int_equal(unhandled, SFSM_STEP_LIMIT + 1);
        assert_status(sfsm_machine_discard_pending(machine), SFSM_OK);
    }
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_may_lead_to_so_many_steps),
        cmocka_unit_test(the_next_call_goes_on),
        cmocka_unit_test(an_event_that_is_sent_waits_for_an_endless_one),
        cmocka_unit_test(plans_have_the_same_limit),
        cmocka_unit_test(a_snapshot_goes_on_as_the_machine),
        cmocka_unit_test(raised_events_that_no_row_takes_are_no_steps),
        cmocka_unit_test(hooks_that_raise_for_ever_have_an_end),
        cmocka_unit_test(the_first_event_has_no_other_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
