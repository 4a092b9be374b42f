/* Chapter 6, what can be wrong with what a single row says of predicate types: types and cases that are named twice, or
 * that there are none of. */
#include "matches.h"

/* Sound, with all three types declared, and a row in line 8 for these matches. */
static sfsm_builder *builder_with(const sfsm_match *matches, size_t count) {
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 8, .matches = matches, .match_count = count});
    return builder;
}

/* The only fault is an invalid match, of this type and case, with these words in its sentence beside the row's. */
static void check_invalid(sfsm_builder *builder, int32_t predicate, int32_t value, const char *first,
                          const char *second) {
    const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_INVALID_MATCH, "HOME", "STAY", "AWAY", first, second);
    assert_int_equal(fault.state, HOME);
    assert_int_equal(fault.event, STAY);
    assert_int_equal(fault.target, AWAY);
    assert_int_equal(fault.predicate, predicate);
    assert_int_equal(fault.value, value);
    assert_int_equal(fault.line, 8);
    assert_int_equal(fault.place_count, 1);
    assert_int_equal(fault.case_count, 0);
}

#define INVALID(predicate, value, first, second, ...)                                                                 \
    check_invalid(builder_with((const sfsm_match[]){__VA_ARGS__}, COUNT(((const sfsm_match[]){__VA_ARGS__}))),        \
                  (predicate), (value), (first), (second))

static void a_row_names_a_type_once(void **state) {
    (void)state;
    INVALID(POLICY, SFSM_NONE, "POLICY", "twice", SFSM_MATCH(POLICY, WEAK), SFSM_MATCH(POLICY, STRONG));
    INVALID(POLICY, SFSM_NONE, "POLICY", "twice", SFSM_MATCH(POLICY, WEAK), SFSM_MATCH(POLICY, WEAK));
    INVALID(REWARD, SFSM_NONE, "REWARD", "twice", SFSM_MATCH(REWARD, GIVEN), SFSM_MATCH(POLICY, WEAK),
            SEVERAL(REWARD, GIVEN, WITHHELD));
}

static void a_row_names_a_case_once(void **state) {
    (void)state;
    INVALID(WEATHER, WET, "WEATHER", "WET", SEVERAL(WEATHER, WET, WET));
    INVALID(WEATHER, DRY, "DRY", "twice", SEVERAL(WEATHER, DRY, SNOWY, DRY));
    INVALID(WEATHER, SNOWY, "SNOWY", "twice", SFSM_MATCH(POLICY, WEAK), SEVERAL(WEATHER, DRY, SNOWY, WET, SNOWY));
}

static void a_row_names_cases_that_the_type_has(void **state) {
    (void)state;
    INVALID(POLICY, STRONG + 1, "POLICY", "2", SFSM_MATCH(POLICY, STRONG + 1));
    INVALID(POLICY, -1, "POLICY", "-1", SEVERAL(POLICY, WEAK, -1));
    INVALID(WEATHER, INT32_MAX, "WEATHER", "2147483647", SEVERAL(WEATHER, INT32_MAX, DRY));
    INVALID(WEATHER, SFSM_CASE_LIMIT, "WEATHER", "16384", SFSM_MATCH(WEATHER, SFSM_CASE_LIMIT));
    INVALID(POLICY, SFSM_ANY, "POLICY", "case", SFSM_MATCH(POLICY, SFSM_ANY));
    INVALID(POLICY, 7, "names case 7", "which has the cases 0 to 1: correct the case", SFSM_MATCH(POLICY, 7));
    INVALID(WEATHER, 7, "names case 7", "which has the cases 0 to 2: correct the case", SFSM_MATCH(WEATHER, 7));
}

static void a_row_names_at_least_one_case(void **state) {
    (void)state;
    for (int has_array = 0; has_array < 2; has_array++) {
        static const int32_t values[] = {WEAK};
        sfsm_builder *const builder = builder_with(NULL, 0);
        assert_status(sfsm_builder_add_match(builder, 3, POLICY, has_array ? values : NULL, 0), SFSM_OK);
        check_invalid(builder, POLICY, SFSM_NONE, "POLICY", "no case");
    }
}

