/* Every macro and constant in use, in each place where a program may put them. */
#include "swiftfsm.h"

enum { LOCKED, UNLOCKED };
enum { COIN, PASS };

static int32_t act(const sfsm_step *step, void *context) {
    return step->context == context ? 0 : -1;
}

static const sfsm_row rows[] = {
    SFSM_ROW(LOCKED, COIN, UNLOCKED, act),
    SFSM_ROW(LOCKED, PASS, SFSM_SAME, NULL),
    SFSM_ROW_IF(UNLOCKED, COIN, act, SFSM_INTERNAL, act),
    SFSM_ROW_IF(SFSM_ANY, SFSM_ANY, NULL, LOCKED, NULL),
};
static const sfsm_name states[] = {SFSM_NAME(LOCKED), SFSM_NAME(UNLOCKED)};
static const sfsm_name events[] = {SFSM_NAME(COIN), SFSM_NAME(PASS)};
static const int32_t phases[] = {SFSM_PHASE_RESOLVE, SFSM_PHASE_EXIT, SFSM_PHASE_ACTIONS, SFSM_PHASE_COMMIT,
                                 SFSM_PHASE_ENTRY};

#if SFSM_VERSION_MAJOR * 1000000 + SFSM_VERSION_MINOR * 1000 + SFSM_VERSION_PATCH < 1
#error "the version can be compared by the preprocessor"
#endif

sfsm_status define(sfsm_builder *builder);
sfsm_status define(sfsm_builder *builder) {
    size_t row, block;
    const sfsm_row local[] = {SFSM_ROW(LOCKED + 2, COIN | 4, UNLOCKED ? LOCKED : UNLOCKED, act)};
    sfsm_status status = sfsm_builder_add_rows(builder, rows, sizeof rows / sizeof rows[0]);
    status |= sfsm_builder_add_rows(builder, local, 1);
    status |= sfsm_builder_add_row(builder, LOCKED, SFSM_ANY, SFSM_DYNAMIC, &row);
    status |= sfsm_builder_add_row(builder, LOCKED, PASS + 1, SFSM_SAME, NULL);
    status |= sfsm_builder_add_state(builder, LOCKED, SFSM_FINAL, &block);
    status |= sfsm_builder_set_initial(builder, LOCKED);
    status |= sfsm_builder_name_states(builder, states, sizeof states / sizeof states[0]);
    status |= sfsm_builder_name_events(builder, events, sizeof events / sizeof events[0]);
    status |= sfsm_builder_set_order(builder, phases, sizeof phases / sizeof phases[0]);
    status |= sfsm_builder_set_entry_exit(builder, SFSM_ALWAYS);
    return status | sfsm_builder_set_guards(builder, SFSM_FIRST_MATCH);
}
