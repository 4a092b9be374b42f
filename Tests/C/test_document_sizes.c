/* Documents that are large, deep or long: what the limits are, and that time and memory grow with the text alone. */
#include "support.h"

#include <stdio.h>
#include <time.h>

/* A text that grows. */
typedef struct growing {
    char *bytes;
    size_t length, capacity;
} growing;

static void add(growing *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(growing *text, const char *format, ...) {
    va_list arguments;
    if (text->capacity - text->length < 70000) {
        text->capacity = 2 * text->capacity + 140000;
        text->bytes = realloc(text->bytes, text->capacity);
        assert_non_null(text->bytes);
    }
    va_start(arguments, format);
    text->length += (size_t)vsnprintf(text->bytes + text->length, text->capacity - text->length, format, arguments);
    va_end(arguments);
}

/* Reads the text and releases it. The first diagnostic must say so, unless there is to be none. */
static sfsm_builder *read_growing(growing *text, const sfsm_reading *limits, const char *told) {
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_diagnostics *diagnostics = NULL;
    sfsm_reading reading = limits == NULL ? (sfsm_reading){.size = sizeof reading} : *limits;
    reading.flags = SFSM_UNBOUND;
    const sfsm_status status = sfsm_builder_read(builder, text->bytes, text->length, &reading, &diagnostics);
    assert_status(status, told == NULL ? SFSM_OK : SFSM_INVALID_DEFINITION);
    if (told != NULL) {
        assert_string_equal(diagnostic_at(diagnostics, 0).text, told);
        assert_int_equal(diagnostic_at(diagnostics, 0).kind, SFSM_DOCUMENT_LIMIT);
    }
    sfsm_diagnostics_release(diagnostics);
    free(text->bytes);
    *text = (growing){NULL, 0, 0};
    return builder;
}

static void texts_lines_names_and_rows_have_limits(void **state) {
    (void)state;
    growing text = {NULL, 0, 0};
    const sfsm_reading few_bytes = {.size = sizeof few_bytes, .byte_limit = 10};
    const sfsm_reading few_rows = {.size = sizeof few_rows, .row_limit = 1};
    add(&text, "definition\n");
    sfsm_builder_release(read_growing(&text, &few_bytes, "expected a text of at most 10 bytes, found 11"));
    add(&text, "definition\n  a x -> b\n  b x -> a\n");
    sfsm_builder_release(read_growing(&text, &few_rows, "expected at most 1 rows"));
    add(&text, "definition\n  # %5000s\n", "");
    sfsm_builder_release(read_growing(&text, NULL, "expected a line of at most 4096 bytes, found 5004"));
    add(&text, "definition\n  state %0256d\n", 1);
    sfsm_builder_release(read_growing(&text, NULL, "expected a name of at most 255 bytes, found 256"));
    add(&text, "definition\n  event x (i8");
    for (int i = 0; i < 64; i++) {
        add(&text, ", i8");
    }
    add(&text, ")\n");
    sfsm_builder_release(read_growing(&text, NULL, "expected at most 64 arguments"));
    add(&text, "definition\n");
    while (text.length <= SFSM_BYTE_LIMIT) {
        add(&text, "%65000s\n", "");
    }
    const size_t length = text.length;
    char told[100];
    snprintf(told, sizeof told, "expected a text of at most 16777216 bytes, found %zu", length);
    sfsm_builder_release(read_growing(&text, NULL, told));
}

static void a_line_of_a_million_bytes(void **state) {
    (void)state;
    growing text = {NULL, 0, 0};
    add(&text, "definition\n  a x -> same /");
    while (text.length < 1000000) {
        add(&text, " b");
    }
    sfsm_builder_release(read_growing(&text, NULL, "expected a line of at most 4096 bytes, found 999989"));
}

static void states_a_thousand_deep(void **state) {
    (void)state;
    growing text = {NULL, 0, 0};
    add(&text, "definition\n");
    for (int depth = 1; depth <= 1000; depth++) {
        add(&text, "%*sstate s%d\n", 2 * depth, "", depth);
    }
    add(&text, "%*sx -> s1\n", 2 * 1001, "");
    sfsm_builder *const builder = read_growing(&text, NULL, NULL);
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_state_count(table), 1000);
    assert_int_equal(sfsm_table_parent(table, sfsm_table_state_named(table, "s1000", 5)),
                     sfsm_table_state_named(table, "s999", 4));
    sfsm_table_release(table);
}

/* Whatever is looked up by its name is looked up at once: with lists instead, these would take minutes. */
static void many_names_of_each_kind(void **state) {
    (void)state;
    const int count = (int)test_size(16000, 1600);
    growing text = {NULL, 0, 0};
    add(&text, "definition\n  predicate Number");
    for (int i = 0; i < 500; i++) {
        add(&text, " n%d", i);
    }
    add(&text, "\n  guards first match\n");
    for (int i = 0; i < count; i++) {
        add(&text, "  superstate super%d\n    e%d [Number n%d] ? g%d -> s%d / a%d\n", i, i, i % 500, i, (i * 7) % count, i);
        add(&text, "  state s%d adopts super%d\n    entry enter%d\n    l%d: f%d -> s%d\n", i, i, i, i, i, (i * 3) % count);
    }
    sfsm_builder *const builder = read_growing(&text, NULL, NULL);
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_state_count(table), count);
    assert_int_equal(sfsm_table_transition_count(table), 2 * count);
    sfsm_table_release(table);
}

static int32_t do_nothing(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

static sfsm_status find_and_count(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback) {
    assert_string_not_equal(wanted->name, "");
    *out_callback = (sfsm_callback){do_nothing, NULL, NULL};
    ++*(int *)context;
    return SFSM_OK;
}

/* Each question costs the same, however large the document is: otherwise this would take half a minute. */
static void a_finder_that_is_asked_often(void **state) {
    (void)state;
    const int count = (int)test_size(40000, 1600);
    growing text = {NULL, 0, 0};
    int asked = 0;
    add(&text, "definition\n");
    for (int i = 0; i < count; i++) {
        add(&text, "  s e%d -> same / a%d\n", i, i);
    }
    const sfsm_reading reading = {.size = sizeof reading, .finder = find_and_count, .context = &asked};
    const clock_t before = clock();
    sfsm_builder_release(read_growing(&text, &reading, NULL));
    assert_true((double)(clock() - before) / CLOCKS_PER_SEC < 5);
    assert_int_equal(asked, count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_lines_names_and_rows_have_limits),
        cmocka_unit_test(a_line_of_a_million_bytes),
        cmocka_unit_test(states_a_thousand_deep),
        cmocka_unit_test(many_names_of_each_kind),
        cmocka_unit_test(a_finder_that_is_asked_often),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
