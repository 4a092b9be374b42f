/* Chapter 7, transitions: the rows as each state has them, in the order in which they are tried. */
#include "matches.h"

#include <stdio.h>

static sfsm_transition transition_at(const sfsm_table *table, size_t index) {
    sfsm_transition transition = {.size = sizeof transition};
    assert_status(sfsm_table_transition(table, index, &transition), SFSM_OK);
    assert_int_equal(transition.size, sizeof transition);
    return transition;
}

static const char *id_text(const char *name, int32_t id, char text[static 12]) {
    snprintf(text, 12, "%d", (int)id);
    return name != NULL           ? name
           : id == SFSM_ANY       ? "any"
           : id == SFSM_REQUEST   ? "request"
           : id == SFSM_SAME      ? "same"
           : id == SFSM_INTERNAL  ? "internal"
           : id == SFSM_DYNAMIC   ? "dynamic"
                                  : text;
}

/* Notes "7 HOME GO AWAY", the line first, and behind it what else there is to say. */
static void note_transition(trace *trace, const sfsm_table *table, size_t index) {
    const sfsm_transition row = transition_at(table, index);
    char source[12], event[12], target[12], rank[20] = "";
    if (row.rank > 0) {
        snprintf(rank, sizeof rank, " rank %d", (int)row.rank);
    }
    trace_note(trace, "%d %s %s %s%s%s%s", (int)row.line,
               id_text(sfsm_table_state_name(table, row.source), row.source, source),
               id_text(sfsm_table_event_name(table, row.event), row.event, event),
               id_text(sfsm_table_state_name(table, row.target), row.target, target), rank,
               row.flags & SFSM_INHERITED ? " inherited" : "", row.flags & SFSM_OVERRIDING ? " overriding" : "");
}

/* Compares all transitions of a definition. Takes the builder. */
static void check_transitions(sfsm_builder *builder, const char *expected) {
    trace trace = {{0}, 0};
    sfsm_table *const table = table_from(builder);
    for (size_t index = 0; index < sfsm_table_transition_count(table); index++) {
        note_transition(&trace, table, index);
    }
    assert_trace(&trace, expected);
    sfsm_table_release(table);
}

static int32_t resolve(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return HOME;
}

static void they_are_ordered_by_source_then_event_wildcards_and_requests_last(void **state) {
    (void)state;
    size_t row = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    name_all(builder);
    static const int32_t rows[][3] = {
        {SFSM_ANY, SFSM_ANY, SFSM_INTERNAL}, {HOME, SFSM_REQUEST, SFSM_ANY}, {HOME, SFSM_ANY, SFSM_SAME},
        {SFSM_ANY, SFSM_REQUEST, HOME},      {AWAY, STAY, SFSM_SAME},        {SFSM_ANY, BACK, HOME},
        {HOME, STAY, AWAY},                  {HOME, SFSM_REQUEST, AWAY},     {HOME, GO, AWAY},
        {SFSM_ANY, SFSM_REQUEST, SFSM_ANY},  {HOME, SFSM_REQUEST, HOME},     {SFSM_ANY, GO, HOME},
    };
    for (int32_t index = 0; index < (int32_t)COUNT(rows); index++) {
        add_row(builder, rows[index][0], rows[index][1], rows[index][2], index + 1);
    }
    assert_status(sfsm_builder_add_row_at(builder, HOME, BACK, SFSM_DYNAMIC, "gate.c", 13, &row), SFSM_OK);
    assert_status(sfsm_builder_set_resolver(builder, row, resolve, NULL, NULL), SFSM_OK);
    check_transitions(builder, "9 HOME GO AWAY, 13 HOME BACK dynamic, 7 HOME STAY AWAY, 3 HOME any same, "
                               "11 HOME request HOME, 8 HOME request AWAY, 2 HOME request any, "
                               "5 AWAY STAY same, 12 any GO HOME, 6 any BACK HOME, 1 any any internal, "
                               "4 any request HOME, 10 any request any");
}

static void rows_for_the_same_stand_in_the_order_in_which_they_are_tried(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, STAY, HOME, 5, ASKING(note_no, "a")},
             {HOME, STAY, HOME, 6, MATCHING(SFSM_MATCH(POLICY, WEAK))}, {HOME, STAY, AWAY, 7, ASKING(note_no, "b")},
             {HOME, STAY, AWAY, 8, MATCHING(SEVERAL(WEATHER, DRY, WET, SNOWY), SFSM_MATCH(REWARD, GIVEN))},
             {HOME, STAY, AWAY, 9, MATCHING(SEVERAL(WEATHER, WET, DRY))},
             {HOME, STAY, HOME, 10, MATCHING(SFSM_MATCH(REWARD, GIVEN), SFSM_MATCH(POLICY, STRONG))});
    assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    check_transitions(builder, "1 HOME GO AWAY, 8 HOME STAY AWAY rank 2, 10 HOME STAY HOME rank 2, "
                               "6 HOME STAY HOME rank 1, 9 HOME STAY AWAY rank 1, 5 HOME STAY HOME, 7 HOME STAY AWAY, "
                               "2 AWAY BACK HOME");
}

