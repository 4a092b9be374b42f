/* Providers beside everything else that decides which row is taken: wildcards, first match, superstates, many types;
 * and rows that are taken without asking anything. */
#include "providers.h"

enum { TYPES = 40, CASES_OF_EACH = 50 };

/* Sends STAY in HOME, strict and lenient, and compares what was asked and done. Takes the builder. */
static void check_home(sfsm_builder *builder, sfsm_outcome outcome, const char *expected) {
    trace trace = {{0}, 0};
    sfsm_table *const table = table_from(builder);
    sfsm_machine *const machines[] = {machine_over(table, HOME, &trace), lenient_machine_over(table, HOME, &trace)};
    sfsm_table_release(table);
    for (size_t index = 0; index < COUNT(machines); index++) {
        assert_status(sfsm_machine_send(machines[index], STAY), outcome);
        assert_trace(&trace, expected);
        sfsm_machine_release(machines[index]);
    }
}

static sfsm_builder *provided_builder(services *services) {
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    provide_all(builder, services);
    return builder;
}

/* A row on each level, each for another type. */
static sfsm_builder *builder_of_four_levels(services *services) {
    sfsm_builder *const builder = provided_builder(services);
    ADD_ROWS(builder, {SFSM_ANY, SFSM_ANY, SFSM_SAME, 1, NOTING("(any, any)")},
             {SFSM_ANY, STAY, SFSM_SAME, 2, MATCHING(SFSM_MATCH(POLICY, STRONG)), NOTING("(any, STAY)")},
             {HOME, SFSM_ANY, SFSM_SAME, 3, NOTING("(HOME, any)"),
              MATCHING(SFSM_MATCH(REWARD, GIVEN), SFSM_MATCH(WEATHER, WET))},
             {HOME, STAY, SFSM_SAME, 4, MATCHING(SFSM_MATCH(WEATHER, DRY)), NOTING("(HOME, STAY)")});
    return builder;
}

static void each_level_asks_what_it_needs_and_no_level_asks_behind_the_one_that_matches(void **state) {
    (void)state;
    services dry = SERVICES(GIVEN, STRONG, DRY), wet = SERVICES(GIVEN, STRONG, WET);
    services withheld = SERVICES(WITHHELD, STRONG, WET), weak = SERVICES(WITHHELD, WEAK, SNOWY);
    check_home(builder_of_four_levels(&dry), SFSM_TRANSITIONED, "weather?, (HOME, STAY)");
    check_home(builder_of_four_levels(&wet), SFSM_TRANSITIONED, "weather?, reward?, (HOME, any)");
    check_home(builder_of_four_levels(&withheld), SFSM_TRANSITIONED, "weather?, reward?, policy?, (any, STAY)");
    check_home(builder_of_four_levels(&weak), SFSM_TRANSITIONED, "weather?, reward?, policy?, (any, any)");
}

static void a_level_that_names_no_type_asks_nothing_and_hides_those_behind_it(void **state) {
    (void)state;
    services services = SERVICES(GIVEN, STRONG, WET);
    sfsm_builder *const builder = provided_builder(&services);
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 1, NOTING("(HOME, STAY)")},
             {HOME, SFSM_ANY, SFSM_SAME, 2, MATCHING(SFSM_MATCH(POLICY, STRONG)), NOTING("(HOME, any)")});
    check_home(builder, SFSM_TRANSITIONED, "(HOME, STAY)");
}

/* An event that no row names, and that a row for any event takes. */
static void an_unknown_event_asks_too(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    services services = SERVICES(GIVEN, STRONG, WET);
    sfsm_builder *const builder = provided_builder(&services);
    ADD_ROWS(builder, {HOME, SFSM_ANY, SFSM_SAME, 1, MATCHING(SFSM_MATCH(POLICY, STRONG)), NOTING("any")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, 4711), SFSM_TRANSITIONED);
    assert_trace(&trace, "policy?, any");
    sfsm_machine_release(machine);
}

