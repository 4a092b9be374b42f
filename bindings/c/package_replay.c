/*
 * The same replay as package_log, without machines: the log becomes columns, and one call of sfsm_table_replay does the
 * rest.
 *
 *     package_replay [-t] [-c COUNTS] [FILE]
 *
 * prints the report of package_log (package_log.c describes it). -t adds a table of what is slow: for each row of
 * package-life.fsm, how often it was taken, and how long packages had been in their state before. -c writes how often
 * each row was taken, for "swiftfsm draw package-life.fsm --counts COUNTS".
 *
 * A replay leaves a token where it is when something is not permitted; here the log is the truth, and a package goes on
 * from where it says. So the table has a row more for each event, which is taken where no other is
 * (package_life_table_of_log): its callback notes the fault. The guards ask what is under way, which the callbacks note
 * in the contexts: an array of these goes with the states.
 *
 * Exit status as of package_log.
 */
#define _XOPEN_SOURCE 700

#include "log_columns.h"
#include "log_input.h"
#include "program.h"
#include "report.h"
#include "row_table.h"

#include <stdlib.h>
#include <unistd.h>

const char program_name[] = "package_replay";

/* What happened that was not permitted, in the order of the events. */
struct faults {
    struct {
        int32_t state, under_way;
    } *items;
    size_t count, capacity;
};

struct replay {
    sfsm_table *table;
    size_t row_count; /* of the document: rows behind them are faults */
    struct log_columns columns;
    struct faults faults;
    int32_t *rows;                  /* of each event the row that was taken */
    int64_t *row_counts, *row_times; /* of each row */
    struct report report;
};

/* The callback of rows that are no document's. */
static int32_t not_permitted(const sfsm_step *step, void *context) {
    struct life *life = context;
    struct faults *faults = life->faults;
    if (faults->count == faults->capacity) {
        size_t capacity = faults->capacity == 0 ? 64 : 2 * faults->capacity;
        void *longer = realloc(faults->items, capacity * sizeof *faults->items);
        if (longer == NULL) {
            return SFSM_OUT_OF_MEMORY;
        }
        faults->items = longer;
        faults->capacity = capacity;
    }
    faults->items[faults->count].state = step->source;
    faults->items[faults->count++].under_way = life->package.under_way;
    return 0;
}

/* Says what ended the replay, and where. */
static void complain(const struct replay *replay, const struct log_input *input, sfsm_status status,
                     const sfsm_replay_counts *counts) {
    fprintf(stderr, "package_replay: %s: ", input->name);
    if (counts->index >= 0 && (size_t)counts->index < replay->columns.events.count) {
        fprintf(stderr, "line %zu: ", replay->columns.events.lines[counts->index]);
    }
    fprintf(stderr, "%s, after %lld events\n", sfsm_status_name(status), (long long)counts->events);
}

static sfsm_status replay_columns(struct replay *replay, sfsm_replay_counts *counts) {
    struct events *events = &replay->columns.events;
    struct lives *lives = &replay->columns.lives;
    size_t row_count = sfsm_table_row_count(replay->table) + 1;
    replay->rows = calloc(events->count + 1, sizeof *replay->rows);
    replay->row_counts = calloc(row_count, sizeof *replay->row_counts);
    replay->row_times = calloc(row_count, sizeof *replay->row_times);
    if (replay->rows == NULL || replay->row_counts == NULL || replay->row_times == NULL) {
        return SFSM_OUT_OF_MEMORY;
    }
    sfsm_replay request = {
        .size = sizeof request,
        .states = lives->states,
        .token_count = lives->count,
        .events = { .values = events->ids },
        .event_count = events->count,
        .tokens = { .values = events->tokens },
        .times = events->times,
        .initial = SFSM_INITIAL,
        .flags = SFSM_CALL_ACTIONS,
        .guards = SFSM_ASK_GUARDS,
        .contexts = lives->contexts,
        .context_stride = sizeof lives->contexts[0],
        .rows = replay->rows,
        .row_counts = replay->row_counts,
        .row_times = replay->row_times,
        .entered = lives->entered,
    };
    return events->count == 0 ? SFSM_OK : sfsm_table_replay(replay->table, &request, counts);
}

/* SFSM_REFUSED if the document has rows for the event in that state, which have guards then; otherwise SFSM_UNHANDLED. */
static sfsm_outcome outcome_of(const struct replay *replay, int32_t state, int32_t event) {
    for (size_t i = 0; i < sfsm_table_transition_count(replay->table); i++) {
        sfsm_transition transition = { .size = sizeof transition };
        sfsm_table_transition(replay->table, i, &transition);
        if (transition.source == state && transition.event == event) {
            return SFSM_REFUSED;
        }
    }
    return SFSM_UNHANDLED;
}

