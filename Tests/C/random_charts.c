#include "random_charts.h"

enum { MOST_STATES = 14, PREDICATES = 3, CASES = 3 };

/* What a state is while the chart is drawn. */
typedef struct drawn {
    uint32_t flags;
    int32_t parent;
    size_t child_count; /* without histories */
    int32_t child;      /* the first of them */
} drawn;

static life *life_of(const sfsm_step *step) {
    return step->context;
}

/* A message of any event, with what that carries in `values`. */
static sfsm_message random_message(uint32_t *seed, sfsm_value values[static 3]) {
    static const char *const texts[] = {"", "EUR", "a \"quoted\" \\ text\n", "ünïcode", "\xff\x80 no UTF-8"};
    const sfsm_id event = (sfsm_id)draw_below(seed, RANDOM_EVENTS + 1);
    sfsm_message message = SFSM_MESSAGE(event);
    if (event == PAY) {
        const uint32_t number = draw_below(seed, 1 << 30);
        const uint32_t text = draw_below(seed, sizeof texts / sizeof texts[0] + 1);
        values[0] = (sfsm_value){.type = SFSM_I64, .as.i64 = (int64_t)number * number * (number % 2 == 0 ? 1 : -1)};
        values[1] = (sfsm_value){.type = SFSM_STR, .as.str = text < 5 ? texts[text] : NULL};
        values[2] = (sfsm_value){.type = SFSM_F64, .as.f64 = number / 3.0};
        message.arguments = values;
        message.argument_count = 3;
    }
    return message;
}

/* Sends, raises, sends later, cancels or drops what waits, if that is what is drawn. */
static void act(const sfsm_step *step) {
    life *const life = life_of(step);
    const int32_t event = (int32_t)draw_below(&life->seed, RANDOM_EVENTS);
    if (life->left == 0) {
        return;
    }
    life->left--;
    switch (draw_below(&life->seed, 12)) {
    case 0: {
        const sfsm_case given = {(int32_t)draw_below(&life->seed, PREDICATES), (int32_t)draw_below(&life->seed, CASES)};
        sfsm_value values[3];
        sfsm_message message = random_message(&life->seed, values);
        message.cases = &given;
        message.case_count = 1;
        sfsm_machine_send_message(step->machine, &message);
        break;
    }
    case 1: sfsm_machine_raise(step->machine, event); break;
    case 2: {
        uint64_t timer = 0;
        sfsm_machine_send_later(step->machine, event, draw_below(&life->seed, 10), &timer);
        life->timers[life->timer_count++ % RANDOM_TIMERS] = timer;
        break;
    }
    case 3: sfsm_machine_cancel(step->machine, life->timers[draw_below(&life->seed, RANDOM_TIMERS)]); break;
    case 4:
        if (draw_below(&life->seed, 4) == 0) {
            sfsm_machine_discard_pending(step->machine);
        }
        break;
    default: break;
    }
}

static void note_call(const sfsm_step *step, void *number) {
    life *const life = life_of(step);
    uint32_t sum = life->trace * 31 + (uint32_t)(uintptr_t)number;
    sum = sum * 31 + (uint32_t)step->event;
    sum = sum * 31 + (uint32_t)step->source;
    sum = sum * 31 + (uint32_t)step->target;
    sum = sum * 31 + (uint32_t)sfsm_step_state(step);
    for (int32_t predicate = 0; predicate < PREDICATES; predicate++) {
        sum = sum * 31 + (uint32_t)sfsm_step_case(step, predicate);
    }
    if (step->argument_count > 0) {
        const char *const text = step->arguments[1].as.str;
        sum = sum * 31 + (uint32_t)step->arguments[0].as.i64;
        sum = sum * 31 + (text == NULL ? 7 : (uint32_t)strlen(text));
        sum = sum * 31 + (uint32_t)(int64_t)(step->arguments[2].as.f64 * 1000);
    }
    life->trace = sum;
}

static int32_t called(const sfsm_step *step, void *number) {
    note_call(step, number);
    act(step);
    return draw_below(&life_of(step)->seed, 16) == 0 ? SFSM_FAILED : 0;
}

static int32_t asked(const sfsm_step *step, void *number) {
    note_call(step, number);
    return draw_below(&life_of(step)->seed, 3) != 0;
}

