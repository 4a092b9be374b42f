#include "header.h"

#include <string.h>

#include "clashes.h"
#include "files.h"
#include "messages.h"

typedef struct header {
    const document *document;
    const language *language;
    const char *space;
    buffer *text;
    arena arena;
    constants constants;
    /* What templates refer to now. */
    const char *group, *group_doc, *name, *comment;
    sfsm_id value;
} header;

/* ------------------------------------------------------------------------------------------------------------------
 * Templates
 * --------------------------------------------------------------------------------------------------------------- */

static void write_fingerprint(header *header) {
    uint8_t bytes[32] = {0};
    sfsm_table_fingerprint(header->document->table, bytes);
    for (size_t i = 0; i < sizeof bytes; i++) {
        buffer_add_format(header->text, "%02x", bytes[i]);
    }
}

/* The last part of the path. */
static const char *base_name(const char *path) {
    const char *const slash = strrchr(path, '/');
    return slash == NULL ? file_name(path) : slash + 1;
}

/* A field, what stands for it, and how that is written. */
typedef struct field {
    const char *name, *value;
    enum { FINISHED, HARMLESS, STYLED } way;
    identifier_style style;
    const char *const *keywords;
} field;

static void write_value(buffer *text, const field *field) {
    if (field->way == STYLED) {
        write_identifier(text, field->value, field->style, field->keywords);
    } else if (field->way == HARMLESS) {
        write_harmless(text, field->value);
    } else {
        buffer_add_text(text, field->value);
    }
}

static void write_field(header *header, const char *name, size_t length) {
    static const char *const none[] = {NULL};
    const char *const *const keywords = header->language->keywords;
    const char *const definition = sfsm_table_name(header->document->table);
    const field fields[] = {
        {.name = "file", .value = base_name(header->document->path), .way = HARMLESS},
        {.name = "definition", .value = definition == NULL ? header->space : definition, .way = HARMLESS},
        {.name = "doc", .value = header->group_doc},
        {.name = "name", .value = header->name},
        {.name = "comment", .value = header->comment},
        {"SPACE", header->space, STYLED, UPPER_SNAKE, none},
        {"space", header->space, STYLED, LOWER_SNAKE, keywords},
        {"Space", header->space, STYLED, UPPER_CAMEL, keywords},
        {"GROUP", header->group, STYLED, UPPER_SNAKE, none},
        {"Group", header->group, STYLED, UPPER_CAMEL, keywords},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (strlen(fields[i].name) == length && strncmp(fields[i].name, name, length) == 0) {
            write_value(header->text, &fields[i]);
        }
    }
    if (strncmp("value", name, length) == 0) {
        buffer_add_format(header->text, "%d", (int)header->value);
    } else if (strncmp("fingerprint", name, length) == 0) {
        write_fingerprint(header);
    }
}

