/* Chapters 4, 5 and 8, arguments: events are declared with what they carry, and every callback is told it. Which values
 * fit is in test_argument_values.c, arguments among everything else in test_argument_steps.c, what waits with them in
 * test_argument_queue.c, mistakes in test_argument_faults.c and test_argument_errors.c. */
#include "arguments.h"

enum { WHERE = 4, SHUT };

/* One value of each of the thirteen types, and how it is noted. */
#define EVERY_TYPE "bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, str, ptr"
#define EVERY_VALUE(here)                                                                                             \
    ARGUMENTS(BOOL(true), I8(-8), I16(-1600), I32(-320000), I64(-64000000000), U8(200), U16(60000), U32(4000000000u), \
              U64(18000000000000000000u), F32(0.5f), F64(-0.25), STR("euro"), PTR(here))
#define NOTED                                                                                                         \
    "(bool true, i8 -8, i16 -1600, i32 -320000, i64 -64000000000, u8 200, u16 60000, u32 4000000000, "                 \
    "u64 18000000000000000000, f32 0.5, f64 -0.25, str \"euro\", ptr here)"

static void an_action_sees_what_its_event_carries(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, STAY, "i32, str");
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 3, DOING(note_arguments, "stay")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(STAY, NO_CASES, ARGUMENTS(I32(150), STR("euro")))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "stay(i32 150, str \"euro\")");
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(STAY, NO_CASES, ARGUMENTS(I32(-1), STR("")))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "stay(i32 -1, str \"\")");
    sfsm_machine_release(machine);
}

static int32_t resolve_to_away(const sfsm_step *step, void *words) {
    note_arguments(step, words);
    return AWAY;
}

static void callback(sfsm_status (*add)(sfsm_builder *, size_t, sfsm_function, void *, sfsm_finalizer),
                     sfsm_builder *builder, size_t number, sfsm_function function, const char *words) {
    assert_status(add(builder, number, function, (void *)words, NULL), SFSM_OK);
}

/* Every callback notes what the event carries. GO leads to AWAY, WHERE too by a resolver, BACK is for AWAY, STAY is a
 * cycle of HOME, SHUT is refused; all of them carry a value of every type. */
static sfsm_builder *builder_that_notes_arguments(void) {
    static const int32_t states[] = {HOME, AWAY}, events[] = {GO, BACK, STAY, WHERE, SHUT};
    sfsm_builder *const builder = sound_builder();
    for (size_t index = 0; index < COUNT(events); index++) {
        declare_event(builder, events[index], EVERY_TYPE);
    }
    for (size_t index = 0; index < COUNT(states); index++) {
        const size_t block = state_from(builder, states[index]);
        callback(sfsm_builder_on_entry, builder, block, note_arguments, "entry");
        callback(sfsm_builder_on_exit, builder, block, note_arguments, "exit");
        callback(sfsm_builder_on_cycle, builder, block, note_arguments, "cycle");
    }
    callback(sfsm_builder_add_guard, builder, 1, note_arguments, "guard");
    callback(sfsm_builder_add_action, builder, 1, note_arguments, "action");
    const size_t where = row_from(builder, HOME, WHERE, SFSM_DYNAMIC);
    callback(sfsm_builder_set_resolver, builder, where, resolve_to_away, "resolver");
    callback(sfsm_builder_add_guard, builder, row_from(builder, HOME, SHUT, AWAY), note_arguments_no, "no");
    row_from(builder, HOME, STAY, SFSM_SAME);
    return builder;
}

static void every_callback_sees_a_value_of_every_type(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder_that_notes_arguments(), HOME, &trace);
    assert_status(sfsm_machine_on_step(machine, note_arguments, "step", NULL), SFSM_OK);
    assert_status(sfsm_machine_on_unhandled(machine, note_arguments, "unhandled", NULL), SFSM_OK);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(STAY, NO_CASES, EVERY_VALUE(&trace))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "cycle" NOTED ", step" NOTED);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(SHUT, NO_CASES, EVERY_VALUE(&trace))), SFSM_REFUSED);
    assert_trace(&trace, "no" NOTED ", step" NOTED);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(GO, NO_CASES, EVERY_VALUE(&trace))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "guard" NOTED ", exit" NOTED ", action" NOTED ", entry" NOTED ", step" NOTED);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(GO, NO_CASES, EVERY_VALUE(&trace))), SFSM_UNHANDLED);
    assert_trace(&trace, "unhandled" NOTED ", step" NOTED);
    assert_status(sfsm_machine_set_state(machine, HOME), SFSM_OK);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(WHERE, NO_CASES, EVERY_VALUE(&trace))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "resolver" NOTED ", exit" NOTED ", entry" NOTED ", step" NOTED);
    sfsm_machine_release(machine);
}

static void strings_and_pointers_may_be_null_and_nothing_looks_behind_a_pointer(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    void *const nowhere = (void *)(uintptr_t)8; /* no memory is there */
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, STAY, "str, ptr, ptr");
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 3, DOING(note_arguments, "stay")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(
        sfsm_machine_send_message(machine, MESSAGE_WITH(STAY, NO_CASES, ARGUMENTS(STR(NULL), PTR(NULL), PTR(nowhere)))),
        SFSM_TRANSITIONED);
    assert_trace(&trace, "stay(str NULL, ptr NULL, ptr elsewhere)");
    sfsm_machine_release(machine);
}

