/* Large definitions: more states, events and callbacks than two bytes can count, and tables in which states times events
 * would be thousands of millions. They behave as small ones do, in memory that grows with the rows. Predicate types and
 * their cases are in test_case_sizes.c. */
#include "numbers.h"

#include <sys/resource.h>

enum { FORTH, BACK };

/* A ring of states, each row with an action of its own. */
static void check_ring(size_t states) {
    int32_t taken = -1;
    int32_t *const numbers = numbers_up_to(2 * states);
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t state = 0; state < states; state++) {
        const size_t next = (state + 1) % states;
        add_action(builder, (int32_t)state, FORTH, (int32_t)next, &numbers[2 * state]);
        add_action(builder, (int32_t)next, BACK, (int32_t)state, &numbers[2 * state + 1]);
    }
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_state_count(table), states);
    assert_int_equal(sfsm_table_event_count(table), 2);
    assert_int_equal(sfsm_table_row_count(table), 2 * states);
    sfsm_machine *const machine = machine_over(table, 0, &taken);
    for (size_t state = 0; state < states; state++) {
        assert_status(sfsm_machine_send(machine, FORTH), SFSM_TRANSITIONED);
        assert_int_equal(taken, 2 * state);
        assert_int_equal(sfsm_machine_state(machine), (state + 1) % states);
    }
    for (size_t state = states; state-- > 0;) {
        assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
        assert_int_equal(taken, 2 * state + 1);
        assert_int_equal(sfsm_machine_state(machine), state);
    }
    assert_status(sfsm_machine_set_state(machine, (int32_t)states), SFSM_UNKNOWN_STATE);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
    free(numbers);
}

static void rings_of_every_size_from_one_state_up(void **state) {
    (void)state;
    static const size_t sizes[] = {1, 2, 3, 4, 5, 127, 128, 129, 255, 256, 257, 1023, 1024, 1025, 4097};
    for (size_t index = 0; index < COUNT(sizes); index++) {
        check_ring(sizes[index]);
    }
}

static void just_more_states_than_two_bytes_count(void **state) {
    (void)state;
    for (size_t states = test_size(65533, 1000); states <= test_size(65540, 1001); states++) {
        check_ring(states);
    }
}

static void a_hundred_thousand_states(void **state) {
    (void)state;
    check_ring(test_size(100000, 5000));
}

static void a_hundred_thousand_events_of_one_state(void **state) {
    (void)state;
    const size_t events = test_size(100000, 5000);
    int32_t taken = -1;
    int32_t *const numbers = numbers_up_to(events);
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t event = 0; event < events; event++) {
        add_action(builder, 0, (int32_t)event, SFSM_SAME, &numbers[event]);
    }
    sfsm_machine *const machine = machine_from(builder, 0, &taken);
    size_t count = 0;
    int32_t last[3];
    for (size_t event = 0; event < events; event++) {
        assert_status(sfsm_machine_send(machine, (int32_t)event), SFSM_TRANSITIONED);
        assert_int_equal(taken, event);
    }
    assert_status(sfsm_machine_send(machine, (int32_t)events), SFSM_UNKNOWN_EVENT);
    assert_status(sfsm_machine_permitted(machine, NULL, 0, last, COUNT(last), &count), SFSM_OK);
    assert_int_equal(count, events);
    assert_int_equal(last[2], 2);
    sfsm_machine_release(machine);
    free(numbers);
}

static void a_hundred_thousand_actions_of_one_row(void **state) {
    (void)state;
    const size_t actions = test_size(100000, 5000);
    int32_t taken = -1;
    int32_t *const numbers = numbers_up_to(actions);
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t row = row_from(builder, 0, 0, SFSM_SAME);
    for (size_t action = 0; action < actions; action++) {
        assert_status(sfsm_builder_add_action(builder, row, take_number, &numbers[action], NULL), SFSM_OK);
    }
    sfsm_machine *const machine = machine_from(builder, 0, &taken);
    assert_status(sfsm_machine_send(machine, 0), SFSM_TRANSITIONED);
    assert_int_equal(taken, actions - 1);
    sfsm_machine_release(machine);
    free(numbers);
}

/* States with an event of their own each, and rows for any state and any event beside them. State s is 10 s, its event
 * 7 s + 1; the wildcards can be left out. */
typedef struct wide {
    size_t states;
    bool by_state, by_event, everywhere;
} wide;

/* What an action says of the row that it belongs to. */
enum { EXACT, BY_STATE, BY_EVENT, EVERYWHERE, KINDS };

static sfsm_table *wide_table(const wide *wide, int32_t *numbers) {
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t state = 0; state < wide->states; state++) {
        const int32_t source = (int32_t)(10 * state), event = (int32_t)(7 * state + 1);
        const int32_t target = (int32_t)(10 * ((state + 1) % wide->states));
        int32_t *const number = &numbers[KINDS * state];
        add_action(builder, source, event, target, &number[EXACT]);
        if (wide->by_state) {
            add_action(builder, source, SFSM_ANY, SFSM_SAME, &number[BY_STATE]);
        }
        if (wide->by_event) {
            add_action(builder, SFSM_ANY, event, target, &number[BY_EVENT]);
        }
    }
    if (wide->everywhere) {
        add_action(builder, SFSM_ANY, SFSM_ANY, SFSM_INTERNAL, &numbers[EVERYWHERE]);
    }
    return table_from(builder);
}