static void each_state_has_those_of_its_superstates_before_its_own(void **state) {
    (void)state;
    const home_blocks own = blocks_of_home();
    const size_t base = superstate_from(own.builder), middle = superstate_from(own.builder);
    adopt(own.builder, middle, base);
    adopt(own.builder, own.home, middle);
    adopt(own.builder, own.away, base);
    ADD_ROWS(own.builder, {HOME, STAY, HOME, 5, ASKING(note_no, "own")},
             {SFSM_NONE, STAY, SFSM_SAME, 6, ASKING(note_no, "middle"), .block = middle},
             {SFSM_NONE, STAY, HOME, 7, ASKING(note_no, "base"), .block = base},
             {SFSM_NONE, SFSM_REQUEST, AWAY, 8, .block = base});
    assert_status(sfsm_builder_set_guard_policy(own.builder, SFSM_FIRST_MATCH), SFSM_OK);
    check_transitions(own.builder,
                      "1 HOME GO AWAY, 7 HOME STAY HOME inherited, 6 HOME STAY same inherited, 5 HOME STAY HOME, "
                      "8 HOME request AWAY inherited, 2 AWAY BACK HOME, 7 AWAY STAY HOME inherited, "
                      "8 AWAY request AWAY inherited");
}

static void overridden_rows_are_left_out(void **state) {
    (void)state;
    const home_blocks own = blocks_of_home();
    const size_t base = superstate_from(own.builder), middle = superstate_from(own.builder);
    adopt(own.builder, middle, base);
    adopt(own.builder, own.home, middle);
    adopt(own.builder, own.away, middle);
    add_row_to(own.builder, base, SFSM_NONE, STAY, SFSM_SAME, 5);
    add_row_to(own.builder, base, SFSM_NONE, SFSM_REQUEST, HOME, 6);
    add_overriding_row(own.builder, middle, SFSM_NONE, STAY, HOME, 7);
    add_overriding_row(own.builder, own.home, HOME, STAY, SFSM_INTERNAL, 8);
    add_overriding_row(own.builder, own.away, AWAY, SFSM_REQUEST, HOME, 9);
    check_transitions(own.builder,
                      "1 HOME GO AWAY, 8 HOME STAY internal overriding, 6 HOME request HOME inherited, "
                      "2 AWAY BACK HOME, 7 AWAY STAY HOME inherited overriding, 9 AWAY request HOME overriding");
}

static void rows_that_no_state_has_are_left_out(void **state) {
    (void)state;
    const home_blocks own = blocks_of_home();
    add_row_to(own.builder, superstate_from(own.builder), SFSM_NONE, STAY, HOME, 5);
    sfsm_table *const table = table_from(own.builder);
    assert_int_equal(sfsm_table_row_count(table), 3);
    assert_int_equal(sfsm_table_transition_count(table), 2);
    assert_status(sfsm_table_transition(table, 2, &(sfsm_transition){.size = sizeof(sfsm_transition)}),
                  SFSM_OUT_OF_RANGE);
    sfsm_table_release(table);
}

static void each_tells_its_row_with_what_hangs_on_it_and_where_it_stands(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t first = row_from(builder, AWAY, BACK, HOME);
    const sfsm_row rows[] = {SFSM_ROW_IF(HOME, GO, note_yes, AWAY, note)};
    const int32_t line = __LINE__ - 1;
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    assert_status(sfsm_builder_add_guard(builder, 2, note_yes, "second?", NULL), SFSM_OK);
    for (int count = 0; count < 3; count++) {
        assert_status(sfsm_builder_add_action(builder, first, note, "back", NULL), SFSM_OK);
    }
    const sfsm_row placeless = {.source = HOME, .event = STAY, .target = SFSM_SAME};
    assert_status(sfsm_builder_add_rows_at(builder, &placeless, 1, sizeof placeless, "call.c", 12), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_transition_count(table), 3);
    const sfsm_transition go = transition_at(table, 0), stay = transition_at(table, 1), back = transition_at(table, 2);
    assert_int_equal(go.row, 2);
    assert_int_equal(go.guard_count, 2);
    assert_int_equal(go.action_count, 1);
    assert_string_equal(go.file, __FILE__);
    assert_int_equal(go.line, line);
    assert_int_equal(stay.row, 3);
    assert_string_equal(stay.file, "call.c"); /* the call's place, where a row has none */
    assert_int_equal(stay.line, 12);
    assert_int_equal(back.row, 1);
    assert_int_equal(back.guard_count, 0);
    assert_int_equal(back.action_count, 3);
    assert_null(back.file);
    assert_int_equal(back.line, 0);
    sfsm_table_release(table);
}

