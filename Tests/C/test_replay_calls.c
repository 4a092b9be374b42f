/* Replays that ask guards and call actions. */
#include "shoppers.h"

#include <stdio.h>

/* The table of a document with one callback. */
static sfsm_table *table_read(const char *text, const sfsm_binding *binding) {
    const sfsm_reading reading = {.size = sizeof reading, .bindings = binding, .binding_count = 1};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_read(builder, text, strlen(text), &reading, NULL), SFSM_OK);
    return table_from(builder);
}

static void guards_are_asked_and_actions_called(void **state) {
    (void)state;
    sfsm_table *const table = shop_table();
    shopping shopping;
    const sfsm_replay replay = replay_shop(&shopping);
    assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_OK);
    assert_shopping(shopping, LIST(CLOSED, OPEN, CLOSED), LIST(1, SFSM_REFUSED, 1, 1, SFSM_UNHANDLED, 1),
                    LIST(1, 0, 2, 4, 0, 5));
    assert_int_equal(shopping.customers[0].notes, 2);
    assert_int_equal(shopping.customers[1].notes, 0);
    sfsm_table_release(table);
}

static void guards_alone_are_asked(void **state) {
    (void)state;
    sfsm_table *const table = shop_table();
    shopping shopping;
    sfsm_replay replay = replay_shop(&shopping);
    replay.flags = 0;
    assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_OK);
    assert_shopping(shopping, LIST(CLOSED, OPEN, CLOSED), LIST(1, SFSM_REFUSED, 1, 1, SFSM_UNHANDLED, 1),
                    LIST(1, 0, 2, 4, 0, 5));
    assert_int_equal(shopping.customers[0].notes, 0);
    sfsm_table_release(table);
}

static void guards_are_assumed_or_refused(void **state) {
    (void)state;
    sfsm_table *const table = shop_table();
    for (uint32_t calls = 0; calls < 2; calls++) {
        shopping shopping;
        sfsm_replay replay = replay_shop(&shopping);
        replay.flags = calls * SFSM_CALL_ACTIONS;
        replay.guards = SFSM_ASSUME_GUARDS;
        assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_OK);
        assert_shopping(shopping, LIST(CLOSED, CLOSED, CLOSED), LIST(1, 1, 1, 1, 1, 1), LIST(1, 1, 2, 4, 4, 5));
        assert_int_equal(shopping.customers[1].notes, 2 * (int)calls);
        replay = replay_shop(&shopping);
        replay.guards = SFSM_REFUSE_GUARDS;
        assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_UNSUPPORTED);
        assert_int_equal(shopping.counts.index, 1); /* the row */
        assert_int_equal(shopping.states[0], SFSM_NONE);
    }
    sfsm_table_release(table);
}

static void a_failing_callback_ends_it(void **state) {
    (void)state;
    sfsm_table *const table = shop_table();
    shopping shopping;
    const sfsm_replay replay = replay_shop(&shopping);
    shopping.customers[0].result = -99;
    shopping.customers[0].least = 0;
    assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_CALLBACK_FAILED);
    assert_int_equal(shopping.counts.index, 0);
    assert_int_equal(shopping.counts.failure, -99);
    assert_int_equal(shopping.counts.events, 0);
    assert_int_equal(shopping.states[0], OPEN);
    assert_int_equal(shopping.states[1], SFSM_NONE);
    sfsm_table_release(table);
}

static void a_definition_without_its_callbacks(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_reading reading = {.size = sizeof reading, .flags = SFSM_UNBOUND};
    assert_status(sfsm_builder_read(builder, shop_document, strlen(shop_document), &reading, NULL), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    shopping shopping;
    sfsm_replay replay = replay_shop(&shopping);
    assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_UNBOUND_CALLBACKS);
    replay.flags = 0;
    assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_UNBOUND_CALLBACKS);
    replay.guards = SFSM_ASSUME_GUARDS;
    assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_OK);
    assert_int_equal(shopping.states[1], CLOSED);
    sfsm_table_release(table);
}

/* A guard that refuses, but raises an event that is taken. */
static int32_t raise_instead(const sfsm_step *step, void *context) {
    (void)context;
    return sfsm_machine_raise(step->machine, 1) == SFSM_QUEUED ? 0 : -1;
}

