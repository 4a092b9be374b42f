/* What the table tells of events, superstates and nesting, held against the lines of the definition. */
#include <string.h>

#include "facts.h"
#include "values.h"

/* The line from behind its label on. */
static cursor behind_label(test_case *test, const line *line) {
    cursor cursor = {test->report, line, 0};
    cursor.next += cursor_sees_second(&cursor, ":") ? 2 : 0;
    return cursor;
}

/* ------------------------------------------------------------------------------------------------------------------
 * Events and superstates
 * --------------------------------------------------------------------------------------------------------------- */

/* "coin (i32 cents, str)", from behind "event": the types are those that the table tells. */
static void check_event(test_case *test, cursor *cursor) {
    const int32_t event = take_id(test, cursor, EVENT);
    size_t count = 0;
    bool is_alike = true;
    cursor_expect(cursor, "(");
    while (!cursor_is_at_end(cursor) && !cursor_skip(cursor, ")")) {
        is_alike = is_alike && sfsm_table_argument_type(test->table, event, count++) == take_type(cursor);
        cursor->next += cursor_sees_name(cursor) ? 1 : 0;
        cursor_skip(cursor, ",");
    }
    if (!is_alike || sfsm_table_argument_count(test->table, event) != count) {
        report_fault(test->report, cursor->line->number, "the table tells of other arguments");
    }
}

/* "Common adopts s", or nothing, from behind "superstate": the name is that which the table tells. */
static void check_superstate(test_case *test, cursor *cursor, size_t number) {
    const char *const name = sfsm_table_superstate_name(test->table, number);
    const bool has_name = cursor_skip(cursor, "named") || (cursor_sees_name(cursor) && !cursor_sees(cursor, "adopts"));
    const char *const written = has_name ? cursor_name(cursor, "a name") : NULL;
    if (name == NULL || written == NULL ? name != written : strcmp(name, written) != 0) {
        report_fault(test->report, cursor->line->number, "the table tells another name of the superstate");
    }
}

/* ------------------------------------------------------------------------------------------------------------------
 * Nesting
 * --------------------------------------------------------------------------------------------------------------- */

/* What the blocks of one state say together. */
typedef struct nesting {
    int32_t line;
    int32_t state, parent;
    uint32_t kind;
} nesting;

typedef LIST(nesting) nestings;

/* Takes "deep history back in work", and gives whether the line begins the block of a state. */
static bool take_block(test_case *test, cursor *cursor, nesting *block) {
    *block = (nesting){.line = cursor->line->number, .parent = SFSM_NONE};
    if (cursor_skip(cursor, "parallel")) {
        block->kind = SFSM_PARALLEL;
    } else if (cursor_skip(cursor, "deep")) {
        block->kind = SFSM_DEEP_HISTORY;
        cursor_expect(cursor, "history");
    } else if (cursor_skip(cursor, "history")) {
        block->kind = SFSM_SHALLOW_HISTORY;
    } else if (!cursor_skip(cursor, "state")) {
        return false;
    }
    block->state = take_id(test, cursor, STATE);
    block->kind |= cursor_skip(cursor, "final") ? SFSM_FINAL : 0;
    if (cursor_skip(cursor, "in")) {
        block->parent = take_id(test, cursor, STATE);
    }
    return true;
}

/* The block around a line of the definition, if it is that of a state. */
static int32_t state_around(test_case *test, size_t index) {
    const line *const items = test->definition.items;
    const size_t depth = items[index].depth;
    while (index > 0 && items[index].depth >= depth) {
        index--;
    }
    nesting block = {.state = SFSM_NONE};
    cursor cursor = behind_label(test, &items[index]);
    return depth > 1 && take_block(test, &cursor, &block) ? block.state : SFSM_NONE;
}

/* Adds what a block says to what the others of its state say. */
static void add_block(test_case *test, nestings *blocks, const nesting *block) {
    for (size_t i = 0; i < blocks->count; i++) {
        nesting *const known = &blocks->items[i];
        if (known->state == block->state) {
            known->kind |= block->kind;
            known->parent = block->parent != SFSM_NONE ? block->parent : known->parent;
            return;
        }
    }
    *LIST_ADD(&test->arena, blocks) = *block;
}

static bool has_children(const nestings *blocks, int32_t state) {
    for (size_t i = 0; i < blocks->count; i++) {
        if (blocks->items[i].parent == state) {
            return true;
        }
    }
    return false;
}

/* Compares the parent and kind of each state of a chart. */
static void check_nesting(test_case *test, const nestings *blocks) {
    bool is_chart = false;
    for (size_t i = 0; i < blocks->count; i++) {
        is_chart = is_chart || blocks->items[i].parent != SFSM_NONE;
    }
    for (size_t i = 0; is_chart && i < blocks->count; i++) {
        const nesting *const block = &blocks->items[i];
        /* Without children it is a state as any other. */
        const uint32_t mask = has_children(blocks, block->state) ? ~0U : ~(uint32_t)SFSM_PARALLEL;
        if (sfsm_table_parent(test->table, block->state) != block->parent ||
            sfsm_table_kind(test->table, block->state) != (block->kind & mask)) {
            report_fault(test->report, block->line, "the table tells another parent or kind of the state");
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------
 * All of it
 * --------------------------------------------------------------------------------------------------------------- */

void check_table(test_case *test) {
    nestings blocks = {NULL, 0};
    size_t superstates = 0;
    for (size_t i = 0; i < test->definition.count; i++) {
        cursor cursor = behind_label(test, &test->definition.items[i]);
        nesting block;
        if (is_row(cursor.line)) {
            continue;
        }
        if (cursor.line->depth == 1 && cursor_skip(&cursor, "event")) {
            check_event(test, &cursor);
        } else if (cursor_skip(&cursor, "superstate")) {
            check_superstate(test, &cursor, superstates++);
        } else if (take_block(test, &cursor, &block)) {
            block.parent = block.parent == SFSM_NONE ? state_around(test, i) : block.parent;
            add_block(test, &blocks, &block);
        }
    }
    if (sfsm_table_superstate_count(test->table) != superstates) {
        report_fault(test->report, 1, "the table tells of %zu superstates", sfsm_table_superstate_count(test->table));
    }
    check_nesting(test, &blocks);
}
