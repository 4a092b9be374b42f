/* Chapter 8, machines made with options: their struct, their flags, and what they come to over tables without predicate
 * types. What strict and lenient machines take is in test_predicate_sends.c. */
#include "matches.h"

static const sfsm_row rows[] = {SFSM_ROW(HOME, GO, AWAY, NULL), SFSM_ROW(AWAY, BACK, HOME, NULL)};

static sfsm_machine *const untouched = (sfsm_machine *)(uintptr_t)8; /* what a call must write over */

static sfsm_status status_of(const sfsm_table *table, const sfsm_machine_options *options) {
    sfsm_machine *machine = untouched;
    const sfsm_status status = sfsm_machine_create_with(table, options, &machine);
    if (status == SFSM_OK) {
        assert_ptr_not_equal(machine, untouched);
        sfsm_machine_release(machine);
    } else {
        assert_null(machine);
    }
    return status;
}

static void fields_that_are_zero_make_the_machine_that_create_makes(void **state) {
    (void)state;
    int context = 0;
    sfsm_table *const table = table_of_rows(rows, COUNT(rows));
    const sfsm_machine_options options = {.size = sizeof options, .initial = AWAY, .context = &context};
    sfsm_machine *machine = NULL;
    assert_status(sfsm_machine_create_with(table, &options, &machine), SFSM_OK);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    assert_ptr_equal(sfsm_machine_context(machine), &context);
    assert_ptr_equal(sfsm_machine_table(machine), table);
    sfsm_table_release(table); /* the machine keeps it */
    assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static void the_initial_state_is_as_for_create(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    assert_status(sfsm_builder_set_initial(builder, AWAY), SFSM_OK);
    sfsm_table *const with = table_from(builder), *const without = table_of_rows(rows, COUNT(rows));
    for (uint32_t flags = 0; flags <= SFSM_LENIENT; flags++) {
        sfsm_machine_options options = {.size = sizeof options, .initial = SFSM_INITIAL, .flags = flags};
        sfsm_machine *machine = NULL;
        assert_status(sfsm_machine_create_with(with, &options, &machine), SFSM_OK);
        assert_int_equal(sfsm_machine_state(machine), AWAY);
        sfsm_machine_release(machine);
        options.initial = SFSM_NONE;
        assert_status(sfsm_machine_create_with(with, &options, &machine), SFSM_OK);
        assert_int_equal(sfsm_machine_state(machine), SFSM_NONE);
        assert_status(sfsm_machine_start(machine, HOME), SFSM_OK);
        sfsm_machine_release(machine);
        options.initial = SFSM_INITIAL;
        assert_status(status_of(without, &options), SFSM_UNKNOWN_STATE);
        options.initial = 4711;
        assert_status(status_of(with, &options), SFSM_UNKNOWN_STATE);
        options.initial = SFSM_ANY;
        const sfsm_status expected = sfsm_machine_create(with, SFSM_ANY, NULL, &machine);
        assert_true(expected < 0);
        assert_status(status_of(with, &options), expected);
    }
    sfsm_table_release(with);
    sfsm_table_release(without);
}

static void pointers_must_not_be_null(void **state) {
    (void)state;
    sfsm_table *const table = table_of_rows(rows, COUNT(rows));
    const sfsm_machine_options options = {.size = sizeof options, .initial = HOME};
    assert_status(status_of(NULL, &options), SFSM_NULL_POINTER);
    assert_status(status_of(table, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_create_with(table, &options, NULL), SFSM_NULL_POINTER);
    assert_status(status_of(table, &options), SFSM_OK);
    sfsm_table_release(table);
}

static void the_struct_has_the_size_that_it_says(void **state) {
    (void)state;
    sfsm_table *const table = table_of_rows(rows, COUNT(rows));
    sfsm_machine_options options = {.initial = HOME};
    const size_t first_version = offsetof(sfsm_machine_options, memory);
    for (options.size = 0; options.size < sizeof options; options.size++) {
        const sfsm_status expected = options.size == first_version ? SFSM_OK : SFSM_BAD_SIZE;
        assert_status(status_of(table, &options), expected);
    }
    /* One of a later version, whose new fields may be used only if they are known. */
    struct { sfsm_machine_options options; unsigned char appended[40]; } later = {{.initial = HOME}, {0}};
    later.options.size = sizeof later;
    assert_status(status_of(table, &later.options), SFSM_OK);
    for (size_t byte = 0; byte < sizeof later.appended; byte++) {
        later.appended[byte] = 1;
        assert_status(status_of(table, &later.options), SFSM_BAD_SIZE);
        later.options.size = sizeof options + byte; /* up to it, and not beyond */
        assert_status(status_of(table, &later.options), SFSM_OK);
        later.options.size = sizeof later;
        later.appended[byte] = 0;
    }
    sfsm_table_release(table);
}

static void flags_are_those_that_are_documented(void **state) {
    (void)state;
    sfsm_table *const table = table_of_rows(rows, COUNT(rows));
    static const uint32_t unknown[] = {2, 3, 4, 0x80000000u, 0x80000001u, UINT32_MAX};
    for (size_t index = 0; index < COUNT(unknown); index++) {
        const sfsm_machine_options options = {.size = sizeof options, .initial = HOME, .flags = unknown[index]};
        assert_status(status_of(table, &options), SFSM_BAD_VALUE);
    }
    sfsm_table_release(table);
}

/* What lies behind a struct of the first version is not read. */
static void the_first_version_has_no_memory(void **state) {
    (void)state;
    sfsm_table *const table = table_of_rows(rows, COUNT(rows));
    static char elsewhere[4096];
    const sfsm_machine_options options = {
        .size = offsetof(sfsm_machine_options, memory), .initial = HOME, .memory = elsewhere, .memory_size = 1};
    sfsm_machine *machine = NULL;
    assert_status(sfsm_machine_create_with(table, &options, &machine), SFSM_OK);
    assert_ptr_not_equal(machine, elsewhere);
    sfsm_machine_release(machine);
    const sfsm_machine_options nowhere = {.size = sizeof nowhere, .initial = HOME, .memory_size = 3}; /* nor is this */
    assert_status(status_of(table, &nowhere), SFSM_OK);
    sfsm_table_release(table);
}

/* Notes whether there are cases, and what a type would have. */
static int32_t note_lack_of_cases(const sfsm_step *step, void *words) {
    trace_note(step->context, "%s %s", (const char *)words,
               step->cases == NULL && sfsm_step_case(step, POLICY) == SFSM_NONE ? "without" : "with");
    return 1;
}

static void a_table_without_predicate_types_knows_no_cases(void **state) {
    (void)state;
    for (uint32_t flags = 0; flags <= SFSM_LENIENT; flags++) {
        trace trace = {{0}, 0};
        sfsm_builder *const builder = sound_builder();
        const size_t block = state_from(builder, HOME);
        assert_status(sfsm_builder_on_entry(builder, block, note_lack_of_cases, "entry", NULL), SFSM_OK);
        assert_status(sfsm_builder_on_exit(builder, block, note_lack_of_cases, "exit", NULL), SFSM_OK);
        assert_status(sfsm_builder_add_action(builder, 1, note_lack_of_cases, "action", NULL), SFSM_OK);
        assert_status(sfsm_builder_add_guard(builder, 1, note_lack_of_cases, "guard", NULL), SFSM_OK);
        sfsm_table *const table = table_from(builder);
        const sfsm_machine_options options = {.size = sizeof options, .initial = SFSM_NONE, .flags = flags, .context = &trace};
        sfsm_machine *machine = NULL;
        assert_status(sfsm_machine_create_with(table, &options, &machine), SFSM_OK);
        sfsm_table_release(table);
        assert_status(sfsm_machine_on_step(machine, note_lack_of_cases, "hook", NULL), SFSM_OK);
        assert_status(sfsm_machine_start(machine, HOME), SFSM_OK);
        assert_trace(&trace, "entry without, hook without");
        assert_status(sfsm_machine_send_message(machine, MESSAGE(GO)), SFSM_TRANSITIONED);
        assert_trace(&trace, "guard without, exit without, action without, hook without");
        assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
        assert_trace(&trace, "entry without, hook without");
        /* A strict machine knows no type, a lenient one ignores what it does not know. */
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(GO, CASES({POLICY, WEAK}))),
                      flags == SFSM_LENIENT ? SFSM_TRANSITIONED : SFSM_UNKNOWN_PREDICATE);
        assert_rejected(machine, flags == SFSM_LENIENT ? SFSM_NONE : POLICY, flags == SFSM_LENIENT ? SFSM_NONE : WEAK);
        assert_trace(&trace, flags == SFSM_LENIENT
                                 ? "guard without, exit without, action without, hook without" : "");
        sfsm_machine_release(machine);
    }
}

