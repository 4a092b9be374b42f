#include "words.h"

#include <stdio.h>
#include <string.h>

const char *const role_names[ROLE_COUNT] = {
    [ENTRY] = "entry",   [EXIT] = "exit",         [CYCLE] = "cycle",       [UPDATE] = "update",       [GUARD] = "guard",
    [ACTION] = "action", [RESOLVER] = "resolver", [PROVIDER] = "provider", [UNHANDLED] = "unhandled", [STEP] = "step",
};

static const id_word reserved[] = {
    {"any", SFSM_ANY},         {"same", SFSM_SAME}, {"internal", SFSM_INTERNAL},
    {"dynamic", SFSM_DYNAMIC}, {"none", SFSM_NONE}, {"initial", SFSM_INITIAL},
    {"failed", SFSM_FAILED},   {"last", SFSM_LAST_STATE}, {"request", SFSM_REQUEST},
    {"eventless", SFSM_EVENTLESS}, {"defer", SFSM_DEFER},
};
static const size_t reserved_count = sizeof reserved / sizeof reserved[0];

static const char *const kinds[VOCABULARY_COUNT] = {"a state", "an event", "a predicate type"};

/* The number of a predicate type that the table has. */
static int32_t predicate_named(const sfsm_table *table, const char *word) {
    for (size_t i = 0; i < sfsm_table_predicate_count(table); i++) {
        const int32_t id = sfsm_table_predicate_at(table, i);
        const char *const name = sfsm_table_predicate_name(table, id);
        if (name != NULL && strcmp(name, word) == 0) {
            return id;
        }
    }
    return SFSM_NONE;
}

/* The number of a word: by the table, which is quick, or by the list of all words, for those that the table is not told
 * of. */
static int32_t known_id(const test_case *test, vocabulary vocabulary, const char *word) {
    int32_t id = vocabulary == STATE   ? sfsm_table_state_named(test->table, word, strlen(word))
                 : vocabulary == EVENT ? sfsm_table_event_named(test->table, word, strlen(word))
                                       : predicate_named(test->table, word);
    for (size_t i = 0; id == SFSM_NONE && i < test->vocabularies[vocabulary].count; i++) {
        if (strcmp(test->vocabularies[vocabulary].items[i].word, word) == 0) {
            id = test->vocabularies[vocabulary].items[i].id;
        }
    }
    return id;
}

/* A name of one's own, which may be a word that means something else without quotes. */
static int32_t own_id(test_case *test, cursor *cursor, vocabulary vocabulary, const char *word) {
    const int32_t id = known_id(test, vocabulary, word);
    if (id == SFSM_NONE) {
        cursor_fault(cursor, "the definition has no word \"%s\" for %s", word, kinds[vocabulary]);
    }
    return id;
}

int32_t take_id(test_case *test, cursor *cursor, vocabulary vocabulary) {
    if (cursor_skip(cursor, "reserved")) {
        return SFSM_ANY + cursor_integer(cursor, "the number of a reserved id");
    }
    if (cursor_sees_quoted(cursor)) {
        const char *const name = cursor_quoted(cursor, kinds[vocabulary]);
        if (test->report->is_strict && is_plain_word(name)) {
            cursor_fault(cursor, "%s is expected here, not a word in quotes that needs none", kinds[vocabulary]);
        }
        return own_id(test, cursor, vocabulary, name);
    }
    return id_of(test, cursor, vocabulary, cursor_word(cursor, kinds[vocabulary]));
}

int32_t id_of(test_case *test, cursor *cursor, vocabulary vocabulary, const char *word) {
    for (size_t i = 0; i < reserved_count; i++) {
        if (strcmp(word, reserved[i].word) == 0) {
            return reserved[i].id;
        }
    }
    return own_id(test, cursor, vocabulary, word);
}

static const char *number_text(test_case *test, int32_t number) {
    char text[16];
    const int length = snprintf(text, sizeof text, "%d", (int)number);
    return arena_text(&test->arena, text, (size_t)length);
}

const char *id_text(test_case *test, vocabulary vocabulary, int32_t id) {
    for (size_t i = 0; i < reserved_count; i++) {
        if (reserved[i].id == id) {
            return reserved[i].word;
        }
    }
    const char *const name = vocabulary == STATE   ? sfsm_table_state_name(test->table, id)
                             : vocabulary == EVENT ? sfsm_table_event_name(test->table, id)
                                                   : sfsm_table_predicate_name(test->table, id);
    if (name != NULL) {
        return name;
    }
    for (size_t i = 0; i < test->vocabularies[vocabulary].count; i++) {
        if (test->vocabularies[vocabulary].items[i].id == id) {
            return test->vocabularies[vocabulary].items[i].word;
        }
    }
    return number_text(test, id);
}

/* ------------------------------------------------------------------------------------------------------------------
 * Cases of predicate types
 * --------------------------------------------------------------------------------------------------------------- */

/* How a predicate type is declared, the first time; NULL if it is not. */
static const predicate *declaration_of(test_case *test, int32_t id) {
    const char *const word = id_text(test, PREDICATE, id);
    for (size_t i = 0; i < test->predicates.count; i++) {
        if (strcmp(test->predicates.items[i].word, word) == 0) {
            return &test->predicates.items[i];
        }
    }
    return NULL;
}

