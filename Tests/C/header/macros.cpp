// The same uses through a C++ compiler; and callbacks as C++ writes them.
#include "macros.c"

static const sfsm_callback lambda = {[](const sfsm_step *, void *) -> int32_t { return 0; }, nullptr, nullptr};

sfsm_status add_lambda(sfsm_builder *builder);
sfsm_status add_lambda(sfsm_builder *builder) {
    sfsm_row row = SFSM_ROW(LOCKED, COIN, UNLOCKED, nullptr);
    row.actions = &lambda;
    row.action_count = 1;
    return sfsm_builder_add_rows(builder, &row, 1);
}

sfsm_status add_matching(sfsm_builder *builder);
sfsm_status add_matching(sfsm_builder *builder) {
    const sfsm_match here[] = {SFSM_MATCH(POLICY, WEAK), SFSM_MATCH(REWARD, STRONG)};
    const sfsm_row row = SFSM_ROW_MATCHING(LOCKED, COIN, here, UNLOCKED, nullptr);
    return sfsm_builder_add_rows(builder, &row, 1);
}

static_assert(SFSM_QUEUE_LIMIT == 16777216 && SFSM_FIRST_ID > SFSM_FAILED, "constants are constant expressions");
