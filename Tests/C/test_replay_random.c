/* Random definitions and logs: what a replay says of each token is what machines say that are sent the same events, with all
 * ways to ask guards and to call actions, in both layouts, in parts, and on several threads. */
#include "random_documents.h"
#include "written.h"

#include <stdio.h>

enum { TOKENS = 9, EVENTS = 120, MOST_WIDTH = 64, MOST_ROWS = 200 };

/* The context of a token. Answers depend on it, the event and the state alone, so that others may ask in another order. */
typedef struct token {
    uint32_t seed;
    bool asks, calls; /* what a machine's callbacks do that a replay would not call */
    bool is_called_in_error;
    uint32_t trace; /* a sum of all actions so far, in order */
} token;

typedef struct definition {
    sfsm_table *table;
    size_t state_count;
} definition;

static uint32_t mixed(const sfsm_step *step, const token *token, const char *name) {
    uint32_t sum = token->seed;
    for (const char *next = name; *next != '\0'; next++) {
        sum = sum * 31 + (uint8_t)*next;
    }
    sum = (sum * 31 + (uint32_t)step->event) * 31 + (uint32_t)step->source;
    for (size_t i = 0; i < step->argument_count; i++) {
        const sfsm_value *const value = &step->arguments[i];
        sum = sum * 31 + (value->type == SFSM_I32 ? (uint32_t)value->as.i32 : value->as.str != NULL ? (uint8_t)*value->as.str : 0);
    }
    return draw_below(&sum, 1000);
}

static int32_t guard(const sfsm_step *step, void *context) {
    token *const token = context;
    return token->asks ? mixed(step, token, "guard") % 4 != 0 : 1;
}

static int32_t action(const sfsm_step *step, void *context) {
    token *const token = context;
    if (token->calls) {
        token->trace = token->trace * 31 + (uint32_t)step->event + 7 * (uint32_t)step->target;
    }
    return token->calls && mixed(step, token, "action") % 200 == 0 ? -5 : 0;
}

/* Of a state: the lowest ids are those of states. */
static int32_t resolver(const sfsm_step *step, void *context) {
    const uint32_t drawn = mixed(step, context, "resolver");
    return drawn % 5 == 0 ? SFSM_NONE : (int32_t)(drawn % 3);
}

static int32_t provider(const sfsm_step *step, void *context) {
    return (int32_t)(mixed(step, context, "provider") % 3);
}

static int32_t updater(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return SFSM_NONE;
}

static sfsm_status find(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback) {
    (void)context;
    switch (wanted->role) {
    case SFSM_GUARD: out_callback->function = guard; break;
    case SFSM_RESOLVER: out_callback->function = resolver; break;
    case SFSM_PROVIDER: out_callback->function = provider; break;
    case SFSM_UPDATE: out_callback->function = updater; break;
    default: out_callback->function = action; break;
    }
    return SFSM_OK;
}

static sfsm_table *random_table(uint32_t seed) {
    static char text[RANDOM_DOCUMENT_LIMIT];
    const size_t length = random_document(seed, text);
    const sfsm_reading reading = {.size = sizeof reading, .finder = find};
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_table *table = NULL;
    if (sfsm_builder_read(builder, text, length, &reading, NULL) == SFSM_OK) {
        sfsm_builder_build(builder, &table, NULL);
    }
    sfsm_builder_release(builder);
    return table;
}

/* A log: whose each event is, what it is, and the cases and arguments that are sent with it. */
typedef struct log {
    int32_t tokens[EVENTS], events[EVENTS], cases[2][EVENTS];
    int64_t numbers[EVENTS];
    const char *strings[EVENTS];
} log;

