/* Adoption in circles, very deep, very wide, over very many ways, and by very many states: an answer each time, in
 * bounded time and memory. */
#include "superstates.h"

#include <sys/resource.h>

/* `length` superstates that adopt each other in a circle; one of them has a row. */
static size_t circle_from(sfsm_builder *builder, size_t length) {
    const size_t first = superstate_from(builder);
    size_t last = first;
    for (size_t number = 1; number < length; number++) {
        const size_t next = superstate_from(builder);
        adopt(builder, last, next);
        last = next;
    }
    adopt(builder, last, first);
    add_row_to(builder, first, SFSM_NONE, STAY, SFSM_SAME, 7);
    return first;
}

static void adopting_in_a_circle_is_reported_once(void **state) {
    (void)state;
    const size_t lengths[] = {1, 2, 3, test_size(100000, 2000)};
    for (size_t index = 0; index < COUNT(lengths) * 2; index++) {
        sfsm_builder *const builder = sound_builder();
        const size_t member = circle_from(builder, lengths[index / 2]);
        if (index % 2 == 0) { /* or nobody adopts it */
            adopt(builder, state_from(builder, HOME), member);
            adopt(builder, state_from(builder, AWAY), member);
        }
        const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_CIRCULAR_ADOPTION, "superstate", "adopts itself");
        assert_int_equal(fault.state, SFSM_NONE);
        assert_int_equal(fault.event, SFSM_NONE);
        assert_int_equal(fault.target, SFSM_NONE);
        assert_int_equal(fault.line, SUPERSTATE_LINE);
    }
}

static void adopting_oneself_twice_is_one_circle(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    const size_t member = circle_from(builder, 1);
    adopt(builder, member, member);
    ONLY_FAULT(builder, SFSM_CIRCULAR_ADOPTION, "adopts itself");
}

