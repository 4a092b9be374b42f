/* Journals: what is written of each step, as bytes and as lines, and machines that are replayed from them. */
#include "journals.h"
#include "snapshots.h"
#include "written.h"

static const char *const shop =
    "definition shop version 2\n"
    "  initial open\n"
    "  event pay (i64 cents, str currency)\n"
    "  predicate Customer known new\n"
    "  state open\n"
    "    paying: pay [Customer known] -> paid\n"
    "    pay [Customer new] -> checked\n"
    "    cancel -> closed\n"
    "  state checked\n"
    "    approve -> paid\n"
    "  state paid\n"
    "    close -> closed\n"
    "  state closed\n"
    "    reopen -> open\n";

static sfsm_machine *machine_of(sfsm_table *table, void *context) {
    const sfsm_machine_options options = {
        .size = sizeof options, .initial = SFSM_INITIAL, .flags = SFSM_LENIENT, .context = context};
    sfsm_machine *machine = NULL;
    assert_status(sfsm_machine_create_with(table, &options, &machine), SFSM_OK);
    return machine;
}

static sfsm_id event(const sfsm_table *table, const char *name) {
    return sfsm_table_event_named(table, name, strlen(name));
}

static void pay(sfsm_machine *machine, const sfsm_table *table, sfsm_id customer) {
    const sfsm_case cases[] = {{sfsm_table_predicate_at(table, 0), customer}};
    assert_status(sfsm_send_matching(machine, cases, 1, event(table, "pay"), 150, "EUR"), SFSM_TRANSITIONED);
}

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
    sfsm_table *const table = read_table(shop);
    sfsm_machine *const machine = machine_of(table, NULL);
    journal journal = {.size = 0};
    begin_journal(machine, &journal, SFSM_JOURNAL_JSON);
    assert_int_equal(journal.record_count, 1);
    assert_non_null(strstr(line_at(&journal, 0), "{\"snapshot\":{\"format\":1,\"definition\":\"shop\",\"version\":\"2\""));
    assert_status(sfsm_machine_advance(machine, 7), SFSM_OK);
    pay(machine, table, 0);
    assert_string_equal(line_at(&journal, 2),
                        "{\"step\":{\"outcome\":\"transitioned\",\"event\":\"pay\",\"row\":1,\"label\":\"paying\","
                        "\"source\":\"open\",\"target\":\"paid\",\"state\":\"paid\",\"time\":7,"
                        "\"cases\":[[\"Customer\",\"known\"]],\"arguments\":[{\"i64\":150},{\"str\":\"EUR\"}],"
                        "\"whole\":true}}");
    assert_status(sfsm_machine_send(machine, event(table, "approve")), SFSM_UNHANDLED);
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
    return sfsm_machine_send(step->machine, PUSH) == SFSM_QUEUED && sfsm_machine_send(step->machine, PUSH) == SFSM_QUEUED
               ? 0
               : SFSM_FAILED;
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

/* What the machine was after each number of steps. */
static void a_journal_leads_to_any_step(void **state) {
    (void)state;
    for (uint32_t flags = 0; flags <= SFSM_JOURNAL_JSON; flags++) {
        sfsm_table *const table = read_table(shop);
        sfsm_machine *const machine = machine_of(table, NULL), *const other = machine_of(table, NULL);
        journal journal = {.size = 0};
        begin_journal(machine, &journal, flags);
        static const char *const states[] = {"open", "checked", "paid", "closed", "open"};
        pay(machine, table, 1);
        assert_status(sfsm_machine_send(machine, event(table, "approve")), SFSM_TRANSITIONED);
        assert_status(sfsm_machine_send(machine, event(table, "close")), SFSM_TRANSITIONED);
        assert_status(sfsm_machine_send(machine, event(table, "reopen")), SFSM_TRANSITIONED);
        for (size_t limit = 0; limit < COUNT(states); limit++) {
            size_t size = 0, steps = 4711;
            assert_status(sfsm_machine_replay_journal(other, journal.bytes, journal.size, limit, &size, &steps), SFSM_OK);
            assert_int_equal(steps, limit);
            assert_string_equal(sfsm_table_state_name(table, sfsm_machine_state(other)), states[limit]);
            assert_true(limit + 1 == COUNT(states) ? size == journal.size : size < journal.size);
        }
        release_journal(&journal);
        sfsm_machine_release(machine);
        sfsm_machine_release(other);
        sfsm_table_release(table);
    }
}

