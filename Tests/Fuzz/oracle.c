#include "oracle.h"

enum { MOST_RESULTING = MOST_ROWS * 4 };

/* A row of one state, its own or adopted, and the block it came by. */
typedef struct resulting {
    size_t row, block;
} resulting;

static resulting found[MOST_RESULTING];
static size_t found_count;
static bool is_beyond; /* more than the oracle can hold, or knows */

static bool is_of_superstate(size_t block) {
    return block > 0 && current.definition.blocks[block].state == SFSM_NONE;
}

static void find_row(size_t row, size_t block) {
    is_beyond = is_beyond || found_count == MOST_RESULTING;
    if (!is_beyond) {
        found[found_count++] = (resulting){row, block};
    }
}

static void find_adopted(size_t superstate, int depth) {
    const definition *const of = &current.definition;
    is_beyond = is_beyond || depth > 4;
    for (size_t i = 0; i < of->blocks[superstate].adopted_count && !is_beyond; i++) {
        find_adopted(of->blocks[superstate].adopted[i], depth + 1);
    }
    for (size_t row = 1; row <= of->row_count && !is_beyond; row++) {
        if (of->rows[row].block == superstate) {
            find_row(row, superstate);
        }
    }
}

static bool are_alike(const row *one, const row *other) {
    const bool is_same_request = one->event != SFSM_REQUEST || one->target == other->target;
    return one->event == other->event && is_same_request && memcmp(one->masks, other->masks, sizeof one->masks) == 0;
}

/* All rows of a state, adopted ones first, without those that are overridden; or those for any state. */
static void find_rows(sfsm_id state) {
    const definition *const of = &current.definition;
    found_count = 0;
    size_t own_block = 0;
    for (size_t block = 1; block <= of->block_count; block++) {
        if (of->blocks[block].state == state) {
            is_beyond = is_beyond || own_block > 0;
            own_block = block;
            for (size_t i = 0; i < of->blocks[block].adopted_count; i++) {
                find_adopted(of->blocks[block].adopted[i], 0);
            }
        }
    }
    for (size_t row = 1; row <= of->row_count; row++) {
        if (of->rows[row].source == state && !is_of_superstate(of->rows[row].block)) {
            find_row(row, own_block);
        }
    }
    for (size_t i = 0; i < found_count; i++) {
        const row *const over = &of->rows[found[i].row];
        if ((over->flags & SFSM_OVERRIDING) == 0) {
            continue;
        }
        size_t kept = 0;
        for (size_t j = 0; j < i; j++) {
            if (found[j].block == found[i].block || !are_alike(over, &of->rows[found[j].row])) {
                found[kept++] = found[j];
            }
        }
        memmove(&found[kept], &found[i], (found_count - i) * sizeof found[0]);
        found_count -= i - kept;
        i = kept;
    }
}

static int rank_of(const row *row) {
    int rank = 0;
    for (size_t type = 0; type < MOST_PREDICATES; type++) {
        rank += row->masks[type] != 0;
    }
    return rank;
}

static bool matches(const row *row, const sfsm_id cases[MOST_PREDICATES]) {
    for (size_t type = 0; type < MOST_PREDICATES; type++) {
        if (row->masks[type] != 0 && (cases[type] < 0 || (row->masks[type] >> cases[type] & 1) == 0)) {
            return false;
        }
    }
    return true;
}

static bool is_for(const row *row, const sfsm_message *message, bool is_any) {
    if (message->event == SFSM_REQUEST) {
        return row->event == SFSM_REQUEST && row->target == (is_any ? SFSM_ANY : message->requested);
    }
    return row->event == (is_any ? SFSM_ANY : message->event);
}

static bool has_state(sfsm_id state) {
    for (size_t block = 1; block <= current.definition.block_count; block++) {
        if (current.definition.blocks[block].state == state) {
            return true;
        }
    }
    for (size_t row = 1; row <= current.definition.row_count; row++) {
        if (current.definition.rows[row].source == state) {
            return true;
        }
    }
    return false;
}

/* Guards, then the resolver. */
static verdict try_row(size_t number, sfsm_id state, const sfsm_message *message) {
    const row *const row = &current.definition.rows[number];
    verdict result = {.is_judged = row->is_judged, .outcome = SFSM_TRANSITIONED, .row = number, .target = row->target};
    for (size_t i = 0; i < row->guard_count; i++) {
        const int32_t answer = answer_of_guard(row->guards[i]);
        if (answer <= 0) {
            result.outcome = answer < 0 ? SFSM_CALLBACK_FAILED : SFSM_REFUSED;
            return result;
        }
    }
    if (message->event == SFSM_REQUEST) {
        result.target = message->requested;
    } else if (row->target == SFSM_SAME || row->target == SFSM_INTERNAL) {
        result.target = state;
    } else if (row->target == SFSM_DYNAMIC) {
        result.target = answer_of_resolver(row->resolver);
        result.outcome = result.target == SFSM_FAILED        ? SFSM_CALLBACK_FAILED
                         : result.target == SFSM_NONE        ? SFSM_REFUSED
                         : has_state(result.target)          ? SFSM_TRANSITIONED
                                                             : SFSM_UNKNOWN_STATE;
    }
    return result;
}

verdict judge(sfsm_id state, const sfsm_message *message, const sfsm_id cases[MOST_PREDICATES]) {
    const definition *const of = &current.definition;
    verdict last = {.is_judged = true, .outcome = SFSM_UNHANDLED};
    is_beyond = false;
    if (message->event == SFSM_REQUEST && !has_state(message->requested)) {
        last.outcome = SFSM_UNKNOWN_STATE; /* there was no memory for its block */
        return last;
    }
    for (int level = 0; level < 4; level++) {
        find_rows(level < 2 ? state : SFSM_ANY);
        for (int rank = MOST_PREDICATES; rank >= 0; rank--) {
            size_t matching = 0;
            for (size_t i = 0; i < found_count; i++) {
                const row *const row = &of->rows[found[i].row];
                if (!is_for(row, message, level % 2 == 1) || rank_of(row) != rank || !matches(row, cases)) {
                    continue;
                }
                if (of->is_first_match || matching == 0) {
                    last = try_row(found[i].row, state, message);
                }
                expect(of->is_first_match || matching == 0 || is_beyond, "no two rows clash in a table that was built");
                matching++;
                if (is_beyond || !last.is_judged || (of->is_first_match && last.outcome != SFSM_REFUSED)) {
                    last.is_judged = last.is_judged && !is_beyond;
                    return last;
                }
            }
            if (matching > 0 && !of->is_first_match) {
                return last;
            }
        }
    }
    last.is_judged = last.is_judged && !is_beyond;
    return last;
}
