/* The database: SQLite, one file. Whatever fails is told on standard error. */
#ifndef STORE_H
#define STORE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

/* What is asked of the database, prepared once. */
enum {
    BEGIN,
    COMMIT,
    ROLLBACK,
    CREATE_ORDER,
    LOAD_ORDER,
    SAVE_ORDER,
    NEXT_DUE,
    FIND_KEY,
    ADD_STEP,
    ADD_REQUEST,
    SET_STANDING,
    COUNT_STATES,
    LIST_STEPS,
    STATEMENT_COUNT
};

struct store {
    const char *path;
    sqlite3 *database;
    sqlite3_stmt *statements[STATEMENT_COUNT];
};

/* Opens a database, or creates it. False: nothing is open. */
bool store_open(struct store *store, const char *path);

void store_close(struct store *store);

/* Begins a transaction, in which nobody else writes. */
bool store_begin(struct store *store);
bool store_commit(struct store *store);
void store_rollback(struct store *store);

/* Performs a statement whose parameters are bound, to its next row. SQLITE_ROW: read the row, then store_reset.
 * SQLITE_DONE: there is none. Anything else: it failed. */
int store_step(struct store *store, int statement);
void store_reset(struct store *store, int statement);

/* Performs a statement that has no rows. */
bool store_do(struct store *store, int statement);

/* Binds a parameter, from 1. Text is lent until the statement is reset. */
void store_bind_text(struct store *store, int statement, int parameter, const char *text);
void store_bind_number(struct store *store, int statement, int parameter, int64_t number);

#endif