static void each_type_that_a_row_names_wrongly_is_told(void **state) {
    (void)state;
    sfsm_builder *const builder = builder_with(
        (const sfsm_match[]){SFSM_MATCH(WEATHER, 9), SFSM_MATCH(4711, WEAK), SEVERAL(POLICY, WEAK, WEAK)}, 3);
    sfsm_diagnostics *const faults = faults_of(builder);
    assert_int_equal(count_of_kind(faults, SFSM_UNDECLARED_PREDICATE), 1);
    assert_int_equal(count_of_kind(faults, SFSM_INVALID_MATCH), 2);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void what_is_named_three_times_is_told_once(void **state) {
    (void)state;
    INVALID(WEATHER, WET, "WEATHER", "WET", SEVERAL(WEATHER, WET, WET, DRY, WET));
    INVALID(POLICY, SFSM_NONE, "POLICY", "match", SFSM_MATCH(POLICY, WEAK), SFSM_MATCH(POLICY, STRONG),
            SFSM_MATCH(POLICY, WEAK));
    INVALID(POLICY, 7, "POLICY", "7", SEVERAL(POLICY, 7, 7, 7));
}

/* A row that is at fault is nobody's rival, duplicate or ground to override, whatever it was meant to match. */
static void a_row_with_an_invalid_match_is_not_the_cause_of_further_faults(void **state) {
    (void)state;
    static const int32_t targets[] = {AWAY, HOME};
    for (size_t index = 0; index < COUNT(targets); index++) {
        sfsm_builder *const builder = builder_with((const sfsm_match[]){SEVERAL(POLICY, WEAK, WEAK)}, 1);
        add_row(builder, HOME, STAY, targets[index], 9);
        ADD_ROWS(builder, {HOME, STAY, targets[index], 10, MATCHING(SFSM_MATCH(POLICY, WEAK))});
        check_invalid(builder, POLICY, WEAK, "WEAK", "twice");
        sfsm_builder *const undeclared = builder_with((const sfsm_match[]){SFSM_MATCH(4711, WEAK)}, 1);
        add_row(undeclared, HOME, STAY, targets[index], 9);
        ONLY_FAULT(undeclared, SFSM_UNDECLARED_PREDICATE, "4711");
        sfsm_builder *const both = builder_with((const sfsm_match[]){SFSM_MATCH(POLICY, 9)}, 1);
        ADD_ROWS(both, {HOME, STAY, targets[index], 8, MATCHING(SEVERAL(POLICY, WEAK, 9))});
        sfsm_diagnostics *const faults = faults_of(both);
        assert_int_equal(count_of_kind(faults, SFSM_INVALID_MATCH), 2);
        assert_int_equal(count_of_kind(faults, SFSM_DUPLICATE) + count_of_kind(faults, SFSM_CLASH), 0);
        sfsm_diagnostics_release(faults);
        sfsm_builder_release(both);
    }
    const home_blocks own = blocks_of_home(); /* nor of overriding in vain */
    const size_t base = superstate_from(own.builder);
    declare_all(own.builder);
    adopt(own.builder, own.home, base);
    ADD_ROWS(own.builder, {SFSM_NONE, STAY, AWAY, 8, MATCHING(SFSM_MATCH(POLICY, 2)), .block = base},
             {HOME, STAY, AWAY, 9, MATCHING(SFSM_MATCH(POLICY, STRONG)), .flags = SFSM_OVERRIDING});
    ONLY_FAULT(own.builder, SFSM_INVALID_MATCH, "POLICY", "2");
}

static void a_type_that_a_row_names_is_declared(void **state) {
    (void)state;
    static const int32_t strangers[] = {4711, SFSM_FIRST_ID, INT32_MAX, -41};
    static const char *const words[] = {"4711", "-2147483632", "2147483647", "-41"};
    for (size_t index = 0; index < COUNT(strangers); index++) {
        sfsm_builder *const builder =
            builder_with((const sfsm_match[]){SFSM_MATCH(POLICY, WEAK), SFSM_MATCH(strangers[index], 0)}, 2);
        const sfsm_diagnostic fault =
            ONLY_FAULT(builder, SFSM_UNDECLARED_PREDICATE, "HOME", "STAY", words[index], "declare");
        assert_int_equal(fault.predicate, strangers[index]);
        assert_int_equal(fault.state, HOME);
        assert_int_equal(fault.event, STAY);
        assert_int_equal(fault.line, 8);
        assert_int_equal(fault.place_count, 1);
    }
    static const sfsm_name names[] = {{4711, "FORGOTTEN"}}; /* a name does not declare it */
    sfsm_builder *const named = builder_with((const sfsm_match[]){SFSM_MATCH(4711, 0)}, 1);
    assert_status(sfsm_builder_name_predicates(named, names, 1), SFSM_OK);
    assert_int_equal(ONLY_FAULT(named, SFSM_UNDECLARED_PREDICATE, "FORGOTTEN").predicate, 4711);
}

static void a_type_that_a_row_names_is_none_of_the_reserved_ids(void **state) {
    (void)state;
    for (int32_t id = INT32_MIN; id < SFSM_FIRST_ID; id++) {
        sfsm_builder *const builder = builder_with((const sfsm_match[]){SFSM_MATCH(id, 0)}, 1);
        sfsm_diagnostics *const faults = faults_of(builder);
        const sfsm_diagnostic fault = diagnostic_at(faults, 0); /* it cannot be declared, or not be named at all */
        assert_true(fault.kind == SFSM_UNDECLARED_PREDICATE || fault.kind == SFSM_RESERVED_ID_USED);
        assert_int_equal(fault.line, 8);
        sfsm_diagnostics_release(faults);
        sfsm_builder_release(builder);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_names_a_type_once),
        cmocka_unit_test(a_row_names_a_case_once),
        cmocka_unit_test(a_row_names_cases_that_the_type_has),
        cmocka_unit_test(a_row_names_at_least_one_case),
        cmocka_unit_test(each_type_that_a_row_names_wrongly_is_told),
        cmocka_unit_test(what_is_named_three_times_is_told_once),
        cmocka_unit_test(a_row_with_an_invalid_match_is_not_the_cause_of_further_faults),
        cmocka_unit_test(a_type_that_a_row_names_is_declared),
        cmocka_unit_test(a_type_that_a_row_names_is_none_of_the_reserved_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
