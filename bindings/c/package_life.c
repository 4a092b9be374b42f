#include "package_life.h"

#include "document.h"
#include "program.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

const sfsm_name package_states[STATE_COUNT] = {
    { NOT_INSTALLED, "not-installed" },       { CONFIG_FILES, "config-files" },
    { HALF_INSTALLED, "half-installed" },     { UNPACKED, "unpacked" },
    { HALF_CONFIGURED, "half-configured" },   { TRIGGERS_AWAITED, "triggers-awaited" },
    { TRIGGERS_PENDING, "triggers-pending" }, { INSTALLED, "installed" },
    { UNKNOWN, "unknown" },
};

const sfsm_name package_events[EVENT_COUNT] = {
    { REPORTED_NOT_INSTALLED, "status not-installed" },
    { REPORTED_CONFIG_FILES, "status config-files" },
    { REPORTED_HALF_INSTALLED, "status half-installed" },
    { REPORTED_UNPACKED, "status unpacked" },
    { REPORTED_HALF_CONFIGURED, "status half-configured" },
    { REPORTED_TRIGGERS_AWAITED, "status triggers-awaited" },
    { REPORTED_TRIGGERS_PENDING, "status triggers-pending" },
    { REPORTED_INSTALLED, "status installed" },
    { INSTALL, "install" },
    { UPGRADE, "upgrade" },
    { CONFIGURE, "configure" },
    { TRIGPROC, "trigproc" },
    { DISAPPEAR, "disappear" },
    { REMOVE, "remove" },
    { PURGE, "purge" },
};

bool is_same_package(const char *left, const char *right) {
    size_t length = strcspn(left, ":");
    return length == strcspn(right, ":") && memcmp(left, right, length) == 0;
}

/*
 * Actions. dpkg writes an action when it begins and nothing when it ends: the machine remembers which one is under
 * way until a report says that it is over.
 */
static int32_t begin(const sfsm_step *step, void *context) {
    struct package_life *life = context;
    life->under_way = step->event;
    return 0;
}

static int32_t finish(const sfsm_step *step, void *context) {
    (void)step;
    struct package_life *life = context;
    life->under_way = NO_ACTION;
    return 0;
}

/*
 * Guards. A few steps are right in the course of one action only. While it is not known what dpkg is doing (the log
 * begins in the middle, or something was not permitted), the package has the benefit of the doubt.
 */
static bool may_be_under_way(const void *context, int32_t action) {
    const struct package_life *life = context;
    return life->under_way == action || life->under_way == ANY_ACTION;
}

static int32_t installing(const sfsm_step *step, void *context) {
    (void)step;
    return may_be_under_way(context, INSTALL);
}

static int32_t upgrading(const sfsm_step *step, void *context) {
    (void)step;
    return may_be_under_way(context, UPGRADE);
}

static int32_t unpacking(const sfsm_step *step, void *context) {
    (void)step;
    return may_be_under_way(context, INSTALL) || may_be_under_way(context, UPGRADE);
}

static int32_t configuring(const sfsm_step *step, void *context) {
    (void)step;
    return may_be_under_way(context, CONFIGURE);
}

static int32_t disappearing(const sfsm_step *step, void *context) {
    (void)step;
    return may_be_under_way(context, DISAPPEAR);
}

static int32_t vanishing(const sfsm_step *step, void *context) {
    (void)step;
    return may_be_under_way(context, INSTALL) || may_be_under_way(context, DISAPPEAR);
}

/* To make room for another package, dpkg takes one away without writing an action for it. */
static int32_t making_room(const sfsm_step *step, void *context) {
    (void)step;
    const struct package_life *life = context;
    return life->under_way != INSTALL && life->under_way != UPGRADE && life->under_way != REMOVE;
}

/* What was not permitted may be the end of an action, or its middle. */
static int32_t lose_track(const sfsm_step *step, void *context) {
    (void)step;
    struct package_life *life = context;
    life->under_way = ANY_ACTION;
    return 0;
}

