/* Ids are the caller's: whatever numbers stand for the states and events of a definition, it behaves the same. Every
 * shape of ids is driven through the same random walk, and compared with plain arrays of what each event comes to. */
#include "support.h"

/* The definition in small numbers: where event e leads from state s, by rows of each of the four kinds. */
enum { STATES = 23, EVENTS = 17 };
typedef struct model {
    int exact[STATES][EVENTS]; /* a state, or one of those below; NO_ROW where there is none */
    int by_state[STATES], by_event[EVENTS], everywhere;
} model;
enum { NO_ROW = -1, STAYS = -2, INSIDE = -3 };

/* A small generator of the same numbers on every machine. */
static uint32_t next_random(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static int random_target(uint32_t *seed) {
    const uint32_t number = next_random(seed) % (STATES + 4);
    return number < STATES ? (int)number : number % 2 == 0 ? STAYS : INSIDE;
}

static model random_model(uint32_t *seed, unsigned percent) {
    model model;
    for (int state = 0; state < STATES; state++) {
        for (int event = 0; event < EVENTS; event++) {
            model.exact[state][event] = next_random(seed) % 100 < percent ? random_target(seed) : NO_ROW;
        }
        model.by_state[state] = next_random(seed) % 100 < percent / 4 ? random_target(seed) : NO_ROW;
    }
    for (int event = 0; event < EVENTS; event++) {
        model.by_event[event] = next_random(seed) % 100 < percent / 4 ? random_target(seed) : NO_ROW;
    }
    model.everywhere = next_random(seed) % 3 == 0 ? random_target(seed) : NO_ROW;
    return model;
}

/* The row that the header says is taken. */
static int target_in(const model *model, int state, int event) {
    if (model->exact[state][event] != NO_ROW) {
        return model->exact[state][event];
    }
    if (model->by_state[state] != NO_ROW) {
        return model->by_state[state];
    }
    return model->by_event[event] != NO_ROW ? model->by_event[event] : model->everywhere;
}

/* The shapes: a number of the model to an id. */
typedef int32_t (*shape)(int number);
static int32_t dense(int number) { return number; }
static int32_t dense_elsewhere(int number) { return 1000000007 + number; }
static int32_t descending_negative(int number) { return -1 - number; }
static int32_t around_zero(int number) { return number - 9; }
static int32_t from_the_lowest(int number) { return SFSM_FIRST_ID + number; }
static int32_t up_to_the_highest(int number) { return INT32_MAX - number; }
static int32_t at_both_ends(int number) { return number % 2 == 0 ? SFSM_FIRST_ID + number : INT32_MAX - number; }
static int32_t with_gaps(int number) { return number * number * 3 - 100; }
static int32_t powers_of_two(int number) { return number == 0 ? 0 : (int32_t)(UINT32_C(1) << (number - 1)); }
static int32_t scattered(int number) {
    /* Odd multiples modulo 2^32 are all different; bit 4 keeps them above the reserved ids. */
    return (int32_t)((int64_t)((uint32_t)(number + 1) * UINT32_C(2654435769)) - INT64_C(2147483648)) | 16;
}
static int32_t multiples_of_65536(int number) { return (number - 11) * 65536; }

static const shape shapes[] = {
    dense,     dense_elsewhere, descending_negative, around_zero, from_the_lowest, up_to_the_highest, at_both_ends,
    with_gaps, powers_of_two,   scattered,           multiples_of_65536,
};

static int32_t target_id(int target, shape states) {
    return target == STAYS ? SFSM_SAME : target == INSIDE ? SFSM_INTERNAL : states(target);
}

static int32_t count_event(const sfsm_step *step, void *context) {
    (void)context;
    ++*(size_t *)step->context;
    return 0;
}

static sfsm_table *table_of_model(const model *model, shape states, shape events) {
    sfsm_builder *const builder = sfsm_builder_create();
    for (int state = 0; state < STATES; state++) {
        sfsm_row rows[EVENTS + 1] = {{.source = 0}};
        size_t count = 0;
        for (int event = 0; event <= EVENTS; event++) {
            const int target = event < EVENTS ? model->exact[state][event] : model->by_state[state];
            if (target != NO_ROW) {
                rows[count++] = (sfsm_row)SFSM_ROW(states(state), event < EVENTS ? events(event) : SFSM_ANY,
                                                   target_id(target, states), count_event);
            }
        }
        assert_status(sfsm_builder_add_rows(builder, rows, count), SFSM_OK);
        assert_status(sfsm_builder_add_state(builder, states(state), SFSM_FINAL, NULL), SFSM_OK);
    }
    for (int event = 0; event <= EVENTS; event++) {
        const int target = event < EVENTS ? model->by_event[event] : model->everywhere;
        if (target != NO_ROW) {
            const sfsm_row row = SFSM_ROW(SFSM_ANY, event < EVENTS ? events(event) : SFSM_ANY,
                                          target_id(target, states), count_event);
            assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
        }
    }
    for (int event = 0; event < EVENTS; event++) {
        const sfsm_name name = {events(event), "event"};
        assert_status(sfsm_builder_name_events(builder, &name, 1), SFSM_OK);
    }
    return table_from(builder);
}

static void check_walk(const model *model, shape states, shape events, uint32_t seed) {
    sfsm_table *const table = table_of_model(model, states, events);
    assert_int_equal(sfsm_table_state_count(table), STATES);
    assert_int_equal(sfsm_table_event_count(table), EVENTS);
    size_t actions = 0, expected_actions = 0;
    int present = 0;
    sfsm_machine *const machine = machine_over(table, states(present), &actions);
    const size_t steps = test_size(2000, 100);
    for (size_t step = 0; step < steps; step++) {
        if (next_random(&seed) % 16 == 0) {
            present = (int)(next_random(&seed) % STATES);
            assert_status(sfsm_machine_set_state(machine, states(present)), SFSM_OK);
        }
        const int event = (int)(next_random(&seed) % EVENTS), target = target_in(model, present, event);
        assert_status(sfsm_machine_probe(machine, MESSAGE(events(event)), NULL),
                      target == NO_ROW ? SFSM_UNHANDLED : SFSM_TRANSITIONED);
        assert_status(sfsm_machine_send(machine, events(event)),
                      target == NO_ROW ? SFSM_UNHANDLED : SFSM_TRANSITIONED);
        expected_actions += target != NO_ROW;
        present = target >= 0 ? target : present;
        assert_int_equal(sfsm_machine_state(machine), states(present));
        assert_int_equal(actions, expected_actions);
    }
    sfsm_machine_release(machine);
    sfsm_table_release(table);
}

static void every_shape_of_ids_behaves_alike(void **state) {
    (void)state;
    for (uint32_t number = 0; number < test_size(8, 2); number++) {
        uint32_t seed = 20260101u + number;
        print_message("definition of seed %u\n", (unsigned)seed);
        const model model = random_model(&seed, number % 4 * 30 + 5);
        for (size_t index = 0; index < COUNT(shapes); index++) {
            check_walk(&model, shapes[index], shapes[(index + number) % COUNT(shapes)], seed);
        }
    }
}

/* Ids that lie between, before and behind those in use are unknown, however they are looked up. */
static void neighbours_of_ids_in_use_are_unknown(void **state) {
    (void)state;
    for (size_t index = 0; index < COUNT(shapes); index++) {
        const shape shape = shapes[index];
        sfsm_builder *const builder = sfsm_builder_create();
        for (int number = 0; number < STATES; number++) {
            row_from(builder, shape(number), shape(number), shape((number + 1) % STATES));
        }
        sfsm_machine *const machine = machine_from(builder, shape(0), NULL);
        for (int number = 0; number < STATES; number++) {
            for (int64_t distance = -2; distance <= 2; distance++) {
                const int64_t wide = (int64_t)shape(number) + distance;
                bool in_use = false;
                for (int other = 0; other < STATES; other++) {
                    in_use = in_use || shape(other) == wide;
                }
                if (wide < SFSM_FIRST_ID || wide > INT32_MAX || in_use) {
                    continue;
                }
                assert_status(sfsm_machine_set_state(machine, (int32_t)wide), SFSM_UNKNOWN_STATE);
                assert_status(sfsm_machine_send(machine, (int32_t)wide), SFSM_UNKNOWN_EVENT);
            }
        }
        assert_status(sfsm_machine_send(machine, shape(0)), SFSM_TRANSITIONED);
        assert_int_equal(sfsm_machine_state(machine), shape(1));
        sfsm_machine_release(machine);
    }
}

static void the_lowest_and_the_highest_id_stand_side_by_side(void **state) {
    (void)state;
    const sfsm_row rows[] = {
        SFSM_ROW(SFSM_FIRST_ID, INT32_MAX, INT32_MAX, NULL),
        SFSM_ROW(INT32_MAX, SFSM_FIRST_ID, SFSM_FIRST_ID, NULL),
        SFSM_ROW(INT32_MAX, 0, SFSM_SAME, NULL),
    };
    sfsm_table *const table = table_of_rows(rows, COUNT(rows));
    assert_in_range(sfsm_table_size(table), 1, 100000); /* and nothing is kept for the four thousand millions between */
    sfsm_machine *const machine = machine_over(table, SFSM_FIRST_ID, NULL);
    sfsm_table_release(table);
    assert_status(sfsm_machine_send(machine, INT32_MAX), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), INT32_MAX);
    assert_status(sfsm_machine_send(machine, INT32_MAX), SFSM_UNHANDLED);
    assert_status(sfsm_machine_send(machine, SFSM_FIRST_ID), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), SFSM_FIRST_ID);
    assert_status(sfsm_machine_send(machine, 0), SFSM_UNHANDLED);
    assert_status(sfsm_machine_send(machine, 1), SFSM_UNKNOWN_EVENT);
    sfsm_machine_release(machine);
}

/* Most bits of these ids are alike, which a careless hash would throw together. */
static void ids_that_differ_in_high_bits_alone_are_told_apart(void **state) {
    (void)state;
    enum { HALF = 4096, DISTANCE = 1 << 19 };
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t number = 1 - HALF; number < HALF; number++) {
        row_from(builder, number * DISTANCE, number * DISTANCE, (number + 1 < HALF ? number + 1 : 1 - HALF) * DISTANCE);
    }
    sfsm_machine *const machine = machine_from(builder, 0, NULL);
    for (int32_t round = 0, number = 0; round < 2 * HALF - 1; round++) {
        assert_status(sfsm_machine_send(machine, number * DISTANCE), SFSM_TRANSITIONED);
        number = number + 1 < HALF ? number + 1 : 1 - HALF;
        assert_int_equal(sfsm_machine_state(machine), number * DISTANCE);
    }
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_of_ids_behaves_alike),
        cmocka_unit_test(neighbours_of_ids_in_use_are_unknown),
        cmocka_unit_test(the_lowest_and_the_highest_id_stand_side_by_side),
        cmocka_unit_test(ids_that_differ_in_high_bits_alone_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
