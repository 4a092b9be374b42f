/* definition: what is handed to the builder, in the order in which it stands there. Rows and blocks: read_block.c. */
#include <stdio.h>
#include <string.h>

#include "sections.h"
#include "values.h"

/* "ids states locked = 7 unlocked": words that the library is not told of by this, and their numbers. */
static void read_ids(test_case *test, cursor *cursor) {
    static const char *const names[VOCABULARY_COUNT] = {"states", "events", "predicates"};
    vocabulary vocabulary = 0;
    while (vocabulary < VOCABULARY_COUNT && !cursor_skip(cursor, names[vocabulary])) {
        vocabulary++;
    }
    if (vocabulary == VOCABULARY_COUNT) {
        cursor_fault(cursor, "states, events or predicates is expected here, not %s", cursor_peek(cursor));
        return;
    }
    do {
        if (cursor_sees_second(cursor, "=")) {
            const char *const word = cursor_word(cursor, "a word");
            cursor_expect(cursor, "=");
            set_id(test, cursor, vocabulary, word, cursor_integer(cursor, "a number"));
        } else {
            take_id(test, cursor, vocabulary, true);
        }
    } while (cursor_sees_word(cursor));
}

/* "event coin (i32, str)" */
static void read_event(test_case *test, cursor *cursor) {
    event_type event = {.line = cursor->line->number, .id = take_id(test, cursor, EVENT, true), .text = ""};
    cursor_expect(cursor, "(");
    while (!cursor_is_at_end(cursor) && !cursor_sees(cursor, ")")) {
        if (event.types.count > 0) {
            cursor_expect(cursor, ",");
        }
        const int32_t type = take_type(cursor);
        const size_t size = strlen(event.text) + strlen(type_text(test, type)) + 3;
        char *const longer = arena_take(&test->arena, size);
        snprintf(longer, size, "%s%s%s", event.text, event.types.count > 0 ? ", " : "", type_text(test, type));
        event.text = longer;
        *LIST_ADD(&test->arena, &event.types) = type;
    }
    cursor_expect(cursor, ")");
    *LIST_ADD(&test->arena, &test->event_types) = event;
}

/* "predicate Policy weak strong", or "predicate Level of 100"; and of either "by market" */
static void read_predicate(test_case *test, cursor *cursor) {
    predicate predicate = {.line = cursor->line->number};
    predicate.id = take_id(test, cursor, PREDICATE, true);
    if (cursor_skip(cursor, "of")) {
        predicate.case_count = cursor_integer(cursor, "the number of cases");
    } else {
        while (cursor_sees_word(cursor) && !cursor_sees(cursor, "by")) {
            *LIST_ADD(&test->arena, &predicate.words) = cursor_word(cursor, "the name of a case");
            predicate.case_count++;
        }
        if (predicate.case_count == 0) {
            cursor_fault(cursor, "the name of a case is expected here, not %s", cursor_peek(cursor));
        }
    }
    if (cursor_skip(cursor, "by")) {
        predicate.provider = registered_callback(test, PROVIDER, cursor_word(cursor, "the name of a provider"));
    }
    *LIST_ADD(&test->arena, &test->predicates) = predicate;
}

/* "first match" */
static void read_guard_policy(test_case *test, cursor *cursor) {
    test->guards = cursor_skip(cursor, "exclusive") ? SFSM_EXCLUSIVE : SFSM_FIRST_MATCH;
    if (test->guards == SFSM_FIRST_MATCH) {
        cursor_expect(cursor, "first");
        cursor_expect(cursor, "match");
    }
}

/* "exit on change", from behind "entry" */
static void read_entry_exit_policy(test_case *test, cursor *cursor) {
    cursor_expect(cursor, "exit");
    test->entry_exit = cursor_skip(cursor, "always") ? SFSM_ALWAYS : SFSM_ON_CHANGE;
    if (test->entry_exit == SFSM_ON_CHANGE) {
        cursor_expect(cursor, "on");
        cursor_expect(cursor, "change");
    }
}

static void read_order(test_case *test, cursor *cursor) {
    static const char *const names[] = {"resolve", "exit", "actions", "commit", "entry"};
    do {
        const char *const word = cursor_word(cursor, "a phase");
        int32_t phase = 0;
        while (phase < 5 && strcmp(word, names[phase]) != 0) {
            phase++;
        }
        if (phase == 5) {
            cursor_fault(cursor, "%s is no phase of a step", word);
        }
        *LIST_ADD(&test->arena, &test->order) = SFSM_PHASE_RESOLVE + phase;
    } while (cursor_sees_word(cursor));
}

