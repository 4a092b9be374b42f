#include <string.h>

#include "files.h"
#include "messages.h"
#include "names.h"
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

static int32_t count_row(const sfsm_step *step, void *context) {
    replay *const replay = context;
    const size_t row = step->outcome == SFSM_TRANSITIONED ? sfsm_step_row(step) : 0;
    if (row > 0 && row <= replay->row_count) {
        replay->taken[row - 1]++;
    }
    return 0;
}

sfsm_status replay_find(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback) {
    const sfsm_function function = wanted->role == SFSM_GUARD      ? agree
                                   : wanted->role == SFSM_RESOLVER ? resolve
                                   : wanted->role == SFSM_UPDATE   ? name_nothing
                                   : wanted->role == SFSM_PROVIDER ? provide_nothing
                                                                   : do_nothing;
    *out_callback = (sfsm_callback){function, context, NULL};
    return SFSM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------
 * What a log can tell
 * --------------------------------------------------------------------------------------------------------------- */

static bool has_case_column(const replay *replay, sfsm_id predicate) {
    for (size_t i = 0; i < replay->cases.count; i++) {
        if (replay->cases.items[i].predicate == predicate) {
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
            complain("%s:%d: this row has guards, which a log cannot answer: with --guards assume all of them agree", path,
                     (int)transition.line);
            return false;
        }
        if (transition.target == SFSM_DYNAMIC && replay->state_column == COLUMN_LIMIT) {
            complain("%s:%d: this row has a dynamic target: name the column with the state that follows with --state-column",
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

/* ------------------------------------------------------------------------------------------------------------------
 * Opening
 * --------------------------------------------------------------------------------------------------------------- */

/* The place of a column that an option names. False, which is reported, if there are too many. */
static bool add_column(replay *replay, const char *name, size_t *out_place) {
    log_reader *const log = &replay->log;
    if (log->column_count == COLUMN_LIMIT) {
        complain("more than %d columns are named", COLUMN_LIMIT);
        return false;
    }
    *out_place = log->column_count;
    log->columns[log->column_count++] = name;
    return true;
}

/* "Policy=mood": the column of a predicate type. */
static bool add_case(replay *replay, const char *text) {
    const sfsm_table *const table = replay->document.table;
    const char *const equals = strchr(text, '=');
    nearest nearest = nearest_to(arena_text(&replay->arena, text, strcspn(text, "=")));
    for (size_t i = 0; equals != NULL && i < sfsm_table_predicate_count(table); i++) {
        const sfsm_id predicate = sfsm_table_predicate_at(table, i);
        const char *const name = sfsm_table_predicate_name(table, predicate);
        if (strlen(name) == (size_t)(equals - text) && strncmp(name, text, strlen(name)) == 0) {
            case_column *const column = LIST_ADD(&replay->arena, &replay->cases);
            column->predicate = predicate;
            return add_column(replay, equals + 1, &column->column);
        }
        nearest_offer(&nearest, name);
    }
    complain("--case is a predicate type of %s, = and a column, not %s%s", file_name(replay->document.path), text,
             nearest_question(&nearest));
    return false;
}

static bool add_columns(replay *replay, const options *options) {
    const char *const state = options_value(options, "state-column");
    const option *const cases = options_find(options, "case");
    replay->state_column = COLUMN_LIMIT;
    if (!add_column(replay, options_value(options, "token"), &replay->token_column) ||
        !add_column(replay, options_value(options, "event"), &replay->event_column) ||
        (state != NULL && !add_column(replay, state, &replay->state_column))) {
        return false;
    }
    for (size_t i = 0; i < cases->values.count; i++) {
        if (!add_case(replay, cases->values.items[i])) {
            return false;
        }
    }
    return true;
}

static bool make_machine(replay *replay, const options *options) {
    const sfsm_table *const table = replay->document.table;
    const char *const initial = options_value(options, "initial");
    replay->initial = initial == NULL ? sfsm_table_initial(table) : state_of_name(&replay->document, initial);
    if (replay->initial == SFSM_NONE) {
        if (initial == NULL) {
            complain("%s has no initial state: name one with --initial", file_name(replay->document.path));
        }
        return false;
    }
    replay->is_chart = false;
    for (size_t i = 0; i < sfsm_table_state_count(table); i++) {
        replay->is_chart = replay->is_chart || sfsm_table_kind(table, sfsm_table_state_at(table, i)) != 0 ||
                           sfsm_table_parent(table, sfsm_table_state_at(table, i)) != SFSM_NONE;
    }
    const sfsm_machine_options with = {.size = sizeof with, .initial = SFSM_NONE, .flags = SFSM_LENIENT};
    if (sfsm_machine_create_with(table, &with, &replay->machine) != SFSM_OK) {
        complain("there is not enough memory");
        return false;
    }
    replay->row_count = sfsm_table_row_count(table);
    if (options_have(options, "counts")) {
        replay->taken = arena_take(&replay->arena, (replay->row_count + 1) * sizeof *replay->taken);
        sfsm_machine_on_step(replay->machine, count_row, replay, NULL);
    }
    return true;
}

bool replay_open(replay *replay, const options *options) {
    static const char *const guards[] = {"refuse", "assume"};
    const char *const separator = options_value(options, "separator");
    const int choice = options_choice(options, "guards", guards, 2);
    const char *const log = options->operands.count > 1 ? options->operands.items[1] : "-";
    if (choice < 0 || !document_open(&replay->document, options->operands.items[0], replay_find, replay) ||
        !add_columns(replay, options) || !make_machine(replay, options) || !replay_is_possible(replay, choice == 1)) {
        return false;
    }
    replay->log.separator = separator == NULL ? ',' : strcmp(separator, "\\t") == 0 ? '\t' : *separator;
    replay->is_json = options_have(options, "json");
    return log_open(&replay->log, log);
}

void replay_close(replay *replay) {
    sfsm_machine_release(replay->machine);
    log_close(&replay->log);
    tokens_release(&replay->tokens);
    document_release(&replay->document);
    buffer_release(&replay->json);
    arena_release(&replay->arena);
}