/* The callbacks, under the names that the document has for them. */
static const sfsm_binding bindings[] = {
    SFSM_BIND(begin),       SFSM_BIND(finish),       SFSM_BIND(installing), SFSM_BIND(upgrading),   SFSM_BIND(unpacking),
    SFSM_BIND(configuring), SFSM_BIND(disappearing), SFSM_BIND(vanishing),  SFSM_BIND(making_room),
};
enum { BINDING_COUNT = sizeof bindings / sizeof bindings[0] };

/* Says which state or event has not the number by which this program knows it. */
static bool has_number(const struct document *document, const char *kind, sfsm_id found, const sfsm_name *expected) {
    if (found != expected->id) {
        fprintf(stderr, "%s: %s: the %s '%s' must be there, with the number %d\n", program_name, document->path, kind,
                expected->name, (int)expected->id);
    }
    return found == expected->id;
}

/* Whether a table speaks of the states and events of package_life.h. */
static bool is_package_life(const sfsm_table *table, const struct document *document) {
    bool is_it = true;
    for (const sfsm_name *state = package_states; state < package_states + STATE_COUNT; state++) {
        sfsm_id found = sfsm_table_state_named(table, state->name, strlen(state->name));
        is_it = has_number(document, "state", found, state) && is_it;
    }
    for (const sfsm_name *event = package_events; event < package_events + EVENT_COUNT; event++) {
        sfsm_id found = sfsm_table_event_named(table, event->name, strlen(event->name));
        is_it = has_number(document, "event", found, event) && is_it;
    }
    if (sfsm_table_state_count(table) > STATE_COUNT || sfsm_table_initial(table) != UNKNOWN) {
        fprintf(stderr, "%s: %s: it must have those %d states only, and begin in '%s'\n", program_name,
                document->path, (int)STATE_COUNT, package_states[UNKNOWN].name);
        is_it = false;
    }
    return is_it;
}

static bool read_package_life(struct document *document) {
    static const struct document_place place = { program_name, "PACKAGE_LIFE", "package-life.fsm" };
    return document_read(document, &place);
}

/* The table of a document, which is released, with these callbacks. */
static sfsm_table *build_package_life(struct document *document, const sfsm_binding *callbacks, size_t count) {
    sfsm_table *table = document_build(document, program_name, callbacks, count, NULL);
    if (table != NULL && !is_package_life(table, document)) {
        sfsm_table_release(table);
        table = NULL;
    }
    document_release(document);
    return table;
}

sfsm_table *package_life_table(void) {
    struct document document;
    return read_package_life(&document) ? build_package_life(&document, bindings, BINDING_COUNT) : NULL;
}

/* any "status installed" -> installed / not_permitted lose_track
 * Where the first match is taken, rows for any state come behind those whose guards refuse. */
static bool add_rows_of_log(struct document *document) {
    bool is_added = document_add(document, "\n  guards first match\n");
    for (int32_t event = 0; event < EVENT_COUNT; event++) {
        char row[128];
        snprintf(row, sizeof row, "  any \"%s\" -> %s / not_permitted lose_track\n", package_events[event].name,
                 event < REPORT_COUNT ? package_states[event].name : "internal");
        is_added = is_added && document_add(document, row);
    }
    return is_added;
}

sfsm_table *package_life_table_of_log(sfsm_function not_permitted, size_t *out_row_count) {
    struct document document;
    if (!read_package_life(&document)) {
        return NULL;
    }
    if (!add_rows_of_log(&document)) {
        fprintf(stderr, "%s: no memory\n", program_name);
        document_release(&document);
        return NULL;
    }
    sfsm_binding callbacks[BINDING_COUNT + 2];
    memcpy(callbacks, bindings, sizeof bindings);
    callbacks[BINDING_COUNT] = (sfsm_binding)SFSM_BIND(lose_track);
    callbacks[BINDING_COUNT + 1] = (sfsm_binding)SFSM_BIND(not_permitted);
    sfsm_table *table = build_package_life(&document, callbacks, BINDING_COUNT + 2);
    *out_row_count = table == NULL ? 0 : sfsm_table_row_count(table) - EVENT_COUNT;
    return table;
}
