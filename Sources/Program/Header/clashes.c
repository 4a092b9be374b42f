#include "clashes.h"

#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "messages.h"

static int compare(const void *one, const void *other) {
    const constant *const a = one, *const b = other;
    const int scopes = strcmp(a->scope, b->scope);
    return scopes != 0 ? scopes : strcmp(a->identifier, b->identifier);
}

bool report_clashes(const char *path, const char *language, constants *constants) {
    bool clash = false;
    if (constants->count > 0) {
        qsort(constants->items, constants->count, sizeof *constants->items, compare);
    }
    for (size_t i = 1; i < constants->count; i++) {
        const constant *const one = &constants->items[i - 1], *const other = &constants->items[i];
        if (compare(one, other) == 0) {
            complain("%s: %s \"%s\" and %s \"%s\" would both be %s in %s: rename one of them", file_name(path), one->kind,
                     one->name, other->kind, other->name, one->identifier, language);
            clash = true;
        }
    }
    return clash;
}
