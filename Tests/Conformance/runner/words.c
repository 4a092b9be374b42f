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

static bool is_taken(const test_case *test, vocabulary vocabulary, int32_t id) {
    for (size_t i = 0; i < test->vocabularies[vocabulary].count; i++) {
        if (test->vocabularies[vocabulary].items[i].id == id) {
            return true;
        }
    }
    return false;
}

void set_id(test_case *test, cursor *cursor, vocabulary vocabulary, const char *word, int32_t id) {
    for (size_t i = 0; i < test->vocabularies[vocabulary].count; i++) {
        if (strcmp(test->vocabularies[vocabulary].items[i].word, word) == 0) {
            cursor_fault(cursor, "%s has its number already: \"ids\" must come first", word);
        }
    }
    if (is_taken(test, vocabulary, id)) {
        cursor_fault(cursor, "%d is the number of another word", (int)id);
    }
    *LIST_ADD(&test->arena, &test->vocabularies[vocabulary]) = (id_word){word, id};
}

int32_t take_id(test_case *test, cursor *cursor, vocabulary vocabulary, bool may_be_new) {
    if (cursor_skip(cursor, "reserved")) {
        test->is_no_document = true;
        return SFSM_ANY + cursor_integer(cursor, "the number of a reserved id");
    }
    return id_of(test, cursor, vocabulary, cursor_word(cursor, kinds[vocabulary]), may_be_new);
}

int32_t id_of(test_case *test, cursor *cursor, vocabulary vocabulary, const char *word, bool may_be_new) {
    for (size_t i = 0; i < reserved_count; i++) {
        if (strcmp(word, reserved[i].word) == 0) {
            return reserved[i].id;
        }
    }
    for (size_t i = 0; i < test->vocabularies[vocabulary].count; i++) {
        if (strcmp(test->vocabularies[vocabulary].items[i].word, word) == 0) {
            return test->vocabularies[vocabulary].items[i].id;
        }
    }
    if (!may_be_new) {
        cursor_fault(cursor, "the definition has no word \"%s\" for %s", word, kinds[vocabulary]);
        return SFSM_NONE;
    }
    while (is_taken(test, vocabulary, test->next_id[vocabulary])) {
        test->next_id[vocabulary]++;
    }
    const int32_t id = test->next_id[vocabulary];
    *LIST_ADD(&test->arena, &test->vocabularies[vocabulary]) = (id_word){word, id};
    return id;
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

int32_t case_number(test_case *test, int32_t line, int32_t predicate, const char *word) {
    int32_t value = SFSM_NONE;
    if (is_integer(word, &value) || strcmp(word, "none") == 0) {
        return value;
    }
    for (size_t i = 0; i < test->predicates.count; i++) {
        const struct predicate *const type = &test->predicates.items[i];
        for (size_t j = 0; type->id == predicate && j < type->words.count; j++) {
            if (strcmp(type->words.items[j], word) == 0) {
                return (int32_t)j;
            }
        }
    }
    report_fault(test->report, line, "%s is no case of %s", word, id_text(test, PREDICATE, predicate));
    return value;
}

const char *case_text(test_case *test, int32_t predicate, int32_t value) {
    if (value == SFSM_NONE) {
        return "none";
    }
    for (size_t i = 0; i < test->predicates.count; i++) {
        const struct predicate *const type = &test->predicates.items[i];
        if (type->id == predicate && value >= 0 && (size_t)value < type->words.count) {
            return type->words.items[value];
        }
    }
    return number_text(test, value);
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
        const int32_t predicate = take_id(test, cursor, PREDICATE, false);
        const char *const word = cursor_word(cursor, "a case");
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

void take_label(test_case *test, cursor *cursor, labelled labelled, size_t number) {
    const char *const word = cursor_word(cursor, "a label");
    cursor_expect(cursor, ":");
    for (size_t i = 0; i < test->labels.count; i++) {
        if (strcmp(test->labels.items[i].word, word) == 0) {
            cursor_fault(cursor, "there are two labels %s", word);
        }
    }
    *LIST_ADD(&test->arena, &test->labels) = (label){word, cursor->line->number, labelled, number, false};
}

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

role take_role(cursor *cursor, role count) {
    role role = 0;
    while (role < count && !cursor_skip(cursor, role_names[role])) {
        role++;
    }
    return role;
}

callback *find_callback(const test_case *test, role role, const char *name) {
    for (size_t i = 0; i < test->callbacks.count; i++) {
        callback *const known = test->callbacks.items[i];
        if (known->role == role && strcmp(known->name, name) == 0) {
            return known;
        }
    }
    return NULL;
}

callback *callback_named(test_case *test, role role, const char *name) {
    callback *const known = find_callback(test, role, name);
    if (known != NULL) {
        return known;
    }
    callback *const new = arena_take(&test->arena, sizeof *new);
    *new = (callback){.role = role, .name = name};
    *LIST_ADD(&test->arena, &test->callbacks) = new;
    return new;
}

callback *registered_callback(test_case *test, role role, const char *name) {
    callback *const callback = callback_named(test, role, name);
    callback->is_registered = true;
    return callback;
}