int32_t case_number(test_case *test, int32_t line, int32_t predicate, const char *word) {
    int32_t value = SFSM_NONE;
    if (is_integer(word, &value) || strcmp(word, "none") == 0) {
        return value;
    }
    const struct predicate *const type = declaration_of(test, predicate);
    for (size_t j = 0; type != NULL && j < type->words.count; j++) {
        if (strcmp(type->words.items[j], word) == 0) {
            return (int32_t)j;
        }
    }
    report_fault(test->report, line, "%s is no case of %s", word, id_text(test, PREDICATE, predicate));
    return value;
}

const char *case_text(test_case *test, int32_t predicate, int32_t value) {
    if (value == SFSM_NONE) {
        return "none";
    }
    const struct predicate *const type = declaration_of(test, predicate);
    return type != NULL && value >= 0 && (size_t)value < type->words.count ? type->words.items[value]
                                                                           : number_text(test, value);
}

const char *cases_text(test_case *test, const sent_cases *cases) {
    const char *text = "[";
    for (size_t i = 0; i < cases->count; i++) {
        const sfsm_case part = cases->items[i];
        const char *const type = id_text(test, PREDICATE, part.predicate);
        const char *const value = case_text(test, part.predicate, part.value);
        const size_t size = strlen(text) + strlen(type) + strlen(value) + 4;
        char *const longer = arena_take(&test->arena, size);
        snprintf(longer, size, "%s%s%s %s", text, i == 0 ? "" : ", ", type, value);
        text = longer;
    }
    const size_t size = strlen(text) + 2;
    char *const whole = arena_take(&test->arena, size);
    snprintf(whole, size, "%s]", text);
    return whole;
}

sent_cases take_cases(test_case *test, cursor *cursor) {
    sent_cases cases = {NULL, 0};
    cursor_expect(cursor, "[");
    while (!cursor_is_at_end(cursor) && !cursor_sees(cursor, "]")) {
        if (cases.count > 0) {
            cursor_expect(cursor, ",");
        }
        const int32_t predicate = take_id(test, cursor, PREDICATE);
        const char *const word = cursor_name(cursor, "a case");
        if (*word != '\0') {
            const int32_t value = case_number(test, cursor->line->number, predicate, word);
            *LIST_ADD(&test->arena, &cases) = (sfsm_case){predicate, value};
        }
    }
    cursor_expect(cursor, "]");
    return cases;
}

/* ------------------------------------------------------------------------------------------------------------------
 * Labels and callbacks
 * --------------------------------------------------------------------------------------------------------------- */

const label *use_label(test_case *test, int32_t line, const char *word) {
    for (size_t i = 0; i < test->labels.count; i++) {
        if (strcmp(test->labels.items[i].word, word) == 0) {
            test->labels.items[i].is_used = true;
            return &test->labels.items[i];
        }
    }
    report_fault(test->report, line, "there is no label %s", word);
    return NULL;
}

bool is_row(const line *line) {
    for (size_t i = 0; i < line->tokens.count; i++) {
        if (token_is(&line->tokens.items[i], "->")) {
            return true;
        }
    }
    return false;
}

bool is_row_label(const test_case *test, const label *label) {
    return is_row(&test->definition.items[label->index]);
}

role take_role(cursor *cursor) {
    role role = 0;
    while (role < ROLE_COUNT && !cursor_skip(cursor, role_names[role])) {
        role++;
    }
    return role;
}

static size_t hash_of(role role, const char *name) {
    size_t hash = (size_t)role + 1469598103U;
    for (; *name != '\0'; name++) {
        hash = (hash ^ (unsigned char)*name) * 16777619U;
    }
    return hash;
}

static void put(test_case *test, callback *callback) {
    struct callback **const bucket = &test->buckets[hash_of(callback->role, callback->name) % test->bucket_count];
    callback->next = *bucket;
    *bucket = callback;
}

callback *find_callback(const test_case *test, role role, const char *name) {
    callback *known = test->bucket_count == 0 ? NULL : test->buckets[hash_of(role, name) % test->bucket_count];
    while (known != NULL && (known->role != role || strcmp(known->name, name) != 0)) {
        known = known->next;
    }
    return known;
}

callback *callback_named(test_case *test, role role, const char *name) {
    callback *const known = find_callback(test, role, name);
    if (known != NULL) {
        return known;
    }
    callback *const new = arena_take(&test->arena, sizeof *new);
    *new = (callback){.role = role, .name = name};
    *LIST_ADD(&test->arena, &test->callbacks) = new;
    if (test->callbacks.count > 2 * test->bucket_count) {
        test->bucket_count = 4 * test->callbacks.count;
        test->buckets = arena_take(&test->arena, test->bucket_count * sizeof *test->buckets);
        for (size_t i = 0; i < test->callbacks.count; i++) {
            put(test, test->callbacks.items[i]);
        }
    } else {
        put(test, new);
    }
    return new;
}

callback *registered_callback(test_case *test, role role, const char *name) {
    callback *const callback = callback_named(test, role, name);
    callback->is_registered = true;
    return callback;
}
