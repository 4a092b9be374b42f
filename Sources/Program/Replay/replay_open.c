/* The beginning and the end of a replay. */
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "messages.h"
#include "names.h"
#include "replay.h"

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

static void name_cases(replay *replay, case_column *column) {
    const sfsm_table *const table = replay->document.table;
    const sfsm_id count = sfsm_table_case_count(table, column->predicate);
    named_ids *const cases = &column->names;
    cases->ids = arena_take(&replay->arena, (size_t)count * sizeof *cases->ids);
    for (sfsm_id value = 0; value < count; value++) {
        named_ids_add(cases, sfsm_table_case_name(table, column->predicate, value), value);
    }
}

static void name_events(replay *replay) {
    const sfsm_table *const table = replay->document.table;
    const size_t count = sfsm_table_event_count(table);
    replay->events.ids = arena_take(&replay->arena, count * sizeof *replay->events.ids);
    for (size_t i = 0; i < count; i++) {
        const sfsm_id event = sfsm_table_event_at(table, i);
        named_ids_add(&replay->events, sfsm_table_event_name(table, event), event);
    }
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
            case_column *const column = arena_take(&replay->arena, sizeof *column);
            *LIST_ADD(&replay->arena, &replay->cases) = column;
            column->predicate = predicate;
            name_cases(replay, column);
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
    replay->log.required_count = 2;
    for (size_t i = 0; i < cases->values.count; i++) {
        if (!add_case(replay, cases->values.items[i])) {
            return false;
        }
    }
    return true;
}

/* Finds where tokens begin. False, which is reported, if there is no such state. */
static bool find_initial(replay *replay, const char *name) {
    replay->initial =
        name == NULL ? sfsm_table_initial(replay->document.table) : state_of_name(&replay->document, name);
    if (replay->initial == SFSM_NONE && name == NULL) {
        complain("%s has no initial state: name one with --initial", file_name(replay->document.path));
    }
    return replay->initial != SFSM_NONE;
}

static bool has_nested_states(const sfsm_table *table) {
    for (size_t i = 0; i < sfsm_table_state_count(table); i++) {
        const sfsm_id state = sfsm_table_state_at(table, i);
        if (sfsm_table_kind(table, state) != 0 || sfsm_table_parent(table, state) != SFSM_NONE) {
            return true;
        }
    }
    return false;
}

static bool has_long_steps(const sfsm_table *table) {
    for (size_t i = 0; i < sfsm_table_transition_count(table); i++) {
        sfsm_transition transition = {.size = sizeof transition};
        size_t raised = 0;
        sfsm_table_transition(table, i, &transition);
        sfsm_table_transition_raised(table, i, NULL, 0, &raised);
        if (raised > 0 || transition.event == SFSM_EVENTLESS) {
            return true;
        }
    }
    return false;
}

static bool make_machine(replay *replay, const options *options) {
    const sfsm_table *const table = replay->document.table;
    if (!find_initial(replay, options_value(options, "initial"))) {
        return false;
    }
    replay->is_chart = has_nested_states(table);
    replay->has_long_steps = has_long_steps(table);
    const sfsm_machine_options with = {.size = sizeof with, .initial = SFSM_NONE, .flags = SFSM_LENIENT};
    if (sfsm_machine_create_with(table, &with, &replay->machine) != SFSM_OK) {
        complain("there is not enough memory");
        return false;
    }
    replay->row_count = sfsm_table_row_count(table);
    if (options_have(options, "counts")) {
        replay->taken = arena_take(&replay->arena, (replay->row_count + 1) * sizeof *replay->taken);
        sfsm_machine_on_step(replay->machine, replay_count_row, replay, NULL);
    }
    return true;
}

static int32_t note_row(const sfsm_step *step, void *context) {
    bool *const takes_rows = context;
    *takes_rows = *takes_rows || sfsm_step_row(step) > 0;
    return 0;
}

/* Whether a machine that is started goes on by itself, as new tokens of sfsm_table_replay do not: it takes rows without
 * an event, or is done. Notes in which state it is then. */
static bool goes_on_by_itself(replay *replay) {
    const sfsm_machine_options options = {.size = sizeof options, .initial = SFSM_NONE};
    sfsm_machine *machine = NULL;
    bool takes_rows = false;
    if (sfsm_machine_create_with(replay->document.table, &options, &machine) != SFSM_OK) {
        return true;
    }
    sfsm_machine_on_step(machine, note_row, &takes_rows, NULL);
    const bool is_started = sfsm_machine_start(machine, replay->initial) == SFSM_OK;
    replay->first_state = sfsm_machine_state(machine);
    sfsm_machine_release(machine);
    return takes_rows || !is_started || replay->first_state == SFSM_NONE;
}

/* Whether sfsm_table_replay does all that the definition and the log ask for: it is asked with an empty log. */
static bool goes_in_blocks(replay *replay) {
    sfsm_replay_counts counts;
    const bool is_for_machine =
        goes_on_by_itself(replay) || (replay->is_chart ? replay->has_providers : replay->has_long_steps);
    return replay->state_column == COLUMN_LIMIT && !is_for_machine &&
           replay_records(replay, 0, 0, NULL, &counts) == SFSM_OK;
}

static void make_places(replay *replay) {
    places *const places = &replay->places;
    replay->block = arena_take(&replay->arena, sizeof *replay->block);
    places->width = sfsm_table_replay_width(replay->document.table);
    replay->is_in_blocks = goes_in_blocks(replay);
    places->has_snapshots = replay->is_chart && !replay->is_in_blocks;
    if (replay->is_chart && replay->is_in_blocks) {
        replay->former = arena_take(&replay->arena, BLOCK_LIMIT * places->width * sizeof *replay->former);
    }
}

static void carry_out(void *context) {
    replay_block(context);
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
    name_events(replay);
    make_places(replay);
    replay->log.before_move = carry_out;
    replay->log.context = replay;
    replay->is_sorted = options_have(options, "sorted");
    replay->log.separator = separator == NULL ? ',' : strcmp(separator, "\\t") == 0 ? '\t' : *separator;
    replay->is_json = options_have(options, "json");
    return log_open(&replay->log, log);
}

void replay_close(replay *replay) {
    sfsm_machine_release(replay->machine);
    log_close(&replay->log);
    for (size_t i = 0; i < replay->cases.count; i++) {
        name_table_release(&replay->cases.items[i]->names.names);
    }
    name_table_release(&replay->events.names);
    name_table_release(&replay->tokens);
    places_release(&replay->places);
    buffer_release(&replay->sorted.last);
    free(replay->sorted.begun);
    document_release(&replay->document);
    buffer_release(&replay->json);
    arena_release(&replay->arena);
}
