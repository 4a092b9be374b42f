/* Columns of the cases and arguments that are sent with the events of a log. */
#include "shoppers.h"

static sfsm_replay replay_cases(shopping *shopping, const int32_t cases[static EVENTS], int32_t guards,
                                uint32_t flags) {
    sfsm_replay replay = replay_shop(shopping);
    replay.guards = guards;
    replay.flags = flags;
    shopping->cases.column = (sfsm_column){cases, SFSM_I32, 0};
    return replay;
}

static void cases_are_checked(void **state) {
    (void)state;
    sfsm_table *const table = shop_table();
    static const int32_t unknown[EVENTS] = {KNOWN, NEW, 2}, missing[EVENTS] = {KNOWN, NEW, SFSM_NONE};
    for (int32_t guards = SFSM_ASSUME_GUARDS; guards <= SFSM_ASK_GUARDS; guards++) {
        shopping shopping;
        sfsm_replay replay = replay_cases(&shopping, unknown, guards, 0);
        assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_UNKNOWN_CASE);
        assert_int_equal(shopping.counts.index, 2);
        assert_int_equal(shopping.counts.events, 2);
        replay = replay_cases(&shopping, missing, guards, SFSM_CALL_ACTIONS);
        assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_MISSING_PREDICATE);
        assert_int_equal(shopping.counts.index, 2);
        replay = replay_cases(&shopping, missing, guards, SFSM_LENIENT);
        assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_OK);
        assert_int_equal(shopping.outcomes[2], SFSM_UNHANDLED);
        replay.case_column_count = 0;
        replay.flags = 0;
        assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_MISSING_PREDICATE);
        assert_int_equal(shopping.counts.index, -1);
        const sfsm_case_column twice[2] = {shopping.cases, shopping.cases};
        replay.cases = twice;
        replay.case_column_count = 2;
        assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_REPEATED_PREDICATE);
        assert_int_equal(shopping.counts.index, 1);
    }
    sfsm_table_release(table);
}

static void arguments_are_checked(void **state) {
    (void)state;
    sfsm_table *const table = shop_table();
    static const struct {
        sfsm_argument_column column;
        sfsm_status status;
    } wrong[] = {
        {{4711, 0, {shop_cents, SFSM_I64, 0}}, SFSM_UNKNOWN_EVENT},
        {{PAY, 2, {shop_cents, SFSM_I64, 0}}, SFSM_ARGUMENT_COUNT},
        {{PAY, 0, {shop_names, SFSM_STR, 0}}, SFSM_ARGUMENT_TYPE},
        {{PAY, 0, {shop_cents, SFSM_PTR, 0}}, SFSM_BAD_VALUE},
        {{PAY, 0, {NULL, SFSM_I64, 0}}, SFSM_NULL_POINTER},
        {{CLOSE, 0, {shop_cents, SFSM_I64, 0}}, SFSM_ARGUMENT_COUNT},
    };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        shopping shopping;
        const sfsm_replay replay = replay_shop(&shopping);
        shopping.arguments[0] = wrong[i].column;
        assert_status(sfsm_table_replay(table, &replay, &shopping.counts), wrong[i].status);
        assert_int_equal(shopping.counts.index, 0);
        assert_int_equal(shopping.counts.events, 0);
    }
    /* No column for an argument, a number that does not fit, a pointer. */
    shopping shopping;
    sfsm_replay replay = replay_shop(&shopping);
    replay.argument_column_count = 1;
    assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_ARGUMENT_COUNT);
    assert_int_equal(shopping.counts.index, 0);
    static const int64_t large[EVENTS] = {150, (int64_t)1 << 40};
    replay = replay_shop(&shopping);
    shopping.arguments[1].column.values = large;
    assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_ARGUMENT_TYPE);
    assert_int_equal(shopping.counts.index, 1);
    static const int32_t with_pointer[] = {PAY, LOOK, LOOK, LOOK, LOOK, LOOK};
    replay = replay_shop(&shopping);
    replay.events.values = with_pointer;
    assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_UNSUPPORTED);
    assert_int_equal(shopping.counts.index, 1);
    assert_int_equal(shopping.counts.events, 1);
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_are_checked),
        cmocka_unit_test(arguments_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
