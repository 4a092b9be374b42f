/* The rows and blocks of a definition. */
#include "sections.h"

/* Takes the names of callbacks up to a mark, the end, or what a row raises. */
static void take_callbacks(test_case *test, cursor *cursor, role role, callbacks *callbacks) {
    do {
        const char *const name = cursor_word(cursor, "the name of a callback");
        *LIST_ADD(&test->arena, callbacks) = registered_callback(test, role, name);
    } while (cursor_sees_word(cursor) && !cursor_sees(cursor, "raises"));
}

/* ------------------------------------------------------------------------------------------------------------------
 * Rows
 * --------------------------------------------------------------------------------------------------------------- */

/* "[Mood glad|sad, Policy weak]": the cases may have names that are declared further down. */
static void take_matches(test_case *test, cursor *cursor, row *row) {
    do {
        match *const match = LIST_ADD(&test->arena, &row->matches);
        match->predicate = take_id(test, cursor, PREDICATE, true);
        bool expects_case = cursor_sees_word(cursor);
        while (expects_case) {
            *LIST_ADD(&test->arena, &match->words) = cursor_word(cursor, "a case");
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
            *LIST_ADD(&test->arena, &row->in_guards) = (in_guard){take_id(test, cursor, STATE, true), is_in};
        } else {
            const char *const name = cursor_word(cursor, "the name of a guard");
            *LIST_ADD(&test->arena, &row->guards) = registered_callback(test, GUARD, name);
        }
    } while (cursor_sees_word(cursor));
}

/* "unlocked and lit": the targets of a row. */
static void take_targets(test_case *test, cursor *cursor, row *row) {
    row->target = take_id(test, cursor, STATE, true);
    while (cursor_skip(cursor, "and")) {
        *LIST_ADD(&test->arena, &row->more_targets) = take_id(test, cursor, STATE, true);
    }
}

static bool is_row(const line *line) {
    for (size_t i = 0; i < line->tokens.count; i++) {
        if (token_is(&line->tokens.items[i], "->")) {
            return true;
        }
    }
    return false;
}

/* How many ids come next: "reserved 12" is one. */
static size_t ids_ahead(cursor cursor) {
    size_t count = 0;
    for (; cursor_sees_word(&cursor); count++) {
        cursor.next += cursor_sees(&cursor, "reserved") ? 2 : 1;
    }
    return count;
}

/* "a: overriding local locked coin [Mood glad] ? paid -> unlocked by resolver / thank unlock raises lit", of which little
 * is needed. */
bool read_row(test_case *test, cursor cursor, size_t block) {
    if (!is_row(cursor.line)) {
        return false;
    }
    row row = {.line = cursor.line->number, .block = block};
    if (cursor_sees_second(&cursor, ":")) {
        take_label(test, &cursor, ROW, test->rows.count);
    }
    row.is_overriding = cursor_skip(&cursor, "overriding");
    row.is_local = cursor_skip(&cursor, "local");
    if (block == 0 || ids_ahead(cursor) > 1) {
        row.source = take_id(test, &cursor, STATE, true);
    } else {
        row.source = test->blocks.items[block - 1].state;
    }
    row.event = take_id(test, &cursor, EVENT, true);
    if (cursor_skip(&cursor, "[")) {
        take_matches(test, &cursor, &row);
    }
    if (cursor_skip(&cursor, "?")) {
        take_guards(test, &cursor, &row);
    }
    cursor_expect(&cursor, "->");
    take_targets(test, &cursor, &row);
    if (cursor_skip(&cursor, "by")) {
        row.resolver = registered_callback(test, RESOLVER, cursor_word(&cursor, "the name of a resolver"));
    }
    if (cursor_skip(&cursor, "/")) {
        take_callbacks(test, &cursor, ACTION, &row.actions);
    }
    if (cursor_skip(&cursor, "raises")) {
        do {
            *LIST_ADD(&test->arena, &row.raised) = take_id(test, &cursor, EVENT, true);
        } while (cursor_sees_word(&cursor));
    }
    cursor_expect_end(&cursor);
    *LIST_ADD(&test->arena, &test->rows) = row;
    return true;
}

/* ------------------------------------------------------------------------------------------------------------------
 * Blocks
 * --------------------------------------------------------------------------------------------------------------- */

/* "default filling / rinse", "done ready" or "timeout 30 ring": what the state of a block is in a chart; false if the
 * line is none of them. */
static bool read_part(test_case *test, cursor *cursor, block *block) {
    if (cursor_skip(cursor, "default")) {
        block->default_target = take_id(test, cursor, STATE, true);
        if (cursor_skip(cursor, "/")) {
            take_callbacks(test, cursor, ACTION, &block->default_actions);
        }
    } else if (cursor_skip(cursor, "done")) {
        block->done_event = take_id(test, cursor, EVENT, true);
    } else if (cursor_skip(cursor, "timeout")) {
        const int64_t delay = cursor_long(cursor, "a delay");
        *LIST_ADD(&test->arena, &block->timeouts) = (timeout){delay, take_id(test, cursor, EVENT, true)};
    } else {
        return false;
    }
    cursor_expect_end(cursor);
    return true;
}

