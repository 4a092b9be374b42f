/* Journals: what is written of each step, as bytes and as lines. */
#include "journals.h"
#include "versions.h"
#include "written.h"

/* The line of this number, from 0, as a string that ends where the line ends. */
static const char *line_at(const journal *journal, size_t number) {
    static char line[1000];
    const char *start = journal->bytes, *const end = journal->bytes + journal->size;
    for (; number > 0; number--) {
        start = (const char *)memchr(start, '\n', (size_t)(end - start)) + 1;
    }
    const char *const stop = memchr(start, '\n', (size_t)(end - start));
    assert_non_null(stop);
    assert_true((size_t)(stop - start) < sizeof line);
    memcpy(line, start, (size_t)(stop - start));
    line[stop - start] = '\0';
    return line;
}

static void each_step_is_a_line(void **state) {
    (void)state;
    sfsm_table *const table = read_table(versioned_shop);
    sfsm_machine *const machine = lenient_machine_over(table, SFSM_INITIAL, NULL);
    journal journal = {.size = 0};
    begin_journal(machine, &journal, SFSM_JOURNAL_JSON);
    assert_int_equal(journal.record_count, 1);
    const char *const start = "{\"snapshot\":{\"format\":1,\"definition\":\"shop\",\"version\":\"2\"";
    assert_non_null(strstr(line_at(&journal, 0), start));
    assert_status(sfsm_machine_advance(machine, 7), SFSM_OK);
    let_pay(machine, 0);
    assert_string_equal(line_at(&journal, 2),
                        "{\"step\":{\"outcome\":\"transitioned\",\"event\":\"pay\",\"row\":1,\"label\":\"paying\","
                        "\"source\":\"open\",\"target\":\"paid\",\"state\":\"paid\",\"time\":7,"
                        "\"cases\":[[\"Customer\",\"known\"]],\"arguments\":[{\"i64\":150},{\"str\":\"EUR\"}],"
                        "\"whole\":true}}");
    assert_status(sfsm_machine_send(machine, event_of(machine, "approve")), SFSM_UNHANDLED);
    assert_string_equal(line_at(&journal, 3),
                        "{\"step\":{\"outcome\":\"unhandled\",\"event\":\"approve\",\"source\":\"paid\",\"target\":null,"
                        "\"state\":\"paid\",\"time\":7,\"cases\":[],\"whole\":true}}");
    assert_int_equal(journal.record_count, 4);
    release_journal(&journal);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
}

static void a_step_in_bytes(void **state) {
    (void)state;
    sfsm_machine *const machine = gate(LOCKED_GATE);
    journal journal = {.size = 0};
    begin_journal(machine, &journal, 0);
    const size_t start = journal.size;
    assert_status(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    static const unsigned char step[] = {
        48, 0, 0, 0, 3, 0, 0, 0,                               /* size and kind */
        0, 0, 0, 0, 0, 0, 0, 0,                                /* time */
        SFSM_TRANSITIONED, 0, 0, 0, 1, 0, 0, 0, COIN, 0, 0, 0, /* outcome, row, event */
        LOCKED_GATE, 0, 0, 0, UNLOCKED_GATE, 0, 0, 0, UNLOCKED_GATE, 0, 0, 0, /* source, target, state */
        0, 0, 0, 0, 0, 0, 0, 0};                               /* no cases, no arguments */
    assert_int_equal(journal.size - start, sizeof step);
    assert_memory_equal(journal.bytes + start, step, sizeof step);
    release_journal(&journal);
    sfsm_machine_release(machine);
}

static int32_t push_twice(const sfsm_step *step, void *context) {
    (void)context;
    const sfsm_outcome first = sfsm_machine_send(step->machine, PUSH), second = sfsm_machine_send(step->machine, PUSH);
    return first == SFSM_QUEUED && second == SFSM_QUEUED ? 0 : SFSM_FAILED;
}

/* Steps of events that callbacks send are written too, in the order in which they end, and what comes of them. */
static void follow_ups_are_written(void **state) {
    (void)state;
    const sfsm_row rows[] = {SFSM_ROW(LOCKED_GATE, COIN, UNLOCKED_GATE, push_twice), gate_rows[1]};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), LOCKED_GATE, NULL);
    journal journal = {.size = 0};
    begin_journal(machine, &journal, SFSM_JOURNAL_JSON);
    assert_status(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    assert_int_equal(journal.record_count, 4);
    assert_non_null(strstr(line_at(&journal, 1), "\"event\":1,\"row\":1,\"source\":1,\"target\":2"));
    assert_null(strstr(line_at(&journal, 1), "whole")); /* events wait */
    assert_non_null(strstr(line_at(&journal, 2), "\"event\":2,\"row\":2,\"source\":2,\"target\":1"));
    assert_non_null(strstr(line_at(&journal, 3), "\"outcome\":\"unhandled\",\"event\":2,\"source\":1"));
    assert_non_null(strstr(line_at(&journal, 3), "\"whole\":true"));
    release_journal(&journal);
    sfsm_machine_release(machine);
}