static void expand(header *header, const char *template) {
    while (*template != '\0') {
        const size_t plain = strcspn(template, "{");
        buffer_add(header->text, template, plain);
        template += plain;
        const size_t field = *template == '{' ? strspn(template + 1, "abcdefghijklmnopqrstuvwxyzGSPACEROU") : 0;
        if (field > 0 && template[1 + field] == '}') {
            write_field(header, template + 1, field);
            template += field + 2;
        } else if (*template == '{') {
            buffer_add(header->text, template++, 1);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------
 * Groups
 * --------------------------------------------------------------------------------------------------------------- */

/* Text that is kept as long as the header is written; the buffer is released. */
static const char *kept(header *header, buffer *text) {
    const char *const copy = arena_text(&header->arena, buffer_text(text), text->length);
    buffer_release(text);
    return copy;
}

static void begin_group(header *header, const char *group, const char *doc) {
    header->group = group;
    header->group_doc = doc;
    if (!header->language->is_flat) {
        buffer type = {NULL, 0, 0};
        write_identifier(&type, group, UPPER_CAMEL, header->language->keywords);
        *LIST_ADD(&header->arena, &header->constants) = (constant){"", kept(header, &type), "type", group};
    }
    expand(header, header->language->begin_group);
}

/* Writes a constant; `rest` goes behind its name in the comment. */
static void add_constant(header *header, const char *kind, const char *name, sfsm_id value, const char *rest) {
    buffer identifier = {NULL, 0, 0}, comment = {NULL, 0, 0}, scope = {NULL, 0, 0};
    write_identifier(&identifier, name, header->language->style, header->language->keywords);
    buffer_add_text(&comment, "\"");
    write_harmless(&comment, name);
    buffer_add_format(&comment, "\"%s", rest);
    write_identifier(&scope, header->group, UPPER_CAMEL, header->language->keywords);
    header->name = kept(header, &identifier);
    header->comment = kept(header, &comment);
    header->value = value;
    expand(header, header->language->member);
    constant constant = {kept(header, &scope), header->name, kind, name};
    if (header->language->is_flat) {
        buffer whole = {NULL, 0, 0};
        write_identifier(&whole, header->group, header->language->style, header->language->keywords);
        buffer_add_format(&whole, "%s%s", header->language->style == UPPER_SNAKE ? "_" : "", header->name);
        constant.scope = "";
        constant.identifier = kept(header, &whole);
    }
    *LIST_ADD(&header->arena, &header->constants) = constant;
}

static const char *arguments_of(header *header, sfsm_id event) {
    static const char *const types[] = {"", "bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64", "str",
                                        "ptr"};
    const sfsm_table *const table = header->document->table;
    const size_t count = sfsm_table_argument_count(table, event);
    buffer text = {NULL, 0, 0};
    for (size_t i = 0; i < count; i++) {
        const char *const name = sfsm_table_argument_name(table, event, i);
        buffer_add_format(&text, "%s%s%s", i == 0 ? " (" : ", ", types[sfsm_table_argument_type(table, event, i)],
                          name == NULL ? "" : " ");
        write_harmless(&text, name == NULL ? "" : name);
        buffer_add_text(&text, i + 1 == count ? ")" : "");
    }
    return kept(header, &text);
}

static void write_states(header *header) {
    const sfsm_table *const table = header->document->table;
    begin_group(header, "State", "States.");
    for (size_t i = 0; i < sfsm_table_state_count(table); i++) {
        const sfsm_id id = sfsm_table_state_at(table, i);
        add_constant(header, "state", sfsm_table_state_name(table, id), id, "");
    }
    expand(header, header->language->end_group);
}

static void write_events(header *header) {
    const sfsm_table *const table = header->document->table;
    if (sfsm_table_event_count(table) == 0) {
        return;
    }
    begin_group(header, "Event", "Events, and what they carry.");
    for (size_t i = 0; i < sfsm_table_event_count(table); i++) {
        const sfsm_id id = sfsm_table_event_at(table, i);
        add_constant(header, "event", sfsm_table_event_name(table, id), id, arguments_of(header, id));
    }
    expand(header, header->language->end_group);
}

/* The names of cases, if they have names. */
static void write_cases(header *header, sfsm_id predicate) {
    const sfsm_table *const table = header->document->table;
    const char *const type = sfsm_table_predicate_name(table, predicate);
    if (sfsm_table_case_name(table, predicate, 0) == NULL) {
        return;
    }
    buffer doc = {NULL, 0, 0};
    buffer_add_text(&doc, "Cases of the predicate type ");
    write_harmless(&doc, type);
    buffer_add_text(&doc, ".");
    begin_group(header, type, kept(header, &doc));
    for (sfsm_id value = 0; value < sfsm_table_case_count(table, predicate); value++) {
        add_constant(header, "case", sfsm_table_case_name(table, predicate, value), value, "");
    }
    expand(header, header->language->end_group);
}

static void write_predicates(header *header) {
    const sfsm_table *const table = header->document->table;
    if (sfsm_table_predicate_count(table) == 0) {
        return;
    }
    begin_group(header, "Predicate", "Predicate types.");
    for (size_t i = 0; i < sfsm_table_predicate_count(table); i++) {
        const sfsm_id id = sfsm_table_predicate_at(table, i);
        add_constant(header, "predicate type", sfsm_table_predicate_name(table, id), id, "");
    }
    expand(header, header->language->end_group);
    for (size_t i = 0; i < sfsm_table_predicate_count(table); i++) {
        write_cases(header, sfsm_table_predicate_at(table, i));
    }
}

bool write_header(const document *document, const language *language, const char *space, buffer *text) {
    header header = {.document = document, .language = language, .space = space, .text = text, .group = ""};
    expand(&header, language->begin);
    write_states(&header);
    write_events(&header);
    write_predicates(&header);
    expand(&header, language->end);
    const bool is_right = !report_clashes(document->path, language->name, &header.constants);
    arena_release(&header.arena);
    return is_right;
}
