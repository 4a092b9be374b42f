/* Writing a definition: which formats builders and tables have, and what is refused. The pictures themselves:
 * test_pictures.c. */
#include "written.h"

#include <pthread.h>
#include <stdlib.h>

static const char turnstile[] = "definition turnstile version 3\n"
                                "  ids states locked = 7 unlocked\n"
                                "  event coin (i32 cents, str) was money\n"
                                "  initial locked\n"
                                "  state locked was closed shut\n"
                                "    first: coin ? enough in locked -> unlocked / thank log\n"
                                "    push -> dynamic by choose\n"
                                "  state unlocked\n"
                                "    coin -> same\n";

static void a_table_writes_what_its_builder_wrote(void **state) {
    (void)state;
    sfsm_builder *const builder = read_builder(turnstile);
    const written before = write_builder(builder, NULL);
    sfsm_table *const table = table_from(builder);
    const written after = write_table(table, NULL);
    assert_string_equal(before.text, after.text);
    free(before.text);
    free(after.text);
    sfsm_table_release(table);
}

static void a_json_twin_says_the_same(void **state) {
    (void)state;
    sfsm_table *const table = read_table("definition \"a \\\"b\\\"\"\n"
                                       "  initial \"any\"\n"
                                       "  state \"any\" final\n"
                                       "    timeout 5 go\n"
                                       "    timeout 6 go\n"
                                       "  any go -> \"any\"\n");
    const sfsm_writing json = {.size = sizeof json, .format = SFSM_JSON};
    const written text = write_table(table, &json);
    /* In quotes, as in the document, stands a name that is a reserved word without them. */
    assert_string_equal(text.text, "{\n"
                                   " \"format\": 1,\n"
                                   " \"definition\": \"a \\\"b\\\"\",\n"
                                   " \"ids\": [\n"
                                   "  {\"state\": \"\\\"any\\\"\", \"number\": 0},\n"
                                   "  {\"event\": \"go\", \"number\": 0}],\n"
                                   " \"initial\": [\n"
                                   "  {\"state\": \"\\\"any\\\"\"}],\n"
                                   " \"body\": [\n"
                                   "  {\"source\": \"any\", \"event\": \"go\", \"target\": \"\\\"any\\\"\"},\n"
                                   "  {\"state\": \"\\\"any\\\"\", \"final\": true, \"timeouts\": [\n"
                                   "   {\"delay\": 5, \"event\": \"go\"},\n"
                                   "   {\"delay\": 6, \"event\": \"go\"}]}]}\n");
    free(text.text);
    sfsm_table_release(table);
}

