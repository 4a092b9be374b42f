#define _XOPEN_SOURCE 700

#include "package_index.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *left, const void *right) {
    return strcmp(((const struct package *)left)->name, ((const struct package *)right)->name);
}

/* A package and its name in one allocation. */
static struct package *package_create(const sfsm_table *table, const char *name) {
    size_t size = strlen(name) + 1;
    struct package *package = malloc(sizeof *package + size);
    if (package == NULL) {
        return NULL;
    }
    package->name = memcpy(package + 1, name, size);
    package->life.under_way = ANY_ACTION;
    if (sfsm_machine_create(table, SFSM_INITIAL, &package->life, &package->machine) != SFSM_OK) {
        free(package);
        return NULL;
    }
    return package;
}

static void package_release(struct package *package) {
    sfsm_machine_release(package->machine);
    free(package);
}

struct package *package_index_find(struct package_index *index, const char *name) {
    const struct package key = { .name = name };
    struct package **found = tfind(&key, &index->tree, by_name);
    if (found != NULL) {
        return *found;
    }
    struct package *package = package_create(index->table, name);
    if (package == NULL) {
        return NULL;
    }
    if (tsearch(package, &index->tree, by_name) == NULL) {
        package_release(package);
        return NULL;
    }
    package->next = index->packages;
    index->packages = package;
    index->count++;
    return package;
}

void package_index_count_states(const struct package_index *index, size_t counts[STATE_COUNT]) {
    memset(counts, 0, STATE_COUNT * sizeof counts[0]);
    for (const struct package *package = index->packages; package != NULL; package = package->next) {
        counts[sfsm_machine_state(package->machine)]++;
    }
}

void package_index_release(struct package_index *index) {
    while (index->packages != NULL) {
        struct package *package = index->packages;
        index->packages = package->next;
        tdelete(package, &index->tree, by_name);
        package_release(package);
    }
}
