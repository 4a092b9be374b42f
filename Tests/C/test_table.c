/* Chapter 7: what a table tells of itself, and its names. How long it lives is tested in test_finalizers.c. */
#include "support.h"

#include <stdio.h>

enum { HOME = -3, AWAY = 1000, END = 70000, UNHEARD = 5 };
enum { GO = 7, BACK = -7, STAY = INT32_MAX, SPOKEN = 8 };

static sfsm_builder *small_builder(void) {
    sfsm_builder *const builder = sfsm_builder_create();
    row_from(builder, HOME, GO, AWAY);
    row_from(builder, HOME, STAY, SFSM_SAME);
    row_from(builder, AWAY, BACK, HOME);
    row_from(builder, AWAY, GO, END);
    row_from(builder, SFSM_ANY, SFSM_ANY, SFSM_INTERNAL);
    assert_status(sfsm_builder_add_state(builder, END, SFSM_FINAL, NULL), SFSM_OK);
    return builder;
}

static void counts_are_of_states_events_and_rows(void **state) {
    (void)state;
    sfsm_table *const table = table_from(small_builder());
    assert_int_equal(sfsm_table_state_count(table), 3);
    assert_int_equal(sfsm_table_event_count(table), 3);
    assert_int_equal(sfsm_table_row_count(table), 5);
    assert_in_range(sfsm_table_size(table), 1, 100000);
    sfsm_table_release(table);
}

static void a_declared_state_counts_even_if_no_row_names_it(void **state) {
    (void)state;
    sfsm_builder *const builder = small_builder();
    assert_status(sfsm_builder_add_state(builder, UNHEARD, SFSM_FINAL, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, HOME, SFSM_FINAL, NULL), SFSM_OK); /* not a state more */
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_state_count(table), 4);
    sfsm_machine_release(machine_over(table, UNHEARD, NULL));
    sfsm_table_release(table);
}

static void naming_an_event_makes_it_known_but_naming_a_state_does_not(void **state) {
    (void)state;
    static const sfsm_name states[] = {SFSM_NAME(UNHEARD)}, events[] = {SFSM_NAME(SPOKEN)};
    const sfsm_row rows[] = {SFSM_ROW(HOME, GO, AWAY, NULL), SFSM_ROW(AWAY, BACK, HOME, NULL)};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    assert_status(sfsm_builder_name_states(builder, states, COUNT(states)), SFSM_OK);
    assert_status(sfsm_builder_name_events(builder, events, COUNT(events)), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_state_count(table), 2);
    assert_int_equal(sfsm_table_event_count(table), 3);
    sfsm_machine *machine = machine_over(table, HOME, NULL);
    assert_status(sfsm_machine_send(machine, SPOKEN), SFSM_UNHANDLED);
    assert_status(sfsm_machine_send(machine, SPOKEN + 1), SFSM_UNKNOWN_EVENT);
    assert_status(sfsm_machine_set_state(machine, UNHEARD), SFSM_UNKNOWN_STATE);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
}