static void draw_log(log *log, const sfsm_table *table, uint32_t *seed) {
    for (size_t i = 0; i < EVENTS; i++) {
        log->tokens[i] = (int32_t)draw_below(seed, TOKENS);
        log->events[i] = sfsm_table_event_at(table, draw_below(seed, (uint32_t)sfsm_table_event_count(table)));
        for (int column = 0; column < 2; column++) {
            log->cases[column][i] = (int32_t)draw_below(seed, 4) - 1;
            if (log->cases[column][i] < 0) {
                log->cases[column][i] = SFSM_NONE;
            }
        }
        log->numbers[i] = draw_below(seed, 3);
        log->strings[i] = draw_below(seed, 2) == 0 ? "yes" : "no";
    }
}

/* What is to be replayed, and what came of it. */
typedef struct run {
    int32_t guards;
    uint32_t flags;
    size_t column_count;
    token contexts[TOKENS];
    int32_t states[TOKENS * MOST_WIDTH];
    uint8_t outcomes[EVENTS];
    int32_t rows[EVENTS];
    int64_t row_counts[MOST_ROWS], first[TOKENS];
    sfsm_violation violations[EVENTS];
    sfsm_replay_counts counts;
    sfsm_status status;
} run;

/* What a hook notes. */
typedef struct taken {
    int32_t row;
    int64_t *counts;
    sfsm_status failure; /* of the event's own step, or of one that followed */
    sfsm_id state;       /* the last one, also of a chart that is done */
} taken;

static int32_t note_row(const sfsm_step *step, void *context) {
    taken *const taken = context;
    const int32_t row = (int32_t)sfsm_step_row(step);
    if (step->outcome < 0) {
        taken->failure = step->outcome;
    }
    if (sfsm_machine_state(step->machine) != SFSM_NONE) {
        taken->state = sfsm_machine_state(step->machine);
    }
    if (step->outcome == SFSM_TRANSITIONED && row > 0) {
        taken->row = taken->row == 0 ? row : taken->row;
        taken->counts[row]++;
    }
    return 0;
}

/* The arguments of an event, or false if it declares a pointer. */
static bool arguments_of(const sfsm_table *table, const log *log, size_t index, sfsm_value *values, size_t *count) {
    *count = sfsm_table_argument_count(table, log->events[index]);
    for (size_t i = 0; i < *count; i++) {
        switch (sfsm_table_argument_type(table, log->events[index], i)) {
        case SFSM_STR: values[i] = (sfsm_value){.type = SFSM_STR, .as.str = log->strings[index]}; break;
        case SFSM_PTR: return false;
        default: values[i] = (sfsm_value){.type = SFSM_INTEGER, .as.i64 = log->numbers[index]}; break;
        }
    }
    return true;
}

/* Whether a table has guards, resolvers or providers: these a replay refuses that asks nobody. */
static bool asks_anything(const sfsm_table *table) {
    const sfsm_replay replay = {.size = sizeof replay, .initial = SFSM_INITIAL, .flags = SFSM_LENIENT};
    return sfsm_table_replay(table, &replay, NULL) == SFSM_UNSUPPORTED;
}

/* Whether a machine's chart is done: also if it was made in a final state, of which it knows nothing. */
static bool is_done(const sfsm_machine *machine, sfsm_id *end) {
    const sfsm_table *const table = sfsm_machine_table(machine);
    const sfsm_id state = sfsm_machine_state(machine);
    const bool is_final = sfsm_table_kind(table, state) == SFSM_FINAL && sfsm_table_parent(table, state) == SFSM_NONE;
    *end = is_final ? state : *end;
    return state == SFSM_NONE || is_final;
}

