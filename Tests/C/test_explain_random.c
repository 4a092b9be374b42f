/* Chapter 8, explain: random definitions, compared with a plain reading of the rows, with sfsm_machine_probe, and with
 * what sending then comes to. */
#include "judgements.h"
#include "seeds.h"

/* What is sent, or requested, in which state and with which cases. */
typedef struct question {
    int present, event, requested;
    int cases[MODEL_TYPES];
    sfsm_case given[MODEL_TYPES];
    size_t given_count;
} question;

typedef struct scene {
    const model *model;
    sfsm_machine *machine;
    model_run run;
    size_t rows[SFSM_NOT_TRIED + 1]; /* how many of each kind there were */
} scene;

static question draw_question(uint32_t *seed, const model *model, bool some_missing) {
    question question = {.present = (int)draw_below(seed, MODEL_STATES),
                         .event = draw_below(seed, 3) ? (int)draw_below(seed, MODEL_EVENTS) : REQUESTED,
                         .requested = (int)draw_below(seed, MODEL_STATES)};
    draw_cases(seed, model, some_missing, question.cases);
    question.given_count = model_cases(model, question.cases, seed, question.given);
    return question;
}

static void check_reasons(scene *scene, const judgement *expected, const sfsm_reason *reasons, size_t count) {
    const sfsm_table *const table = sfsm_machine_table(scene->machine);
    assert_int_equal(count, expected->reason_count);
    for (size_t index = 0; index < count; index++) {
        const model_reason *const reason = &expected->reasons[index];
        sfsm_transition row = {.size = sizeof row};
        assert_status(sfsm_table_transition(table, reasons[index].transition, &row), SFSM_OK);
        assert_int_equal(row.row, reason->row + 1);
        assert_int_equal(reasons[index].kind, reason->kind);
        assert_int_equal(reasons[index].predicate, reason->predicate);
        assert_int_equal(reasons[index].value, reason->value);
        assert_int_equal(reasons[index].guard, reason->guard);
        scene->rows[reason->kind]++;
    }
}

static void check_explanation(scene *scene, const question *question, const judgement *expected) {
    sfsm_reason reasons[MODEL_ROWS];
    size_t count = 4711;
    scene->run.asked = 0;
    const sfsm_message message = {sizeof message,
                                  model_event_id(question->event),
                                  question->event == REQUESTED ? model_state_id(question->requested) : 4711,
                                  question->given,
                                  question->given_count,
                                  NULL,
                                  0};
    assert_status(sfsm_machine_explain(scene->machine, &message, reasons, COUNT(reasons), &count), expected->outcome);
    assert_int_equal(sfsm_machine_state(scene->machine), model_state_id(question->present));
    assert_int_equal(scene->run.taken, -1);
    assert_int_equal(scene->run.asked, expected->asked); /* once each, and only those that count */
    check_reasons(scene, expected, reasons, count);
}

/* Where events without cases can be sent at all. */
static void check_probe(scene *scene, const question *question, const judgement *expected) {
    int32_t target = 4711;
    if (question->event != REQUESTED && question->given_count == 0) {
        assert_status(sfsm_machine_probe(scene->machine, MESSAGE(model_event_id(question->event)), &target),
                      expected->outcome);
        assert_int_equal(target, model_state_id(expected->arrival));
        assert_int_equal(scene->run.taken, -1);
    }
}

static void check_sending(scene *scene, const question *question, const judgement *expected) {
    scene->run.asked = 0;
    const sfsm_outcome outcome =
        question->event == REQUESTED
            ? sfsm_machine_send_message(scene->machine, REQUEST_MATCHING(model_state_id(question->requested),
                                                                         question->given, question->given_count))
            : sfsm_machine_send_message(scene->machine, MESSAGE_MATCHING(model_event_id(question->event),
                                                                         question->given, question->given_count));
    assert_status(outcome, expected->outcome);
    assert_int_equal(sfsm_machine_state(scene->machine), model_state_id(expected->arrival));
    assert_int_equal(scene->run.taken, expected->taken);
    assert_int_equal(scene->run.asked, expected->asked);
}

static void check_definition(uint32_t seed, uint32_t flags, int most_types, scene *scene) {
    const model model = random_model(&seed, (model_kind){most_types, 25});
    sfsm_table *const table = table_of_model(&model);
    const sfsm_machine_options options = {sizeof options, model_state_id(0), flags, &scene->run};
    scene->model = &model;
    assert_status(sfsm_machine_create_with(table, &options, &scene->machine), SFSM_OK);
    sfsm_table_release(table);
    for (size_t round = 0; round < 100; round++) {
        const question question = draw_question(&seed, &model, flags == SFSM_LENIENT);
        draw_answers(&seed, &scene->run);
        const judgement expected =
            judge(&model, &scene->run, question.present, question.event, question.requested, question.cases);
        assert_status(sfsm_machine_set_state(scene->machine, model_state_id(question.present)), SFSM_OK);
        check_explanation(scene, &question, &expected);
        check_probe(scene, &question, &expected);
        check_sending(scene, &question, &expected);
    }
    sfsm_machine_release(scene->machine);
}

static void check_definitions(uint32_t first, uint32_t flags, int most_types) {
    const seeds seeds = random_seeds(first, 800, 30);
    scene scene = {.rows = {0}};
    for (uint32_t round = 0; round < seeds.count; round++) {
        check_definition(begin_round(seeds, round), flags, most_types, &scene);
    }
    /* Were one of the kinds rare, little would have been compared. */
    for (int32_t kind = SFSM_TAKEN; kind <= SFSM_NOT_TRIED; kind++) {
        if (seeds.are_many && (kind != SFSM_NOT_MATCHED || most_types > 0)) {
            assert_true(scene.rows[kind] > seeds.count / 2);
        }
    }
}

static void explanations_without_predicate_types(void **state) {
    (void)state;
    check_definitions(10000, 0, 0);
}

static void explanations_by_strict_machines(void **state) {
    (void)state;
    check_definitions(20000, 0, MODEL_TYPES);
}

static void explanations_by_lenient_machines(void **state) {
    (void)state;
    check_definitions(30000, SFSM_LENIENT, MODEL_TYPES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(explanations_without_predicate_types, tell_seed),
        cmocka_unit_test_teardown(explanations_by_strict_machines, tell_seed),
        cmocka_unit_test_teardown(explanations_by_lenient_machines, tell_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
