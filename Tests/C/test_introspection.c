/* Chapter 7: the states, events and predicate types of a table one by one, and the names of all that has one. */
#include "matches.h"

#include <stdio.h>

/* The shapes of ids: a number to an id. */
typedef int32_t (*shape)(int32_t number);
static int32_t dense(int32_t number) { return number; }
static int32_t dense_below_zero(int32_t number) { return number - 1000; }
static int32_t from_the_lowest(int32_t number) { return SFSM_FIRST_ID + number; }
static int32_t up_to_the_highest(int32_t number) { return INT32_MAX - number; }
static int32_t at_both_ends(int32_t number) { return number % 2 ? INT32_MAX - number : SFSM_FIRST_ID + number; }
static int32_t with_gaps(int32_t number) { return number * number * 3 - 100; }
static int32_t scattered(int32_t number) {
    /* Odd multiples modulo 2^32 are all different; bit 4 keeps them above the reserved ids. */
    return (int32_t)((int64_t)((uint32_t)(number + 1) * UINT32_C(2654435769)) - INT64_C(2147483648)) | 16;
}
static const shape shapes[] = {dense,        dense_below_zero, from_the_lowest, up_to_the_highest,
                               at_both_ends, with_gaps,        scattered};

static int ascending(const void *left, const void *right) {
    const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
    return (a > b) - (a < b);
}

/* The ids that `list` gives for 0, 1, 2 … must be these, in ascending order, and no more. */
static void check_list(const sfsm_table *table, size_t (*count)(const sfsm_table *),
                       int32_t (*list)(const sfsm_table *, size_t), int32_t *expected, size_t expected_count) {
    qsort(expected, expected_count, sizeof *expected, ascending);
    assert_int_equal(count(table), expected_count);
    for (size_t index = 0; index < expected_count; index++) {
        assert_int_equal(list(table, index), expected[index]);
    }
    for (size_t beyond = 0; beyond < 3; beyond++) {
        assert_int_equal(list(table, expected_count + beyond), SFSM_NONE);
    }
    assert_int_equal(list(table, SIZE_MAX), SFSM_NONE);
    assert_int_equal(list(table, (size_t)UINT32_MAX + 1), SFSM_NONE);
}

enum { STATES = 37, EVENTS = 11, TYPES = 5 };

/* A ring whose states, events and types were added neither in ascending nor in descending order. */
static sfsm_table *ring_of(shape states, shape events, shape types) {
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t number = 0; number < TYPES; number++) {
        declare(builder, types(number * 3 % TYPES), number + 1);
    }
    for (int32_t number = 0; number < STATES; number++) {
        const int32_t mixed = number * 23 % STATES;
        row_from(builder, states(mixed), events(mixed % EVENTS), states((mixed + 1) % STATES));
    }
    return table_from(builder);
}

static void states_events_and_types_are_listed_in_ascending_order(void **state) {
    (void)state;
    for (size_t index = 0; index < COUNT(shapes); index++) {
        const shape states = shapes[index], events = shapes[(index + 2) % COUNT(shapes)];
        const shape types = shapes[(index + 5) % COUNT(shapes)];
        int32_t state_ids[STATES], event_ids[EVENTS], type_ids[TYPES];
        for (int32_t number = 0; number < STATES; number++) {
            state_ids[number] = states(number);
            event_ids[number % EVENTS] = events(number % EVENTS);
            type_ids[number % TYPES] = types(number % TYPES);
        }
        sfsm_table *const table = ring_of(states, events, types);
        check_list(table, sfsm_table_state_count, sfsm_table_state_at, state_ids, STATES);
        check_list(table, sfsm_table_event_count, sfsm_table_event_at, event_ids, EVENTS);
        check_list(table, sfsm_table_predicate_count, sfsm_table_predicate_at, type_ids, TYPES);
        for (int32_t number = 0; number < TYPES; number++) {
            assert_int_equal(sfsm_table_case_count(table, types(number * 3 % TYPES)), number + 1);
        }
        sfsm_table_release(table);
    }
}

