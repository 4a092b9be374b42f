/* Chapter 5, the matches of rows: handed over in bulk, by macros, or one by one. Matches that say what cannot be are
 * left to the build (test_match_faults.c). */
#include "matches.h"

/* Sends STAY in HOME with each of the three cases of WEATHER; what ran. Takes the builder. */
static void check_weathers(sfsm_builder *builder, const char *expected) {
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    for (int32_t weather = DRY; weather <= SNOWY; weather++) {
        if (sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, CASES({WEATHER, weather}))) == SFSM_UNHANDLED) {
            trace_note(&trace, "unhandled");
        }
    }
    assert_trace(&trace, expected);
    sfsm_machine_release(machine);
}

/* Sound but for what is added to it; WEATHER is the only type. */
static sfsm_builder *weather_builder(void) {
    sfsm_builder *const builder = sound_builder();
    declare(builder, WEATHER, 3);
    return builder;
}

static size_t noted_row(sfsm_builder *builder, const char *words) {
    const size_t row = row_from(builder, HOME, STAY, SFSM_SAME);
    assert_status(sfsm_builder_add_action(builder, row, note, (void *)words, NULL), SFSM_OK);
    return row;
}

static void matches_are_added_by_the_rows_number(void **state) {
    (void)state;
    static const int32_t dry[] = {DRY}, wet_or_snowy[] = {SNOWY, WET};
    sfsm_builder *const builder = weather_builder();
    const size_t first = noted_row(builder, "first"), second = noted_row(builder, "second");
    assert_status(sfsm_builder_add_match(builder, second, WEATHER, wet_or_snowy, 2), SFSM_OK);
    assert_status(sfsm_builder_add_match(builder, first, WEATHER, dry, 1), SFSM_OK);
    check_weathers(builder, "first, second, second");
}

static void matches_are_added_behind_those_that_the_row_came_with(void **state) {
    (void)state;
    static const int32_t weak[] = {WEAK};
    trace trace = {{0}, 0};
    sfsm_builder *const builder = weather_builder();
    declare(builder, POLICY, 2);
    const size_t first = 3; /* behind the two sound rows */
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 7, MATCHING(SFSM_MATCH(WEATHER, WET)), NOTING("wet weak")});
    assert_status(sfsm_builder_add_match(builder, first, POLICY, weak, 1), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, CASES({WEATHER, WET}, {POLICY, STRONG}))),
                  SFSM_UNHANDLED);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, CASES({WEATHER, DRY}, {POLICY, WEAK}))),
                  SFSM_UNHANDLED);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, CASES({WEATHER, WET}, {POLICY, WEAK}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "wet weak");
    sfsm_machine_release(machine);
}

static void the_arrays_are_copied(void **state) {
    (void)state;
    int32_t added[] = {WET}, values[] = {DRY, DRY};
    sfsm_match match = {WEATHER, 4711, values, 1};
    sfsm_builder *const builder = weather_builder();
    assert_status(sfsm_builder_add_match(builder, noted_row(builder, "added"), WEATHER, added, 1), SFSM_OK);
    const sfsm_row row = {HOME, STAY, SFSM_SAME, 7, .matches = &match, .match_count = 1, NOTING("bulk")};
    assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    added[0] = values[0] = SNOWY;
    match = (sfsm_match){POLICY, 99, NULL, 0};
    check_weathers(builder, "bulk, added, unhandled");
}

static int32_t act(const sfsm_step *step, void *context) {
    (void)context;
    trace_note(step->context, "%d", (int)step->source);
    return 0;
}

static const int32_t not_dry[] = {WET, SNOWY};
static const sfsm_match is_dry[] = {SFSM_MATCH(WEATHER, DRY)};
static const sfsm_match is_not_dry_and_weak[] = {{WEATHER, 0, not_dry, COUNT(not_dry)}, SFSM_MATCH(POLICY, WEAK)};

/* Static tables, as programs write them. */
static const sfsm_row rows[] = {
    SFSM_ROW_MATCHING(HOME, GO, is_dry, AWAY, act),
    SFSM_ROW_MATCHING(HOME, GO, is_not_dry_and_weak, SFSM_SAME, NULL), SFSM_ROW(AWAY, BACK, HOME, act),
};
static const int32_t row_line = __LINE__ - 2;

