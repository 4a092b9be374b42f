/* Chapter 7, transitions: those of random definitions, compared with a list that is put together by plain reading. */
#include "judgements.h"
#include "seeds.h"

/* Where the list has come to. */
typedef struct list {
    const model *model;
    const sfsm_table *table;
    size_t next;
} list;

static void check_cases(const list *list, const model_row *row) {
    for (int type = 0; type < MODEL_TYPES; type++) {
        int32_t values[8];
        size_t count = 0, expected = 0;
        const sfsm_status status =
            sfsm_table_transition_cases(list->table, list->next, model_type_id(type), values, COUNT(values), &count);
        if (type >= list->model->type_count) {
            assert_status(status, SFSM_UNKNOWN_PREDICATE);
            continue;
        }
        assert_status(status, SFSM_OK);
        for (int32_t value = 0; value < model_case_count(type); value++) {
            if (row->cases[type] == 0 || row->cases[type] >> value & 1) {
                assert_in_range(expected, 0, count - 1);
                assert_int_equal(values[expected], value);
                expected++;
            }
        }
        assert_int_equal(count, expected);
    }
}

static int32_t target_of(const model_row *row) {
    return row->target == STAYS      ? SFSM_SAME
           : row->target == INSIDE   ? SFSM_INTERNAL
           : row->target == RESOLVED ? SFSM_DYNAMIC
                                     : model_state_id(row->target);
}

/* The rows that a state has for exactly this stand next in the list. */
static void check_rows_of(list *list, int state, int event, int target) {
    int rows[MODEL_ROWS];
    const int count = model_rows_of(list->model, state, event, target, rows);
    for (int index = 0; index < count; index++, list->next++) {
        const model_row *const row = &list->model->rows[rows[index]];
        sfsm_transition transition = {.size = sizeof transition};
        assert_status(sfsm_table_transition(list->table, list->next, &transition), SFSM_OK);
        assert_int_equal(transition.row, rows[index] + 1);
        assert_int_equal(transition.source, model_state_id(state));
        assert_int_equal(transition.event, model_event_id(event));
        assert_int_equal(transition.target, target_of(row));
        assert_int_equal(transition.rank, model_rank(row));
        assert_int_equal(transition.flags, row->source == BASE ? SFSM_INHERITED : 0);
        assert_string_equal(transition.file, "model.c");
        assert_int_equal(transition.line, rows[index] + 1);
        assert_int_equal(transition.guard_count, row->guard_count);
        assert_int_equal(transition.action_count, 1);
        check_cases(list, row);
    }
}

static void check_list(const model *model) {
    sfsm_table *const table = table_of_model(model);
    list list = {model, table, 0};
    for (int state = 0; state <= MODEL_STATES; state++) {
        const int source = state < MODEL_STATES ? state : ANY_NUMBER;
        for (int event = 0; event < MODEL_EVENTS; event++) {
            check_rows_of(&list, source, event, 0);
        }
        check_rows_of(&list, source, ANY_NUMBER, 0);
        for (int target = 0; target < MODEL_STATES; target++) {
            check_rows_of(&list, source, REQUESTED, target);
        }
        check_rows_of(&list, source, REQUESTED, ANY_NUMBER);
    }
    assert_int_equal(sfsm_table_transition_count(table), list.next);
    sfsm_table_release(table);
}

static void transitions_are_the_rows_that_each_state_has(void **state) {
    (void)state;
    const seeds seeds = random_seeds(100, 2000, 60);
    for (uint32_t number = 0; number < seeds.count; number++) {
        uint32_t seed = begin_round(seeds, number);
        const model model = random_model(&seed, (model_kind){.most_types = MODEL_TYPES, .request_percent = 25});
        check_list(&model);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(transitions_are_the_rows_that_each_state_has, tell_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
