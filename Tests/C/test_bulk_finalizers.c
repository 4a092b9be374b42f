/* Finalizers of rows in bulk run exactly once: with the table, or at once for all of the array if any of it cannot be
 * added. */
#include "support.h"

enum { HOME, AWAY };
enum { GO, BACK };

static int32_t one(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 1;
}

/* Rows in bulk: two actions, a guard and a resolver, of which each has a counter. */
typedef struct bulk {
    size_t finalized[4];
    sfsm_callback actions[2], guards[1];
    sfsm_row rows[2];
} bulk;

static void fill(bulk *bulk) {
    memset(bulk, 0, sizeof *bulk);
    bulk->actions[0] = (sfsm_callback){one, &bulk->finalized[0], count_call};
    bulk->actions[1] = (sfsm_callback){one, &bulk->finalized[1], count_call};
    bulk->guards[0] = (sfsm_callback){one, &bulk->finalized[2], count_call};
    bulk->rows[0] = (sfsm_row){.source = HOME, .event = GO, .target = AWAY, .actions = bulk->actions,
                               .action_count = 2, .guards = bulk->guards, .guard_count = 1};
    bulk->rows[1] = (sfsm_row){.source = AWAY, .event = BACK, .target = SFSM_DYNAMIC,
                               .resolver = {one, &bulk->finalized[3], count_call}};
}

static void check_bulk(const bulk *bulk, size_t expected) {
    for (size_t index = 0; index < COUNT(bulk->finalized); index++) {
        assert_int_equal(bulk->finalized[index], expected);
    }
}

static void with_the_last_reference_to_the_table(void **state) {
    (void)state;
    bulk bulk;
    fill(&bulk);
    sfsm_table *const table = table_of_rows(bulk.rows, COUNT(bulk.rows));
    check_bulk(&bulk, 0);
    sfsm_table_release(table);
    check_bulk(&bulk, 1);
}

/* Rows that lack a function or an array. */
static void check_missing_pointers(sfsm_builder *builder, bulk *bulk) {
    for (size_t action = 0; action < COUNT(bulk->actions); action++) {
        fill(bulk);
        bulk->actions[action].function = NULL; /* its context was handed over all the same */
        assert_status(sfsm_builder_add_rows(builder, bulk->rows, COUNT(bulk->rows)), SFSM_NULL_POINTER);
        check_bulk(bulk, 1);
    }
    fill(bulk);
    bulk->guards[0].function = NULL;
    assert_status(sfsm_builder_add_rows(builder, bulk->rows, COUNT(bulk->rows)), SFSM_NULL_POINTER);
    check_bulk(bulk, 1);

    fill(bulk);
    bulk->rows[1].guard_count = 1; /* a count without its array */
    assert_status(sfsm_builder_add_rows(builder, bulk->rows, COUNT(bulk->rows)), SFSM_NULL_POINTER);
    check_bulk(bulk, 1);
}

static void at_once_if_the_rows_cannot_be_added(void **state) {
    (void)state;
    bulk bulk;
    sfsm_table *table = NULL;
    sfsm_builder *const builder = sfsm_builder_create();

    fill(&bulk);
    assert_status(sfsm_builder_add_rows(NULL, bulk.rows, COUNT(bulk.rows)), SFSM_NULL_POINTER);
    check_bulk(&bulk, 1);

    for (size_t row = 0; row < COUNT(bulk.rows); row++) { /* a fault anywhere concerns them all */
        fill(&bulk);
        bulk.rows[row].block = 1;
        assert_status(sfsm_builder_add_rows(builder, bulk.rows, COUNT(bulk.rows)), SFSM_OUT_OF_RANGE);
        check_bulk(&bulk, 1);
    }
    check_missing_pointers(builder, &bulk);

    row_from(builder, HOME, GO, SFSM_SAME);
    check_rejection(builder);
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_OK);
    fill(&bulk);
    assert_status(sfsm_builder_add_rows(builder, bulk.rows, COUNT(bulk.rows)), SFSM_ALREADY_BUILT);
    check_bulk(&bulk, 1);
    sfsm_builder_release(builder);
    sfsm_table_release(table);
    check_bulk(&bulk, 1);
}

static void never_of_rows_of_a_wrong_size(void **state) {
    (void)state;
    bulk bulk;
    sfsm_builder *const builder = sfsm_builder_create();
    fill(&bulk);
    static const size_t sizes[] = {0, 1, sizeof(sfsm_row) - sizeof(void *), sizeof(sfsm_row) + 1};
    for (size_t index = 0; index < COUNT(sizes); index++) {
        assert_status(sfsm_builder_add_rows_at(builder, bulk.rows, COUNT(bulk.rows), sizes[index], NULL, 0),
                      SFSM_BAD_SIZE);
    }
    check_bulk(&bulk, 0);
    sfsm_builder_release(builder);
    check_bulk(&bulk, 0);
}

static void of_a_resolver_without_a_function_too(void **state) {
    (void)state;
    size_t finalized = 0;
    const sfsm_row row = {.source = HOME, .event = GO, .target = SFSM_SAME, .resolver = {NULL, &finalized, count_call}};
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_builder_add_rows(builder, &row, 1); /* whatever the call returns */
    sfsm_builder_release(builder);
    assert_int_equal(finalized, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_the_last_reference_to_the_table),
        cmocka_unit_test(at_once_if_the_rows_cannot_be_added),
        cmocka_unit_test(never_of_rows_of_a_wrong_size),
        cmocka_unit_test(of_a_resolver_without_a_function_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