static void under_first_match_the_next_level_asks_when_it_is_tried(void **state) {
    (void)state;
    services services = SERVICES(GIVEN, STRONG, DRY);
    sfsm_builder *const builder = provided_builder(&services);
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 1, MATCHING(SFSM_MATCH(WEATHER, DRY)), ASKING(note_no, "dry no")},
             {HOME, STAY, SFSM_SAME, 2, ASKING(note_no, "no")},
             {HOME, SFSM_ANY, SFSM_SAME, 3, ASKING(note_no, "given dry no"),
              MATCHING(SFSM_MATCH(REWARD, GIVEN), SFSM_MATCH(WEATHER, DRY))},
             {SFSM_ANY, STAY, SFSM_SAME, 4, MATCHING(SFSM_MATCH(POLICY, STRONG)), ASKING(note_yes, "strong yes"),
              NOTING("strong")},
             {SFSM_ANY, STAY, SFSM_SAME, 5, ASKING(note_yes, "never tried")});
    assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    check_home(builder, SFSM_TRANSITIONED,
               "weather?, dry no, no, reward?, given dry no, policy?, strong yes, strong");
}

static int32_t resolve_to_none(const sfsm_step *step, void *words) {
    note_cases(step, words);
    return SFSM_NONE;
}

static void a_resolver_that_refuses_lets_the_next_level_ask_too(void **state) {
    (void)state;
    services services = SERVICES(GIVEN, STRONG, DRY);
    sfsm_builder *const builder = provided_builder(&services);
    ADD_ROWS(builder, {HOME, STAY, SFSM_DYNAMIC, 1, MATCHING(SFSM_MATCH(WEATHER, DRY)),
                       .resolver = {resolve_to_none, "resolver", NULL}},
             {SFSM_ANY, STAY, SFSM_SAME, 2, MATCHING(SFSM_MATCH(POLICY, STRONG)), DOING(note_cases, "strong")});
    assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    check_home(builder, SFSM_TRANSITIONED, "weather?, resolver none none DRY, policy?, strong none STRONG DRY");
}

static void exclusively_a_no_refuses_and_nothing_more_is_asked(void **state) {
    (void)state;
    services services = SERVICES(GIVEN, STRONG, DRY);
    sfsm_builder *const builder = provided_builder(&services);
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 1, MATCHING(SFSM_MATCH(WEATHER, DRY)), ASKING(note_no, "dry no")},
             {HOME, STAY, SFSM_SAME, 2, NOTING("silent")},
             {SFSM_ANY, STAY, SFSM_SAME, 3, MATCHING(SFSM_MATCH(POLICY, STRONG)), NOTING("strong")});
    check_home(builder, SFSM_REFUSED, "weather?, dry no");
}

static void rows_of_superstates_ask_as_a_states_own_do(void **state) {
    (void)state;
    services services = SERVICES(GIVEN, STRONG, DRY);
    const home_blocks own = blocks_of_home();
    const size_t base = superstate_from(own.builder);
    declare_all(own.builder);
    provide_all(own.builder, &services);
    adopt(own.builder, own.home, base);
    ADD_ROWS(own.builder, {SFSM_NONE, STAY, SFSM_SAME, 1, .block = base, NOTING("inherited"),
                           MATCHING(SFSM_MATCH(WEATHER, DRY), SFSM_MATCH(POLICY, STRONG))},
             {HOME, STAY, SFSM_SAME, 2, MATCHING(SFSM_MATCH(REWARD, GIVEN)), NOTING("own")});
    check_home(own.builder, SFSM_TRANSITIONED, "reward?, policy?, weather?, inherited");
}

static int32_t never_asked(const sfsm_step *step, void *words) {
    note(step, words);
    return 0;
}