static void names_are_found_by_id(void **state) {
    (void)state;
    static const sfsm_name states[] = {SFSM_NAME(HOME), {AWAY, "an early name"}, {AWAY, "fort, weit — 遠く"}};
    static const sfsm_name events[] = {SFSM_NAME(GO), {STAY, ""}};
    static const sfsm_name more[] = {{GO, "go on"}};
    sfsm_builder *const builder = small_builder();
    assert_status(sfsm_builder_name_states(builder, states, COUNT(states)), SFSM_OK);
    assert_status(sfsm_builder_name_events(builder, events, COUNT(events)), SFSM_OK);
    assert_status(sfsm_builder_name_events(builder, more, COUNT(more)), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    assert_string_equal(sfsm_table_state_name(table, HOME), "HOME");
    assert_string_equal(sfsm_table_state_name(table, AWAY), "fort, weit — 遠く"); /* the last that was given */
    assert_string_equal(sfsm_table_event_name(table, GO), "go on");
    assert_string_equal(sfsm_table_event_name(table, STAY), "");
    assert_ptr_equal(sfsm_table_state_name(table, HOME), sfsm_table_state_name(table, HOME));

    assert_null(sfsm_table_state_name(table, END)); /* has none */
    assert_null(sfsm_table_event_name(table, BACK));
    assert_null(sfsm_table_state_name(table, 4711)); /* is unknown */
    assert_null(sfsm_table_event_name(table, 4711));
    assert_null(sfsm_table_state_name(table, SFSM_ANY));
    assert_null(sfsm_table_event_name(table, SFSM_NONE));
    sfsm_table_release(table);
}

static void states_and_events_of_equal_ids_have_names_of_their_own(void **state) {
    (void)state;
    static const sfsm_name states[] = {{1, "state"}}, events[] = {{1, "event"}};
    sfsm_builder *const builder = sfsm_builder_create();
    row_from(builder, 1, 1, SFSM_SAME);
    assert_status(sfsm_builder_name_states(builder, states, COUNT(states)), SFSM_OK);
    assert_status(sfsm_builder_name_events(builder, events, COUNT(events)), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    assert_string_equal(sfsm_table_state_name(table, 1), "state");
    assert_string_equal(sfsm_table_event_name(table, 1), "event");
    sfsm_table_release(table);
}

static void many_names_of_every_length_are_kept(void **state) {
    (void)state;
    const size_t count = test_size(5000, 500);
    char words[512], padding[300];
    memset(padding, 'x', sizeof padding);
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t index = 0; index < count; index++) {
        const int32_t id = (int32_t)index * 97 - 1000;
        snprintf(words, sizeof words, "%d %.*s", (int)id, (int)(index % 300), padding);
        const sfsm_name name = {id, words};
        assert_status(sfsm_builder_name_states(builder, &name, 1), SFSM_OK);
        row_from(builder, id, GO, SFSM_SAME);
    }
    sfsm_table *const table = table_from(builder);
    for (size_t index = 0; index < count; index++) {
        const int32_t id = (int32_t)index * 97 - 1000;
        const char *const name = sfsm_table_state_name(table, id);
        assert_non_null(name);
        assert_int_equal(strtol(name, NULL, 10), id);
        assert_int_equal(strlen(strchr(name, ' ') + 1), index % 300);
    }
    sfsm_table_release(table);
}

static void the_initial_state_is_the_declared_one(void **state) {
    (void)state;
    sfsm_builder *const builder = small_builder();
    assert_status(sfsm_builder_set_initial(builder, HOME), SFSM_OK);
    sfsm_table *const declared = table_from(builder);
    assert_int_equal(sfsm_table_initial(declared), HOME);
    sfsm_table_release(declared);
    sfsm_table *const undeclared = table_from(small_builder());
    assert_int_equal(sfsm_table_initial(undeclared), SFSM_NONE);
    sfsm_table_release(undeclared);
}

static void a_larger_table_takes_more_bytes(void **state) {
    (void)state;
    sfsm_builder *const builder = small_builder();
    for (int32_t id = 0; id < 300; id++) {
        row_from(builder, 100000 + id, 200 + id, AWAY);
    }
    sfsm_table *const small = table_from(small_builder()), *const large = table_from(builder);
    assert_true(sfsm_table_size(large) > sfsm_table_size(small));
    sfsm_table_release(small);
    sfsm_table_release(large);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_of_states_events_and_rows),
        cmocka_unit_test(a_declared_state_counts_even_if_no_row_names_it),
        cmocka_unit_test(naming_an_event_makes_it_known_but_naming_a_state_does_not),
        cmocka_unit_test(names_are_found_by_id),
        cmocka_unit_test(states_and_events_of_equal_ids_have_names_of_their_own),
        cmocka_unit_test(many_names_of_every_length_are_kept),
        cmocka_unit_test(the_initial_state_is_the_declared_one),
        cmocka_unit_test(a_larger_table_takes_more_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
