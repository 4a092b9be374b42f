/* Arguments, providers and the allocator: a send with arguments allocates nothing, nor does asking a provider; and
 * where the system gives no memory, nothing is declared, built, made or queued, and everything else is intact. */
#include "allocator.h"
#include "providers.h"

enum { FIRST = 4 };

/* Also after a test that ended in the midst of it. */
static int grant_all(void **state) {
    (void)state;
    allocator_grant_all();
    return 0;
}

static int32_t answer_strong(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return STRONG;
}

/* Adds what it is sent to the number at the machine's context. */
static int32_t add_up(const sfsm_step *step, void *context) {
    (void)context;
    *(int64_t *)step->context += step->arguments[0].as.i32 + (int64_t)strlen(step->arguments[1].as.str);
    return 1;
}

static sfsm_builder *adding_builder(void) {
    sfsm_builder *const builder = sound_builder();
    declare(builder, POLICY, 2);
    assert_status(sfsm_builder_set_provider(builder, POLICY, answer_strong, NULL, NULL), SFSM_OK);
    declare_event(builder, STAY, "i32, str");
    declare_event(builder, FIRST, "i32, str");
    ADD_ROWS(builder, {HOME, STAY, SFSM_INTERNAL, 3, DOING(add_up, NULL)},
             {HOME, FIRST, SFSM_SAME, 4, MATCHING(SFSM_MATCH(POLICY, STRONG)), ASKING(add_up, NULL),
              DOING(add_up, NULL)});
    return builder;
}

/* Sends, with mistakes among them; returns how many calls of the allocator that took. */
static size_t calls_for(sfsm_machine *machine, int32_t turns) {
    const size_t before = allocator_calls();
    for (int32_t turn = 0; turn < turns; turn++) {
        sfsm_send(machine, turn % 2 ? STAY : FIRST, turn, "text");
        sfsm_send(machine, FIRST, "text", turn);
        sfsm_send(machine, FIRST, turn);
        sfsm_machine_send_message(machine,
                                  MESSAGE_WITH(FIRST, CASES({POLICY, turn % 3}), ARGUMENTS(INTEGER(turn), STR(""))));
    }
    return allocator_calls() - before;
}

static void a_send_with_arguments_allocates_nothing(void **state) {
    (void)state;
    int64_t sum = 0;
    sfsm_machine *const machine = machine_from(adding_builder(), HOME, &sum);
    calls_for(machine, 100); /* to warm up */
    const int64_t warm = sum;
    assert_int_equal(calls_for(machine, (int32_t)test_size(5000, 500)), 0);
    assert_true(sum > warm);
    const size_t before_release = allocator_calls();
    sfsm_machine_release(machine);
    assert_true(allocator_calls() > before_release); /* calls of the library are counted indeed */
}

static void a_builder_takes_nothing(void **state) {
    (void)state;
    size_t finalized = 0;
    sfsm_table *table = NULL;
    sfsm_diagnostics *faults = NULL;
    sfsm_builder *const builder = sound_builder();
    declare(builder, POLICY, 2);
    allocator_grant(0);
    const sfsm_status declared = sfsm_builder_add_event(builder, GO, "i32, str, f64");
    const sfsm_status another = sfsm_builder_add_event(builder, 4711, "");
    const sfsm_status provided =
        sfsm_builder_set_provider(builder, POLICY, answer_strong, &finalized, count_call);
    const sfsm_status built = sfsm_builder_build(builder, &table, &faults);
    allocator_grant_all();
    assert_status(declared, SFSM_OUT_OF_MEMORY);
    assert_status(another, SFSM_OUT_OF_MEMORY);
    assert_status(provided, SFSM_OUT_OF_MEMORY);
    assert_status(built, SFSM_OUT_OF_MEMORY);
    assert_null(table);
    assert_null(faults);
    assert_int_equal(finalized, 1);
    assert_status(sfsm_builder_set_provider(builder, POLICY, answer_strong, &finalized, count_call), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, NULL);
    assert_int_equal(sfsm_table_event_count(sfsm_machine_table(machine)), 3);
    assert_int_equal(sfsm_table_argument_count(sfsm_machine_table(machine), GO), 0);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
    assert_int_equal(finalized, 2);
}

