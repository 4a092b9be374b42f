#include <string.h>

#include "buffer.h"
#include "facts.h"

/* What a definition does; 0 if it has errors. */
static uint64_t hash_of(sfsm_builder *builder) {
    sfsm_table *table = NULL;
    sfsm_builder_build(builder, &table, NULL);
    const uint64_t hash = sfsm_table_snapshot_key(table);
    sfsm_table_release(table);
    return hash;
}

void check_writing(test_case *test, const char *contents) {
    sfsm_builder *builders[2] = {sfsm_builder_create(), sfsm_builder_create()};
    buffer texts[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
    const sfsm_reading reading = {.size = sizeof reading, .flags = SFSM_UNBOUND};
    for (size_t i = 0; i < 2 && test->report->count == 0; i++) {
        const char *const source = i == 0 ? contents : texts[0].text;
        sfsm_diagnostics *diagnostics = NULL;
        sfsm_status status = sfsm_builder_read(builders[i], source, strlen(source), &reading, &diagnostics);
        if (status == SFSM_OK) {
            status = sfsm_builder_write(builders[i], NULL, buffer_write, &texts[i]);
        }
        if (status != SFSM_OK) {
            report_fault(test->report, 1, "%s: %s:\n%s%s", i == 0 ? "writing" : "reading what was written",
                         sfsm_status_name(status), sfsm_diagnostics_text(diagnostics), source);
        }
        sfsm_diagnostics_release(diagnostics);
    }
    if (test->report->count == 0 && strcmp(texts[0].text, texts[1].text) != 0) {
        report_fault(test->report, 1, "the canonical text is written as another one:\n%s%s", texts[0].text, texts[1].text);
    }
    if (test->report->count == 0 && hash_of(builders[0]) != hash_of(builders[1])) {
        report_fault(test->report, 1, "the canonical text is another definition:\n%s", texts[0].text);
    }
    for (size_t i = 0; i < 2; i++) {
        buffer_release(&texts[i]);
        sfsm_builder_release(builders[i]);
    }
}
