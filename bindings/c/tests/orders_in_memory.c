/*
 * orders_in_memory DB FILE: applies the events of a file to orders that stay in memory, each with a machine of its own
 * that is never saved, and compares what came of them with a database: every order, every step and every request, each
 * once.
 *
 * Exit status: 0 all is alike, 1 something differs, 2 there is nothing to compare.
 */
#define _XOPEN_SOURCE 700

#include "../orders/event_line.h"
#include "../orders/order.h"
#include "../orders/step_text.h"
#include "../orders/store.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An order whose whole life is in its trail. */
struct live {
    struct order order;
    struct trail trail;
    sfsm_machine *machine;
    char *customer;
    int64_t *times; /* of each step */
    char **keys;    /* of each step, or NULL */
    size_t noted;   /* how many of these there are */
};

static struct live **lives; /* by number, from 1 */
static size_t live_count;
static sfsm_table *table;
static sqlite3 *database;

__attribute__((format(printf, 2, 3), noreturn)) static void end(int status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    putc('\n', stderr);
    exit(status);
}

static void *room(void *memory, size_t count, size_t size) {
    memory = realloc(memory, (count + 1) * size);
    return memory == NULL ? end(2, "no memory"), NULL : memory;
}

/* ---------------------------------------------------------------------------------------------------------------
 * The run in memory
 * ------------------------------------------------------------------------------------------------------------- */

/* Notes when the steps of an order were taken that are new, and the key of one of them. */
static void note(struct live *live, int64_t now, size_t keyed, const char *key) {
    size_t count = live->trail.step_count;
    live->times = room(live->times, count, sizeof *live->times);
    live->keys = room(live->keys, count, sizeof *live->keys);
    for (size_t i = live->noted; i < count; i++) {
        live->times[i] = now;
        live->keys[i] = key != NULL && i == keyed ? strdup(key) : NULL;
    }
    live->noted = count;
}

static int32_t standing_of(const char *customer) {
    sqlite3_stmt *row;
    sqlite3_prepare_v2(database, "SELECT standing FROM customers WHERE name = ?", -1, &row, NULL);
    sqlite3_bind_text(row, 1, customer, -1, SQLITE_STATIC);
    int32_t standing = sqlite3_step(row) == SQLITE_ROW ? sqlite3_column_int(row, 0) : CUSTOMER_NEW;
    sqlite3_finalize(row);
    return standing;
}

static void create(const struct event_line *line, int64_t now) {
    if ((size_t)line->order != live_count + 1) {
        end(2, "order %lld is created out of turn", (long long)line->order);
    }
    struct live *live = calloc(1, sizeof *live);
    lives = room(lives, live_count + 1, sizeof(struct live *));
    if (live == NULL) {
        end(2, "no memory");
    }
    lives[++live_count] = live;
    live->customer = strdup(line->customer);
    live->order = (struct order){.id = line->order, .standing = standing_of(line->customer), .trail = &live->trail};
    if (sfsm_machine_create(table, SFSM_NONE, &live->order, &live->machine) != SFSM_OK ||
        sfsm_machine_advance(live->machine, now) != SFSM_OK ||
        sfsm_machine_start(live->machine, SFSM_INITIAL) != SFSM_OK) {
        end(2, "order %lld cannot be created", (long long)line->order);
    }
    note(live, now, 0, line->key);
}

static void send(const struct event_line *line, int64_t now) {
    struct live *live = line->order <= (int64_t)live_count ? lives[line->order] : NULL;
    sfsm_message message = SFSM_MESSAGE(line->event);
    message.arguments = line->arguments;
    message.argument_count = line->argument_count;
    size_t keyed = live == NULL ? 0 : live->trail.step_count;
    if (live == NULL || sfsm_machine_send_message(live->machine, &message) < 0) {
        end(2, "order %lld: '%s' fails", (long long)line->order, line->name);
    }
    note(live, now, keyed, line->key);
}

static void advance(int64_t now) {
    for (size_t i = 1; i <= live_count; i++) {
        if (sfsm_machine_advance(lives[i]->machine, now) != SFSM_OK) {
            end(2, "order %zu: its time cannot be told", i);
        }
        note(lives[i], now, 0, NULL);
    }
}

static void run(FILE *file) {
    char *text = NULL;
    size_t capacity = 0, number = 0;
    ssize_t length;
    int64_t now = 0;
    while ((length = getline(&text, &capacity, file)) > 0) {
        struct event_line line;
        text[length - 1] = '\0';
        event_line_parse(&line, text, (size_t)length - 1, table);
        number++;
        if (line.kind == LINE_CREATE) {
            create(&line, now);
        } else if (line.kind == LINE_EVENT) {
            send(&line, now);
        } else if (line.kind == LINE_TIME) {
            advance(now = line.time);
        } else {
            end(2, "line %zu: %s", number, line.kind == LINE_WRONG ? line.error : "empty");
        }
    }
    free(text);
}

/* ---------------------------------------------------------------------------------------------------------------
 * The comparison
 * ------------------------------------------------------------------------------------------------------------- */

static sqlite3_stmt *rows(const char *text) {
    sqlite3_stmt *row = NULL;
    if (sqlite3_prepare_v2(database, text, -1, &row, NULL) != SQLITE_OK) {
        end(2, "%s", sqlite3_errmsg(database));
    }
    return row;
}

