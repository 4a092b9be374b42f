/* What a definition asks, and how a log answers. */
#include "files.h"
#include "messages.h"
#include "replay.h"

/* ------------------------------------------------------------------------------------------------------------------
 * Callbacks
 * --------------------------------------------------------------------------------------------------------------- */

static int32_t agree(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 1;
}

static int32_t do_nothing(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

/* Of an update callback. */
static int32_t name_nothing(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return SFSM_NONE;
}

/* A provider is called if the record tells no case. */
static int32_t provide_nothing(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return -1;
}

static int32_t resolve(const sfsm_step *step, void *context) {
    (void)step;
    return ((const replay *)context)->told_state;
}

int32_t replay_count_row(const sfsm_step *step, void *context) {
    replay *const replay = context;
    const size_t row = step->outcome == SFSM_TRANSITIONED ? sfsm_step_row(step) : 0;
    if (row > 0 && row <= replay->row_count) {
        replay->taken[row]++;
    }
    return 0;
}

sfsm_status replay_find(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback) {
    const sfsm_function function = wanted->role == SFSM_GUARD      ? agree
                                   : wanted->role == SFSM_RESOLVER ? resolve
                                   : wanted->role == SFSM_UPDATE   ? name_nothing
                                   : wanted->role == SFSM_PROVIDER ? provide_nothing
                                                                   : do_nothing;
    replay *const replay = context;
    replay->has_providers = replay->has_providers || wanted->role == SFSM_PROVIDER;
    *out_callback = (sfsm_callback){function, context, NULL};
    return SFSM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------
 * What a log can tell
 * --------------------------------------------------------------------------------------------------------------- */

static bool has_case_column(const replay *replay, sfsm_id predicate) {
    for (size_t i = 0; i < replay->cases.count; i++) {
        if (replay->cases.items[i]->predicate == predicate) {
            return true;
        }
    }
    return false;
}

bool replay_is_possible(const replay *replay, bool assumes_guards) {
    const sfsm_table *const table = replay->document.table;
    const char *const path = file_name(replay->document.path);
    for (size_t i = 0; i < sfsm_table_transition_count(table); i++) {
        sfsm_transition transition = {.size = sizeof transition};
        sfsm_table_transition(table, i, &transition);
        size_t conditions = 0;
        sfsm_table_transition_conditions(table, i, NULL, NULL, 0, &conditions);
        if (transition.guard_count > conditions && !assumes_guards) {
            complain("%s:%d: this row has guards, which a log cannot answer: with --guards assume all of them agree",
                     path, (int)transition.line);
            return false;
        }
        if (transition.target == SFSM_DYNAMIC && replay->state_column == COLUMN_LIMIT) {
            complain(
                "%s:%d: this row has a dynamic target: name the column with the state that follows with --state-column",
                path, (int)transition.line);
            return false;
        }
    }
    for (size_t i = 0; i < sfsm_table_predicate_count(table); i++) {
        const sfsm_id predicate = sfsm_table_predicate_at(table, i);
        if (!has_case_column(replay, predicate)) {
            complain("%s has the predicate type %s: name the column of its cases with --case %s=COLUMN", path,
                     sfsm_table_predicate_name(table, predicate), sfsm_table_predicate_name(table, predicate));
            return false;
        }
    }
    return true;
}
