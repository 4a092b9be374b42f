/* A libFuzzer target: any bytes as a document. What is read must be written, and read again as the same; the definition is
 * built, and its faults are told, or it is written in all formats. `./dev fuzz` builds and runs it, with the conformance cases as the first inputs. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "swiftfsm.h"

/* A text that grows. */
typedef struct text {
    char *bytes;
    size_t length;
} text;

static sfsm_status append(void *context, const char *bytes, size_t count) {
    text *const text = context;
    text->bytes = realloc(text->bytes, text->length + count);
    memcpy(text->bytes + text->length, bytes, count);
    text->length += count;
    return SFSM_OK;
}

static void expect(bool is_as_meant, const char *what) {
    if (!is_as_meant) {
        fprintf(stderr, "document: %s\n", what);
        abort();
    }
}

/* Writes a table in all formats; the first of its states is present. */
static void write_all(const sfsm_table *table) {
    const sfsm_id current = sfsm_table_state_at(table, 0);
    for (int32_t format = SFSM_TEXT; format <= SFSM_HTML; format++) {
        text written = {NULL, 0};
        const sfsm_writing writing = {.size = sizeof writing, .format = format, .current = &current, .current_count = 1};
        const sfsm_status status = sfsm_table_write(table, &writing, append, &written);
        expect(status == SFSM_OK || (format <= SFSM_JSON && status == SFSM_BAD_VALUE), "a table cannot be written");
        expect((status == SFSM_OK) == (written.length > 0), "nothing was written");
        free(written.bytes);
    }
}

/* Reads, writes and builds. Returns what is written; nothing, if the document has faults or cannot be written. */
static text pass(const char *bytes, size_t length, bool *out_is_read) {
    text written = {NULL, 0};
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_diagnostics *diagnostics = NULL;
    const sfsm_reading reading = {.size = sizeof reading, .flags = SFSM_UNBOUND};
    const sfsm_status status = sfsm_builder_read(builder, bytes, length, &reading, &diagnostics);
    *out_is_read = status == SFSM_OK;
    expect(status == SFSM_OK || status == SFSM_INVALID_DEFINITION, "an unexpected status");
    expect((status == SFSM_OK) == (sfsm_diagnostics_count(diagnostics) == 0), "faults without a status");
    expect(sfsm_diagnostics_text(diagnostics) != NULL, "no text of faults");
    sfsm_diagnostics_release(diagnostics);
    if (status == SFSM_OK) {
        const sfsm_status outcome = sfsm_builder_write(builder, NULL, append, &written);
        expect(outcome == SFSM_OK || outcome == SFSM_BAD_VALUE, "what was read cannot be written");
        sfsm_table *table = NULL;
        if (sfsm_builder_build(builder, &table, &diagnostics) == SFSM_OK) {
            write_all(table);
        }
        expect(sfsm_diagnostics_text(diagnostics) != NULL, "no text of errors");
        sfsm_diagnostics_release(diagnostics);
        sfsm_table_release(table);
    }
    sfsm_builder_release(builder);
    return written;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    bool is_read = false;
    text first = pass((const char *)bytes, length, &is_read);
    if (first.length > 0) {
        text second = pass(first.bytes, first.length, &is_read);
        expect(is_read, "what was written cannot be read");
        expect(first.length == second.length && memcmp(first.bytes, second.bytes, first.length) == 0,
               "what was written is written as something else");
        free(second.bytes);
    }
    free(first.bytes);
    return 0;
}
