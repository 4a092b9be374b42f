/*
 * An order service: orders live for weeks, and this program only for as long as it has something to do. Their states
 * are in a SQLite database, their rules in orders.fsm, which is read from beside this program (or the file of which the
 * environment variable ORDERS holds the path).
 *
 *     orders DB apply [FILE [COUNT]]      applies events, a line each (event_line.h), of a file or the standard input
 *                                         ("-"); COUNT of them in a transaction, instead of 1
 *     orders DB tick [TIME]               sends what is due by this time, in seconds; or by now
 *     orders DB show ORDER                the steps of an order
 *     orders DB count                     how many orders are in which states
 *     orders DB customer NAME STANDING    new, regular or blocked
 *
 * The new state, the step that led there, and what it asks of others are one transaction: they are written together, or
 * not at all. A key that was applied is not applied again, so whoever is not sure whether an event has arrived sends it
 * once more.
 *
 * Exit status: 0; 1 if some lines were wrong, which is told with their numbers, or the order does not exist; 2 if the
 * arguments, the database or the document cannot be used.
 */
#define _XOPEN_SOURCE 700

#include "report.h"
#include "service.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DONE = 0, SOME_WRONG = 1, CANNOT_GO_ON = 2 };

static int usage(void) {
    fputs("usage: orders DB apply [FILE [COUNT]]\n"
          "       orders DB tick [TIME]\n"
          "       orders DB show ORDER\n"
          "       orders DB count\n"
          "       orders DB customer NAME new|regular|blocked\n",
          stderr);
    return CANNOT_GO_ON;
}

static bool parse_number(const char *text, int64_t *number) {
    char *end;
    errno = 0;
    *number = strtoll(text, &end, 10);
    return errno == 0 && *text >= '0' && *text <= '9' && *end == '\0';
}

/* What came of a file of lines. */
struct counts {
    size_t lines, applied, not_taken, applied_before, wrong, due;
};

static bool apply_line(struct service *service, char *text, size_t length, struct counts *counts) {
    struct event_line line;
    enum applied applied = WRONG;
    event_line_parse(&line, text, length, service->table);
    switch (line.kind) {
    case LINE_EMPTY:
        return true;
    case LINE_TIME:
        return service_tick(service, line.time, &counts->due);
    case LINE_WRONG:
        break;
    case LINE_CREATE:
    case LINE_EVENT:
        applied = service_apply(service, &line);
    }
    counts->applied += applied == APPLIED;
    counts->not_taken += applied == NOT_TAKEN;
    counts->applied_before += applied == APPLIED_BEFORE;
    counts->wrong += applied == WRONG;
    if (applied == WRONG) {
        fprintf(stderr, "orders: line %zu: %s\n", counts->lines, line.error);
    }
    return applied != BROKEN;
}

static bool apply_stream(struct service *service, FILE *stream, struct counts *counts) {
    char *text = NULL;
    size_t capacity = 0;
    ssize_t length;
    bool can_go_on = true;
    while (can_go_on && (length = getline(&text, &capacity, stream)) >= 0) {
        counts->lines++;
        while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r')) {
            text[--length] = '\0';
        }
        can_go_on = apply_line(service, text, (size_t)length, counts);
    }
    free(text);
    if (can_go_on && ferror(stream)) {
        fprintf(stderr, "orders: line %zu: the next line cannot be read: %s\n", counts->lines, strerror(errno));
        can_go_on = false;
    }
    return can_go_on;
}

static int apply(struct service *service, const char *path) {
    FILE *stream = path == NULL || strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (stream == NULL) {
        fprintf(stderr, "orders: %s: %s\n", path, strerror(errno));
        return CANNOT_GO_ON;
    }
    struct counts counts = {0};
    bool is_done = apply_stream(service, stream, &counts) && service_commit(service);
    if (stream != stdin) {
        fclose(stream);
    }
    printf("applied %zu, not taken %zu, applied before %zu, wrong %zu; timers of %zu orders\n", counts.applied,
           counts.not_taken, counts.applied_before, counts.wrong, counts.due);
    return !is_done ? CANNOT_GO_ON : counts.wrong > 0 ? SOME_WRONG : DONE;
}

static int tick(struct service *service, int64_t now) {
    size_t count = 0;
    bool is_done = service_tick(service, now, &count) && service_commit(service);
    printf("timers of %zu orders\n", count);
    return is_done ? DONE : CANNOT_GO_ON;
}

static int set_standing(struct service *service, const char *name, const char *standing) {
    static const char *const standings[] = {"new", "regular", "blocked"};
    for (int i = CUSTOMER_NEW; i <= CUSTOMER_BLOCKED; i++) {
        if (strcmp(standing, standings[i]) == 0) {
            store_bind_text(&service->store, SET_STANDING, 1, name);
            store_bind_number(&service->store, SET_STANDING, 2, i);
            return store_do(&service->store, SET_STANDING) ? DONE : CANNOT_GO_ON;
        }
    }
    return usage();
}

/* Performs a command with its arguments, of which there are `count`. */
static int perform(struct service *service, const char *command, int count, char **arguments) {
    int64_t number = service->now;
    if (strcmp(command, "apply") == 0 &&
        (count < 2 || (count == 2 && parse_number(arguments[1], &number) && number > 0))) {
        service->together = count == 2 ? (size_t)number : 1;
        return apply(service, count == 0 ? NULL : arguments[0]);
    }
    if (strcmp(command, "tick") == 0 && (count == 0 || (count == 1 && parse_number(arguments[0], &number)))) {
        return tick(service, number);
    }
    if (strcmp(command, "show") == 0 && count == 1 && parse_number(arguments[0], &number)) {
        return report_order(&service->store, number) ? DONE : SOME_WRONG;
    }
    if (strcmp(command, "count") == 0 && count == 0) {
        return report_count(&service->store) ? DONE : CANNOT_GO_ON;
    }
    if (strcmp(command, "customer") == 0 && count == 2) {
        return set_standing(service, arguments[0], arguments[1]);
    }
    return usage();
}

int main(int argument_count, char **arguments) {
    if (argument_count < 3) {
        return usage();
    }
    struct service service;
    if (!service_open(&service, arguments[1])) {
        return CANNOT_GO_ON;
    }
    service.now = time(NULL);
    int status = perform(&service, arguments[2], argument_count - 3, arguments + 3);
    service_close(&service);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("orders: the output cannot be written\n", stderr);
        return CANNOT_GO_ON;
    }
    return status;
}
