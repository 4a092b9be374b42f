/* Every macro and constant in use, in each place where a program may put them. */
#include "swiftfsm.h"

enum { LOCKED, UNLOCKED };
enum { COIN, PASS };
enum { POLICY, REWARD };
enum { WEAK, STRONG };

static int32_t act(const sfsm_step *step, void *context) {
    return step->context == context ? 0 : -1;
}

static const int32_t both[] = {WEAK, STRONG};
static const sfsm_match is_strong[] = {SFSM_MATCH(POLICY, STRONG)};
static const sfsm_match is_rewarded[] = {{REWARD, 0, both, sizeof both / sizeof both[0]}, SFSM_MATCH(POLICY, WEAK)};
static const sfsm_row rows[] = {
    SFSM_ROW(LOCKED, COIN, UNLOCKED, act),
    SFSM_ROW(LOCKED, PASS, SFSM_SAME, NULL),
    SFSM_ROW_IF(UNLOCKED, COIN, act, SFSM_INTERNAL, act),
    SFSM_ROW_IF(SFSM_ANY, SFSM_ANY, NULL, LOCKED, NULL),
    SFSM_ROW_MATCHING(UNLOCKED, PASS, is_strong, LOCKED, act),
    SFSM_ROW_MATCHING(UNLOCKED ? UNLOCKED : LOCKED, SFSM_REQUEST, is_rewarded, SFSM_ANY, NULL),
};
static const sfsm_name states[] = {SFSM_NAME(LOCKED), SFSM_NAME(UNLOCKED)};
static const sfsm_name events[] = {SFSM_NAME(COIN), SFSM_NAME(PASS)};
static const sfsm_name predicates[] = {SFSM_NAME(POLICY), SFSM_NAME(REWARD)};
static const sfsm_name cases[] = {SFSM_NAME(WEAK), SFSM_NAME(STRONG)};
static const int32_t phases[] = {SFSM_PHASE_RESOLVE, SFSM_PHASE_EXIT, SFSM_PHASE_ACTIONS, SFSM_PHASE_COMMIT,
                                 SFSM_PHASE_ENTRY};

#if SFSM_VERSION_MAJOR * 1000000 + SFSM_VERSION_MINOR * 1000 + SFSM_VERSION_PATCH < 1
#error "the version can be compared by the preprocessor"
#endif
#if SFSM_CASE_LIMIT < 16384 || SFSM_PARAMETER_LIMIT < 64
#error "and so can the limits"
#endif

sfsm_status define(sfsm_builder *builder);
sfsm_status define(sfsm_builder *builder) {
    size_t row, block;
    const sfsm_match is_either[] = {SFSM_MATCH(POLICY + 1, WEAK | STRONG), SFSM_MATCH(POLICY ? REWARD : POLICY, WEAK)};
    const sfsm_row local[] = {SFSM_ROW(LOCKED + 2, COIN | 4, UNLOCKED ? LOCKED : UNLOCKED, act),
                              SFSM_ROW_MATCHING(LOCKED + 2, COIN | 4, is_either, UNLOCKED ? LOCKED : UNLOCKED, act)};
    sfsm_status status = sfsm_builder_add_predicate(builder, POLICY ? REWARD : POLICY, WEAK | 2);
    status |= sfsm_builder_add_event(builder, PASS ? COIN : PASS, "i32, str");
    status |= sfsm_builder_add_rows(builder, rows, sizeof rows / sizeof rows[0]);
    status |= sfsm_builder_add_rows(builder, local, sizeof local / sizeof local[0]);
    status |= sfsm_builder_name_predicates(builder, predicates, sizeof predicates / sizeof predicates[0]);
    status |= sfsm_builder_name_cases(builder, POLICY, cases, sizeof cases / sizeof cases[0]);
    status |= sfsm_builder_add_row(builder, LOCKED, SFSM_ANY, SFSM_DYNAMIC, &row);
    status |= sfsm_builder_add_row(builder, LOCKED, PASS + 1, SFSM_SAME, NULL);
    status |= sfsm_builder_add_state(builder, LOCKED, SFSM_FINAL, &block);
    status |= sfsm_builder_set_initial(builder, LOCKED);
    status |= sfsm_builder_name_states(builder, states, sizeof states / sizeof states[0]);
    status |= sfsm_builder_name_events(builder, events, sizeof events / sizeof events[0]);
    status |= sfsm_builder_set_phase_order(builder, phases, sizeof phases / sizeof phases[0]);
    status |= sfsm_builder_set_entry_exit_policy(builder, SFSM_ALWAYS);
    return status | sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH);
}

