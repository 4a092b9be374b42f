#include "replays.h"

#include "machines.h"

enum { TOKENS = 5, EVENTS = 24, WIDTH = 128, COLUMNS = 24 };

/* A log, interleaved: its events, and what goes with each of them. */
static struct {
    sfsm_id events[EVENTS];
    int32_t tokens[EVENTS];
    int32_t cases[MOST_PREDICATES][EVENTS];
    int64_t numbers[EVENTS];
    const char *strings[EVENTS];
    size_t count;
} events;

static struct {
    int32_t states[TOKENS * WIDTH];
    uint8_t outcomes[EVENTS];
    int32_t rows[EVENTS];
    int64_t row_counts[512], first[TOKENS];
    sfsm_violation violations[4];
} results;

static void draw_log(void) {
    static const char *const strings[] = {"", "euro", NULL};
    const definition *const of = &current.definition;
    events.count = below(EVENTS + 1);
    for (size_t i = 0; i < events.count; i++) {
        const uint8_t drawn = take_byte();
        events.events[i] = event_id(drawn % of->event_count);
        events.tokens[i] = (int32_t)(drawn / 8 % TOKENS);
        events.numbers[i] = drawn / 64 % 2;
        events.strings[i] = strings[drawn / 16 % COUNT(strings)];
        for (uint32_t type = 0; type < of->predicate_count; type++) {
            events.cases[type][i] = (int32_t)below((uint32_t)of->case_counts[type]);
        }
    }
}

/* Columns for all cases and all arguments. */
static size_t case_columns(sfsm_case_column columns[MOST_PREDICATES]) {
    for (uint32_t type = 0; type < current.definition.predicate_count; type++) {
        columns[type] = (sfsm_case_column){predicate_id(type), 0, {events.cases[type], SFSM_I32, 0}};
    }
    return current.definition.predicate_count;
}

static size_t argument_columns(sfsm_argument_column columns[COLUMNS]) {
    size_t count = 0;
    for (uint32_t i = 0; i < current.definition.event_count; i++) {
        for (uint32_t number = 0; number < sfsm_table_argument_count(current.table, event_id(i)) && count < COLUMNS; number++) {
            const bool is_string = sfsm_table_argument_type(current.table, event_id(i), number) == SFSM_STR;
            columns[count++] = (sfsm_argument_column){event_id(i), number,
                {is_string ? (const void *)events.strings : events.numbers, is_string ? SFSM_STR : SFSM_I64, 0}};
        }
    }
    return count;
}

static void fill_new_tokens(void) {
    memset(&results, 0, sizeof results);
    for (size_t i = 0; i < COUNT(results.states); i++) {
        results.states[i] = SFSM_NONE;
    }
    for (size_t i = 0; i < TOKENS; i++) {
        results.first[i] = -1;
    }
}

/* The states of a token are those of its machine. */
static void expect_same_states(const sfsm_machine *machine, size_t token, size_t width) {
    sfsm_id leaves[WIDTH];
    size_t count = 0;
    const int32_t *const states = &results.states[token * width];
    if (machine == NULL) {
        expect(states[0] == SFSM_NONE, "a token without events stays new");
        return;
    }
    expect(sfsm_machine_states(machine, leaves, WIDTH, &count) == SFSM_OK && count <= width, "a token has room for its states");
    if (sfsm_machine_is_done(machine)) {
        return; /* the token is in the final state */
    }
    for (size_t i = 0; i < count; i++) {
        expect(states[i] == leaves[i], "a token is in the states of its machine");
    }
}