/* Asserts that a journal leads to what a machine is. */
static void assert_replays(sfsm_machine *machine, const journal *journal) {
    sfsm_machine *const other = gate(LOCKED_GATE);
    assert_status(sfsm_machine_replay_journal(other, journal->bytes, journal->size, SIZE_MAX, NULL, NULL), SFSM_OK);
    const snapshot one = snapshot_with(machine, SFSM_SNAPSHOT_DUE), two = snapshot_with(other, SFSM_SNAPSHOT_DUE);
    assert_same_snapshot(&one, &two);
    sfsm_machine_release(other);
}

/* Without a step, and with timers: all of the machine is written. */
static void changes_without_a_step_are_written(void **state) {
    (void)state;
    sfsm_machine *const machine = gate(LOCKED_GATE);
    journal journal = {.size = 0};
    uint64_t timer = 0;
    begin_journal(machine, &journal, 0);
    for (int change = 0; change < 6; change++) {
        switch (change) {
        case 0: assert_status(sfsm_machine_set_state(machine, UNLOCKED_GATE), SFSM_OK); break;
        case 1: assert_status(sfsm_machine_send_later(machine, COIN, 9, &timer), SFSM_OK); break;
        case 2: assert_status(sfsm_machine_advance(machine, 3), SFSM_OK); break;
        case 3: assert_status(sfsm_machine_cancel(machine, timer), SFSM_OK); break;
        case 4: assert_status(sfsm_machine_stop(machine), SFSM_OK); break;
        default: assert_status(sfsm_machine_start(machine, SFSM_LAST_STATE), SFSM_OK); break;
        }
        assert_replays(machine, &journal);
    }
    release_journal(&journal);
    sfsm_machine_release(machine);
}

/* The timer whose event the step is of runs no longer, and its number was used. */
static void the_step_of_a_timer_does_not_tell_all(void **state) {
    (void)state;
    sfsm_machine *const machine = gate(LOCKED_GATE);
    journal journal = {.size = 0};
    assert_status(sfsm_machine_send_later(machine, COIN, 2, NULL), SFSM_OK);
    begin_journal(machine, &journal, 0);
    assert_status(sfsm_machine_advance(machine, 2), SFSM_OK);
    assert_replays(machine, &journal);
    release_journal(&journal);
    sfsm_machine_release(machine);
}

/* A machine that came from a later step goes back in time as well. */
static void replaying_less_goes_back_in_time(void **state) {
    (void)state;
    for (uint32_t flags = 0; flags <= SFSM_JOURNAL_JSON; flags++) {
        sfsm_machine *const machine = gate(LOCKED_GATE), *const other = gate(LOCKED_GATE);
        journal journal = {.size = 0};
        snapshot snapshots[4];
        size_t sizes[COUNT(snapshots)];
        begin_journal(machine, &journal, flags);
        for (size_t step = 0; step < COUNT(snapshots); step++) {
            assert_status(sfsm_machine_send_later(machine, COIN, 5, NULL), SFSM_OK);
            assert_status(sfsm_machine_advance(machine, 3 * (int64_t)step + 1), SFSM_OK);
            snapshots[step] = snapshot_with(machine, SFSM_SNAPSHOT_DUE);
            sizes[step] = journal.size;
        }
        for (size_t step = COUNT(snapshots); step-- > 0;) {
            assert_status(sfsm_machine_replay_journal(other, journal.bytes, sizes[step], SIZE_MAX, NULL, NULL), SFSM_OK);
            const snapshot replayed = snapshot_with(other, SFSM_SNAPSHOT_DUE);
            assert_same_snapshot(&snapshots[step], &replayed);
        }
        release_journal(&journal);
        sfsm_machine_release(machine);
        sfsm_machine_release(other);
    }
}