static void several_circles_are_several_faults_beside_all_others(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    circle_from(builder, 2);
    circle_from(builder, 1);
    circle_from(builder, 5);
    add_row(builder, AWAY, STAY, NOWHERE, 8);
    sfsm_diagnostics *const faults = faults_of(builder);
    assert_int_equal(sfsm_diagnostics_count(faults), 4);
    assert_int_equal(count_of_kind(faults, SFSM_CIRCULAR_ADOPTION), 3);
    assert_int_equal(count_of_kind(faults, SFSM_UNKNOWN_TARGET), 1);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void a_circle_hides_what_would_only_come_of_it(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    const size_t home = state_from(builder, HOME);
    adopt(builder, home, circle_from(builder, 2));
    add_overriding_row(builder, home, HOME, STAY, AWAY, 8); /* there is something to override, after all */
    ONLY_FAULT(builder, SFSM_CIRCULAR_ADOPTION, "adopts itself");
}

/* Superstates each of which adopts the one before; the last of them. `event` is that of the first one's only row. */
static size_t chain_from(sfsm_builder *builder, size_t levels, int32_t event) {
    size_t top = superstate_from(builder);
    add_row_to(builder, top, SFSM_NONE, event, AWAY, 7);
    for (size_t level = 1; level < levels; level++) {
        const size_t next = superstate_from(builder);
        adopt(builder, next, top);
        top = next;
    }
    return top;
}

static int32_t count_step(const sfsm_step *step, void *context) {
    (void)step;
    ++*(size_t *)context;
    return 0;
}

static void superstates_may_be_adopted_any_number_of_levels_deep(void **state) {
    (void)state;
    const size_t depths[] = {1000, 60000, test_size(100000, 70000)};
    for (size_t index = 0; index < COUNT(depths); index++) {
        size_t entries = 0;
        sfsm_builder *const builder = sound_builder();
        const size_t home = state_from(builder, HOME);
        const size_t top = chain_from(builder, depths[index], STAY);
        adopt(builder, home, top);
        for (size_t block = home + 1; block <= top; block++) {
            assert_status(sfsm_builder_on_entry(builder, block, count_step, &entries, NULL), SFSM_OK);
        }
        sfsm_machine *const machine = machine_from(builder, HOME, NULL);
        assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
        assert_int_equal(sfsm_machine_state(machine), AWAY);
        assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
        assert_int_equal(entries, depths[index]);
        sfsm_machine_release(machine);
    }
}

static void a_state_may_adopt_any_number_of_superstates(void **state) {
    (void)state;
    const int32_t width = (int32_t)test_size(100000, 70000);
    sfsm_builder *const builder = sound_builder();
    const size_t home = state_from(builder, HOME);
    for (int32_t number = 0; number < width; number++) {
        const size_t base = superstate_from(builder);
        add_row_to(builder, base, SFSM_NONE, 1000 + number, AWAY, 7);
        adopt(builder, home, base);
    }
    sfsm_machine *const machine = machine_from(builder, HOME, NULL);
    assert_status(sfsm_machine_send(machine, 1000 + width - 1), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    sfsm_machine_release(machine);
}

static long peak_kilobytes(void) {
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

/* A pile of superstates, each of which adopts the one below it twice: the lowest is there 2 to the `levels` times. */
static size_t pile_from(sfsm_builder *builder, size_t levels) {
    size_t top = superstate_from(builder);
    add_row_to(builder, top, SFSM_NONE, STAY, SFSM_SAME, 7);
    for (size_t level = 0; level < levels; level++) {
        const size_t next = superstate_from(builder);
        adopt(builder, next, top);
        adopt(builder, next, top);
        top = next;
    }
    return top;
}

static void a_billion_ways_are_too_many(void **state) {
    (void)state;
    static const size_t levels[] = {20, 30, 64, 1000}; /* no number counts the ways of the last ones */
    const long peak = peak_kilobytes();
    for (size_t index = 0; index < COUNT(levels); index++) {
        sfsm_builder *const builder = sound_builder();
        adopt(builder, state_from(builder, HOME), pile_from(builder, levels[index]));
        const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_CIRCULAR_ADOPTION, "HOME", "adopt", "1048576", "one");
        assert_int_equal(fault.state, HOME);
        assert_int_equal(fault.line, STATE_LINE);
    }
    assert_in_range(peak_kilobytes() - peak, 0, 64 * 1024);
}

/* All states count together, and the one at which it is too much is named. */
static void ways_of_all_states_count_together(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    const size_t pile = pile_from(builder, 18); /* 2 to the 19 ways, less 2 */
    for (int32_t number = 0; number < 4; number++) {
        adopt(builder, state_from(builder, 100 + number), pile);
    }
    sfsm_diagnostics *const faults = faults_of(builder);
    assert_int_equal(count_of_kind(faults, SFSM_CIRCULAR_ADOPTION), 1);
    assert_int_equal(diagnostic_at(faults, 0).state, 102);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void thousands_of_ways_are_not_too_many(void **state) {
    (void)state;
    enum { LEVELS = 12 };
    size_t entries = 0;
    sfsm_builder *const builder = sound_builder();
    const size_t home = state_from(builder, HOME), base = superstate_from(builder);
    size_t top = base;
    assert_status(sfsm_builder_on_entry(builder, base, count_step, &entries, NULL), SFSM_OK);
    for (size_t level = 0; level < LEVELS; level++) {
        const size_t next = superstate_from(builder);
        adopt(builder, next, top);
        adopt(builder, next, top);
        top = next;
    }
    adopt(builder, home, top);
    sfsm_machine *const machine = machine_from(builder, AWAY, NULL);
    assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
    assert_int_equal(entries, 1 << LEVELS);
    sfsm_machine_release(machine);
}

static int32_t do_nothing(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

static void a_thousand_states_may_share_a_hundred_rows(void **state) {
    (void)state;
    enum { ROWS = 100 };
    const int32_t states = (int32_t)test_size(1000, 100);
    size_t actions = 0, entries = 0, finalized = 0, changes = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t base = superstate_from(builder);
    for (int32_t event = 0; event < ROWS; event++) {
        const sfsm_callback action = {count_step, &actions, NULL};
        const sfsm_row row = {.source = SFSM_NONE, .event = event, .target = event * 7 % states, .actions = &action,
                              .action_count = 1, .block = base};
        assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    }
    assert_status(sfsm_builder_on_entry(builder, base, count_step, &entries, NULL), SFSM_OK);
    assert_status(sfsm_builder_on_cycle(builder, base, do_nothing, &finalized, count_call), SFSM_OK);
    for (int32_t number = 0; number < states; number++) {
        adopt(builder, state_from(builder, number), base);
    }
    add_overriding_row(builder, 0, states - 1, 0, SFSM_INTERNAL, 9);
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_state_count(table), states);
    assert_int_equal(sfsm_table_event_count(table), ROWS);
    sfsm_machine *const machine = machine_over(table, 0, NULL);
    for (int32_t source = 0; source < states; source++) {
        for (int32_t event = 0; event < ROWS; event++) {
            const int32_t target = source == states - 1 && event == 0 ? source : event * 7 % states;
            assert_status(sfsm_machine_set_state(machine, source), SFSM_OK);
            assert_status(sfsm_machine_send(machine, event), SFSM_TRANSITIONED);
            assert_int_equal(sfsm_machine_state(machine), target);
            changes += target != source;
        }
    }
    assert_int_equal(actions, states * ROWS - 1); /* all but the overridden one's */
    assert_int_equal(entries, changes);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
    assert_int_equal(finalized, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adopting_in_a_circle_is_reported_once),
        cmocka_unit_test(adopting_oneself_twice_is_one_circle),
        cmocka_unit_test(several_circles_are_several_faults_beside_all_others),
        cmocka_unit_test(a_circle_hides_what_would_only_come_of_it),
        cmocka_unit_test(superstates_may_be_adopted_any_number_of_levels_deep),
        cmocka_unit_test(a_state_may_adopt_any_number_of_superstates),
        cmocka_unit_test(a_billion_ways_are_too_many),
        cmocka_unit_test(ways_of_all_states_count_together),
        cmocka_unit_test(thousands_of_ways_are_not_too_many),
        cmocka_unit_test(a_thousand_states_may_share_a_hundred_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