static void many_ids_are_listed_too(void **state) {
    (void)state;
    const size_t count = test_size(100000, 3000);
    int32_t *const ids = malloc(count * sizeof *ids);
    assert_non_null(ids);
    for (size_t index = 0; index < COUNT(shapes); index++) {
        if (shapes[index] == with_gaps) {
            continue; /* so many squares would not fit */
        }
        sfsm_builder *const builder = sfsm_builder_create();
        for (size_t number = 0; number < count; number++) {
            ids[number] = shapes[index]((int32_t)number);
            row_from(builder, ids[number], ids[number], SFSM_SAME);
        }
        sfsm_table *const table = table_from(builder);
        check_list(table, sfsm_table_state_count, sfsm_table_state_at, ids, count);
        check_list(table, sfsm_table_event_count, sfsm_table_event_at, ids, count);
        sfsm_table_release(table);
    }
    free(ids);
}

static void reserved_ids_of_rows_are_not_listed(void **state) {
    (void)state;
    int32_t states[] = {HOME, AWAY, END}, events[] = {GO, BACK, STAY};
    const home_blocks own = blocks_of_home(); /* the names make STAY an event, but NOWHERE no state */
    const size_t base = superstate_from(own.builder);
    adopt(own.builder, own.home, base);
    add_row_to(own.builder, base, SFSM_NONE, SFSM_REQUEST, SFSM_ANY, 3);
    add_row_to(own.builder, 0, SFSM_ANY, SFSM_ANY, SFSM_INTERNAL, 4);
    assert_status(sfsm_builder_add_state(own.builder, END, SFSM_FINAL, NULL), SFSM_OK);
    sfsm_table *const table = table_from(own.builder);
    check_list(table, sfsm_table_state_count, sfsm_table_state_at, states, COUNT(states));
    check_list(table, sfsm_table_event_count, sfsm_table_event_at, events, COUNT(events));
    check_list(table, sfsm_table_predicate_count, sfsm_table_predicate_at, states, 0);
    sfsm_table_release(table);
}