/* "on step note count": hooks of the table, which have names. */
static void read_hooks(test_case *test, cursor *cursor) {
    const role role = cursor_skip(cursor, role_names[UNHANDLED]) ? UNHANDLED : STEP;
    if (role == STEP) {
        cursor_expect(cursor, role_names[STEP]);
    }
    do {
        const char *const name = cursor_word(cursor, "the name of a hook");
        const table_hook hook = {cursor->line->number, registered_callback(test, role, name)};
        *LIST_ADD(&test->arena, &test->hooks) = hook;
    } while (cursor_sees_word(cursor));
}

/* "never taken", "all" */
static int32_t take_warning_kind(test_case *test, cursor *cursor) {
    const char *const words = cursor_words(cursor, &test->arena, "", "");
    if (strcmp(words, "all") == 0) {
        return SFSM_ALL_WARNINGS;
    }
    for (int32_t kind = SFSM_ALL_WARNINGS + 1; strcmp(sfsm_diagnostic_kind_name(kind), "unknown") != 0; kind++) {
        if (strcmp(sfsm_diagnostic_kind_name(kind), words) == 0) {
            return kind;
        }
    }
    cursor_fault(cursor, "there is no kind of warnings \"%s\"", words);
    return SFSM_ALL_WARNINGS;
}

/* "warnings off never taken, unused event" */
static void read_warnings(test_case *test, cursor *cursor) {
    const bool is_reported = cursor_skip(cursor, "on");
    if (!is_reported) {
        cursor_expect(cursor, "off");
    }
    do {
        const warning_choice choice = {cursor->line->number, take_warning_kind(test, cursor), is_reported};
        *LIST_ADD(&test->arena, &test->warning_choices) = choice;
    } while (cursor_skip(cursor, ","));
}

/* A line of the definition that is neither a row nor a block; false if it is none. */
static bool read_statement(test_case *test, cursor *cursor) {
    if (cursor_skip(cursor, "ids")) {
        read_ids(test, cursor);
    } else if (cursor_skip(cursor, "named")) {
        cursor_expect(cursor, "events");
        do {
            *LIST_ADD(&test->arena, &test->named_events) = take_id(test, cursor, EVENT, true);
        } while (cursor_sees_word(cursor));
    } else if (cursor_skip(cursor, "predicate")) {
        read_predicate(test, cursor);
    } else if (cursor_skip(cursor, "event")) {
        read_event(test, cursor);
    } else if (cursor_skip(cursor, "callable")) {
        read_callable(test, cursor);
    } else if (cursor_skip(cursor, "initial")) {
        const int32_t state = take_id(test, cursor, STATE, true);
        *LIST_ADD(&test->arena, &test->initials) = (initial){cursor->line->number, state};
    } else if (cursor_skip(cursor, "guards")) {
        read_guard_policy(test, cursor);
    } else if (cursor_skip(cursor, "entry")) {
        read_entry_exit_policy(test, cursor);
    } else if (cursor_skip(cursor, "order")) {
        read_order(test, cursor);
    } else if (cursor_skip(cursor, "on")) {
        read_hooks(test, cursor);
    } else if (cursor_skip(cursor, "warnings")) {
        read_warnings(test, cursor);
    } else {
        return false;
    }
    cursor_expect_end(cursor);
    return true;
}

/* Labels of superstates may stand below their use, names of cases below that of a row: looked up at the end. */
static void resolve_later_words(test_case *test) {
    for (size_t i = 0; i < test->blocks.count; i++) {
        const block *const block = &test->blocks.items[i];
        for (size_t j = 0; j < block->adopted.count; j++) {
            const label_use use = block->adopted.items[j];
            const label *const label = use_label(test, use.line, use.word);
            if (label != NULL &&
                (label->labelled != BLOCK || !test->blocks.items[label->number - 1].is_superstate)) {
                report_fault(test->report, use.line, "%s is not the label of a superstate", use.word);
            }
        }
    }
    for (size_t i = 0; i < test->rows.count; i++) {
        const row *const row = &test->rows.items[i];
        for (size_t j = 0; j < row->matches.count; j++) {
            match *const match = &row->matches.items[j];
            match->values = arena_take(&test->arena, match->words.count * sizeof *match->values);
            for (size_t k = 0; k < match->words.count; k++) {
                match->values[k] = case_number(test, row->line, match->predicate, match->words.items[k]);
            }
        }
    }
}

void read_definition(test_case *test, lines lines) {
    while (lines_are_left(&lines)) {
        cursor cursor = lines_next(&lines);
        const struct lines below = lines_below(&lines, 1);
        if (read_block(test, cursor, below)) {
            continue;
        }
        if (below.count > 0) {
            report_fault(test->report, below.items[0].number, "only blocks have lines below them");
        }
        if (read_row(test, cursor, 0)) {
            continue;
        }
        if (cursor_sees_second(&cursor, ":")) {
            take_label(test, &cursor, OTHER, 0);
        }
        if (!read_statement(test, &cursor)) {
            cursor_fault(&cursor, "a definition has no line that begins with %s", cursor_peek(&cursor));
        }
    }
    resolve_later_words(test);
}
