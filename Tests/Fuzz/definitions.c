#include "definitions.h"

#include "callbacks.h"
#include "drawing.h"

static definition *const drawn = &current.definition;

sfsm_builder *drawing;

const char *arguments_of(uint32_t number) {
    static const char *const types[] = {"", "", "i32", "str, f64", "bool, i64", "u8, f32, str"};
    return types[number % COUNT(types)];
}

void before_call(void) {
    if (once_in(250)) {
        refuse_after(below(8));
    }
}

bool is_taken(int32_t result) {
    known(result);
    grant_all();
    return result == SFSM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------
 * Blocks
 * --------------------------------------------------------------------------------------------------------------- */

typedef sfsm_status adder(sfsm_builder *, size_t, sfsm_function, void *, sfsm_finalizer);

static void add_to_block(adder *add, size_t block, sfsm_role role) {
    sfsm_finalizer finalizer = NULL;
    place *const place = new_place(&finalizer);
    before_call();
    is_taken(add(drawing, block, is_mistaken() ? NULL : function_of(role), place, finalizer));
}

/* The macros that count calls are no functions: these are, for arrays of them. */
static sfsm_status on_entry(sfsm_builder *of, size_t block, sfsm_function function, void *context, sfsm_finalizer last) {
    return sfsm_builder_on_entry(of, block, function, context, last);
}
static sfsm_status on_exit_of(sfsm_builder *of, size_t block, sfsm_function function, void *context, sfsm_finalizer last) {
    return sfsm_builder_on_exit(of, block, function, context, last);
}
static sfsm_status on_cycle(sfsm_builder *of, size_t block, sfsm_function function, void *context, sfsm_finalizer last) {
    return sfsm_builder_on_cycle(of, block, function, context, last);
}
static sfsm_status on_update(sfsm_builder *of, size_t block, sfsm_function function, void *context, sfsm_finalizer last) {
    return sfsm_builder_on_update(of, block, function, context, last);
}
static sfsm_status on_default(sfsm_builder *of, size_t block, sfsm_function function, void *context, sfsm_finalizer last) {
    return sfsm_builder_on_default(of, block, function, context, last);
}

static void add_block_callbacks(size_t block) {
    const uint8_t parts = take_byte();
    adder *const adders[] = {on_entry, on_exit_of, on_cycle, on_update};
    for (size_t i = 0; i < COUNT(adders); i++) {
        if ((parts >> i & 1) != 0) {
            add_to_block(adders[i], block, i == 3 ? SFSM_UPDATE : SFSM_ENTRY);
        }
    }
}

static size_t note_block(sfsm_id state, size_t number) {
    expect(number == drawn->block_count + 1 || current.is_wild, "blocks are numbered from 1");
    if (number > MOST_BLOCKS) {
        return number;
    }
    drawn->block_count = number;
    drawn->blocks[number] = (block){.state = state};
    return number;
}

static void adopt(size_t number, size_t superstate) {
    block *const adopting = &drawn->blocks[number];
    if (number <= MOST_BLOCKS && is_taken(sfsm_builder_adopt(drawing, number, superstate))) {
        adopting->adopted[adopting->adopted_count++] = superstate;
    }
}

static void draw_superstates(void) {
    static const char *const names[] = {"base", "common"};
    for (uint32_t count = below(3); count > 0; count--) {
        size_t block = 0;
        before_call();
        if (is_taken(sfsm_builder_add_superstate(drawing, &block))) {
            note_block(SFSM_NONE, block);
            is_taken(sfsm_builder_name_superstate(drawing, block, names[count - 1]));
            add_block_callbacks(block);
            if (block > 1 && once_in(3)) {
                adopt(block, 1);
            }
        }
    }
}

/* What the states of a chart are to each other, as they are drawn: parents before children. */
static void nest(size_t block, uint32_t number, uint32_t parent, uint32_t flags, uint32_t first_child) {
    if (parent < number) {
        is_taken(sfsm_builder_nest(drawing, block, state_id(parent)));
    }
    if (flags == SFSM_FINAL || flags == SFSM_SHALLOW_HISTORY || flags == SFSM_DEEP_HISTORY) {
        return;
    }
    if (first_child > number && flags != SFSM_PARALLEL) {
        is_taken(sfsm_builder_set_default(drawing, block, state_id(first_child)));
        if (once_in(3)) {
            add_to_block(on_default, block, SFSM_ACTION);
        }
    }
    if (first_child > number && once_in(2)) {
        is_taken(sfsm_builder_on_done(drawing, block, event_id(below(drawn->event_count))));
    }
    if (once_in(4)) {
        const uint32_t delay = below(12);
        is_taken(sfsm_builder_add_timeout(drawing, block, delay == 11 ? INT64_MAX - take_byte() : (int64_t)delay,
                                          event_id(below(drawn->event_count))));
    }
}

static void draw_states(void) {
    static const uint32_t kinds[] = {0, 0, 0, SFSM_PARALLEL, SFSM_PARALLEL, SFSM_FINAL, SFSM_SHALLOW_HISTORY, SFSM_DEEP_HISTORY};
    uint32_t parents[MOST_STATES], flags[MOST_STATES], children[MOST_STATES] = {0};
    for (uint32_t i = 0; i < drawn->state_count; i++) {
        const uint8_t shape = drawn->is_chart ? take_byte() : 0;
        flags[i] = drawn->is_chart ? kinds[shape % COUNT(kinds)] : SFSM_FINAL;
        parents[i] = drawn->is_chart ? shape / 8u % (i + 1) : i;
        const bool fits = parents[i] < i && (flags[parents[i]] & ~(uint32_t)SFSM_PARALLEL) == 0;
        parents[i] = fits ? parents[i] : i;
        if ((flags[i] & (SFSM_SHALLOW_HISTORY | SFSM_DEEP_HISTORY)) != 0) {
            flags[i] = parents[i] < i && children[parents[i]] != 0 ? flags[i] : 0;
        }
        const bool is_child = parents[i] < i && (flags[i] & (SFSM_SHALLOW_HISTORY | SFSM_DEEP_HISTORY)) == 0;
        if (is_child && children[parents[i]] == 0) {
            children[parents[i]] = i;
        }
    }
    for (uint32_t i = 0; i < drawn->state_count; i++) {
        size_t block = 0;
        before_call();
        if (!is_taken(sfsm_builder_add_state(drawing, state_id(i), flags[i], &block))) {
            continue;
        }
        note_block(state_id(i), block);
        if (drawn->is_chart) {
            nest(block, i, parents[i], flags[i], children[i]);
        }
        if ((flags[i] & (SFSM_SHALLOW_HISTORY | SFSM_DEEP_HISTORY)) != 0) {
            continue;
        }
        add_block_callbacks(block);
        const uint32_t superstate = below(6);
        if (superstate >= 4 && superstate - 3 < block && drawn->blocks[superstate - 3].state == SFSM_NONE) {
            adopt(block, superstate - 3);
        }
    }
}

static void draw_names(void) {
    static const char *const states[] = {"idle", "\"half\" open", "läuft", "s-1", "a b", "in", "x.y", "Z", "8"};
    static const char *const events[] = {"go", "any ", "pay", "stop\\", "tick", "E", "done"};
    for (uint32_t i = 0; i < drawn->state_count && i < COUNT(states); i++) {
        const sfsm_name name = {state_id(i), is_mistaken() ? NULL : states[i]};
        before_call();
        is_taken(sfsm_builder_name_states(drawing, &name, 1));
    }
    for (uint32_t i = 0; i < drawn->event_count; i++) {
        const sfsm_name name = {event_id(i), events[i]};
        before_call();
        is_taken(sfsm_builder_name_events(drawing, &name, 1));
    }
    for (uint32_t i = 0; i < drawn->predicate_count; i++) {
        const sfsm_name name = {predicate_id(i), i == 0 ? "Policy" : "mode"};
        const sfsm_name value = {0, "weak"};
        if (i < 2) {
            is_taken(sfsm_builder_name_predicates(drawing, &name, 1));
            is_taken(sfsm_builder_name_cases(drawing, predicate_id(i), &value, 1));
        }
    }
}

static void draw_predicates(void) {
    drawn->predicate_count = below(MOST_PREDICATES + 1);
    for (uint32_t i = 0; i < drawn->predicate_count; i++) {
        const uint32_t kind = take_byte();
        drawn->case_counts[i] = 1 + (int32_t)(kind % MOST_CASES);
        before_call();
        if (!is_taken(sfsm_builder_add_predicate(drawing, predicate_id(i), drawn->case_counts[i]))) {
            drawn->predicate_count = i;
        } else if (kind / 4 % 4 == 3) {
            sfsm_finalizer finalizer = NULL;
            place *const place = new_place(&finalizer);
            if (is_taken(sfsm_builder_set_provider(drawing, predicate_id(i), provider, place, finalizer))) {
                drawn->providers[i] = place->number;
            }
        }
    }
}

static void draw_policies(void) {
    const uint8_t kinds = take_byte();
    drawn->is_first_match = kinds % 2 == 0;
    drawn->resolves_first = true;
    if (drawn->is_first_match) {
        is_taken(sfsm_builder_set_guard_policy(drawing, SFSM_FIRST_MATCH));
    }
    if (kinds / 2 % 2 == 1) {
        is_taken(sfsm_builder_set_entry_exit_policy(drawing, SFSM_ALWAYS));
    }
    if (kinds / 4 % 8 >= 6) {
        static const sfsm_phase orders[][5] = {{2, 1, 3, 4, 5}, {1, 4, 2, 3, 5}, {3, 2, 1, 4, 5}, {1, 5, 4, 3, 2}, {5, 1, 2, 3, 4}};
        const uint32_t order = below(COUNT(orders));
        const sfsm_status status = sfsm_builder_set_phase_order(drawing, orders[order], 5);
        expect((status == SFSM_OK) == (order < 4), "the target is resolved before the state changes");
        drawn->resolves_first = order == 1 || order == 3;
    }
    if (kinds >= 224) {
        is_taken(sfsm_builder_set_initial(drawing, state_id(below(drawn->state_count))));
    }
    is_taken(sfsm_builder_set_warning(drawing, SFSM_ALL_WARNINGS, kinds % 3 == 0));
}

sfsm_builder *draw_definition(bool is_chart) {
    const int32_t style = current.definition.id_style;
    *drawn = (definition){.is_chart = is_chart, .id_style = style, .is_judged = true};
    drawing = sfsm_builder_create();
    expect(drawing != NULL, "there is a builder");
    sfsm_finalizer finalizer = NULL;
    place *const place = new_place(&finalizer);
    is_taken(sfsm_builder_on_step(drawing, watch_steps, place, finalizer));
    drawn->state_count = 1 + below(MOST_STATES);
    drawn->event_count = 1 + below(MOST_EVENTS);
    draw_policies();
    draw_predicates();
    for (uint32_t i = 0; i < drawn->event_count; i++) {
        is_taken(sfsm_builder_add_event(drawing, event_id(i), arguments_of(is_chart ? 0 : i)));
    }
    draw_superstates();
    draw_states();
    draw_names();
    for (uint32_t count = below(MOST_ROWS); count > 0 && drawn->row_count < MOST_ROWS; count--) {
        if (is_mistaken()) {
            call_builder(drawing);
        } else {
            draw_row();
        }
    }
    return drawing;
}
