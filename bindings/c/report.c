#define _XOPEN_SOURCE 700

#include "report.h"

#include <stdlib.h>

bool report_open(struct report *report) {
    *report = (struct report){ 0 };
    report->faults = open_memstream(&report->fault_text, &report->fault_length);
    return report->faults != NULL;
}

void report_not_permitted(struct report *report, const struct fault *fault) {
    report->not_permitted++;
    fprintf(report->faults, "  line %zu: %s: '%s' is not permitted in %s", fault->line, fault->package,
            package_events[fault->event].name, package_states[fault->state].name);
    if (fault->outcome == SFSM_REFUSED) { /* the state has a row for it, but not in the course of this action */
        if (fault->under_way >= 0) {
            fprintf(report->faults, " during %s", package_events[fault->under_way].name);
        } else {
            fputs(" without an action", report->faults);
        }
    }
    putc('\n', report->faults);
}

void report_not_understood(struct report *report, size_t line, const char *text, size_t length) {
    report->not_understood++;
    fprintf(report->faults, "  line %zu: not understood: ", line);
    if (length == 0) {
        fputs("(empty)", report->faults);
    }
    for (size_t i = 0; i < length && i < REPORT_QUOTED_LENGTH; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte < ' ' || byte > '~' || byte == '\\') {
            fprintf(report->faults, "\\x%02x", byte);
        } else {
            putc(byte, report->faults);
        }
    }
    fputs(length > REPORT_QUOTED_LENGTH ? "...\n" : "\n", report->faults);
}

bool report_print(struct report *report, const char *name, const size_t packages[STATE_COUNT], double seconds) {
    int closed = fclose(report->faults);
    report->faults = NULL;
    if (closed != 0) {
        return false;
    }
    size_t count = 0;
    for (size_t i = 0; i < STATE_COUNT; i++) {
        count += packages[i];
    }
    printf("log: %s\n", name);
    printf("lines read: %zu\n", report->lines);
    printf("packages: %zu\n", count);
    printf("events handled: %zu\n", report->handled);
    printf("events not permitted: %zu\n", report->not_permitted);
    printf("lines not understood: %zu\n", report->not_understood);
    fwrite(report->fault_text, 1, report->fault_length, stdout);
    puts("packages by state:");
    for (size_t i = 0; i < STATE_COUNT; i++) {
        if (package_states[i].id != UNKNOWN || packages[i] > 0) {
            printf("  %s: %zu\n", package_states[i].name, packages[i]);
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