/* Sends what was replayed to a machine a token, up to the event at which the replay ended. */
static void send_log(const sfsm_replay *replay, sfsm_status status, const sfsm_replay_counts *counts) {
    sfsm_machine *machines[TOKENS] = {NULL};
    const size_t width = sfsm_table_replay_width(current.table);
    const sfsm_machine_options options = {.size = sizeof options, .initial = replay->initial, .context = &current,
                                          .flags = replay->flags & SFSM_LENIENT};
    const size_t end = status == SFSM_OK ? events.count : (size_t)counts->index;
    for (size_t i = 0; i < events.count && i <= end; i++) {
        sfsm_machine **const machine = &machines[events.tokens[i]];
        sfsm_case cases[MOST_PREDICATES];
        sfsm_value values[8];
        sfsm_message message = {sizeof message, events.events[i], SFSM_NONE, cases, current.definition.predicate_count, values, 0};
        for (uint32_t type = 0; type < message.case_count; type++) {
            cases[type] = (sfsm_case){predicate_id(type), events.cases[type][i]};
        }
        message.argument_count = sfsm_table_argument_count(current.table, message.event);
        for (size_t number = 0; number < message.argument_count; number++) {
            const bool is_string = sfsm_table_argument_type(current.table, message.event, number) == SFSM_STR;
            values[number] = is_string ? sfsm_value_of_string(events.strings[i]) : sfsm_value_of_integer(events.numbers[i]);
        }
        if (*machine == NULL) {
            const sfsm_status made = sfsm_machine_create_with(current.table, &options, machine);
            expect(made == SFSM_OK || (status == made && i == end), "a token starts where a machine does");
            if (made != SFSM_OK) {
                break;
            }
        }
        current.watched = *machine;
        const sfsm_outcome sent = known(sfsm_machine_send_message(*machine, &message));
        current.watched = NULL;
        if (i == end && status != SFSM_OK) {
            /* A replay cannot keep what waits, and so ends with the error of what follows by itself, which a machine tells its
             * hook. What follows is not the same if actions, which may raise events, are called by the machine alone. */
            const bool may_follow = current.definition.is_chart && sent == SFSM_TRANSITIONED;
            const bool is_same = (replay->flags & SFSM_CALL_ACTIONS) != 0;
            expect(sent == status || (may_follow && (!is_same || current.seen_last == status)),
                   "a replay ends with the error of a machine");
            break;
        }
        expect(sent == results.outcomes[i] || sent == SFSM_NOT_RUNNING, "a replayed event has the outcome of a machine");
        expect((results.rows[i] > 0) == (sent == SFSM_TRANSITIONED) || sent == SFSM_NOT_RUNNING, "and a row");
    }
    for (size_t token = 0; token < TOKENS; token++) {
        if (status == SFSM_OK) {
            expect_same_states(machines[token], token, width);
        }
        sfsm_machine_release(machines[token]);
    }
}

void replay_log(void) {
    sfsm_case_column cases[MOST_PREDICATES];
    sfsm_argument_column arguments[COLUMNS];
    sfsm_replay_counts counts = {.size = sizeof counts};
    if (sfsm_table_replay_width(current.table) > WIDTH || sfsm_table_row_count(current.table) + 1 > COUNT(results.row_counts)) {
        return;
    }
    change_weather();
    draw_log();
    fill_new_tokens();
    const uint8_t kind = take_byte();
    const bool asks = kind % 4 != 3, calls = kind / 4 % 2 == 1;
    sfsm_replay replay = {.size = sizeof replay, .states = results.states, .token_count = TOKENS,
                          .events = {events.events, SFSM_I32, 0}, .event_count = events.count, .tokens = {events.tokens, SFSM_I32, 0},
                          .cases = cases, .arguments = arguments, .flags = (kind / 8 % 2 == 1 ? SFSM_LENIENT : 0),
                          .initial = state_id(kind / 16 % current.definition.state_count), .outcomes = results.outcomes,
                          .rows = results.rows, .row_counts = results.row_counts, .first = results.first,
                          .violations = results.violations, .violation_capacity = COUNT(results.violations),
                          .contexts = &current};
    replay.case_column_count = case_columns(cases);
    replay.argument_column_count = argument_columns(arguments);
    replay.guards = asks ? SFSM_ASK_GUARDS : SFSM_ASSUME_GUARDS;
    replay.flags |= calls ? SFSM_CALL_ACTIONS : 0;
    if (!asks) {
        current.weather = UINT32_MAX;
    }
    if (!calls || !asks) {
        current.failing = 0;
    }
    current.budget = 0;
    const sfsm_status status = known(sfsm_table_replay(current.table, &replay, &counts));
    expect(counts.transitioned + counts.refused + counts.unhandled + counts.skipped == counts.events, "results add up");
    expect(counts.violations == counts.refused + counts.unhandled, "violations are what was not permitted");
    const bool begins_done = current.definition.is_chart && (sfsm_table_kind(current.table, replay.initial) & SFSM_FINAL) != 0 &&
                             sfsm_table_parent(current.table, replay.initial) == SFSM_NONE;
    const bool is_of_an_event = status == SFSM_OK || (counts.index >= 0 && counts.index == counts.events);
    if (!current.is_wild && status != SFSM_UNSUPPORTED && status != SFSM_BAD_VALUE && is_of_an_event && !begins_done) {
        send_log(&replay, status, &counts);
    }
}

