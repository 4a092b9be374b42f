/* A row as it is written, against which the table is held: it is read apart from the library's reading. */
#include "row.h"

/* "[Mood glad|sad, Policy weak]" */
static void take_matches(test_case *test, cursor *cursor, row *row) {
    do {
        match *const match = LIST_ADD(&test->arena, &row->matches);
        match->predicate = take_id(test, cursor, PREDICATE);
        bool expects_case = cursor_sees_name(cursor);
        while (expects_case) {
            const char *const word = cursor_name(cursor, "a case");
            *LIST_ADD(&test->arena, &match->values) =
                case_number(test, cursor->line->number, match->predicate, word);
            expects_case = cursor_skip(cursor, "|");
        }
    } while (cursor_skip(cursor, ","));
    cursor_expect(cursor, "]");
}

/* "exact in heating not in cooling": guards, and conditions on which states are active. */
static void take_guards(test_case *test, cursor *cursor, row *row) {
    do {
        const bool is_in = !cursor_skip(cursor, "not");
        if (!is_in || cursor_sees(cursor, "in")) {
            cursor_expect(cursor, "in");
            *LIST_ADD(&test->arena, &row->in_guards) = (in_guard){take_id(test, cursor, STATE), is_in};
        } else {
            cursor_name(cursor, "the name of a guard");
            row->guard_count++;
        }
    } while (cursor_sees_name(cursor));
}

/* How many ids come next: "reserved 12" is one. */
static size_t ids_ahead(cursor cursor) {
    size_t count = 0;
    for (; cursor_sees_name(&cursor); count++) {
        cursor.next += cursor_sees(&cursor, "reserved") ? 2 : 1;
    }
    return count;
}

/* Whether the block around a line is a superstate, or goes on with one. */
static bool is_in_superstate(const test_case *test, size_t index) {
    const line *const items = test->definition.items;
    size_t heading = index;
    while (heading > 0 && items[heading].depth >= items[index].depth) {
        heading--;
    }
    for (size_t i = 0; token_is(&items[heading].tokens.items[0], "in") && i < test->labels.count; i++) {
        if (token_is(&items[heading].tokens.items[1], test->labels.items[i].word)) {
            heading = test->labels.items[i].index;
        }
    }
    cursor cursor = {test->report, &items[heading], 0};
    cursor.next += cursor_sees_second(&cursor, ":") ? 2 : 0;
    return items[index].depth > 1 && cursor_sees(&cursor, "superstate");
}

/* Takes what stands behind the arrow. */
static void take_end(test_case *test, cursor *cursor, row *row) {
    do {
        *LIST_ADD(&test->arena, &row->targets) = take_id(test, cursor, STATE);
    } while (cursor_skip(cursor, "and"));
    if (cursor_skip(cursor, "by")) {
        cursor_name(cursor, "the name of a resolver");
    }
    if (cursor_skip(cursor, "/")) {
        do {
            cursor_name(cursor, "the name of an action");
            row->action_count++;
        } while (cursor_sees_name(cursor) && !cursor_sees(cursor, "raises"));
    }
    if (cursor_skip(cursor, "raises")) {
        do {
            *LIST_ADD(&test->arena, &row->raised) = take_id(test, cursor, EVENT);
        } while (cursor_sees_name(cursor));
    }
}

row read_row(test_case *test, size_t index) {
    cursor cursor = {test->report, &test->definition.items[index], 0};
    row row = {.line = cursor.line->number};
    for (size_t i = 0; i <= index; i++) {
        row.number += is_row(&test->definition.items[i]);
    }
    cursor.next += cursor_sees_second(&cursor, ":") ? 2 : 0;
    row.flags |= cursor_skip(&cursor, "overriding") ? SFSM_OVERRIDING : 0;
    row.flags |= cursor_skip(&cursor, "local") ? SFSM_LOCAL : 0;
    const bool is_inherited = ids_ahead(cursor) > 1 ? take_id(test, &cursor, STATE) == SFSM_NONE
                                                    : is_in_superstate(test, index);
    row.flags |= is_inherited ? SFSM_INHERITED : 0;
    row.event = take_id(test, &cursor, EVENT);
    if (cursor_skip(&cursor, "[")) {
        take_matches(test, &cursor, &row);
    }
    if (cursor_skip(&cursor, "?")) {
        take_guards(test, &cursor, &row);
    }
    cursor_expect(&cursor, "->");
    take_end(test, &cursor, &row);
    return row;
}
