/* A line of what is applied to orders:
 *
 *     KEY ORDER create CUSTOMER
 *     KEY ORDER EVENT [ARGUMENT ...]      with as many arguments as orders.fsm declares
 *     @TIME                               it is this time now, in seconds
 *
 * KEY is the name of this one event: a line whose key was applied before is not applied again. ORDER is a number above
 * 0. Words are separated by spaces; one with spaces stands in "quotes", with \" and \\ inside. Empty lines, and those
 * that begin with #, say nothing. */
#ifndef EVENT_LINE_H
#define EVENT_LINE_H

#include <stddef.h>
#include <stdint.h>
#include <swiftfsm.h>

enum line_kind { LINE_EMPTY, LINE_EVENT, LINE_CREATE, LINE_TIME, LINE_WRONG };

struct event_line {
    enum line_kind kind;
    const char *key;
    int64_t order;
    const char *name; /* of the event; "create" */
    sfsm_id event;
    const char *customer; /* of LINE_CREATE */
    int64_t time;         /* of LINE_TIME */
    sfsm_value arguments[SFSM_PARAMETER_LIMIT];
    size_t argument_count;
    char error[256]; /* of LINE_WRONG: what to fix */
};

/* Reads a line of `length` bytes with a zero behind it. Changes it: the result points into it. */
void event_line_parse(struct event_line *line, char *text, size_t length, const sfsm_table *table);

#endif
