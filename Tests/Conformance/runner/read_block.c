/* The rows and blocks of a definition. */
#include "sections.h"

/* Takes the names of callbacks up to a mark or the end. */
static void take_callbacks(test_case *test, cursor *cursor, role role, callbacks *callbacks) {
    do {
        const char *const name = cursor_word(cursor, "the name of a callback");
        *LIST_ADD(&test->arena, callbacks) = registered_callback(test, role, name);
    } while (cursor_sees_word(cursor));
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

/* "a: overriding locked coin [Mood glad] ? paid -> unlocked by resolver / thank unlock", of which little is needed. */
bool read_row(test_case *test, cursor cursor, size_t block) {
    if (!is_row(cursor.line)) {
        return false;
    }
    row row = {.line = cursor.line->number, .block = block};
    if (cursor_sees_second(&cursor, ":")) {
        take_label(test, &cursor, ROW, test->rows.count);
    }
    row.is_overriding = cursor_skip(&cursor, "overriding");
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
        take_callbacks(test, &cursor, GUARD, &row.guards);
    }
    cursor_expect(&cursor, "->");
    row.target = take_id(test, &cursor, STATE, true);
    if (cursor_skip(&cursor, "by")) {
        row.resolver = registered_callback(test, RESOLVER, cursor_word(&cursor, "the name of a resolver"));
    }
    if (cursor_skip(&cursor, "/")) {
        take_callbacks(test, &cursor, ACTION, &row.actions);
    }
    cursor_expect_end(&cursor);
    *LIST_ADD(&test->arena, &test->rows) = row;
    return true;
}

/* ------------------------------------------------------------------------------------------------------------------
 * Blocks
 * --------------------------------------------------------------------------------------------------------------- */

/* What stands below a block with this number: its rows and callbacks. */
static void read_contents(test_case *test, lines lines, size_t number) {
    while (lines_are_left(&lines)) {
        cursor cursor = lines_next(&lines);
        if (cursor.line->depth > 2) {
            cursor_fault(&cursor, "nothing stands below a row or callback");
        }
        if (read_row(test, cursor, number)) {
            continue;
        }
        const role role = take_role(&cursor, BLOCK_ROLE_COUNT);
        if (role == BLOCK_ROLE_COUNT) {
            cursor_fault(&cursor, "a row, or entry, exit, cycle or update is expected here, not %s",
                         cursor_peek(&cursor));
        } else {
            take_callbacks(test, &cursor, role, &test->blocks.items[number - 1].callbacks[role]);
            cursor_expect_end(&cursor);
        }
    }
}

/* "final adopts s t", or "named Common adopts s t", of which nothing is needed. */
static void open_block(test_case *test, cursor *cursor, block block) {
    block.is_final = cursor_skip(cursor, "final");
    if (block.is_final && block.is_superstate) {
        cursor_fault(cursor, "a superstate cannot be final");
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
    const bool is_state = cursor_sees(&heading, "state");
    const bool goes_on = cursor_sees(&cursor, "in");
    if (is_row(cursor.line) || (!is_state && !cursor_sees(&heading, "superstate") && !goes_on)) {
        return false;
    }
    size_t number = test->blocks.count + 1;
    if (is_labelled) {
        take_label(test, &cursor, BLOCK, number);
    }
    cursor.next++;
    if (goes_on) {
        number = labelled_block(test, &cursor);
    } else {
        block block = {.line = cursor.line->number, .is_superstate = !is_state, .state = SFSM_NONE};
        if (is_state) {
            block.state = take_id(test, &cursor, STATE, true);
        }
        open_block(test, &cursor, block);
    }
    if (number > 0) {
        read_contents(test, below, number);
    }
    return true;
}
