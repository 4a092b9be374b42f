/* Chapter 8, requests: random definitions and requests, compared with what a plain reading of the rows says. */
#include "judgements.h"
#include "seeds.h"

/* One random request, with random answers of the guards. */
static void check_request(const model *model, sfsm_machine *machine, model_run *run, uint32_t *seed) {
    const int present = (int)draw_below(seed, MODEL_STATES), requested = (int)draw_below(seed, MODEL_STATES);
    int cases[MODEL_TYPES];
    sfsm_case given[MODEL_TYPES];
    draw_answers(seed, run);
    draw_cases(seed, model, false, cases);
    const size_t count = model_cases(model, cases, seed, given);
    const judgement expected = judge(model, run, present, REQUESTED, requested, cases);
    assert_status(sfsm_machine_set_state(machine, model_state_id(present)), SFSM_OK);
    if (count == 0) {
        assert_status(sfsm_machine_request(machine, model_state_id(requested)), expected.outcome);
    } else {
        assert_status(sfsm_machine_send_message(machine, REQUEST_MATCHING(model_state_id(requested), given, count)),
                      expected.outcome);
    }
    assert_int_equal(sfsm_machine_state(machine), model_state_id(expected.arrival));
    assert_int_equal(run->taken, expected.taken);
    assert_int_equal(run->asked, expected.asked);
}

static void check_definitions(uint32_t first, model_kind kind) {
    const seeds seeds = random_seeds(first, 600, 30);
    size_t taken = 0, refused = 0, unhandled = 0;
    for (uint32_t number = 0; number < seeds.count; number++) {
        uint32_t seed = begin_round(seeds, number);
        model_run run = {.taken = -1};
        const model model = random_model(&seed, kind);
        sfsm_table *const table = table_of_model(&model);
        sfsm_machine *const machine = machine_over(table, model_state_id(0), &run);
        sfsm_table_release(table);
        for (size_t round = 0; round < 200; round++) {
            check_request(&model, machine, &run, &seed);
            taken += run.taken >= 0;
            refused += run.taken < 0 && run.asked > 0;
            unhandled += run.taken < 0 && run.asked == 0;
        }
        sfsm_machine_release(machine);
    }
    /* Were one of the three rare, little would have been compared. */
    const size_t tenth = 200 * (size_t)seeds.count / 10;
    assert_true(!seeds.are_many || (taken > tenth && refused > tenth && unhandled > tenth));
}

static void requests_come_to_what_the_rows_say(void **state) {
    (void)state;
    check_definitions(1000, (model_kind){.most_types = 0, .request_percent = 60});
}

static void requests_with_cases_come_to_what_the_rows_say(void **state) {
    (void)state;
    check_definitions(5000, (model_kind){.most_types = MODEL_TYPES, .request_percent = 80});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(requests_come_to_what_the_rows_say, tell_seed),
        cmocka_unit_test_teardown(requests_with_cases_come_to_what_the_rows_say, tell_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