/* The last step is read before anything changes. */
static void a_damaged_last_step_changes_nothing(void **state) {
    (void)state;
    sfsm_machine *const machine = gate(LOCKED_GATE), *const other = gate(UNLOCKED_GATE);
    journal journal = {.size = 0};
    begin_journal(machine, &journal, 0);
    assert_status(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    journal.bytes[journal.size - 12] = 99; /* the state: see a_step_in_bytes */
    size_t size = 4711, steps = 4711;
    assert_status(sfsm_machine_replay_journal(other, journal.bytes, journal.size, SIZE_MAX, &size, &steps),
                  SFSM_BAD_CONFIGURATION);
    assert_int_equal(size, 0);
    assert_int_equal(steps, 0);
    assert_int_equal(sfsm_machine_state(other), UNLOCKED_GATE);
    release_journal(&journal);
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
}

/* A host that performs the steps by itself: what is sent, and what is due. */
static void plans_are_written(void **state) {
    (void)state;
    sfsm_machine *const machine = gate(LOCKED_GATE);
    journal journal = {.size = 0};
    sfsm_plan plan = {.size = sizeof plan};
    const sfsm_message coin = SFSM_MESSAGE(COIN), push = SFSM_MESSAGE(PUSH);
    begin_journal(machine, &journal, 0);
    assert_status(sfsm_machine_plan(machine, &coin, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_commit(machine, &plan), SFSM_OK);
    assert_status(sfsm_machine_complete(machine, &plan, 0), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), UNLOCKED_GATE);
    assert_replays(machine, &journal);
    assert_status(sfsm_machine_plan(machine, &push, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
    assert_int_equal(sfsm_machine_state(machine), UNLOCKED_GATE);
    assert_replays(machine, &journal);
    assert_status(sfsm_machine_send_later(machine, PUSH, 5, NULL), SFSM_OK);
    assert_status(sfsm_machine_plan_due(machine, 3, &plan), SFSM_OK);
    assert_replays(machine, &journal);
    assert_status(sfsm_machine_plan_due(machine, 9, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_commit(machine, &plan), SFSM_OK);
    assert_status(sfsm_machine_complete(machine, &plan, 0), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_plan_due(machine, 9, &plan), SFSM_OK);
    assert_int_equal(sfsm_machine_state(machine), LOCKED_GATE);
    assert_replays(machine, &journal);
    release_journal(&journal);
    sfsm_machine_release(machine);
}

/* A journal goes on where it was cut, in another machine. */
static void a_journal_that_was_cut_goes_on(void **state) {
    (void)state;
    sfsm_machine *const machine = gate(LOCKED_GATE), *const other = gate(LOCKED_GATE);
    journal journal = {.size = 0};
    begin_journal(machine, &journal, 0);
    assert_status(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    const size_t whole = journal.size;
    assert_status(sfsm_machine_send(machine, PUSH), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_set_journal(machine, NULL), SFSM_OK);
    assert_status(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    journal.size -= 3;
    size_t size = 0, steps = 0;
    assert_status(sfsm_machine_replay_journal(other, journal.bytes, journal.size, SIZE_MAX, &size, &steps), SFSM_OK);
    assert_int_equal(size, whole);
    assert_int_equal(steps, 1);
    journal.size = size;
    begin_journal(other, &journal, 0);
    assert_status(sfsm_machine_send(other, PUSH), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_replay_journal(machine, journal.bytes, journal.size, SIZE_MAX, NULL, &steps), SFSM_OK);
    assert_int_equal(steps, 2);
    assert_int_equal(sfsm_machine_state(machine), LOCKED_GATE);
    release_journal(&journal);
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
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
    sfsm_table *const table = read_table(shop);
    sfsm_machine *const other = machine_of(table, NULL);
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
        cmocka_unit_test(a_journal_leads_to_any_step),
        cmocka_unit_test(changes_without_a_step_are_written),
        cmocka_unit_test(the_step_of_a_timer_does_not_tell_all),
        cmocka_unit_test(replaying_less_goes_back_in_time),
        cmocka_unit_test(a_damaged_last_step_changes_nothing),
        cmocka_unit_test(plans_are_written),
        cmocka_unit_test(a_journal_that_was_cut_goes_on),
        cmocka_unit_test(a_writer_that_fails_ends_the_journal),
        cmocka_unit_test(a_writer_must_not_use_the_machine),
        cmocka_unit_test(misuse_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
