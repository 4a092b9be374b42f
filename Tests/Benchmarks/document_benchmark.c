/*
 * document_benchmark: what it costs to read a document of 10,000 rows, with guards and actions, to build it, and to write
 * it, in milliseconds of processor time; the median of several times.
 */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "swiftfsm.h"

enum { STATES = 2000, ROWS = 5, REPETITIONS = 41, ROOM = 100 };

typedef struct document {
    char *text;
    size_t length;
} document;

static document make_document(void)
{
    document document = {allocate((size_t)STATES * (ROWS + 1) * ROOM + ROOM), 0};
    char *next = document.text;
    next += sprintf(next, "definition benchmark\n  initial state_0\n");
    for (int state = 0; state < STATES; ++state) {
        next += sprintf(next, "  state state_%d\n", state);
        for (int row = 0; row < ROWS; ++row)
            next += sprintf(next, "    event_%d ? guard_%d -> state_%d / action_%d other_%d\n", (state * 7 + row) % 300, row,
                            (state * 31 + row * 17) % STATES, row, state % 50);
    }
    document.length = (size_t)(next - document.text);
    return document;
}

static void must(sfsm_status status, const sfsm_diagnostics *faults)
{
    if (status < 0)
        give_up("%s\n%s", sfsm_status_name(status), sfsm_diagnostics_text(faults));
}

static sfsm_status count_bytes(void *context, const char *bytes, size_t count)
{
    (void)bytes;
    *(size_t *)context += count;
    return SFSM_OK;
}

int main(void)
{
    const document document = make_document();
    const sfsm_reading reading = {.size = sizeof reading, .flags = SFSM_UNBOUND};
    double read[REPETITIONS], write[REPETITIONS], build[REPETITIONS];
    for (size_t repetition = 0; repetition < REPETITIONS; ++repetition) {
        sfsm_builder *builder = sfsm_builder_create();
        sfsm_diagnostics *faults = NULL;
        sfsm_table *table = NULL;
        size_t written = 0;
        const double start = thread_nanoseconds();
        must(sfsm_builder_read(builder, document.text, document.length, &reading, &faults), faults);
        const double end_of_reading = thread_nanoseconds();
        must(sfsm_builder_write(builder, NULL, count_bytes, &written), NULL);
        const double end_of_writing = thread_nanoseconds();
        must(sfsm_builder_build(builder, &table, &faults), faults);
        build[repetition] = thread_nanoseconds() - end_of_writing;
        read[repetition] = end_of_reading - start;
        write[repetition] = end_of_writing - end_of_reading;
        if (sfsm_table_row_count(table) != (size_t)STATES * ROWS || written == 0)
            give_up("the table has other rows, or nothing was written");
        sfsm_diagnostics_release(faults);
        sfsm_table_release(table);
        sfsm_builder_release(builder);
    }
    const double reading_time = median(read, REPETITIONS), building_time = median(build, REPETITIONS);
    printf("A document of %d rows, %zu bytes: medians of %d times\n", STATES * ROWS, document.length, REPETITIONS);
    printf("read              %6.2f ms %8.1f MB/s   goal 80\n", reading_time / 1e6,
           (double)document.length / reading_time * 1e3);
    printf("read and built    %6.2f ms                 goal 10\n", (reading_time + building_time) / 1e6);
    printf("written           %6.2f ms\n", median(write, REPETITIONS) / 1e6);
    free(document.text);
    return 0;
}
