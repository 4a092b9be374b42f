/* Plans of charts with several guards whose answers have to be awaited: each plan takes one event, so that a plan which is made
 * again asks the same guards in the same order. */
#include "plans.h"

enum { HOME, ROAD, WORKPLACE };
enum { GO, NEXT, OTHER, LATER };

static int32_t count_step(const sfsm_step *step, void *context) {
    (void)step;
    ++*(int *)context;
    return 0;
}

/* Guards, each of which can answer only when it is asked again; and who was asked, in order. */
enum { GUARD_COUNT = 3 };

typedef struct late_answers {
    int32_t values[GUARD_COUNT];
    bool are_known[GUARD_COUNT];
    char asked[32];
    size_t asked_count;
} late_answers;

static int32_t answer_late(const sfsm_step *step, size_t guard) {
    late_answers *const answers = step->context;
    assert_true(answers->asked_count < sizeof answers->asked - 1);
    answers->asked[answers->asked_count++] = (char)('0' + guard);
    if (answers->are_known[guard]) {
        return answers->values[guard];
    }
    answers->are_known[guard] = true;
    assert_status(sfsm_machine_postpone((sfsm_machine *)step->machine), SFSM_OK);
    return SFSM_FAILED;
}

static int32_t answer_first(const sfsm_step *step, void *context) {
    (void)context;
    return answer_late(step, 0);
}

static int32_t answer_second(const sfsm_step *step, void *context) {
    (void)context;
    return answer_late(step, 1);
}

static int32_t answer_third(const sfsm_step *step, void *context) {
    (void)context;
    return answer_late(step, 2);
}

/* GO leads from HOME to the ROAD and raises NEXT and OTHER. */
static sfsm_machine *late_commuter(late_answers *answers, const sfsm_row *rows, size_t row_count) {
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_row go = SFSM_ROW(HOME, GO, ROAD, NULL);
    assert_status(sfsm_builder_add_rows(builder, &go, 1), SFSM_OK);
    assert_status(sfsm_builder_add_rows(builder, rows, row_count), SFSM_OK);
    assert_status(sfsm_builder_add_raise(builder, 1, NEXT), SFSM_OK);
    assert_status(sfsm_builder_add_raise(builder, 1, OTHER), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, answers);
    sfsm_plan plan;
    assert_status(plan_event(machine, GO, &plan), SFSM_TRANSITIONED);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    return machine;
}

/* A plan that took NEXT away and was then postponed by the guard of OTHER would ask another guard when it is made again. */
static void a_plan_takes_one_event(void **state) {
    (void)state;
    late_answers answers = {{0, 1, 0}, {false, false, false}, "", 0};
    const sfsm_row rows[] = {
        SFSM_ROW_IF(ROAD, NEXT, answer_first, HOME, NULL),
        SFSM_ROW_IF(ROAD, OTHER, answer_second, WORKPLACE, NULL),
        SFSM_ROW(WORKPLACE, GO, HOME, NULL),
    };
    int steps = 0;
    sfsm_plan plan = {.size = sizeof plan};
    sfsm_machine *const machine = late_commuter(&answers, rows, COUNT(rows));
    assert_status(sfsm_machine_on_step(machine, count_step, &steps, NULL), SFSM_OK);
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_CALLBACK_FAILED);
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_REFUSED);
    assert_int_equal(steps, 1);
    assert_string_equal(answers.asked, "00");
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_CALLBACK_FAILED);
    assert_int_equal(steps, 1);
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_TRANSITIONED);
    assert_string_equal(answers.asked, "0011");
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), WORKPLACE);
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_OK);
    sfsm_machine_release(machine);
}

/* Rows without an event are asked for before those of an event, in each plan that is made for that. */
static void rows_without_an_event_are_asked_for_again(void **state) {
    (void)state;
    late_answers answers = {{0, 0, 1}, {false, false, false}, "", 0};
    const sfsm_row rows[] = {
        SFSM_ROW_IF(ROAD, SFSM_EVENTLESS, answer_first, HOME, NULL),
        SFSM_ROW_IF(ROAD, NEXT, answer_second, HOME, NULL),
        SFSM_ROW_IF(ROAD, LATER, answer_third, WORKPLACE, NULL),
        SFSM_ROW(WORKPLACE, GO, HOME, NULL),
    };
    sfsm_plan plan = {.size = sizeof plan};
    sfsm_machine *const machine = late_commuter(&answers, rows, COUNT(rows));
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_CALLBACK_FAILED);
    assert_string_equal(answers.asked, "0");
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_CALLBACK_FAILED);
    assert_string_equal(answers.asked, "001");
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_REFUSED);
    assert_string_equal(answers.asked, "00101");
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_UNHANDLED);
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_OK);
    assert_string_equal(answers.asked, "00101");
    sfsm_machine_release(machine);
}

/* The same before an event that waits, or is due. */
static void ask_before_what_waits(bool is_due) {
    late_answers answers = {{0, 1, 0}, {false, false, false}, "", 0};
    const sfsm_row rows[] = {
        SFSM_ROW(HOME, GO, ROAD, NULL),
        SFSM_ROW_IF(ROAD, SFSM_EVENTLESS, answer_first, HOME, NULL),
        SFSM_ROW_IF(ROAD, LATER, answer_second, WORKPLACE, NULL),
        SFSM_ROW(WORKPLACE, GO, HOME, NULL),
    };
    sfsm_plan plan;
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), HOME, &answers);
    assert_status(plan_event(machine, GO, &plan), SFSM_TRANSITIONED);
    if (is_due) {
        assert_status(sfsm_machine_send_later(machine, LATER, 5, NULL), SFSM_OK);
    } else {
        assert_status(sfsm_machine_send(machine, LATER), SFSM_QUEUED);
    }
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    const char *const asked[] = {"0", "001", "00101"};
    for (size_t again = 0; again < COUNT(asked); again++) {
        const sfsm_status expected = again < 2 ? SFSM_CALLBACK_FAILED : SFSM_TRANSITIONED;
        plan = (sfsm_plan){.size = sizeof plan};
        assert_status(is_due ? sfsm_machine_plan_due(machine, 5, &plan) : sfsm_machine_plan_pending(machine, &plan),
                      expected);
        assert_string_equal(answers.asked, asked[again]);
    }
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), WORKPLACE);
    sfsm_machine_release(machine);
}

static void they_are_asked_for_before_what_waits(void **state) {
    (void)state;
    ask_before_what_waits(false);
}

static void they_are_asked_for_before_what_is_due(void **state) {
    (void)state;
    ask_before_what_waits(true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plan_takes_one_event),
        cmocka_unit_test(rows_without_an_event_are_asked_for_again),
        cmocka_unit_test(they_are_asked_for_before_what_waits),
        cmocka_unit_test(they_are_asked_for_before_what_is_due),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
