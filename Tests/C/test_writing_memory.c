/* Writing and the allocator: whichever allocation is refused, nothing is leaked, and the same is written the next time; of a
 * table also while other threads write it. */
#include "allocator.h"
#include "support.h"

/* Also after a test that ended in the midst of it. */
static int grant_all(void **state) {
    (void)state;
    allocator_grant_all();
    return 0;
}

static const char text[] = "definition d version 1\n"
                           "  ids states a = 3 b = 5\n"
                           "  event coin (i32 cents, str) was money\n"
                           "  predicate Mood good bad by look\n"
                           "  callable action thank void(context, predicate(Mood))\n"
                           "  initial a\n"
                           "  superstate s\n"
                           "    reset -> a / thank\n"
                           "  state a adopts s was c\n"
                           "    entry enter\n"
                           "    l: coin [Mood good] ? sure in a -> b / thank raises reset\n"
                           "  state b\n"
                           "    default d / thank\n"
                           "    timeout 5 reset\n"
                           "    history d\n"
                           "      default e\n"
                           "    state e\n"
                           "      reset -> dynamic by choose\n";

static int32_t nothing(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

static sfsm_builder *read(void) {
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_reading reading = {.size = sizeof reading, .flags = SFSM_UNBOUND};
    assert_status(sfsm_builder_read(builder, text, sizeof text - 1, &reading, NULL), SFSM_OK);
    return builder;
}

static sfsm_table *table_from_code(size_t *released) {
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_row rows[] = {SFSM_ROW(0, 0, 1, nothing), SFSM_ROW(1, 0, 0, nothing)};
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    assert_status(sfsm_builder_on_step(builder, nothing, released, count_call), SFSM_OK);
    assert_status(sfsm_builder_name_callbacks(builder, &(const sfsm_callback_name){nothing, NULL, "act"}, 1), SFSM_OK);
    return table_from(builder);
}

/* A sum of what was written, since strings would need memory too. */
static sfsm_status add(void *context, const char *bytes, size_t count) {
    uint64_t *const sum = context;
    for (size_t i = 0; i < count; i++) {
        *sum = *sum * 31 + (uint8_t)bytes[i];
    }
    return SFSM_OK;
}

/* Writes in one format while memory is refused, until it is written. */
static void check_writing(const sfsm_builder *builder, const sfsm_table *table, sfsm_format format) {
    const sfsm_writing writing = {.size = sizeof writing, .format = format};
    uint64_t expected = 0;
    assert_status(builder != NULL ? sfsm_builder_write(builder, &writing, add, &expected)
                                  : sfsm_table_write(table, &writing, add, &expected),
                  SFSM_OK);
    for (size_t granted = 0, is_over = false; !is_over; granted++) {
        const size_t blocks = allocator_blocks();
        uint64_t sum = 0;
        allocator_grant(granted);
        const sfsm_status status = builder != NULL ? sfsm_builder_write(builder, &writing, add, &sum)
                                                   : sfsm_table_write(table, &writing, add, &sum);
        is_over = !allocator_has_refused();
        allocator_grant_all();
        assert_status(status, is_over ? SFSM_OK : SFSM_OUT_OF_MEMORY);
        assert_true(sum == (is_over ? expected : 0));
        assert_int_equal(allocator_blocks(), blocks);
    }
}

static void a_table_is_written_or_not(void **state) {
    (void)state;
    const size_t blocks = allocator_blocks();
    size_t released = 0;
    sfsm_table *const tables[] = {table_from(read()), table_from_code(&released)};
    for (size_t i = 0; i < COUNT(tables); i++) {
        for (sfsm_format format = SFSM_TEXT; format <= SFSM_HTML; format++) {
            check_writing(NULL, tables[i], format);
        }
    }
    assert_int_equal(released, 0);
    sfsm_table_release(tables[0]);
    sfsm_table_release(tables[1]);
    assert_int_equal(released, 1);
    assert_int_equal(allocator_blocks(), blocks);
}

static void a_builder_is_written_or_not(void **state) {
    (void)state;
    const size_t blocks = allocator_blocks();
    sfsm_builder *const builder = read();
    check_writing(builder, NULL, SFSM_TEXT);
    check_writing(builder, NULL, SFSM_JSON);
    sfsm_builder_release(builder);
    assert_int_equal(allocator_blocks(), blocks);
}

static void names_of_callbacks_are_taken_over_or_not(void **state) {
    (void)state;
    const size_t blocks = allocator_blocks();
    for (size_t granted = 0, is_over = false; !is_over; granted++) {
        sfsm_builder *const builder = sfsm_builder_create();
        assert_status(sfsm_builder_on_step(builder, nothing, NULL, NULL), SFSM_OK);
        const sfsm_callback_name names[] = {{nothing, NULL, "a name that is somewhat longer"}, {nothing, builder, "b"}};
        allocator_grant(granted);
        const sfsm_status status = sfsm_builder_name_callbacks(builder, names, COUNT(names));
        is_over = !allocator_has_refused();
        allocator_grant_all();
        uint64_t sum = 0;
        assert_status(status, is_over ? SFSM_OK : SFSM_OUT_OF_MEMORY);
        assert_status(sfsm_builder_write(builder, NULL, add, &sum), is_over ? SFSM_OK : SFSM_UNNAMED_CALLBACK);
        assert_status(sfsm_builder_name_callbacks(builder, names, COUNT(names)), SFSM_OK);
        assert_status(sfsm_builder_write(builder, NULL, add, &sum), SFSM_OK);
        sfsm_builder_release(builder);
        assert_int_equal(allocator_blocks(), blocks);
    }
}

static void a_fingerprint_is_given_or_not(void **state) {
    (void)state;
    size_t released = 0;
    sfsm_table *const table = table_from_code(&released);
    uint8_t expected[32], bytes[32];
    assert_status(sfsm_table_fingerprint(table, expected), SFSM_OK);
    for (size_t granted = 0, is_over = false; !is_over; granted++) {
        const size_t blocks = allocator_blocks();
        allocator_grant(granted);
        const sfsm_status status = sfsm_table_fingerprint(table, bytes);
        is_over = !allocator_has_refused();
        allocator_grant_all();
        assert_status(status, is_over ? SFSM_OK : SFSM_OUT_OF_MEMORY);
        assert_int_equal(allocator_blocks(), blocks);
    }
    assert_memory_equal(bytes, expected, sizeof bytes);
    sfsm_table_release(table);
    assert_int_equal(released, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_table_is_written_or_not, grant_all),
        cmocka_unit_test_teardown(a_builder_is_written_or_not, grant_all),
        cmocka_unit_test_teardown(names_of_callbacks_are_taken_over_or_not, grant_all),
        cmocka_unit_test_teardown(a_fingerprint_is_given_or_not, grant_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