/* The same by a machine for each token. */
static void run_machines(const sfsm_table *table, const log *log, run *run) {
    sfsm_machine *machines[TOKENS];
    taken taken = {0, run->row_counts, SFSM_OK, SFSM_NONE};
    sfsm_id ends[TOKENS];
    const bool calls = (run->flags & SFSM_CALL_ACTIONS) != 0, asks = run->guards == SFSM_ASK_GUARDS;
    const bool sees_arguments = calls || (asks && asks_anything(table));
    for (size_t i = 0; i < TOKENS; i++) {
        run->contexts[i] = (token){.seed = (uint32_t)i * 977, .asks = asks, .calls = calls};
        const sfsm_machine_options options = {
            .size = sizeof options, .initial = SFSM_INITIAL, .flags = SFSM_LENIENT, .context = &run->contexts[i]};
        assert_status(sfsm_machine_create_with(table, &options, &machines[i]), SFSM_OK);
        assert_status(sfsm_machine_on_step(machines[i], note_row, &taken, NULL), SFSM_OK);
        run->first[i] = -1;
    }
    run->counts.index = -1;
    for (size_t i = 0; i < EVENTS && run->status == SFSM_OK; i++) {
        const int32_t token = log->tokens[i];
        sfsm_machine *const machine = machines[token];
        sfsm_case cases[2];
        size_t case_count = 0, value_count = 0;
        for (size_t column = 0; column < run->column_count; column++) {
            if (log->cases[column][i] != SFSM_NONE) {
                cases[case_count++] = (sfsm_case){sfsm_table_predicate_at(table, column), log->cases[column][i]};
            }
        }
        sfsm_value values[4];
        const bool is_sendable = arguments_of(table, log, i, values, &value_count);
        taken.row = 0;
        sfsm_outcome outcome = SFSM_UNHANDLED;
        const bool is_stopped = is_done(machine, &ends[token]);
        if (!is_stopped && !is_sendable && sees_arguments) {
            outcome = SFSM_UNSUPPORTED;
        } else if (!is_stopped) {
            if (!is_sendable) {
                values[0] = (sfsm_value){.type = SFSM_PTR};
                values[1] = (sfsm_value){.type = SFSM_F64};
            }
            const sfsm_message message = {sizeof message, log->events[i], SFSM_NONE, cases, case_count, values, value_count};
            const sfsm_id state = sfsm_machine_state(machine);
            outcome = sfsm_machine_send_message(machine, &message);
            run->violations[run->counts.violations].state = state;
        } else {
            run->violations[run->counts.violations].state = ends[token];
        }
        /* A hook of the table comes before that of the machine, which is not called if it fails. */
        if (taken.failure == SFSM_OK && sfsm_machine_failure(machine) != 0) {
            taken.failure = SFSM_CALLBACK_FAILED;
        }
        if (outcome < 0 || taken.failure < 0) {
            /* A replay cannot go on with what a failure left behind. */
            run->status = outcome < 0 ? outcome : taken.failure;
            run->counts.index = (int64_t)i;
            break;
        }
        run->counts.events++;
        if (!is_stopped) {
            ends[token] = taken.state;
        }
        run->outcomes[i] = (uint8_t)outcome;
        if (outcome == SFSM_TRANSITIONED) {
            run->counts.transitioned++;
            run->rows[i] = taken.row;
        } else {
            sfsm_violation *const violation = &run->violations[run->counts.violations++];
            *violation = (sfsm_violation){(int64_t)i, token, violation->state, log->events[i],
                                          is_stopped ? SFSM_NOT_RUNNING : outcome, 0};
            if (outcome == SFSM_REFUSED) {
                run->counts.refused++;
            } else {
                run->counts.unhandled++;
            }
            if (run->first[token] < 0) {
                run->first[token] = (int64_t)i;
                run->counts.violated_tokens++;
            }
        }
    }
    const size_t width = sfsm_table_replay_width(table);
    for (size_t i = 0; i < TOKENS; i++) {
        int32_t *const numbers = &run->states[i * width];
        sfsm_id leaves[MOST_WIDTH];
        size_t count = 0;
        assert_status(sfsm_machine_states(machines[i], leaves, COUNT(leaves), &count), SFSM_OK);
        for (size_t leaf = 0; leaf < count; leaf++) {
            numbers[leaf] = leaves[leaf];
        }
        if (count == 0) {
            numbers[0] = ends[i];
        }
        sfsm_machine_release(machines[i]);
    }
}

typedef struct columns {
    sfsm_case_column cases[2];
    sfsm_argument_column arguments[40];
} columns;