static void report_odd_lines(struct replay *replay, size_t *next, size_t before) {
    const struct odd_lines *odd = &replay->columns.odd_lines;
    for (; *next < odd->count && odd->items[*next].number < before; ++*next) {
        const struct odd_line *line = &odd->items[*next];
        report_not_understood(&replay->report, line->number, line->text, line->length);
    }
}

/* Writes faults and odd lines, in the order of the log, and counts. */
static void report_columns(struct replay *replay) {
    const struct events *events = &replay->columns.events;
    size_t odd = 0, fault = 0;
    for (size_t i = 0; i < events->count; i++) {
        if ((size_t)replay->rows[i] <= replay->row_count) {
            replay->report.handled++;
            continue;
        }
        report_odd_lines(replay, &odd, events->lines[i]);
        int32_t state = replay->faults.items[fault].state;
        report_not_permitted(&replay->report, &(struct fault){
            .line = events->lines[i],
            .package = replay->columns.lives.contexts[events->tokens[i]].name,
            .event = events->ids[i],
            .state = state,
            .under_way = replay->faults.items[fault++].under_way,
            .outcome = outcome_of(replay, state, events->ids[i]),
        });
    }
    report_odd_lines(replay, &odd, SIZE_MAX);
    replay->report.lines = replay->columns.lines;
}

/* Replays the log of an argument, which may be NULL, and prints the report. Gives the exit status. */
static int replay_log(struct replay *replay, const char *argument) {
    struct log_input input;
    if (!log_input_open(&input, argument)) {
        return BAD_INPUT;
    }
    if (!log_columns_read(&replay->columns, &input)) {
        fputs("package_replay: no memory\n", stderr);
        log_input_abandon(&input);
        return CANNOT_GO_ON;
    }
    if (!log_input_close(&input)) {
        return BAD_INPUT;
    }
    sfsm_replay_counts counts = { .size = sizeof counts, .index = -1 };
    sfsm_status status = replay_columns(replay, &counts);
    if (status != SFSM_OK) {
        complain(replay, &input, status, &counts);
        return CANNOT_GO_ON;
    }
    size_t packages[STATE_COUNT];
    report_columns(replay);
    log_columns_count_states(&replay->columns, packages);
    if (!report_print(&replay->report, input.name, packages, log_input_seconds(&input))) {
        fputs("package_replay: the report cannot be written\n", stderr);
        return CANNOT_GO_ON;
    }
    return REPLAYED;
}

/* Prints and writes what else is wanted. */
static int tell_more(const struct replay *replay, const char *counts, bool has_times) {
    bool is_written = true;
    if (has_times) {
        is_written = row_table_print(replay->table, replay->row_count, replay->row_counts, replay->row_times);
    }
    if (counts != NULL) {
        is_written = row_counts_write(counts, replay->row_count, replay->row_counts) && is_written;
    }
    return is_written ? REPLAYED : CANNOT_GO_ON;
}

static void release(struct replay *replay) {
    report_release(&replay->report);
    log_columns_release(&replay->columns);
    free(replay->faults.items);
    free(replay->rows);
    free(replay->row_counts);
    free(replay->row_times);
    sfsm_table_release(replay->table);
}

int main(int argument_count, char **arguments) {
    const char *counts = NULL;
    bool has_times = false;
    int option;
    while ((option = getopt(argument_count, arguments, "tc:")) != -1) {
        has_times = has_times || option == 't';
        counts = option == 'c' ? optarg : counts;
        if (option == '?') {
            break;
        }
    }
    if (option == '?' || argument_count - optind > 1) {
        fputs("usage: package_replay [-t] [-c COUNTS] [FILE]\n", stderr);
        return BAD_INPUT;
    }
    struct replay replay = {0};
    replay.table = package_life_table_of_log(not_permitted, &replay.row_count);
    if (replay.table == NULL) {
        return BAD_INPUT;
    }
    replay.columns.faults = &replay.faults;
    int exit_status = CANNOT_GO_ON;
    if (report_open(&replay.report)) {
        exit_status = replay_log(&replay, arguments[optind]);
    } else {
        fputs("package_replay: no memory\n", stderr);
    }
    if (exit_status == REPLAYED) {
        exit_status = tell_more(&replay, counts, has_times);
    }
    release(&replay);
    return exit_status;
}