/* Whether a text can be read is told, or that there is no memory to find out. */
static void a_signature_is_checked_or_not(void **state) {
    (void)state;
    size_t position = 4711;
    const char *expected = NULL;
    allocator_grant(0);
    const sfsm_status good = sfsm_arguments_check("i32, str", NULL, NULL);
    const sfsm_status bad = sfsm_arguments_check("i32, strs", &position, &expected);
    const int refused = allocator_has_refused();
    allocator_grant_all();
    assert_status(good, refused ? SFSM_OUT_OF_MEMORY : SFSM_OK);
    assert_status(bad, refused ? SFSM_OUT_OF_MEMORY : SFSM_BAD_SIGNATURE);
    assert_int_equal(position, refused ? 4711 : 5);
    assert_true((expected == NULL) == (refused != 0));
}

/* A question is answered, or there is no memory for it; no callback is called in vain. */
static void a_question_is_answered_or_not(void **state) {
    (void)state;
    int64_t sum = 0;
    sfsm_machine *const machine = machine_from(adding_builder(), HOME, &sum);
    for (size_t granted = 0; granted < 4; granted++) {
        sfsm_reason reasons[2];
        size_t count = 0;
        int32_t events[4];
        sum = 0;
        allocator_grant(granted);
        const sfsm_outcome probed =
            sfsm_machine_probe(machine, MESSAGE_WITH(FIRST, NO_CASES, ARGUMENTS(I32(1), STR("text"))), NULL);
        const sfsm_outcome explained = sfsm_machine_explain(
            machine, MESSAGE_WITH(FIRST, NO_CASES, ARGUMENTS(I32(1), STR("text"))), reasons, 2, &count);
        const sfsm_status permitted = sfsm_machine_permitted(machine, NULL, 0, events, COUNT(events), &count);
        const int refused = allocator_has_refused();
        allocator_grant_all();
        assert_true(refused || (probed == SFSM_TRANSITIONED && explained == SFSM_TRANSITIONED && permitted == SFSM_OK));
        assert_true(probed == SFSM_TRANSITIONED || probed == SFSM_OUT_OF_MEMORY);
        assert_true(explained == SFSM_TRANSITIONED || explained == SFSM_OUT_OF_MEMORY);
        assert_true(permitted == SFSM_OK || permitted == SFSM_OUT_OF_MEMORY);
        assert_int_equal(sum, 5 * ((probed == SFSM_TRANSITIONED) + (explained == SFSM_TRANSITIONED)));
    }
    sfsm_machine_release(machine);
}

static sfsm_status make_machine(const sfsm_table *table, sfsm_machine **out_machine) {
    return sfsm_machine_create(table, HOME, NULL, out_machine);
}

/* However much of it there is, a machine is made or not. */
static void a_machine_is_not_made(void **state) {
    (void)state;
    sfsm_table *const table = table_from(adding_builder());
    check_machine_is_made_or_not(table, make_machine);
    sfsm_table_release(table);
}

/* ---------------------------------------------------------------------------------------------------------------
 * Queues
 * ------------------------------------------------------------------------------------------------------------- */

/* Sends STAY with strings, so many requests for memory being granted, until it is told that there is no more. Then
 * returns the result that it is told to. */
typedef struct flood {
    size_t granted;
    int32_t result;
    int32_t queued, handled; /* how many events were queued, and have run with their own arguments */
    size_t pending;
    bool is_wrong;
    sfsm_outcome refusal;
} flood;

