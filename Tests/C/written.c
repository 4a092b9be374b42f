#include "written.h"

#include <stdlib.h>

sfsm_status append_written(void *context, const char *bytes, size_t count) {
    written *const all = context;
    char *const text = realloc(all->text, all->length + count + 1);
    assert_non_null(text);
    memcpy(text + all->length, bytes, count);
    all->text = text;
    all->length += count;
    all->text[all->length] = '\0';
    return SFSM_OK;
}

written write_builder(const sfsm_builder *builder, const sfsm_writing *writing) {
    written all = {NULL, 0};
    assert_status(sfsm_builder_write(builder, writing, append_written, &all), SFSM_OK);
    return all;
}

written write_table(const sfsm_table *table, const sfsm_writing *writing) {
    written all = {NULL, 0};
    assert_status(sfsm_table_write(table, writing, append_written, &all), SFSM_OK);
    return all;
}

sfsm_builder *read_builder(const char *text) {
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_diagnostics *diagnostics = NULL;
    const sfsm_reading reading = {.size = sizeof reading, .file = "document.fsm", .flags = SFSM_UNBOUND};
    if (sfsm_builder_read(builder, text, strlen(text), &reading, &diagnostics) != SFSM_OK) {
        fail_msg("%s%s", sfsm_diagnostics_text(diagnostics), text);
    }
    return builder;
}

sfsm_table *read_table(const char *text) {
    return table_from(read_builder(text));
}