/* The cases of one type, "0 2" of three; also that any capacity gets what it has room for. */
static void check_cases(const sfsm_table *table, size_t index, int32_t predicate, const char *expected) {
    trace trace = {{0}, 0};
    size_t count = 4711;
    assert_status(sfsm_table_transition_cases(table, index, predicate, NULL, 0, &count), SFSM_OK);
    for (size_t capacity = 0; capacity <= count + 1; capacity++) {
        int32_t values[16];
        size_t told = 4711;
        memset(values, 0x5a, sizeof values);
        assert_status(sfsm_table_transition_cases(table, index, predicate, values, capacity, &told), SFSM_OK);
        assert_int_equal(told, count);
        for (size_t value = 0; value < COUNT(values); value++) {
            assert_int_equal(values[value] != 0x5a5a5a5a, value < capacity && value < count);
        }
        for (size_t value = 0; value < count && capacity == count; value++) {
            trace_note(&trace, "%s", sfsm_table_case_name(table, predicate, values[value]));
        }
    }
    assert_trace(&trace, expected);
}

static void the_cases_of_a_transition_are_those_that_it_names_or_all(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, BACK, HOME, 7, MATCHING(SEVERAL(WEATHER, SNOWY, DRY), SFSM_MATCH(POLICY, STRONG))});
    sfsm_table *const table = table_from(builder);
    assert_int_equal(transition_at(table, 1).line, 7);
    check_cases(table, 1, WEATHER, "DRY, SNOWY");
    check_cases(table, 1, POLICY, "STRONG");
    check_cases(table, 1, REWARD, "GIVEN, WITHHELD");
    check_cases(table, 0, WEATHER, "DRY, WET, SNOWY"); /* of a row that says nothing of any */
    sfsm_table_release(table);
}

static void what_does_not_exist_is_out_of_range_or_unknown(void **state) {
    (void)state;
    int32_t value = 4711;
    size_t count = 4711;
    sfsm_builder *const builder = sound_builder();
    declare(builder, WEATHER, 3);
    sfsm_table *const table = table_from(builder);
    sfsm_transition transition, before;
    memset(&transition, 0x5a, sizeof transition);
    transition.size = sizeof transition;
    before = transition;
    static const size_t beyond[] = {2, 3, UINT32_MAX, (size_t)UINT32_MAX + 1, SIZE_MAX};
    for (size_t index = 0; index < COUNT(beyond); index++) {
        assert_status(sfsm_table_transition(table, beyond[index], &transition), SFSM_OUT_OF_RANGE);
        assert_status(sfsm_table_transition_cases(table, beyond[index], WEATHER, &value, 1, &count),
                      SFSM_OUT_OF_RANGE);
    }
    static const int32_t strangers[] = {POLICY, SFSM_ANY, INT32_MAX};
    for (size_t index = 0; index < COUNT(strangers); index++) {
        assert_status(sfsm_table_transition_cases(table, 0, strangers[index], &value, 1, &count),
                      SFSM_UNKNOWN_PREDICATE);
    }
    assert_status(sfsm_table_transition_cases(table, 0, WEATHER, &value, SIZE_MAX, &count), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_table_transition_cases(table, 0, WEATHER, &value, SIZE_MAX / 2 + 1, &count), SFSM_OUT_OF_RANGE);
    assert_memory_equal(&transition, &before, sizeof transition);
    assert_int_equal(value, 4711);
    assert_int_equal(count, 4711);
    sfsm_table_release(table);
}

static void a_transition_is_filled_up_to_the_size_that_it_names(void **state) {
    (void)state;
    struct later { sfsm_transition transition; void *appended[2]; } later, before;
    sfsm_table *const table = table_from(sound_builder());
    memset(&later, 0x5a, sizeof later);
    for (size_t wrong = 0; wrong < sizeof(sfsm_transition); wrong++) {
        later.transition.size = wrong;
        before = later;
        assert_status(sfsm_table_transition(table, 0, &later.transition), SFSM_BAD_SIZE);
        assert_memory_equal(&later, &before, sizeof later);
    }
    later.transition.size = sizeof later;
    assert_status(sfsm_table_transition(table, 0, &later.transition), SFSM_OK);
    assert_int_equal(later.transition.source, HOME);
    assert_int_equal(later.transition.line, 1);
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_are_ordered_by_source_then_event_wildcards_and_requests_last),
        cmocka_unit_test(rows_for_the_same_stand_in_the_order_in_which_they_are_tried),
        cmocka_unit_test(each_state_has_those_of_its_superstates_before_its_own),
        cmocka_unit_test(overridden_rows_are_left_out),
        cmocka_unit_test(rows_that_no_state_has_are_left_out),
        cmocka_unit_test(each_tells_its_row_with_what_hangs_on_it_and_where_it_stands),
        cmocka_unit_test(the_cases_of_a_transition_are_those_that_it_names_or_all),
        cmocka_unit_test(what_does_not_exist_is_out_of_range_or_unknown),
        cmocka_unit_test(a_transition_is_filled_up_to_the_size_that_it_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
