#include "differences.h"

#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "messages.h"

/* A line of a canonical text, with the heading of its block. */
typedef struct canonical_line {
    const char *heading;
    const char *text;
    size_t number;
    bool has_match;
} canonical_line;

typedef struct canonical {
    buffer text;
    struct {
        canonical_line *items;
        size_t count;
    } lines;
    /* The same by heading and text. */
    canonical_line **sorted;
} canonical;

static size_t indentation_of(const char *line) {
    return strspn(line, " ");
}

/* Whether the line begins a block; only the last line before deeper ones is a heading. */
static bool is_heading(const char *line, const char *next) {
    return next != NULL && indentation_of(next) > indentation_of(line);
}

static int compare(const void *one, const void *other) {
    const canonical_line *const a = *(canonical_line *const *)one, *const b = *(canonical_line *const *)other;
    const int headings = strcmp(a->heading, b->heading);
    const int texts = headings != 0 ? headings : strcmp(a->text, b->text);
    return texts != 0 ? texts : a->number < b->number ? -1 : a->number > b->number;
}

/* Cuts the text into lines, of which those with ids are left out: they are compared by number. */
static void cut_lines(arena *arena, canonical *canonical) {
    enum { DEEPEST = 64 };
    const char *headings[DEEPEST] = {""};
    char *next = canonical->text.text;
    while (next != NULL && *next != '\0') {
        char *const line = next, *const end = strchr(line, '\n');
        *end = '\0';
        next = end + 1;
        const size_t depth = indentation_of(line) / 2 < DEEPEST - 1 ? indentation_of(line) / 2 : DEEPEST - 2;
        const char *const text = line + indentation_of(line);
        if (is_heading(line, next)) {
            headings[depth + 1] = depth == 0 ? "" : text;
        }
        if (strncmp(line, "  ids ", strlen("  ids ")) != 0) {
            *LIST_ADD(arena, &canonical->lines) =
                (canonical_line){depth == 0 ? "" : headings[depth], text, canonical->lines.count, false};
        }
    }
    canonical->sorted = arena_take(arena, (canonical->lines.count + 1) * sizeof *canonical->sorted);
    for (size_t i = 0; i < canonical->lines.count; i++) {
        canonical->sorted[i] = &canonical->lines.items[i];
    }
    qsort(canonical->sorted, canonical->lines.count, sizeof *canonical->sorted, compare);
}

static bool write_canonical(arena *arena, const document *document, canonical *canonical) {
    const sfsm_status status = sfsm_table_write(document->table, NULL, buffer_write, &canonical->text);
    if (status != SFSM_OK) {
        complain("%s cannot be written in its canonical form: %s", file_name(document->path), sfsm_status_name(status));
        return false;
    }
    cut_lines(arena, canonical);
    return true;
}

/* Marks the lines that both have, each as often as it stands in both. */
static void match_lines(canonical *old, canonical *new) {
    size_t i = 0, j = 0;
    while (i < old->lines.count && j < new->lines.count) {
        canonical_line *const a = old->sorted[i], *const b = new->sorted[j];
        const int headings = strcmp(a->heading, b->heading);
        const int order = headings != 0 ? headings : strcmp(a->text, b->text);
        a->has_match = b->has_match = order == 0;
        i += order <= 0;
        j += order >= 0;
    }
}

static void add_lines(differences *differences, const canonical *canonical, char sign) {
    for (size_t i = 0; i < canonical->lines.count; i++) {
        const canonical_line *const line = &canonical->lines.items[i];
        if (!line->has_match) {
            differences_add(differences, "line", false, "%c %s%s%s", sign, line->heading,
                            *line->heading == '\0' ? "" : ": ", line->text);
        }
    }
}

/* The first line that both have, but not in the same order. */
static void add_order(differences *differences, const canonical *old, const canonical *new) {
    size_t i = 0, j = 0;
    for (;;) {
        while (i < old->lines.count && !old->lines.items[i].has_match) {
            i++;
        }
        while (j < new->lines.count && !new->lines.items[j].has_match) {
            j++;
        }
        if (i == old->lines.count || j == new->lines.count) {
            return;
        }
        const canonical_line *const a = &old->lines.items[i++], *const b = &new->lines.items[j++];
        if (strcmp(a->heading, b->heading) != 0 || strcmp(a->text, b->text) != 0) {
            differences_add(differences, "order", false, "the order differs from here on: %s%s%s", b->heading,
                            *b->heading == '\0' ? "" : ": ", b->text);
            return;
        }
    }
}

bool compare_lines(differences *differences, const document *old, const document *new) {
    canonical before = {.text = {NULL, 0, 0}}, after = {.text = {NULL, 0, 0}};
    const bool is_written = write_canonical(&differences->arena, old, &before) &&
                            write_canonical(&differences->arena, new, &after);
    if (is_written) {
        match_lines(&before, &after);
        add_lines(differences, &before, '-');
        add_lines(differences, &after, '+');
        add_order(differences, &before, &after);
    }
    buffer_release(&before.text);
    buffer_release(&after.text);
    return is_written;
}