/* Cancels the replay at once, if it is told so. */
static sfsm_status progress(void *context, int64_t done, int64_t total) {
    const bool *const is_cancelled = context;
    expect(done <= total, "progress is at most the whole");
    return *is_cancelled ? SFSM_CALLBACK_FAILED : SFSM_OK;
}

static sfsm_status one_after_the_other(void *context, sfsm_part part, void *parts, size_t count) {
    (void)context;
    for (size_t i = count; i > 0; i--) {
        part(parts, i - 1);
    }
    return SFSM_OK;
}

void replay_any(void) {
    static uint8_t codes[EVENTS];
    int64_t offsets[TOKENS + 1] = {0}, times[EVENTS], entered[TOKENS], first_times[TOKENS];
    sfsm_id map[4];
    sfsm_case_column cases[MOST_PREDICATES];
    sfsm_argument_column arguments[COLUMNS];
    sfsm_replay_counts counts = {.size = sizeof counts};
    if (sfsm_table_replay_width(current.table) > WIDTH || sfsm_table_row_count(current.table) + 1 > COUNT(results.row_counts)) {
        return;
    }
    draw_log();
    fill_new_tokens();
    for (size_t i = 0; i < EVENTS; i++) {
        codes[i] = (uint8_t)below(5);
        times[i] = (int64_t)i * 10 - below(12);
    }
    for (size_t i = 0; i < TOKENS; i++) {
        offsets[i + 1] = offsets[i] + below(6) - once_in(32) * 3;
        entered[i] = INT64_MIN;
    }
    for (size_t i = 0; i < COUNT(map); i++) {
        map[i] = any_event();
    }
    const uint8_t kind = take_byte(), way = take_byte();
    bool is_cancelled = way / 128 == 1;
    offsets[TOKENS] = way / 16 == 15 ? offsets[TOKENS] : (int64_t)events.count;
    sfsm_replay replay = {.size = sizeof replay, .states = results.states, .token_count = TOKENS,
                          .event_count = events.count, .initial = any_state(), .outcomes = results.outcomes, .rows = results.rows,
                          .row_counts = results.row_counts, .first = results.first, .violations = results.violations,
                          .violation_capacity = below(5), .cases = cases, .arguments = arguments, .times = times,
                          .entered = entered, .first_times = first_times, .contexts = &current, .progress = progress,
                          .progress_context = &is_cancelled};
    replay.events = kind % 2 == 0 ? (sfsm_column){events.events, SFSM_I32, 0} : (sfsm_column){codes, SFSM_U8, 0};
    replay.event_map = kind % 2 == 0 ? NULL : map;
    replay.event_map_count = kind % 2 == 0 ? 0 : below(5);
    replay.offsets = kind / 2 % 2 == 0 ? offsets : NULL;
    replay.tokens = (sfsm_column){kind / 2 % 2 == 0 ? NULL : events.tokens, SFSM_I32, 0};
    replay.flags = way % 8;
    replay.guards = (int32_t)below(3);
    replay.on_violation = (int32_t)below(3);
    replay.case_column_count = once_in(8) ? 0 : case_columns(cases);
    replay.argument_column_count = once_in(8) ? 0 : argument_columns(arguments);
    replay.thread_count = way / 8 % 4;
    const bool calls = replay.guards == SFSM_ASK_GUARDS || (replay.flags & SFSM_CALL_ACTIONS) != 0;
    replay.parallel = calls || way / 32 % 4 != 3 ? one_after_the_other : NULL; /* callbacks are for one thread */
    current.budget = current.is_wild ? 20 : 0;
    if (kind / 64 == 3) {
        refuse_after(below(8));
    }
    known(sfsm_table_replay(once_in(100) ? NULL : current.table, &replay, &counts));
    grant_all();
}
