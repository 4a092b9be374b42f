#include "replay_machines.h"

/* What a hook notes. */
typedef struct taken {
    int32_t row; /* the first one of the event */
    int64_t *counts;
    sfsm_status failure; /* of the event's own step, or of one that followed */
    sfsm_id state;       /* the last one, also of a chart that is done */
} taken;

typedef struct machines {
    const sfsm_table *table;
    const random_log *log;
    run *run;
    sfsm_machine *machines[TOKENS];
    sfsm_id ends[TOKENS]; /* the last state of each */
    bool sees_arguments;
    taken taken;
} machines;

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

/* Whether a table has guards, resolvers or providers: these a replay refuses that asks nobody. */
static bool asks_anything(const sfsm_table *table) {
    const sfsm_replay replay = {.size = sizeof replay, .initial = SFSM_INITIAL, .flags = SFSM_LENIENT};
    return sfsm_table_replay(table, &replay, NULL) == SFSM_UNSUPPORTED;
}

static void make_machines(machines *machines) {
    run *const run = machines->run;
    const bool calls = (run->flags & SFSM_CALL_ACTIONS) != 0, asks = run->guards == SFSM_ASK_GUARDS;
    machines->sees_arguments = calls || (asks && asks_anything(machines->table));
    for (size_t i = 0; i < TOKENS; i++) {
        sfsm_machine **const machine = &machines->machines[i];
        run->contexts[i].asks = asks;
        run->contexts[i].calls = calls;
        *machine = lenient_machine_over(machines->table, SFSM_INITIAL, &run->contexts[i]);
        assert_status(sfsm_machine_on_step(*machine, note_row, &machines->taken, NULL), SFSM_OK);
        machines->ends[i] = SFSM_NONE;
    }
}

/* Whether a machine's chart is done: also if it was made in a final state, of which it knows nothing. */
static bool is_done(const sfsm_machine *machine, sfsm_id *end) {
    const sfsm_table *const table = sfsm_machine_table(machine);
    const sfsm_id state = sfsm_machine_state(machine);
    const bool is_final = sfsm_table_kind(table, state) == SFSM_FINAL && sfsm_table_parent(table, state) == SFSM_NONE;
    *end = is_final ? state : *end;
    return state == SFSM_NONE || is_final;
}

static size_t cases_of(const machines *machines, size_t index, sfsm_case *cases) {
    size_t count = 0;
    for (size_t column = 0; column < machines->run->column_count; column++) {
        const int32_t value = machines->log->cases[column][index];
        if (value != SFSM_NONE) {
            cases[count++] = (sfsm_case){sfsm_table_predicate_at(machines->table, column), value};
        }
    }
    return count;
}

/* The arguments of an event; zeros, and false, if one is a pointer, which no log has. */
static bool arguments_of(const machines *machines, size_t index, sfsm_value *values, size_t count) {
    const random_log *const log = machines->log;
    const sfsm_id event = log->events[index];
    bool has_pointer = false;
    for (size_t i = 0; i < count; i++) {
        const sfsm_value_type type = sfsm_table_argument_type(machines->table, event, i);
        has_pointer = has_pointer || type == SFSM_PTR;
        values[i] = type == SFSM_STR ? (sfsm_value){.type = SFSM_STR, .as.str = log->strings[index]}
                                     : (sfsm_value){.type = SFSM_INTEGER, .as.i64 = log->numbers[index]};
    }
    for (size_t i = 0; has_pointer && i < count; i++) {
        values[i] = (sfsm_value){.type = sfsm_table_argument_type(machines->table, event, i)};
    }
    return !has_pointer;
}

static sfsm_outcome send(const machines *machines, sfsm_machine *machine, size_t index) {
    const sfsm_id event = machines->log->events[index];
    sfsm_case cases[MOST_COLUMNS];
    sfsm_value values[4];
    const size_t case_count = cases_of(machines, index, cases);
    const size_t value_count = sfsm_table_argument_count(machines->table, event);
    if (!arguments_of(machines, index, values, value_count) && machines->sees_arguments) {
        return SFSM_UNSUPPORTED;
    }
    const sfsm_message message = {sizeof message, event, SFSM_NONE, cases, case_count, values, value_count};
    return sfsm_machine_send_message(machine, &message);
}

/* What a replay tells of an event that did not end it; `state` is where its token was. */
static void note_outcome(const machines *machines, size_t index, sfsm_outcome outcome, sfsm_id state) {
    run *const run = machines->run;
    sfsm_replay_counts *const counts = &run->counts;
    const int32_t token = machines->log->tokens[index];
    counts->events++;
    run->outcomes[index] = (uint8_t)(outcome == SFSM_NOT_RUNNING ? SFSM_UNHANDLED : outcome);
    if (outcome == SFSM_TRANSITIONED) {
        counts->transitioned++;
        run->rows[index] = machines->taken.row;
        return;
    }
    run->violations[counts->violations++] =
        (sfsm_violation){(int64_t)index, token, state, machines->log->events[index], outcome, 0};
    counts->refused += outcome == SFSM_REFUSED;
    counts->unhandled += outcome != SFSM_REFUSED;
    if (run->first[token] < 0) {
        run->first[token] = (int64_t)index;
        counts->violated_tokens++;
    }
}

static void run_event(machines *machines, size_t index) {
    run *const run = machines->run;
    const int32_t token = machines->log->tokens[index];
    sfsm_machine *const machine = machines->machines[token];
    if (is_done(machine, &machines->ends[token])) {
        note_outcome(machines, index, SFSM_NOT_RUNNING, machines->ends[token]);
        return;
    }
    const sfsm_id state = sfsm_machine_state(machine);
    machines->taken.row = 0;
    const sfsm_outcome outcome = send(machines, machine, index);
    /* A hook of the table comes before that of the machine, which is not called if it fails. */
    const sfsm_status unseen = sfsm_machine_failure(machine) != 0 ? SFSM_CALLBACK_FAILED : SFSM_OK;
    const sfsm_status failure = machines->taken.failure != SFSM_OK ? machines->taken.failure : unseen;
    if (outcome < 0 || failure < 0) {
        /* A replay cannot go on with what a failure left behind. */
        run->status = outcome < 0 ? outcome : failure;
        run->counts.index = (int64_t)index;
        return;
    }
    machines->ends[token] = machines->taken.state;
    note_outcome(machines, index, outcome, state);
}

/* Notes where a token is, and releases its machine. */
static void end_machine(machines *machines, size_t token) {
    int32_t *const numbers = &machines->run->states[token * sfsm_table_replay_width(machines->table)];
    sfsm_id leaves[MOST_WIDTH];
    size_t count = 0;
    assert_status(sfsm_machine_states(machines->machines[token], leaves, COUNT(leaves), &count), SFSM_OK);
    for (size_t leaf = 0; leaf < count; leaf++) {
        numbers[leaf] = leaves[leaf];
    }
    if (count == 0) {
        numbers[0] = machines->ends[token];
    }
    sfsm_machine_release(machines->machines[token]);
}

void run_machines(const sfsm_table *table, const random_log *log, run *run) {
    machines machines = {.table = table, .log = log, .run = run};
    machines.taken = (taken){.counts = run->row_counts, .failure = SFSM_OK, .state = SFSM_NONE};
    make_machines(&machines);
    run->counts.index = -1;
    for (size_t i = 0; i < EVENTS && run->status == SFSM_OK; i++) {
        run_event(&machines, i);
    }
    for (size_t i = 0; i < TOKENS; i++) {
        end_machine(&machines, i);
    }
}
