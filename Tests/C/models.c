#include "models.h"

static const int32_t state_ids[MODEL_STATES] = {-2000000000, -7, 0, 3, 70000};
static const int32_t event_ids[MODEL_EVENTS] = {-1000000, 2, 5, INT32_MAX};
static const int32_t type_ids[MODEL_TYPES] = {-40, 3, 900};
static const int32_t case_counts[MODEL_TYPES] = {2, 3, 5};

int32_t model_state_id(int state) { return state == ANY_NUMBER ? SFSM_ANY : state_ids[state]; }
int32_t model_type_id(int type) { return type_ids[type]; }
int32_t model_case_count(int type) { return case_counts[type]; }

int32_t model_event_id(int event) {
    return event == ANY_NUMBER ? SFSM_ANY : event == REQUESTED ? SFSM_REQUEST : event_ids[event];
}

int32_t model_rank(const model_row *row) {
    int32_t rank = 0;
    for (int type = 0; type < MODEL_TYPES; type++) {
        rank += row->cases[type] != 0;
    }
    return rank;
}

/* ---------------------------------------------------------------------------------------------------------------
 * Drawing
 * ------------------------------------------------------------------------------------------------------------- */

uint32_t draw_below(uint32_t *seed, uint32_t limit) {
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % limit;
}

/* Whether a state has both rows for the same event, or the same request. */
static bool rows_meet(const model *model, const model_row *left, const model_row *right) {
    if (left->event != right->event || (left->event == REQUESTED && left->target != right->target)) {
        return false;
    }
    const int state = left->source == BASE ? right->source : left->source;
    return left->source == right->source ||
           ((left->source == BASE || right->source == BASE) && state >= 0 && model->adopts[state]);
}

/* Whether the two cannot stand side by side: under the exclusive policy where one combination of cases leaves none of
 * them the more specific one, under first match if they match and ask the same. */
static bool rows_quarrel(int32_t policy, const model_row *left, const model_row *right) {
    if (policy == SFSM_FIRST_MATCH) {
        return memcmp(left->cases, right->cases, sizeof left->cases) == 0 &&
               left->guard_count == right->guard_count &&
               memcmp(left->guards, right->guards, sizeof left->guards) == 0;
    }
    bool overlap = true;
    for (int type = 0; type < MODEL_TYPES; type++) {
        overlap = overlap && (left->cases[type] == 0 || right->cases[type] == 0 ||
                              (left->cases[type] & right->cases[type]) != 0);
    }
    return overlap && model_rank(left) == model_rank(right);
}

static model_row random_row(uint32_t *seed, const model *model, uint32_t request_percent) {
    model_row row = {.guard_count = (int)draw_below(seed, MODEL_GUARDS + 1)};
    const uint32_t source = draw_below(seed, 100), target = draw_below(seed, 100);
    const int state = (int)draw_below(seed, MODEL_STATES);
    row.source = source < 15 ? ANY_NUMBER : source < 35 ? BASE : (int)draw_below(seed, MODEL_STATES);
    if (draw_below(seed, 100) < request_percent) {
        row.event = REQUESTED;
        row.target = target < 30 ? ANY_NUMBER : state;
    } else {
        row.event = draw_below(seed, 100) < 15 ? ANY_NUMBER : (int)draw_below(seed, MODEL_EVENTS);
        row.target = target < 10 ? STAYS : target < 20 ? INSIDE : target < 30 ? RESOLVED : state;
    }
    for (int type = 0; type < model->type_count; type++) {
        const uint32_t all = (UINT32_C(1) << case_counts[type]) - 1;
        row.cases[type] = draw_below(seed, 2) ? 1 + draw_below(seed, all) : 0;
    }
    for (int guard = 0; guard < row.guard_count; guard++) {
        row.guards[guard] = (int)draw_below(seed, MODEL_ANSWERS);
    }
    return row;
}

model random_model(uint32_t *seed, model_kind kind) {
    model model = {.policy = draw_below(seed, 2) ? SFSM_EXCLUSIVE : SFSM_FIRST_MATCH};
    model.type_count = (int)draw_below(seed, (uint32_t)kind.most_types + 1);
    for (int state = 0; state < MODEL_STATES; state++) {
        model.adopts[state] = draw_below(seed, 2) == 0;
    }
    for (uint32_t left = 1 + draw_below(seed, MODEL_ROWS); left > 0; left--) {
        const model_row row = random_row(seed, &model, kind.request_percent);
        bool fits = true;
        for (int other = 0; other < model.row_count; other++) {
            fits = fits && !(rows_meet(&model, &row, &model.rows[other]) &&
                             rows_quarrel(model.policy, &row, &model.rows[other]));
        }
        if (fits) {
            model.rows[model.row_count++] = row;
        }
    }
    return model;
}

void draw_answers(uint32_t *seed, model_run *run) {
    for (int answer = 0; answer < MODEL_ANSWERS; answer++) {
        run->answers[answer] = draw_below(seed, 3) != 0;
    }
    run->resolution = draw_below(seed, 3) ? (int)draw_below(seed, MODEL_STATES) : ANY_NUMBER;
    run->asked = 0;
    run->taken = -1;
}

