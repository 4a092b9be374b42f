/* Providers that call functions of this library: they send to their own machine, ask it something, stop it and release
 * it, as any callback may. */
#include "providers.h"

enum { FIRST = 4 };

/* STAY leads to AWAY if the policy is strong, FIRST notes its cases anywhere. */
static sfsm_builder *builder_with_provider(sfsm_function function, void *context) {
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    assert_status(sfsm_builder_set_provider(builder, POLICY, function, context, NULL), SFSM_OK);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 3, MATCHING(SFSM_MATCH(POLICY, STRONG)), DOING(note_cases, "stay")},
             {SFSM_ANY, FIRST, SFSM_INTERNAL, 4, DOING(note_cases, "first")});
    return builder;
}

static int32_t send_first(const sfsm_step *step, void *words) {
    note(step, words);
    trace_note(
        step->context, "%s",
        sfsm_status_name(sfsm_machine_send_message(step->machine, MESSAGE_MATCHING(FIRST, CASES({WEATHER, SNOWY})))));
    return STRONG;
}

static void what_a_provider_sends_runs_after_the_step(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = lenient_machine_from(builder_with_provider(send_first, "policy?"), HOME, &trace);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, CASES({REWARD, GIVEN}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "policy?, SFSM_QUEUED, stay GIVEN STRONG none, first GIVEN none SNOWY");
    sfsm_machine_release(machine);
}

static void a_provider_that_is_asked_by_a_question_cannot_send(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    size_t count = 0;
    sfsm_machine *const machine = lenient_machine_from(builder_with_provider(send_first, "policy?"), HOME, &trace);
    assert_status(sfsm_machine_probe(machine, MESSAGE(STAY), NULL), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_explain(machine, MESSAGE(STAY), NULL, 0, &count), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_permitted(machine, NULL, 0, NULL, 0, &count), SFSM_OK);
    assert_trace(&trace, "policy?, SFSM_BUSY, policy?, SFSM_BUSY, policy?, SFSM_BUSY");
    assert_int_equal(sfsm_machine_pending(machine), 0);
    sfsm_machine_release(machine);
}

static int32_t send_first_and_fail(const sfsm_step *step, void *words) {
    send_first(step, words);
    return FAILURE;
}

static void what_a_failing_provider_has_sent_waits(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine =
        lenient_machine_from(builder_with_provider(send_first_and_fail, "policy?"), HOME, &trace);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_pending(machine), 1);
    assert_trace(&trace, "policy?, SFSM_QUEUED");
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_trace(&trace, "first none none SNOWY");
    sfsm_machine_release(machine);
}

/* Asks its own machine what STAY would come to now, so that it is asked itself, three deep; and what it would if the
 * policy were weak. The innermost says weak, all others strong. */
static int32_t ask_within(const sfsm_step *step, void *depth) {
    const int32_t level = ++*(int32_t *)depth;
    trace_note(step->context, "in %d", (int)level);
    if (level < 3) {
        const sfsm_outcome own = sfsm_machine_probe(step->machine, MESSAGE(STAY), NULL);
        const sfsm_outcome weak =
            sfsm_machine_probe(step->machine, MESSAGE_MATCHING(STAY, CASES({POLICY, WEAK}, {WEATHER, SNOWY})), NULL);
        trace_note(step->context, "%s %s", sfsm_status_name(own), sfsm_status_name(weak));
    }
    note_cases(step, "out");
    --*(int32_t *)depth;
    return level < 3 ? STRONG : WEAK;
}

static void questions_within_questions_have_cases_of_their_own(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    int32_t depth = 0;
    sfsm_machine *const machine = lenient_machine_from(builder_with_provider(ask_within, &depth), HOME, &trace);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, CASES({REWARD, GIVEN}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "in 1, in 2, in 3, out none none none, SFSM_UNHANDLED SFSM_UNHANDLED, out none none none, "
                         "SFSM_TRANSITIONED SFSM_UNHANDLED, out GIVEN none none, stay GIVEN STRONG none");
    sfsm_machine_release(machine);
}

/* Asks from an action what would be, and sends to another machine, which asks the same provider. */
typedef struct pair {
    trace trace;
    sfsm_machine *first, *second;
    int32_t policy;
} pair;

static int32_t tell_policy(const sfsm_step *step, void *context) {
    pair *const pair = context;
    trace_note(&pair->trace, step->machine == pair->first ? "first?" : "second?");
    return pair->policy;
}

static int32_t ask_and_send(const sfsm_step *step, void *words) {
    pair *const pair = step->context;
    note_cases(step, words);
    pair->policy = WEAK;
    if (step->machine == pair->first) {
        sfsm_machine_probe(pair->first, MESSAGE_MATCHING(STAY, CASES({WEATHER, DRY})), NULL);
        sfsm_machine_send_message(pair->second, MESSAGE_MATCHING(STAY, CASES({WEATHER, WET})));
        sfsm_machine_send_message(pair->second, MESSAGE_MATCHING(STAY, CASES({POLICY, STRONG}, {REWARD, WITHHELD})));
    }
    note_cases(step, "again");
    return 0;
}

static void what_is_asked_meanwhile_leaves_a_step_its_cases(void **state) {
    (void)state;
    pair pair = {.trace = {{0}, 0}, .policy = STRONG};
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    assert_status(sfsm_builder_set_provider(builder, POLICY, tell_policy, &pair, NULL), SFSM_OK);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 3, MATCHING(SFSM_MATCH(POLICY, STRONG)), DOING(ask_and_send, "stay")});
    sfsm_table *const table = table_from(builder);
    pair.first = lenient_machine_over(table, HOME, &pair);
    pair.second = lenient_machine_over(table, HOME, &pair);
    sfsm_table_release(table);
    assert_status(sfsm_machine_send_message(pair.first, MESSAGE_MATCHING(STAY, CASES({REWARD, GIVEN}))),
                  SFSM_TRANSITIONED);
    assert_trace(&pair.trace, "first?, stay GIVEN STRONG none, first?, second?, stay WITHHELD STRONG none, "
                              "again WITHHELD STRONG none, again GIVEN STRONG none");
    sfsm_machine_release(pair.first);
    sfsm_machine_release(pair.second);
}