static sfsm_replay replay_of(const sfsm_table *table, const log *log, run *run, size_t first, size_t count, columns *columns) {
    sfsm_case_column *const cases = columns->cases;
    sfsm_argument_column *const arguments = columns->arguments;
    size_t argument_count = 0;
    for (size_t column = 0; column < run->column_count; column++) {
        cases[column] = (sfsm_case_column){sfsm_table_predicate_at(table, column), 0, {log->cases[column] + first, 0, 0}};
    }
    for (size_t i = 0; i < sfsm_table_event_count(table); i++) {
        const sfsm_id event = sfsm_table_event_at(table, i);
        for (uint32_t number = 0; number < sfsm_table_argument_count(table, event); number++) {
            const bool is_string = sfsm_table_argument_type(table, event, number) == SFSM_STR;
            const sfsm_column column = {is_string ? (const void *)(log->strings + first) : log->numbers + first,
                                        is_string ? SFSM_STR : SFSM_I64, 0};
            arguments[argument_count++] = (sfsm_argument_column){event, number, column};
        }
    }
    return (sfsm_replay){
        .size = sizeof(sfsm_replay),
        .states = run->states,
        .token_count = TOKENS,
        .events = {log->events + first, SFSM_I32, 0},
        .event_count = count,
        .tokens = {log->tokens + first, 0, 0},
        .cases = cases,
        .case_column_count = run->column_count,
        .arguments = arguments,
        .argument_column_count = argument_count,
        .initial = SFSM_INITIAL,
        .flags = run->flags | SFSM_LENIENT,
        .guards = run->guards,
        .contexts = run->contexts,
        .context_stride = sizeof(token),
        .first_index = (int64_t)first,
        .outcomes = run->outcomes + first,
        .rows = run->rows + first,
        .row_counts = run->row_counts,
        .first = run->first,
        .violations = run->violations + run->counts.violations,
        .violation_capacity = EVENTS,
    };
}

static void replay(const sfsm_table *table, const log *log, run *run, size_t first, size_t count) {
    columns columns;
    const sfsm_replay replay = replay_of(table, log, run, first, count, &columns);
    sfsm_replay_counts counts = {.size = sizeof counts};
    run->status = sfsm_table_replay(table, &replay, &counts);
    run->counts.events += counts.events;
    run->counts.transitioned += counts.transitioned;
    run->counts.refused += counts.refused;
    run->counts.unhandled += counts.unhandled;
    run->counts.violations += counts.violations;
    run->counts.violated_tokens += counts.violated_tokens;
    run->counts.index = counts.index < 0 ? -1 : counts.index + (int64_t)first;
}

static void begin_replay(run *run, const struct run *expected) {
    *run = (struct run){.guards = expected->guards, .flags = expected->flags, .column_count = expected->column_count};
    for (size_t i = 0; i < TOKENS; i++) {
        run->contexts[i] = (token){.seed = (uint32_t)i * 977, .asks = true, .calls = true};
        run->first[i] = -1;
    }
    for (size_t i = 0; i < COUNT(run->states); i++) {
        run->states[i] = SFSM_NONE;
    }
}

static size_t compared, with_errors, charts, refused;

