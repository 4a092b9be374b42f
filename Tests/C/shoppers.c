#include "shoppers.h"

const char *const shop_document =
    "definition shop\n"
    "  ids states open = 0 paid = 1 closed = 2\n"
    "  ids events pay = 0 close = 1 look = 2\n"
    "  initial open\n"
    "  event pay (i32 cents, str who)\n"
    "  event look (ptr)\n"
    "  predicate Customer known new\n"
    "  open pay [Customer known] ? enough -> paid / tell\n"
    "  open pay [Customer new] -> closed\n"
    "  open look -> same\n"
    "  paid close -> closed / tell\n"
    "  closed pay -> same\n";

static int32_t enough(const sfsm_step *step, void *context) {
    assert_int_equal(step->argument_count, 2);
    return step->arguments[0].as.i32 >= ((customer *)context)->least;
}

/* Tries to change the machine that stands for all tokens. */
static int32_t tell(const sfsm_step *step, void *context) {
    customer *const customer = context;
    sfsm_machine *const machine = step->machine;
    const sfsm_status statuses[] = {
        sfsm_machine_send(machine, CLOSE),
        sfsm_machine_set_state(machine, OPEN),
        sfsm_machine_set_context(machine, NULL),
        sfsm_machine_stop(machine),
        sfsm_machine_send_later(machine, CLOSE, 1, NULL),
        sfsm_machine_cancel(machine, 1),
        sfsm_machine_discard_pending(machine),
        sfsm_machine_on_step(machine, tell, NULL, NULL),
        sfsm_machine_set_journal(machine, NULL),
        sfsm_machine_advance(machine, 1),
        sfsm_machine_run(machine, &(const sfsm_id){CLOSE}, 1, NULL, NULL),
    };
    sfsm_machine_release(machine);
    customer->notes++;
    for (size_t i = 0; i < COUNT(statuses); i++) {
        assert_status(statuses[i], SFSM_BUSY);
    }
    assert_int_equal(sfsm_machine_state(machine), step->source);
    return customer->result;
}

sfsm_table *shop_table(void) {
    static const sfsm_binding bindings[] = {SFSM_BIND(enough), SFSM_BIND(tell)};
    const sfsm_reading reading = {.size = sizeof reading, .bindings = bindings, .binding_count = COUNT(bindings)};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_read(builder, shop_document, strlen(shop_document), &reading, NULL), SFSM_OK);
    return table_from(builder);
}

static const int32_t tokens[EVENTS] = {0, 1, 2, 0, 1, 2};
static const int32_t events[EVENTS] = {PAY, PAY, PAY, CLOSE, CLOSE, PAY};
static const int8_t customers[EVENTS] = {KNOWN, KNOWN, NEW, KNOWN, KNOWN, KNOWN};
const int64_t shop_cents[EVENTS] = {150, 20, 1, 0, 0, 5};
const char *const shop_names[EVENTS] = {"A", "B", "C", "", "", "C"};

sfsm_replay replay_shop(shopping *shopping) {
    *shopping = (struct shopping){
        .states = {SFSM_NONE, SFSM_NONE, SFSM_NONE},
        .customers = {{.least = 100}, {.least = 100}, {.least = 100}},
        .cases = {0, 0, {customers, SFSM_I8, 0}},
        .arguments = {{PAY, 1, {shop_names, SFSM_STR, 0}}, {PAY, 0, {shop_cents, SFSM_I64, 0}}},
        .counts = {.size = sizeof shopping->counts},
    };
    return (sfsm_replay){
        .size = sizeof(sfsm_replay),
        .states = shopping->states,
        .token_count = TOKENS,
        .events = {events, 0, 0},
        .event_count = EVENTS,
        .tokens = {tokens, 0, 0},
        .cases = &shopping->cases,
        .case_column_count = 1,
        .arguments = shopping->arguments,
        .argument_column_count = 2,
        .initial = SFSM_INITIAL,
        .flags = SFSM_CALL_ACTIONS,
        .guards = SFSM_ASK_GUARDS,
        .contexts = shopping->customers,
        .context_stride = sizeof(customer),
        .outcomes = shopping->outcomes,
        .rows = shopping->rows,
    };
}
