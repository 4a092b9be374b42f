#include "random_replays.h"

#include "random_documents.h"

/* ------------------------------------------------------------------------------------------------------------------
 * Definitions
 * --------------------------------------------------------------------------------------------------------------- */

static uint32_t mixed(const sfsm_step *step, const token *token, const char *name) {
    uint32_t sum = token->seed;
    for (const char *next = name; *next != '\0'; next++) {
        sum = sum * 31 + (uint8_t)*next;
    }
    sum = (sum * 31 + (uint32_t)step->event) * 31 + (uint32_t)step->source;
    for (size_t i = 0; i < step->argument_count; i++) {
        const sfsm_value *const value = &step->arguments[i];
        const uint32_t letter = value->type != SFSM_I32 && value->as.str != NULL ? (uint8_t)*value->as.str : 0;
        sum = sum * 31 + (value->type == SFSM_I32 ? (uint32_t)value->as.i32 : letter);
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

sfsm_table *random_replay_table(uint32_t seed) {
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

/* ------------------------------------------------------------------------------------------------------------------
 * Logs
 * --------------------------------------------------------------------------------------------------------------- */

void draw_log(random_log *log, const sfsm_table *table, uint32_t *seed) {
    for (size_t i = 0; i < EVENTS; i++) {
        log->tokens[i] = (int32_t)draw_below(seed, TOKENS);
        log->events[i] = sfsm_table_event_at(table, draw_below(seed, (uint32_t)sfsm_table_event_count(table)));
        for (int column = 0; column < MOST_COLUMNS; column++) {
            const int32_t drawn = (int32_t)draw_below(seed, 4) - 1;
            log->cases[column][i] = drawn < 0 ? SFSM_NONE : drawn;
        }
        log->numbers[i] = draw_below(seed, 3);
        log->strings[i] = draw_below(seed, 2) == 0 ? "yes" : "no";
    }
}

/* ------------------------------------------------------------------------------------------------------------------
 * Replays
 * --------------------------------------------------------------------------------------------------------------- */

void begin_run(run *run, const struct run *model) {
    *run = (struct run){.guards = model->guards, .flags = model->flags, .column_count = model->column_count};
    for (size_t i = 0; i < TOKENS; i++) {
        run->contexts[i] = (token){.seed = (uint32_t)i * 977, .asks = true, .calls = true};
        run->first[i] = -1;
    }
    for (size_t i = 0; i < COUNT(run->states); i++) {
        run->states[i] = SFSM_NONE;
    }
}

/* A column for each argument of all events; returns their number. */
static size_t argument_columns(const sfsm_table *table, const random_log *log, size_t first,
                               sfsm_argument_column *columns) {
    size_t count = 0;
    for (size_t i = 0; i < sfsm_table_event_count(table); i++) {
        const sfsm_id event = sfsm_table_event_at(table, i);
        for (uint32_t number = 0; number < sfsm_table_argument_count(table, event); number++) {
            const bool is_string = sfsm_table_argument_type(table, event, number) == SFSM_STR;
            const sfsm_column column = {is_string ? (const void *)(log->strings + first) : log->numbers + first,
                                        is_string ? SFSM_STR : SFSM_I64, 0};
            columns[count++] = (sfsm_argument_column){event, number, column};
        }
    }
    return count;
}

sfsm_replay replay_of(const sfsm_table *table, const random_log *log, run *run, size_t first, size_t count,
                      columns *columns) {
    for (size_t i = 0; i < run->column_count; i++) {
        columns->cases[i] = (sfsm_case_column){sfsm_table_predicate_at(table, i), 0, {log->cases[i] + first, 0, 0}};
    }
    return (sfsm_replay){
        .size = sizeof(sfsm_replay),
        .states = run->states,
        .token_count = TOKENS,
        .events = {log->events + first, SFSM_I32, 0},
        .event_count = count,
        .tokens = {log->tokens + first, 0, 0},
        .cases = columns->cases,
        .case_column_count = run->column_count,
        .arguments = columns->arguments,
        .argument_column_count = argument_columns(table, log, first, columns->arguments),
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

void replay_events(const sfsm_table *table, const random_log *log, run *run, size_t first, size_t count) {
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

static void assert_same_counts(const sfsm_replay_counts *one, const sfsm_replay_counts *other) {
    assert_int_equal(other->index, one->index);
    assert_int_equal(other->events, one->events);
    assert_int_equal(other->transitioned, one->transitioned);
    assert_int_equal(other->refused, one->refused);
    assert_int_equal(other->unhandled, one->unhandled);
    assert_int_equal(other->violations, one->violations);
    assert_int_equal(other->violated_tokens, one->violated_tokens);
}

void assert_same_run(const sfsm_table *table, const run *one, const run *other) {
    const size_t width = sfsm_table_replay_width(table), done = (size_t)one->counts.events;
    assert_status(other->status, one->status);
    assert_same_counts(&one->counts, &other->counts);
    assert_memory_equal(other->outcomes, one->outcomes, done);
    assert_memory_equal(other->rows, one->rows, done * sizeof one->rows[0]);
    assert_memory_equal(other->first, one->first, sizeof one->first);
    assert_memory_equal(other->violations, one->violations, (size_t)one->counts.violations * sizeof one->violations[0]);
    for (size_t i = 0; i < TOKENS; i++) {
        assert_int_equal(other->contexts[i].trace, one->contexts[i].trace);
    }
    if (one->status != SFSM_OK) {
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
}