static void write_number(char text[16], int32_t number) {
    for (int digit = 0; digit < 15; digit++) {
        text[digit] = (char)('0' + (number >> digit & 1));
    }
    text[15] = '\0';
}

static int32_t send_without_memory(const sfsm_step *step, void *context) {
    flood *const flood = context;
    allocator_grant(flood->granted);
    do {
        char text[16];
        write_number(text, flood->queued);
        flood->refusal = sfsm_send(step->machine, STAY, flood->queued, text);
        memset(text, '?', sizeof text);
        flood->queued += flood->refusal == SFSM_QUEUED;
    } while (flood->refusal == SFSM_QUEUED && flood->queued < 100000);
    flood->pending = sfsm_machine_pending(step->machine);
    allocator_grant_all();
    return flood->result;
}

static int32_t handle(const sfsm_step *step, void *context) {
    flood *const flood = context;
    char text[16];
    write_number(text, flood->handled);
    flood->is_wrong = flood->is_wrong || step->argument_count != 2
                      || step->arguments[0].as.i32 != flood->handled
                      || strcmp(step->arguments[1].as.str, text) != 0;
    flood->handled++;
    return 0;
}

static sfsm_machine *flooded_machine(flood *flood) {
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_row rows[] = {SFSM_ROW(HOME, GO, SFSM_SAME, send_without_memory),
                             SFSM_ROW(HOME, STAY, SFSM_SAME, handle)};
    declare_event(builder, STAY, "i32, str");
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    return machine_from(builder, HOME, flood);
}

static void an_event_is_not_queued_and_everything_else_is_intact(void **state) {
    (void)state;
    for (size_t granted = 0; granted < 40; granted++) {
        flood flood = {.granted = granted};
        sfsm_machine *const machine = flooded_machine(&flood);
        for (int round = 0; round < 2; round++) {
            flood.queued = flood.handled = 0;
            assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
            assert_status(flood.refusal, SFSM_OUT_OF_MEMORY);
            assert_int_equal(flood.pending, flood.queued);
            assert_int_equal(flood.handled, flood.queued);
            assert_false(flood.is_wrong);
        }
        sfsm_machine_release(machine);
    }
}

static void an_event_that_cannot_wait_behind_others_is_not_sent(void **state) {
    (void)state;
    flood flood = {.granted = 20, .result = FAILURE};
    sfsm_machine *const machine = flooded_machine(&flood);
    assert_status(sfsm_machine_send(machine, GO), SFSM_CALLBACK_FAILED);
    assert_true(flood.queued > 0);
    assert_int_equal(sfsm_machine_pending(machine), flood.queued);
    flood.granted = 0;
    allocator_grant(0);
    char text[5000]; /* no memory that was freed meanwhile holds it */
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    const sfsm_outcome outcome = sfsm_send(machine, STAY, 1, text);
    allocator_grant_all();
    if (outcome == SFSM_OUT_OF_MEMORY) { /* nothing has run; otherwise it needed no copy, since nothing failed */
        assert_int_equal(flood.handled, 0);
        assert_int_equal(sfsm_machine_pending(machine), flood.queued);
        assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
        assert_int_equal(flood.handled, flood.queued);
        assert_false(flood.is_wrong);
    } else {
        assert_status(outcome, SFSM_TRANSITIONED);
        assert_int_equal(flood.handled, flood.queued + 1);
    }
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_send_with_arguments_allocates_nothing, grant_all),
        cmocka_unit_test_setup(a_builder_takes_nothing, grant_all),
        cmocka_unit_test_setup(a_signature_is_checked_or_not, grant_all),
        cmocka_unit_test_setup(a_question_is_answered_or_not, grant_all),
        cmocka_unit_test_setup(a_machine_is_not_made, grant_all),
        cmocka_unit_test_setup(an_event_is_not_queued_and_everything_else_is_intact, grant_all),
        cmocka_unit_test_setup(an_event_that_cannot_wait_behind_others_is_not_sent, grant_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