sfsm_outcome send_coin(const sfsm_table *table);
sfsm_outcome send_coin(const sfsm_table *table) {
    const sfsm_machine_options options = {sizeof options, LOCKED, SFSM_LENIENT, NULL, NULL, 0};
    const sfsm_case sent[] = {{POLICY, STRONG}, {REWARD, WEAK}};
    sfsm_machine *machine;
    sfsm_outcome outcome = sfsm_machine_create_with(table, &options, &machine);
    if (outcome == SFSM_OK) {
        sfsm_message message = SFSM_MESSAGE(PASS ? COIN : PASS), request = SFSM_REQUEST_MESSAGE(LOCKED + 1);
        message.cases = request.cases = sent;
        message.case_count = request.case_count = sizeof sent / sizeof sent[0];
        outcome = sfsm_machine_send_message(machine, &message) | sfsm_machine_send_message(machine, &request);
    }
    sfsm_machine_release(machine);
    return outcome;
}

/* Sends of which each part is more than a word, and whose value is used. */
sfsm_outcome send_price(sfsm_machine *machine, int cents, const char *title);
sfsm_outcome send_price(sfsm_machine *machine, int cents, const char *title) {
    const sfsm_case sent[] = {{POLICY, STRONG}, {REWARD, WEAK}};
    const sfsm_value price = cents > 0 ? sfsm_value_of(cents + 1) : sfsm_value_of(0.5);
    if (sfsm_send(machine, cents > 0 ? COIN : PASS, cents + 1, title ? title : "") < SFSM_OK) {
        return sfsm_send_matching(machine, sent, sizeof sent / sizeof sent[0], COIN | PASS, price.as.i32 + 1, "euro");
    }
    for (int index = 0; index < 2; index++)
        sfsm_send(machine, PASS);
    const sfsm_message message = {sizeof(sfsm_message), COIN, 0, sent, 2, &price, 1};
    return sfsm_send_matching(machine, sent + 1, 1, PASS) | sfsm_machine_send_message(machine, &message);
}

sfsm_outcome explain_coin(sfsm_machine *machine, sfsm_reason reasons[2]);
sfsm_outcome explain_coin(sfsm_machine *machine, sfsm_reason reasons[2]) {
    static const sfsm_message coin = SFSM_MESSAGE(COIN);
    size_t count = 0;
    return sfsm_machine_explain(machine, machine != NULL ? &coin : NULL, reasons, 1 ? 2 : 0, &count);
}

static bool is_exact(void *context, int32_t cents) {
    return context != NULL && cents == 150;
}

/* The three arguments that stand for a callback. */
sfsm_status add_callables(sfsm_builder *builder, size_t row);
sfsm_status add_callables(sfsm_builder *builder, size_t row) {
    sfsm_callable *callable;
    sfsm_status status = sfsm_callable_create((sfsm_any_function)is_exact, "bool(context, i32)", NULL, NULL, &callable);
    if (status == SFSM_OK) {
        const sfsm_callback exact = sfsm_callable_callback(callable);
        const sfsm_callback more[] = {sfsm_callable_callback(callable), sfsm_callable_callback(callable)};
        status |= sfsm_builder_add_guard(builder, row, SFSM_CALLBACK_ARGS(exact));
        status |= sfsm_builder_add_guard(builder, row, SFSM_CALLBACK_ARGS(more[0]));
        status |= sfsm_builder_set_provider(builder, POLICY, SFSM_CALLBACK_ARGS(*(more + 1)));
        sfsm_callable_release(callable);
    }
    return status;
}
