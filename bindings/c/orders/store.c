#include "store.h"

#include <stdio.h>

/* "orde": databases of other programs are left alone. */
#define APPLICATION "1869767781"

/* An order is one row: its state in words for people and queries, the snapshot for the machine. `due` is indexed, so
 * that the orders whose time has come are found without a look at the others. Each step is a row for ever, and has the
 * key of the event that it came from: a key that is there has been applied. */
static const char schema[] =
    "BEGIN IMMEDIATE;"
    "CREATE TABLE IF NOT EXISTS customers ("
    " name TEXT PRIMARY KEY, standing INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS orders ("
    " id INTEGER PRIMARY KEY, customer TEXT NOT NULL, state TEXT NOT NULL DEFAULT '', snapshot BLOB NOT NULL DEFAULT "
    "x'',"
    " saved_at INTEGER NOT NULL DEFAULT 0, due INTEGER, total INTEGER NOT NULL DEFAULT 0, paid INTEGER NOT NULL "
    "DEFAULT 0,"
    " parcel TEXT NOT NULL DEFAULT '', steps INTEGER NOT NULL DEFAULT 0) STRICT;"
    "CREATE INDEX IF NOT EXISTS orders_due ON orders (due) WHERE due IS NOT NULL;"
    "CREATE TABLE IF NOT EXISTS steps ("
    " order_id INTEGER NOT NULL, step INTEGER NOT NULL, at INTEGER NOT NULL, event TEXT NOT NULL, row TEXT, source "
    "TEXT,"
    " target TEXT, outcome TEXT NOT NULL, key TEXT, PRIMARY KEY (order_id, step)) STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX IF NOT EXISTS steps_key ON steps (key) WHERE key IS NOT NULL;"
    "CREATE TABLE IF NOT EXISTS outbox ("
    " id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL, step INTEGER NOT NULL, request TEXT NOT NULL) STRICT;"
    "PRAGMA application_id = " APPLICATION ";"
    "COMMIT";

static const char *const texts[STATEMENT_COUNT] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [CREATE_ORDER] = "INSERT INTO orders (id, customer) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING id",
    [LOAD_ORDER] = "SELECT snapshot, saved_at, total, paid, parcel, steps, coalesce(standing, 0), state"
                   " FROM orders LEFT JOIN customers ON name = customer WHERE id = ?",
    [SAVE_ORDER] =
        "UPDATE orders SET state = ?2, snapshot = ?3, saved_at = ?4, due = ?5, total = ?6, paid = ?7, parcel = ?8,"
        " steps = ?9 WHERE id = ?1",
    [NEXT_DUE] = "SELECT id FROM orders WHERE due <= ? ORDER BY due, id LIMIT 1",
    [FIND_KEY] = "SELECT order_id, event FROM steps WHERE key = ?",
    [ADD_STEP] = "INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [ADD_REQUEST] = "INSERT INTO outbox (order_id, step, request) VALUES (?, ?, ?)",
    [SET_STANDING] = "INSERT INTO customers VALUES (?, ?) ON CONFLICT DO UPDATE SET standing = excluded.standing",
    [COUNT_STATES] = "SELECT state, count(*) FROM orders GROUP BY state ORDER BY state",
    [LIST_STEPS] =
        "SELECT step, at, event, row, source, target, outcome, key,"
        " (SELECT group_concat(request, ' ') FROM outbox WHERE outbox.order_id = steps.order_id AND outbox.step ="
        " steps.step) FROM steps WHERE order_id = ? ORDER BY step",
};

static bool complain(struct store *store) {
    fprintf(stderr, "orders: %s: %s\n", store->path,
            store->database == NULL ? "no memory" : sqlite3_errmsg(store->database));
    return false;
}

/* Whether a database is new, or one of this program. */
static bool is_of_orders(struct store *store) {
    sqlite3_stmt *statement = NULL;
    const char *text = "SELECT (SELECT application_id FROM pragma_application_id) = " APPLICATION
                       " OR NOT EXISTS (SELECT * FROM sqlite_schema)";
    if (sqlite3_prepare_v2(store->database, text, -1, &statement, NULL) != SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW) {
        sqlite3_finalize(statement);
        return complain(store);
    }
    bool is_it = sqlite3_column_int(statement, 0) != 0;
    sqlite3_finalize(statement);
    if (!is_it) {
        fprintf(stderr, "orders: %s: is the database of another program: name a new file\n", store->path);
    }
    return is_it;
}

/* With a write-ahead log a commit costs no wait for the disk, and outlives the end of the process. Where it has to
 * outlive a loss of power too, "synchronous" is set to FULL. The cache, 64 MB, has room for what a large transaction
 * changes. */
static bool prepare(struct store *store) {
    static const char pragmas[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536";
    if (!is_of_orders(store)) {
        return false;
    }
    if (sqlite3_exec(store->database, pragmas, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(store->database, schema, NULL, NULL, NULL) != SQLITE_OK) {
        return complain(store);
    }
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        if (sqlite3_prepare_v3(store->database, texts[i], -1, SQLITE_PREPARE_PERSISTENT, &store->statements[i], NULL) !=
            SQLITE_OK) {
            return complain(store);
        }
    }
    return true;
}

bool store_open(struct store *store, const char *path) {
    *store = (struct store){.path = path};
    if (sqlite3_open_v2(path, &store->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK) {
        complain(store);
    } else {
        sqlite3_busy_timeout(store->database, 10000);
        if (prepare(store)) {
            return true;
        }
    }
    store_close(store);
    return false;
}

void store_close(struct store *store) {
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        sqlite3_finalize(store->statements[i]);
    }
    sqlite3_close(store->database);
    *store = (struct store){.path = store->path};
}

bool store_begin(struct store *store) {
    return store_do(store, BEGIN);
}

bool store_commit(struct store *store) {
    return store_do(store, COMMIT);
}

void store_rollback(struct store *store) {
    if (sqlite3_get_autocommit(store->database) == 0) {
        store_do(store, ROLLBACK);
    }
}

int store_step(struct store *store, int statement) {
    int result = sqlite3_step(store->statements[statement]);
    if (result != SQLITE_ROW) {
        if (result != SQLITE_DONE) {
            complain(store);
        }
        store_reset(store, statement);
    }
    return result;
}

void store_reset(struct store *store, int statement) {
    sqlite3_reset(store->statements[statement]);
}

bool store_do(struct store *store, int statement) {
    return store_step(store, statement) == SQLITE_DONE;
}

void store_bind_text(struct store *store, int statement, int parameter, const char *text) {
    sqlite3_bind_text(store->statements[statement], parameter, text, -1, SQLITE_STATIC);
}

void store_bind_number(struct store *store, int statement, int parameter, int64_t number) {
    sqlite3_bind_int64(store->statements[statement], parameter, number);
}
