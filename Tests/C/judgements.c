#include "judgements.h"

int model_rows_of(const model *model, int state, int event, int target, int *rows) {
    int count = 0;
    for (int32_t rank = MODEL_TYPES; rank >= 0; rank--) {
        for (int is_own = 0; is_own < 2; is_own++) {
            for (int number = 0; number < model->row_count; number++) {
                const model_row *const row = &model->rows[number];
                const bool has = is_own ? row->source == state
                                        : row->source == BASE && state >= 0 && model->adopts[state];
                if (has && row->event == event && (event != REQUESTED || row->target == target) &&
                    model_rank(row) == rank) {
                    rows[count++] = number;
                }
            }
        }
    }
    return count;
}

/* The first predicate type whose case the row is not for; MODEL_TYPES if there is none. */
static int mismatch(const model_row *row, const int cases[MODEL_TYPES]) {
    int type = 0;
    while (type < MODEL_TYPES &&
           (row->cases[type] == 0 || (cases[type] != MISSING && row->cases[type] >> cases[type] & 1))) {
        type++;
    }
    return type;
}

/* What becomes of a row that is reached; whether that settles the matter. */
static bool try_row(const model *model, const model_run *run, int state, int requested, int number,
                    judgement *verdict) {
    const model_row *const row = &model->rows[number];
    model_reason *const reason = &verdict->reasons[verdict->reason_count - 1];
    verdict->outcome = SFSM_REFUSED;
    for (int guard = 0; guard < row->guard_count; guard++) {
        verdict->asked++;
        if (!run->answers[row->guards[guard]]) {
            reason->kind = SFSM_GUARD_REFUSED;
            reason->guard = guard;
            return model->policy == SFSM_EXCLUSIVE;
        }
    }
    verdict->asked += row->target == RESOLVED;
    if (row->target == RESOLVED && run->resolution == ANY_NUMBER) {
        reason->kind = SFSM_RESOLVER_REFUSED;
        return model->policy == SFSM_EXCLUSIVE;
    }
    reason->kind = SFSM_TAKEN;
    verdict->outcome = SFSM_TRANSITIONED;
    verdict->taken = number;
    verdict->arrival = row->event == REQUESTED    ? requested
                       : row->target == RESOLVED ? run->resolution
                       : row->target >= 0        ? row->target
                                                 : state;
    return true;
}

judgement judge(const model *model, const model_run *run, int state, int event, int requested,
                const int cases[MODEL_TYPES]) {
    judgement verdict = {.outcome = SFSM_UNHANDLED, .arrival = state, .taken = -1};
    const int sources[] = {state, state, ANY_NUMBER, ANY_NUMBER};
    bool is_settled = false;
    for (size_t level = 0; level < COUNT(sources); level++) {
        int rows[MODEL_ROWS];
        const bool by_any = level % 2 == 1;
        const int count = event == REQUESTED
                              ? model_rows_of(model, sources[level], event, by_any ? ANY_NUMBER : requested, rows)
                              : model_rows_of(model, sources[level], by_any ? ANY_NUMBER : event, 0, rows);
        for (int index = 0; index < count; index++) {
            const int type = mismatch(&model->rows[rows[index]], cases);
            model_reason *const reason = &verdict.reasons[verdict.reason_count++];
            *reason = (model_reason){rows[index], SFSM_NOT_TRIED, SFSM_NONE, SFSM_NONE, -1};
            if (type < MODEL_TYPES) {
                reason->kind = SFSM_NOT_MATCHED;
                reason->predicate = model_type_id(type);
                reason->value = cases[type] == MISSING ? SFSM_NONE : cases[type];
            } else if (!is_settled) {
                is_settled = try_row(model, run, state, requested, rows[index], &verdict);
            }
        }
    }
    return verdict;
}
