#define _XOPEN_SOURCE 700

#include "report.h"

#include <stdlib.h>

#define QUOTED_LENGTH 60

bool report_open(struct report *report) {
    *report = (struct report){ 0 };
    report->faults = open_memstream(&report->fault_text, &report->fault_length);
    return report->faults != NULL;
}

void report_not_permitted(struct report *report, const struct package *package, int32_t event, sfsm_outcome outcome) {
    report->not_permitted++;
    fprintf(report->faults, "  line %zu: %s: '%s' is not permitted in %s", report->lines, package->name,
            package_events[event].name, package_states[sfsm_machine_state(package->machine)].name);
    if (outcome == SFSM_REFUSED) { /* the state has a row for it, but not in the course of this action */
        if (package->life.under_way >= 0) {
            fprintf(report->faults, " during %s", package_events[package->life.under_way].name);
        } else {
            fputs(" without an action", report->faults);
        }
    }
    putc('\n', report->faults);
}

void report_not_understood(struct report *report, const char *text, size_t length) {
    report->not_understood++;
    fprintf(report->faults, "  line %zu: not understood: ", report->lines);
    if (length == 0) {
        fputs("(empty)", report->faults);
    }
    for (size_t i = 0; i < length && i < QUOTED_LENGTH; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte < ' ' || byte > '~' || byte == '\\') {
            fprintf(report->faults, "\\x%02x", byte);
        } else {
            putc(byte, report->faults);
        }
    }
    fputs(length > QUOTED_LENGTH ? "...\n" : "\n", report->faults);
}

bool report_print(struct report *report, const char *name, const struct package_index *index, double seconds) {
    int closed = fclose(report->faults);
    report->faults = NULL;
    if (closed != 0) {
        return false;
    }
    size_t counts[STATE_COUNT];
    package_index_count_states(index, counts);

    printf("log: %s\n", name);
    printf("lines read: %zu\n", report->lines);
    printf("packages: %zu\n", index->count);
    printf("events handled: %zu\n", report->handled);
    printf("events not permitted: %zu\n", report->not_permitted);
    printf("lines not understood: %zu\n", report->not_understood);
    fwrite(report->fault_text, 1, report->fault_length, stdout);
    puts("packages by state:");
    for (size_t i = 0; i < STATE_COUNT; i++) {
        if (package_states[i].id != UNKNOWN || counts[i] > 0) {
            printf("  %s: %zu\n", package_states[i].name, counts[i]);
        }
    }
    printf("time: %.4f s\n", seconds);
    return fflush(stdout) == 0 && !ferror(stdout);
}

void report_release(struct report *report) {
    if (report->faults != NULL) {
        fclose(report->faults);
    }
    free(report->fault_text);
}