static void macros_make_static_rows_with_matches(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    declare_all(builder);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(GO, CASES({WEATHER, WET}, {POLICY, STRONG}, {REWARD, GIVEN}))),
                  SFSM_UNHANDLED);
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(GO, CASES({WEATHER, SNOWY}, {POLICY, WEAK}, {REWARD, GIVEN}))),
                  SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(GO, CASES({WEATHER, DRY}, {POLICY, STRONG}, {REWARD, GIVEN}))),
                  SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(BACK, CASES({WEATHER, DRY}, {POLICY, WEAK}, {REWARD, GIVEN}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "10, 20");
    sfsm_machine_release(machine);
}

static void rows_made_by_the_macro_stand_where_it_does(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    assert_status(sfsm_builder_add_rows(builder, &rows[1], 1), SFSM_OK);
    declare_all(builder);
    sfsm_diagnostics *const faults = faults_of(builder);
    const sfsm_diagnostic duplicate = diagnostic_at(faults, 0);
    assert_int_equal(duplicate.kind, SFSM_DUPLICATE);
    assert_string_equal(duplicate.file, __FILE__);
    assert_int_equal(duplicate.line, row_line);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void the_plain_macros_make_rows_without_matches(void **state) {
    (void)state;
    const sfsm_row plain[] = {SFSM_ROW(HOME, GO, AWAY, act), SFSM_ROW_IF(HOME, GO, act, AWAY, act)};
    for (size_t index = 0; index < COUNT(plain); index++) {
        assert_null(plain[index].matches);
        assert_int_equal(plain[index].match_count, 0);
    }
    const sfsm_match one = SFSM_MATCH(POLICY + 1, WEAK | STRONG);
    assert_int_equal(one.predicate, POLICY + 1);
    assert_int_equal(one.value, WEAK | STRONG);
    assert_null(one.values);
    assert_int_equal(one.value_count, 0);
}

static void the_value_counts_where_there_are_no_values(void **state) {
    (void)state;
    static const int32_t ignored[] = {DRY};
    sfsm_builder *const builder = weather_builder();
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 7, MATCHING({WEATHER, SNOWY, ignored, 0}), NOTING("value")},
             {HOME, STAY, SFSM_SAME, 8, MATCHING({WEATHER, SNOWY, not_dry, 1}), NOTING("values")});
    check_weathers(builder, "unhandled, values, value");
}

static void a_count_of_no_matches_needs_no_array_and_reads_none(void **state) {
    (void)state;
    const sfsm_match *const nowhere = (const sfsm_match *)(uintptr_t)8;
    sfsm_builder *const builder = weather_builder();
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 7, .matches = nowhere, .match_count = 0, NOTING("row")});
    check_weathers(builder, "row, row, row");
}

static void bad_arrays_are_refused_with_all_rows_of_the_call(void **state) {
    (void)state;
    const struct { sfsm_match match; size_t count; bool has_array; } bad[] = {
        {SFSM_MATCH(WEATHER, DRY), 1, false},
        {SFSM_MATCH(WEATHER, DRY), 1000000, false},
        {{WEATHER, DRY, NULL, 1}, 1, true},
        {{WEATHER, DRY, NULL, 1000000}, 1, true},
        {SFSM_MATCH(WEATHER, DRY), SIZE_MAX, true}, /* no array is that large: as of guards and actions */
        {SFSM_MATCH(WEATHER, DRY), SIZE_MAX / 2 + 1, true},
        {{WEATHER, DRY, not_dry, SIZE_MAX}, 1, true},
        {{WEATHER, DRY, not_dry, SIZE_MAX / 2 + 1}, 1, true},
    };
    sfsm_builder *const builder = weather_builder();
    size_t finalized = 0;
    for (size_t index = 0; index < COUNT(bad); index++) {
        const sfsm_callback counted = {note, &finalized, count_call};
        const sfsm_row two[] = {
            {HOME, STAY, SFSM_SAME, 7, .actions = &counted, .action_count = 1},
            {HOME, STAY, AWAY, 8, .matches = bad[index].has_array ? &bad[index].match : NULL,
             .match_count = bad[index].count, .actions = &counted, .action_count = 1},
        };
        const sfsm_status told = bad[index].has_array && bad[index].count > 1 ? SFSM_OUT_OF_RANGE : SFSM_NULL_POINTER;
        assert_status(sfsm_builder_add_rows(builder, two, COUNT(two)), told);
        assert_int_equal(finalized, 2 * (index + 1));
    }
    check_rejection(builder);
    check_weathers(builder, "unhandled, unhandled, unhandled");
}

