#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "checked_file.h"

/* By their letters in either case, ASCII's alone, then by their bytes. */
static int compare(const void *one, const void *other) {
    const char *const a = *(const char *const *)one, *const b = *(const char *const *)other;
    size_t i = 0;
    while (a[i] != '\0' && tolower((unsigned char)a[i]) == tolower((unsigned char)b[i])) {
        i++;
    }
    const int order = tolower((unsigned char)a[i]) - tolower((unsigned char)b[i]);
    return order != 0 ? order : strcmp(a, b);
}

static bool are_alike(const char *one, const char *other) {
    while (*one != '\0' && tolower((unsigned char)*one) == tolower((unsigned char)*other)) {
        one++;
        other++;
    }
    return *one == *other;
}

static void check_names(checked_file *file, const char *kind, const char **names, size_t count) {
    qsort(names, count, sizeof *names, compare);
    for (size_t i = 1; i < count; i++) {
        if (are_alike(names[i - 1], names[i])) {
            buffer text = {NULL, 0, 0};
            buffer_add_format(&text, "%s %s and %s differ in the case of letters only", kind, names[i - 1], names[i]);
            *LIST_ADD(&file->arena, &file->warnings) = arena_text(&file->arena, text.text, text.length);
            buffer_release(&text);
        }
    }
}

void check_letter_case(checked_file *file) {
    const sfsm_table *const table = file->test.table;
    const size_t states = sfsm_table_state_count(table), events = sfsm_table_event_count(table);
    const char **const names = arena_take(&file->arena, (states + events) * sizeof *names);
    size_t count = 0;
    for (size_t i = 0; i < states; i++) {
        const char *const name = sfsm_table_state_name(table, sfsm_table_state_at(table, i));
        names[count] = name;
        count += name != NULL;
    }
    check_names(file, "states", names, count);
    count = 0;
    for (size_t i = 0; i < events; i++) {
        const char *const name = sfsm_table_event_name(table, sfsm_table_event_at(table, i));
        names[count] = name;
        count += name != NULL;
    }
    check_names(file, "events", names, count);
}
