/* Hooks of a table: for all of its machines, with the machine's own context. And the row that a step takes. */
#include "support.h"
#include "trace.h"

enum { HOME, AWAY };
enum { GO, BACK, KNOCK, PICK };
enum { MOOD };
enum { GLAD, SAD };

static int32_t tell_row(const sfsm_step *step, void *context) {
    trace_note(context, "%s row %zu", sfsm_status_name(step->outcome), sfsm_step_row(step));
    return 0;
}

static int32_t tell_unhandled(const sfsm_step *step, void *context) {
    trace_note(context, "unhandled %d", (int)step->event);
    return 0;
}

static int32_t name_row(const sfsm_step *step, void *context) {
    (void)context;
    trace_note(step->context, "action of row %zu", sfsm_step_row(step));
    return 0;
}

static int32_t refuse_row(const sfsm_step *step, void *context) {
    (void)context;
    trace_note(step->context, "guard of row %zu", sfsm_step_row(step));
    return 0;
}

static int32_t away(const sfsm_step *step, void *context) {
    (void)context;
    trace_note(step->context, "resolver of row %zu", sfsm_step_row(step));
    return AWAY;
}

static sfsm_table *table_with_hooks(void) {
    sfsm_builder *const builder = sfsm_builder_create();
    static const int32_t glad = GLAD;
    assert_status(sfsm_builder_add_predicate(builder, MOOD, 2), SFSM_OK);
    const sfsm_row rows[] = {
        {.source = HOME, .event = GO, .target = AWAY, .guard = refuse_row},
        {.source = SFSM_ANY, .event = GO, .target = AWAY, .action = name_row},
        {.source = AWAY, .event = BACK, .target = HOME, .action = name_row},
        {.source = HOME, .event = PICK, .target = SFSM_DYNAMIC, .resolver = {away, NULL, NULL}},
        {.source = AWAY, .event = PICK, .target = SFSM_SAME, .action = name_row},
        {.source = AWAY, .event = PICK, .target = HOME, .action = name_row},
    };
    assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    assert_status(sfsm_builder_add_match(builder, 6, MOOD, &glad, 1), SFSM_OK);
    const sfsm_name knock = {KNOCK, "KNOCK"};
    assert_status(sfsm_builder_name_events(builder, &knock, 1), SFSM_OK);
    assert_status(sfsm_builder_on_step(builder, tell_row, NULL, NULL), SFSM_OK);
    assert_status(sfsm_builder_on_unhandled(builder, tell_unhandled, NULL, NULL), SFSM_OK);
    return table_from(builder);
}

static void every_machine_tells_its_own_context_which_row_it_took(void **state) {
    (void)state;
    trace first = {{0}, 0}, second = {{0}, 0};
    sfsm_table *const table = table_with_hooks();
    sfsm_machine *const one = lenient_machine_over(table, HOME, &first);
    sfsm_machine *const other = lenient_machine_over(table, HOME, &second);
    assert_status(sfsm_machine_send(one, GO), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(one, BACK), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(other, PICK), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(other, PICK), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(other, KNOCK), SFSM_UNHANDLED);
    assert_trace(&first, "guard of row 1, action of row 2, SFSM_TRANSITIONED row 2, "
                         "action of row 3, SFSM_TRANSITIONED row 3");
    assert_trace(&second, "resolver of row 4, SFSM_TRANSITIONED row 4, action of row 5, SFSM_TRANSITIONED row 5, "
                          "unhandled 2, SFSM_UNHANDLED row 0");
    sfsm_machine_release(one);
    sfsm_machine_release(other);
    sfsm_table_release(table);
}

static void hooks_of_the_table_run_before_the_machines_own(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_table *const table = table_with_hooks();
    sfsm_machine *const machine = lenient_machine_over(table, HOME, &trace);
    assert_status(sfsm_machine_on_step(machine, name_row, NULL, NULL), SFSM_OK);
    assert_status(sfsm_machine_send(machine, PICK), SFSM_TRANSITIONED);
    assert_trace(&trace, "resolver of row 4, SFSM_TRANSITIONED row 4, action of row 4");
    assert_status(sfsm_machine_on_step(machine, NULL, NULL, NULL), SFSM_OK); /* removes its own alone */
    assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
    assert_trace(&trace, "action of row 3, SFSM_TRANSITIONED row 3");
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    assert_trace(&trace, "SFSM_TRANSITIONED row 0");
    sfsm_machine_release(machine);
    sfsm_table_release(table);
}

static void mistakes_give_a_status(void **state) {
    (void)state;
    assert_int_equal(sfsm_step_row(NULL), 0);
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_on_step(builder, NULL, NULL, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_on_unhandled(NULL, tell_unhandled, NULL, NULL), SFSM_NULL_POINTER);
    sfsm_builder_release(builder);
}

static void a_definition_that_was_built_gets_no_hook(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_table *table = NULL;
    assert_int_equal(row_from(builder, HOME, GO, HOME), 1);
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_OK);
    assert_status(sfsm_builder_on_step(builder, tell_row, NULL, NULL), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_on_unhandled(builder, tell_unhandled, NULL, NULL), SFSM_ALREADY_BUILT);
    sfsm_table_release(table);
    sfsm_builder_release(builder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_machine_tells_its_own_context_which_row_it_took),
        cmocka_unit_test(hooks_of_the_table_run_before_the_machines_own),
        cmocka_unit_test(mistakes_give_a_status),
        cmocka_unit_test(a_definition_that_was_built_gets_no_hook),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
