/* Names of callbacks that code adds, and what documents say besides what steps need. */
#include "written.h"

#include <stdlib.h>

static int32_t unlock(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

static int32_t beep(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 1;
}

static const char turnstile[] = "definition turnstile version 3\n"
                                "  ids states locked = 7 unlocked\n"
                                "  event coin (i32 cents, str) was money\n"
                                "  initial locked\n"
                                "  state locked was closed shut\n"
                                "    first: coin ? enough in locked -> unlocked / thank log\n"
                                "    push -> dynamic by choose\n"
                                "  state unlocked\n"
                                "    coin -> same\n";

/* A turnstile from code. */
static sfsm_builder *coded(void) {
    sfsm_builder *const builder = sfsm_builder_create();
    size_t row = 0, block = 0;
    assert_status(sfsm_builder_add_row(builder, 0, 1, 2, &row), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, row, unlock, NULL, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_guard(builder, row, beep, (void *)turnstile, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_row(builder, 2, 1, 0, &row), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, row, beep, NULL, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, 0, 0, &block), SFSM_OK);
    assert_status(sfsm_builder_on_update(builder, block, unlock, NULL, NULL), SFSM_OK);
    return builder;
}

/* ---- Names of callbacks ---- */

static void callbacks_of_code_get_names(void **state) {
    (void)state;
    sfsm_builder *const builder = coded();
    written nothing = {NULL, 0};
    assert_status(sfsm_builder_write(builder, NULL, append_written, &nothing), SFSM_UNNAMED_CALLBACK);
    assert_null(nothing.text);
    /* A name with the context comes before one without, and the last one counts. */
    const sfsm_callback_name names[] = {
        {unlock, NULL, "open"}, {beep, (void *)turnstile, "may pass"}, {beep, NULL, "warn"}, {unlock, NULL, "unlock"}};
    assert_status(sfsm_builder_name_callbacks(builder, names, COUNT(names)), SFSM_OK);
    const written text = write_builder(builder, NULL);
    assert_string_equal(text.text, "definition\n"
                                   "  ids states 0 = 0\n"
                                   "  ids states 2 = 2\n"
                                   "  ids events 1 = 1\n"
                                   "  0 1 ? \"may pass\" -> 2 / unlock\n"
                                   "  2 1 -> 0 / warn\n"
                                   "  state 0\n"
                                   "    update unlock\n");
    free(text.text);
    sfsm_table *const table = table_from(builder);
    assert_string_equal(sfsm_table_callback_name(table, 1, SFSM_GUARD, 0), "may pass");
    assert_string_equal(sfsm_table_callback_name(table, 1, SFSM_ACTION, 0), "unlock");
    assert_null(sfsm_table_callback_name(table, 1, SFSM_ACTION, 1));
    sfsm_table_release(table);
}

static void wrong_names_of_callbacks(void **state) {
    (void)state;
    sfsm_builder *const builder = coded();
    const sfsm_callback_name good = {unlock, NULL, "open"};
    const sfsm_callback_name wrong[][2] = {{good, {NULL, NULL, "x"}}, {good, {beep, NULL, NULL}}, {good, {beep, NULL, ""}},
                                           {good, {beep, NULL, "a\nb"}}};
    const sfsm_status expected[] = {SFSM_NULL_POINTER, SFSM_NULL_POINTER, SFSM_BAD_VALUE, SFSM_BAD_VALUE};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        assert_status(sfsm_builder_name_callbacks(builder, wrong[i], 2), expected[i]);
    }
    assert_status(sfsm_builder_name_callbacks(builder, NULL, 1), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_name_callbacks(builder, NULL, 0), SFSM_OK);
    assert_status(sfsm_builder_name_callbacks(builder, &good, (size_t)-1), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_builder_name_callbacks(NULL, &good, 1), SFSM_NULL_POINTER);
    /* Nothing was taken over: the first function has no name. */
    const sfsm_callback_name other = {beep, NULL, "warn"};
    assert_status(sfsm_builder_name_callbacks(builder, &other, 1), SFSM_OK);
    written nothing = {NULL, 0};
    assert_status(sfsm_builder_write(builder, NULL, append_written, &nothing), SFSM_UNNAMED_CALLBACK);
    sfsm_builder_release(builder);
}

/* ---- What documents say besides ---- */

static void what_documents_say_besides(void **state) {
    (void)state;
    sfsm_table *const table = read_table(turnstile);
    const sfsm_id coin = sfsm_table_event_named(table, "coin", 4);
    assert_string_equal(sfsm_table_name(table), "turnstile");
    assert_string_equal(sfsm_table_version(table), "3");
    assert_string_equal(sfsm_table_row_label(table, 1), "first");
    assert_null(sfsm_table_row_label(table, 2));
    assert_null(sfsm_table_row_label(table, 0));
    assert_null(sfsm_table_row_label(table, 4));
    assert_string_equal(sfsm_table_callback_name(table, 1, SFSM_GUARD, 0), "enough");
    assert_string_equal(sfsm_table_callback_name(table, 1, SFSM_ACTION, 1), "log");
    assert_string_equal(sfsm_table_callback_name(table, 2, SFSM_RESOLVER, 0), "choose");
    assert_null(sfsm_table_callback_name(table, 1, SFSM_ACTION, 2));
    assert_null(sfsm_table_callback_name(table, 1, SFSM_ACTION, (size_t)-1));
    assert_null(sfsm_table_callback_name(table, 1, SFSM_ENTRY, 0));
    assert_null(sfsm_table_callback_name(table, 1, 99, 0));
    assert_null(sfsm_table_callback_name(table, 0, SFSM_GUARD, 0));
    assert_null(sfsm_table_callback_name(table, 4, SFSM_GUARD, 0));
    assert_string_equal(sfsm_table_argument_name(table, coin, 0), "cents");
    assert_null(sfsm_table_argument_name(table, coin, 1));
    assert_null(sfsm_table_argument_name(table, 99, 0));
    assert_int_equal(sfsm_table_state_named(table, "closed", 6), 7);
    assert_int_equal(sfsm_table_state_named(table, "shut", 4), 7);
    assert_int_equal(sfsm_table_state_named(table, "money", 5), SFSM_NONE);
    assert_int_equal(sfsm_table_event_named(table, "money", 5), coin);
    sfsm_table_release(table);
    sfsm_table *const plain = read_table("definition\n  state a\n    go -> a\n");
    assert_null(sfsm_table_name(plain));
    assert_null(sfsm_table_version(plain));
    sfsm_table_release(plain);
    assert_null(sfsm_table_name(NULL));
    assert_null(sfsm_table_version(NULL));
    assert_null(sfsm_table_row_label(NULL, 1));
    assert_null(sfsm_table_callback_name(NULL, 1, SFSM_GUARD, 0));
    assert_null(sfsm_table_argument_name(NULL, 0, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(callbacks_of_code_get_names),
        cmocka_unit_test(wrong_names_of_callbacks),
        cmocka_unit_test(what_documents_say_besides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
