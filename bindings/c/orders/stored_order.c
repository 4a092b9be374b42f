#include "stored_order.h"

#include "step_text.h"

#include <stdio.h>
#include <string.h>

static enum found found(int result) {
    return result == SQLITE_ROW ? FOUND : result == SQLITE_DONE ? NOT_FOUND : FAILED;
}

enum found stored_order_create(struct store *store, int64_t id, const char *customer) {
    store_bind_number(store, CREATE_ORDER, 1, id);
    store_bind_text(store, CREATE_ORDER, 2, customer);
    int result = store_step(store, CREATE_ORDER);
    store_reset(store, CREATE_ORDER);
    return found(result);
}

/* Takes the order and the machine from a row of LOAD_ORDER. */
static bool take(sqlite3_stmt *row, struct stored_order *stored, struct order_state *state) {
    struct order *order = state->order;
    stored->steps = sqlite3_column_int64(row, 5);
    order->total = sqlite3_column_int64(row, 2);
    order->paid = sqlite3_column_int64(row, 3);
    order->standing = sqlite3_column_int(row, 6);
    snprintf(order->parcel, sizeof order->parcel, "%s", (const char *)sqlite3_column_text(row, 4));
    const void *bytes = sqlite3_column_blob(row, 0);
    const size_t size = (size_t)sqlite3_column_bytes(row, 0);
    if (size == 0) {
        return true; /* of a new order: the machine will be started */
    }
    sfsm_diagnostics *diagnostics = NULL;
    sfsm_status status = order_state_load(state, bytes, size, stored->now, &diagnostics);
    if (status != SFSM_OK) {
        fprintf(stderr, "orders: order %lld: its state cannot be restored with this orders.fsm: %s\n%s",
                (long long)order->id, sfsm_status_name(status), sfsm_diagnostics_text(diagnostics));
    }
    sfsm_diagnostics_release(diagnostics);
    return status == SFSM_OK;
}

enum found stored_order_load(struct store *store, int64_t id, int64_t now, struct stored_order *row,
                             struct order_state *state) {
    store_bind_number(store, LOAD_ORDER, 1, id);
    enum found result = found(store_step(store, LOAD_ORDER));
    if (result == FOUND) {
        sqlite3_stmt *columns = store->statements[LOAD_ORDER];
        int64_t saved_at = sqlite3_column_int64(columns, 1);
        row->now = now < saved_at ? saved_at : now;
        state->order->id = id;
        if (!take(columns, row, state)) {
            result = FAILED;
        }
        store_reset(store, LOAD_ORDER);
    }
    return result;
}

static bool save_step(struct store *store, const struct order_state *state, const struct trail_step *step) {
    char place[32];
    store_bind_text(store, ADD_STEP, 4, step_text_event(state->table, step->event));
    store_bind_text(store, ADD_STEP, 5, step_text_row(state->table, step->row, place, sizeof place));
    store_bind_text(store, ADD_STEP, 6, sfsm_table_state_name(state->table, step->source));
    store_bind_text(store, ADD_STEP, 7, sfsm_table_state_name(state->table, step->target));
    store_bind_text(store, ADD_STEP, 8, step_text_outcome(step->outcome));
    return store_do(store, ADD_STEP);
}

static bool save_trail(struct store *store, const struct stored_order *row, const struct order_state *state) {
    const struct trail *trail = state->order->trail;
    store_bind_number(store, ADD_STEP, 1, state->order->id);
    store_bind_number(store, ADD_STEP, 3, row->now);
    for (size_t i = 0; i < trail->step_count; i++) {
        store_bind_number(store, ADD_STEP, 2, row->steps + (int64_t)i + 1);
        store_bind_text(store, ADD_STEP, 9, i == row->keyed_step ? row->key : NULL);
        if (!save_step(store, state, &trail->steps[i])) {
            return false;
        }
    }
    store_bind_number(store, ADD_REQUEST, 1, state->order->id);
    for (size_t i = 0; i < trail->request_count; i++) {
        store_bind_number(store, ADD_REQUEST, 2, row->steps + (int64_t)trail->requests[i].step + 1);
        store_bind_text(store, ADD_REQUEST, 3, trail->requests[i].what);
        if (!store_do(store, ADD_REQUEST)) {
            return false;
        }
    }
    return true;
}

static bool save_row(struct store *store, const struct stored_order *row, const struct order_state *state,
                     const char *states) {
    const struct order *order = state->order;
    sqlite3_stmt *statement = store->statements[SAVE_ORDER];
    int64_t due;
    store_bind_number(store, SAVE_ORDER, 1, order->id);
    store_bind_text(store, SAVE_ORDER, 2, states);
    sqlite3_bind_blob64(statement, 3, state->bytes, state->size, SQLITE_STATIC);
    store_bind_number(store, SAVE_ORDER, 4, row->now);
    if (sfsm_machine_due(state->machine, &due) == SFSM_OK) {
        store_bind_number(store, SAVE_ORDER, 5, due);
    } else {
        sqlite3_bind_null(statement, 5);
    }
    store_bind_number(store, SAVE_ORDER, 6, order->total);
    store_bind_number(store, SAVE_ORDER, 7, order->paid);
    store_bind_text(store, SAVE_ORDER, 8, order->parcel);
    store_bind_number(store, SAVE_ORDER, 9, row->steps + (int64_t)order->trail->step_count);
    return store_do(store, SAVE_ORDER);
}

bool stored_order_save(struct store *store, const struct stored_order *row, struct order_state *state) {
    char states[STATE_TEXT_SIZE];
    sfsm_status status = order_state_save(state);
    if (status == SFSM_OK && !step_text_states(state->machine, states)) {
        status = SFSM_OUT_OF_RANGE;
    }
    if (status != SFSM_OK) {
        fprintf(stderr, "orders: order %lld: its state cannot be saved: %s\n", (long long)state->order->id,
                sfsm_status_name(status));
        return false;
    }
    return save_trail(store, row, state) && save_row(store, row, state, states);
}

enum key_use stored_order_key(struct store *store, const char *key, int64_t id, const char *event) {
    store_bind_text(store, FIND_KEY, 1, key);
    int result = store_step(store, FIND_KEY);
    if (result != SQLITE_ROW) {
        return result == SQLITE_DONE ? KEY_NEW : KEY_UNKNOWN;
    }
    sqlite3_stmt *row = store->statements[FIND_KEY];
    bool is_same = sqlite3_column_int64(row, 0) == id && strcmp((const char *)sqlite3_column_text(row, 1), event) == 0;
    store_reset(store, FIND_KEY);
    return is_same ? KEY_APPLIED : KEY_OF_ANOTHER;
}

enum found stored_order_due(struct store *store, int64_t now, int64_t *id) {
    store_bind_number(store, NEXT_DUE, 1, now);
    enum found result = found(store_step(store, NEXT_DUE));
    if (result == FOUND) {
        *id = sqlite3_column_int64(store->statements[NEXT_DUE], 0);
        store_reset(store, NEXT_DUE);
    }
    return result;
}