static void *number_of(size_t number) {
    return (void *)(uintptr_t)number; /* only a number */
}

static size_t draw_states(uint32_t *seed, drawn states[static MOST_STATES]) {
    const size_t count = 2 + draw_below(seed, MOST_STATES - 1);
    const bool is_flat = draw_below(seed, 6) == 0;
    for (size_t i = 0; i < count; i++) {
        states[i] = (drawn){0, SFSM_NONE, 0, SFSM_NONE};
        if (is_flat) {
            continue;
        }
        const size_t other = draw_below(seed, (uint32_t)count);
        if (other < i && (states[other].flags & ~(uint32_t)SFSM_PARALLEL) == 0) {
            states[i].parent = (int32_t)other;
        }
        const uint32_t kind = draw_below(seed, 10);
        if (kind < 3) {
            states[i].flags = SFSM_PARALLEL;
        } else if (kind == 3 && (states[i].parent != SFSM_NONE || (i > 0 && draw_below(seed, 3) == 0))) {
            states[i].flags = SFSM_FINAL; /* seldom of the chart itself */
        } else if (kind == 4 && states[i].parent != SFSM_NONE && states[states[i].parent].child_count > 0) {
            states[i].flags = draw_below(seed, 2) == 0 ? SFSM_SHALLOW_HISTORY : SFSM_DEEP_HISTORY;
            continue;
        }
        if (states[i].parent != SFSM_NONE && states[states[i].parent].child_count++ == 0) {
            states[states[i].parent].child = (int32_t)i;
        }
    }
    return count;
}

static void add_state(sfsm_builder *builder, uint32_t *seed, const drawn *states, int32_t number) {
    const drawn *const state = &states[number];
    const bool is_history = (state->flags & (SFSM_SHALLOW_HISTORY | SFSM_DEEP_HISTORY)) != 0;
    size_t block = 0;
    sfsm_builder_add_state(builder, number, state->flags, &block);
    if (state->parent != SFSM_NONE) {
        sfsm_builder_nest(builder, block, state->parent);
    }
    if (is_history) {
        return;
    }
    void *const called_as = number_of(100 + (size_t)number);
    sfsm_builder_on_entry(builder, block, called, called_as, NULL);
    if (draw_below(seed, 2) == 0) {
        sfsm_builder_on_exit(builder, block, called, called_as, NULL);
        sfsm_builder_on_cycle(builder, block, called, called_as, NULL);
    }
    if (state->child_count > 0 && (state->flags & SFSM_PARALLEL) == 0) {
        sfsm_builder_set_default(builder, block, state->child);
        sfsm_builder_on_default(builder, block, called, called_as, NULL);
    }
    if (state->child_count > 0) {
        sfsm_builder_on_done(builder, block, (int32_t)draw_below(seed, RANDOM_EVENTS));
    } else if (state->flags == 0 && draw_below(seed, 4) == 0) {
        sfsm_builder_add_timeout(builder, block, draw_below(seed, 10), (int32_t)draw_below(seed, RANDOM_EVENTS));
    }
}

static void add_row(sfsm_builder *builder, uint32_t *seed, const drawn *states, uint32_t count, bool is_chart,
                    uint32_t predicates) {
    int32_t source = (int32_t)draw_below(seed, count);
    if ((states[source].flags & ~(uint32_t)SFSM_PARALLEL) != 0) {
        source = SFSM_ANY;
    }
    const bool is_eventless = is_chart && draw_below(seed, 12) == 0;
    int32_t target = (int32_t)draw_below(seed, count);
    switch (draw_below(seed, 10)) {
    case 0: target = SFSM_SAME; break;
    case 1: target = SFSM_INTERNAL; break;
    case 2: target = is_chart && !is_eventless ? SFSM_DEFER : target; break;
    default: break;
    }
    const int32_t event = is_eventless ? SFSM_EVENTLESS : (int32_t)draw_below(seed, RANDOM_EVENTS + 1);
    size_t row = 0;
    sfsm_builder_add_row(builder, source, event, target, &row);
    if (target != SFSM_DEFER) {
        sfsm_builder_add_action(builder, row, called, number_of(row), NULL);
    }
    if (is_eventless || draw_below(seed, 3) == 0) {
        sfsm_builder_add_guard(builder, row, asked, number_of(row), NULL);
    }
    if (is_chart && target != SFSM_DEFER && draw_below(seed, 6) == 0) {
        sfsm_builder_add_raise(builder, row, (int32_t)draw_below(seed, RANDOM_EVENTS));
    }
    if (!is_eventless && predicates > 0 && draw_below(seed, 4) == 0) {
        const int32_t value = (int32_t)draw_below(seed, CASES);
        sfsm_builder_add_match(builder, row, (int32_t)draw_below(seed, predicates), &value, 1);
    }
}

