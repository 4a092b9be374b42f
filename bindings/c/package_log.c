/*
 * Replays the log of a Debian machine's package manager, and reports what dpkg should not have done.
 *
 *     package_log [FILE]        FILE: /var/log/dpkg.log, a rotated log, a .gz; nothing or "-": standard input
 *
 * package_replay.c finds the same, without machines and at once.
 *
 * The life of a package is one table, which is read from package-life.fsm beside this program (or the file of which the
 * environment variable PACKAGE_LIFE holds the path); package_life.c has its callbacks. Each package has a machine of its
 * own over it, and each line of the log that concerns a package is one event.
 *
 * Exit status: 0 when the log was replayed, whatever was found in it; 2 when the log or the document cannot be read or is
 * damaged, or the arguments are wrong; 1 when the program itself could not go on (no memory).
 *
 * The report, on standard output; N stands for a count, and nothing is printed before the log's end is reached:
 *
 *     log: NAME                           the argument, or "standard input"
 *     lines read: N
 *     packages: N                         different names, "name:architecture"
 *     events handled: N
 *     events not permitted: N
 *     lines not understood: N
 *       line N: PACKAGE: 'EVENT' is not permitted in STATE
 *       line N: PACKAGE: 'EVENT' is not permitted in STATE during ACTION
 *       line N: PACKAGE: 'EVENT' is not permitted in STATE without an action
 *       line N: not understood: TEXT
 *     packages by state:
 *       STATE: N                          all eight states of dpkg(1), in life order
 *       unknown: N                        only if there are any: no line told their state
 *     time: S.SSSS s                      reading and replaying
 *
 * The indented lines between "lines not understood" and "packages by state" stand in the order of the log's lines,
 * counted from 1. EVENT is "install", "status unpacked" ...; "during" and "without an action" tell of events for which
 * STATE has a row, but not in the course of the action that is under way. TEXT is the first 60 bytes of the line, with
 * "..." behind them if there are more; bytes other than the printable ASCII ones, and the backslash, are written \xNN;
 * an empty line is "(empty)".
 */
#define _XOPEN_SOURCE 700

#include "log_input.h"
#include "log_line.h"
#include "package_index.h"
#include "program.h"
#include "report.h"

#include <stdlib.h>
#include <unistd.h>

const char program_name[] = "package_log";

/* A replay in progress. */
struct replay {
    struct package_index index;
    struct report report;
    struct package *half_installed; /* the last package that was reported so; NULL at first */
};

/* Puts a package where the log says that it is, when the table does not permit what happened: the report is the truth,
 * and one fault is told once. What is under way is not known any more. */
static sfsm_status resynchronise(struct package *package, int32_t event) {
    package->life.under_way = ANY_ACTION;
    return event < REPORT_COUNT ? sfsm_machine_set_state(package->machine, event) : SFSM_OK;
}

/* An upgrade may change a package's architecture, from "all" to "amd64" say. The log then calls it by its old name up
 * to "half-installed", and by the new one from "unpacked" on: its life goes on under that. */
static sfsm_status carry_over(struct replay *replay, struct package *package) {
    struct package *old = replay->half_installed;
    if (old == NULL || old == package || !is_same_package(old->name, package->name) ||
        sfsm_machine_state(old->machine) != HALF_INSTALLED || sfsm_machine_state(package->machine) == HALF_INSTALLED) {
        return SFSM_OK;
    }
    package->life.under_way = ANY_ACTION;
    old->life.under_way = NO_ACTION;
    sfsm_status status = sfsm_machine_set_state(old->machine, NOT_INSTALLED);
    return status == SFSM_OK ? sfsm_machine_set_state(package->machine, HALF_INSTALLED) : status;
}

static sfsm_status replay_event(struct replay *replay, const struct log_line *line) {
    struct package *package = package_index_find(&replay->index, line->package);
    if (package == NULL) {
        return SFSM_OUT_OF_MEMORY;
    }
    if (line->event == REPORTED_HALF_INSTALLED) {
        replay->half_installed = package;
    } else if (line->event == REPORTED_UNPACKED) {
        sfsm_status status = carry_over(replay, package);
        if (status != SFSM_OK) {
            return status;
        }
    }
    sfsm_outcome outcome = sfsm_machine_send(package->machine, line->event);
    switch (outcome) {
    case SFSM_TRANSITIONED:
        replay->report.handled++;
        return SFSM_OK;
    case SFSM_UNHANDLED:
    case SFSM_REFUSED:
        report_not_permitted(&replay->report, &(struct fault){
            .line = replay->report.lines,
            .package = package->name,
            .event = line->event,
            .state = sfsm_machine_state(package->machine),
            .under_way = package->life.under_way,
            .outcome = outcome,
        });
        return resynchronise(package, line->event);
    default:
        return outcome;
    }
}

static sfsm_status replay_line(struct replay *replay, char *text, size_t length) {
    replay->report.lines++;
    struct log_line line = log_line_parse(text, length);
    switch (line.kind) {
    case LINE_OF_PACKAGE:
        return replay_event(replay, &line);
    case LINE_OF_RUN:
        break;
    case LINE_NOT_UNDERSTOOD:
        report_not_understood(&replay->report, replay->report.lines, text, length);
        break;
    }
    return SFSM_OK;
}

static sfsm_status replay_lines(struct replay *replay, struct log_input *input) {
    char *text;
    size_t length;
    sfsm_status status = SFSM_OK;
    while (status == SFSM_OK && (text = log_input_line(input, &length)) != NULL) {
        status = replay_line(replay, text, length);
    }
    return status;
}

/* Replays the log of an argument, which may be NULL, and prints the report. Gives the exit status. */
static int replay_log(struct replay *replay, const char *argument) {
    struct log_input input;
    if (!log_input_open(&input, argument)) {
        return BAD_INPUT;
    }
    sfsm_status status = replay_lines(replay, &input);
    if (status != SFSM_OK) {
        fprintf(stderr, "package_log: %s: line %zu: %s\n", input.name, replay->report.lines, sfsm_status_name(status));
        log_input_abandon(&input);
        return CANNOT_GO_ON;
    }
    if (!log_input_close(&input)) {
        return BAD_INPUT;
    }
    size_t packages[STATE_COUNT];
    package_index_count_states(&replay->index, packages);
    if (!report_print(&replay->report, input.name, packages, log_input_seconds(&input))) {
        fputs("package_log: the report cannot be written\n", stderr);
        return CANNOT_GO_ON;
    }
    return REPLAYED;
}

int main(int argument_count, char **arguments) {
    if (getopt(argument_count, arguments, "") != -1 || argument_count - optind > 1) {
        fputs("usage: package_log [FILE]\n", stderr);
        return BAD_INPUT;
    }
    sfsm_table *table = package_life_table();
    if (table == NULL) {
        return BAD_INPUT;
    }
    struct replay replay = { .index = { .table = table } };
    int exit_status = CANNOT_GO_ON;
    if (report_open(&replay.report)) {
        exit_status = replay_log(&replay, arguments[optind]);
    } else {
        fputs("package_log: no memory\n", stderr);
    }
    report_release(&replay.report);
    package_index_release(&replay.index);
    sfsm_table_release(table);
    return exit_status;
}