/* What stands below a block with this number: its rows, its place in a chart, and callbacks. */
static void read_contents(test_case *test, lines lines, size_t number) {
    while (lines_are_left(&lines)) {
        cursor cursor = lines_next(&lines);
        if (cursor.line->depth > 2) {
            cursor_fault(&cursor, "nothing stands below a row or callback");
        }
        if (read_row(test, cursor, number) || read_part(test, &cursor, &test->blocks.items[number - 1])) {
            continue;
        }
        const role role = take_role(&cursor, BLOCK_ROLE_COUNT);
        if (role == BLOCK_ROLE_COUNT) {
            cursor_fault(&cursor, "a row, or entry, exit, cycle, update, default, done or timeout is expected here, not %s",
                         cursor_peek(&cursor));
        } else {
            take_callbacks(test, &cursor, role, &test->blocks.items[number - 1].callbacks[role]);
            cursor_expect_end(&cursor);
        }
    }
}

/* What begins a block: "state", "parallel", "history" or "deep history", and "superstate". */
static bool begins_block(const cursor *cursor) {
    return cursor_sees(cursor, "state") || cursor_sees(cursor, "parallel") || cursor_sees(cursor, "history") ||
           cursor_sees(cursor, "deep") || cursor_sees(cursor, "superstate");
}

/* Goes past that. */
static block begin_block(test_case *test, cursor *cursor) {
    block block = {.line = cursor->line->number, .state = SFSM_NONE, .parent = SFSM_NONE, .default_target = SFSM_NONE,
                   .done_event = SFSM_NONE};
    if (cursor_skip(cursor, "superstate")) {
        block.is_superstate = true;
        return block;
    }
    if (cursor_skip(cursor, "parallel")) {
        block.kind = SFSM_PARALLEL;
    } else if (cursor_skip(cursor, "deep")) {
        cursor_expect(cursor, "history");
        block.kind = SFSM_DEEP_HISTORY;
    } else if (cursor_skip(cursor, "history")) {
        block.kind = SFSM_SHALLOW_HISTORY;
    } else {
        cursor_expect(cursor, "state");
    }
    block.state = take_id(test, cursor, STATE, true);
    return block;
}

/* "final in work adopts s t", or "named Common adopts s t", of which nothing is needed. */
static void open_block(test_case *test, cursor *cursor, block block) {
    if (cursor_skip(cursor, "final")) {
        if (block.is_superstate || block.kind != 0) {
            cursor_fault(cursor, "only a state can be final");
        }
        block.kind = SFSM_FINAL;
    }
    if (!block.is_superstate && cursor_skip(cursor, "in")) {
        block.parent = take_id(test, cursor, STATE, true);
    }
    if (block.is_superstate && cursor_skip(cursor, "named")) {
        block.name = cursor_word(cursor, "the name of a superstate");
    }
    if (cursor_skip(cursor, "adopts")) {
        do {
            const char *const word = cursor_word(cursor, "the label of a superstate");
            *LIST_ADD(&test->arena, &block.adopted) = (label_use){word, block.line};
        } while (cursor_sees_word(cursor));
    }
    cursor_expect_end(cursor);
    *LIST_ADD(&test->arena, &test->blocks) = block;
}

/* The number of the block whose label stands behind "in", 0 if there is none. */
static size_t labelled_block(test_case *test, cursor *cursor) {
    const char *const word = cursor_word(cursor, "the label of a block");
    cursor_expect_end(cursor);
    const label *const label = use_label(test, cursor->line->number, word);
    if (label != NULL && label->labelled != BLOCK) {
        cursor_fault(cursor, "%s is not the label of a block", word);
    }
    return label != NULL && label->labelled == BLOCK ? label->number : 0;
}

bool read_block(test_case *test, cursor cursor, lines below) {
    const bool is_labelled = cursor_sees_second(&cursor, ":");
    struct cursor heading = cursor;
    heading.next += is_labelled ? 2 : 0;
    const bool goes_on = cursor_sees(&cursor, "in");
    if (is_row(cursor.line) || (!begins_block(&heading) && !goes_on)) {
        return false;
    }
    size_t number = test->blocks.count + 1;
    if (is_labelled) {
        take_label(test, &cursor, BLOCK, number);
    }
    if (goes_on) {
        cursor.next++;
        number = labelled_block(test, &cursor);
    } else {
        open_block(test, &cursor, begin_block(test, &cursor));
    }
    if (number > 0) {
        read_contents(test, below, number);
    }
    return true;
}