sfsm_table *random_chart(uint32_t seed) {
    drawn states[MOST_STATES];
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t count = draw_states(&seed, states);
    bool is_chart = false;
    for (size_t i = 0; i < count; i++) {
        is_chart = is_chart || states[i].parent != SFSM_NONE;
        add_state(builder, &seed, states, (int32_t)i);
    }
    static const char *const names[RANDOM_EVENTS] = {"A", "B", "C", "D", "E"};
    for (int32_t event = 0; event < RANDOM_EVENTS; event++) {
        sfsm_builder_name_events(builder, &(const sfsm_name){event, names[event]}, 1);
    }
    sfsm_builder_add_event(builder, PAY, "i64, str, f64");
    static const char *const state_names[] = {"idle", "half-open", "\"quoted\"", "läuft"};
    for (int32_t state = 0; state < 4 && (size_t)state < count && draw_below(&seed, 4) > 0; state++) {
        sfsm_builder_name_states(builder, &(const sfsm_name){state, state_names[state]}, 1);
    }
    const uint32_t predicates = draw_below(&seed, PREDICATES + 1);
    for (uint32_t predicate = 0; predicate < predicates; predicate++) {
        sfsm_builder_add_predicate(builder, (int32_t)predicate, CASES);
    }
    for (uint32_t row = 2 * (uint32_t)count; row > 0; row--) {
        add_row(builder, &seed, states, (uint32_t)count, is_chart, predicates);
    }
    sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH);
    if (draw_below(&seed, 3) == 0) {
        sfsm_builder_set_entry_exit_policy(builder, SFSM_ALWAYS);
    }
    sfsm_table *table = NULL;
    sfsm_builder_build(builder, &table, NULL);
    sfsm_builder_release(builder);
    return table;
}

sfsm_machine *random_chart_machine(const sfsm_table *table, life *life) {
    const sfsm_machine_options options = {
        .size = sizeof options, .initial = SFSM_NONE, .flags = SFSM_LENIENT, .context = life};
    sfsm_machine *machine = NULL;
    assert_status(sfsm_machine_create_with(table, &options, &machine), SFSM_OK);
    return machine;
}

int32_t random_chart_call(sfsm_machine *machine, life *life, uint32_t *seed) {
    const int32_t number = (int32_t)draw_below(seed, RANDOM_EVENTS);
    const sfsm_case cases[] = {{0, number % CASES}, {1, (int32_t)draw_below(seed, CASES)}};
    uint64_t timer = 0;
    life->left = 8;
    switch (draw_below(seed, 16)) {
    case 0: return sfsm_machine_stop(machine);
    case 1: return sfsm_machine_start(machine, SFSM_LAST_STATE);
    case 2: return sfsm_machine_start(machine, number);
    case 3: return sfsm_machine_run_pending(machine);
    case 4: return sfsm_machine_set_state(machine, number);
    case 5: {
        const sfsm_status status = sfsm_machine_send_later(machine, number, draw_below(seed, 10), &timer);
        life->timers[life->timer_count++ % RANDOM_TIMERS] = timer;
        return status;
    }
    case 6:
        return draw_below(seed, 4) == 0 ? sfsm_machine_discard_pending(machine)
                                        : sfsm_machine_cancel(machine, life->timers[draw_below(seed, RANDOM_TIMERS)]);
    case 7:
    case 8: life->now += draw_below(seed, 6); return sfsm_machine_advance(machine, life->now);
    default: {
        sfsm_value values[3];
        sfsm_message message = random_message(seed, values);
        message.cases = cases;
        message.case_count = draw_below(seed, 3);
        return sfsm_machine_send_message(machine, &message);
    }
    }
}