static void strict_and_lenient_machines_share_a_table(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    sfsm_table *const table = table_from(builder);
    sfsm_machine *const strict = machine_over(table, HOME, &trace);
    sfsm_machine *const lenient = lenient_machine_over(table, HOME, &trace);
    sfsm_table_release(table);
    assert_status(sfsm_machine_send(strict, GO), SFSM_MISSING_PREDICATE);
    assert_status(sfsm_machine_send(lenient, GO), SFSM_TRANSITIONED);
    assert_status(
        sfsm_machine_send_message(strict, MESSAGE_MATCHING(GO, CASES({POLICY, WEAK}, {REWARD, GIVEN}, {WEATHER, DRY}))),
        SFSM_TRANSITIONED);
    assert_rejected(strict, REWARD, SFSM_NONE);
    assert_rejected(lenient, SFSM_NONE, SFSM_NONE);
    sfsm_machine_release(strict);
    sfsm_machine_release(lenient);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_that_are_zero_make_the_machine_that_create_makes),
        cmocka_unit_test(the_initial_state_is_as_for_create),
        cmocka_unit_test(pointers_must_not_be_null),
        cmocka_unit_test(the_struct_has_the_size_that_it_says),
        cmocka_unit_test(the_first_version_has_no_memory),
        cmocka_unit_test(flags_are_those_that_are_documented),
        cmocka_unit_test(a_table_without_predicate_types_knows_no_cases),
        cmocka_unit_test(strict_and_lenient_machines_share_a_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