/* Sends so many events that the queue, in which the present one stood, has to grow. */
static int32_t flood_queue(const sfsm_step *step, void *words) {
    note(step, words);
    for (int32_t number = 0; number < 3000; number++) {
        sfsm_machine_send_message(step->machine, MESSAGE_WITH(BACK, CASES({WEATHER, WET}, {REWARD, WITHHELD}),
                                                              ARGUMENTS(I32(number), STR("another text"))));
    }
    return STRONG;
}

static int32_t send_stay(const sfsm_step *step, void *words) {
    (void)words;
    sfsm_machine_send_message(step->machine,
                              MESSAGE_WITH(STAY, CASES({WEATHER, SNOWY}), ARGUMENTS(I32(7), STR("text"))));
    return 0;
}

static int32_t note_both(const sfsm_step *step, void *words) {
    note_cases(step, words);
    return note_arguments(step, words);
}

static void a_queue_that_a_provider_lets_grow_leaves_a_queued_event_what_it_has(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    declare_event(builder, STAY, "i32, str");
    declare_event(builder, BACK, "i32, str");
    assert_status(sfsm_builder_set_provider(builder, POLICY, flood_queue, "policy?", NULL), SFSM_OK);
    ADD_ROWS(builder, {HOME, FIRST, SFSM_SAME, 3, DOING(send_stay, NULL)},
             {HOME, STAY, SFSM_SAME, 4, DOING(note_both, "stay"),
              MATCHING(SFSM_MATCH(POLICY, STRONG), SFSM_MATCH(WEATHER, SNOWY))});
    sfsm_machine *const machine = lenient_machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, FIRST), SFSM_TRANSITIONED);
    assert_trace(&trace, "policy?, stay none STRONG SNOWY, stay(i32 7, str \"text\")");
    sfsm_machine_release(machine);
}

static int32_t release_machine(const sfsm_step *step, void *words) {
    note(step, words);
    sfsm_machine_release(step->machine);
    return STRONG;
}

static void a_provider_may_release_its_machine(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    size_t finalized = 0;
    sfsm_builder *const builder = builder_with_provider(release_machine, "policy?");
    assert_status(sfsm_builder_add_action(builder, 1, note, &finalized, count_call), SFSM_OK);
    sfsm_machine *const machine = lenient_machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED); /* the step is finished first */
    assert_trace(&trace, "policy?, stay none STRONG none");
    assert_int_equal(finalized, 1); /* the table is gone too */

    sfsm_machine *const probed = lenient_machine_from(builder_with_provider(release_machine, "policy?"), HOME, &trace);
    assert_status(sfsm_machine_probe(probed, MESSAGE(STAY), NULL), SFSM_TRANSITIONED);
    assert_trace(&trace, "policy?");
}

static int32_t stop_machine(const sfsm_step *step, void *words) {
    note(step, words);
    sfsm_machine_send(step->machine, FIRST);
    trace_note(step->context, "%s", sfsm_status_name(sfsm_machine_stop(step->machine)));
    sfsm_machine_send(step->machine, FIRST);
    return STRONG;
}

static void a_provider_may_stop_its_machine(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = lenient_machine_from(builder_with_provider(stop_machine, "policy?"), HOME, &trace);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "policy?, SFSM_QUEUED, stay none STRONG none, first none none none");
    assert_int_equal(sfsm_machine_state(machine), SFSM_NONE);
    assert_int_equal(sfsm_machine_pending(machine), 0);
    sfsm_machine_release(machine);
}

static int32_t call_what_is_busy(const sfsm_step *step, void *words) {
    const sfsm_status statuses[] = {
        sfsm_machine_start(step->machine, HOME),
        sfsm_machine_set_state(step->machine, AWAY),
        sfsm_machine_update(step->machine, 1, NULL, NULL),
        sfsm_machine_run_pending(step->machine),
        sfsm_machine_on_step(step->machine, note, NULL, NULL),
    };
    note(step, words);
    for (size_t index = 0; index < COUNT(statuses); index++) {
        if (statuses[index] != SFSM_BUSY) {
            trace_note(step->context, "%zu is %s", index, sfsm_status_name(statuses[index]));
        }
    }
    return STRONG;
}

static void what_is_not_for_callbacks_is_not_for_providers(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine =
        lenient_machine_from(builder_with_provider(call_what_is_busy, "policy?"), HOME, &trace);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "policy?, stay none STRONG none");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_provider_sends_runs_after_the_step),
        cmocka_unit_test(a_provider_that_is_asked_by_a_question_cannot_send),
        cmocka_unit_test(what_a_failing_provider_has_sent_waits),
        cmocka_unit_test(questions_within_questions_have_cases_of_their_own),
        cmocka_unit_test(what_is_asked_meanwhile_leaves_a_step_its_cases),
        cmocka_unit_test(a_queue_that_a_provider_lets_grow_leaves_a_queued_event_what_it_has),
        cmocka_unit_test(a_provider_may_release_its_machine),
        cmocka_unit_test(a_provider_may_stop_its_machine),
        cmocka_unit_test(what_is_not_for_callbacks_is_not_for_providers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
