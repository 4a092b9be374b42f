#include "report.h"

#include <stdio.h>

/* "" for NULL. */
static const char *text(sqlite3_stmt *row, int column) {
    const unsigned char *value = sqlite3_column_text(row, column);
    return value == NULL ? "" : (const char *)value;
}

static void print_step(sqlite3_stmt *row) {
    printf("%3lld  %8lld  %-10s", (long long)sqlite3_column_int64(row, 0), (long long)sqlite3_column_int64(row, 1),
           text(row, 2));
    if (*text(row, 5) != '\0') {
        printf("  %s -> %s", text(row, 4), text(row, 5));
    } else {
        printf("  %s", text(row, 4));
    }
    if (*text(row, 3) != '\0') {
        printf("  (%s)", text(row, 3));
    }
    printf("  %s", text(row, 6));
    if (*text(row, 7) != '\0') {
        printf(", key %s", text(row, 7));
    }
    printf("%s%s\n", *text(row, 8) == '\0' ? "" : ", asks: ", text(row, 8));
}

bool report_order(struct store *store, int64_t id) {
    store_bind_number(store, LOAD_ORDER, 1, id);
    int result = store_step(store, LOAD_ORDER);
    if (result != SQLITE_ROW) {
        if (result == SQLITE_DONE) {
            fprintf(stderr, "orders: %s: there is no order %lld\n", store->path, (long long)id);
        }
        return false;
    }
    sqlite3_stmt *row = store->statements[LOAD_ORDER];
    printf("order %lld: %s, total %lld, paid %lld", (long long)id, text(row, 7),
           (long long)sqlite3_column_int64(row, 2), (long long)sqlite3_column_int64(row, 3));
    printf("%s%s\n", *text(row, 4) == '\0' ? "" : ", parcel ", text(row, 4));
    store_reset(store, LOAD_ORDER);
    store_bind_number(store, LIST_STEPS, 1, id);
    while ((result = store_step(store, LIST_STEPS)) == SQLITE_ROW) {
        print_step(store->statements[LIST_STEPS]);
    }
    return result == SQLITE_DONE;
}

bool report_count(struct store *store) {
    int result;
    while ((result = store_step(store, COUNT_STATES)) == SQLITE_ROW) {
        sqlite3_stmt *row = store->statements[COUNT_STATES];
        printf("%8lld  %s\n", (long long)sqlite3_column_int64(row, 1), text(row, 0));
    }
    return result == SQLITE_DONE;
}