static void rows_that_name_no_type_are_taken_without_asking(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    declare(builder, POLICY, 2);
    assert_status(sfsm_builder_set_provider(builder, POLICY, never_asked, "asked", NULL), SFSM_OK);
    ADD_ROWS(builder, {HOME, STAY, SFSM_INTERNAL, 3, NOTING("one action")});
    sfsm_diagnostics *warnings = NULL;
    sfsm_table *table = NULL;
    assert_status(sfsm_builder_build(builder, &table, &warnings), SFSM_OK);
    assert_int_equal(count_of_kind(warnings, SFSM_UNUSED_PREDICATE), 1); /* a provider is no use of it */
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(builder);
    sfsm_machine *const machine = machine_over(table, HOME, &trace);
    sfsm_table_release(table);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(BACK, CASES({POLICY, STRONG}))),
                  SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, CASES({POLICY, 2}))), SFSM_UNKNOWN_CASE);
    assert_trace(&trace, "one action");
    sfsm_machine_release(machine);
}

/* ---------------------------------------------------------------------------------------------------------------
 * Many types
 * ------------------------------------------------------------------------------------------------------------- */

/* One for each type: its answer, and what place it had among those that were asked, from 1. */
typedef struct numbered_service {
    int32_t answer;
    size_t place;
} numbered_service;

static int32_t answer_in_turn(const sfsm_step *step, void *context) {
    numbered_service *const service = context;
    service->place = ++*(size_t *)step->context;
    return service->answer;
}

/* Row number n is for case 7 of the types from 0 to n; together they would make a far too large table of combinations.
 * An action adds its row's number, a thousand times, to the turns at the machine's context. */
static int32_t take_row(const sfsm_step *step, void *row) {
    *(size_t *)step->context += *(const size_t *)row * 1000;
    return 0;
}

static void many_types_are_asked_in_order_each_once(void **state) {
    (void)state;
    static size_t numbers[TYPES];
    static numbered_service services[TYPES];
    size_t turns = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t type = TYPES - 1; type >= 0; type--) {
        declare(builder, 10 * type, CASES_OF_EACH);
        assert_status(sfsm_builder_set_provider(builder, 10 * type, answer_in_turn, &services[type], NULL), SFSM_OK);
    }
    for (int32_t row = 0; row < TYPES; row++) {
        numbers[row] = (size_t)row;
        ADD_ROWS(builder, {HOME, GO, SFSM_SAME, row + 1, DOING(take_row, &numbers[row])});
        for (int32_t type = 0; type <= row; type++) {
            assert_status(sfsm_builder_add_match(builder, (size_t)row + 1, 10 * type, &(int32_t){7}, 1), SFSM_OK);
        }
    }
    sfsm_machine *const machine = machine_from(builder, HOME, &turns);
    for (int32_t fit = 1; fit <= TYPES; fit++) { /* so many of the types have their case 7 */
        const int32_t sent = fit - 1; /* and that of this one is sent */
        for (int32_t type = 0; type < TYPES; type++) {
            services[type] = (numbered_service){type < fit && type != sent ? 7 : 0, 0};
        }
        turns = 0;
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(GO, CASES({10 * sent, 7}))),
                      SFSM_TRANSITIONED);
        assert_int_equal(turns, TYPES - 1 + 1000 * sent);
        for (int32_t type = 0; type < TYPES; type++) {
            assert_int_equal(services[type].place, type < sent ? type + 1 : type > sent ? type : 0);
        }
    }
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_level_asks_what_it_needs_and_no_level_asks_behind_the_one_that_matches),
        cmocka_unit_test(a_level_that_names_no_type_asks_nothing_and_hides_those_behind_it),
        cmocka_unit_test(an_unknown_event_asks_too),
        cmocka_unit_test(under_first_match_the_next_level_asks_when_it_is_tried),
        cmocka_unit_test(a_resolver_that_refuses_lets_the_next_level_ask_too),
        cmocka_unit_test(exclusively_a_no_refuses_and_nothing_more_is_asked),
        cmocka_unit_test(rows_of_superstates_ask_as_a_states_own_do),
        cmocka_unit_test(rows_that_name_no_type_are_taken_without_asking),
        cmocka_unit_test(many_types_are_asked_in_order_each_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