static void expect_row(sqlite3_stmt *row, bool is_expected, const char *what, size_t order, size_t step) {
    int result = sqlite3_step(row);
    if (result != (is_expected ? SQLITE_ROW : SQLITE_DONE)) {
        end(1, "order %zu, step %zu: a %s %s", order, step, what,
            result == SQLITE_ROW    ? "too many"
            : result == SQLITE_DONE ? "is missing"
                                    : sqlite3_errmsg(database));
    }
}

static void expect_number(sqlite3_stmt *row, int column, size_t order, size_t step, int64_t expected) {
    if (sqlite3_column_int64(row, column) != expected) {
        end(1, "order %zu, step %zu: %s is %lld, in memory %lld", order, step, sqlite3_column_name(row, column),
            (long long)sqlite3_column_int64(row, column), (long long)expected);
    }
}

static void expect_text(sqlite3_stmt *row, int column, size_t order, size_t step, const char *expected) {
    const char *text = (const char *)sqlite3_column_text(row, column);
    if (text == NULL || expected == NULL ? text != expected : strcmp(text, expected) != 0) {
        end(1, "order %zu, step %zu: %s is %s, in memory %s", order, step, sqlite3_column_name(row, column),
            text == NULL ? "missing" : text, expected == NULL ? "missing" : expected);
    }
}

static void compare_orders(void) {
    sqlite3_stmt *row =
        rows("SELECT id, customer, state, coalesce(due, -1), total, paid, parcel, steps FROM orders ORDER BY id");
    for (size_t i = 1; i <= live_count; i++) {
        const struct live *live = lives[i];
        char states[STATE_TEXT_SIZE];
        int64_t due = -1;
        sfsm_machine_due(live->machine, &due);
        step_text_states(live->machine, states);
        expect_row(row, true, "row", i, live->noted);
        expect_number(row, 0, i, live->noted, (int64_t)i);
        expect_text(row, 1, i, live->noted, live->customer);
        expect_text(row, 2, i, live->noted, states);
        expect_number(row, 3, i, live->noted, due);
        expect_number(row, 4, i, live->noted, live->order.total);
        expect_number(row, 5, i, live->noted, live->order.paid);
        expect_text(row, 6, i, live->noted, live->order.parcel);
        expect_number(row, 7, i, live->noted, (int64_t)live->noted);
    }
    expect_row(row, false, "row", live_count, 0);
    sqlite3_finalize(row);
}

static size_t compare_steps(void) {
    sqlite3_stmt *row = rows("SELECT order_id, step, at, event, row, source, target, outcome, key FROM steps"
                             " ORDER BY order_id, step");
    size_t count = 0;
    for (size_t i = 1; i <= live_count; i++) {
        for (size_t j = 0; j < lives[i]->noted; j++, count++) {
            const struct trail_step *step = &lives[i]->trail.steps[j];
            char place[32];
            expect_row(row, true, "step", i, j + 1);
            expect_number(row, 0, i, j + 1, (int64_t)i);
            expect_number(row, 1, i, j + 1, (int64_t)j + 1);
            expect_number(row, 2, i, j + 1, lives[i]->times[j]);
            expect_text(row, 3, i, j + 1, step_text_event(table, step->event));
            expect_text(row, 4, i, j + 1, step_text_row(table, step->row, place, sizeof place));
            expect_text(row, 5, i, j + 1, sfsm_table_state_name(table, step->source));
            expect_text(row, 6, i, j + 1, sfsm_table_state_name(table, step->target));
            expect_text(row, 7, i, j + 1, step_text_outcome(step->outcome));
            expect_text(row, 8, i, j + 1, lives[i]->keys[j]);
        }
    }
    expect_row(row, false, "step", live_count, 0);
    sqlite3_finalize(row);
    return count;
}

static size_t compare_requests(void) {
    sqlite3_stmt *row = rows("SELECT order_id, step, request FROM outbox ORDER BY order_id, step, id");
    size_t count = 0;
    for (size_t i = 1; i <= live_count; i++) {
        const struct trail *trail = &lives[i]->trail;
        for (size_t j = 0; j < trail->request_count; j++, count++) {
            size_t step = trail->requests[j].step + 1;
            expect_row(row, true, "request", i, step);
            expect_number(row, 0, i, step, (int64_t)i);
            expect_number(row, 1, i, step, (int64_t)step);
            expect_text(row, 2, i, step, trail->requests[j].what);
        }
    }
    expect_row(row, false, "request", live_count, 0);
    sqlite3_finalize(row);
    return count;
}

static void release(void) {
    for (size_t i = 1; i <= live_count; i++) {
        for (size_t j = 0; j < lives[i]->noted; j++) {
            free(lives[i]->keys[j]);
        }
        sfsm_machine_release(lives[i]->machine);
        trail_release(&lives[i]->trail);
        free(lives[i]->customer);
        free(lives[i]->times);
        free(lives[i]->keys);
        free(lives[i]);
    }
    free(lives);
    sfsm_table_release(table);
    sqlite3_close(database);
}

int main(int argument_count, char **arguments) {
    FILE *file = argument_count == 3 ? fopen(arguments[2], "r") : NULL;
    if (file == NULL || sqlite3_open_v2(arguments[1], &database, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK ||
        (table = order_table()) == NULL) {
        end(2, "usage: orders_in_memory DB FILE");
    }
    run(file);
    fclose(file);
    compare_orders();
    size_t steps = compare_steps();
    size_t requests = compare_requests();
    printf("%zu orders, %zu steps, %zu requests: as in memory\n", live_count, steps, requests);
    release();
    return 0;
}