static int32_t do_nothing(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

static void a_fingerprint_is_the_hash_of_the_text(void **state) {
    (void)state;
    sfsm_builder *const builder = read_builder("definition\n");
    uint8_t hash[32];
    assert_status(sfsm_builder_fingerprint(builder, hash), SFSM_OK);
    /* printf 'definition\n' | sha256sum */
    static const uint8_t expected[32] = {0xc2, 0xc5, 0x41, 0x73, 0x55, 0x0d, 0xea, 0x55, 0x8c, 0x2b, 0xcb, 0x61, 0x82, 0x55, 0x8e, 0xc4, 0x4c, 0x71, 0xa6, 0x49, 0xc2, 0xa6, 0x72, 0xe7, 0xfe, 0xdc, 0xef, 0x63, 0xe2, 0x6d, 0x9a, 0x3c};
    assert_memory_equal(hash, expected, sizeof hash);
    assert_status(sfsm_builder_fingerprint(builder, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_fingerprint(NULL, hash), SFSM_NULL_POINTER);
    assert_status(sfsm_table_fingerprint(NULL, hash), SFSM_NULL_POINTER);
    sfsm_builder_release(builder);
    sfsm_builder *const coded = sfsm_builder_create();
    assert_status(sfsm_builder_add_rows(coded, &(const sfsm_row)SFSM_ROW(0, 0, 0, do_nothing), 1), SFSM_OK);
    sfsm_table *const table = table_from(coded);
    assert_status(sfsm_table_fingerprint(table, hash), SFSM_UNNAMED_CALLBACK);
    assert_status(sfsm_table_fingerprint(table, NULL), SFSM_NULL_POINTER);
    sfsm_table_release(table);
}

/* ---- What is refused ---- */

static void wrong_ways_of_writing(void **state) {
    (void)state;
    sfsm_builder *const builder = read_builder(turnstile);
    sfsm_table *const table = read_table(turnstile);
    const uint64_t taken[3] = {0};
    const sfsm_id id = 7;
    const size_t size = sizeof(sfsm_writing), all = (size_t)-1;
    const sfsm_writing wrong[] = {
        {.size = size - 1},
        {.size = size, .format = SFSM_HTML + 1},
        {.size = size, .format = -1},
        {.size = size, .flags = 2},
        {.size = size, .current_count = 1},
        {.size = size, .hidden = &id, .hidden_count = all},
        {.size = size, .focus_count = 1},
        {.size = size, .taken = taken, .taken_count = 2},
        {.size = size, .taken_count = 3},
    };
    const sfsm_status expected[] = {SFSM_BAD_SIZE,     SFSM_BAD_VALUE,    SFSM_BAD_VALUE,    SFSM_BAD_VALUE,
                                    SFSM_NULL_POINTER, SFSM_OUT_OF_RANGE, SFSM_NULL_POINTER, SFSM_OUT_OF_RANGE,
                                    SFSM_NULL_POINTER};
    written nothing = {NULL, 0};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        assert_status(sfsm_table_write(table, &wrong[i], append_written, &nothing), expected[i]);
        assert_status(sfsm_builder_write(builder, &wrong[i], append_written, &nothing), expected[i]);
    }
    const sfsm_writing picture = {.size = size, .format = SFSM_DOT};
    assert_status(sfsm_builder_write(builder, &picture, append_written, &nothing), SFSM_BAD_VALUE);
    assert_status(sfsm_builder_write(NULL, NULL, append_written, &nothing), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_write(builder, NULL, NULL, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_table_write(NULL, NULL, append_written, &nothing), SFSM_NULL_POINTER);
    assert_status(sfsm_table_write(table, NULL, NULL, NULL), SFSM_NULL_POINTER);
    assert_null(nothing.text);
    sfsm_table_release(table_from(builder));
    sfsm_table_release(table);
}

static sfsm_status refuse_second_part(void *context, const char *bytes, size_t count) {
    (void)bytes;
    (void)count;
    return ++*(int *)context == 2 ? -77 : SFSM_OK;
}

static void a_writer_ends_the_writing(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    for (sfsm_id id = 0; id < 20000; id++) {
        assert_status(sfsm_builder_add_row(builder, id, 0, id == 19999 ? 0 : id + 1, NULL), SFSM_OK);
    }
    int parts = 0;
    assert_status(sfsm_builder_write(builder, NULL, refuse_second_part, &parts), -77);
    assert_int_equal(parts, 2);
    sfsm_table *const table = table_from(builder);
    for (int32_t format = SFSM_TEXT; format <= SFSM_HTML; format++) {
        const sfsm_writing writing = {.size = sizeof writing, .format = format};
        parts = 0;
        assert_status(sfsm_table_write(table, &writing, refuse_second_part, &parts), -77);
        assert_int_equal(parts, 2);
    }
    sfsm_table_release(table);
}

/* ---- Threads ---- */

enum { THREADS = 4, ROUNDS = 100 };

typedef struct one_thread {
    const sfsm_table *table;
    const char *expected;
    size_t different;
} one_thread;

static void *write_again(void *argument) {
    one_thread *const thread = argument;
    for (int32_t round = 0; round < ROUNDS; round++) {
        const sfsm_writing writing = {.size = sizeof writing, .format = SFSM_DOT};
        written text = {NULL, 0};
        const sfsm_status status = sfsm_table_write(thread->table, &writing, append_written, &text);
        thread->different += status != SFSM_OK || strcmp(text.text, thread->expected) != 0;
        free(text.text);
    }
    return NULL;
}

static void threads_write_one_table(void **state) {
    (void)state;
    sfsm_table *const table = read_table(turnstile);
    const sfsm_writing writing = {.size = sizeof writing, .format = SFSM_DOT};
    const written expected = write_table(table, &writing);
    pthread_t threads[THREADS];
    one_thread arguments[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        arguments[i] = (one_thread){table, expected.text, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, write_again, &arguments[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(arguments[i].different, 0);
    }
    free(expected.text);
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_write_one_table),
        cmocka_unit_test(a_table_writes_what_its_builder_wrote),
        cmocka_unit_test(a_json_twin_says_the_same),
        cmocka_unit_test(a_fingerprint_is_the_hash_of_the_text),
        cmocka_unit_test(wrong_ways_of_writing),
        cmocka_unit_test(a_writer_ends_the_writing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
