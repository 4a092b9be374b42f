/* Documents: reading and writing them. */
#include "paths.h"

#include <stdio.h>
#include <string.h>

#define DOCUMENT \
    "definition turnstile version 3\n" \
    "  initial locked\n" \
    "  event coin (i32 cents)\n" \
    "  predicate Policy weak strong\n" \
    "  callable guard enough bool(context, i32)\n" \
    "  superstate resettable\n" \
    "    reset -> locked / log\n" \
    "  state locked adopts resettable was closed\n" \
    "    entry lock\n" \
    "    coin ? enough -> unlocked / thank\n" \
    "    pass [Policy weak] -> same / beep\n" \
    "    pass [Policy strong] -> alarming\n" \
    "  state unlocked adopts resettable\n" \
    "    coin -> same / thank\n" \
    "    pass -> locked\n" \
    "  state alarming adopts resettable\n" \
    "    any -> internal / log\n"

static const char document[] = DOCUMENT, faulty[] = DOCUMENT "    coin [Policy weak -> locked\n";

static sfsm_builder *read_document(const char *text, sfsm_status expected)
{
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_reading reading = {.size = sizeof reading, .file = "turnstile.fsm", .flags = SFSM_UNBOUND};
    sfsm_diagnostics *faults = NULL;
    expect(sfsm_builder_read(builder, text, strlen(text), &reading, &faults), expected);
    require((sfsm_diagnostics_count(faults) > 0) == (expected != SFSM_OK));
    sfsm_diagnostics_release(faults);
    return builder;
}

static void count_writing(const char *name, const sfsm_table *table, sfsm_format format)
{
    const sfsm_writing writing = {.size = sizeof writing, .format = format};
    size_t length = 0;
    begin_counting();
    expect(sfsm_table_write(table, &writing, measure_bytes, &length), SFSM_OK);
    end_counting(name, 1);
    require(length > 100);
}

void count_documents(void)
{
    begin_counting();
    sfsm_builder *const builder = read_document(document, SFSM_OK);
    end_counting("document: read", 1);
    begin_counting();
    sfsm_builder_release(read_document(faulty, SFSM_INVALID_DEFINITION));
    end_counting("document: read, with a fault", 1);

    sfsm_table *const table = table_from(builder);
    count_writing("document: write as text", table, SFSM_TEXT);
    count_writing("document: write as JSON", table, SFSM_JSON);
    count_writing("document: write as DOT", table, SFSM_DOT);
    count_writing("document: write as a matrix", table, SFSM_MATRIX);
    uint8_t fingerprint[32];
    begin_counting();
    expect(sfsm_table_fingerprint(table, fingerprint), SFSM_OK);
    end_counting("document: fingerprint", 1);
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; ++repetition)
        require(sfsm_table_state_named(table, "alarming", strlen("alarming")) != SFSM_NONE);
    end_counting("document: a state by its name", REPETITIONS);
    sfsm_table_release(table);
}