/* ---------------------------------------------------------------------------------------------------------------
 * Declarations
 * ------------------------------------------------------------------------------------------------------------- */

/* Compares the types that the table tells of an event; behind them there are none. */
#define TYPES(...) (const int32_t[]){__VA_ARGS__}, COUNT(((const int32_t[]){__VA_ARGS__}))
static void check_types(const sfsm_table *table, int32_t event, const int32_t *types, size_t count) {
    assert_int_equal(sfsm_table_argument_count(table, event), count);
    for (size_t index = 0; index < count; index++) {
        assert_int_equal(sfsm_table_argument_type(table, event, index), types[index]);
    }
    assert_int_equal(sfsm_table_argument_type(table, event, count), 0);
    assert_int_equal(sfsm_table_argument_type(table, event, count + 1), 0);
    assert_int_equal(sfsm_table_argument_type(table, event, SIZE_MAX), 0);
}

static void the_table_tells_what_an_event_carries(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, BACK, "");
    declare_event(builder, STAY, EVERY_TYPE);
    declare_event(builder, WHERE, "str, i8, str");
    sfsm_table *const table = table_from(builder);
    check_types(table, GO, NULL, 0);
    check_types(table, BACK, NULL, 0);
    check_types(table, STAY, TYPES(SFSM_BOOL, SFSM_I8, SFSM_I16, SFSM_I32, SFSM_I64, SFSM_U8, SFSM_U16, SFSM_U32,
                                   SFSM_U64, SFSM_F32, SFSM_F64, SFSM_STR, SFSM_PTR));
    check_types(table, WHERE, TYPES(SFSM_STR, SFSM_I8, SFSM_STR));
    static const int32_t strangers[] = {0, 4711, -1, INT32_MAX, SFSM_FIRST_ID, SFSM_ANY, SFSM_NONE, SFSM_REQUEST};
    for (size_t index = 0; index < COUNT(strangers); index++) {
        check_types(table, strangers[index], NULL, 0);
    }
    check_types(NULL, STAY, NULL, 0);
    sfsm_table_release(table);
}

static void declaring_an_event_makes_it_known(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, 4711, "");
    declare_event(builder, 4712, "u8");
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_int_equal(sfsm_table_event_count(sfsm_machine_table(machine)), 5);
    assert_int_equal(sfsm_table_event_at(sfsm_machine_table(machine), 4), 4712);
    assert_null(sfsm_table_event_name(sfsm_machine_table(machine), 4711));
    assert_status(sfsm_machine_send(machine, 4710), SFSM_UNKNOWN_EVENT);
    assert_status(sfsm_machine_send(machine, 4711), SFSM_UNHANDLED);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(4712, NO_CASES, ARGUMENTS(U8(1)))), SFSM_UNHANDLED);
    sfsm_machine_release(machine);
}

static void types_stand_between_commas_with_spaces_where_one_likes(void **state) {
    (void)state;
    static const char *const alike[] = {"i32,str", "i32, str", " i32 ,\tstr ", "\n i32\n,\n  str\n", "i32 ,str"};
    sfsm_builder *const builder = sound_builder();
    for (size_t index = 0; index < COUNT(alike); index++) { /* and declaring the same again changes nothing */
        assert_status(sfsm_arguments_check(alike[index], NULL, NULL), SFSM_OK);
        declare_event(builder, GO, alike[index]);
    }
    assert_status(sfsm_arguments_check("", NULL, NULL), SFSM_OK);
    assert_status(sfsm_arguments_check(" \t\n", NULL, NULL), SFSM_OK);
    declare_event(builder, BACK, "");
    declare_event(builder, BACK, " \t\n");
    sfsm_table *const table = table_from(builder);
    check_types(table, GO, TYPES(SFSM_I32, SFSM_STR));
    check_types(table, BACK, NULL, 0);
    sfsm_table_release(table);
}

static void the_text_of_a_declaration_is_copied_and_its_place_may_be_left_out(void **state) {
    (void)state;
    char text[] = "f64, ptr";
    sfsm_builder *const builder = sound_builder();
    assert_status(sfsm_builder_add_event_at(builder, GO, text, NULL, 0), SFSM_OK);
    memset(text, '?', sizeof text - 1);
    assert_status(sfsm_builder_add_event(builder, BACK, "bool"), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    check_types(table, GO, TYPES(SFSM_F64, SFSM_PTR));
    check_types(table, BACK, TYPES(SFSM_BOOL));
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_action_sees_what_its_event_carries),
        cmocka_unit_test(every_callback_sees_a_value_of_every_type),
        cmocka_unit_test(strings_and_pointers_may_be_null_and_nothing_looks_behind_a_pointer),
        cmocka_unit_test(the_table_tells_what_an_event_carries),
        cmocka_unit_test(declaring_an_event_makes_it_known),
        cmocka_unit_test(types_stand_between_commas_with_spaces_where_one_likes),
        cmocka_unit_test(the_text_of_a_declaration_is_copied_and_its_place_may_be_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