static void a_type_is_listed_if_it_was_declared_used_or_not(void **state) {
    (void)state;
    static const sfsm_name names[] = {SFSM_NAME(POLICY), SFSM_NAME(REWARD)};
    int32_t types[] = {WEATHER, POLICY};
    sfsm_builder *const builder = sound_builder();
    declare(builder, WEATHER, 3);
    declare(builder, POLICY, 2);
    ADD_ROWS(builder, {HOME, STAY, HOME, 7, MATCHING(SFSM_MATCH(WEATHER, DRY))});
    assert_status(sfsm_builder_name_predicates(builder, names, COUNT(names)), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    check_list(table, sfsm_table_predicate_count, sfsm_table_predicate_at, types, COUNT(types));
    assert_int_equal(sfsm_table_case_count(table, POLICY), 2);
    assert_int_equal(sfsm_table_case_count(table, REWARD), 0); /* it has nothing but a name */
    assert_int_equal(sfsm_table_case_count(table, SFSM_ANY), 0);
    sfsm_table_release(table);
}

static void each_of_the_four_kinds_has_names_of_its_own(void **state) {
    (void)state;
    static const sfsm_name states[] = {{1, "state"}}, events[] = {{1, "event"}}, types[] = {{1, "type"}};
    static const sfsm_name cases[] = {{1, "case"}};
    sfsm_builder *const builder = sfsm_builder_create();
    declare(builder, 1, 2);
    declare(builder, 2, 2);
    row_from(builder, 1, 1, SFSM_SAME);
    assert_status(sfsm_builder_name_cases(builder, 1, cases, COUNT(cases)), SFSM_OK);
    assert_status(sfsm_builder_name_predicates(builder, types, COUNT(types)), SFSM_OK);
    assert_status(sfsm_builder_name_events(builder, events, COUNT(events)), SFSM_OK);
    assert_status(sfsm_builder_name_states(builder, states, COUNT(states)), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    assert_string_equal(sfsm_table_state_name(table, 1), "state");
    assert_string_equal(sfsm_table_event_name(table, 1), "event");
    assert_string_equal(sfsm_table_predicate_name(table, 1), "type");
    assert_string_equal(sfsm_table_case_name(table, 1, 1), "case");
    assert_null(sfsm_table_predicate_name(table, 2));
    assert_null(sfsm_table_case_name(table, 2, 1)); /* the other type's case of that number */
    assert_null(sfsm_table_case_name(table, 1, 0));
    sfsm_table_release(table);
}

static void names_of_types_and_cases_are_found_by_id(void **state) {
    (void)state;
    static const sfsm_name types[] = {{POLICY, "former"}, {POLICY, "Versicherung 保険"}, {REWARD, ""}};
    sfsm_builder *const builder = sound_builder();
    char words[] = "wet";
    const sfsm_name cases[] = {{WET, words}, {SNOWY, "snowy at first"}, {SNOWY, "snowy"}};
    declare(builder, WEATHER, 3);
    declare(builder, POLICY, 2);
    declare(builder, REWARD, 2);
    assert_status(sfsm_builder_name_predicates(builder, types, COUNT(types)), SFSM_OK);
    assert_status(sfsm_builder_name_cases(builder, WEATHER, cases, COUNT(cases)), SFSM_OK);
    words[0] = '?'; /* they are copied */
    sfsm_table *const table = table_from(builder);
    assert_string_equal(sfsm_table_predicate_name(table, POLICY), "Versicherung 保険"); /* the last that was given */
    assert_string_equal(sfsm_table_predicate_name(table, REWARD), "");
    assert_string_equal(sfsm_table_case_name(table, WEATHER, WET), "wet");
    assert_string_equal(sfsm_table_case_name(table, WEATHER, SNOWY), "snowy");
    assert_ptr_equal(sfsm_table_case_name(table, WEATHER, WET), sfsm_table_case_name(table, WEATHER, WET));
    assert_null(sfsm_table_predicate_name(table, WEATHER)); /* has none */
    assert_null(sfsm_table_case_name(table, WEATHER, DRY));
    assert_null(sfsm_table_predicate_name(table, 4711)); /* is unknown */
    assert_null(sfsm_table_predicate_name(table, SFSM_NONE));
    static const int32_t strangers[] = {3, -1, 4711, INT32_MAX, INT32_MIN, SFSM_NONE, 65536 + WET};
    for (size_t index = 0; index < COUNT(strangers); index++) {
        assert_null(sfsm_table_case_name(table, WEATHER, strangers[index]));
        assert_null(sfsm_table_case_name(table, 4711, strangers[index]));
    }
    sfsm_table_release(table);
}

static void many_cases_have_names(void **state) {
    (void)state;
    const int32_t count = (int32_t)test_size(SFSM_CASE_LIMIT, 2000);
    char words[64];
    sfsm_builder *const builder = sound_builder();
    for (int32_t type = 0; type < 2; type++) {
        declare(builder, type, count);
        for (int32_t value = 0; value < count; value++) {
            const sfsm_name name = {value, words};
            snprintf(words, sizeof words, "%d of %d", (int)value, (int)type);
            assert_status(sfsm_builder_name_cases(builder, type, &name, 1), SFSM_OK);
        }
    }
    sfsm_table *const table = table_from(builder);
    for (int32_t value = 0; value < count; value += 7) {
        snprintf(words, sizeof words, "%d of %d", (int)value, (int)(value % 2));
        assert_string_equal(sfsm_table_case_name(table, value % 2, value), words);
    }
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_events_and_types_are_listed_in_ascending_order),
        cmocka_unit_test(many_ids_are_listed_too),
        cmocka_unit_test(reserved_ids_of_rows_are_not_listed),
        cmocka_unit_test(a_type_is_listed_if_it_was_declared_used_or_not),
        cmocka_unit_test(each_of_the_four_kinds_has_names_of_its_own),
        cmocka_unit_test(names_of_types_and_cases_are_found_by_id),
        cmocka_unit_test(many_cases_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