static void bad_matches_of_one_row_are_refused_and_leave_it_as_it_was(void **state) {
    (void)state;
    static const size_t strangers[] = {0, 4, 4711, SIZE_MAX / 2, SIZE_MAX / 2 + 1, SIZE_MAX};
    sfsm_builder *const builder = weather_builder();
    const size_t row = noted_row(builder, "row");
    assert_int_equal(row, 3);
    for (size_t index = 0; index < COUNT(strangers); index++) {
        assert_status(sfsm_builder_add_match(builder, strangers[index], WEATHER, not_dry, 1), SFSM_OUT_OF_RANGE);
    }
    assert_status(sfsm_builder_add_match(builder, row, WEATHER, NULL, 1), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_match(builder, row, WEATHER, not_dry, SIZE_MAX), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_builder_add_match(builder, row, WEATHER, not_dry, SIZE_MAX / 2 + 1), SFSM_OUT_OF_RANGE);
    check_rejection(builder);
    check_weathers(builder, "row, row, row");
}

static void matches_of_inherited_rows_hold_in_every_state(void **state) {
    (void)state;
    static const int32_t wet[] = {WET};
    trace trace = {{0}, 0};
    const home_blocks own = blocks_of_home();
    const size_t base = superstate_from(own.builder);
    declare(own.builder, WEATHER, 3);
    add_traced_row(own.builder, base, SFSM_NONE, STAY, SFSM_SAME, 0, NULL, "base");
    assert_status(sfsm_builder_add_match(own.builder, 3, WEATHER, wet, 1), SFSM_OK);
    adopt(own.builder, own.home, base);
    adopt(own.builder, own.away, base);
    sfsm_machine *const machine = machine_from(own.builder, HOME, &trace);
    for (int32_t source = HOME; source <= AWAY; source += AWAY - HOME) {
        assert_status(sfsm_machine_set_state(machine, source), SFSM_OK);
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, CASES({WEATHER, DRY}))),
                      SFSM_UNHANDLED);
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, CASES({WEATHER, WET}))),
                      SFSM_TRANSITIONED);
    }
    assert_trace(&trace, "base, base");
    sfsm_machine_release(machine);
}

/* No array is that large, and the sums of such numbers are no numbers. */
static void counts_that_no_memory_holds_are_refused(void **state) {
    (void)state;
    static const int32_t dry[] = {DRY};
    const size_t huge = SIZE_MAX / 4;
    const sfsm_match matches[] = {{WEATHER, DRY, dry, huge}, {POLICY, WEAK, dry, huge}};
    const sfsm_row row = {HOME, STAY, HOME, 1, .matches = matches, .match_count = COUNT(matches)};
    sfsm_builder *const builder = sound_builder();
    size_t number = 0;
    assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OUT_OF_MEMORY);
    assert_status(sfsm_builder_add_row(builder, HOME, STAY, HOME, &number), SFSM_OK);
    assert_status(sfsm_builder_add_match(builder, number, WEATHER, dry, huge), SFSM_OUT_OF_MEMORY);
    sfsm_builder_release(builder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_are_added_by_the_rows_number),
        cmocka_unit_test(matches_are_added_behind_those_that_the_row_came_with),
        cmocka_unit_test(the_arrays_are_copied),
        cmocka_unit_test(macros_make_static_rows_with_matches),
        cmocka_unit_test(rows_made_by_the_macro_stand_where_it_does),
        cmocka_unit_test(the_plain_macros_make_rows_without_matches),
        cmocka_unit_test(the_value_counts_where_there_are_no_values),
        cmocka_unit_test(a_count_of_no_matches_needs_no_array_and_reads_none),
        cmocka_unit_test(bad_arrays_are_refused_with_all_rows_of_the_call),
        cmocka_unit_test(bad_matches_of_one_row_are_refused_and_leave_it_as_it_was),
        cmocka_unit_test(matches_of_inherited_rows_hold_in_every_state),
        cmocka_unit_test(counts_that_no_memory_holds_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
