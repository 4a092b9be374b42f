/* Rows, with their guards, actions, matches and what charts add to them. */
#include "drawing.h"

#include "callbacks.h"

static definition *const drawn = &current.definition;

static void add_guard(size_t number) {
    row *const row = &drawn->rows[number];
    uint32_t answer = 0;
    const sfsm_callback callback = callback_for(SFSM_GUARD, &answer);
    before_call();
    if (is_taken(sfsm_builder_add_guard(drawing, number, SFSM_CALLBACK_ARGS(callback)))) {
        row->guards[row->guard_count++] = answer;
    }
}

static void add_action(size_t number) {
    uint32_t answer = 0;
    const sfsm_callback callback = callback_for(SFSM_ACTION, &answer);
    before_call();
    is_taken(sfsm_builder_add_action(drawing, number, SFSM_CALLBACK_ARGS(callback)));
}

static void set_resolver(size_t number) {
    uint32_t answer = 0;
    const sfsm_callback callback = callback_for(SFSM_RESOLVER, &answer);
    before_call();
    if (is_taken(sfsm_builder_set_resolver(drawing, number, SFSM_CALLBACK_ARGS(callback)))) {
        drawn->rows[number].resolver = answer;
        drawn->has_resolvers = true;
    }
}

static void add_cases(size_t number, uint32_t type, uint32_t mask) {
    sfsm_id values[MOST_CASES];
    size_t count = 0;
    for (sfsm_id value = 0; value < drawn->case_counts[type]; value++) {
        if ((mask >> value & 1) != 0) {
            values[count++] = value;
        }
    }
    row *const row = &drawn->rows[number];
    if (row->masks[type] != 0 || count == 0) {
        return;
    }
    before_call();
    if (is_taken(sfsm_builder_add_match(drawing, number, predicate_id(type), values, count))) {
        row->masks[type] = mask;
    }
}

static void add_match(size_t number) {
    const uint32_t type = below(drawn->predicate_count);
    add_cases(number, type, take_byte() & ((1u << drawn->case_counts[type]) - 1u));
}

/* One of sfsm_builder_add_rows, with all that a row can have; only its source, event and target are judged. */
static void add_whole_row(sfsm_id source, sfsm_id event, sfsm_id target, size_t block) {
    sfsm_finalizer finalizers[4];
    place *places[4];
    for (size_t i = 0; i < 4; i++) {
        places[i] = new_place(&finalizers[i]);
    }
    const sfsm_callback actions[] = {{action, places[0], finalizers[0]}, {action, places[1], finalizers[1]}};
    const sfsm_callback guards[] = {{is_mistaken() ? NULL : guard, places[2], finalizers[2]}};
    const sfsm_match match = SFSM_MATCH(predicate_id(0), 0);
    const bool is_dynamic = target == SFSM_DYNAMIC;
    sfsm_row rows[2] = {{.source = source, .event = event, .target = target, .file = "rows.c", .line = 7, .block = block,
                         .actions = actions, .action_count = target == SFSM_DEFER ? 0 : 2, .guards = guards,
                         .guard_count = 1, .matches = &match, .match_count = drawn->predicate_count > 0,
                         .resolver = {is_dynamic ? resolver : NULL, places[3], finalizers[3]},
                         .flags = is_mistaken() ? take_byte() : 0},
                        {.source = 0, .reserved = 1}};
    if (target == SFSM_DEFER) {
        forget_place(places[0]);
        forget_place(places[1]);
    }
    const size_t row_size = is_mistaken() ? take_byte() % sizeof(sfsm_row) : sizeof(sfsm_row);
    before_call();
    const size_t count = row_size == sizeof(sfsm_row) && is_mistaken() ? 2 : 1;
    const sfsm_status status = sfsm_builder_add_rows_at(drawing, rows, count, row_size, "rows.c", 5);
    for (size_t i = 0; status == SFSM_BAD_SIZE && row_size != sizeof(sfsm_row) && i < 4; i++) {
        forget_place(places[i]); /* the array was not read */
    }
    if (is_taken(status)) {
        drawn->rows[++drawn->row_count] =
            (row){.source = source, .event = event, .target = target, .block = block, .flags = rows[0].flags,
                  .guards = {places[2]->number}, .guard_count = 1, .resolver = is_dynamic ? places[3]->number : 0,
                  .masks = {drawn->predicate_count > 0}, .is_judged = rows[0].flags == 0};
        drawn->has_resolvers = drawn->has_resolvers || is_dynamic;
    }
}

static sfsm_id draw_target(bool is_request) {
    const uint32_t kind = below(16);
    switch (kind) {
    case 12: return is_request ? SFSM_ANY : SFSM_SAME;
    case 13: return is_request ? any_state() : SFSM_INTERNAL;
    case 14: return is_request ? any_state() : SFSM_DYNAMIC;
    case 15: return is_request || !drawn->is_chart ? any_state() : SFSM_DEFER;
    default: return is_mistaken() ? any_id() : state_id(kind % drawn->state_count);
    }
}