static void a_writer_that_fails_ends_the_journal(void **state) {
    (void)state;
    sfsm_machine *const machine = gate(LOCKED_GATE);
    journal journal = {.result = -4711};
    const sfsm_journal options = {sizeof options, 0, write_journal, &journal};
    assert_status(sfsm_machine_set_journal(machine, &options), -4711);
    assert_status(sfsm_machine_journal_status(machine), SFSM_OK); /* there is none */
    journal.result = SFSM_OK;
    begin_journal(machine, &journal, 0);
    const size_t size = journal.size;
    journal.result = -99;
    assert_status(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED); /* the step stands */
    assert_status(sfsm_machine_journal_status(machine), -99);
    journal.result = SFSM_OK;
    assert_status(sfsm_machine_send(machine, PUSH), SFSM_TRANSITIONED);
    assert_int_equal(journal.size, size); /* with a gap, nobody could tell what is missing */
    begin_journal(machine, &journal, 0);
    assert_status(sfsm_machine_journal_status(machine), SFSM_OK);
    release_journal(&journal);
    sfsm_machine_release(machine);
}

/* A writer that uses its machine. */
static sfsm_status use_machine(void *context, const char *bytes, size_t count) {
    (void)bytes;
    (void)count;
    sfsm_machine *const machine = *(sfsm_machine **)context;
    size_t size = 0;
    const bool is_busy = sfsm_machine_send(machine, PUSH) == SFSM_BUSY && sfsm_machine_stop(machine) == SFSM_BUSY &&
                         sfsm_machine_set_journal(machine, NULL) == SFSM_BUSY &&
                         sfsm_machine_snapshot(machine, 0, NULL, 0, &size) == SFSM_BUSY &&
                         sfsm_machine_set_state(machine, LOCKED_GATE) == SFSM_BUSY;
    return is_busy ? SFSM_OK : SFSM_FAILED;
}

static void a_writer_must_not_use_the_machine(void **state) {
    (void)state;
    sfsm_machine *machine = gate(LOCKED_GATE);
    const sfsm_journal options = {sizeof options, 0, use_machine, &machine};
    assert_status(sfsm_machine_set_journal(machine, &options), SFSM_OK);
    assert_status(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_set_state(machine, LOCKED_GATE), SFSM_OK);
    assert_status(sfsm_machine_journal_status(machine), SFSM_OK);
    sfsm_machine_release(machine);
}

static int32_t try_journals(const sfsm_step *step, void *context) {
    journal journal = {.size = 0};
    const sfsm_journal options = {sizeof options, 0, write_journal, &journal};
    const bool is_busy = sfsm_machine_set_journal(step->machine, &options) == SFSM_BUSY &&
                         sfsm_machine_replay_journal(step->machine, "", 0, SIZE_MAX, NULL, NULL) == SFSM_BUSY;
    *(bool *)context = is_busy;
    return 0;
}

static void misuse_is_refused(void **state) {
    (void)state;
    bool is_busy = false;
    const sfsm_row rows[] = {SFSM_ROW(LOCKED_GATE, COIN, UNLOCKED_GATE, try_journals), gate_rows[1]};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), LOCKED_GATE, &is_busy);
    journal journal = {.size = 0};
    sfsm_journal options = {sizeof options, 2, write_journal, &journal};
    assert_status(sfsm_machine_set_journal(machine, &options), SFSM_BAD_VALUE);
    options = (sfsm_journal){sizeof options, 0, NULL, NULL};
    assert_status(sfsm_machine_set_journal(machine, &options), SFSM_NULL_POINTER);
    options = (sfsm_journal){3, 0, write_journal, NULL};
    assert_status(sfsm_machine_set_journal(machine, &options), SFSM_BAD_SIZE);
    assert_status(sfsm_machine_set_journal(NULL, &options), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_set_journal(machine, NULL), SFSM_OK);
    assert_status(sfsm_machine_journal_status(NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_replay_journal(NULL, "", 0, 0, NULL, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_replay_journal(machine, NULL, 1, 0, NULL, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_replay_journal(machine, "", SIZE_MAX, 0, NULL, NULL), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_machine_replay_journal(machine, "no journal at all", 17, 9, NULL, NULL), SFSM_BAD_CONFIGURATION);
    assert_status(sfsm_machine_replay_journal(machine, "{\"step\":{}}\n", 12, 9, NULL, NULL), SFSM_BAD_CONFIGURATION);
    assert_status(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    assert_true(is_busy);
    /* Of another definition. */
    sfsm_table *const table = read_table(versioned_shop);
    sfsm_machine *const other = lenient_machine_over(table, SFSM_INITIAL, NULL);
    begin_journal(other, &journal, 0);
    assert_status(sfsm_machine_replay_journal(machine, journal.bytes, journal.size, 9, NULL, NULL), SFSM_UNKNOWN_STATE);
    assert_int_equal(sfsm_machine_state(machine), UNLOCKED_GATE);
    release_journal(&journal);
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_step_is_a_line),
        cmocka_unit_test(a_step_in_bytes),
        cmocka_unit_test(follow_ups_are_written),
        cmocka_unit_test(a_writer_that_fails_ends_the_journal),
        cmocka_unit_test(a_writer_must_not_use_the_machine),
        cmocka_unit_test(misuse_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
