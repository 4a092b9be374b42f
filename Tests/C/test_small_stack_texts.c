/* Threads with stacks of 64 KB: documents, snapshots and signatures that are as deep or as long as they may be, from those
 * who mean harm too. */
#include "small_stacks.h"

enum { GO };

/* A text that grows; nothing is asserted on the small stack. */
typedef struct text {
    char *bytes;
    size_t size, capacity;
} text;

static void append(text *text, const char *bytes, size_t count) {
    if (count == 0) {
        return;
    }
    while (text->size + count > text->capacity) {
        text->capacity = 2 * text->capacity + 4096;
        text->bytes = realloc(text->bytes, text->capacity);
    }
    memcpy(text->bytes + text->size, bytes, count);
    text->size += count;
}

static void append_string(text *text, const char *string) {
    append(text, string, strlen(string));
}

static void append_many(text *text, const char *string, size_t count) {
    while (count-- > 0) {
        append_string(text, string);
    }
}

static sfsm_status append_written(void *context, const char *bytes, size_t count) {
    append(context, bytes, count);
    return SFSM_OK;
}

/* States in states, almost as deep as they may be. */
static void deep_document(sequence_run *run) {
    const size_t depth = test_size(1000, 300);
    text document = {NULL, 0, 0}, written = {NULL, 0, 0};
    append_string(&document, "definition deep\n  ids events go = 0\n");
    for (size_t level = 1; level <= depth; level++) {
        append_many(&document, "  ", level);
        append_string(&document, "state s");
        append(&document, (char[]){(char)('a' + level % 26), (char)('a' + level / 26 % 26), (char)('a' + level / 676)}, 3);
        append_string(&document, "\n");
        append_many(&document, "  ", level + 1);
        append_string(&document, "go -> same\n");
    }
    sfsm_builder *const builder = sequence_builder(run);
    TRY(sfsm_builder_read(builder, document.bytes, document.size, NULL, NULL), SFSM_OK);
    sfsm_table *const table = sequence_table(run, builder);
    TRY(sfsm_table_write(table, NULL, append_written, &written), SFSM_OK);
    REQUIRE(written.size > document.size / 2);
    write_in_all_formats(run, table);
    sfsm_machine *machine = NULL;
    TRY(sfsm_machine_create(table, sfsm_table_state_at(table, 0), NULL, &machine), SFSM_OK);
    TRY(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
    free(document.bytes);
    free(written.bytes);
}

/* Blocks in blocks until a line is too long, with nothing in them. */
static void documents_too_deep(sequence_run *run) {
    text document = {NULL, 0, 0};
    append_string(&document, "definition deep\n");
    for (size_t level = 1; level < 2200; level++) {
        append_many(&document, "  ", level);
        append_string(&document, "state s\n");
    }
    sfsm_builder *const builder = sequence_builder(run);
    TRY(sfsm_builder_read(builder, document.bytes, document.size, NULL, NULL), SFSM_INVALID_DEFINITION);
    sfsm_builder_release(builder);
    free(document.bytes);
}

/* Rows with as many of everything as a line holds. */
static void long_lines(sequence_run *run) {
    text document = {NULL, 0, 0};
    append_string(&document, "definition long\n  a go ? ");
    append_many(&document, "g ", 600);
    append_string(&document, "-> a / ");
    append_many(&document, "t ", 600);
    append_string(&document, "\n");
    const sfsm_reading reading = {.size = sizeof reading, .flags = SFSM_UNBOUND};
    sfsm_builder *const builder = sequence_builder(run);
    TRY(sfsm_builder_read(builder, document.bytes, document.size, &reading, NULL), SFSM_OK);
    sfsm_table_release(sequence_table(run, builder));
    free(document.bytes);
}

static sfsm_machine *plain_machine(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    sequence_row(run, builder, 0, GO, SFSM_SAME);
    return sequence_machine(run, builder, 0, NULL);
}

static void deep_json(sequence_run *run) {
    static const char *const beginnings[] = {"", "{\"states\":", "{\"sent\":[{\"cases\":", "{\"unknown\":"};
    static const char *const levels[] = {"[", "{\"a\":", "[[],{\"\":[", "[1,"};
    sfsm_machine *const machine = plain_machine(run);
    for (size_t beginning = 0; beginning < COUNT(beginnings); beginning++) {
        for (size_t level = 0; level < COUNT(levels); level++) {
            text json = {NULL, 0, 0};
            sfsm_diagnostics *diagnostics = NULL;
            append_string(&json, beginnings[beginning]);
            append_many(&json, levels[level], test_size(200000, 5000));
            const sfsm_status status = sfsm_machine_restore(machine, json.bytes, json.size, NULL, &diagnostics);
            REQUIRE(status == SFSM_BAD_VALUE);
            sfsm_diagnostics_release(diagnostics);
            free(json.bytes);
        }
    }
    TRY(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

/* Many timers, which a snapshot sorts: in order, in reverse, and all due at once. */
static void many_timers(sequence_run *run) {
    const int64_t count = (int64_t)test_size(20000, 1000);
    for (int way = 0; way < 3; way++) {
        sfsm_machine *const machine = plain_machine(run);
        for (int64_t number = 0; number < count; number++) {
            TRY(sfsm_machine_send_later(machine, GO, way == 0 ? number : way == 1 ? count - number : 7, NULL), SFSM_OK);
        }
        for (uint32_t flags = 0; flags <= SFSM_SNAPSHOT_JSON; flags++) {
            size_t size = 0, written = 0;
            TRY(sfsm_machine_snapshot(machine, flags, NULL, 0, &size), SFSM_OK);
            char *const bytes = malloc(size);
            TRY(sfsm_machine_snapshot(machine, flags, bytes, size, &written), SFSM_OK);
            TRY(sfsm_machine_restore(machine, bytes, written, NULL, NULL), SFSM_OK);
            free(bytes);
        }
        TRY(sfsm_machine_advance(machine, count), SFSM_OK);
        sfsm_machine_release(machine);
    }
}

static void long_signatures(sequence_run *run) {
    text signature = {NULL, 0, 0};
    append_string(&signature, "void(i32");
    append_many(&signature, ", i32", SFSM_PARAMETER_LIMIT - 1);
    append(&signature, ")", 2);
    TRY(sfsm_signature_check(signature.bytes, NULL, NULL), SFSM_OK);
    signature.size -= 2;
    append_many(&signature, ", i32", 100000);
    append(&signature, ")", 2);
    TRY(sfsm_signature_check(signature.bytes, NULL, NULL), SFSM_BAD_SIGNATURE);
    signature.size = 0;
    append_many(&signature, "(", 100000);
    append(&signature, "", 1);
    TRY(sfsm_signature_check(signature.bytes, NULL, NULL), SFSM_BAD_SIGNATURE);
    TRY(sfsm_arguments_check(signature.bytes, NULL, NULL), SFSM_BAD_SIGNATURE);
    free(signature.bytes);
}

#define ON_SMALL_STACK(call)                                                                                           \
    static void stack_for_##call(void **state) {                                                                       \
        (void)state;                                                                                                   \
        check_on_small_stack(call);                                                                                    \
    }

ON_SMALL_STACK(deep_document)
ON_SMALL_STACK(documents_too_deep)
ON_SMALL_STACK(long_lines)
ON_SMALL_STACK(deep_json)
ON_SMALL_STACK(many_timers)
ON_SMALL_STACK(long_signatures)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stack_for_deep_document),
        cmocka_unit_test(stack_for_documents_too_deep),
        cmocka_unit_test(stack_for_long_lines),
        cmocka_unit_test(stack_for_deep_json),
        cmocka_unit_test(stack_for_many_timers),
        cmocka_unit_test(stack_for_long_signatures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