/* Sends in state `state` the event of `other`, or one of nobody's if that is no state. */
static void check_cell(sfsm_machine *machine, const wide *wide, size_t state, size_t other, int32_t *taken) {
    const bool known = other < wide->states;
    const int32_t event = known ? (int32_t)(7 * other + 1) : 3;
    int32_t expected = -1;
    size_t arrival = state;
    if (state == other) {
        expected = (int32_t)(KINDS * state + EXACT);
        arrival = (state + 1) % wide->states;
    } else if (wide->by_state) {
        expected = (int32_t)(KINDS * state + BY_STATE);
    } else if (wide->by_event && known) {
        expected = (int32_t)(KINDS * other + BY_EVENT);
        arrival = (other + 1) % wide->states;
    } else if (wide->everywhere) {
        expected = EVERYWHERE;
    }
    *taken = -1;
    assert_status(sfsm_machine_set_state(machine, (int32_t)(10 * state)), SFSM_OK);
    assert_status(sfsm_machine_send(machine, event),
                  expected >= 0 ? SFSM_TRANSITIONED : known ? SFSM_UNHANDLED : SFSM_UNKNOWN_EVENT);
    assert_int_equal(*taken, expected);
    assert_int_equal(sfsm_machine_state(machine), 10 * arrival);
}

static void check_wide(const wide *wide) {
    int32_t taken = -1;
    int32_t *const numbers = numbers_up_to(KINDS * wide->states);
    sfsm_table *const table = wide_table(wide, numbers);
    sfsm_machine *const machine = machine_over(table, 0, &taken);
    /* Some hundreds of bytes a row, which are never more than three a state and one. */
    assert_in_range(sfsm_table_size(table), 1, 500 * (3 * wide->states + 1) + 65536 * 8);
    const size_t stride = wide->states / 50 + 1;
    for (size_t state = 0; state < wide->states; state += stride) {
        check_cell(machine, wide, state, state, &taken);
        check_cell(machine, wide, state, wide->states, &taken);
        for (size_t other = 0; other < wide->states; other += stride) {
            check_cell(machine, wide, state, (other + state) % wide->states, &taken);
        }
    }
    for (size_t state = 0; state < wide->states; state++) {
        check_cell(machine, wide, state, state, &taken);
    }
    size_t count = 0;
    int32_t event = -1;
    assert_status(sfsm_machine_set_state(machine, 0), SFSM_OK);
    assert_status(sfsm_machine_permitted(machine, NULL, 0, &event, 1, &count), SFSM_OK);
    assert_int_equal(count, wide->by_state || wide->by_event || wide->everywhere ? wide->states : 1);
    assert_int_equal(event, 1);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
    free(numbers);
}

static void check_every_kind(size_t states) {
    for (int kinds = 0; kinds < 8; kinds++) {
        const wide wide = {states, kinds & 1, kinds & 2, kinds & 4};
        check_wide(&wide);
    }
}

static void an_event_of_its_own_for_each_of_some_states(void **state) {
    (void)state;
    static const size_t sizes[] = {1, 2, 10, 100, 181, 182, 255, 256, 257, 300, 700};
    for (size_t index = 0; index < (size_t)test_size(COUNT(sizes), 6); index++) {
        check_every_kind(sizes[index]);
    }
}

static void an_event_of_its_own_for_each_of_twenty_thousand_states(void **state) {
    (void)state;
    check_every_kind(test_size(20000, 1000));
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    /* 400 million cells of two bytes would be 800 MB; all the building above took far less. */
    assert_in_range(usage.ru_maxrss, 1, 400 * 1024);
}

/* With entry and exit callbacks, a row for any state would run other callbacks in each of them. */
static void rows_for_any_state_among_many_states_with_callbacks(void **state) {
    (void)state;
    const size_t states = test_size(20000, 1000);
    int32_t taken = -1;
    int32_t *const numbers = numbers_up_to(states);
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t number = 0; number < states; number++) {
        size_t block = 0;
        assert_status(sfsm_builder_add_state(builder, (int32_t)number, 0, &block), SFSM_OK);
        assert_status(sfsm_builder_on_exit(builder, block, take_number, &numbers[number], NULL), SFSM_OK);
        row_from(builder, SFSM_ANY, (int32_t)number, (int32_t)number);
    }
    sfsm_table *const table = table_from(builder);
    assert_in_range(sfsm_table_size(table), 1, 1000 * states + 65536 * 8);
    sfsm_machine *const machine = machine_over(table, 0, &taken);
    for (size_t number = 0, present = 0; number < 2000; number++) {
        const size_t next = (present * 7919 + number) % states;
        taken = -1;
        assert_status(sfsm_machine_send(machine, (int32_t)next), SFSM_TRANSITIONED);
        assert_int_equal(taken, next == present ? -1 : (int32_t)present);
        assert_int_equal(sfsm_machine_state(machine), next);
        present = next;
    }
    sfsm_machine_release(machine);
    sfsm_table_release(table);
    free(numbers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rings_of_every_size_from_one_state_up),
        cmocka_unit_test(just_more_states_than_two_bytes_count),
        cmocka_unit_test(a_hundred_thousand_states),
        cmocka_unit_test(a_hundred_thousand_events_of_one_state),
        cmocka_unit_test(a_hundred_thousand_actions_of_one_row),
        cmocka_unit_test(an_event_of_its_own_for_each_of_some_states),
        cmocka_unit_test(an_event_of_its_own_for_each_of_twenty_thousand_states),
        cmocka_unit_test(rows_for_any_state_among_many_states_with_callbacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
