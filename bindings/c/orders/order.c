#include "order.h"

#include "../document.h"

#include <stdio.h>
#include <string.h>

/* The document declares which argument has which type, so nothing else arrives here. */
static int64_t cents(const sfsm_step *step) {
    return step->arguments[step->argument_count > 1 && step->arguments[0].type == SFSM_STR ? 1 : 0].as.i64;
}

/* Guards. */
static int32_t positive(const sfsm_step *step, void *context) {
    (void)context;
    return cents(step) > 0;
}

static int32_t affordable(const sfsm_step *step, void *context) {
    const struct order *order = context;
    return cents(step) <= order->paid;
}

static int32_t priced(const sfsm_step *step, void *context) {
    (void)step;
    const struct order *order = context;
    return order->total > 0;
}

static int32_t settled(const sfsm_step *step, void *context) {
    (void)step;
    const struct order *order = context;
    return order->paid >= order->total;
}

static int32_t nothing_paid(const sfsm_step *step, void *context) {
    (void)step;
    const struct order *order = context;
    return order->paid == 0;
}

/* The provider. */
static int32_t standing(const sfsm_step *step, void *context) {
    (void)step;
    const struct order *order = context;
    return order->standing;
}

/* Actions. An amount that no longer fits fails: the step does not take place. */
static int32_t increase(int64_t *amount, int64_t by) {
    if (by > INT64_MAX - *amount) {
        return SFSM_FAILED;
    }
    *amount += by;
    return 0;
}

static int32_t add_item(const sfsm_step *step, void *context) {
    struct order *order = context;
    return increase(&order->total, cents(step));
}

static int32_t book(const sfsm_step *step, void *context) {
    struct order *order = context;
    return increase(&order->paid, cents(step));
}

static int32_t repay(const sfsm_step *step, void *context) {
    struct order *order = context;
    order->paid -= cents(step);
    return 0;
}

static int32_t repay_all(const sfsm_step *step, void *context) {
    (void)step;
    struct order *order = context;
    order->paid = 0;
    return 0;
}

static int32_t track(const sfsm_step *step, void *context) {
    struct order *order = context;
    const char *parcel = step->arguments[0].as.str;
    if (strlen(parcel) >= sizeof order->parcel) {
        return SFSM_FAILED;
    }
    strcpy(order->parcel, parcel);
    return 0;
}

/* What others have to do is put down, and sent when the transaction is over: an action may be rolled back, a letter
 * not. */
static int32_t release(const sfsm_step *step, void *context) {
    (void)step;
    return trail_ask(((struct order *)context)->trail, "release");
}

static int32_t notify(const sfsm_step *step, void *context) {
    (void)step;
    return trail_ask(((struct order *)context)->trail, "notify");
}

static int32_t demand(const sfsm_step *step, void *context) {
    (void)step;
    return trail_ask(((struct order *)context)->trail, "demand");
}

/* The hook of every step, whatever its outcome. */
static int32_t record(const sfsm_step *step, void *context) {
    return trail_record(((struct order *)context)->trail, step);
}

static const sfsm_binding bindings[] = {
    SFSM_BIND(positive), SFSM_BIND(affordable), SFSM_BIND(priced), SFSM_BIND(settled), SFSM_BIND(nothing_paid),
    SFSM_BIND(standing), SFSM_BIND(add_item),   SFSM_BIND(book),   SFSM_BIND(repay),   SFSM_BIND(repay_all),
    SFSM_BIND(track),    SFSM_BIND(release),    SFSM_BIND(notify), SFSM_BIND(demand),
};

sfsm_table *order_table(void) {
    static const struct document_place place = {"orders", "ORDERS", "orders.fsm"};
    struct document document;
    if (!document_read(&document, &place)) {
        return NULL;
    }
    sfsm_table *table = document_build(&document, "orders", bindings, sizeof bindings / sizeof bindings[0], record);
    document_release(&document);
    return table;
}
