#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "messages.h"
#include "names.h"

/* ------------------------------------------------------------------------------------------------------------------
 * Where a token is
 * --------------------------------------------------------------------------------------------------------------- */

/* Lets the machine be that of a token: where the token was, or at the beginning. */
static void recall(replay *replay, const token_record *token) {
    if (token->snapshot != NULL) {
        sfsm_machine_restore(replay->machine, token->snapshot, token->snapshot_size, NULL, NULL);
    } else if (token->state != SFSM_NONE) {
        sfsm_machine_set_state(replay->machine, token->state);
    } else {
        /* Without entry callbacks, which do nothing here; a chart takes what it does by itself from here on. */
        sfsm_machine_set_state(replay->machine, SFSM_NONE);
        sfsm_machine_start(replay->machine, replay->initial);
    }
}

static void remember(replay *replay, token_record *token) {
    sfsm_machine_discard_pending(replay->machine);
    token->state = sfsm_machine_state(replay->machine);
    if (!replay->is_chart) {
        return;
    }
    size_t size = 0;
    sfsm_machine_snapshot(replay->machine, 0, NULL, 0, &size);
    if (size != token->snapshot_size) {
        char *const snapshot = realloc(token->snapshot, size);
        if (snapshot == NULL) {
            complain("there is not enough memory");
            exit(STATUS_UNUSABLE);
        }
        token->snapshot = snapshot;
        token->snapshot_size = size;
    }
    sfsm_machine_snapshot(replay->machine, 0, token->snapshot, size, &size);
}

/* ------------------------------------------------------------------------------------------------------------------
 * What a record says
 * --------------------------------------------------------------------------------------------------------------- */

/* The number of a case by its name; -1 if the type does not have it. */
static sfsm_id case_of(const sfsm_table *table, sfsm_id predicate, const char *text) {
    char *end = NULL;
    const sfsm_id count = sfsm_table_case_count(table, predicate);
    for (sfsm_id value = 0; value < count; value++) {
        const char *const name = sfsm_table_case_name(table, predicate, value);
        if (name != NULL && strcmp(name, text) == 0) {
            return value;
        }
    }
    const long number = strtol(text, &end, 10);
    return *text != '\0' && *end == '\0' && number >= 0 && number < count ? (sfsm_id)number : -1;
}

/* Takes the cases of the record. An empty one is none. NULL, or what is wrong with them. */
static const char *take_cases(const replay *replay, sfsm_case *cases, size_t *out_count) {
    static char reason[200];
    *out_count = 0;
    for (size_t i = 0; i < replay->cases.count; i++) {
        const case_column *const column = &replay->cases.items[i];
        const char *const text = replay->log.values[column->column];
        const sfsm_id value = *text == '\0' ? SFSM_NONE : case_of(replay->document.table, column->predicate, text);
        if (value == -1) {
            snprintf(reason, sizeof reason, "%.60s has no case %.60s",
                     sfsm_table_predicate_name(replay->document.table, column->predicate), text);
            return reason;
        }
        if (value != SFSM_NONE) {
            cases[(*out_count)++] = (sfsm_case){column->predicate, value};
        }
    }
    return NULL;
}

/* What a violation is, in words; NULL if it is none. */
static const char *reason_of(sfsm_outcome outcome) {
    switch (outcome) {
    case SFSM_TRANSITIONED:
    case SFSM_DEFERRED:
        return NULL;
    case SFSM_REFUSED:
        return "refused";
    case SFSM_UNHANDLED:
    case SFSM_UNKNOWN_EVENT:
        return "no row";
    case SFSM_CALLBACK_FAILED:
        return "a predicate type has no case";
    case SFSM_NOT_RUNNING:
        return "the machine is done";
    default:
        return sfsm_status_name(outcome);
    }
}

/* Sends the event of the record, with zeros for what it carries. NULL, or what is wrong. */
static const char *send(replay *replay, sfsm_id event) {
    const sfsm_table *const table = replay->document.table;
    sfsm_value arguments[SFSM_PARAMETER_LIMIT];
    sfsm_case cases[COLUMN_LIMIT];
    sfsm_message message = SFSM_MESSAGE(event);
    const char *const wrong = take_cases(replay, cases, &message.case_count);
    if (wrong != NULL) {
        return wrong;
    }
    message.cases = cases;
    message.argument_count = sfsm_table_argument_count(table, event);
    message.arguments = arguments;
    for (size_t i = 0; i < message.argument_count; i++) {
        arguments[i] = (sfsm_value){.type = sfsm_table_argument_type(table, event, i), .as.u64 = 0};
    }
    return reason_of(sfsm_machine_send_message(replay->machine, &message));
}

/* Compares the state with what the record tells; the token goes on from there. NULL, or what is wrong. */
static const char *compare_state(replay *replay, const char *told) {
    static char reason[200];
    if (*told == '\0' || (replay->told_state != SFSM_NONE && sfsm_machine_in(replay->machine, replay->told_state))) {
        return NULL;
    }
    snprintf(reason, sizeof reason, "leads to %.60s, but the log says %.60s%s",
             name_of_state(replay->document.table, sfsm_machine_state(replay->machine)), told,
             replay->told_state == SFSM_NONE ? ", which is no state" : "");
    if (replay->told_state != SFSM_NONE) {
        sfsm_machine_set_state(replay->machine, replay->told_state);
    }
    return reason;
}

void replay_record(replay *replay) {
    const sfsm_table *const table = replay->document.table;
    const char *const *const values = replay->log.values;
    const char *const event_name = values[replay->event_column], *const name = values[replay->token_column];
    const char *const told = replay->state_column < COLUMN_LIMIT ? values[replay->state_column] : "";
    token_record *const token = tokens_find(&replay->tokens, name);
    const sfsm_id event = sfsm_table_event_named(table, event_name, strlen(event_name));
    replay->told_state = sfsm_table_state_named(table, told, strlen(told));
    recall(replay, token);
    const sfsm_id before = sfsm_machine_state(replay->machine);
    replay->event_count++;
    const char *reason = event == SFSM_NONE ? "no such event" : send(replay, event);
    if (reason != NULL) {
        replay->refused_count++;
    } else {
        replay->taken_count++;
    }
    const char *const difference = compare_state(replay, told);
    if (reason != NULL || difference != NULL) {
        print_violation(replay, name, event_name, before, reason != NULL ? reason : difference);
    }
    remember(replay, token);
}

void replay_all(replay *replay) {
    log_result result;
    while ((result = log_next(&replay->log)) != LOG_END) {
        if (result == LOG_RECORD) {
            replay_record(replay);
        }
        if (replay->event_count % 4096 == 0) {
            show_progress(replay, false);
        }
    }
    show_progress(replay, true);
}