void draw_cases(uint32_t *seed, const model *model, bool some_missing, int cases[MODEL_TYPES]) {
    for (int type = 0; type < MODEL_TYPES; type++) {
        const bool is_missing = type >= model->type_count || (some_missing && draw_below(seed, 4) == 0);
        cases[type] = is_missing ? MISSING : (int)draw_below(seed, (uint32_t)case_counts[type]);
    }
}

size_t model_cases(const model *model, const int cases[MODEL_TYPES], uint32_t *seed, sfsm_case given[MODEL_TYPES]) {
    size_t count = 0;
    const int first = (int)draw_below(seed, MODEL_TYPES);
    for (int step = 0; step < MODEL_TYPES; step++) {
        const int type = (first + step) % MODEL_TYPES;
        if (type < model->type_count && cases[type] != MISSING) {
            given[count++] = (sfsm_case){type_ids[type], cases[type]};
        }
    }
    return count;
}

/* ---------------------------------------------------------------------------------------------------------------
 * Building
 * ------------------------------------------------------------------------------------------------------------- */

/* What callbacks are registered with: their own number. */
static int32_t numbers[MODEL_ROWS > MODEL_ANSWERS ? MODEL_ROWS : MODEL_ANSWERS];

static int32_t answer(const sfsm_step *step, void *number) {
    model_run *const run = step->context;
    run->asked++;
    return run->answers[*(const int32_t *)number];
}

static int32_t resolve(const sfsm_step *step, void *number) {
    model_run *const run = step->context;
    (void)number;
    run->asked++;
    return run->resolution == ANY_NUMBER ? SFSM_NONE : state_ids[run->resolution];
}

static int32_t take(const sfsm_step *step, void *number) {
    ((model_run *)step->context)->taken = *(const int32_t *)number;
    return 0;
}

static int32_t enter(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

static int32_t target_id(int target) {
    return target == STAYS      ? SFSM_SAME
           : target == INSIDE   ? SFSM_INTERNAL
           : target == RESOLVED ? SFSM_DYNAMIC
                                : model_state_id(target);
}

static void add_model_row(sfsm_builder *builder, const model *model, int number, size_t base) {
    const model_row *const row = &model->rows[number];
    const bool is_inherited = row->source == BASE;
    const sfsm_callback action = {take, &numbers[number], NULL};
    sfsm_callback guards[MODEL_GUARDS];
    for (int guard = 0; guard < row->guard_count; guard++) {
        guards[guard] = (sfsm_callback){answer, &numbers[row->guards[guard]], NULL};
    }
    const sfsm_row added = {.source = is_inherited ? SFSM_NONE : model_state_id(row->source),
                            .event = model_event_id(row->event), .target = target_id(row->target), .line = number + 1,
                            .file = "model.c", .actions = &action, .action_count = 1, .guards = guards,
                            .guard_count = (size_t)row->guard_count, .block = is_inherited ? base : 0,
                            .resolver = {row->target == RESOLVED ? resolve : NULL, NULL, NULL}};
    assert_status(sfsm_builder_add_rows(builder, &added, 1), SFSM_OK);
    for (int type = 0; type < MODEL_TYPES; type++) {
        int32_t values[8];
        size_t count = 0;
        for (int32_t value = 0; value < case_counts[type]; value++) {
            if (row->cases[type] >> value & 1) {
                values[count++] = value;
            }
        }
        if (count > 0) {
            assert_status(sfsm_builder_add_match(builder, (size_t)number + 1, type_ids[type], values, count), SFSM_OK);
        }
    }
}

sfsm_table *table_of_model(const model *model) {
    size_t base = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_set_guard_policy(builder, model->policy), SFSM_OK);
    assert_status(sfsm_builder_add_superstate(builder, &base), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, base, enter, NULL, NULL), SFSM_OK); /* it may have no rows */
    for (int state = 0; state < MODEL_STATES; state++) {
        size_t block = 0;
        assert_status(sfsm_builder_add_state(builder, state_ids[state], SFSM_FINAL, &block), SFSM_OK);
        if (model->adopts[state]) {
            assert_status(sfsm_builder_adopt(builder, block, base), SFSM_OK);
        }
    }
    for (int event = 0; event < MODEL_EVENTS; event++) {
        const sfsm_name name = {event_ids[event], "event"};
        assert_status(sfsm_builder_name_events(builder, &name, 1), SFSM_OK);
    }
    for (int type = 0; type < model->type_count; type++) {
        assert_status(sfsm_builder_add_predicate(builder, type_ids[type], case_counts[type]), SFSM_OK);
    }
    for (size_t number = 0; number < COUNT(numbers); number++) {
        numbers[number] = (int32_t)number;
    }
    for (int number = 0; number < model->row_count; number++) {
        add_model_row(builder, model, number, base);
    }
    return table_from(builder);
}
