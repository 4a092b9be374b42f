#define _XOPEN_SOURCE 700

#include "log_columns.h"

#include "log_line.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

/* A package of the log: where its last report puts it, and its last life. */
struct named_package {
    const char *name;
    int32_t state, token;
    struct named_package *next;
};

/* An array made longer; the same array, and *is_longer false, if there is no memory. */
static void *lengthened(void *array, size_t capacity, size_t size, bool *is_longer) {
    void *longer = realloc(array, capacity * size);
    *is_longer = *is_longer && longer != NULL;
    return longer == NULL ? array : longer;
}

static bool lengthen_events(struct events *events) {
    size_t capacity = events->capacity == 0 ? 4096 : 2 * events->capacity;
    bool is_longer = true;
    events->ids = lengthened(events->ids, capacity, sizeof *events->ids, &is_longer);
    events->tokens = lengthened(events->tokens, capacity, sizeof *events->tokens, &is_longer);
    events->times = lengthened(events->times, capacity, sizeof *events->times, &is_longer);
    events->lines = lengthened(events->lines, capacity, sizeof *events->lines, &is_longer);
    events->capacity = is_longer ? capacity : events->capacity;
    return is_longer;
}

static bool lengthen_lives(struct lives *lives) {
    size_t capacity = lives->capacity == 0 ? 1024 : 2 * lives->capacity;
    bool is_longer = true;
    lives->states = lengthened(lives->states, capacity, sizeof *lives->states, &is_longer);
    lives->entered = lengthened(lives->entered, capacity, sizeof *lives->entered, &is_longer);
    lives->contexts = lengthened(lives->contexts, capacity, sizeof *lives->contexts, &is_longer);
    lives->capacity = is_longer ? capacity : lives->capacity;
    return is_longer;
}

/* Begins a life of a package in a state, SFSM_NONE for one of which the log has said nothing yet. */
static bool begin_life(struct log_columns *columns, struct named_package *package, int32_t state, int32_t under_way,
                       int64_t entered) {
    struct lives *lives = &columns->lives;
    if (lives->count == lives->capacity && !lengthen_lives(lives)) {
        return false;
    }
    lives->states[lives->count] = state;
    lives->entered[lives->count] = entered;
    lives->contexts[lives->count] = (struct life){ { under_way }, columns->faults, package->name };
    package->state = state;
    package->token = (int32_t)lives->count++;
    return true;
}

static int by_name(const void *left, const void *right) {
    return strcmp(((const struct named_package *)left)->name, ((const struct named_package *)right)->name);
}

/* The package of that name, which is made if it is new. NULL if there is no memory. */
static struct named_package *find_package(struct log_columns *columns, const char *name) {
    struct named_package key = { .name = name };
    struct named_package **found = tfind(&key, &columns->tree, by_name);
    if (found != NULL) {
        return *found;
    }
    size_t size = strlen(name) + 1;
    struct named_package *package = malloc(sizeof *package + size);
    if (package == NULL) {
        return NULL;
    }
    package->name = memcpy(package + 1, name, size);
    package->next = columns->packages;
    if (tsearch(package, &columns->tree, by_name) == NULL) {
        free(package);
        return NULL;
    }
    columns->packages = package;
    return begin_life(columns, package, SFSM_NONE, ANY_ACTION, INT64_MIN) ? package : NULL;
}

/* The package that goes on under another name was half-installed under this one. */
static bool carry_over(struct log_columns *columns, struct named_package *package, int64_t time) {
    struct named_package *old = columns->half_installed;
    if (old == NULL || old == package || !is_same_package(old->name, package->name) || old->state != HALF_INSTALLED ||
        package->state == HALF_INSTALLED) {
        return true;
    }
    return begin_life(columns, old, NOT_INSTALLED, NO_ACTION, time) &&
           begin_life(columns, package, HALF_INSTALLED, ANY_ACTION, time);
}

static bool add_event(struct log_columns *columns, const struct log_line *line) {
    struct events *events = &columns->events;
    struct named_package *package = find_package(columns, line->package);
    if (package == NULL || (events->count == events->capacity && !lengthen_events(events))) {
        return false;
    }
    if (line->event == REPORTED_HALF_INSTALLED) {
        columns->half_installed = package;
    } else if (line->event == REPORTED_UNPACKED && !carry_over(columns, package, line->seconds)) {
        return false;
    }
    if (line->event < REPORT_COUNT) {
        package->state = line->event;
    }
    events->ids[events->count] = line->event;
    events->tokens[events->count] = package->token;
    events->times[events->count] = line->seconds;
    events->lines[events->count++] = columns->lines;
    return true;
}

static bool add_odd_line(struct odd_lines *lines, size_t number, const char *text, size_t length) {
    bool is_longer = true;
    if (lines->count == lines->capacity) {
        size_t capacity = lines->capacity == 0 ? 64 : 2 * lines->capacity;
        lines->items = lengthened(lines->items, capacity, sizeof *lines->items, &is_longer);
        lines->capacity = is_longer ? capacity : lines->capacity;
    }
    if (is_longer) {
        struct odd_line *line = &lines->items[lines->count++];
        line->number = number;
        line->length = length < sizeof line->text ? length : sizeof line->text;
        memcpy(line->text, text, line->length);
    }
    return is_longer;
}

bool log_columns_read(struct log_columns *columns, struct log_input *input) {
    char *text;
    size_t length;
    bool is_added = true;
    while (is_added && (text = log_input_line(input, &length)) != NULL) {
        columns->lines++;
        struct log_line line = log_line_parse(text, length);
        if (line.kind == LINE_OF_PACKAGE) {
            is_added = add_event(columns, &line);
        } else if (line.kind == LINE_NOT_UNDERSTOOD) {
            is_added = add_odd_line(&columns->odd_lines, columns->lines, text, length);
        }
    }
    return is_added;
}

void log_columns_count_states(const struct log_columns *columns, size_t packages[STATE_COUNT]) {
    memset(packages, 0, STATE_COUNT * sizeof packages[0]);
    for (const struct named_package *package = columns->packages; package != NULL; package = package->next) {
        packages[columns->lives.states[package->token]]++;
    }
}

void log_columns_release(struct log_columns *columns) {
    while (columns->packages != NULL) {
        struct named_package *package = columns->packages;
        columns->packages = package->next;
        tdelete(package, &columns->tree, by_name);
        free(package);
    }
    free(columns->events.ids);
    free(columns->events.tokens);
    free(columns->events.times);
    free(columns->events.lines);
    free(columns->lives.states);
    free(columns->lives.entered);
    free(columns->lives.contexts);
    free(columns->odd_lines.items);
}