static void compare(const sfsm_table *table, const run *one, const run *other) {
    assert_status(other->status, one->status);
    assert_int_equal(other->counts.index, one->counts.index);
    assert_int_equal(other->counts.events, one->counts.events);
    assert_int_equal(other->counts.transitioned, one->counts.transitioned);
    assert_int_equal(other->counts.refused, one->counts.refused);
    assert_int_equal(other->counts.unhandled, one->counts.unhandled);
    assert_int_equal(other->counts.violations, one->counts.violations);
    assert_int_equal(other->counts.violated_tokens, one->counts.violated_tokens);
    const size_t width = sfsm_table_replay_width(table), done = (size_t)one->counts.events;
    assert_memory_equal(other->outcomes, one->outcomes, done);
    assert_memory_equal(other->rows, one->rows, done * sizeof one->rows[0]);
    assert_memory_equal(other->first, one->first, sizeof one->first);
    assert_memory_equal(other->violations, one->violations, (size_t)one->counts.violations * sizeof one->violations[0]);
    for (size_t i = 0; i < TOKENS; i++) {
        assert_int_equal(other->contexts[i].trace, one->contexts[i].trace);
    }
    if (one->status != SFSM_OK) {
        with_errors++;
        return;
    }
    assert_memory_equal(other->row_counts, one->row_counts, sizeof one->row_counts);
    for (size_t i = 0; i < TOKENS; i++) {
        const int32_t *const numbers = &one->states[i * width], *const same = &other->states[i * width];
        if (same[0] == SFSM_NONE) {
            continue; /* no event yet */
        }
        for (size_t leaf = 0; leaf < width && numbers[leaf] != SFSM_NONE; leaf++) {
            assert_int_equal(same[leaf], numbers[leaf]);
        }
    }
    compared++;
}

/* The events of each token together, in their order: what was number i is number order[i]. */
static void sort_log(const log *log, struct log *sorted, size_t order[static EVENTS], int64_t offsets[static TOKENS + 1]) {
    size_t next = 0;
    for (int32_t token = 0; token < TOKENS; token++) {
        offsets[token] = (int64_t)next;
        for (size_t i = 0; i < EVENTS; i++) {
            if (log->tokens[i] == token) {
                order[i] = next;
                sorted->events[next] = log->events[i];
                sorted->numbers[next] = log->numbers[i];
                sorted->strings[next] = log->strings[i];
                sorted->cases[0][next] = log->cases[0][i];
                sorted->cases[1][next] = log->cases[1][i];
                next++;
            }
        }
    }
    offsets[TOKENS] = EVENTS;
}

/* The same events as lists, on several threads, as codes: every token ends where it did. */
static void check_lists(const sfsm_table *table, const log *log, const run *expected, uint32_t seed) {
    static struct log sorted;
    static struct run run;
    size_t order[EVENTS];
    int64_t offsets[TOKENS + 1];
    sort_log(log, &sorted, order, offsets);
    begin_replay(&run, expected);
    columns columns;
    sfsm_replay replay = replay_of(table, &sorted, &run, 0, EVENTS, &columns);
    uint8_t codes[EVENTS];
    sfsm_id map[256];
    const size_t event_count = sfsm_table_event_count(table);
    for (size_t code = 0; code < event_count; code++) {
        map[code] = sfsm_table_event_at(table, event_count - 1 - code);
        for (size_t i = 0; i < EVENTS; i++) {
            if (sorted.events[i] == map[code]) {
                codes[i] = (uint8_t)code;
            }
        }
    }
    replay.tokens.values = NULL;
    replay.offsets = offsets;
    replay.events = (sfsm_column){codes, SFSM_U8, 0};
    replay.event_map = map;
    replay.event_map_count = event_count;
    replay.thread_count = 1 + draw_below(&seed, 4);
    sfsm_replay_counts counts = {.size = sizeof counts};
    assert_status(sfsm_table_replay(table, &replay, &counts), SFSM_OK);
    assert_int_equal(counts.transitioned, expected->counts.transitioned);
    assert_int_equal(counts.refused, expected->counts.refused);
    assert_int_equal(counts.unhandled, expected->counts.unhandled);
    assert_int_equal(counts.violated_tokens, expected->counts.violated_tokens);
    assert_memory_equal(run.row_counts, expected->row_counts, sizeof run.row_counts);
    for (size_t i = 0; i < EVENTS; i++) {
        assert_int_equal(run.outcomes[order[i]], expected->outcomes[i]);
        assert_int_equal(run.rows[order[i]], expected->rows[i]);
    }
    for (size_t i = 0; i < TOKENS; i++) {
        const int64_t first = expected->first[i];
        assert_int_equal(run.first[i], first < 0 ? -1 : (int64_t)order[first]);
        assert_int_equal(run.contexts[i].trace, expected->contexts[i].trace);
    }
    for (int64_t i = 1; i < counts.violations; i++) {
        assert_true(run.violations[i].index > run.violations[i - 1].index);
    }
}