static void add_chart_parts(size_t number, sfsm_id target) {
    if (once_in(6) && target >= SFSM_FIRST_ID) {
        is_taken(sfsm_builder_add_target(drawing, number, any_state()));
    }
    if (once_in(5)) {
        is_taken(sfsm_builder_add_in_guard(drawing, number, any_state(), below(2) == 0));
    }
    if (once_in(5) && target != SFSM_DEFER) {
        is_taken(sfsm_builder_add_raise(drawing, number, any_event()));
    }
}

/* A row that takes the place of one that its state adopts; false if there is none. */
static bool draw_override(void) {
    const uint32_t first = below(MOST_ROWS);
    for (size_t i = 0; i < drawn->row_count; i++) {
        const size_t over = 1 + (first + i) % drawn->row_count;
        const row *const adopted = &drawn->rows[over];
        for (size_t block = 1; block <= drawn->block_count && adopted->source == SFSM_NONE && adopted->is_judged; block++) {
            if (drawn->blocks[block].adopted_count == 0 || drawn->blocks[block].adopted[0] != adopted->block) {
                continue;
            }
            const sfsm_id target = adopted->event == SFSM_REQUEST ? adopted->target : state_id(below(drawn->state_count));
            const sfsm_row whole = {.source = drawn->blocks[block].state, .event = adopted->event, .target = target,
                                    .flags = SFSM_OVERRIDING};
            if (is_taken(sfsm_builder_add_rows(drawing, &whole, 1)) && drawn->row_count < MOST_ROWS) {
                const size_t number = ++drawn->row_count;
                drawn->rows[number] = (row){.source = whole.source, .event = whole.event, .target = target,
                                            .flags = SFSM_OVERRIDING, .is_judged = true};
                for (uint32_t type = 0; type < drawn->predicate_count; type++) {
                    add_cases(number, type, adopted->masks[type]);
                }
            }
            return true;
        }
    }
    return false;
}

static sfsm_id draw_event(bool is_eventless) {
    const uint32_t kind = below(16);
    if (is_eventless) {
        return SFSM_EVENTLESS;
    }
    return kind == 15 ? SFSM_ANY : kind == 14 ? SFSM_REQUEST : is_mistaken() ? any_id() : event_id(kind % drawn->event_count);
}

/* A row of a superstate, of any state, or mostly of one. */
static sfsm_id draw_source(size_t *out_block) {
    const uint32_t kind = below(32);
    *out_block = 0;
    if (kind >= 28) {
        return SFSM_ANY;
    }
    for (size_t i = 1; kind >= 24 && i <= drawn->block_count; i++) {
        if (drawn->blocks[i].state == SFSM_NONE && (*out_block == 0 || kind % 2 == 1)) {
            *out_block = i;
        }
    }
    return *out_block > 0 ? SFSM_NONE : state_id(kind % drawn->state_count);
}

static void add_row_parts(size_t number, uint8_t parts, sfsm_id target) {
    const bool is_eventless = drawn->rows[number].event == SFSM_EVENTLESS;
    for (uint32_t count = is_eventless ? 1 : parts % 4 == 3 ? 2 : parts % 4 == 2; count > 0; count--) {
        add_guard(number);
    }
    if (target == SFSM_DYNAMIC) {
        set_resolver(number);
    }
    if (parts / 4 % 2 == 1 && target != SFSM_DEFER) {
        add_action(number);
    }
    if (parts / 8 % 4 == 3 && drawn->predicate_count > 0 && !is_eventless) {
        add_match(number);
        add_match(number);
    }
    if (drawn->is_chart) {
        add_chart_parts(number, target);
    }
}

void draw_row(void) {
    size_t block = 0, number = 0;
    const uint8_t parts = take_byte();
    if (parts % 32 == 30 && draw_override()) {
        return;
    }
    const sfsm_id source = draw_source(&block), event = draw_event(drawn->is_chart && parts / 8 == 9);
    const sfsm_id target = draw_target(event == SFSM_REQUEST);
    if (parts >= 240 && event != SFSM_EVENTLESS) {
        add_whole_row(source, event, target, block);
        return;
    }
    const uint32_t flags = drawn->is_chart && parts % 32 == 31 ? SFSM_LOCAL : 0;
    before_call();
    if (block > 0 || flags != 0) {
        const sfsm_row whole = {.source = source, .event = event, .target = target, .block = block, .line = 3, .flags = flags};
        if (!is_taken(sfsm_builder_add_rows(drawing, &whole, 1))) {
            return;
        }
        number = drawn->row_count + 1;
    } else if (!is_taken(sfsm_builder_add_row(drawing, source, event, target, &number))) {
        return;
    }
    expect(number == drawn->row_count + 1 || current.is_wild, "rows are numbered from 1");
    if (number > MOST_ROWS) {
        return;
    }
    drawn->row_count = number;
    drawn->rows[number] = (row){.source = source, .event = event, .target = target, .block = block, .flags = flags,
                                .is_judged = true};
    add_row_parts(number, parts, target);
}
