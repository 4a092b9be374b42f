#include "service.h"

#include <string.h>

bool service_open(struct service *service, const char *path) {
    *service = (struct service){.table = order_table(), .together = 1};
    service->order.trail = &service->trail;
    if (service->table == NULL) {
        return false;
    }
    sfsm_status status = order_state_open(&service->state, service->table, &service->order);
    if (status != SFSM_OK) {
        fprintf(stderr, "orders: %s\n", sfsm_status_name(status));
    }
    if (status != SFSM_OK || !store_open(&service->store, path)) {
        service_close(service);
        return false;
    }
    return true;
}

void service_close(struct service *service) {
    store_close(&service->store);
    order_state_release(&service->state);
    trail_release(&service->trail);
    sfsm_table_release(service->table);
    service->table = NULL;
}

static enum applied wrong(struct event_line *line, const char *text) {
    snprintf(line->error, sizeof line->error, "order %lld: %s", (long long)line->order, text);
    return WRONG;
}

static enum found load(struct service *service, int64_t id, struct stored_order *row) {
    trail_clear(&service->trail);
    return stored_order_load(&service->store, id, service->now, row, &service->state);
}

/* Performs the step of a line in the machine, which is in the state of its order. */
static enum applied perform(struct service *service, struct event_line *line, struct stored_order *row) {
    sfsm_machine *machine = service->state.machine;
    sfsm_outcome outcome = sfsm_machine_advance(machine, row->now);
    row->key = line->key;
    row->keyed_step = service->trail.step_count;
    if (outcome == SFSM_OK) {
        sfsm_message message = SFSM_MESSAGE(line->event);
        message.arguments = line->arguments;
        message.argument_count = line->argument_count;
        outcome = sfsm_machine_send_message(machine, &message);
    }
    if (outcome == SFSM_CALLBACK_FAILED) {
        return wrong(line, "an amount becomes too large, or the name of a parcel is longer than 63 bytes");
    }
    if (outcome < 0) {
        return wrong(line, sfsm_status_name(outcome));
    }
    return outcome == SFSM_TRANSITIONED || outcome == SFSM_DEFERRED ? APPLIED : NOT_TAKEN;
}

static enum applied create(struct service *service, struct event_line *line) {
    struct stored_order row = {.key = line->key};
    enum found found = stored_order_create(&service->store, line->order, line->customer);
    if (found == NOT_FOUND) {
        return wrong(line, "there is one of this number already");
    }
    if (found == FAILED || load(service, line->order, &row) != FOUND) {
        return BROKEN;
    }
    sfsm_status status = order_state_start(&service->state, row.now);
    if (status != SFSM_OK) {
        fprintf(stderr, "orders: order %lld: it cannot be created: %s\n", (long long)line->order,
                sfsm_status_name(status));
        return BROKEN;
    }
    return stored_order_save(&service->store, &row, &service->state) ? APPLIED : BROKEN;
}

static enum applied change(struct service *service, struct event_line *line) {
    struct stored_order row = {0};
    enum found found = load(service, line->order, &row);
    if (found != FOUND) {
        return found == FAILED ? BROKEN : wrong(line, "there is none of this number: create it first");
    }
    enum applied applied = perform(service, line, &row);
    if (applied != WRONG && !stored_order_save(&service->store, &row, &service->state)) {
        return BROKEN;
    }
    return applied;
}

static enum applied apply_new(struct service *service, struct event_line *line) {
    switch (stored_order_key(&service->store, line->key, line->order, line->name)) {
    case KEY_NEW:
        return line->kind == LINE_CREATE ? create(service, line) : change(service, line);
    case KEY_APPLIED:
        return APPLIED_BEFORE;
    case KEY_OF_ANOTHER:
        return wrong(line, "the key was used for another event: each event needs a key of its own");
    default:
        return BROKEN;
    }
}

/* Begins a transaction, unless one is under way. */
static bool begin(struct service *service) {
    return service->waiting > 0 || store_begin(&service->store);
}

/* Ends an event that went well: commits, if enough of them are together. */
static bool end(struct service *service) {
    return ++service->waiting < service->together || service_commit(service);
}

static void roll_back(struct service *service) {
    service->waiting = 0;
    store_rollback(&service->store);
}

bool service_commit(struct service *service) {
    bool is_done = service->waiting == 0 || store_commit(&service->store);
    if (!is_done) {
        store_rollback(&service->store);
    }
    service->waiting = 0;
    return is_done;
}

enum applied service_apply(struct service *service, struct event_line *line) {
    if (!begin(service)) {
        return BROKEN;
    }
    enum applied applied = apply_new(service, line);
    if (applied == BROKEN) {
        roll_back(service);
    } else if (!end(service)) { /* what is wrong has written nothing */
        applied = BROKEN;
    }
    return applied;
}

/* One order whose time has come. */
static enum found tick_one(struct service *service) {
    int64_t id;
    struct stored_order row = {0};
    enum found found = stored_order_due(&service->store, service->now, &id);
    if (found != FOUND) {
        return found;
    }
    if (load(service, id, &row) != FOUND) {
        return FAILED;
    }
    sfsm_outcome outcome = sfsm_machine_advance(service->state.machine, row.now);
    if (outcome < 0) {
        fprintf(stderr, "orders: order %lld: its time has come, but: %s\n", (long long)id, sfsm_status_name(outcome));
        return FAILED;
    }
    return stored_order_save(&service->store, &row, &service->state) ? FOUND : FAILED;
}

bool service_tick(struct service *service, int64_t now, size_t *count) {
    service->now = now;
    enum found found = FOUND;
    while (found == FOUND) {
        if (!begin(service)) {
            return false;
        }
        found = tick_one(service);
        *count += found == FOUND;
        if (found == FAILED) {
            roll_back(service);
        } else if (!end(service)) {
            found = FAILED;
        }
    }
    return found == NOT_FOUND;
}