/* The same without a place for what came of each event: other ways lead there. */
static void check_plainly(const sfsm_table *table, const log *log, const run *expected) {
    static struct run run;
    columns columns;
    begin_replay(&run, expected);
    sfsm_replay replay = replay_of(table, log, &run, 0, EVENTS, &columns);
    replay.outcomes = NULL;
    replay.rows = NULL;
    replay.row_counts = NULL;
    sfsm_replay_counts counts = {.size = sizeof counts};
    assert_status(sfsm_table_replay(table, &replay, &counts), expected->status);
    run.status = expected->status;
    run.counts = counts;
    run.counts.size = 0;
    memcpy(run.outcomes, expected->outcomes, sizeof run.outcomes);
    memcpy(run.rows, expected->rows, sizeof run.rows);
    memcpy(run.row_counts, expected->row_counts, sizeof run.row_counts);
    compare(table, expected, &run);
}

static void check_definition(uint32_t seed) {
    sfsm_table *const table = random_table(seed);
    if (table == NULL || sfsm_table_row_count(table) >= MOST_ROWS || sfsm_table_event_count(table) == 0) {
        sfsm_table_release(table);
        return;
    }
    static log log;
    static run expected, run;
    draw_log(&log, table, &seed);
    memset(&expected, 0, sizeof expected);
    expected.guards = 1 + (int32_t)draw_below(&seed, 2);
    expected.flags = draw_below(&seed, 2) == 0 ? SFSM_CALL_ACTIONS : 0;
    if (expected.guards == SFSM_ASSUME_GUARDS) {
        /* A provider would be asked by machines. */
        for (size_t i = 0; i < EVENTS; i++) {
            log.cases[0][i] = log.cases[0][i] == SFSM_NONE ? 0 : log.cases[0][i];
        }
    }
    expected.column_count = draw_below(&seed, 2) == 0 ? sfsm_table_predicate_count(table) : 0;
    assert_in_range(sfsm_table_replay_width(table), 1, MOST_WIDTH);
    begin_replay(&run, &expected);
    replay(table, &log, &run, 0, EVENTS);
    if (run.status == SFSM_UNSUPPORTED && run.counts.events == 0 && run.counts.index != 0) {
        /* A dynamic target or a provider that must not be asked. */
        assert_int_equal(expected.guards, SFSM_ASSUME_GUARDS);
        refused++;
        sfsm_table_release(table);
        return;
    }
    for (size_t i = 0; i < COUNT(expected.states); i++) {
        expected.states[i] = SFSM_NONE;
    }
    run_machines(table, &log, &expected);
    compare(table, &expected, &run);
    charts += sfsm_table_replay_width(table) > 1;
    check_plainly(table, &log, &expected);
    /* In two parts, with the states of the first in the second. */
    begin_replay(&run, &expected);
    const size_t cut = draw_below(&seed, EVENTS);
    replay(table, &log, &run, 0, cut);
    if (run.status == SFSM_OK) {
        replay(table, &log, &run, cut, EVENTS - cut);
    }
    compare(table, &expected, &run);
    if (expected.status == SFSM_OK) {
        check_lists(table, &log, &expected, seed);
    }
    sfsm_table_release(table);
}

static void replays_are_what_machines_do(void **state) {
    (void)state;
    const seeds seeds = random_seeds(700000, 6000, 100);
    compared = with_errors = charts = refused = 0;
    for (uint32_t round = 0; round < seeds.count; round++) {
        check_definition(begin_round(seeds, round));
    }
    if (seeds.are_many) {
        print_message("%zu compared, %zu with an error, %zu charts, %zu refused\n", compared, with_errors, charts, refused);
        assert_true(compared > seeds.count / 4);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(replays_are_what_machines_do, tell_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