static void what_a_guard_raises_is_taken(void **state) {
    (void)state;
    static const char *const text = "definition d\n"
                                    "  ids states a = 0 b = 1 c = 2\n"
                                    "  ids events go = 0 turn = 1\n"
                                    "  initial a\n"
                                    "  state a\n"
                                    "    go ? raise_instead -> b\n"
                                    "    turn -> c\n"
                                    "  state b\n"
                                    "    go -> a raises turn\n"
                                    "  state c\n"
                                    "    go -> a\n";
    const sfsm_binding binding = SFSM_BIND(raise_instead);
    sfsm_table *const table = table_read(text, &binding);
    int32_t one = 0;
    static const int32_t go[] = {0};
    sfsm_violation violation;
    const sfsm_replay replay = {
        .size = sizeof replay,
        .states = &one,
        .token_count = 1,
        .events = {go, 0, 0},
        .event_count = 1,
        .initial = SFSM_INITIAL,
        .guards = SFSM_ASK_GUARDS,
        .violations = &violation,
        .violation_capacity = 1,
    };
    sfsm_replay_counts counts = {.size = sizeof counts};
    assert_status(sfsm_table_replay(table, &replay, &counts), SFSM_OK);
    assert_int_equal(counts.refused, 1);
    assert_int_equal(one, 2);
    assert_int_equal(violation.state, 0); /* where it came */

    one = SFSM_INITIAL; /* which no token is in */
    assert_status(sfsm_table_replay(table, &replay, &counts), SFSM_UNKNOWN_STATE);
    sfsm_table_release(table);
}

/* Notes the argument. */
static int32_t see(const sfsm_step *step, void *context) {
    *(sfsm_value *)context = step->arguments[0];
    return 0;
}

/* A replay of one event with this argument, of a column of 64 bits without sign, where it is declared of this type. */
static sfsm_status replay_unsigned(const char *type, uint64_t argument, sfsm_value *out_value) {
    char text[128];
    snprintf(text, sizeof text,
             "definition d\n  ids events go = 0\n  event go (%s n)\n  initial a\n  a go -> same / see\n", type);
    const sfsm_binding binding = SFSM_BIND(see);
    sfsm_table *const table = table_read(text, &binding);
    static const int32_t go[] = {0};
    int32_t one = SFSM_NONE;
    const sfsm_argument_column column = {.column = {&argument, SFSM_U64, 0}};
    const sfsm_replay replay = {
        .size = sizeof replay,
        .states = &one,
        .token_count = 1,
        .events = {go, 0, 0},
        .event_count = 1,
        .initial = SFSM_INITIAL,
        .flags = SFSM_CALL_ACTIONS,
        .arguments = &column,
        .argument_column_count = 1,
        .contexts = out_value,
    };
    const sfsm_status status = sfsm_table_replay(table, &replay, NULL);
    sfsm_table_release(table);
    return status;
}

static void the_highest_numbers_without_sign_stay_what_they_are(void **state) {
    (void)state;
    sfsm_value value;
    assert_status(replay_unsigned("u64", UINT64_MAX, &value), SFSM_OK);
    assert_true(value.type == SFSM_U64 && value.as.u64 == UINT64_MAX);
    assert_status(replay_unsigned("f64", UINT64_C(1) << 63, &value), SFSM_OK);
    assert_true(value.type == SFSM_F64 && value.as.f64 == 9223372036854775808.0);
    assert_status(replay_unsigned("f32", UINT64_C(1) << 63, &value), SFSM_OK);
    assert_true(value.type == SFSM_F32 && value.as.f32 == 9223372036854775808.0F);
    assert_status(replay_unsigned("i64", INT64_MAX, &value), SFSM_OK);
    assert_true(value.type == SFSM_I64 && value.as.i64 == INT64_MAX);
    static const char *const types[] = {"i8", "i16", "i32", "i64", "u8", "u16", "u32", "f32", "f64", "bool"};
    for (size_t i = 0; i < COUNT(types); i++) {
        assert_status(replay_unsigned(types[i], UINT64_MAX, &value), SFSM_ARGUMENT_TYPE);
    }
}

/* What a host was told of the progress, and what it answers. */
typedef struct telling {
    int calls;
    int64_t done, total;
    sfsm_status answer;
} telling;

static sfsm_status tell_progress(void *context, int64_t done, int64_t total) {
    telling *const told = context;
    told->calls++;
    told->done = done;
    told->total = total;
    return told->answer;
}

static void the_end_is_told_as_progress(void **state) {
    (void)state;
    sfsm_table *const table = shop_table();
    static const sfsm_status answers[] = {SFSM_OK, SFSM_BUSY};
    for (size_t i = 0; i < COUNT(answers); i++) {
        shopping shopping;
        telling told = {.answer = answers[i]};
        sfsm_replay replay = replay_shop(&shopping);
        replay.progress = tell_progress;
        replay.progress_context = &told;
        assert_status(sfsm_table_replay(table, &replay, &shopping.counts), answers[i]);
        assert_int_equal(told.calls, 1);
        assert_int_equal(told.done, 6);
        assert_int_equal(told.total, 6);
    }
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guards_are_asked_and_actions_called),
        cmocka_unit_test(guards_alone_are_asked),
        cmocka_unit_test(guards_are_assumed_or_refused),
        cmocka_unit_test(a_failing_callback_ends_it),
        cmocka_unit_test(a_definition_without_its_callbacks),
        cmocka_unit_test(what_a_guard_raises_is_taken),
        cmocka_unit_test(the_highest_numbers_without_sign_stay_what_they_are),
        cmocka_unit_test(the_end_is_told_as_progress),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
